package agent

// Section 10.2: game_start with each field at its edges. Every one is acknowledged, and the game played.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// manyNames returns n distinct card names, sorted.
func manyNames(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("Jötun Grunt %06d", i))
	}
	return out
}

func rows(names []string, count uint32) (out []protocol.DeckRow) {
	for _, n := range names {
		out = append(out, protocol.DeckRow{Name: n, Count: count})
	}
	return out
}

// dealt gives the agent another deck, and its opponent the same where that is shown.
func dealt(name string, list []protocol.DeckRow) func(*protocol.GameStart) {
	return func(s *protocol.GameStart) {
		s.OwnDeck = protocol.NamedDeck{DeckID: protocol.DeckID(list), Name: name, Decklist: list}
		s.OpponentDeck = &s.OwnDeck
	}
}

// A start is a row of edges: what is special about a game_start.
type start struct {
	name, what string
	mod        func(*protocol.GameStart)
}

func starts() []start {
	const most = uint64(wire.MaxInt)
	return []start{
		{"plain", "with nothing unusual", func(*protocol.GameStart) {}},
		{"opponent-hidden", "whose opponent_deck is null, as rules.opponent_decklist is hidden", func(s *protocol.GameStart) {
			s.OpponentDeck, s.Rules.OpponentDecklist = nil, "hidden"
		}},
		{"opponent-other-deck", "whose opponent plays another deck", func(s *protocol.GameStart) {
			list := rows([]string{"Island"}, 60)
			s.OpponentDeck = &protocol.NamedDeck{DeckID: protocol.DeckID(list), Name: "Blue", Decklist: list}
		}},
		{"seat-p1", "for seat p1", func(s *protocol.GameStart) { s.Seat = protocol.P1 }},
		{"seed-zero", "whose agent_seed is 0", func(s *protocol.GameStart) { s.AgentSeed = 0 }},
		{"seed-largest", "whose agent_seed is 2^53-1", func(s *protocol.GameStart) { s.AgentSeed = most }},
		{"seed-above-32-bits", "whose agent_seed is 2^32", func(s *protocol.GameStart) { s.AgentSeed = 1 << 32 }},
		{"game-id-unicode", "whose game_id is opaque text outside ASCII", func(s *protocol.GameStart) { s.GameID = "g-é \"\\\" 😀" }},
		{"game-id-long", "whose game_id has 1,000 characters", func(s *protocol.GameStart) { s.GameID = strings.Repeat("g-", 500) }},
		{"host-assigned", "whose starting seat the host assigns", func(s *protocol.GameStart) {
			s.Rules.StartingPlayer, s.Rules.StartingSeat = "host_assigned", protocol.Ptr(protocol.P1)
		}},
		{"no-mulligans", "without mulligans", func(s *protocol.GameStart) { s.Rules.Mulligan = "none" }},
		{"names-unicode", "whose decks name cards outside ASCII", dealt("Ünïcödé 😀", rows([]string{"Jötun Grunt", "Lim-Dûl's Vault", "Ætherling"}, 20))},
		{"names-two-faces", "whose decks name cards of two faces", dealt("Split", rows([]string{"Fire // Ice", "Wear // Tear"}, 30))},
		{"deck-name-empty", "whose deck has an empty name", dealt("", rows([]string{"Forest"}, 60))},
		{"deck-large", "whose deck has 1,000 rows", dealt("Large", rows(manyNames(1_000), 1))},
		{"deck-count-large", "whose deck has 1,000 copies of a card", dealt("Many", rows([]string{"Relentless Rats"}, 1_000))},
		{"domain-empty", "whose card_name_domain is empty", func(s *protocol.GameStart) { s.Rules.CardNameDomain.Names = nil }},
		{"domain-large", "whose card_name_domain has 30,000 names", func(s *protocol.GameStart) { s.Rules.CardNameDomain.Names = manyNames(30_000) }},
		{"no-extensions", "without extensions", func(s *protocol.GameStart) { s.Rules.Extensions, s.Profile.Extensions = nil, nil }},
		{"native-ids", "whose engine has extensions with native ids that the game does not enable", func(s *protocol.GameStart) {
			s.Profile.Extensions = append(s.Profile.Extensions, protocol.Extension{Name: "x_native_v1", NativeIDs: true})
		}},
		{"source-revision", "whose engine has a source_revision", func(s *protocol.GameStart) { s.Engine.SourceRevision = protocol.Ptr("0123abc") }},
		{"engine-unicode", "whose engine is named outside ASCII", func(s *protocol.GameStart) { s.Engine.Name, s.Engine.Version = "Mägic \"1\"", "é" }},
		{"no-flags", "whose engine declares no optional observation field", func(s *protocol.GameStart) { s.Profile.Observation = protocol.Flags{} }},
		{"five-kinds", "whose engine has the five required decision kinds alone", func(s *protocol.GameStart) { s.Profile.DecisionKinds = protocol.RequiredKinds() }},
		{"kinds-in-other-order", "whose engine lists its decision kinds in another order", func(s *protocol.GameStart) {
			slices.Reverse(s.Profile.DecisionKinds)
		}},
		{"engine-defaults", "whose engine decides by default what it may", func(s *protocol.GameStart) {
			s.Profile.Defaults = protocol.EngineDefaults{TriggerOrder: "engine_order", ReplacementOrder: "engine_order", CombatDamageAssignment: "engine_order", ManaPayment: "engine_autopay"}
		}},
		{"no-rewind", "whose engine never rewinds", func(s *protocol.GameStart) { s.Profile.Rewind = false }},
		{"probe", "of a conformance game that uses the probe", func(s *protocol.GameStart) { s.Profile.Probe, s.Rules.Probe = true, true }},
		{"times-largest", "whose times are 2^53-1 but for that of one decision", func(s *protocol.GameStart) {
			t := &s.TimeControl
			t.StartupMS, t.BankMS, t.IncrementMS, t.EngineStepMS = most, most, most, most
		}},
		{"no-increment", "without an increment", func(s *protocol.GameStart) { s.TimeControl.IncrementMS = 0 }},
		{"limits-largest", "whose limits are 2^53-1", func(s *protocol.GameStart) {
			s.Limits = protocol.Limits{MaxDecisions: most, MaxSteps: most, MaxSeatDecisionsPerTurn: most, MaxSeatDecisionsPerGame: most/2 - 1, MaxSeatStepsPerGame: most/2 - 1}
		}},
		{"limits-small", "whose limits are small", func(s *protocol.GameStart) {
			s.Limits = protocol.Limits{MaxDecisions: 100, MaxSteps: 100, MaxSeatDecisionsPerTurn: 40, MaxSeatDecisionsPerGame: 40, MaxSeatStepsPerGame: 40}
		}},
		{"resources-large", "with a graphics processor and much memory", func(s *protocol.GameStart) {
			s.Resources = protocol.Resources{CPUs: 256, MemoryMB: 1 << 22, EngineCPUs: 8, GPU: true}
		}},
		{"format-unicode", "whose format is any string", func(s *protocol.GameStart) { s.Format = "ünïcödé bo1 😀" }},
	}
}

func startChecks() []check {
	var out []check
	for _, row := range starts() {
		out = append(out, check{
			id: "game-start/" + row.name, section: "10.2",
			doc:  "A game_start " + row.what + " is answered ack, and a decision of its game choice.",
			hint: "an agent need not look at what it does not use",
			run: func(a *A) {
				a.Begin(row.mod)
				a.Pose(sceneOf("pass"))
			},
		})
	}
	return append(out, check{
		id: "game-start/opponent-absent", section: "10.2", level: conformance.May,
		doc:  "Where decklists are hidden opponent_deck is there and null; the host of gorge leaves it out, and an agent that plays there takes both for the same.",
		hint: "a key that is not there reads as null",
		run: func(a *A) {
			a.Hello()
			x := a.startRequest(func(s *protocol.GameStart) { s.OpponentDeck, s.Rules.OpponentDecklist = nil, "hidden" })
			a.Ask(x.edited(without("opponent_deck"))).Want("a game_start without opponent_deck", "ack")
			a.Pose(sceneOf("pass"))
		},
	})
}
