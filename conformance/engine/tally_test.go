package engine

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A posed is a decision as a tally sees it, and what is answered.
type posed struct {
	seat          protocol.Seat
	group         uint64
	index, count  uint32
	kind          string // of the candidate that is chosen
	rewind        bool
	step, ofSeat  uint64
	breach        string // the pointer that is wrong; "" for none
	groupsCounted uint64 // after the answer
}

func TestTally(t *testing.T) {
	const p0, p1 = protocol.P0, protocol.P1
	for _, c := range []struct {
		name  string
		posed []posed
	}{
		{"two seats pass", []posed{
			{seat: p0, count: 1, kind: "pass", groupsCounted: 1},
			{seat: p1, count: 1, kind: "pass", step: 1, groupsCounted: 2},
			{seat: p0, group: 1, count: 1, kind: "pass", step: 2, ofSeat: 1, groupsCounted: 3},
		}},
		{"a group of two", []posed{
			{seat: p0, count: 2, kind: "declare_attack"},
			{seat: p0, index: 1, count: 2, kind: "declare_attack", step: 1, ofSeat: 1, groupsCounted: 1},
			{seat: p1, count: 1, kind: "pass", step: 2, groupsCounted: 2},
		}},
		{"a gap in step", []posed{{seat: p0, count: 1, step: 1, breach: "/step"}}},
		{"a gap in seat_step", []posed{{seat: p0, count: 1, ofSeat: 1, breach: "/seat_decision/seat_step"}}},
		{"the other seat inside a group", []posed{
			{seat: p0, count: 2, kind: "declare_attack"},
			{seat: p1, count: 1, step: 1, breach: "/seat_decision/acting_seat"},
		}},
		{"a group that changes its size", []posed{
			{seat: p0, count: 2, kind: "declare_attack"},
			{seat: p0, index: 1, count: 3, step: 1, ofSeat: 1, breach: "/seat_decision/group"},
		}},
		{"a group id left out", []posed{
			{seat: p0, count: 1, kind: "pass", groupsCounted: 1},
			{seat: p0, group: 2, count: 1, step: 1, ofSeat: 1, breach: "/seat_decision/group"},
		}},
		{"a rewind takes the action back, and what the other seat did since", []posed{
			{seat: p1, count: 1, kind: "pass", groupsCounted: 1},
			{seat: p0, count: 1, kind: "cast_spell", step: 1, groupsCounted: 2},
			{seat: p1, group: 1, count: 1, kind: "pass", step: 2, ofSeat: 1, groupsCounted: 3},
			{seat: p0, group: 1, count: 1, kind: "pass", rewind: true, step: 3, ofSeat: 1, groupsCounted: 2},
		}},
		{"a rewind inside a group", []posed{
			{seat: p0, count: 1, kind: "cast_spell", groupsCounted: 1},
			{seat: p0, group: 1, count: 2, kind: "choose_target", step: 1, ofSeat: 1, groupsCounted: 1},
			{seat: p0, group: 2, count: 1, kind: "pass", rewind: true, step: 2, ofSeat: 2, groupsCounted: 1},
		}},
		{"a rewind after a pass", []posed{
			{seat: p0, count: 1, kind: "cast_spell", groupsCounted: 1},
			{seat: p0, group: 1, count: 1, kind: "pass", step: 1, ofSeat: 1, groupsCounted: 2},
			{seat: p0, group: 2, count: 1, rewind: true, step: 2, ofSeat: 2, breach: "/seat_decision/context/rewind"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tally tally
			for i, p := range c.posed {
				context := protocol.Context{Kind: "choice", Rewind: p.rewind}
				if p.count == 1 {
					context.Kind = "priority"
				}
				d := &protocol.Decision{Step: p.step, SeatDecision: protocol.SeatDecision{
					ActingSeat: p.seat, SeatStep: p.ofSeat, Context: context,
					Group:      protocol.Group{ID: p.group, SubstepIndex: p.index, SubstepCount: p.count},
					Candidates: []protocol.Candidate{{Semantic: protocol.Semantic{Kind: p.kind}}},
				}}
				b := tally.pose(d)
				if p.breach != "" {
					assert.Assert(t, b != nil, "decision %d: no breach", i)
					assert.Equal(t, b.where, p.breach)
					return
				}
				assert.Assert(t, b == nil, "decision %d: %+v", i, b)
				tally.answer(d, 0)
				assert.Equal(t, tally.groups(), p.groupsCounted, "after decision %d", i)
			}
		})
	}
}

func TestTallyOfTheEnd(t *testing.T) {
	tally := tally{steps: 3, complete: []bool{true, false, true}, game: "g"}
	for _, c := range []struct {
		end   protocol.Terminal
		where string
	}{
		{protocol.Terminal{GameID: "g", StepCount: 3, DecisionCount: 2}, ""},
		{protocol.Terminal{GameID: "h", StepCount: 3, DecisionCount: 2}, "/game_id"},
		{protocol.Terminal{GameID: "g", StepCount: 4, DecisionCount: 2}, "/step_count"},
		{protocol.Terminal{GameID: "g", StepCount: 3, DecisionCount: 3}, "/decision_count"},
	} {
		b := tally.end(&c.end)
		assert.Equal(t, b != nil, c.where != "")
		if b != nil {
			assert.Equal(t, b.where, c.where)
		}
	}
}
