package protocol

// The observation of Section 6. A nil pointer or nil optional stands for null; slices that are not
// marked optional are written [] when nil.

// An Observation is the acting seat's information state (Section 6.2).
type Observation struct {
	Viewer       Seat
	Turn         uint64
	PhaseStep    string
	ActiveSeat   *Seat
	PrioritySeat *Seat
	PassedSeats  *[]Seat // optional
	DayNight     *string // optional
	Players      [2]Player
	Stack        []StackEntry
	// optional
	PendingTriggers *[]PendingTrigger
	Known           []Known
}

// ManaPool holds floating mana in the order W, U, B, R, G, C.
type ManaPool [6]uint32

// Progress is player.progress.
type Progress struct {
	Dungeon, DungeonRoom *string
	RingTempted          uint32
	Speed                *uint32
}

// A Player is Section 6.3's.
type Player struct {
	Seat                Seat
	Life                int32
	Poison              *uint32            // optional
	Counters            *map[string]uint32 // optional
	ManaPool            ManaPool
	LandsPlayedThisTurn uint32
	MulligansTaken      uint32
	Designations        *[]string // optional
	Progress            *Progress // optional
	HandCount           uint32
	LibraryCount        uint32
	Hand                *[]Record // nil for the other seat
	Battlefield         []Record
	Graveyard           []Record
	Exile               []Record
	Command             []Record
}

// A Record is an object record (Section 6.4).
type Record struct {
	Ref
	FullName        *string // optional
	FaceDown        bool
	Token           bool
	Copy            bool
	Characteristics *Characteristics
	Permanent       *Permanent
	ExiledBy        *Ref // optional
}

// Characteristics are current values (Section 6.4).
type Characteristics struct {
	Supertypes, Types, Subtypes, Colors []string
	ManaValue                           uint32
	Power, Toughness                    *int32
	Keywords                            *[]string // optional
}

// A Chosen value (Section 6.10).
type Chosen struct{ Kind, Value string }

// A Permanent is Section 6.4's.
type Permanent struct {
	Tapped, SummoningSick bool
	Damage                uint32
	Counters              map[string]uint32
	AttachedTo            *Target
	Attacking             bool
	AttackTarget          *Target
	Blocking              bool
	BlockedAttackers      []Ref
	PhasedOut             bool
	Statuses              *[]string // optional
	ClassLevel            *uint32   // optional
	Chosen                *[]Chosen // optional
}

// A StackEntry is Section 6.5's.
type StackEntry struct {
	Ref
	StackKind       string
	Source          *Ref
	FaceDown        bool
	Copy            bool
	Characteristics *Characteristics
	Targets         []*Target
	Divided         *[]uint32
	Modes           *[]uint32
	XValue          *uint32
	Text            *string // optional
}

// A PendingTrigger is Section 6.6's.
type PendingTrigger struct {
	Source         *Ref
	SourceName     *string
	ControllerSeat Seat
	Label          *string
	Optional       bool
}

// A Known entry is Section 6.7's.
type Known struct {
	OwnerSeat                           Seat
	Zone, CardName                      string
	ObjectID                            *string
	PositionFromTop, PositionFromBottom *uint32
	How                                 string
}
