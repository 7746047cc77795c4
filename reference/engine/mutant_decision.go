package engine

// Faults of seat decisions: counters, groups, context and candidates (Sections 7, 8 and 9.3), and of
// observations (Section 6).

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

func decisionMutants() []Mutant {
	return []Mutant{
		{"seat-step-gap", "if set, seat_step counts by two", "9.3", faults{decision: func(_ *game, d *protocol.SeatDecision) { d.SeatStep *= 2 }}},
		{"seat-step-global", "if set, seat_step counts the answers of both seats", "9.3", faults{decision: func(g *game, d *protocol.SeatDecision) { d.SeatStep = g.steps }}},
		{"group-id-global", "if set, group_id counts the groups of both seats", "8", faults{decision: func(g *game, d *protocol.SeatDecision) { d.Group.ID = g.groups }}},
		{"group-id-constant", "if set, group_id is always 0", "8", faults{decision: func(_ *game, d *protocol.SeatDecision) { d.Group.ID = 0 }}},
		{"group-count-shrinks", "if set, substep_count is what is left of the group", "8", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			d.Group.SubstepCount -= d.Group.SubstepIndex
			d.Group.SubstepIndex = 0
		}}},
		{"group-count-open", "if set, substep_count is one too high", "8", faults{decision: func(_ *game, d *protocol.SeatDecision) { d.Group.SubstepCount++ }}},
		{"group-substep-from-one", "if set, substeps are numbered from 1", "9.3", faults{decision: func(_ *game, d *protocol.SeatDecision) { d.Group.SubstepIndex++ }}},
		{"other-seat-asked", "if set, a decision names the other seat as the acting one", "6.2", faults{decision: func(_ *game, d *protocol.SeatDecision) { d.ActingSeat = d.ActingSeat.Other() }}},
		{"context-kind-swapped", "if set, context.kind is the other family's", "7.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if d.Context.Kind == "priority" {
				d.Context.Kind = "choice"
			} else {
				d.Context.Kind = "priority"
			}
		}}},
		{"context-mana-payment", "if set, every choice claims to be a mana payment", "9.3", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if d.Context.Kind == "choice" {
				d.Context.Purpose = protocol.Ptr("mana_payment")
			}
		}}},
		{"context-rewind", "if set, priority decisions claim to be posed after a rewind, which is not declared", "8", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			d.Context.Rewind = d.Context.Kind == "priority"
		}}},
		{"extension-undeclared", "if set, an undeclared extension is sent", "14", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			d.Extensions = map[string]string{"x_leak": `{"seen":true}`}
		}}},
		{"candidates-duplicate", "if set, the first candidate is offered twice", "7.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			d.Candidates = append(slices.Clone(d.Candidates), d.Candidates[0])
		}}},
		{"candidates-none", "if set, a decision has no candidates from the third on", "9.3", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if d.SeatStep >= 2 {
				d.Candidates = nil
			}
		}}},
		{"candidates-too-many", "if set, a target is chosen among more than 4096 candidates", "7.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			for i, c := 0, d.Candidates[0].Semantic; c.Kind == "choose_target" && i <= maxCandidates; i++ {
				s := protocol.NewSemantic(c.Kind, c.Value("source"), i+1, c.Value("target"), 0, 1, 1)
				d.Candidates = append(d.Candidates, protocol.Candidate{Semantic: s})
			}
		}}},
		{"pass-last", "if set, pass is the last candidate", "7.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if d.Context.Kind == "priority" {
				d.Candidates = append(slices.Clone(d.Candidates[1:]), d.Candidates[0])
			}
		}}},
		{"pass-at-target", "if set, a choice of target also offers to pass", "7.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if d.Candidates[0].Semantic.Kind == "choose_target" {
				d.Candidates = append([]protocol.Candidate{{Semantic: protocol.NewSemantic("pass")}}, d.Candidates...)
			}
		}}},
		{"target-count-full", "if set, selected_count of a target equals its maximum", "7.3", replacing("choose_target", 3, uint32(1))},
		{"target-minimum-above", "if set, the minimum of a target requirement exceeds its maximum", "7.3", replacing("choose_target", 4, uint32(2))},
		{"order-position-outside", "if set, the position of an order pick equals its count", "7.3", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if s := d.Candidates[0].Semantic; s.Kind == "order_pick" {
				replace(d, s.Kind, 3, s.Value("count"))
			}
		}}},
		{"mulligan-no-keep", "if set, only a mulligan is offered", "7.5", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if d.Candidates[0].Semantic.Kind == "mulligan" && len(d.Candidates) == 2 {
				d.Candidates = d.Candidates[1:]
			}
		}}},
		{"mulligan-hand-size", "if set, hand_size subtracts the cards to be put on the bottom", "7.5", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			if s := d.Candidates[0].Semantic; s.Kind == "mulligan" {
				replace(d, s.Kind, 0, s.Value("hand_size").(uint32)-s.Value("mulligans_taken").(uint32))
			}
		}}},
		{"discard-unclassified", "if set, a discard has the purpose other", "9.3", replacing("select_object", 1, "other")},
		{"reference-stale", "if set, the source of a land play names another card than its record", "5.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			editSources(d, "play_land", func(r *protocol.Ref) { r.CardName = protocol.Ptr("Lightning Bolt") })
		}}},
		{"reference-zone", "if set, a spell being cast still refers to the hand", "5.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			editSources(d, "choose_target", func(r *protocol.Ref) { r.Zone = "hand" })
		}}},
		{"reference-absent", "if set, the source of a land play is no object of the observation", "5.1", faults{decision: func(_ *game, d *protocol.SeatDecision) {
			editSources(d, "play_land", func(r *protocol.Ref) { r.ObjectID += "x" })
		}}},
	}
}

