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

// A Member is one member of an object: its key (a String Value) and its value.
type Member struct{ Key, Value Value }

func (v Value) node() node { return v.t.nodes[v.i] }

// Kind returns the JSON type, or Absent.
func (v Value) Kind() Kind {
	if v.t == nil {
		return Absent
	}
	return v.node().kind()
}

// Exists reports whether v is a value at all.
func (v Value) Exists() bool { return v.t != nil }

// IsNull reports whether v is the literal null.
func (v Value) IsNull() bool { return v.Kind() == Null }

// Bool reports whether v is the literal true.
func (v Value) Bool() bool { return v.Kind() == Bool && v.node().has(isTrue) }

// Int returns the integer, in ±(2^53-1) (Section 4.4); 0 if v is none.
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
	if v.Raw()[0] == '-' {
		return -x
	}
	return x
}

// inside returns what is between the quotes of a string.
func (v Value) inside() []byte {
	n := v.node()
	return v.t.line[n.start()+1 : n.end()-1]
}

// Str returns the string, unescaped; "" if v is none.
func (v Value) Str() string {
	if v.Kind() == String && !v.node().has(isEscaped) {
		return string(v.inside())
	}
	return string(v.AppendStr(nil))
}

// AppendStr appends the unescaped string to dst, nothing if v is none.
func (v Value) AppendStr(dst []byte) []byte {
	if v.Kind() != String {
		return dst
	}
	return appendUnescaped(dst, v.inside())
}

// StrIs reports whether v is the string s. It does not allocate for an s of up to 128 bytes.
func (v Value) StrIs(s string) bool {
	if v.Kind() != String {
		return false
	}
	if !v.node().has(isEscaped) {
		return string(v.inside()) == s
	}
	var buf [128]byte
	return string(v.AppendStr(buf[:0])) == s
}

// Len returns the number of elements of an array or members of an object, else 0.
func (v Value) Len() int {
	if v.Kind() < Array {
		return 0
	}
	return v.t.count(int(v.i))
}

// Get returns the member named key, or an Absent Value. It looks at one key after another.
func (v Value) Get(key string) Value {
	for m := range v.Members() {
		if m.Key.StrIs(key) {
			return m.Value
		}
	}
	return Value{}
}

// Elem returns element i of an array, counted from 0; Absent if there is none.
func (v Value) Elem(i int) Value {
	for e := range v.Elems() {
		if i == 0 {
			return e
		}
		i--
	}
	return Value{}
}

// Elems iterates over the elements of an array in order; over nothing if v is none.
func (v Value) Elems() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array {
			return
		}
		for i, end := int(v.i)+2, v.t.children(int(v.i)); i < end; i = v.t.after(i) {
			if !yield(Value{v.t, uint32(i)}) {
				return
			}
		}
	}
}

// Members iterates over the members of an object in the order of the text; over nothing if v is none.
func (v Value) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if v.Kind() != Object {
			return
		}
		for i, end := int(v.i)+2, v.t.children(int(v.i)); i < end; i = v.t.after(i + 1) {
			if !yield(Member{Value{v.t, uint32(i)}, Value{v.t, uint32(i + 1)}}) {
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
	return v.t.raw(int(v.i))
}

// Offset returns the index in the line of v's first byte.
func (v Value) Offset() int {
	if v.t == nil {
		return 0
	}
	return v.node().start()
}

// IsCanonical reports whether v is spelt in canonical form (Section 4.3), so that Raw is that form.
func (v Value) IsCanonical() bool { return v.t != nil && v.node().has(isCanonical) }
