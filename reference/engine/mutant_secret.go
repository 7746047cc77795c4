package engine

// Faults of object ids and random streams (Sections 5.3 and 11.6).

import (
	"fmt"

	"github.com/spellbench/sbconform/reference/protocol"
)

func secretMutants() []Mutant {
	id := func(f func(w *world, viewer seat, h handle) string) faults { return faults{id: f} }
	return []Mutant{
		{"ids-shared", "if set, both seats see the same ids", "5.3", id(func(w *world, _ seat, h handle) string {
			return w.minter.ObjectID(fmt.Sprintf("object-%d", h))
		})},
		{"ids-of-cards", "if set, a card keeps its id when it changes zones", "5.3", id(func(w *world, viewer seat, h handle) string {
			return w.minter.ObjectID(fmt.Sprintf("%s:card-%d", viewer.wire(), w.origin(h)))
		})},
		{"ids-of-zones", "if set, a card that comes back to a zone has its old id", "5.3", id(func(w *world, viewer seat, h handle) string {
			return w.minter.ObjectID(fmt.Sprintf("%s:card-%d:%s", viewer.wire(), w.origin(h), w.objects[h].zone.wire()))
		})},
		{"ids-of-decks", "if set, ids are the places of the cards in the decklist", "5.3", id(func(w *world, viewer seat, h handle) string {
			return fmt.Sprintf("%s-card-%d-%d", viewer.wire(), w.origin(h), h)
		})},
		{"ids-without-secret", "if set, ids do not depend on the game secret", "5.3", id(func(_ *world, viewer seat, h handle) string {
			return protocol.GameSecret{}.ObjectID(fmt.Sprintf("%s:object-%d", viewer.wire(), h))
		})},
		{"streams-shared", "if set, both seats' libraries are shuffled by equal streams", "11.6", faults{seed: func(w *world, _, purpose string, n int) [32]byte {
			return w.secret.StreamSeed("shared", purpose, n)
		}}},
		{"streams-without-secret", "if set, shuffles do not depend on the game secret", "11.6", faults{seed: func(_ *world, who, purpose string, n int) [32]byte {
			return protocol.GameSecret{}.StreamSeed(who, purpose, n)
		}}},
		{"streams-repeated", "if set, every shuffle of a library is the first one again", "11.6", faults{seed: func(w *world, who, purpose string, _ int) [32]byte {
			return w.secret.StreamSeed(who, purpose, 0)
		}}},
	}
}

// origin follows a card back to its first object.
func (w *world) origin(h handle) handle {
	for w.objects[h].before != noObject {
		h = w.objects[h].before
	}
	return h
}
