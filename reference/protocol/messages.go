package protocol

import "github.com/spellbench/sbconform/reference/wire"

// The envelope's request_id and the fixed fields request_type, response_type and protocol are not
// part of the message structs: encoders take the id, decoders return it.

// Hello is the request of Sections 9.1 and 10.1, the same in both roles.
type Hello struct{ ProtocolMinor uint32 }

// A DeckRow is one row of a decklist (Section 12.1).
type DeckRow struct {
	Name  string // an Oracle name in NFC
	Count uint32 // at least 1
}

// A Deck names a deck in reset and validate_deck: by catalog id or by list (Section 9.2).
type Deck struct {
	DeckID    string    // "sha256:"+hex; "" in validate_deck
	CatalogID string    // set, or
	Decklist  []DeckRow // set
}

// CardNameDomain holds the public names of a card_name choice (Section 12.2).
type CardNameDomain struct {
	DomainID string
	Names    []string
}

// Rules is the information-rules object of Section 12.2.
type Rules struct {
	OpponentDecklist string // visible, hidden
	Mulligan         string // london, none
	StartingPlayer   string // host_assigned, toss_winner_chooses
	StartingSeat     *Seat  // a seat exactly with host_assigned
	CardNameDomain   CardNameDomain
	Extensions       []string
	Probe            bool
}

// Reset is the request of Section 9.2. Seats[0] is p0's deck.
type Reset struct {
	GameID       string
	Format       string
	Decks        [2]Deck
	Rules        Rules
	GameSecret   string // 64 lowercase hex
	MaxDecisions uint64 // in [0, 2^53-1]
	MaxSteps     uint64
}

// Step is the request of Section 9.4. SemanticEcho is any JSON object: an echo that no candidate
// has is answered semantic_echo_mismatch, not malformed_request.
type Step struct {
	GameID       string
	ExpectedStep uint64
	CandidateID  uint32
	SemanticEcho wire.Value // for encoding see EchoJSON
	EchoJSON     []byte     // strict JSON of the echo, used by the encoder
}

// ValidateDeck is the request of Section 9.6.
type ValidateDeck struct {
	Format string
	Deck   Deck
}

// ProbeResample is the request of Section 9.7.
type ProbeResample struct {
	GameID  string
	Samples uint32
}

// EngineIdentity is hello_ok.engine (Section 9.1).
type EngineIdentity struct {
	Name, Version, RulesSnapshotID, CardPoolIdentity string
	SourceRevision                                   *string
}

// Provenance repeats the engine's identity (Section 9.3).
type Provenance struct{ EngineName, EngineVersion, RulesSnapshotID, CardPoolIdentity string }

// Provenance returns the identity as decisions and terminals carry it.
func (e EngineIdentity) Provenance() Provenance {
	return Provenance{e.Name, e.Version, e.RulesSnapshotID, e.CardPoolIdentity}
}

// A CatalogDeck is one row of hello_ok.catalog.
type CatalogDeck struct {
	CatalogID, Name string
	Decklist        []DeckRow
}

// EngineDefaults is hello_ok.engine_defaults (Section 7.6): "" stands for null.
type EngineDefaults struct{ TriggerOrder, ReplacementOrder, CombatDamageAssignment, ManaPayment string }

// An Extension is one row of hello_ok.extensions (Section 14).
type Extension struct {
	Name      string
	NativeIDs bool
}

// Flags are the thirteen observation flags in the order of Section 6.9.
type Flags struct {
	Poison, PlayerCounters, Designations, PlayerProgress, DayNight, PassedSeats, PendingTriggers,
	Keywords, FullName, ExiledBy, StackText, PermanentDetails, KnownCards bool
}

// A Profile is what hello_ok and game_start.engine_profile share (Section 10.2).
type Profile struct {
	Mulligan       []string // rules_supported.mulligan
	StartingPlayer []string // rules_supported.starting_player
	Observation    Flags
	DecisionKinds  []string
	Defaults       EngineDefaults
	Rewind         bool
	Probe          bool // fairness.noninterference_probe
	Extensions     []Extension
}

// EngineHelloOK is the answer of Section 9.1.
type EngineHelloOK struct {
	ProtocolMinor uint32
	Engine        EngineIdentity
	Formats       []string
	DeckSources   []string
	Catalog       []CatalogDeck
	Profile
}

// A Ref is an object reference (Section 5.1).
type Ref struct {
	ObjectID   string
	CardName   *string // nil: hidden from the observing seat
	Owner      Seat
	Controller Seat
	Zone       string
}

// A Target is a target reference (Section 5.2): a player, or else an object.
type Target struct {
	Player Seat // "" when it is an object
	Object *Ref
}

