package engine

// Tours of Sections 7.1, 9.5 and 11.4: limits, loops and ends.

// As many candidates as a decision may have.
func limitTour(g *game) { g.number(g.active, noObject, "other", 1, maxCandidates) }

// One candidate more, which no decision can carry: the game is halted.
func beyondTour(g *game) { g.number(g.active, noObject, "other", 0, maxCandidates) }

// A loop of mandatory actions: nobody has a choice, and it never ends.
func loopTour(g *game) {
	for {
		for _, s := range g.turnOrder() {
			g.option(s, noObject, "effect_option", "Go on")
		}
	}
}

// A player who can do something for ever, for nothing.
func stallTour(g *game) {
	top := g.take(g.active, "Sensei's Divining Top", battlefield)
	for {
		g.priorityTo(g.active, does("Look at the top three", "activate_ability", top, 0))
		g.priorityTo(g.active.other())
	}
}

// Both players lose at once.
func drawTour(g *game) {
	g.priorityTo(g.active)
	g.players[0].life, g.players[1].life = 0, -1
	g.checkStateBasedActions()
}
