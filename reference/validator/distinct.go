package validator

// V1, Section 7.1: candidates are pairwise distinct by the canonical form of their semantics.

import (
	"hash/maphash"
	"math/bits"

	"github.com/spellbench/sbconform/reference/wire"
)

// duplicates finds equal semantics by hash, and makes sure by comparing. The hash does not depend on
// the order of keys or on spelling. Its key is drawn anew for every Game: an engine cannot choose
// 4096 semantics that all meet.
type duplicates struct {
	seed   maphash.Seed
	hashes []uint64
	table  []int32 // candidate index + 1, open addressing; at least twice as long as the candidates
}

func newDuplicates() duplicates { return duplicates{seed: maphash.MakeSeed()} }

func (t *duplicates) find(g *Game) {
	candidates := g.d.candidates
	size := 1 << bits.Len(uint(2*len(candidates)))
	if size > len(t.table) {
		t.table = make([]int32, size)
	}
	table := t.table[:size]
	clear(table)
	t.hashes = t.hashes[:0]
	for i := range candidates {
		v := candidates[i].semantic
		h := t.hash(v)
		t.hashes = append(t.hashes, h)
		at := h & uint64(size-1)
		for ; table[at] != 0; at = (at + 1) & uint64(size-1) {
			j := table[at] - 1
			if t.hashes[j] == h && equal(candidates[j].semantic, v) {
				g.fail(v, "the semantic of candidate %d again", j)
				break
			}
		}
		if table[at] == 0 {
			table[at] = int32(i + 1)
		}
	}
}

// hash returns a hash of what v says.
func (t *duplicates) hash(v wire.Value) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := uint64(v.Kind()) * odd
	switch v.Kind() {
	case wire.Bool:
		if v.Bool() {
			h++
		}
	case wire.Int:
		h = mix(h ^ uint64(v.Int()))
	case wire.String:
		h ^= maphash.Bytes(t.seed, textOf(v))
	case wire.Array:
		for e := range v.Elems() {
			h = mix(h + t.hash(e))
		}
	case wire.Object:
		for m := range v.Members() {
			h += mix(maphash.Bytes(t.seed, textOf(m.Key)) + odd*t.hash(m.Value)) // a sum: in any order
		}
	}
	return h
}

// mix spreads every bit of x over the whole word (the finalizer of MurmurHash3).
func mix(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
