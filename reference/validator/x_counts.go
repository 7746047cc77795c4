package validator

// Sections 6.2, 6.3 and 9.2: counts that only move one way, and what both seats see alike.

// public is what the last observation, of either seat, said of the public game.
type public struct {
	seen   bool
	turn   int64
	active seat
	lands  [2]int64
}

func (t *public) observe(o *observation) {
	*t = public{seen: true, turn: o.turn, active: seatOf(o.active)}
	for i := range t.lands {
		t.lands[i] = o.players[i].landsPlayed
	}
}

// restarted reports whether an effect has restarted the game (CR 727): its turns begin anew.
func (g *Game) restarted() bool {
	return g.table.seen && g.d.obs.turn < g.table.turn && g.d.obs.turn <= 1
}

// movedBack reports whether the table may have gone back: by a rewind, or since the game was restarted.
func (g *Game) movedBack() bool { return !g.table.seen || g.d.context.rewind || g.restarted() }

func (g *Game) checkTurn() {
	if o := &g.d.obs; !g.movedBack() && o.turn < g.table.turn {
		g.fail(o.turnValue, "turn %d after turn %d", o.turn, g.table.turn)
	}
}

func (g *Game) checkActiveSeat() {
	o := &g.d.obs
	now := seatOf(o.active)
	if !g.movedBack() && o.turn > 0 && o.turn == g.table.turn && now != g.table.active && now != noSeat && g.table.active != noSeat {
		g.fail(o.active, "active_seat %s in turn %d, and %s before", now, o.turn, g.table.active)
	}
}

func (g *Game) checkLandsPlayed() {
	o := &g.d.obs
	if g.movedBack() || o.turn != g.table.turn {
		return
	}
	for i := range o.players {
		if p := &o.players[i]; p.landsPlayed < g.table.lands[i] {
			g.fail(p.lands, "%d lands played in turn %d, and %d before", p.landsPlayed, o.turn, g.table.lands[i])
		}
	}
}

func (g *Game) checkMulligansBack() {
	if g.movedBack() {
		return
	}
	for i := range g.d.obs.players {
		if p := &g.d.obs.players[i]; p.mulligansTaken < g.seats[i].mulligans {
			g.fail(p.mulligans, "%d mulligans, and %d before", p.mulligansTaken, g.seats[i].mulligans)
		}
	}
}

// Both seats choose before either mulligan is taken (CR 103.5), so the number may lag behind the
// choices until the seat chooses again.
func (g *Game) checkMulligansTaken() {
	d := &g.d
	if g.rules == nil || g.restarted() {
		return
	}
	for i := range d.obs.players {
		p, chosen := &d.obs.players[i], g.seats[i].declined
		switch {
		case p.mulligansTaken > chosen:
			g.fail(p.mulligans, "%d mulligans taken, and %d chosen", p.mulligansTaken, chosen)
		case p.mulligansTaken < chosen && seat(i) == d.acting && d.first(kindMulligan) != nil:
			g.fail(p.mulligans, "%d mulligans taken, and %d chosen", p.mulligansTaken, chosen)
		}
	}
}

// checkCards: no card comes from nowhere. The other way round a seat may seem to lack cards: two can be one
// permanent (CR 712.4, 730), a card can be a copy, and a deck is no library before the game begins.
func (g *Game) checkCards() {
	d := &g.d
	if g.rules == nil {
		return
	}
	var seen [2]int64
	for i := range d.obs.players {
		seen[i] = d.obs.players[i].handCount + d.obs.players[i].libraryCount
	}
	for i := range d.objects {
		o := &d.objects[i]
		switch {
		case o.token || o.copy || o.place == inKnown || o.array == handZone || o.array == commandZone:
		case o.place == onStack && !o.stack.spell:
		default:
			seen[o.owner]++
		}
	}
	for i, n := range g.rules.cards {
		if p := &d.obs.players[i]; n >= 0 && seen[i] > n {
			g.fail(p.libraryCountValue, "%s has %d cards and a deck of %d", seat(i), seen[i], n)
		}
	}
}

// A cap that is reached within a group may wait for its end, since only a halt interrupts a group by
// Section 8, and a rewind comes before the count of the next decision.
func (g *Game) checkMaxSteps() {
	d := &g.d
	if g.rules != nil && g.answered >= g.rules.maxSteps && d.group.index == 0 && !d.context.rewind {
		g.fail(d.message.Get("step"), "a decision after %d steps of at most %d", g.answered, g.rules.maxSteps)
	}
}

// By the text an engine that cannot count groups applies max_steps to both.
func (g *Game) checkMaxDecisions() {
	d := &g.d
	if g.rules != nil && g.counted >= g.rules.maxDecisions && d.group.index == 0 && !d.context.rewind {
		g.fail(d.message.Get("step"), "a decision after %d groups of at most %d", g.counted, g.rules.maxDecisions)
	}
}
