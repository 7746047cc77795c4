package wire

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"unicode/utf8"
)

// A scanner walks lines. It keeps its memory from one line to the next.
type scanner struct {
	line  []byte
	nodes []node // the tree, if one is wanted
	marks []byte // see marks.go

	frames [MaxDepth + 1]frame
	keys   []key  // of the open objects, the outermost first
	texts  []byte // the unescaped texts of those that have escapes

	shapes     [1 << shapeBits]shape // see arrange.go
	filter     [filterSize]uint64    // see apart
	generation uint64
	pairs      []pair // see many.go
	table      []uint32
	seed       maphash.Seed

	tree     tree // of the functions that give none away
	renderer renderer
}

// A frame is an open array or object. Frame 0 is the line itself.
type frame struct {
	node     uint32 // its index in the tree
	start    uint32 // of its bracket in the line
	keys     uint32 // where its keys begin in scanner.keys
	texts    uint32 // and their texts in scanner.texts
	commas   uint32 // of an array
	arranged node   // isArranged or 0
	closer   byte   // the bracket that ends it
	object   bool
	compact  bool // so far there is no white space in it, and all values are in canonical form
}

// Eight bytes of marks, shifted by up to seven bits, are good for 57 characters. noMark stands for a mark at
// the last of them, so that a count of zeros finds one; there is no quote there, and longString goes on.
const noMark = 1 << 56

// The two ends of a key and what follows a value, as loaded from the line.
const (
	quoteColon = '"' | ':'<<8
	commaQuote = ',' | '"'<<8
)

