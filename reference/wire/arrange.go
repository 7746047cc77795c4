package wire

import "math/bits"

// Section 4.3: the order of an object's members. When an object ends whose keys do not ascend, the tree gets
// behind its children the indexes of its keys' nodes in canonical order, two to a node. So a value can be
// rendered, any number of times, without sorting; and sorting brings equal keys together.

// A shape is what has been found out about a sequence of keys: that they are different, and how they sort.
// Objects of one kind come with the same keys in the same order, over and over: to recognise them costs a
// fraction of sorting them, and makes AppendCanonical 1.3 times as fast on decisions.
type shape struct {
	n      int
	sorted bool              // places is 0, 1, 2 and so on
	ties   uint32            // bit i is set if the keys in places i-1 and i have the same order word
	places [shapeKeys]uint8  // the index of the key that comes first in canonical order, second, and so on
	orders [shapeKeys]uint64 // of the keys
}

const (
	shapeKeys = 24
	shapeBits = 8
)

// shape returns the shape of 2 to shapeKeys keys, nil if two are equal.
func (s *scanner) shape(keys []key) *shape {
	n := len(keys)
	hash := (keys[0].order + keys[n/2].order ^ keys[n-1].order) * fibonacci
	sh := &s.shapes[hash>>(64-shapeBits)]
	if sh.n == n && s.fits(sh, keys) || s.study(sh, keys) {
		return sh
	}
	return nil
}

// fits reports whether the keys, as many as the shape has, are different and sort as it says.
func (s *scanner) fits(sh *shape, keys []key) bool {
	for i := range keys {
		if keys[i].order != sh.orders[i%shapeKeys] {
			return false
		}
	}
	for ties := sh.ties; ties != 0; ties &= ties - 1 {
		i := bits.TrailingZeros32(ties)
		if s.compare(&keys[sh.places[i-1]], &keys[sh.places[i]]) >= 0 {
			return false
		}
	}
	return true
}

// study makes sh the shape of the keys, and reports whether they are different.
func (s *scanner) study(sh *shape, keys []key) bool {
	*sh = shape{sorted: true}
	for i := range keys {
		j := i
		for j > 0 && s.compare(&keys[i], &keys[sh.places[j-1]]) < 0 {
			sh.places[j] = sh.places[j-1]
			j--
			sh.sorted = false
		}
		sh.orders[i], sh.places[j] = keys[i].order, uint8(i)
	}
	for i := 1; i < len(keys); i++ {
		a, b := &keys[sh.places[i-1]], &keys[sh.places[i]]
		if a.order == b.order {
			sh.ties |= 1 << i
			if s.compare(a, b) == 0 {
				return false
			}
		}
	}
	sh.n = len(keys)
	return true
}

// arrange adds the order of the keys of f to the tree, which has used nodes so far, unless they ascend. It
// returns how many nodes there are then, or -1 if two keys are equal.
func (s *scanner) arrange(f *frame, keys []key, used int) int {
	n := len(keys)
	if n > shapeKeys {
		return s.arrangeMany(f, keys, used)
	}
	sh := s.shape(keys)
	switch {
	case sh == nil:
		return -1
	case sh.sorted:
		return used
	}
	list := s.list(f, n, used)
	for i := range list[:n/2] {
		list[i] = node(keys[sh.places[2*i%shapeKeys]].node) | node(keys[sh.places[(2*i+1)%shapeKeys]].node)<<32
	}
	if n%2 != 0 {
		list[n/2] = node(keys[sh.places[n-1]].node)
	}
	return used + len(list)
}

// arrangeMany is arrange for keys that have no shape.
func (s *scanner) arrangeMany(f *frame, keys []key, used int) int {
	if s.sorted(keys) {
		return used
	}
	list := s.list(f, len(keys), used)
	if !s.sortAll(list, keys) {
		return -1
	}
	return used + len(list)
}

// list returns the nodes for the order of the n keys of f.
func (s *scanner) list(f *frame, n, used int) []node {
	f.compact, f.arranged = false, isArranged
	for len(s.nodes)-used <= n/2 {
		s.nodes = grow(s.nodes)
	}
	return s.nodes[used : used+(n+1)/2]
}

// children returns the index of the node behind the last child of the array or object at node i.
func (t *tree) children(i int) int {
	n := t.nodes[i]
	if n.has(isArranged) {
		return n.end() - (t.count(i)+1)/2
	}
	return n.end()
}
