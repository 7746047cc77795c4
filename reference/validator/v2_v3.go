package validator

// V2 and V3, Sections 6, 8 and 9.3: who decides, and where the decision stands in the game.

func (g *Game) checkViewer() {
	if d := &g.d; d.obs.viewer != d.acting {
		g.fail(d.obs.viewerValue, "viewer %s, acting seat %s", d.obs.viewer, d.acting)
	}
}

// The text does not say that only the holder of priority is asked; a choice may come at any time.
func (g *Game) checkPriorityHolder() {
	if d := &g.d; d.context.priority && seatOf(d.obs.priority) != d.acting {
		g.fail(d.obs.priority, "a priority decision of %s while %s has priority", d.acting, quote(d.obs.priority))
	}
}

func (g *Game) checkSeatStep() {
	d := &g.d
	if want := g.seats[d.acting].step; d.seatStep != want {
		g.fail(d.seatStepValue, "seat_step %d, want %d", d.seatStep, want)
	}
}

func (g *Game) checkOtherSeat() {
	d := &g.d
	if p := g.seats[d.acting.other()].partial; p.count > 0 {
		g.fail(d.actingValue, "a decision of %s within group %d of %s, at substep %d of %d",
			d.acting, p.id, d.acting.other(), p.index+1, p.count)
	}
}

// A later pass leaves nothing to undo, and neither does the rewind itself.
func (g *Game) checkRewind() {
	d := &g.d
	if d.context.rewind && !(d.context.priority && g.seats[d.acting].action.live) {
		g.fail(d.context.rewindValue, "a rewind of %s, whose last priority decision was no action", d.acting)
	}
}

func (g *Game) checkGroup() {
	d := &g.d
	s := &g.seats[d.acting]
	want := group{id: s.group, index: 0, count: d.group.count}
	switch p := s.partial; {
	case p.count > 0 && d.context.rewind:
		want.id = p.id + 1
	case p.count > 0:
		want = group{p.id, p.index + 1, p.count}
	}
	switch got := d.group; {
	case got.id != want.id:
		g.fail(d.idValue, "group_id %d, want %d", got.id, want.id)
	case got.index != want.index:
		g.fail(d.indexValue, "substep_index %d, want %d", got.index, want.index)
	case got.count != want.count:
		g.fail(d.sizeValue, "substep_count %d, want %d", got.count, want.count)
	}
}

func (g *Game) checkPrioritySize() {
	if d := &g.d; d.context.priority && d.group.count != 1 {
		g.fail(d.sizeValue, "a priority decision in a group of %d", d.group.count)
	}
}

func (g *Game) checkFinishSize() {
	d := &g.d
	if d.group.count != 1 && (d.first(kindFinish) != nil || d.first(kindFinishTarget) != nil) {
		g.fail(d.sizeValue, "a finish candidate in a group of %d", d.group.count)
	}
}

func (g *Game) checkArrangementSize() {
	d := &g.d
	c := d.first(kindArrange)
	if c == nil || d.group.index != 0 {
		return
	}
	if want := 2*c.int(fCardCount) - 1; d.group.count != want {
		g.fail(d.sizeValue, "an arrangement of %d cards in a group of %d, want %d", c.int(fCardCount), d.group.count, want)
	}
}
