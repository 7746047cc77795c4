package agent

// A policy that reads what it is offered: of the kinds of Section 7 it prefers those that do most.

import "github.com/spellbench/sbconform/reference/wire"

// greedy picks the first candidate of the kind it prefers. In its own main phase it also floats mana,
// without which some engines offer no spell; elsewhere the mana would be lost. A kind or field that it
// does not know counts for nothing, as everywhere in what an agent reads (Section 4.2).
type greedy struct{}

// preferences ranks the kinds of priority decisions, the best first. The candidates of a choice all do
// something, so there the first is picked.
var preferences = [...]string{"play_land", "cast_spell", "special_action", "activate_mana_ability", "pass"}

func (greedy) pick(decision wire.Value, candidates int) (int, error) {
	o := decision.Get("observation")
	active, viewer := o.Get("active_seat"), o.Get("viewer")
	main := o.Get("phase_step").StrIs("precombat_main") && active.Kind() == wire.String && viewer.Kind() == wire.String && active.Str() == viewer.Str()
	best, rank, i := 0, len(preferences), 0
	for c := range decision.Get("candidates").Elems() {
		kind := c.Get("semantic").Get("kind")
		for r, name := range preferences[:rank] {
			if kind.StrIs(name) && (main || name != "activate_mana_ability") {
				best, rank = i, r
				break
			}
		}
		i++
	}
	return best, nil
}
