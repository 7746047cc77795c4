package engine

// Before the first turn (CR 103): the starting player, the opening hands and the London mulligan.

import (
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

const openingHand = 7

func (g *game) pregame() {
	g.active = g.startingPlayer()
	for _, s := range g.turnOrder() {
		g.shuffle(s)
		g.drawHand(s)
	}
	if g.rules.Mulligan == "london" {
		g.mulligans()
	}
}

// startingPlayer is the seat the host named, or whom the winner of the toss names (Section 12.2).
func (g *game) startingPlayer() seat {
	if g.rules.StartingSeat != nil {
		return seat(g.rules.StartingSeat.Index())
	}
	winner := seat(g.stream("shared", "starting_player_toss", 0).below(2))
	return seat(g.choose(question{seat: winner, list: func(o *offers) {
		for _, player := range protocol.Seats {
			o.add(fmt.Sprintf("%s takes the first turn", player), "choose_starting_player", player)
		}
	}}))
}

func (g *game) turnOrder() [2]seat { return [2]seat{g.active, g.active.other()} }

func (g *game) drawHand(s seat) {
	for range openingHand {
		g.draw(s)
	}
}

// mulligans: each player in turn order keeps or not, a player who keeps puts cards on the bottom, and
// then all who did not keep draw new hands and are asked again (CR 103.5).
func (g *game) mulligans() {
	deciding := g.turnOrder()
	for open := deciding[:]; len(open) > 0; {
		var again []seat
		for _, s := range open {
			if g.keeps(s) {
				g.bottom(s)
			} else {
				again = append(again, s)
			}
		}
		for _, s := range again {
			g.redraw(s)
		}
		open = again
	}
}

// keeps asks s. A mulligan is allowed as long as the hand it leads to has cards to put on the bottom.
func (g *game) keeps(s seat) bool {
	return g.choose(question{seat: s, list: func(o *offers) {
		size, taken := uint32(len(g.players[s].zones[hand])), g.players[s].mulligans
		o.add("Keep", "mulligan", size, taken, true)
		if taken < size {
			o.add("Mulligan", "mulligan", size, taken, false)
		}
	}}) == 0
}

// redraw is one mulligan: the hand goes back, the library is shuffled, seven are drawn.
func (g *game) redraw(s seat) {
	p := &g.players[s]
	p.mulligans++
	g.shuffleHand(s)
	g.drawHand(s)
}

// bottom has s put a card on the bottom for each mulligan taken. Section 7.5 wants all picks posed, also
// the last of a block that takes the whole hand.
func (g *game) bottom(s seat) {
	p := &g.players[s]
	n := int(p.mulligans)
	if n == 0 {
		return
	}
	left := slices.Clone(p.zones[hand])
	var block []handle
	g.group(s, n)
	for i := range n {
		c := g.ask(question{seat: s, purpose: "mulligan_bottom", list: func(o *offers) {
			for _, h := range left {
				o.add("Put "+g.objects[h].card.name+" on the bottom", "order_pick", nil, "mulligan_bottom", objectItem(h), i, n)
			}
		}})
		block = append(block, left[c])
		left = slices.Delete(left, c, c+1)
	}
	g.placeOnBottom(s, block)
}
