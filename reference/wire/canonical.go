package wire

import (
	"bytes"
	"hash"
	"slices"
)

// Section 4.3: canonical JSON, rendered from the tree. Whatever is canonical already, from a member to the
// whole line, is copied from the line; the members of other objects come in the order that the tree says, and
// only strings with another spelling are written character by character.

// AppendCanonical checks line and appends its RFC 8785 form (Section 4.3) to dst. On error dst is
// returned as it was. The form is never longer than the line. What dst has room for behind its end may be
// overwritten.
func AppendCanonical(dst, line []byte) ([]byte, error) {
	s := scanners.get()
	v, err := s.parse(line)
	if err == nil {
		dst = s.renderer.append(dst, v)
	}
	scanners.put(s)
	return dst, err
}

// AppendCanonical appends the canonical form of v to dst. What dst has room for behind its end may be
// overwritten.
func (v Value) AppendCanonical(dst []byte) []byte {
	if v.t == nil {
		return dst
	}
	s := scanners.get()
	dst = s.renderer.append(dst, v)
	scanners.put(s)
	return dst
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

// A renderer writes canonical JSON, to memory or to a hash.
type renderer struct {
	t       *tree
	out     []byte // what is written, and not yet hashed, is out[:n]
	n       int
	hash    hash.Hash // takes out[:n] when out is full; nil if out is large enough for everything
	sum     hash.Hash // is hash, and buffer out, when a digest is wanted
	buffer  []byte
	fetched byte // so that what fetch loads is used
}

const (
	// copySize is the size of most copies: they are short, and one of a fixed size costs less than asking
	// how long it must be. It may go beyond what is wanted.
	copySize = 32
	// margin is how much room there is in out behind every value and every bracket, for what punctuation
	// follows and for an escape.
	margin = 32
)

func (r *renderer) append(dst []byte, v Value) []byte {
	if v.IsCanonical() {
		return append(dst, v.Raw()...)
	}
	n := len(dst)
	dst = slices.Grow(dst, len(v.Raw())+copySize+margin)
	r.t, r.out, r.n, r.hash = v.t, dst[:cap(dst)], n, nil
	r.value(int(v.i))
	return r.out[:r.n]
}

// copy writes line[start:end].
func (r *renderer) copy(start, end int) {
	line, out, n := r.t.line, r.out, end-start
	if n <= copySize && start <= len(line)-copySize && r.n <= len(out)-copySize-margin {
		*(*[copySize]byte)(out[r.n:]) = *(*[copySize]byte)(line[start:])
		r.n += n
		return
	}
	if r.hash != nil && n > len(out)-r.n-margin {
		r.flush()
		if n > len(out)-margin {
			r.hash.Write(line[start:end])
			return
		}
	}
	r.n += copy(out[r.n:], line[start:end])
}

// bracket writes a bracket.
func (r *renderer) bracket(c byte) {
	if r.n >= len(r.out)-margin {
		r.flush()
	}
	r.byte(c)
}

// byte writes a byte, within the margin.
func (r *renderer) byte(c byte) {
	r.out[r.n] = c
	r.n++
}

// flush hashes what is written.
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
	inside := r.t.line[:end]
	for i < end {
		run := bytes.IndexByte(inside[i:], '\\')
		if run < 0 {
			r.copy(i, end)
			break
		}
		r.copy(i, i+run)
		var c rune
		c, i = unescape(inside, i+run)
		r.n = len(appendEscaped(r.out[:r.n], c))
		if r.n >= len(r.out)-margin {
			r.flush()
		}
	}
	r.byte('"')
}

func (r *renderer) array(i int) {
	first, after := i+2, r.t.after(i)
	r.bracket('[')
	for i = first; i < after; i = r.t.after(i) {
		if i > first {
			r.byte(',')
		}
		r.value(i)
	}
	r.bracket(']')
}

func (r *renderer) object(i int) {
	t := r.t
	r.bracket('{')
	first, end := i+2, t.children(i)
	if t.nodes[i].has(isArranged) {
		list := t.nodes[end:t.after(i)]
		for j, two := range list {
			if len(list) >= fetchFrom && j%fetchSize == 0 {
				r.fetch(list[j:min(j+fetchSize, len(list))])
			}
			r.member(int(uint32(two)))
			r.byte(',')
			if two>>32 != 0 {
				r.member(int(two >> 32))
				r.byte(',')
			}
		}
		r.n--
	} else {
		for j := first; j < end; j = t.after(j + 1) {
			if j > first {
				r.byte(',')
			}
			r.member(j)
		}
	}
	r.bracket('}')
}

// Members of a large object lie all over the line and the tree, in no order that a processor foresees. It
// waits for memory once and not for each of them if many are asked for at once: fetchSize words of the list,
// of two members each, in an object that has some times as many. Canonical form of 400,000 shuffled keys
// takes 0.85 of the time.
const (
	fetchSize = 64
	fetchFrom = 1024
)

// fetch brings the members into the cache.
func (r *renderer) fetch(list []node) {
	t, last, sum := r.t, len(r.t.line)-1, byte(0)
	for _, two := range list {
		a, b := t.nodes[uint32(two)].start(), t.nodes[two>>32].start()
		sum += t.line[a] + t.line[b] + t.line[min(a+copySize, last)] + t.line[min(b+copySize, last)]
	}
	r.fetched = sum
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
