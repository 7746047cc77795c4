package validator

// Section 7.5: targets, selections and modes.

import "github.com/spellbench/sbconform/reference/protocol"

// picks yields the candidates that pick one more of something. Costs are not among them: the text does
// not say what their selected_count counts, nor that they end by a finish candidate.
func (d *decision) picks(yield func(*candidate) bool) {
	for i := range d.candidates {
		switch c := &d.candidates[i]; c.kind {
		case kindTarget, kindSelect, kindMode:
			if !yield(c) {
				return
			}
		}
	}
}

// finishes reports whether f ends the selection that c picks for.
func (f *candidate) finishes(c *candidate) bool {
	switch c.kind {
	case kindTarget:
		return f.kind == kindFinishTarget && equal(f.f[fSlot], c.f[fSlot])
	case kindMode:
		return f.kind == kindFinish && f.is(fPurpose, "modes")
	}
	return f.kind == kindFinish && equal(f.f[fPurpose], c.f[fPurpose])
}

// alike reports whether c and e pick for one selection in one state: what holds for one holds for both.
func (c *candidate) alike(e *candidate) bool {
	if e == nil || c.kind != e.kind {
		return false
	}
	for _, f := range [...]field{fPurpose, fSlot, fSelectedCount, fMinimum, fMaximum} {
		if !equal(c.f[f], e.f[f]) {
			return false
		}
	}
	return true
}

// A search is V1's. A selection that pays for something may have to go on although its minimum is met,
// since what is picked must add up: to stop would then be a dead end, which Section 7.1 forbids to offer.
func (g *Game) checkFinishOffered() {
	d := &g.d
	var last *candidate
	for c := range d.picks {
		if c.alike(last) || c.is(fPurpose, "search") || c.pays() {
			continue
		}
		last = c
		if c.int(fMinimum) < c.int(fMaximum) && c.int(fSelectedCount) >= c.int(fMinimum) && d.finishOf(c) == nil {
			g.fail(d.candidatesValue, "%d of %d to %d picked, and no way to finish", c.int(fSelectedCount), c.int(fMinimum), c.int(fMaximum))
		}
	}
}

// pays reports whether a selection may pay for something. Costs proper are choose_cost_target's.
func (c *candidate) pays() bool {
	return c.is(fPurpose, "delve") || c.is(fPurpose, "convoke") || c.is(fPurpose, "tap") || c.is(fPurpose, "other")
}

func (d *decision) finishOf(c *candidate) *candidate {
	for i := range d.candidates {
		if f := &d.candidates[i]; f.finishes(c) {
			return f
		}
	}
	return nil
}

func (g *Game) checkFinishEarly() {
	d := &g.d
	var last *candidate
	for c := range d.picks {
		if c.alike(last) {
			continue
		}
		last = c
		if c.int(fSelectedCount) < c.int(fMinimum) {
			if f := d.finishOf(c); f != nil {
				g.fail(f.v, "a finish with %d picked of at least %d", c.int(fSelectedCount), c.int(fMinimum))
			}
		}
	}
}

func (g *Game) checkSelectedCount() {
	d := &g.d
	s := &g.seats[d.acting]
	var last *candidate
	for c := range d.picks {
		if c.alike(last) {
			continue
		}
		got := c.int(fSelectedCount)
		switch {
		case last != nil && last.kind == c.kind && equal(last.f[fPurpose], c.f[fPurpose]) && equal(last.f[fSlot], c.f[fSlot]) &&
			got != last.int(fSelectedCount):
			g.fail(c.f[fSelectedCount], "selected_count %d, and %d in an earlier candidate", got, last.int(fSelectedCount))
		case d.group.count > 1 && got != d.group.index:
			g.fail(c.f[fSelectedCount], "selected_count %d at substep %d", got, d.group.index)
		case d.group.count == 1 && s.pick.live && s.pick.scope == g.scope(c) && got != 0 && got != s.pick.next:
			// 0 begins another selection of the same kind.
			g.fail(c.f[fSelectedCount], "selected_count %d after %d picks", got, s.pick.next)
		}
		last = c
		if f := d.finishOf(c); f != nil && f.int(fSelectedCount) != got {
			g.fail(f.f[fSelectedCount], "selected_count %d, and %d beside it", f.int(fSelectedCount), got)
		}
	}
}

// Other decisions may come between two picks of one selection, and the text does not say which.
func (g *Game) checkSelectedStart() {
	d := &g.d
	s := &g.seats[d.acting]
	for c := range d.picks {
		if d.group.count == 1 && c.int(fSelectedCount) > 0 && !(s.pick.live && s.pick.scope == g.scope(c)) {
			g.fail(c.f[fSelectedCount], "selected_count %d, and the seat's last answer was no pick", c.int(fSelectedCount))
			return
		}
	}
}

