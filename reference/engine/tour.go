package engine

// Tours: games written as scripts. A tour is a catalog deck, and a game between two copies of it is the
// script: it puts cards where its sentence needs them and asks, so that every kind of decision, every
// field of an observation and every event of the knowledge table arises in a short game. Whatever is
// chosen, the script goes on to its end. The world, the ids, the knowledge and the observations are
// those of the other games.

import (
	"cmp"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A Tour describes one tour to those who choose among them.
type Tour struct{ CatalogID, Sentence string }

// Tours returns every tour in the order of the catalog. The sentence says what a game of it shows.
func Tours() []Tour {
	var out []Tour
	for _, t := range tours() {
		out = append(out, Tour{t.name, t.sentence})
	}
	return out
}

// A tour is one script.
type tour struct {
	name     string // its catalog_id
	sentence string // what it shows
	deck     []protocol.DeckRow
	kinds    []string // what it poses besides what any game may
	rewinds  bool     // it needs rewind
	script   func(*game)
}

// deck makes rows of names, four of each, beside Forests and Grizzly Bears.
func deck(names ...string) []protocol.DeckRow {
	rows := []protocol.DeckRow{{Name: "Forest", Count: 20}, {Name: "Grizzly Bears", Count: 16}}
	for _, n := range names {
		rows = append(rows, protocol.DeckRow{Name: n, Count: 4})
	}
	slices.SortFunc(rows, func(a, b protocol.DeckRow) int { return cmp.Compare(a.Name, b.Name) })
	return rows
}

// tourOf returns the tour whose deck rows are, in any order, or nil.
func tourOf(rows []protocol.DeckRow) *tour {
	id := protocol.DeckID(rows)
	for _, t := range tours() {
		if protocol.DeckID(t.deck) == id {
			return &t
		}
	}
	return nil
}

// missing returns what h does not declare and t needs, or "".
func (t *tour) missing(h *protocol.EngineHelloOK) string {
	for _, k := range t.kinds {
		if !slices.Contains(h.DecisionKinds, k) {
			return k
		}
	}
	if t.rewinds && !h.Rewind {
		return "rewind"
	}
	return ""
}

// tour plays the script in the first turn's main phase. A tour ends with p1's life at 0 unless its
// script has ended it.
func (g *game) tour() {
	g.turn, g.phase = 1, "precombat_main"
	g.priorityTo(g.active)
	g.script(g)
	g.phase, g.holder = "postcombat_main", nobody
	g.players[g.active.other()].life = 0
	g.checkStateBasedActions()
}

// take moves a named card of s to a zone, from its library or else from its hand; a tour's deck has
// enough of each.
func (g *game) take(s seat, name string, to zone) handle {
	for _, from := range []zone{library, hand} {
		if h := g.find(s, from, name); h != noObject {
			n := g.move(h, to)
			g.objects[n].sick = false
			return n
		}
	}
	panic("engine: a tour has no " + name + " left")
}

// spell puts a named card of s on the stack.
func (g *game) spell(s seat, name string) handle { return g.take(s, name, stack) }

// done takes a spell or ability off the stack.
func (g *game) done(h handle) {
	if g.objects[h].ability != "" || g.objects[h].token {
		g.leave(h, gone)
		return
	}
	g.move(h, graveyard)
}

// with puts a spell on the stack, lets its sentence happen and takes it off again.
func (g *game) with(s seat, name string, sentence func(spell handle)) {
	h := g.spell(s, name)
	sentence(h)
	if g.there(h, stack) {
		g.done(h)
	}
}

// creatures puts n creatures named Grizzly Bears of s onto the battlefield.
func (g *game) creatures(s seat, n int) []handle {
	var hs []handle
	for range n {
		hs = append(hs, g.take(s, "Grizzly Bears", battlefield))
	}
	return hs
}
