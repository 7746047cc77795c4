package validator

// Section 7.5: order blocks, the mulligan bottom block and arrangements, beyond what V3 asks.

// orderBlock returns the first candidate of an order_pick decision that is not part of an arrangement.
func (d *decision) orderBlock() *candidate {
	c := d.first(kindOrder)
	if c == nil || c.is(fPurpose, "arrangement") {
		return nil
	}
	return c
}

func (g *Game) checkOrderCandidates() {
	d := &g.d
	first := d.first(kindOrder)
	if first == nil {
		return
	}
	for i := range d.candidates {
		c := &d.candidates[i]
		if c.kind != kindOrder {
			g.fail(c.kindValue, "%s beside the items of a block", quote(c.kindValue))
			return
		}
		for _, f := range [...]field{fPurpose, fPosition, fCount} {
			if !equal(c.f[f], first.f[f]) {
				g.fail(c.f[f], "%s, and %s in the first candidate", quote(c.f[f]), quote(first.f[f]))
				return
			}
		}
	}
}

// A block that is posed as groups of one (see checkOrderSplit) has its positions in other groups.
func (g *Game) checkOrderPosition() {
	d := &g.d
	if c := d.orderBlock(); c != nil && d.group.count > 1 && c.int(fPosition) != d.group.index {
		g.fail(c.f[fPosition], "position %d at substep %d", c.int(fPosition), d.group.index)
	}
}

// blockSize returns the decisions that a block at its first one takes. The last position is implied
// when the items offered are exactly those to place; of a mulligan bottom the text says both that and
// that all picks are posed, so there both are legal.
func (d *decision) blockSize(c *candidate) (least, most int64) {
	most = c.int(fCount)
	least = most
	if int64(len(d.candidates)) == most {
		least--
		if !c.is(fPurpose, "mulligan_bottom") {
			most = least
		}
	}
	return least, most
}

func (g *Game) checkOrderSize() {
	d := &g.d
	c := d.orderBlock()
	if c == nil || d.group.index != 0 || c.int(fPosition) != 0 {
		return
	}
	if n := c.int(fCount); int64(len(d.candidates)) < n {
		g.fail(d.candidatesValue, "%d items for %d places", len(d.candidates), n)
		return
	}
	least, most := d.blockSize(c)
	if d.group.count > 1 && (d.group.count < least || d.group.count > most) {
		g.fail(d.sizeValue, "a group of %d, want %d", d.group.count, most)
	}
}

// By Section 8 an engine without decomposition poses groups of one, whatever it asks for.
func (g *Game) checkOrderSplit() {
	d := &g.d
	c := d.orderBlock()
	if c == nil || d.group.count > 1 {
		return
	}
	if _, most := d.blockSize(c); c.int(fPosition) > 0 || most != 1 {
		g.fail(d.sizeValue, "a block of %d in a group of one", c.int(fCount))
	}
}

func (g *Game) checkOrderItems() {
	d := &g.d
	b := &g.seats[d.acting].block
	if d.orderBlock() == nil || !g.continues() || b.kind != kindOrder {
		return
	}
	var sum print
	for i := range d.candidates {
		c := &d.candidates[i]
		p := g.item(c.f[fItem])
		if b.has(p) {
			g.fail(c.f[fItem], "an item that has its place")
			return
		}
		sum = sum.plus(p)
	}
	if len(d.candidates) != b.nLeft || sum != b.left {
		g.fail(d.candidatesValue, "%d items, and not the %d that are left", len(d.candidates), b.nLeft)
	}
}

func (g *Game) checkMulliganBottom() {
	d := &g.d
	for i := range g.seats {
		if owed := g.seats[i].bottom; owed > 0 && d.obs.turn > 0 {
			g.fail(d.obs.turnValue, "%s kept after %d mulligans and put no card on the bottom", seat(i), owed)
		}
	}
	first := d.first(kindOrder)
	if first == nil || !first.is(fPurpose, "mulligan_bottom") {
		return
	}
	p := d.viewer()
	if n := first.int(fCount); n != p.mulligansTaken {
		g.fail(first.f[fCount], "count %d after %d mulligans", n, p.mulligansTaken)
	}
	if first.int(fPosition) == 0 && int64(len(d.candidates)) != p.handCount {
		g.fail(d.candidatesValue, "%d items of a hand of %d", len(d.candidates), p.handCount)
	}
	for i := range d.candidates {
		c := &d.candidates[i]
		card := d.readRef(c.f[fItem].Get("object"))
		if c.kind == kindOrder && (card.zone != handZone || card.owner != d.acting) {
			g.fail(c.f[fItem], "an item that is not in the seat's hand")
			return
		}
	}
}

