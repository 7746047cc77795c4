package wire

import (
	"bytes"
	"hash/maphash"
)

// Section 2: no two keys of an object may be equal, after unescaping. The keys of an open object wait in
// scanner.keys; when it ends they are compared, all at once.

// A key is one key of an object that is still open.
type key struct {
	order uint64 // of its first eight bytes, unescaped; see orderWord
	at    uint32 // the index of its opening quote
	size  uint32 // of its text; for a key with escapes, escapedKey and its index in scanner.spelt
}

const escapedKey = 1 << 31

// A span is where the unescaped text of a key lies in scanner.texts.
type span struct{ start, end int }

// setKey makes k the key whose quotes are line[start] and line[end].
func (s *scanner) setKey(k *key, start, end int, flags node) {
	k.at, k.size = uint32(start), uint32(end-start-1)
	if flags.has(isEscaped) {
		n := len(s.texts)
		s.texts = appendUnescaped(s.texts, s.line[start+1:end])
		k.size = escapedKey | uint32(len(s.spelt))
		s.spelt = append(s.spelt, span{n, len(s.texts)})
	}
	text := s.text(k)
	k.order = orderWord(lowBytes(load(text, 0), len(text)))
}

// dropSpelt forgets the unescaped texts of all keys but the first n that have one.
func (s *scanner) dropSpelt(n int) {
	s.texts = s.texts[:s.spelt[n].start]
	s.spelt = s.spelt[:n]
}

func (s *scanner) text(k *key) []byte {
	if k.size&escapedKey != 0 {
		t := s.spelt[k.size&^escapedKey]
		return s.texts[t.start:t.end]
	}
	return s.line[k.at+1 : k.at+1+k.size]
}

func (s *scanner) same(a, b *key) bool {
	return a.order == b.order && bytes.Equal(s.text(a), s.text(b))
}

// sorted reports whether the keys ascend, as in canonical JSON. Then there are no two alike.
func (s *scanner) sorted(keys []key) bool {
	for i := 1; i < len(keys); i++ {
		a, b := &keys[i-1], &keys[i]
		if a.order >= b.order && (a.order > b.order || compareKeys(s.text(a), s.text(b)) >= 0) {
			return false
		}
	}
	return true
}

// fewKeys is the number of keys up to which a filter of filterSize slots nearly always tells them apart.
// Objects of the protocol have up to 20 keys.
const (
	fewKeys    = 32
	filterBits = 10
	filterSize = 1 << filterBits
)

// firstRepeat returns the index of the first key that equals one before it, or -1. It takes linear time,
// whatever the keys.
func (s *scanner) firstRepeat(keys []key) int {
	if len(keys) > fewKeys {
		return s.firstRepeatHashed(keys)
	}
	if s.apart(keys) {
		return -1
	}
	for i := range keys {
		for j := range i {
			if s.same(&keys[i], &keys[j]) {
				return i
			}
		}
	}
	return -1
}

// apart reports whether the keys fall into different slots of a filter, and so are different. It says no
// to every hundredth object of ten different keys or, keys being anybody's choice, to all of them. A slot
// is taken if it holds the current generation, so that the filter is never cleared.
func (s *scanner) apart(keys []key) bool {
	s.generation++
	var clashes uint64
	for i := range keys {
		const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio: Fibonacci hashing
		slot := &s.filter[(keys[i].order+uint64(keys[i].size))*odd>>(64-filterBits)]
		clashes |= zero(*slot ^ s.generation)
		*slot = s.generation
	}
	return clashes == 0
}

// zero returns a number with its top bit set if x is zero, otherwise 0. It does not branch.
func zero(x uint64) uint64 { return ^(x | -x) & (1 << 63) }

// firstRepeatHashed is firstRepeat by a hash whose seed nobody knows, so that nobody can make keys that
// collide.
func (s *scanner) firstRepeatHashed(keys []key) int {
	size := 2 * fewKeys
	for size < 2*len(keys) {
		size *= 2
	}
	if cap(s.table) < size {
		s.table = make([]uint64, size)
	}
	table := s.table[:size] // each the upper half of a hash, and the key's index plus 1
	clear(table)
	for i := range keys {
		k := &keys[i]
		hash := maphash.Bytes(s.seed, s.text(k))
		slot := hash & uint64(size-1)
		for ; table[slot] != 0; slot = (slot + 1) & uint64(size-1) {
			if e := table[slot]; e>>32 == hash>>32 && s.same(k, &keys[uint32(e)-1]) {
				return i
			}
		}
		table[slot] = hash>>32<<32 | uint64(i+1)
	}
	return -1
}
