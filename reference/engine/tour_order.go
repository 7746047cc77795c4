package engine

// Tours of Section 7.5: orders and arrangements.

import "slices"

// Two Wardens see two creatures enter: four triggers, in pairs that only their instance tells apart,
// wait, are ordered, and resolve, the last first.
func triggersTour(g *game) {
	a, b := g.active, g.active.other()
	g.take(b, "Soul Warden", battlefield)
	wardens := []handle{g.take(a, "Soul Warden", battlefield), g.take(a, "Soul Warden", battlefield)}
	bears := g.creatures(a, 2)
	for i := range bears {
		for _, w := range wardens {
			g.triggers = append(g.triggers, trigger{source: w, controller: a, label: "Gain 1 life", events: bears, instance: i})
		}
	}
	g.triggers = append(g.triggers, trigger{source: g.find(b, battlefield, "Soul Warden"), controller: b, label: "Gain 1 life", events: bears, optional: true})
	if !g.yes(b, g.find(b, battlefield, "Soul Warden"), "optional_trigger") {
		g.triggers = g.triggers[:len(g.triggers)-1]
	}
	for _, h := range slices.Backward(g.putTriggersOnStack()) {
		g.priorityTo(g.objects[h].controller)
		g.players[g.objects[h].controller].life++
		g.done(h)
	}
}

// lookingTour looks at one to four cards for a purpose.
func lookingTour(card, purpose string, exactly int, to ...string) func(*game) {
	return func(g *game) {
		for n := 1; n <= 4; n++ {
			s := seat(n % 2)
			g.with(s, card, func(h handle) {
				g.arrange(s, s, h, arrangement{purpose: purpose, how: "looked_at", n: n, to: to, exactly: exactly})
			})
			g.priorityTo(s.other())
		}
	}
}

// Every destination in one arrangement, of a purpose of its own.
func destinationsTour(g *game) {
	s := g.active
	g.with(s, "Impulse", func(h handle) {
		g.arrange(s, s, h, arrangement{purpose: "other", how: "looked_at", n: 4, to: []string{"top", "bottom", "graveyard", "exile", "hand", "battlefield"}})
	})
	g.with(s.other(), "Mulldrifter", func(h handle) {
		g.arrange(s.other(), s.other(), h, arrangement{purpose: "look_at_top", how: "looked_at", n: 3, to: []string{"top"}})
	})
}

// Two cards of the hand go on top of the library, and three cards of the battlefield to either end in
// an order.
func blocksTour(g *game) {
	a, b := g.active, g.active.other()
	g.with(a, "Brainstorm", func(h handle) {
		g.placeOnTop(g.orderCards(a, h, "library_top", g.players[a].zones[hand][:2]))
	})
	g.placeOnBottom(b, g.orderCards(b, noObject, "library_bottom", g.creatures(b, 3)))
	for _, h := range g.orderCards(a, noObject, "other", g.creatures(a, 3)) {
		g.move(h, exile)
	}
}