// checkArrangeSubstep: the first n substeps send cards, the other n-1 pick the order.
func (g *Game) checkArrangeSubstep() {
	d := &g.d
	if c := d.first(kindArrange); c != nil {
		switch n := c.int(fCardCount); {
		case c.int(fCardIndex) != d.group.index:
			g.fail(c.f[fCardIndex], "card_index %d at substep %d", c.int(fCardIndex), d.group.index)
		case g.continues() && g.seats[d.acting].block.count != n:
			g.fail(c.f[fCardCount], "card_count %d in an arrangement of %d", n, g.seats[d.acting].block.count)
		}
		return
	}
	if b := &g.seats[d.acting].block; g.continues() && b.kind == kindArrange && d.group.index < b.count {
		g.fail(d.candidates[0].kindValue, "%s at substep %d of an arrangement of %d", quote(d.candidates[0].kindValue), d.group.index, b.count)
	}
}

func (g *Game) checkArrangeCard() {
	d := &g.d
	if c := d.first(kindArrange); c != nil && g.continues() && g.seats[d.acting].block.has(g.object(c.f[fCard])) {
		g.fail(c.f[fCard], "a card that has been sent already")
	}
}

func (g *Game) checkArrangeOrder() {
	d := &g.d
	b := &g.seats[d.acting].block
	within := g.continues() && b.kind == kindArrange && d.group.index >= b.count
	c := d.first(kindOrder)
	picks := c != nil && c.is(fPurpose, "arrangement")
	switch {
	case !within && !picks || b.unknown:
		return
	case !within:
		g.fail(c.f[fPurpose], "a pick of an arrangement at substep %d of group %d", d.group.index, d.group.id)
		return
	case !picks:
		g.fail(d.candidates[0].v, "no pick at substep %d of an arrangement of %d", d.group.index, b.count)
		return
	case c.int(fPosition) != d.group.index-b.count:
		g.fail(c.f[fPosition], "position %d at substep %d of an arrangement of %d", c.int(fPosition), d.group.index, b.count)
		return
	case c.int(fCount) != b.count:
		g.fail(c.f[fCount], "count %d in an arrangement of %d", c.int(fCount), b.count)
		return
	}
	g.checkArrangeItems()
}

func (g *Game) checkArrangeItems() {
	d := &g.d
	b := &g.seats[d.acting].block
	want, n := b.current()
	var sum print
	for i := range d.candidates {
		sum = sum.plus(g.item(d.candidates[i].f[fItem]))
	}
	if sum == want && len(d.candidates) == n {
		return
	}
	at := d.candidatesValue
	for i := range d.candidates {
		if c := &d.candidates[i]; !b.mayPlace(g.item(c.f[fItem])) {
			at = c.f[fItem]
			break
		}
	}
	g.fail(at, "%d cards, and not the %d unplaced ones of the current destination", len(d.candidates), n)
}

// current returns the sum and the number of the unplaced cards of the destination whose turn it is.
func (b *block) current() (sum print, n int) {
	rank := b.rank()
	for i := range b.picked {
		if p := &b.picked[i]; !p.placed && p.rank == rank {
			sum, n = sum.plus(p.subject), n+1
		}
	}
	return sum, n
}

func (b *block) rank() int8 {
	rank := int8(len(destinations.Words))
	for i := range b.picked {
		if p := &b.picked[i]; !p.placed && p.rank < rank {
			rank = p.rank
		}
	}
	return rank
}

func (b *block) mayPlace(card print) bool {
	rank := b.rank()
	for i := range b.picked {
		if p := &b.picked[i]; p.subject == card {
			return !p.placed && p.rank == rank
		}
	}
	return false
}
