package engine

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// mulligansThen declines n hands of each seat and then always picks candidate 0.
func mulligansThen(n uint32) picker {
	return func(d *protocol.Decision) int {
		s := d.SeatDecision.Candidates[0].Semantic
		if s.Kind == "mulligan" && s.Value("mulligans_taken").(uint32) < n {
			return 1
		}
		return 0
	}
}

func TestLondonMulligan(t *testing.T) {
	for n := range uint32(openingHand + 1) {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var kinds []string // of the pregame, p0's
			var last *protocol.Observation
			h := newHost(t, Options{})
			h.play(caps(london(reset(0, "Burn")), 1000, 60), mulligansThen(n), func(d *protocol.Decision, _ wire.Value) {
				sd := &d.SeatDecision
				if sd.ActingSeat == protocol.P1 {
					return
				}
				if sd.Observation.Turn == 1 && last == nil {
					last = &sd.Observation
				}
				if sd.Observation.Turn > 0 {
					return
				}
				kinds = append(kinds, sd.Candidates[0].Semantic.Kind)
				switch s := sd.Candidates[0].Semantic; s.Kind {
				case "mulligan":
					assert.Equal(t, s.Value("hand_size"), uint32(7))
					assert.Equal(t, s.Value("mulligans_taken"), sd.Observation.Players[0].MulligansTaken)
					assert.Equal(t, len(sd.Candidates) == 2, s.Value("mulligans_taken").(uint32) < openingHand)
				case "order_pick":
					assert.Equal(t, sd.Group.SubstepCount, n)
					assert.Equal(t, s.Value("count"), n)
					assert.Equal(t, s.Value("position"), sd.Group.SubstepIndex)
					assert.Equal(t, len(sd.Candidates), int(7-sd.Group.SubstepIndex))
					assert.Equal(t, *sd.Context.Purpose, "mulligan_bottom")
				}
			})
			var want []string
			for range n + 1 {
				want = append(want, "mulligan")
			}
			for range n {
				want = append(want, "order_pick")
			}
			assert.DeepEqual(t, kinds, want)
			assert.Equal(t, last.Players[0].HandCount, 7-n)
			assert.Equal(t, last.Players[0].LibraryCount, 15+n)
			assert.Equal(t, len(last.Known), int(n))
			for _, k := range last.Known {
				assert.Equal(t, k.OwnerSeat, protocol.P0)
				assert.Equal(t, k.How, "own_placement")
			}
		})
	}
}

// A hand of three cards can be declined three times.
func TestMulliganOfASmallDeck(t *testing.T) {
	three := []protocol.DeckRow{{Name: "Mountain", Count: 3}}
	n := inspect(t, 3)
	newHost(t, Options{}).play(lists(london(reset(0, "Burn")), three), mulligansThen(3), n.decision)
	assert.Equal(t, n.kinds["mulligan"], 2*(2*3+1))
	assert.Equal(t, n.kinds["order_pick"], 2*(3+2+1))
}

// Position 0 of the block is its card closest to the top, and the owner alone knows the block until the
// cards are drawn or the library is shuffled.
func TestBottomBlock(t *testing.T) {
	s := newScene(t, "Put Hill Giant on the bottom", "Put Mountain on the bottom")
	s.put(0, library, "Goblin Piker")
	s.put(0, hand, "Mountain", "Hill Giant")
	s.players[0].mulligans = 2
	s.bottom(0)
	assert.DeepEqual(t, s.names(0, library), []string{"Goblin Piker", "Hill Giant", "Mountain"})

	entry := func(name string, bottom uint32) protocol.Known {
		return protocol.Known{OwnerSeat: protocol.P0, Zone: "library", CardName: name, PositionFromBottom: &bottom, How: "own_placement"}
	}
	assert.DeepEqual(t, s.known(0, true), []protocol.Known{entry("Hill Giant", 1), entry("Mountain", 0)})
	assert.Equal(t, len(s.known(1, true)), 0)
	s.draw(0)
	assert.Equal(t, len(s.known(0, true)), 2)
	s.draw(0)
	assert.DeepEqual(t, s.known(0, true), []protocol.Known{entry("Mountain", 0)})
	s.shuffle(0)
	assert.Equal(t, len(s.known(0, true)), 0)
}

// The winner of the toss decides before any card is drawn.
func TestTossWinnerChooses(t *testing.T) {
	winners := map[protocol.Seat]bool{}
	for i := range uint64(20) {
		h := newHost(t, Options{})
		d := h.decision(toss(reset(i, "Burn")))
		sd := &d.SeatDecision
		winners[sd.ActingSeat] = true
		assert.Equal(t, len(sd.Candidates), 2)
		assert.Equal(t, sd.Observation.PhaseStep, "pregame")
		assert.Assert(t, sd.Observation.ActiveSeat == nil && sd.Observation.PrioritySeat == nil)
		assert.Equal(t, sd.Observation.Players[0].HandCount, uint32(0))
		next := h.decision(choose(d, 1))
		assert.Equal(t, *next.SeatDecision.Observation.ActiveSeat, protocol.P1)
	}
	assert.Equal(t, len(winners), 2)
}

// Each shuffle has its own stream: neither the other seat's deck nor its mulligans change a hand.
func TestStreamsAreSeparate(t *testing.T) {
	hand := func(r *protocol.Reset, p1 picker) string {
		var names string
		h := newHost(t, Options{})
		h.play(caps(r, 8, 8), func(d *protocol.Decision) int {
			if d.SeatDecision.ActingSeat == protocol.P1 {
				return p1(d)
			}
			names = ""
			for _, c := range *d.SeatDecision.Observation.Players[0].Hand {
				names += *c.CardName + ","
			}
			return 0
		}, nil)
		return names
	}
	want := hand(london(reset(0, "Skirmish")), passes)
	assert.Equal(t, hand(london(reset(0, "Skirmish")), mulligansThen(2)), want)
	other := london(reset(0, "Skirmish"))
	other.Decks[1] = reset(0, "Burn").Decks[1]
	assert.Equal(t, hand(other, passes), want)
}
