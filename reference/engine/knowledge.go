package engine

// Section 6.7: what a seat knows of cards in hidden zones, and every event that changes it.
//
// Knowledge of a library is kept with the card itself and the end it is counted from, never as a
// number: when cards leave or join an end, the positions counted from there renumber themselves, and an
// entry can't name a card that is not there. Knowledge of a hand is a bag of names, since nobody sees
// which of the cards is which.

import (
	"cmp"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A placed is a library card whose position a seat knows.
type placed struct {
	card handle
	how  string
	top  bool // its position is counted from the top
}

// A held is a name that a seat knows to be in the other seat's hand.
type held struct{ name, how string }

// A look is a hidden card that an effect is showing to a seat.
type look struct {
	card handle
	how  string
}

// placeOnBottom puts cards of s's hand on the bottom of its library, the first of them closest to the
// top, and s knows where they are.
func (w *world) placeOnBottom(s seat, hs []handle) {
	for _, h := range hs {
		w.move(h, library)
	}
}

// placeOnTop puts cards on top of their owner's library, the first of them on top.
func (w *world) placeOnTop(hs []handle) {
	for _, h := range slices.Backward(hs) {
		w.moveTo(h, library, 0)
	}
}

// look shows hidden cards to viewer until endLook, under fresh ids; what it sees on a library it then
// knows, and so it does what it sees of a whole hand.
func (w *world) look(viewer seat, hs []handle, how string) {
	p := &w.players[viewer]
	for _, h := range hs {
		o := w.objects[h]
		o.ids[viewer], o.looks[viewer] = "", o.looks[viewer]+1
		p.looks = append(p.looks, look{h, how})
		if o.zone == library && how != "searching" {
			w.learn(viewer, placed{h, how, true})
		}
	}
}

// revealHand shows a hand to the other seat.
func (w *world) revealHand(owner seat) {
	p := &w.players[owner.other()]
	cards := w.players[owner].zones[hand]
	p.holds = nil
	for _, h := range cards {
		p.holds = append(p.holds, held{w.objects[h].card.name, "revealed"})
	}
	w.look(owner.other(), cards, "revealed")
}

// endLook ends what viewer is shown. The ids never come back.
func (w *world) endLook(viewer seat) {
	p := &w.players[viewer]
	for _, l := range p.looks {
		w.objects[l.card].ids[viewer] = ""
	}
	p.looks = nil
}

func (w *world) looking(viewer seat, h handle) bool {
	return slices.ContainsFunc(w.players[viewer].looks, func(l look) bool { return l.card == h })
}

// learn notes what viewer knows of a library card in place of what it knew of that card before.
func (w *world) learn(viewer seat, k placed) {
	w.forget(viewer, k.card)
	w.players[viewer].knows = append(w.players[viewer].knows, k)
}

func (w *world) forget(viewer seat, h handle) {
	p := &w.players[viewer]
	p.knows = slices.DeleteFunc(p.knows, func(k placed) bool { return k.card == h })
}

// forgetLibrary is called when viewer can't tell any more where in owner's library any card is.
func (w *world) forgetLibrary(viewer, owner seat) {
	p := &w.players[viewer]
	p.knows = slices.DeleteFunc(p.knows, func(k placed) bool { return w.objects[k.card].owner == owner })
}

// forgetHand is called when the other seat's hand is randomized or exchanged.
func (w *world) forgetHand(owner seat) { w.players[owner.other()].holds = nil }

// arranged is called when cards of a library have been sent where viewer can't see: hs are those that
// could have moved. If any might be on the bottom now, then every card of the library may have moved.
func (w *world) arranged(viewer seat, hs []handle, bottom bool) {
	for _, h := range hs {
		w.forget(viewer, h)
		if bottom {
			w.forgetLibrary(viewer, w.objects[h].owner)
		}
	}
}

// knowsAt reports whether viewer knows the position of a library card.
func (w *world) knowsAt(viewer seat, h handle) bool {
	return slices.ContainsFunc(w.players[viewer].knows, func(k placed) bool { return k.card == h })
}

// leaving updates what the seats know when h is about to leave a library from position at. From the
// middle, an entry stays unambiguous only if every card from it to its end is known, and none of them
// can be the one that left.
func (w *world) leaving(h handle, at int, to zone) {
	o := w.objects[h]
	cards := w.players[o.owner].zones[library]
	for v := range w.players {
		viewer, p := seat(v), &w.players[v]
		if w.knowsAt(viewer, h) && to == hand && viewer != o.owner {
			p.holds = append(p.holds, held{o.card.name, "tracked"})
		}
		if at > 0 && at < len(cards)-1 && !w.knowsAt(viewer, h) {
			p.knows = slices.DeleteFunc(p.knows, func(k placed) bool {
				if w.objects[k.card].owner != o.owner {
					return false
				}
				i := slices.Index(cards, k.card)
				stretch := cards[i:]
				if k.top {
					stretch = cards[:i+1]
				}
				return to == hand && viewer != o.owner || slices.ContainsFunc(stretch, func(c handle) bool {
					return !w.knowsAt(viewer, c) || w.objects[c].card == o.card
				})
			})
		}
		w.forget(viewer, h)
	}
}

// moved updates what the seats know when a card has become the object now.
func (w *world) moved(now handle, from zone, wasSeen [2]bool, top bool) {
	o := w.objects[now]
	for v := range w.players {
		viewer, p := seat(v), &w.players[v]
		other := viewer != o.owner
		switch {
		case o.zone == library && (wasSeen[v] || from == hand && !other):
			how := "own_placement"
			if from != hand {
				how = "from_public_zone"
			}
			w.learn(viewer, placed{now, how, top})
		case other && o.zone == hand && from != library && wasSeen[v]:
			p.holds = append(p.holds, held{o.card.name, "from_public_zone"})
		}
		if other && from == hand {
			if w.seen(viewer, o) {
				p.drop(o.card.name)
			} else {
				p.dropOneOfEach()
			}
		}
	}
}

// drop removes one entry of a name that has left the hand.
func (p *player) drop(name string) {
	if i := slices.IndexFunc(p.holds, func(k held) bool { return k.name == name }); i >= 0 {
		p.holds = slices.Delete(p.holds, i, i+1)
	}
}

// dropOneOfEach: a card has left the hand, and it may have been any.
func (p *player) dropOneOfEach() {
	seen := map[string]bool{}
	p.holds = slices.DeleteFunc(p.holds, func(k held) bool {
		first := !seen[k.name]
		seen[k.name] = true
		return first
	})
}

// known returns the entries of observation.known in their order; without the flag they are only those
// of what is being looked at.
func (w *world) known(viewer seat, all bool) []protocol.Known {
	p := &w.players[viewer]
	var out []protocol.Known
	for _, l := range p.looks {
		o := w.objects[l.card]
		k := protocol.Known{
			OwnerSeat: o.owner.wire(), Zone: o.zone.wire(), CardName: o.card.name,
			ObjectID: protocol.Ptr(w.id(viewer, l.card)), How: l.how,
		}
		if o.zone == library && l.how != "searching" {
			k.PositionFromTop = protocol.Ptr(uint32(slices.Index(w.players[o.owner].zones[library], l.card)))
		}
		out = append(out, k)
	}
	if all {
		out = append(out, w.remembered(viewer)...)
	}
	slices.SortFunc(out, orderKnown)
	return out
}

// remembered are the entries of what viewer knows without being shown it now.
func (w *world) remembered(viewer seat) []protocol.Known {
	p, other := &w.players[viewer], viewer.other()
	var out []protocol.Known
	for _, k := range p.knows {
		if w.looking(viewer, k.card) {
			continue
		}
		o := w.objects[k.card]
		cards := w.players[o.owner].zones[library]
		at := slices.Index(cards, k.card)
		e := protocol.Known{OwnerSeat: o.owner.wire(), Zone: library.wire(), CardName: o.card.name, How: k.how}
		if k.top {
			e.PositionFromTop = protocol.Ptr(uint32(at))
		} else {
			e.PositionFromBottom = protocol.Ptr(uint32(len(cards) - 1 - at))
		}
		out = append(out, e)
	}
	if slices.ContainsFunc(p.looks, func(l look) bool { return w.objects[l.card].zone == hand }) {
		return out // the whole hand is being shown
	}
	for _, k := range p.holds {
		out = append(out, protocol.Known{OwnerSeat: other.wire(), Zone: hand.wire(), CardName: k.name, How: k.how})
	}
	return out
}

// orderKnown orders entries, nulls first.
func orderKnown(a, b protocol.Known) int {
	return cmp.Or(
		cmp.Compare(a.OwnerSeat, b.OwnerSeat), cmp.Compare(a.Zone, b.Zone), cmp.Compare(a.CardName, b.CardName),
		orderNull(a.PositionFromTop, b.PositionFromTop), orderNull(a.PositionFromBottom, b.PositionFromBottom),
		cmp.Compare(a.How, b.How), orderNull(a.ObjectID, b.ObjectID),
	)
}

func orderNull[T cmp.Ordered](a, b *T) int {
	if a == nil || b == nil {
		return cmp.Compare(btoi(a != nil), btoi(b != nil))
	}
	return cmp.Compare(*a, *b)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
