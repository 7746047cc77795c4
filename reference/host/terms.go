package host

// Sections 11.4 and 12.2: the terms of a match where nobody asks for others.

import (
	"slices"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
)

// NewMatch returns a match between two decks under common terms, which the caller may change before
// Play: open decklists, London mulligans where the engine has them (Section 12.2), p0 begins unless the
// engine knows only the toss, every card name of the decks as the domain of names, limits that a normal
// game stays far below, and a clock that stands still. Agents, Secret and Index are left to the caller.
func (e *Engine) NewMatch(format string, decks [2]protocol.NamedDeck) *Match {
	p0 := protocol.P0
	var names []string
	for _, d := range decks {
		for _, row := range d.Decklist {
			names = append(names, row.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	m := &Match{
		Engine: e, Format: format, Decks: decks,
		Rules: protocol.Rules{
			OpponentDecklist: "visible", Mulligan: "london", StartingPlayer: "host_assigned", StartingSeat: &p0,
			CardNameDomain: protocol.CardNameDomain{DomainID: protocol.DomainID(names), Names: names},
		},
		Time: protocol.TimeControl{
			StartupMS: 120_000, GameStartMS: 60_000, BankMS: 600_000, IncrementMS: 2000, MaxDecisionMS: 60_000, EngineStepMS: 120_000,
		},
		Limits: protocol.Limits{
			MaxDecisions: 10_000, MaxSteps: 100_000,
			MaxSeatDecisionsPerTurn: 500, MaxSeatDecisionsPerGame: 4999, MaxSeatStepsPerGame: 49_999,
		},
		Resources: protocol.Resources{CPUs: 1, MemoryMB: 4096, EngineCPUs: 1},
		Clock:     Frozen,
	}
	if !slices.Contains(e.Hello.Mulligan, "london") {
		m.Rules.Mulligan = "none"
	}
	if !slices.Contains(e.Hello.StartingPlayer, "host_assigned") {
		m.Rules.StartingPlayer, m.Rules.StartingSeat = "toss_winner_chooses", nil
	}
	return m
}

// Frozen is a Clock that stands still: every answer is in time, and a game's messages do not depend on
// how fast anybody is.
func Frozen() time.Duration { return 0 }

// CatalogDeck returns a deck of the engine's catalog by its catalog_id.
func (e *Engine) CatalogDeck(id string) (protocol.NamedDeck, bool) {
	for _, c := range e.Hello.Catalog {
		if c.CatalogID == id {
			return protocol.NamedDeck{DeckID: protocol.DeckID(c.Decklist), Name: c.Name, Decklist: c.Decklist}, true
		}
	}
	return protocol.NamedDeck{}, false
}
