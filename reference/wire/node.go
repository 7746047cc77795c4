package wire

// A tree is a parsed line: an array of nodes in the order of the text.
type tree struct {
	line  []byte
	nodes []node
}

// A node is one word of a tree. A value takes one node or two:
//
//	null, bool, int, string:  [ flags | kind | end | start ]
//	array, object:            [ flags | kind | after | start ] [ count | end ], then its children
//
// The value is line[start:end]; after is the index of the node that follows its last child; count is the
// number of elements or members. An object's children are its keys and values in turn. Offsets fit into
// 24 bits, a line having at most 2^23 bytes, and so do indexes, a line having fewer nodes than bytes.
type node uint64

const (
	endShift  = 24
	kindShift = 48
	low24     = 1<<24 - 1

	isCanonical node = 1 << 56 // the value's text is its canonical form
	isEscaped   node = 1 << 57 // a string with a backslash in it
	isTrue      node = 1 << 58 // the literal true
	isArranged  node = 1 << 59 // an object that has a list of its keys behind its children; see arrange
)

func makeNode(k Kind, flags node, start, end int) node {
	return flags | node(k)<<kindShift | node(end)<<endShift | node(start)
}

func (n node) kind() Kind      { return Kind(n >> kindShift) }
func (n node) has(f node) bool { return n&f != 0 }
func (n node) start() int      { return int(n & low24) }
func (n node) end() int        { return int(n >> endShift & low24) } // or after

// end returns the index of the byte after the value at node i.
func (t *tree) end(i int) int {
	if n := t.nodes[i]; n.kind() < Array {
		return n.end()
	}
	return int(uint32(t.nodes[i+1]))
}

// count returns the number of elements of the array, or of members of the object, at node i.
func (t *tree) count(i int) int { return int(t.nodes[i+1] >> 32) }

// after returns the index of the node that follows the value at node i.
func (t *tree) after(i int) int {
	if n := t.nodes[i]; n.kind() >= Array {
		return n.end()
	}
	return i + 1
}

// raw returns the text of the value at node i.
func (t *tree) raw(i int) []byte { return t.line[t.nodes[i].start():t.end(i)] }
