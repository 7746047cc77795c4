package validator

// V5, Sections 6.3, 6.7 and 7.1: hidden zones.

import "cmp"

func (g *Game) checkOtherHand() {
	if p := &g.d.obs.players[g.d.acting.other()]; !p.hand.IsNull() {
		g.fail(p.hand, "the other seat's hand is shown")
	}
}

func (g *Game) checkHandCount() {
	if p := g.d.viewer(); p.hand.IsNull() || int64(p.objects[handZone]) != p.handCount {
		g.fail(p.hand, "%d records in a hand of %d", p.objects[handZone], p.handCount)
	}
}

func (g *Game) checkLibraryRecords() {
	for i := range g.d.objects {
		if o := &g.d.objects[i]; o.place == inZone && o.zone == libraryZone {
			g.fail(o.v.Get("zone"), "a record of zone library in the array %s", o.array)
		}
	}
}

func (g *Game) checkKnownOwnHand() {
	for i := range g.d.obs.known {
		if k := &g.d.obs.known[i]; k.zone == handZone && k.owner == g.d.acting {
			g.fail(k.v, "%s of the viewer's own hand", k.name)
		}
	}
}

func (g *Game) checkKnownHandPosition() {
	for i := range g.d.obs.known {
		k := &g.d.obs.known[i]
		switch {
		case k.zone != handZone:
		case k.top >= 0:
			g.fail(k.topValue, "a position in a hand")
		case k.bottom >= 0:
			g.fail(k.bottomValue, "a position in a hand")
		}
	}
}

func (g *Game) checkKnownLibraryPosition() {
	for i := range g.d.obs.known {
		k := &g.d.obs.known[i]
		switch {
		case k.zone != libraryZone:
		case k.top >= 0 && k.bottom >= 0:
			g.fail(k.bottomValue, "two positions of %s", k.name)
		case k.top < 0 && k.bottom < 0 && !k.searching():
			g.fail(k.topValue, "no position of %s", k.name)
		}
	}
}

func (g *Game) checkKnownRange() {
	for i := range g.d.obs.known {
		k := &g.d.obs.known[i]
		if k.zone != libraryZone || k.owner == noSeat {
			continue
		}
		n := g.d.obs.players[k.owner].libraryCount
		switch {
		case k.top >= n:
			g.fail(k.topValue, "position %d from the top of a library of %d", k.top, n)
		case k.bottom >= n:
			g.fail(k.bottomValue, "position %d from the bottom of a library of %d", k.bottom, n)
		}
	}
}

func (g *Game) checkKnownHandCount() {
	var n [2]int64
	for i := range g.d.obs.known {
		if k := &g.d.obs.known[i]; k.zone == handZone && k.owner != noSeat {
			if n[k.owner]++; n[k.owner] == g.d.obs.players[k.owner].handCount+1 {
				g.fail(k.v, "more entries than the hand of %d has cards", n[k.owner]-1)
			}
		}
	}
}

func (g *Game) checkKnownID() {
	for i := range g.d.obs.known {
		if k := &g.d.obs.known[i]; k.id != nil && !k.currentLook() {
			g.fail(k.idValue, "an id of a card known as %s", k.how)
		}
	}
}

func (g *Game) checkKnownOrder() {
	known := g.d.obs.known
	for i := 1; i < len(known); i++ {
		if a, b := &known[i-1], &known[i]; a.compare(b) > 0 {
			g.fail(b.v, "%s after %s", b.name, a.name)
		}
	}
}

// compare is the order of Section 6.7: nulls first, and null positions are -1.
func (k *known) compare(l *known) int {
	return cmp.Or(
		cmp.Compare(k.owner, l.owner),
		k.zoneName.compare(l.zoneName),
		k.name.compare(l.name),
		cmp.Compare(k.top, l.top),
		cmp.Compare(k.bottom, l.bottom),
		k.how.compare(l.how),
		k.id.compare(l.id),
	)
}

// Candidates for visible cards may stand in between, and equal keys in any order. A candidate that
// references several hidden cards has no order in the text, which speaks of "the referenced card".
func (g *Game) checkCandidateOrder() {
	d := &g.d
	var last *ref
	for i := range d.candidates {
		hidden, n := d.hiddenRefs(&d.candidates[i])
		if n > 1 {
			return
		}
		if n == 0 {
			continue
		}
		if last != nil && last.compare(hidden) > 0 {
			g.fail(d.candidates[i].v, "%s (%s) after %s (%s)", hidden.name, hidden.id, last.name, last.id)
			return
		}
		last = hidden
	}
}

func (r *ref) compare(s *ref) int { return cmp.Or(r.name.compare(s.name), r.id.compare(s.id)) }

// hiddenRefs returns the candidate's first reference to a card in a hidden zone and how many it has.
func (d *decision) hiddenRefs(c *candidate) (first *ref, n int) {
	for i := c.firstRef; i < c.refsEnd; i++ {
		if r := &d.refs[i]; r.hiddenFrom(d.acting) {
			if n == 0 {
				first = r
			}
			n++
		}
	}
	return first, n
}

// The reference host compares all hidden references of a candidate, in the order of the field names.
func (g *Game) checkCandidateTuples() {
	d := &g.d
	var last *candidate
	for i := range d.candidates {
		c := &d.candidates[i]
		if _, n := d.hiddenRefs(c); n == 0 {
			continue
		}
		if last != nil && d.compareHidden(last, c) > 0 {
			g.fail(c.v, "its hidden cards come before those of an earlier candidate")
			return
		}
		last = c
	}
}

func (d *decision) compareHidden(a, b *candidate) int {
	i, j := a.firstRef, b.firstRef
	for {
		i, j = d.nextHidden(i, a.refsEnd), d.nextHidden(j, b.refsEnd)
		if i == a.refsEnd || j == b.refsEnd {
			return cmp.Compare(a.refsEnd-i, b.refsEnd-j)
		}
		if c := d.refs[i].compare(&d.refs[j]); c != 0 {
			return c
		}
		i, j = i+1, j+1
	}
}

func (d *decision) nextHidden(i, end int32) int32 {
	for i < end && !d.refs[i].hiddenFrom(d.acting) {
		i++
	}
	return i
}
