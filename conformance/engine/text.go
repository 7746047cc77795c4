package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A text is one request as it will be sent, without its terminator. Its methods return changed
// copies, so that a check reads as "this request, without that field". They keep the text of all
// they don't touch and put raw where they are told, so that any fault of spelling can be made.
//
// A pointer is an RFC 6901 JSON pointer; our field names need no escapes. A pointer into the void is
// a fault of ours and panics, which makes the verdict error.
type text string

// at returns the value that pointer names, and reports whether it is there.
func (x text) at(pointer string) (wire.Value, bool) {
	v, err := wire.Parse([]byte(x))
	if err != nil {
		panic(fmt.Sprintf("edit of a broken request: %v", err))
	}
	v = protocol.At(v, pointer)
	return v, v.Exists()
}

func (x text) mustAt(pointer string) wire.Value {
	v, ok := x.at(pointer)
	if !ok {
		panic(fmt.Sprintf("no %s in %s", pointer, x))
	}
	return v
}

func split(pointer string) (parent, name string) {
	i := strings.LastIndexByte(pointer, '/')
	return pointer[:i], pointer[i+1:]
}

// with puts raw at pointer: in place of what is there, or as a new first member of an object, or,
// where the last name is "-", as a new last element of an array.
func (x text) with(pointer, raw string) text {
	parent, name := split(pointer)
	into := x.mustAt(parent)
	if v, ok := x.at(pointer); ok {
		return x[:v.Offset()] + text(raw) + x[v.Offset()+len(v.Raw()):]
	}
	at, comma := into.Offset()+1, ","
	if into.Len() == 0 {
		comma = ""
	}
	if into.Kind() == wire.Array {
		at = into.Offset() + len(into.Raw()) - 1
		return x[:at] + text(comma+raw) + x[at:]
	}
	return x[:at] + text(suite.Quote(name)+":"+raw+comma) + x[at:]
}

// member returns the span of text that spells the member or element at pointer, its key included.
func (x text) member(pointer string) (from, to int) {
	parent, name := split(pointer)
	v := x.mustAt(pointer)
	from, to = v.Offset(), v.Offset()+len(v.Raw())
	for m := range x.mustAt(parent).Members() {
		if m.Key.StrIs(name) {
			from = m.Key.Offset()
		}
	}
	return from, to
}

// without leaves the member or element at pointer out.
func (x text) without(pointer string) text {
	from, to := x.member(pointer)
	before, after := strings.TrimRight(string(x[:from]), " \t\r\n"), strings.TrimLeft(string(x[to:]), " \t\r\n")
	if rest, ok := strings.CutPrefix(after, ","); ok {
		after = rest
	} else {
		before = strings.TrimSuffix(before, ",")
	}
	return text(before + after)
}

// twice repeats the member at pointer, spelling its key the second time as key does.
func (x text) twice(pointer, key string) text {
	_, to := x.member(pointer)
	return x[:to] + text(","+key+":"+string(x.mustAt(pointer).Raw())) + x[to:]
}

// backwards reverses the order of the members of the object at pointer.
func (x text) backwards(pointer string) text {
	v := x.mustAt(pointer)
	var out []string
	for m := range v.Members() {
		out = append([]string{string(m.Key.Raw()) + ":" + string(m.Value.Raw())}, out...)
	}
	return x[:v.Offset()] + text("{"+strings.Join(out, ",")+"}") + x[v.Offset()+len(v.Raw()):]
}

// spaced puts white space around each token.
func (x text) spaced() text { return text(suite.Spaced(string(x))) }

// escaped spells the first letter of every key and string of x as a \u escape.
func (x text) escaped() text {
	v, _ := x.at("")
	return text(appendEscaped(nil, v))
}

func appendEscaped(dst []byte, v wire.Value) []byte {
	switch v.Kind() {
	case wire.String:
		s := v.Str()
		if s == "" || s[0] < 'A' || s[0] > 'z' || s[0] == '\\' {
			return append(dst, v.Raw()...)
		}
		return append(append(dst, fmt.Sprintf(`"\u%04x`, s[0])...), suite.Quote(s)[2:]...)
	case wire.Array:
		dst = append(dst, '[')
		n := 0
		for e := range v.Elems() {
			if n++; n > 1 {
				dst = append(dst, ',')
			}
			dst = appendEscaped(dst, e)
		}
		return append(dst, ']')
	case wire.Object:
		dst = append(dst, '{')
		n := 0
		for m := range v.Members() {
			if n++; n > 1 {
				dst = append(dst, ',')
			}
			dst = append(appendEscaped(dst, m.Key), ':')
			dst = appendEscaped(dst, m.Value)
		}
		return append(dst, '}')
	}
	return append(dst, v.Raw()...)
}

// fields lists the pointers of all members of the objects in x, in the order of the text, but for
// those at or below a pointer in except.
func (x text) fields(except ...string) []string {
	v, _ := x.at("")
	var out []string
	var walk func(at string, v wire.Value)
	walk = func(at string, v wire.Value) {
		for _, e := range except {
			if at == e {
				return
			}
		}
		i := 0
		for e := range v.Elems() {
			walk(at+"/"+strconv.Itoa(i), e)
			i++
		}
		for m := range v.Members() {
			p := at + "/" + m.Key.Str()
			out = append(out, p)
			walk(p, m.Value)
		}
	}
	walk("", v)
	return out
}

// objects lists the pointers of all objects in x, the whole first, but for those below except.
func (x text) objects(except ...string) []string {
	seen := map[string]bool{"": true}
	out := []string{""}
	for _, p := range x.fields(except...) {
		parent, _ := split(p)
		if !seen[parent] {
			seen[parent] = true
			out = append(out, parent)
		}
	}
	return out
}
