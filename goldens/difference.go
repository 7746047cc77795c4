package goldens

// What is different about two lines that should be the same.

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/wire"
)

// A DifferenceKind says how far apart two lines are. The list is closed.
type DifferenceKind string

const (
	Whitespace DifferenceKind = "whitespace" // the same values in the same order
	KeyOrder   DifferenceKind = "key order"
	Escape     DifferenceKind = "escape"      // the same string, spelled otherwise
	NumberForm DifferenceKind = "number form" // -0, 1.0, 1e0, 007
	OtherValue DifferenceKind = "value"
	NotJSON    DifferenceKind = "not JSON"
	MissingRow DifferenceKind = "missing row" // there is no answer where there was one
	ExtraRow   DifferenceKind = "extra row"   // there is an answer where there was none
	Direction  DifferenceKind = "direction"   // somebody else speaks
)

// A Difference is the first one between two lines.
type Difference struct {
	Kind    DifferenceKind
	Offset  int    // of the first different byte
	Pointer string // the JSON pointer (RFC 6901) of the value that is different, where there is one
	Want    string // what is at Pointer, or from a little before Offset on; shortened
	Got     string
}

// NoAnswer is the difference of a line that did not come; why says what came about instead.
func NoAnswer(want []byte, why string) Difference {
	return Difference{Kind: MissingRow, Want: excerpt(want, 0), Got: why}
}

// Unasked is the difference of a line that should not have come.
func Unasked(got []byte) Difference {
	return Difference{Kind: ExtraRow, Want: "nothing", Got: excerpt(got, 0)}
}

func (d Difference) String() string {
	switch d.Kind {
	case MissingRow, ExtraRow, Direction:
		return fmt.Sprintf("%s: want %s, got %s", d.Kind, d.Want, d.Got)
	}
	s := fmt.Sprintf("%s at byte %d", d.Kind, d.Offset)
	if d.Pointer != "" {
		s += ", " + d.Pointer
	}
	return fmt.Sprintf("%s: want %s, got %s", s, d.Want, d.Got)
}

// Compare returns the first difference between two lines, or nil. Unless exact it looks only at what
// they mean: two lines of strict JSON that have the same canonical form are then the same.
func Compare(want, got []byte, exact bool) *Difference {
	if bytes.Equal(want, got) {
		return nil
	}
	d := &Difference{Kind: NotJSON, Offset: common(want, got)}
	d.Want, d.Got = excerpt(want, d.Offset), excerpt(got, d.Offset)
	w, werr := wire.Parse(want)
	g, gerr := wire.Parse(got)
	switch {
	case werr == nil && gerr == nil:
		if wire.Equal(w, g) {
			if !exact {
				return nil
			}
			d.Kind, d.Pointer = spelling(want, got, d.Offset), pointerAt(w, d.Offset)
			return d
		}
		d.Kind = OtherValue
		a, b := firstUnequal(w, g, &d.Pointer)
		d.Want, d.Got = shown(a), shown(b)
	case werr == nil:
		d.Pointer = pointerAt(w, d.Offset)
		if e, ok := errors.AsType[*wire.Error](gerr); ok {
			switch e.Reason {
			case wire.Fraction, wire.Exponent, wire.LeadingZero:
				d.Kind = NumberForm
			}
		}
	}
	return d
}

func common(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// spelling says what kind of difference two spellings of one value have at their first unequal byte.
func spelling(want, got []byte, at int) DifferenceKind {
	w, g := byteAt(want, at), byteAt(got, at)
	switch {
	case isSpace(w) || isSpace(g):
		return Whitespace
	case w == '\\' || g == '\\' || at > 0 && want[at-1] == '\\' || insideEscape(want, at) || insideEscape(got, at):
		return Escape
	case w == '-' || g == '-':
		return NumberForm // of a value that is 0
	}
	return KeyOrder
}

// insideEscape reports whether byte at belongs to the digits of a \u escape.
func insideEscape(line []byte, at int) bool {
	i := bytes.LastIndex(line[:min(at, len(line))], []byte(`\u`))
	return i >= 0 && at-i < 6
}

func byteAt(b []byte, i int) byte {
	if i < len(b) {
		return b[i]
	}
	return 0
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// firstUnequal follows a and b down to the first values that are not equal; one of them may be Absent.
func firstUnequal(a, b wire.Value, pointer *string) (wire.Value, wire.Value) {
	switch {
	case a.Kind() == wire.Object && b.Kind() == wire.Object:
		for m := range a.Members() {
			key := m.Key.Str()
			if other := b.Get(key); !wire.Equal(m.Value, other) {
				*pointer += "/" + escapePointer(key)
				return firstUnequal(m.Value, other, pointer)
			}
		}
		for m := range b.Members() {
			if key := m.Key.Str(); !a.Get(key).Exists() {
				*pointer += "/" + escapePointer(key)
				return wire.Value{}, m.Value
			}
		}
	case a.Kind() == wire.Array && b.Kind() == wire.Array:
		i := 0
		for e := range a.Elems() {
			if other := element(b, i); !wire.Equal(e, other) {
				*pointer += "/" + strconv.Itoa(i)
				return firstUnequal(e, other, pointer)
			}
			i++
		}
		if b.Len() > i {
			*pointer += "/" + strconv.Itoa(i)
			return wire.Value{}, element(b, i)
		}
	}
	return a, b
}

func element(list wire.Value, i int) wire.Value {
	for e := range list.Elems() {
		if i == 0 {
			return e
		}
		i--
	}
	return wire.Value{}
}

// pointerAt returns the pointer of the innermost value of root that byte at of the line is in.
func pointerAt(root wire.Value, at int) (pointer string) {
	within := func(v wire.Value) bool { return v.Offset() <= at && at < v.Offset()+len(v.Raw()) }
	for v := root; ; {
		next, step := wire.Value{}, ""
		for m := range v.Members() {
			if within(m.Value) {
				next, step = m.Value, m.Key.Str()
			}
		}
		i := 0
		for e := range v.Elems() {
			if within(e) {
				next, step = e, strconv.Itoa(i)
			}
			i++
		}
		if !next.Exists() {
			return pointer
		}
		v, pointer = next, pointer+"/"+escapePointer(step)
	}
}

func escapePointer(s string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(s)
}

// few bounds a value that is shown, in bytes.
const few = 120

func shown(v wire.Value) string {
	if !v.Exists() {
		return "nothing"
	}
	return clip(v.Raw())
}

// excerpt shows a line from a little before a byte on.
func excerpt(line []byte, at int) string {
	from := max(0, min(at, len(line))-16)
	if s := clip(line[from:]); from > 0 {
		return "…" + s
	} else if s != "" {
		return s
	}
	return "nothing"
}

func clip(b []byte) string {
	if len(b) > few {
		return strings.ToValidUTF8(string(b[:few]), "") + "…"
	}
	return string(b)
}
