package engine

// The turn (CR 500 to 514): a table of steps and their turn-based actions.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

const handLimit = 7

// A step is one row of a turn.
type step struct {
	name     string
	happens  func(*game) bool // nil: always
	action   func(*game)      // the turn-based action, or nil
	priority bool
	ends     func(*game) // what happens as the step ends, or nil
}

var steps = [...]step{
	{name: "untap", action: (*game).untap},
	{name: "upkeep", priority: true},
	{name: "draw", happens: (*game).draws, action: (*game).drawForTurn, priority: true},
	{name: "precombat_main", priority: true},
	{name: "beginning_of_combat", priority: true},
	{name: "declare_attackers", action: (*game).declareAttackers, priority: true},
	{name: "declare_blockers", happens: (*game).fights, action: (*game).declareBlockers, priority: true},
	{name: "combat_damage", happens: (*game).fights, action: (*game).dealCombatDamage, priority: true},
	{name: "end_of_combat", priority: true, ends: (*game).endCombat},
	{name: "postcombat_main", priority: true},
	{name: "end_step", priority: true},
	{name: "cleanup", action: (*game).cleanup},
}

// takeTurn plays the active player's turn and makes the other player active.
func (g *game) takeTurn() {
	g.turn++
	for s := range g.players {
		g.players[s].landsPlayed = 0
	}
	for i := range steps {
		s := &steps[i]
		if s.happens != nil && !s.happens(g) {
			continue
		}
		g.phase = s.name
		if s.action != nil {
			s.action(g)
		}
		if s.priority {
			g.givePriority()
		}
		for p := range g.players {
			g.players[p].pool = protocol.ManaPool{} // CR 500.5
		}
		if s.ends != nil {
			s.ends(g)
		}
	}
	g.active = g.active.other()
}

func (g *game) untap() {
	for _, h := range g.players[g.active].zones[battlefield] {
		o := g.objects[h]
		o.tapped, o.sick = false, false
	}
}

// draws: the player who goes first skips the draw step of the first turn (CR 103.8a).
func (g *game) draws() bool { return g.turn > 1 }

func (g *game) drawForTurn() { g.draw(g.active) }

// cleanup discards to seven, then damage wears off (CR 514.1, 514.2).
func (g *game) cleanup() {
	if n := len(g.players[g.active].zones[hand]) - handLimit; n > 0 {
		for _, h := range g.chooseDiscards(g.active, n) {
			g.move(h, graveyard)
		}
	}
	for s := range g.players {
		for _, h := range g.players[s].zones[battlefield] {
			g.objects[h].damage = 0
		}
	}
}

// chooseDiscards has s pick n cards of its hand, one a decision; they are still there when it returns,
// since all are discarded at once.
func (g *game) chooseDiscards(s seat, n int) []handle {
	left := slices.Clone(g.players[s].zones[hand])
	var picked []handle
	g.group(s, n)
	for i := range n {
		c := g.ask(question{seat: s, purpose: "discard", list: func(o *offers) {
			for _, h := range left {
				o.add("Discard "+g.objects[h].card.name, "select_object", nil, "discard", objectTarget(h), i, n, n)
			}
		}})
		picked = append(picked, left[c])
		left = slices.Delete(left, c, c+1)
	}
	return picked
}
