package engine

// Tours of Section 8: actions that can't be completed and are undone.

// One rewind; one within a group; one after the other seat's answer; and one inside another.
func rewindsTour(g *game) {
	a, b := g.active, g.active.other()
	g.creatures(a, 2)
	land, rites := g.take(a, "Forest", hand), g.take(a, "Village Rites", hand)
	reply := g.take(b, "Village Rites", hand)
	acts := []act{
		does("Play Forest", "play_land", land, 0),
		does("Cast Village Rites", "cast_spell", rites, "normal"),
		does("Cast Village Rites for free", "cast_spell", rites, "free"),
	}
	carryOut := func(g *game, fails func(spell handle)) func(int) bool {
		return func(i int) bool {
			if i == 0 {
				g.move(land, battlefield)
				land = g.find(a, battlefield, "Forest")
				return true
			}
			fails(g.move(rites, stack))
			return false
		}
	}
	bears := func() []handle { return g.permanents(a, isCreature) }
	g.attempt(a, acts, carryOut(g, func(h handle) { g.payWith(a, h, "sacrifice", 1, bears()) }))
	g.attempt(a, acts[1:], func(int) bool {
		h := g.move(rites, stack)
		g.group(a, 2)
		g.ask(question{seat: a, source: h, list: func(o *offers) {
			for _, c := range bears() {
				o.add("Sacrifice "+g.objects[c].card.name, "choose_cost_target", h, "sacrifice", c, 0, 2, 2)
			}
		}})
		return false // nothing else can be sacrificed any more
	})
	g.attempt(a, acts[1:], func(int) bool {
		g.paysOptional(b, g.move(rites, stack), "unless_payment")
		return false
	})
	g.attempt(a, acts[1:], func(int) bool {
		g.move(rites, stack)
		g.attempt(b, []act{does("Cast Village Rites", "cast_spell", reply, "normal")}, func(int) bool {
			g.yes(a, g.move(reply, stack), "other")
			return false
		})
		return false
	})
}
