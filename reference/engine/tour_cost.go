package engine

// Tours of Sections 7.1, 7.2 and 7.5: costs, ways of casting, and paying mana while something resolves.

// Every kind of cost that is paid by choosing, every optional one, and the ways of paying and casting.
func costsTour(g *game) {
	a, b := g.active, g.active.other()
	bears := g.creatures(a, 3)
	g.with(a, "Fling", func(h handle) {
		for i, kind := range words("choose_cost_target.cost_kind") {
			g.payWith(a, h, kind, 1+i%2, bears)
		}
		for _, cost := range words("optional_cost.cost") {
			g.paysOptional(a, h, cost)
		}
	})
	g.with(b, "Everflowing Chalice", func(h handle) {
		if g.paysOptional(b, h, "kicker") {
			g.number(b, h, "cost_repetitions", 1, 3)
		}
	})
	g.with(a, "Bone Shards", func(h handle) {
		if g.costOption(a, h, "sacrifice_creature", "discard") == 0 {
			g.payWith(a, h, "sacrifice", 1, bears)
		} else {
			g.payWith(a, h, "discard", 1, g.players[a].zones[hand])
		}
	})
}

// What s may do with priority: play a land, cast a card in each of the ways, use abilities and take
// each special action; then the way is chosen after the spell, and offered cards are cast or not.
func castsTour(g *game) {
	a, b := g.active, g.active.other()
	land, card := g.take(a, "Forest", hand), g.take(a, "Faithless Looting", hand)
	city, wastes, top := g.take(a, "City of Brass", battlefield), g.take(a, "Wastes", battlefield), g.take(a, "Sensei's Divining Top", battlefield)
	altar, bear := g.take(a, "Ashnod's Altar", battlefield), g.creatures(a, 1)[0]
	acts := []act{
		does("Play Forest", "play_land", land, 0),
		does("Sacrifice Grizzly Bears for mana", "activate_mana_ability", altar, 0, nil, objectTarget(bear)),
		does("Look at the top three", "activate_ability", top, 0),
		does("Draw a card", "activate_ability", top, 1),
		does("Cast Faithless Looting somehow", "cast_spell", card, nil),
	}
	for _, m := range words("method") {
		acts = append(acts, does("Cast Faithless Looting by "+m, "cast_spell", card, m))
	}
	for _, action := range words("special_action.action") {
		acts = append(acts, does("Take the action "+action, "special_action", top, action))
	}
	for _, m := range words("mana_symbol") {
		land := city
		if m == "C" {
			land = wastes
		}
		acts = append(acts, does("Tap for "+m, "activate_mana_ability", land, 0, m, nil))
	}
	g.priorityTo(a, acts...)
	g.with(a, "Faithless Looting", func(h handle) { g.castMethod(a, h, words("method")...) })
	temper := g.take(b, "Fiery Temper", exile)
	for _, m := range words("method") {
		g.castsOffered(b, temper, m)
	}
}

// A spell is countered unless its controller pays, who floats mana first.
func paymentTour(g *game) {
	a, b := g.active, g.active.other()
	for range 4 {
		g.take(a, "Forest", battlefield)
	}
	bears := g.spell(a, "Grizzly Bears")
	g.with(b, "Mana Leak", func(leak handle) {
		g.chooseTargets(b, leak, 0, 1, 1, func() []target { return []target{objectTarget(bears)} })
		if !g.paysMana(a, leak, "unless_payment", cost{generic: 3}) {
			g.move(bears, graveyard)
		}
	})
	if g.there(bears, stack) {
		g.move(bears, battlefield)
	}
	g.players[a].pool = [6]uint32{}
}