// replace gives a field of every candidate of a kind another value.
func replace(d *protocol.SeatDecision, kind string, field int, value any) {
	for i := range d.Candidates {
		if s := &d.Candidates[i].Semantic; s.Kind == kind {
			values := slices.Clone(s.Values)
			values[field] = value
			*s = protocol.NewSemantic(kind, values...)
		}
	}
}

func replacing(kind string, field int, value any) faults {
	return faults{decision: func(_ *game, d *protocol.SeatDecision) { replace(d, kind, field, value) }}
}

// editSources edits a copy of the source of every candidate of a kind.
func editSources(d *protocol.SeatDecision, kind string, edit func(*protocol.Ref)) {
	for _, c := range d.Candidates {
		if r, ok := c.Semantic.Value("source").(*protocol.Ref); ok && c.Semantic.Kind == kind {
			own := *r
			edit(&own)
			c.Semantic.Values[0] = &own
		}
	}
}

func observationMutants() []Mutant {
	observation := func(f func(g *game, me seat, o *protocol.Observation)) faults {
		return faults{decision: func(g *game, d *protocol.SeatDecision) { f(g, seat(d.ActingSeat.Index()), &d.Observation) }}
	}
	edit := func(f func(o *protocol.Observation)) faults {
		return observation(func(_ *game, _ seat, o *protocol.Observation) { f(o) })
	}
	return []Mutant{
		{"view-of-the-other", "if set, a seat is sent the other seat's observation", "6", observation(func(g *game, me seat, o *protocol.Observation) { *o = g.observe(me.other()) })},
		{"viewer-swapped", "if set, viewer is the other seat", "6.2", edit(func(o *protocol.Observation) { o.Viewer = o.Viewer.Other() })},
		{"hand-open", "if set, the other seat's hand is sent", "6.3", observation(func(g *game, me seat, o *protocol.Observation) {
			cards := g.records(me, g.players[me.other()].zones[hand])
			o.Players[me.other()].Hand = &cards
		})},
		{"hand-empty-list", "if set, the other seat's hand is an empty list in place of null", "6.3", observation(func(_ *game, me seat, o *protocol.Observation) {
			o.Players[me.other()].Hand = &[]protocol.Record{}
		})},
		{"hand-count-off", "if set, hand_count of the viewer is one too high", "6.3", observation(func(_ *game, me seat, o *protocol.Observation) { o.Players[me].HandCount++ })},
		{"hand-parked-in-exile", "if set, a card of the other seat's hand is shown in its exile", "6.8", observation(func(g *game, me seat, o *protocol.Observation) {
			if cards := g.players[me.other()].zones[hand]; len(cards) > 0 {
				o.Players[me.other()].Exile = g.records(me, cards[:1])
			}
		})},
		{"library-in-exile", "if set, the top card of the viewer's library is shown in its exile", "6.3", observation(func(g *game, me seat, o *protocol.Observation) {
			if cards := g.players[me].zones[library]; len(cards) > 0 {
				o.Players[me].Exile = g.records(me, cards[:1])
			}
		})},
		{"known-hand", "if set, known lists the other seat's hand", "6.7", observation(func(g *game, me seat, o *protocol.Observation) {
			for _, h := range g.players[me.other()].zones[hand] {
				o.Known = append(o.Known, protocol.Known{OwnerSeat: me.other().wire(), Zone: "hand", CardName: g.objects[h].card.name, How: "revealed"})
			}
			slices.SortFunc(o.Known, orderKnown)
		})},
		{"known-library", "if set, known lists the top card of the viewer's library", "6.7", observation(func(g *game, me seat, o *protocol.Observation) {
			if cards := g.players[me].zones[library]; len(cards) > 0 {
				o.Known = append(o.Known, protocol.Known{OwnerSeat: me.wire(), Zone: "library", CardName: g.objects[cards[0]].card.name, PositionFromTop: new(uint32), How: "looked_at"})
				slices.SortFunc(o.Known, orderKnown)
			}
		})},
		{"known-forgotten", "if set, known is empty though known_cards is declared", "6.7", edit(func(o *protocol.Observation) { o.Known = nil })},
		{"known-unsorted", "if set, known is sorted backwards", "6.7", edit(func(o *protocol.Observation) { slices.Reverse(o.Known) })},
		{"known-beyond", "if set, positions in known are counted from the library's size", "9.5", observation(func(g *game, _ seat, o *protocol.Observation) {
			for i := range o.Known {
				*o.Known[i].PositionFromBottom += o.Players[o.Known[i].OwnerSeat.Index()].LibraryCount
			}
		})},
		{"known-both-positions", "if set, known entries have both positions", "6.7", edit(func(o *protocol.Observation) {
			for i := range o.Known {
				o.Known[i].PositionFromTop = new(uint32)
			}
		})},
		{"stack-late", "if set, a spell is not on the stack while its target is chosen", "5.1", edit(func(o *protocol.Observation) {
			if n := len(o.Stack); n > 0 && len(o.Stack[n-1].Targets) == 0 {
				o.Stack = o.Stack[:n-1]
			}
		})},
		{"permanent-in-hand", "if set, hand cards have a permanent", "6.4", observation(func(_ *game, me seat, o *protocol.Observation) {
			for i := range *o.Players[me].Hand {
				(*o.Players[me].Hand)[i].Permanent = &protocol.Permanent{}
			}
		})},
		{"permanent-missing", "if set, permanents have none", "6.4", edit(func(o *protocol.Observation) {
			for s := range o.Players {
				for i := range o.Players[s].Battlefield {
					o.Players[s].Battlefield[i].Permanent = nil
				}
			}
		})},
		{"priority-seat-other", "if set, priority_seat is the other seat", "6.2", edit(func(o *protocol.Observation) {
			if o.PrioritySeat != nil {
				o.PrioritySeat = protocol.Ptr(o.PrioritySeat.Other())
			}
		})},
		{"turn-from-zero", "if set, the first turn is turn 0", "6.2", edit(func(o *protocol.Observation) { o.Turn -= min(o.Turn, 1) })},
		{"active-seat-null", "if set, active_seat is always null", "6.2", edit(func(o *protocol.Observation) { o.ActiveSeat = nil })},
		{"phase-main", "if set, both main phases are called main", "6.2", edit(func(o *protocol.Observation) {
			if o.PhaseStep == "precombat_main" || o.PhaseStep == "postcombat_main" {
				o.PhaseStep = "main"
			}
		})},
		{"players-swapped", "if set, players lists p1 first", "6.2", edit(func(o *protocol.Observation) { o.Players[0], o.Players[1] = o.Players[1], o.Players[0] })},
		{"subtypes-printed", "if set, subtypes keep their printed capitals", "6.10", edit(func(o *protocol.Observation) {
			for s := range o.Players {
				for i := range o.Players[s].Battlefield {
					o.Players[s].Battlefield[i].Characteristics.Subtypes = []string{"Mountain"}
				}
			}
		})},
		{"id-twice", "if set, two hand cards have one id", "5.3", observation(func(_ *game, me seat, o *protocol.Observation) {
			if cards := *o.Players[me].Hand; len(cards) > 1 {
				cards[1].ObjectID = cards[0].ObjectID
			}
		})},
	}
}
