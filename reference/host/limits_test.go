package host

import (
	"testing"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
	"gotest.tools/v3/assert"
)

const ms = time.Millisecond

func TestSeatClock(t *testing.T) {
	for _, tc := range []struct {
		name           string
		bank, inc, max uint64
		took           time.Duration
		inTime         bool
		left           uint64 // in the bank afterwards
	}{
		{"well in time", 1000, 10, 800, 5 * ms, true, 1005},
		{"exactly the cap of one decision", 1000, 10, 800, 800 * ms, true, 210},
		{"a moment over the cap counts as a millisecond", 1000, 10, 800, 800*ms + 1, false, 1000},
		{"exactly the bank", 500, 10, 800, 500 * ms, true, 10},
		{"over the bank", 500, 10, 800, 501 * ms, false, 500},
		{"the bank is not capped", 1000, 5000, 800, 0, true, 6000},
		{"no increment", 1000, 0, 800, 1, true, 999},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := seatClock{tc.bank, tc.inc, tc.max}
			assert.Equal(t, c.spend(tc.took), tc.inTime)
			assert.Equal(t, c.bank, tc.left)
		})
	}
}

// plays feeds answers to a tally: 'P' and 'p' are real choices and passes of p0, 'Q' and 'q' those of
// p1, each a group of its own in turn 1.
func plays(t *tally, answers string) (capped bool) {
	for _, a := range answers {
		s := protocol.P0
		if a == 'Q' || a == 'q' {
			s = protocol.P1
		}
		capped = t.answer(s, 1, a == 'P' || a == 'Q', true)
	}
	return capped
}

func repeat(s string, n int) (out string) {
	for range n {
		out += s
	}
	return out
}

func TestBlame(t *testing.T) {
	for _, tc := range []struct {
		name, answers string
		capped        protocol.Seat
		want          Ending
	}{
		{"nobody chose", repeat("pq", 10), protocol.P0, mandatoryLoop},
		{"only the capping seat chose", "Pqpq", protocol.P0, forfeit(protocol.P0, Stalling)},
		{"the other seat chose more", repeat("PPq", 6), protocol.P1, forfeit(protocol.P0, Stalling)},
		{"a tie falls on the capping seat", "PQ", protocol.P1, forfeit(protocol.P1, Stalling)},
		{"the 250th answer back still counts", "P" + repeat("q", 249), protocol.P1, forfeit(protocol.P0, Stalling)},
		{"the 251st does not", "P" + repeat("q", 250), protocol.P1, mandatoryLoop},
		{"the capping answer is in the window", repeat("q", 300) + "P", protocol.P0, forfeit(protocol.P0, Stalling)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			y := tally{limits: protocol.Limits{MaxSeatDecisionsPerTurn: 1e6, MaxSeatDecisionsPerGame: 1e6, MaxSeatStepsPerGame: 1e6}}
			assert.Assert(t, !plays(&y, tc.answers))
			assert.DeepEqual(t, y.blame(tc.capped), tc.want)
		})
	}
}

func TestCapsAreReachedAtTheirCount(t *testing.T) {
	free := protocol.Limits{MaxSeatDecisionsPerTurn: 1e6, MaxSeatDecisionsPerGame: 1e6, MaxSeatStepsPerGame: 1e6}
	type answer struct {
		seat protocol.Seat
		turn uint64
		last bool
	}
	p0, p1 := protocol.P0, protocol.P1
	for _, tc := range []struct {
		name    string
		limit   func(*protocol.Limits)
		answers []answer // the last one, and no other, reaches the cap
	}{
		{"answers in a turn", func(l *protocol.Limits) { l.MaxSeatDecisionsPerTurn = 2 },
			[]answer{{p0, 1, true}, {p1, 1, true}, {p0, 2, true}, {p0, 2, true}}},
		{"groups in a game", func(l *protocol.Limits) { l.MaxSeatDecisionsPerGame = 2 },
			[]answer{{p0, 1, false}, {p0, 1, true}, {p1, 1, true}, {p0, 1, false}, {p0, 1, true}}},
		{"answers in a game", func(l *protocol.Limits) { l.MaxSeatStepsPerGame = 3 },
			[]answer{{p0, 1, false}, {p0, 1, true}, {p1, 1, true}, {p0, 2, false}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l := free
			tc.limit(&l)
			y := tally{limits: l}
			for i, a := range tc.answers {
				assert.Equal(t, y.answer(a.seat, a.turn, false, a.last), i == len(tc.answers)-1, "answer %d", i)
			}
		})
	}
}
