package engine

// Priority (CR 117): who may act, and what they may do.

// givePriority gives players priority, the active player first, and resolves what they put on the
// stack, until both pass in succession with the stack empty.
func (g *game) givePriority() {
	for {
		g.untilBothPass()
		if len(g.stack) == 0 {
			return
		}
		g.resolve()
	}
}

// untilBothPass lets the players act in turn until they have passed in succession (CR 117.4): a seat
// that acts, be it only for mana, keeps priority and both have to pass anew.
func (g *game) untilBothPass() {
	for s := g.active; len(g.passed) < len(g.players); {
		g.checkStateBasedActions()
		g.holder = s
		if act := g.askPriority(s); act != nil {
			g.passed = nil
			act()
			continue
		}
		g.passed = append(g.passed, s)
		s = s.other()
	}
	g.holder, g.passed = nobody, nil
}

// askPriority returns what s does, or nil if it passes.
func (g *game) askPriority(s seat) func() {
	var acts []func()
	choice := g.choose(question{seat: s, priority: true, list: func(o *offers) { acts = g.actions(s, o) }})
	return acts[choice]
}

// actions offers what s may do and returns how each is done; passing is nil.
func (g *game) actions(s seat, o *offers) []func() {
	acts := []func(){nil}
	o.add("Pass priority", "pass")
	for _, h := range g.players[s].zones[hand] {
		c := g.objects[h].card
		if c.is("land") && !c.staged && g.mayPlayLand(s) {
			o.add("Play "+c.name, "play_land", h, 0)
			acts = append(acts, func() { g.playLand(s, h) })
		}
	}
	for _, h := range g.players[s].zones[hand] {
		c := g.objects[h].card
		if g.mayCast(s, c) {
			o.add("Cast "+c.name, "cast_spell", h, "normal")
			acts = append(acts, func() { g.cast(s, h) })
		}
	}
	for _, h := range g.players[s].zones[battlefield] {
		if p := g.objects[h]; !g.autopay() && p.card.taps != noMana && !p.tapped {
			m := p.card.taps
			o.add("Tap "+p.card.name+" for "+string(m), "activate_mana_ability", h, 0, string(m), nil)
			acts = append(acts, func() { g.tapForMana(s, h, m) })
		}
	}
	return acts
}

// sorcerySpeed: in an own main phase with the stack empty (CR 116.2a, 307.1).
func (g *game) sorcerySpeed(s seat) bool {
	return s == g.active && len(g.stack) == 0 && (g.phase == "precombat_main" || g.phase == "postcombat_main")
}

func (g *game) mayPlayLand(s seat) bool { return g.sorcerySpeed(s) && g.players[s].landsPlayed == 0 }

// mayCast: in time, and the pool covers the cost. Lands are not cast, and targets always exist, since a
// player is one.
func (g *game) mayCast(s seat, c *card) bool {
	return !c.is("land") && !c.staged && (c.is("instant") || g.sorcerySpeed(s)) && g.affords(s, c.cost)
}

// autopay: by the declared default engine_autopay the engine taps lands for what is paid (Section 7.6).
func (g *game) autopay() bool { return g.hello.Defaults.ManaPayment != "" }

// manaSources are the permanents that s can tap for mana.
func (g *game) manaSources(s seat) []handle {
	return g.permanents(s, func(o *object) bool { return o.card.taps != noMana && !o.tapped })
}

// affords reports whether the pool of s covers c, under autopay with what the engine would add.
func (g *game) affords(s seat, c cost) bool {
	pool := g.players[s].pool
	if g.autopay() {
		for _, h := range g.manaSources(s) {
			pool[g.objects[h].card.taps.index()]++
		}
	}
	return c.covers(pool)
}

// pay pays c, which s affords.
func (g *game) pay(s seat, c cost) {
	for _, h := range g.manaSources(s) {
		if c.covers(g.players[s].pool) {
			break
		}
		g.tapForMana(s, h, g.objects[h].card.taps)
	}
	c.pay(&g.players[s].pool)
}

func (g *game) playLand(s seat, h handle) {
	g.move(h, battlefield)
	g.players[s].landsPlayed++
}

func (g *game) tapForMana(s seat, h handle, m mana) {
	g.objects[h].tapped = true
	g.players[s].pool[m.index()]++
}
