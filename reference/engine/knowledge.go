package engine

// Section 6.7: what a seat knows of cards in hidden zones, and every event that changes it.
//
// Knowledge is kept with the card itself and the end of the library it is counted from, never as a
// number: when cards leave or join an end, the positions counted from there renumber themselves, and an
// entry can't name a card that is not there.

import (
	"cmp"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A placed is a library card whose position a seat knows.
type placed struct {
	card handle
	how  string
}

// placeOnBottom puts cards of s's hand on the bottom of its library, the first of them closest to the
// top, and s knows where they are.
func (w *world) placeOnBottom(s seat, hs []handle) {
	for _, h := range hs {
		n := w.move(h, library)
		w.players[s].knows = append(w.players[s].knows, placed{n, "own_placement"})
	}
}

// forget is called when the card h leaves a library from an end.
func (w *world) forget(h handle) {
	for s := range w.players {
		p := &w.players[s]
		p.knows = slices.DeleteFunc(p.knows, func(k placed) bool { return k.card == h })
	}
}

// forgetLibrary is called when the library of owner is shuffled.
func (w *world) forgetLibrary(owner seat) {
	for s := range w.players {
		p := &w.players[s]
		p.knows = slices.DeleteFunc(p.knows, func(k placed) bool { return w.objects[k.card].owner == owner })
	}
}

// known returns the entries of observation.known in their order.
func (w *world) known(viewer seat) []protocol.Known {
	var out []protocol.Known
	for _, k := range w.players[viewer].knows {
		o := w.objects[k.card]
		cards := w.players[o.owner].zones[library]
		below := len(cards) - 1 - slices.Index(cards, k.card)
		out = append(out, protocol.Known{
			OwnerSeat: o.owner.wire(), Zone: library.wire(), CardName: o.card.name,
			PositionFromBottom: protocol.Ptr(uint32(below)), How: k.how,
		})
	}
	slices.SortFunc(out, orderKnown)
	return out
}

// orderKnown orders entries, nulls first. No entry here has an object id.
func orderKnown(a, b protocol.Known) int {
	return cmp.Or(
		cmp.Compare(a.OwnerSeat, b.OwnerSeat), cmp.Compare(a.Zone, b.Zone), cmp.Compare(a.CardName, b.CardName),
		orderPosition(a.PositionFromTop, b.PositionFromTop), orderPosition(a.PositionFromBottom, b.PositionFromBottom),
		cmp.Compare(a.How, b.How),
	)
}

func orderPosition(a, b *uint32) int {
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