// An OrderItem is order_pick.item (Section 7.3): an object, or else a trigger.
type OrderItem struct {
	Object  *Ref
	Trigger *TriggerItem
}

// A TriggerItem is order_pick.item.trigger.
type TriggerItem struct {
	Source       *Ref
	SourceName   *string
	AbilityIndex *uint32
	EventObjects []Ref
	Instance     uint32
	Label        *string
}

// A Semantic is a candidate's semantic: a kind and the values of its fields in the order of the
// kind table (Section 7.2, 7.3). Make one with NewSemantic.
type Semantic struct {
	Kind   string
	Values []any // string, bool, uint32, int32, *Ref, *Target, *OrderItem, [][]Ref, or nil for null
}

// A Candidate is one row of seat_decision.candidates; its candidate_id is its index.
type Candidate struct {
	Semantic    Semantic
	DisplayText *string
}

// A Group is seat_decision.group (Section 8).
type Group struct {
	ID                         uint64
	SubstepIndex, SubstepCount uint32
}

// A Context is seat_decision.context (Section 9.3).
type Context struct {
	Kind    string // priority, choice
	Source  *Ref
	Purpose *string
	Text    *string
	Rewind  bool
}

// A SeatDecision is everything the acting seat may know about its decision (Section 9.3).
type SeatDecision struct {
	ActingSeat  Seat
	SeatStep    uint64
	Group       Group
	Context     Context
	Observation Observation
	Candidates  []Candidate
	Extensions  map[string]string // name to strict JSON text
}

// A Decision is the answer of Section 9.3.
type Decision struct {
	GameID       string
	Step         uint64
	SeatDecision SeatDecision
	Provenance   Provenance
}

// A Terminal is the answer of Section 9.5.
type Terminal struct {
	GameID         string
	Outcome        string
	Classification string
	Winner         *Seat
	Reason         string
	StepCount      uint64
	DecisionCount  uint64
	Provenance     Provenance
}

// An ErrorBody is error.error in both roles (Sections 9.8, 10.5).
type ErrorBody struct{ Code, Message string }

// AgentHelloOK is the answer of Section 10.1; nil slices are left out.
type AgentHelloOK struct {
	BotName, BotVersion                                         string
	RequiresObservation, RequiresExtensions, ExtensionsAccepted []string
}

// A NamedDeck is own_deck and opponent_deck of game_start.
type NamedDeck struct {
	DeckID, Name string
	Decklist     []DeckRow
}

// TimeControl is Section 11.4's, in milliseconds.
type TimeControl struct{ StartupMS, GameStartMS, BankMS, IncrementMS, MaxDecisionMS, EngineStepMS uint64 }

// Limits is Section 11.4's.
type Limits struct {
	MaxDecisions, MaxSteps, MaxSeatDecisionsPerTurn, MaxSeatDecisionsPerGame, MaxSeatStepsPerGame uint64
}

// Resources is Section 11.4's.
type Resources struct {
	CPUs, MemoryMB, EngineCPUs uint64
	GPU                        bool
}

// GameStart is the request of Section 10.2.
type GameStart struct {
	GameID       string
	Seat         Seat
	Format       string
	OwnDeck      NamedDeck
	OpponentDeck *NamedDeck
	Rules        Rules
	Engine       EngineIdentity
	Profile      Profile
	TimeControl  TimeControl
	Limits       Limits
	Resources    Resources
	AgentSeed    uint64
}

// A Clock is choose.clock, in milliseconds.
type Clock struct{ RemainingMS, MaxDecisionMS uint64 }

// Choose is the request of Section 10.3. DecisionJSON is the canonical seat_decision.
type Choose struct {
	GameID       string
	DecisionJSON []byte
	Clock        Clock
}

// AgentTerminal is game_over.terminal (Section 10.4).
type AgentTerminal struct {
	Outcome, Classification string
	Winner                  *Seat
	Reason                  string
	SeatStepCount           uint64
}

// GameOver is the request of Section 10.4.
type GameOver struct {
	GameID   string
	Terminal AgentTerminal
}

// A Choice is the answer of Section 10.3. An agent may answer any integer and any echo: whether they
// fit the decision is the host's to judge (Section 11.2), so they are kept as they came.
type Choice struct {
	CandidateID  int64  // in ±(2^53-1)
	SeatStepJSON []byte // strict JSON of selection.seat_step; nil when left out
	EchoJSON     []byte // strict JSON of selection.semantic_echo; nil when left out
}

// Ack is the answer to game_start and game_over (Sections 10.2, 10.4).
type Ack struct{}

// DeckOK is the answer of Section 9.6.
type DeckOK struct{}

// ProbeResult is the answer of Section 9.7.
type ProbeResult struct {
	GameID string
	Worlds [][]byte // strict JSON of seat decisions
}
