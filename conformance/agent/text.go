package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A text is one request as it is sent, without its terminator.
type text string

// value returns the request as a tree; Absent if it is not strict JSON.
func (x text) value() wire.Value {
	v, err := wire.Parse([]byte(x))
	if err != nil {
		return wire.Value{}
	}
	return v
}

// node returns the request as a tree that can be changed.
func (x text) node() *protocolgen.Node { return protocolgen.FromValue(x.value()) }

// edited returns the request with an edit made in its tree.
func (x text) edited(edit func(*protocolgen.Node)) text {
	n := x.node()
	edit(n)
	return text(n.JSON())
}

// objects calls f for each object in n, the outermost last.
func objects(n *protocolgen.Node, f func(*protocolgen.Node)) {
	for _, k := range n.Kids {
		objects(k, f)
	}
	if n.Kind == wire.Object {
		f(n)
	}
}

// backwards reverses the members of every object.
func backwards(n *protocolgen.Node) {
	objects(n, func(o *protocolgen.Node) { slices.Reverse(o.Keys); slices.Reverse(o.Kids) })
}

// nested is a value of so many levels, arrays and objects in turn.
func nested(depth int) string {
	n := protocolgen.Int(0)
	for i := range depth {
		if i%2 == 0 {
			n = protocolgen.List(n)
		} else {
			n = protocolgen.FromPairs("k", n)
		}
	}
	return n.String()
}

// element returns element i of an array, Absent beyond its end.
func element(list wire.Value, i int) wire.Value {
	for e := range list.Elems() {
		if i == 0 {
			return e
		}
		i--
	}
	return wire.Value{}
}

// spaced puts white space before and after each token.
func (x text) spaced() text {
	var out strings.Builder
	inside, escaped := false, false
	for _, c := range string(x) {
		if !inside && strings.ContainsRune("{}[]:,", c) {
			out.WriteString(" \t" + string(c) + "\t ")
			continue
		}
		out.WriteRune(c)
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			inside = !inside
		}
	}
	return text(out.String())
}

// escaped spells every letter of x as a \u escape; of those that JSON has in literals there is none
// inside a string.
func (x text) escaped() text {
	var out strings.Builder
	inside, escaped := false, false
	for _, c := range string(x) {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			inside = !inside
		case inside && unicode.IsLetter(c) && c < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, c)
			continue
		}
		out.WriteRune(c)
	}
	return text(out.String())
}
