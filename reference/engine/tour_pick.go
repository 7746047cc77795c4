package engine

// Tours of Section 7.5: targets, selections, modes and divisions.

import "slices"

// A fixed requirement of two, a variable one of up to two, and a spell with two requirements.
func targetsTour(g *game) {
	a, b := g.active, g.active.other()
	g.creatures(a, 2)
	g.creatures(b, 2)
	creatures := func() []target { return g.anyTarget()[len(g.players):] }
	g.with(a, "Swelter", func(h handle) { g.chooseTargets(a, h, 0, 2, 2, creatures) })
	g.with(b, "Nahiri's Stoneblades", func(h handle) { g.chooseTargets(b, h, 0, 0, 2, creatures) })
	g.with(a, "Agony Warp", func(h handle) {
		g.chooseTargets(a, h, 0, 1, 1, creatures)
		g.chooseTargets(a, h, 1, 1, 1, creatures)
	})
	g.with(b, "Arc Lightning", func(h handle) { g.chooseTargets(b, h, 0, 1, 3, g.anyTarget) })
}

// Every purpose of a selection: of exactly two, and of none to two; a vote between
// players and a creature; a search.
func selectionsTour(g *game) {
	a, b := g.active, g.active.other()
	bears := targetsOf(g.creatures(a, 3))
	g.with(a, "Careful Study", func(h handle) {
		for _, purpose := range words("select_object.purpose") {
			if purpose == "search" || purpose == "modes" {
				continue
			}
			g.selectObjects(a, h, purpose, 2, 2, bears)
			g.selectObjects(b, noObject, purpose, 0, 2, bears)
		}
		g.selectObjects(a, h, "vote", 1, 3, []target{playerTarget(a), playerTarget(b), bears[0]})
	})
	g.with(b, "Cultivate", func(h handle) { g.search(b, h, "Forest", 2) })
}

// search has s look for up to n cards of a name in its library and put them into its hand.
func (g *game) search(s seat, source handle, name string, n int) {
	cards := g.players[s].zones[library]
	g.look(s, cards, "searching")
	var found []handle
	for _, h := range cards {
		if g.objects[h].card.name == name {
			found = append(found, h)
		}
	}
	picked := g.selectObjects(s, source, "search", 0, n, targetsOf(g.sorted(s, found)))
	g.endLook(s)
	for _, t := range picked {
		g.move(t.object, hand)
	}
	g.shuffle(s)
}

// Two of four modes, and one or more of three.
func modesTour(g *game) {
	a, b := g.active, g.active.other()
	g.with(a, "Cryptic Command", func(h handle) {
		g.chooseModes(a, h, 2, 2, "Counter target spell", "Return target permanent", "Tap all creatures", "Draw a card")
		g.priorityTo(b)
	})
	g.with(b, "Collective Brutality", func(h handle) {
		g.chooseModes(b, h, 1, 3, "Target opponent reveals their hand", "Target creature gets -2/-2", "Target opponent loses 2 life")
		g.priorityTo(a)
	})
}

// Damage divided among chosen targets and then on the stack, every other purpose, and combat damage.
func divisionsTour(g *game) {
	a, b := g.active, g.active.other()
	g.creatures(a, 1)
	g.creatures(b, 2)
	g.with(a, "Arc Lightning", func(h handle) {
		amounts := g.distribute(a, h, "damage", 3, 1, g.chooseTargets(a, h, 0, 1, 3, g.anyTarget))
		g.objects[h].divided = &amounts
		g.priorityTo(b)
	})
	for _, purpose := range words("distribute.purpose") {
		if purpose != "damage" && purpose != "combat_damage" {
			g.distribute(b, noObject, purpose, 4, 0, g.anyTarget()[len(g.players):])
		}
	}
	g.trample(a, b)
}

// trample is a combat in which a trampler is blocked by two.
func (g *game) trample(a, b seat) {
	dreadmaw := g.take(a, "Colossal Dreadmaw", battlefield)
	blockers := g.permanents(b, isCreature)[:2]
	g.objects[dreadmaw].attacks, g.objects[dreadmaw].tapped = &target{player: b}, true
	for _, h := range blockers {
		g.objects[h].blocking, g.objects[h].blocks = true, []handle{dreadmaw}
	}
	g.phase = "combat_damage"
	if g.hello.Defaults.CombatDamageAssignment == "" {
		g.distribute(a, dreadmaw, "combat_damage", 6, 0, slices.Concat(targetsOf(blockers), []target{playerTarget(b)}))
	}
	g.endCombat()
}
