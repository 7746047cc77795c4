package host

// Section 11.4: clocks, caps and stalling.

import (
	"math"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A seatClock is one seat's bank of time, in milliseconds.
type seatClock struct{ bank, increment, max uint64 }

func newSeatClock(t protocol.TimeControl) seatClock {
	return seatClock{t.BankMS, t.IncrementMS, t.MaxDecisionMS}
}

// budget is the longest that the next answer may take.
func (c seatClock) budget() time.Duration {
	return milliseconds(min(c.bank, c.max))
}

// milliseconds returns ms as a duration, or the longest there is: the protocol's integers reach
// further.
func milliseconds(ms uint64) time.Duration {
	const most = uint64(math.MaxInt64 / time.Millisecond)
	return time.Duration(min(ms, most)) * time.Millisecond
}

// spend takes the time of one answer from the bank and reports whether it was in time. A part of a
// millisecond counts as a whole one, and an answer at exactly the budget is in time: the text says
// that a decision which exceeds it is a forfeit.
func (c *seatClock) spend(took time.Duration) bool {
	ms := uint64((took + time.Millisecond - 1) / time.Millisecond)
	if ms > c.max || ms > c.bank {
		return false
	}
	c.bank = min(c.bank-ms+c.increment, wire.MaxInt)
	return true
}

// stallWindow is how many answers of both seats together the blame for a cap looks back on.
const stallWindow = 250

// A tally counts what the caps of Section 11.4 bound, and remembers who chose for real of late.
type tally struct {
	limits protocol.Limits
	seats  [2]struct {
		turn            uint64 // observation.turn of its last answer
		inTurn          uint64 // answers in that turn
		groups, answers uint64
	}
	window [stallWindow]struct {
		seat protocol.Seat
		real bool
	}
	answered uint64
}

// answer counts one answer of seat s and reports whether it reached a cap of that seat. real: it was
// no pass and there was something to choose. last: it completed its group.
func (t *tally) answer(s protocol.Seat, turn uint64, real, last bool) (capped bool) {
	c := &t.seats[s.Index()]
	if turn != c.turn {
		c.turn, c.inTurn = turn, 0
	}
	c.inTurn++
	c.answers++
	if last {
		c.groups++
	}
	w := &t.window[t.answered%stallWindow]
	w.seat, w.real = s, real
	t.answered++
	l := t.limits
	return c.inTurn >= l.MaxSeatDecisionsPerTurn || c.groups >= l.MaxSeatDecisionsPerGame || c.answers >= l.MaxSeatStepsPerGame
}

// blame is the ending when seat s has reached a cap: the seat with more real choices in the window
// forfeits, on a tie s, and without any it is a loop of mandatory actions.
func (t *tally) blame(s protocol.Seat) Ending {
	var real [2]int
	for i := range min(t.answered, stallWindow) {
		if w := t.window[i]; w.real {
			real[w.seat.Index()]++
		}
	}
	switch mine, theirs := real[s.Index()], real[s.Other().Index()]; {
	case mine == 0 && theirs == 0:
		return mandatoryLoop
	case theirs > mine:
		return forfeit(s.Other(), Stalling)
	}
	return forfeit(s, Stalling)
}
