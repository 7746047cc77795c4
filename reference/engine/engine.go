// Package engine is a small Magic engine that speaks the environment role of SpellBench v2.
//
// It plays burn mirrors and skirmishes of vanilla creatures by the whole turn structure, and tours:
// scripted games that show every kind of decision and everything an observation can say (tours.go).
//
// It is meant to be read: a game is straight-line code that asks (game.go), one file for each part of
// the rules; the world and what a seat knows of it are plain data (world.go, knowledge.go); everything
// a seat is sent is made in observe.go; the protocol's requests are answered in session.go. A kind of
// candidate is posed where its name is added to the offers, in the ask_*.go files and those of the
// rules; an object id is minted in ids.go; an action is undone in rewind.go; knowledge changes in
// knowledge.go and nowhere else; what hello declares is varied in profiles.go; a fault of a mutant is a
// row in a mutant_*.go file.
package engine

import "github.com/spellbench/sbconform/reference/protocol"

// Options choose how an engine presents itself. The zero Options are the reference.
type Options struct {
	// Hello is what the engine declares, and what it then holds to: formats, catalog, deck sources,
	// rules and observation flags. Nil is what Declared returns for Profile. The protocol minor is
	// negotiated.
	Hello *protocol.EngineHelloOK
	// Profile names Profiles, joined by commas, or "" for the reference's own declaration.
	Profile string
	// Reading says how requests are read, and where max_steps ends a game: as the text says, or as its
	// reference host reads it too.
	Reading protocol.Reading
	// Mutant is the name of a fault that the engine is to have, one of Mutants, or "".
	Mutant string
}

// Reference returns what the reference engine declares (Section 9.1). The caller may change it.
func Reference() protocol.EngineHelloOK {
	return protocol.EngineHelloOK{
		Engine: protocol.EngineIdentity{
			Name: "sbconform-reference", Version: "0.1.0",
			RulesSnapshotID: "sbconform-rules-1", CardPoolIdentity: "sbconform-cards-1",
		},
		Formats:     []string{"pauper-bo1"},
		DeckSources: []string{"catalog", "decklist"},
		Catalog:     catalog(),
		Profile: protocol.Profile{
			Mulligan:       []string{"london", "none"},
			StartingPlayer: []string{"host_assigned", "toss_winner_chooses"},
			Observation: protocol.Flags{
				Poison: true, PlayerCounters: true, Designations: true, PlayerProgress: true, DayNight: true,
				PassedSeats: true, PendingTriggers: true, Keywords: true, FullName: true, ExiledBy: true,
				StackText: true, PermanentDetails: true, KnownCards: true,
			},
			DecisionKinds: kindNames(),
			Rewind:        true,
			Extensions:    []protocol.Extension{{Name: echo}},
		},
	}
}

// catalog lists the decks of the real games, then those of the tours.
func catalog() []protocol.CatalogDeck {
	out := []protocol.CatalogDeck{
		{CatalogID: "Burn", Name: "Burn", Decklist: []protocol.DeckRow{
			{Name: "Lightning Bolt", Count: 4}, {Name: "Mountain", Count: 18},
		}},
		{CatalogID: "Skirmish", Name: "Skirmish", Decklist: []protocol.DeckRow{
			{Name: "Goblin Piker", Count: 8}, {Name: "Hill Giant", Count: 8}, {Name: "Lightning Bolt", Count: 4},
			{Name: "Mons's Goblin Raiders", Count: 8}, {Name: "Mountain", Count: 24}, {Name: "Raging Goblin", Count: 8},
		}},
	}
	for _, t := range tours() {
		out = append(out, protocol.CatalogDeck{CatalogID: t.name, Name: t.name, Decklist: t.deck})
	}
	return out
}

func kindNames() (names []string) {
	for _, k := range protocol.Kinds() {
		names = append(names, k.Name)
	}
	return names
}
