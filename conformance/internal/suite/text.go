package suite

import "strings"

// Margin keeps probes of the line limit clear of the question whether the terminator counts, which
// readers answer differently by a byte or two.
const Margin = 16

// StdoutHint is the advice on whatever is written without being asked for.
const StdoutHint = "print nothing but answers on stdout; logs belong on stderr"

// Spaced puts white space of every kind that JSON knows on one line around each token of a JSON text.
func Spaced(json string) string {
	var out strings.Builder
	inside, escaped := false, false
	for _, c := range json {
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
	return out.String()
}

// Nested spells arrays and objects in turn, depth levels deep, of which there is at least one.
func Nested(depth int) string {
	var open, shut strings.Builder
	for i := range depth {
		if i%2 == 0 {
			open.WriteString("[")
		} else {
			open.WriteString(`{"k":`)
		}
	}
	if depth%2 == 0 { // the innermost is an object, which wants a value
		open.WriteString("0")
	}
	for i := depth - 1; i >= 0; i-- {
		shut.WriteByte("]}"[i%2])
	}
	return open.String() + shut.String()
}