// scan walks the line once. It returns where and why the line is not strict JSON (Section 2), or a Reason
// of 0. With tree it also leaves the tree in s.nodes, over whatever s.nodes has held.
//
// It is one loop with a stack of its own, in these states:
//
//	value    a value comes next
//	text     the opening quote of a string comes next that is a value
//	scalar   a null, bool, int or string has just ended
//	ended    a value has just ended
//	key      a key comes next, and then its value
//	name     the opening quote of a key comes next
//	open     an array or object begins
//	closed   an array or object ends
//
// The states are labels because each knows what most often follows it: a test that is nearly always true
// costs nothing, and a state held in a variable would have to be tested.
func (s *scanner) scan(line []byte, tree bool) (at int, why Reason) {
	if len(line) > MaxLine {
		return MaxLine, LineTooLong
	}
	s.line, s.texts = line, s.texts[:0]
	f := &s.frames[0]
	*f = frame{compact: true}
	var (
		i     int // the byte that comes next
		start int // the first byte of the current token
		depth int // f is s.frames[depth]
		used  int // nodes
		nkeys int // keys

		c     byte
		n     int
		word  uint64
		kind  Kind
		flags node
	)
	ascii := s.mark(line)
	if tree {
		s.nodes = s.nodes[:cap(s.nodes)]
		if len(s.nodes) < len(line)/usualText {
			s.nodes = make([]node, len(line)/usualText)
		}
	}
	if i = skipSpace(line, 0); i == len(line) {
		why = Empty
		goto fault
	}

value:
	if i >= len(line) {
		why = Truncated
		goto fault
	}
	c, start, flags = line[i], i, isCanonical
	switch {
	case c == '"':
		goto text
	case c <= ' ':
		if i = skipSpace(line, i); i == start {
			why = Syntax
			goto fault
		}
		f.compact = false
		goto value
	case c == '{' || c == '[':
		goto open
	case c == 'n':
		if uint32(load(line, i)) != 'n'|'u'<<8|'l'<<16|'l'<<24 {
			i, why = badLiteral(line, i, "null")
			goto fault
		}
		i, kind = i+4, Null
		goto scalar
	case c == 't':
		if uint32(load(line, i)) != 't'|'r'<<8|'u'<<16|'e'<<24 {
			i, why = badLiteral(line, i, "true")
			goto fault
		}
		i, kind, flags = i+4, Bool, isCanonical|isTrue
		goto scalar
	case c == 'f':
		if uint32(load(line, i+1)) != 'a'|'l'<<8|'s'<<16|'e'<<24 {
			i, why = badLiteral(line, i, "false")
			goto fault
		}
		i, kind = i+5, Bool
		goto scalar
	case c == '-':
		i++
	}
	word = load(line, i)
	n = digits(word)
	if byte(word) == '0' {
		if n > 1 {
			i, why = start, LeadingZero
			goto fault
		}
		if c == '-' {
			flags, f.compact = 0, false
		}
	}
	if n == 8 {
		n = countDigits(line[i:])
		if n > len(maxDigits) || n == len(maxDigits) && string(line[i:i+n]) > maxDigits {
			i, why = start, IntegerRange
			goto fault
		}
	}
	if n == 0 {
		why = Syntax
		if i == len(line) {
			why = Truncated
		}
		goto fault
	}
	i, kind = i+n, Int
	goto scalar

text:
	start = i
	i++
	word = binary.LittleEndian.Uint64(s.marks[i>>3:i>>3+8])>>(i&7) | noMark
	i += bits.TrailingZeros64(word)
	if i >= len(line) || line[i] != '"' {
		if i, flags, why = s.longString(i); why != 0 {
			goto fault
		}
		if !flags.has(isCanonical) {
			f.compact = false
		}
		i++
		kind = String
		goto scalar
	}
	i++
	if tree {
		used = s.put(used, makeNode(String, isCanonical, start, i))
	}
	goto ended

scalar:
	if tree {
		used = s.put(used, makeNode(kind, flags, start, i))
	}

ended:
	if i >= 0 && i < len(line)-1 && binary.LittleEndian.Uint16(line[i:]) == commaQuote {
		if f.object {
			i++
			goto name
		}
		if depth > 0 {
			i++
			f.commas++
			goto text
		}
	}
	if i >= len(line) {
		if depth > 0 {
			why = Truncated
			goto fault
		}
		goto end
	}
	c = line[i]
	switch {
	case c == f.closer && depth > 0:
		goto closed
	case c == ',' && depth > 0:
		i++
		if !f.object {
			f.commas++
			goto value
		}
		goto key
	}
	n = i
	if i = skipSpace(line, i); i == n {
		i, why = badSuccessor(line, i, depth)
		goto fault
	}
	f.compact = false
	goto ended

key:
	if i < len(line) && line[i] <= ' ' {
		f.compact = false
		i = skipSpace(line, i)
	}
	if i >= len(line) || line[i] != '"' {
		goto unexpected
	}

name: // line[i] is the opening quote of a key
	if nkeys == len(s.keys) {
		s.keys = append(s.keys, make([]key, nkeys)...)
	}
	start = i
	i++
	if i >= 0 && i < len(line)-7 {
		word = binary.LittleEndian.Uint64(s.marks[i>>3:i>>3+8])>>(i&7) | noMark
		n = bits.TrailingZeros64(word)
		word = lowBytes(binary.LittleEndian.Uint64(line[i:]), n)
		i += n
		if i >= 0 && i < len(line)-1 && binary.LittleEndian.Uint16(line[i:]) == quoteColon && word&highs == 0 {
			k := &s.keys[nkeys]
			k.order, k.at, k.size, k.spelt, k.node = bits.ReverseBytes64(word), uint32(start), uint32(n), 0, uint32(used)
			nkeys++
			if tree {
				used = s.put(used, makeNode(String, isCanonical, start, i+1))
			}
			i += 2
			goto value
		}
	}
	if i, flags, why = s.longString(start + 1); why != 0 {
		goto fault
	}
	if !flags.has(isCanonical) {
		f.compact = false
	}
	s.setKey(&s.keys[nkeys], start, i, flags)
	s.keys[nkeys].node = uint32(used)
	nkeys++
	i++
	if tree {
		used = s.put(used, makeNode(String, flags, start, i))
	}
	if i < len(line) && line[i] <= ' ' {
		f.compact = false
		i = skipSpace(line, i)
	}
	if i >= len(line) || line[i] != ':' {
		goto unexpected
	}
	i++
	goto value

open: // c, which is line[i], opens an array or object
	if depth == MaxDepth {
		why = Depth
		goto fault
	}
	if i < len(line)-1 && line[i+1] == c+2 { // nothing in it: it needs no frame
		if tree {
			kind = Array
			if c == '{' {
				kind = Object
			}
			used = s.put(used, makeNode(kind, isCanonical, i, used+2))
			used = s.put(used, node(i+2))
		}
		i += 2
		goto ended
	}
	depth++
	f = &s.frames[depth]
	f.node, f.start, f.keys, f.texts = uint32(used), uint32(i), uint32(nkeys), uint32(len(s.texts))
	f.commas, f.arranged, f.closer, f.object, f.compact = 0, 0, c+2, c == '{', true
	used += 2
	if tree && used > len(s.nodes) {
		s.nodes = grow(s.nodes)
	}
	i++
	if i < len(line) && line[i] <= ' ' {
		f.compact = false
		i = skipSpace(line, i)
	}
	switch {
	case i < len(line) && line[i] == f.closer:
		f.commas = noCommas
		goto closed
	case f.object:
		goto key
	}
	goto value

closed: // line[i] closes f
	i++
	kind, n = Array, int(f.commas+1)
	if f.object {
		kind, n = Object, nkeys-int(f.keys)
		if n > 1 {
			keys, repeat := s.keys[f.keys:nkeys], -1
			if !tree {
				repeat = s.repeat(keys)
			} else if used = s.arrange(f, keys, used); used < 0 {
				repeat = s.firstRepeat(keys)
			}
			if repeat >= 0 {
				i, why = int(keys[repeat].at), DuplicateKey
				depth, nkeys = depth-1, int(f.keys) // these keys are done with
				goto fault
			}
		}
		nkeys = int(f.keys)
		s.texts = s.texts[:f.texts]
	}
	if tree {
		flags = f.arranged
		if f.compact {
			flags = isCanonical
		}
		s.nodes[f.node] = makeNode(kind, flags, int(f.start), used)
		s.nodes[f.node+1] = node(n)<<32 | node(i)
	}
	depth--
	s.frames[depth].compact = s.frames[depth].compact && f.compact
	f = &s.frames[depth]
	goto ended

end:
	if !ascii && !utf8.Valid(line) {
		i, why = len(line), InvalidUTF8
		goto fault
	}
	if tree {
		s.nodes = s.nodes[:used]
	}
	return 0, 0

unexpected:
	why = Syntax
	if i >= len(line) {
		why = Truncated
	}

fault:
	return s.earliest(i, why, depth, nkeys)
}

