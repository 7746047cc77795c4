// Package wire implements the lowest layer of SpellBench v2: lines, strict JSON and canonical JSON.
//
// It follows Section 2 (transport and framing), Section 4.3 (canonical JSON, RFC 8785 restricted to
// integers) and Section 4.4 (integer bounds) of the specification. It imports nothing but the
// standard library and knows no message of the protocol.
//
// There is one way through a line, scanner.scan. Check is that walk; Parse is that walk with a tree left
// behind; AppendCanonical and Digest render the tree, or find from its root that the line is canonical
// already and copy it. All of them take time linear in the line, except that sorting the keys of an
// object takes n log n, and keep their memory from one line to the next.
package wire

// Limits of Section 2.
const (
	MaxLine  = 8 << 20   // bytes in a line, its terminator excluded
	MaxDepth = 64        // levels of nesting; a top-level object or array is level 1
	MaxInt   = 1<<53 - 1 // the largest absolute value of an integer
)
