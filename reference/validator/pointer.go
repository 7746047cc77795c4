package validator

// RFC 6901: the JSON pointer of a value, found from where it stands in the line. Checks hold values,
// not paths, so that a decision without a fault pays nothing for pointers.

import (
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/wire"
)

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

// pointerTo returns the pointer of target, a value of the tree under root.
func pointerTo(root, target wire.Value) string {
	var b strings.Builder
	at := target.Offset()
	for v := root; v.Exists() && v.Offset() != at; {
		var next wire.Value
		switch v.Kind() {
		case wire.Object:
			for m := range v.Members() {
				if spans(m.Value, at) {
					b.WriteString("/" + pointerEscape.Replace(m.Key.Str()))
					next = m.Value
					break
				}
			}
		case wire.Array:
			i := 0
			for e := range v.Elems() {
				if spans(e, at) {
					b.WriteString("/" + strconv.Itoa(i))
					next = e
					break
				}
				i++
			}
		}
		v = next
	}
	return b.String()
}

func spans(v wire.Value, at int) bool { return v.Offset() <= at && at < v.Offset()+len(v.Raw()) }
