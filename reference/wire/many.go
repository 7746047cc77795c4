package wire

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"slices"
)

// Objects of many keys, up to two million on a line: to compare and to sort their keys in linear time, in
// passes over memory that go from one end to the other. A hash table of that size, or a sort that jumps from
// key to key, waits for memory instead, and for more of it the more keys there are.

// A pair is a number that stands for a key, its hash or eight bytes of it, and the key's index. The index of
// its node is beside it, for looking it up by a sorted key's index would jump all over the keys.
type pair struct {
	number uint64
	key    uint32
	node   uint32
}

// room returns two times n pairs.
func (s *scanner) room(n int) (pairs, spare []pair) {
	s.pairs = slices.Grow(s.pairs[:0], 2*n)[:2*n]
	return s.pairs[:n], s.pairs[n:]
}

// scatter moves the pairs to the places in to that follow from one byte of their numbers, keeping the order of
// those with the same byte. It returns where the pairs with each byte end.
func scatter(to, pairs []pair, shift int) (ends [256]int) {
	for i := range pairs {
		ends[byte(pairs[i].number>>shift)]++
	}
	sum := 0
	for b, n := range ends {
		ends[b] = sum
		sum += n
	}
	for i := range pairs {
		b := byte(pairs[i].number >> shift)
		to[ends[b]] = pairs[i]
		ends[b]++
	}
	return ends
}

// fewPairs is the number of pairs from which passes over all of them pay.
const fewPairs = 4096

// firstRepeat returns the index of the first key that equals one before it, or -1. It goes by a hash whose
// seed nobody knows, so that nobody can make keys that collide.
func (s *scanner) firstRepeat(keys []key) int {
	pairs, _ := s.room(len(keys))
	for i := range keys {
		pairs[i] = pair{number: maphash.Bytes(s.seed, s.text(&keys[i])), key: uint32(i)}
	}
	if len(keys) >= fewPairs {
		pairs = s.shared(pairs)
	}
	return s.repeatAmong(pairs, keys)
}

// slotsPerPair is how many slots shared has for each pair at least. With four, at most one pair in five
// shares its slot by chance; two and eight are slower.
const slotsPerPair = 4

// shared keeps the pairs whose numbers fall into a slot that others fall into too. A slot takes two bits, that
// it is taken and that it is taken twice, so that the slots of a million pairs nearly fit into a cache that
// a hash table of them would not fit into.
func (s *scanner) shared(pairs []pair) []pair {
	size := slotsPerPair * fewPairs
	for size < slotsPerPair*len(pairs) {
		size *= 2
	}
	const once, twice, inWord = 1, 2, 16
	slots := s.emptyTable(size / inWord)
	place := func(p pair) (word *uint32, shift uint64) {
		slot := p.number >> 32 & uint64(size-1)
		return &slots[slot/inWord], slot % inWord * 2
	}
	for _, p := range pairs {
		word, shift := place(p)
		*word |= (*word>>shift&once*twice | once) << shift
	}
	some := pairs[:0]
	for _, p := range pairs {
		if word, shift := place(p); *word>>shift&twice != 0 {
			some = append(some, p)
		}
	}
	return some
}

// emptyTable returns size words of 0.
func (s *scanner) emptyTable(size int) []uint32 {
	if cap(s.table) < size {
		s.table = make([]uint32, size)
	}
	table := s.table[:size]
	clear(table)
	return table
}

// repeatAmong is firstRepeat among keys with the given hashes.
func (s *scanner) repeatAmong(hashes []pair, keys []key) int {
	size := 4
	for size < 2*len(hashes) {
		size *= 2
	}
	table := s.emptyTable(size) // of indexes in hashes, plus 1
	for i, h := range hashes {
		slot := h.number & uint64(size-1)
		for ; table[slot] != 0; slot = (slot + 1) & uint64(size-1) {
			other := hashes[table[slot]-1]
			if other.number == h.number && bytes.Equal(s.text(&keys[other.key]), s.text(&keys[h.key])) {
				return int(h.key)
			}
		}
		table[slot] = uint32(i + 1)
	}
	return -1
}

// sortAll writes the indexes of the keys' nodes to the list, in canonical order, and reports whether no two
// keys are equal.
func (s *scanner) sortAll(list []node, keys []key) bool {
	pairs, spare := s.room(len(keys))
	for i := range keys {
		pairs[i] = pair{keys[i].order, uint32(i), keys[i].node}
	}
	distinct := s.sortPairs(pairs, spare, keys, 8)
	for i := range list[:len(pairs)/2] {
		list[i] = node(pairs[2*i].node) | node(pairs[2*i+1].node)<<32
	}
	if n := len(pairs); n%2 != 0 {
		list[n/2] = node(pairs[n-1].node)
	}
	return distinct
}

// sortPairs sorts keys by their numbers, which are the order words of the eight bytes before known, and where
// these are equal by what follows. All bytes before them are equal, zeros being taken for those that a key does
// not have. It reports whether no two keys are equal, and stops when two are.
func (s *scanner) sortPairs(pairs, spare []pair, keys []key, known int) (distinct bool) {
	if len(pairs) < fewPairs {
		return s.sortFew(pairs, keys)
	}
	from, to := pairs, spare
	for shift := 0; shift < 64; shift += 8 {
		if differ(from, shift) {
			scatter(to, from, shift)
			from, to = to, from
		}
	}
	copy(pairs, from)
	for start, end := 0, 0; start < len(pairs); start = end {
		for end < len(pairs) && pairs[end].number == pairs[start].number {
			end++
		}
		if end-start > 1 && !s.sortAlike(pairs[start:end], spare[start:end], keys, known) {
			return false
		}
	}
	return true
}

// differ reports whether the numbers do not all have the same byte there.
func differ(pairs []pair, shift int) bool {
	for i := range pairs {
		if byte(pairs[i].number>>shift) != byte(pairs[0].number>>shift) {
			return true
		}
	}
	return false
}

// sortAlike is sortPairs for keys that are equal before known.
func (s *scanner) sortAlike(pairs, spare []pair, keys []key, known int) (distinct bool) {
	more := false
	for i := range pairs {
		text := s.text(&keys[pairs[i].key])
		pairs[i].number = orderWord(load(text, known))
		more = more || len(text) > known
	}
	if !more { // but for zeros at their ends the keys are equal
		return s.sortFew(pairs, keys)
	}
	return s.sortPairs(pairs, spare, keys, known+8)
}

// sortFew is sortPairs by comparing.
func (s *scanner) sortFew(pairs []pair, keys []key) (distinct bool) {
	distinct = true
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.number != b.number {
			return cmp.Compare(a.number, b.number)
		}
		c := compareKeys(s.text(&keys[a.key]), s.text(&keys[b.key]))
		distinct = distinct && (c != 0 || a.key == b.key)
		return c
	})
	return distinct
}
