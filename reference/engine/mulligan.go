package engine

// Before the first turn (CR 103): the starting player, the opening hands and the London mulligan.

import (
	"fmt"
	"slices"
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
	q := question{seat: winner}
	for s := range g.players {
		player := seat(s).wire()
		q.offer(fmt.Sprintf("%s takes the first turn", player), "choose_starting_player", player)
	}
	return seat(g.choose(q))
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
	p := &g.players[s]
	size, taken := uint32(len(p.zones[hand])), p.mulligans
	q := question{seat: s}
	q.offer("Keep", "mulligan", size, taken, true)
	if taken < size {
		q.offer("Mulligan", "mulligan", size, taken, false)
	}
	return g.choose(q) == 0
}

// redraw is one mulligan: the hand goes back, the library is shuffled, seven are drawn.
func (g *game) redraw(s seat) {
	p := &g.players[s]
	p.mulligans++
	for len(p.zones[hand]) > 0 {
		g.move(p.zones[hand][0], library)
	}
	g.shuffle(s)
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
		q := question{seat: s, purpose: "mulligan_bottom"}
		for _, h := range left {
			q.offer("Put "+g.objects[h].card.name+" on the bottom", "order_pick",
				nil, "mulligan_bottom", g.itemRef(s, h), i, n)
		}
		c := g.ask(q)
		block = append(block, left[c])
		left = slices.Delete(left, c, c+1)
	}
	g.placeOnBottom(s, block)
}
