package wire

import "iter"

// A Kind is the JSON type of a Value.
type Kind uint8

const (
	Absent Kind = iota // the zero Value: a member that is not there
	Null
	Bool
	Int
	String
	Array
	Object
)

// A Value is one value of a parsed line. It is a small handle into the tree that Parse built and is
// passed by value; the zero Value is Absent, and every method may be called on it. The line that was
// parsed must not be changed while its Values are in use.
type Value struct {
	t *tree
	i uint32
}

type tree struct {
	line  []byte
	nodes []node
}

type node struct {
	kind  Kind
	flag  bool   // Bool: its value. String: has escapes. Int: negative
	start uint32 // the value is line[start:end]
	end   uint32
	next  uint32 // the index of the next sibling (for a key, of the next key), 0 if none
	n     uint32 // the number of elements or members
}

// A Member is one member of an object: its key (a String Value) and its value.
type Member struct{ Key, Value Value }

func (v Value) node() *node { return &v.t.nodes[v.i] }

// Kind returns the JSON type, or Absent.
func (v Value) Kind() Kind {
	if v.t == nil {
		return Absent
	}
	return v.node().kind
}

// Exists reports whether v is a value at all.
func (v Value) Exists() bool { return v.t != nil }

// IsNull reports whether v is the literal null.
func (v Value) IsNull() bool { return v.Kind() == Null }

// Bool reports whether v is the literal true.
func (v Value) Bool() bool { return v.Kind() == Bool && v.node().flag }

// Int returns the integer, in ±(2^53-1); 0 if v is none.
func (v Value) Int() int64 {
	if v.Kind() != Int {
		return 0
	}
	var x int64
	for _, c := range v.Raw() {
		if c != '-' {
			x = x*10 + int64(c-'0')
		}
	}
	if v.node().flag {
		return -x
	}
	return x
}

// Str returns the string, unescaped; "" if v is none.
func (v Value) Str() string { return string(v.AppendStr(nil)) }

// AppendStr appends the unescaped string to dst.
func (v Value) AppendStr(dst []byte) []byte {
	if v.Kind() != String {
		return dst
	}
	n := v.node()
	return appendUnescaped(dst, v.t.line[n.start+1:n.end-1])
}

// StrIs reports whether v is the string s, without allocating.
func (v Value) StrIs(s string) bool {
	if v.Kind() != String {
		return false
	}
	n := v.node()
	if !n.flag {
		return string(v.t.line[n.start+1:n.end-1]) == s
	}
	return v.Str() == s
}

// Len returns the number of elements of an array or members of an object, else 0.
func (v Value) Len() int {
	if k := v.Kind(); k != Array && k != Object {
		return 0
	}
	return int(v.node().n)
}

// Get returns the member named key, or an Absent Value.
func (v Value) Get(key string) Value {
	for m := range v.Members() {
		if m.Key.StrIs(key) {
			return m.Value
		}
	}
	return Value{}
}

// Elems iterates over the elements of an array in order; over nothing if v is none.
func (v Value) Elems() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array || v.node().n == 0 {
			return
		}
		for i := v.i + 1; i != 0; i = v.t.nodes[i].next {
			if !yield(Value{v.t, i}) {
				return
			}
		}
	}
}

// Members iterates over the members of an object in the order of the text.
func (v Value) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if v.Kind() != Object || v.node().n == 0 {
			return
		}
		for i := v.i + 1; i != 0; i = v.t.nodes[i].next {
			if !yield(Member{Value{v.t, i}, Value{v.t, i + 1}}) {
				return
			}
		}
	}
}

// Raw returns the bytes of the line that spell v.
func (v Value) Raw() []byte {
	if v.t == nil {
		return nil
	}
	n := v.node()
	return v.t.line[n.start:n.end]
}

// Offset returns the index in the line of v's first byte.
func (v Value) Offset() int {
	if v.t == nil {
		return 0
	}
	return int(v.node().start)
}

// AppendCanonical appends the canonical form of v to dst.
func (v Value) AppendCanonical(dst []byte) []byte {
	if v.t == nil {
		return dst
	}
	return appendCanonical(dst, v)
}