func (g *Game) checkFixedSize() {
	d := &g.d
	for c := range d.picks {
		least, most := c.int(fMinimum), c.int(fMaximum)
		switch {
		case d.group.count == 1 || d.group.index > 0:
		case least < most:
			g.fail(d.sizeValue, "%d to %d picks in a group of %d, want groups of one", least, most, d.group.count)
		case most != d.group.count:
			g.fail(d.sizeValue, "%d picks in a group of %d", most, d.group.count)
		default:
			continue
		}
		return
	}
}

// By Section 8 an engine without decomposition poses groups of one, whatever it asks for.
func (g *Game) checkFixedSplit() {
	d := &g.d
	for c := range d.picks {
		if n := c.int(fMaximum); d.group.count == 1 && c.int(fMinimum) == n && n > 1 {
			g.fail(d.sizeValue, "a requirement of %d in a group of one", n)
			return
		}
	}
}

// By the text a target or an object is offered again where the rules allow it, which the wire does not
// show.
func (g *Game) checkPickedAgain() {
	d := &g.d
	if !g.continues() {
		return
	}
	for c := range d.picks {
		if o := g.offer(c); g.seats[d.acting].block.has(o.subject) {
			g.fail(c.semantic, "picked already")
		}
	}
}

func (g *Game) checkDistributeRecipient() {
	d := &g.d
	first := d.first(kindDistribute)
	if first == nil {
		return
	}
	if g.continues() && g.seats[d.acting].block.has(g.target(first.f[fRecipient])) {
		g.fail(first.f[fRecipient], "a recipient that has its amount")
	}
	g.checkShared(kindDistribute, fRecipient)
}

// checkShared checks that the candidates of the kind agree in a field.
func (g *Game) checkShared(k *protocol.Kind, f field) {
	first := g.d.first(k)
	for i := range g.d.candidates {
		if c := &g.d.candidates[i]; c.kind == k && !equal(c.f[f], first.f[f]) {
			g.fail(c.f[f], "%s, and %s in the first candidate", quote(c.f[f]), quote(first.f[f]))
			return
		}
	}
}

func (g *Game) checkDistributeRemaining() {
	d := &g.d
	first := d.first(kindDistribute)
	if first == nil {
		return
	}
	b := &g.seats[d.acting].block
	if got := first.int(fRemaining); g.continues() && b.kind == kindDistribute && got != b.remaining {
		g.fail(first.f[fRemaining], "remaining %d, want %d", got, b.remaining)
	}
	g.checkShared(kindDistribute, fRemaining)
}

// The text does not say that all of it must be assigned.
func (g *Game) checkDistributeRest() {
	d := &g.d
	if d.group.index+1 < d.group.count {
		return
	}
	for i := range d.candidates {
		if c := &d.candidates[i]; c.kind == kindDistribute && c.int(fAmount) != c.int(fRemaining) {
			g.fail(c.f[fAmount], "amount %d of %d for the last recipient", c.int(fAmount), c.int(fRemaining))
			return
		}
	}
}

func (g *Game) checkDeclareCreature() {
	for k, f := range declarations {
		if g.d.first(k) == nil {
			continue
		}
		for i := range g.d.candidates {
			if c := &g.d.candidates[i]; c.kind != k {
				g.fail(c.kindValue, "%s beside %s", quote(c.kindValue), k.Name)
				return
			}
		}
		g.checkShared(k, f)
	}
}

// declarations yields the kinds that declare a creature's part in combat, with the creature's field.
func declarations(yield func(*protocol.Kind, field) bool) {
	_ = yield(kindAttack, fAttacker) && yield(kindBlock, fBlocker)
}

// A creature that can block several attackers is asked for each (Section 7.5).
func (g *Game) checkDeclareAgain() {
	d := &g.d
	if c := d.first(kindAttack); c != nil && g.continues() && g.seats[d.acting].block.has(g.object(c.f[fAttacker])) {
		g.fail(c.f[fAttacker], "a creature that has been asked for already")
	}
}

// The cost is not on the wire: a cost with a mana component that comes to nothing is covered by an
// empty pool.
func (g *Game) checkPayCovered() {
	d := &g.d
	if d.context.priority || !d.manaPayment() {
		return
	}
	for m := range d.viewer().pool.Members() {
		if m.Value.Int() > 0 {
			return
		}
	}
	for i := range d.candidates {
		if c := &d.candidates[i]; c.kind == kindOptionalCost && c.f[fPay].Bool() {
			g.fail(c.f[fPay], "paying mana from an empty pool")
			return
		}
	}
}
