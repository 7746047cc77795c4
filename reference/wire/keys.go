package wire

// Section 2: no two keys of an object may be equal, after unescaping. The keys of an open object wait in
// scanner.keys; when it ends they are compared, all at once.

// A key is one key of an object that is still open.
type key struct {
	order uint64 // of its first eight bytes, unescaped; see orderWord
	at    uint32 // the index of its opening quote
	size  uint32 // the number of its bytes, unescaped
	spelt uint32 // 0, or for a key with escapes the end of its text in scanner.texts
	node  uint32 // its index in the tree
}

// setKey makes k the key whose quotes are line[start] and line[end].
func (s *scanner) setKey(k *key, start, end int, flags node) {
	*k = key{at: uint32(start), size: uint32(end - start - 1)}
	if flags.has(isEscaped) {
		n := len(s.texts)
		s.texts = appendUnescaped(s.texts, s.line[start+1:end])
		k.size, k.spelt = uint32(len(s.texts)-n), uint32(len(s.texts))
	}
	text := s.text(k)
	k.order = orderWord(lowBytes(load(text, 0), len(text)))
}

// text returns k, unescaped.
func (s *scanner) text(k *key) []byte {
	if k.spelt != 0 {
		return s.texts[k.spelt-k.size : k.spelt]
	}
	return s.line[k.at+1 : k.at+1+k.size]
}

// compare orders keys as canonical JSON does.
func (s *scanner) compare(a, b *key) int {
	switch {
	case a.order < b.order:
		return -1
	case a.order > b.order:
		return +1
	}
	return compareKeys(s.text(a), s.text(b))
}

// sorted reports whether the keys ascend, as in canonical JSON. Then there are no two alike.
func (s *scanner) sorted(keys []key) bool {
	for i := 1; i < len(keys); i++ {
		a, b := &keys[i-1], &keys[i]
		if a.order >= b.order && s.compare(a, b) >= 0 {
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

	fibonacci = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio: its products are spread evenly
)

// repeat returns the index of the first key that equals one before it, or -1. It takes linear time, whatever
// the keys.
func (s *scanner) repeat(keys []key) int {
	if len(keys) <= fewKeys && s.apart(keys) || len(keys) > fewKeys && s.sorted(keys) {
		return -1
	}
	return s.firstRepeat(keys)
}

// apart reports whether the keys fall into different slots of a filter, and so are different. It says no to
// one in twenty objects of ten different keys or, keys being anybody's choice, to all of them. A slot is taken
// if it holds the current generation, so that the filter is never cleared.
func (s *scanner) apart(keys []key) bool {
	s.generation++
	for i := range keys {
		slot := &s.filter[(keys[i].order+uint64(keys[i].size))*fibonacci>>(64-filterBits)]
		if *slot == s.generation {
			return false
		}
		*slot = s.generation
	}
	return true
}
