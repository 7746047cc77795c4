package wire

import (
	"bytes"
	"hash"
	"slices"
	"sync"
)

// Section 4.3: canonical JSON, rendered from the tree. Whatever is canonical already, from a member to the
// whole line, is copied from the line; only the keys of objects that are out of order are sorted, and only
// strings with another spelling are written character by character.

// AppendCanonical checks line and appends its RFC 8785 form (Section 4.3) to dst. On error dst is
// returned as it was. The form is never longer than the line.
func AppendCanonical(dst, line []byte) ([]byte, error) {
	r := renderers.Get().(*renderer)
	defer r.release()
	v, err := r.parser.Parse(line)
	if err != nil {
		return dst, err
	}
	return r.append(dst, v), nil
}

// AppendCanonical appends the canonical form of v to dst.
func (v Value) AppendCanonical(dst []byte) []byte {
	if v.t == nil {
		return dst
	}
	r := renderers.Get().(*renderer)
	defer r.release()
	return r.append(dst, v)
}

// Equal reports whether a and b have the same canonical form: key order, white space, escapes and
// the sign of zero do not count. Two Absent Values are equal.
func Equal(a, b Value) bool {
	if a.IsCanonical() && b.IsCanonical() {
		return bytes.Equal(a.Raw(), b.Raw())
	}
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	return bytes.Equal(a.AppendCanonical(nil), b.AppendCanonical(nil))
}

// A renderer writes canonical JSON, to memory or to a hash. It keeps its own memory.
type renderer struct {
	parser  Parser
	t       *tree
	out     []byte // what is written, and not yet hashed, is out[:n]
	n       int
	hash    hash.Hash // takes out[:n] when out is full; nil if out is large enough for everything
	sum     hash.Hash // is hash, and buffer out, when a digest is wanted
	buffer  []byte
	members []member // of the objects that are being written, the outermost first
	a, b    []byte   // two keys that compare needs unescaped
}

var renderers = sync.Pool{New: func() any { return new(renderer) }}

func (r *renderer) release() {
	r.t, r.out, r.parser.t.line = nil, nil, nil
	renderers.Put(r)
}

// A member of an object that is being sorted.
type member struct {
	order uint64 // see orderWord
	key   int    // the index of the key's node; the value's follows
}

// copySize is the size of most copies: they are short, and one of a fixed size costs less than asking how
// long it must be. It may go beyond what is wanted.
const copySize = 32

func (r *renderer) append(dst []byte, v Value) []byte {
	if v.IsCanonical() {
		return append(dst, v.Raw()...)
	}
	n := len(dst)
	dst = slices.Grow(dst, len(v.Raw())+copySize)
	r.t, r.out, r.n, r.hash = v.t, dst[:cap(dst)], n, nil
	r.value(int(v.i))
	return r.out[:r.n]
}

// copy writes line[start:end].
func (r *renderer) copy(start, end int) {
	line, out, n := r.t.line, r.out, end-start
	if n <= copySize && start <= len(line)-copySize && r.n <= len(out)-copySize {
		*(*[copySize]byte)(out[r.n:]) = *(*[copySize]byte)(line[start:])
		r.n += n
		return
	}
	if r.hash != nil && n > len(out)-r.n {
		r.flush()
		if n > len(out) {
			r.hash.Write(line[start:end])
			return
		}
	}
	r.n += copy(out[r.n:], line[start:end])
}

func (r *renderer) byte(c byte) {
	if r.n == len(r.out) {
		r.flush()
	}
	r.out[r.n] = c
	r.n++
}

// escape writes a character of a string.
func (r *renderer) escape(c rune) {
	if r.hash != nil && r.n > len(r.out)-copySize {
		r.flush()
	}
	r.n = len(appendEscaped(r.out[:r.n], c))
}

// flush hashes what is written. It comes only before a write, so that close finds the last byte in out.
func (r *renderer) flush() {
	r.hash.Write(r.out[:r.n])
	r.n = 0
}

// value writes the value at node i.
func (r *renderer) value(i int) {
	n := r.t.nodes[i]
	switch k := n.kind(); {
	case n.has(isCanonical):
		r.copy(n.start(), r.t.end(i))
	case k == Int: // -0, the only integer with another spelling
		r.byte('0')
	case k == String:
		r.string(n.start()+1, n.end()-1)
	case k == Array:
		r.array(i)
	default:
		r.object(i)
	}
}

func (r *renderer) string(i, end int) {
	r.byte('"')
	line := r.t.line[:end]
	for i < end {
		run := bytes.IndexByte(line[i:], '\\')
		if run < 0 {
			r.copy(i, end)
			break
		}
		r.copy(i, i+run)
		var c rune
		c, i = unescape(line, i+run)
		r.escape(c)
	}
	r.byte('"')
}

func (r *renderer) array(i int) {
	after := r.t.after(i)
	r.byte('[')
	for i += 2; i < after; i = r.t.after(i) {
		r.value(i)

		r.byte(',')
	}
	r.close(']')
}

// close writes the bracket, in place of the last comma if there is one.
func (r *renderer) close(bracket byte) {
	if r.out[r.n-1] == ',' {
		r.n--
	}
	r.byte(bracket)
}

func (r *renderer) object(i int) {
	t, base := r.t, len(r.members)
	after := t.after(i)
	for i += 2; i < after; i = t.after(i + 1) {
		r.members = append(r.members, member{r.order(i), i})
	}
	r.sort(r.members[base:])
	r.byte('{')
	for j := base; j < len(r.members); j++ {
		r.member(r.members[j].key)

		r.byte(',')
	}
	r.close('}')
	r.members = r.members[:base]
}

// member writes the member whose key is node i.
func (r *renderer) member(i int) {
	t := r.t
	key, value := t.nodes[i], t.nodes[i+1]
	if key.has(isCanonical) && value.has(isCanonical) && value.start() == key.end()+1 {
		r.copy(key.start(), t.end(i+1))
		return
	}
	r.value(i)
	r.byte(':')
	r.value(i + 1)
}

// order returns the orderWord of the key at node i.
func (r *renderer) order(i int) uint64 {
	n := r.t.nodes[i]
	if n.has(isEscaped) {
		r.a = appendUnescaped(r.a[:0], r.t.line[n.start()+1:n.end()-1])
		return orderWord(lowBytes(load(r.a, 0), len(r.a)))
	}
	return orderWord(lowBytes(load(r.t.line, n.start()+1), n.end()-n.start()-2))
}

// fewMembers is the number of members up to which insertion is the fastest way to sort them.
const fewMembers = 24

func (r *renderer) sort(ms []member) {
	if len(ms) > fewMembers {
		slices.SortFunc(ms, r.compare)
		return
	}
	for i := 1; i < len(ms); i++ {
		m, j := ms[i], i
		for ; j > 0 && (m.order < ms[j-1].order || m.order == ms[j-1].order && r.compare(m, ms[j-1]) < 0); j-- {
			ms[j] = ms[j-1]
		}
		ms[j] = m
	}
}

func (r *renderer) compare(x, y member) int {
	switch {
	case x.order < y.order:
		return -1
	case x.order > y.order:
		return +1
	}
	kx, ky := r.t.nodes[x.key], r.t.nodes[y.key]
	a, b := r.t.line[kx.start()+1:kx.end()-1], r.t.line[ky.start()+1:ky.end()-1]
	if kx.has(isEscaped) {
		r.a = appendUnescaped(r.a[:0], a)
		a = r.a
	}
	if ky.has(isEscaped) {
		r.b = appendUnescaped(r.b[:0], b)
		b = r.b
	}
	return compareKeys(a, b)
}
