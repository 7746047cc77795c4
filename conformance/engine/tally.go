package engine

import (
	"fmt"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A tally follows the counters of one game from outside: the steps of Section 9.3 and the groups of
// Section 8, rewinds included.
type tally struct {
	steps      uint64 // answered decisions
	decomposed bool   // a group of several decisions was seen
	game       string

	seats    [2]seatTally
	partial  *protocol.Seat // the seat whose group is begun and not completed
	complete []bool         // completed groups of both seats in order; false once abandoned by a rewind
}

type seatTally struct {
	steps  uint64
	group  protocol.Group // the last one posed
	posed  bool           // any was
	action int            // 1 + the index in complete of its last priority answer but pass; 0 if none since
}

// A breach is one counter that is wrong.
type breach struct{ message, where, want string }

func (t *tally) groups() uint64 {
	n := uint64(0)
	for _, counted := range t.complete {
		if counted {
			n++
		}
	}
	return n
}

// pose follows a decision that the target posed.
func (t *tally) pose(d *protocol.Decision) *breach {
	sd := &d.SeatDecision
	s := &t.seats[sd.ActingSeat.Index()]
	if t.steps == 0 {
		t.game = d.GameID
	}
	switch {
	case d.GameID != t.game:
		return &breach{"a decision names another game", "/game_id", suite.Quote(t.game)}
	case d.Step != t.steps:
		return &breach{"step does not count the answered decisions", "/step", fmt.Sprint(t.steps)}
	case sd.SeatStep != s.steps:
		return &breach{"seat_step does not count the answered decisions of its seat", "/seat_decision/seat_step", fmt.Sprint(s.steps)}
	case t.partial != nil && *t.partial != sd.ActingSeat:
		return &breach{"a decision is posed to a seat while the other seat's group is not complete", "/seat_decision/acting_seat", suite.Quote(string(*t.partial))}
	}
	want := protocol.Group{SubstepCount: sd.Group.SubstepCount}
	switch {
	case sd.Context.Rewind:
		if s.action == 0 {
			return &breach{"a rewind without an action of this seat that it could take back", "/seat_decision/context/rewind", "false"}
		}
		t.abandon(s.action - 1)
		want.ID = s.group.ID + 1
	case t.partial != nil:
		want = s.group
		want.SubstepIndex++
	case s.posed:
		want.ID = s.group.ID + 1
	}
	if sd.Group != want {
		where := "/seat_decision/group"
		return &breach{"the group does not continue or follow the last one of its seat", where,
			fmt.Sprintf("group_id %d, substep_index %d, substep_count %d", want.ID, want.SubstepIndex, want.SubstepCount)}
	}
	if sd.Context.Kind == "priority" && sd.Group.SubstepCount != 1 {
		return &breach{"a priority decision is part of a group", "/seat_decision/group/substep_count", "1"}
	}
	t.decomposed = t.decomposed || sd.Group.SubstepCount > 1
	s.group, s.posed = sd.Group, true
	return nil
}

// abandon takes back the group at index from and all that were completed after it.
func (t *tally) abandon(from int) {
	for i := from; i < len(t.complete); i++ {
		t.complete[i] = false
	}
	for i := range t.seats {
		if t.seats[i].action > from {
			t.seats[i].action = 0
		}
	}
	t.partial = nil
}

// answer follows the answer to the decision posed last.
func (t *tally) answer(d *protocol.Decision, candidate int) {
	sd := &d.SeatDecision
	s := &t.seats[sd.ActingSeat.Index()]
	t.steps++
	s.steps++
	t.partial = nil
	if sd.Group.SubstepIndex+1 < sd.Group.SubstepCount {
		t.partial = &sd.ActingSeat
		return
	}
	t.complete = append(t.complete, true)
	if sd.Context.Kind == "priority" {
		s.action = 0
		if sd.Candidates[candidate].Semantic.Kind != "pass" {
			s.action = len(t.complete)
		}
	}
}

// end follows the terminal.
func (t *tally) end(end *protocol.Terminal) *breach {
	switch {
	case t.steps > 0 && end.GameID != t.game:
		return &breach{"the terminal names another game", "/game_id", suite.Quote(t.game)}
	case end.StepCount != t.steps:
		return &breach{"step_count is not the number of answered decisions", "/step_count", fmt.Sprint(t.steps)}
	case end.DecisionCount != t.groups():
		return &breach{"decision_count is not the number of completed groups", "/decision_count", fmt.Sprint(t.groups())}
	case end.Classification == "natural" && t.partial != nil:
		return &breach{"the game ends by itself inside a group", "/classification", "a complete group"}
	}
	return nil
}
