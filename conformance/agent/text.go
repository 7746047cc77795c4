package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/spellbench/sbconform/conformance/internal/suite"
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

// spaced puts white space before and after each token.
func (x text) spaced() text { return text(suite.Spaced(string(x))) }

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
