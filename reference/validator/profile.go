package validator

// Sections 9.1 and 12.2: what the engine declared and what the game was reset with.

import "github.com/spellbench/sbconform/reference/protocol"

type profile struct {
	has        [protocol.FlagKnownCards + 1]bool // by protocol.Flag
	kinds      map[*protocol.Kind]bool
	defaults   protocol.EngineDefaults
	rewind     bool
	extensions map[string]bool
	decks      map[string]int64 // cards by catalog_id
}

func newProfile(h *protocol.EngineHelloOK) *profile {
	p := &profile{
		defaults: h.Defaults, rewind: h.Rewind,
		kinds: map[*protocol.Kind]bool{}, extensions: map[string]bool{}, decks: map[string]int64{},
	}
	for _, f := range protocol.ObservationFlags() {
		p.has[f.Flag] = h.Observation.Has(f.Flag)
	}
	for _, name := range h.DecisionKinds {
		p.kinds[protocol.KindNamed(name)] = true
	}
	for _, e := range h.Extensions {
		p.extensions[e.Name] = true
	}
	for _, c := range h.Catalog {
		p.decks[c.CatalogID] = cards(c.Decklist)
	}
	return p
}

func cards(list []protocol.DeckRow) (n int64) {
	for _, row := range list {
		n += int64(row.Count)
	}
	return n
}

type rules struct {
	gameID                 string
	mulligans              bool // rules.mulligan is london
	toss                   bool // rules.starting_player is toss_winner_chooses
	names                  map[string]bool
	extensions             map[string]bool
	cards                  [2]int64 // in each deck, -1 when the catalog is not known
	maxSteps, maxDecisions int64
}

func newRules(r *protocol.Reset, p *profile) *rules {
	n := &rules{
		gameID: r.GameID, mulligans: r.Rules.Mulligan == "london", toss: r.Rules.StartingPlayer == "toss_winner_chooses",
		names: map[string]bool{}, extensions: map[string]bool{},
		maxSteps: int64(r.MaxSteps), maxDecisions: int64(r.MaxDecisions),
	}
	for _, name := range r.Rules.CardNameDomain.Names {
		n.names[name] = true
	}
	for _, name := range r.Rules.Extensions {
		n.extensions[name] = true
	}
	for i, d := range r.Decks {
		n.cards[i] = cards(d.Decklist)
		if d.Decklist == nil {
			n.cards[i] = -1
			if p != nil {
				if c, ok := p.decks[d.CatalogID]; ok {
					n.cards[i] = c
				}
			}
		}
	}
	return n
}