const (
	usualText = 8                  // bytes of text there are to a node in decisions, or some less
	noCommas  = ^uint32(0)         // the commas of an empty array, one less than none
	maxDigits = "9007199254740991" // MaxInt
)

// put makes n the node at used, and returns the index of the next.
func (s *scanner) put(used int, n node) int {
	if used >= len(s.nodes) {
		s.more()
	}
	s.nodes[used] = n
	return used + 1
}

//go:noinline
func (s *scanner) more() { s.nodes = grow(s.nodes) }

func grow(nodes []node) []node { return append(nodes, make([]node, max(256, len(nodes)))...) }

// skipSpace returns the index of the first byte from i on that is no white space.
func skipSpace(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\n' || line[i] == '\r') {
		i++
	}
	return i
}

// countDigits returns the number of digits that text begins with.
func countDigits(text []byte) (n int) {
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

// longString walks from i, inside a string, to its closing quote, over any length and any escapes.
func (s *scanner) longString(i int) (end int, flags node, why Reason) {
	line := s.line
	flags = isCanonical
	for {
		word := binary.LittleEndian.Uint64(s.marks[i>>3:i>>3+8]) >> (i & 7)
		if word == 0 {
			i += 64 - i&7
			continue
		}
		i += bits.TrailingZeros64(word)
		switch {
		case i >= len(line):
			return len(line), 0, Truncated
		case line[i] == '"':
			return i, flags, 0
		case line[i] != '\\':
			return i, 0, ControlCharacter
		}
		r, next := unescape(line, i)
		if next == 0 {
			i, why = badEscape(line, i)
			return i, 0, why
		}
		flags |= isEscaped
		if !isCanonicalEscape(line[i:next], r) {
			flags &^= isCanonical
		}
		i = next
	}
}
