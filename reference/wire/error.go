package wire

import "fmt"

// A Reason says which rule of strict JSON a line breaks. The list is closed.
type Reason uint8

const (
	_                 Reason = iota
	Empty                    // nothing but white space
	Truncated                // the line ends inside a value
	Syntax                   // a byte that no rule of the grammar allows here
	TrailingData             // bytes after the value
	ByteOrderMark            // the line begins with U+FEFF
	InvalidUTF8              // not well-formed UTF-8 (Unicode 3.9, table 3-7)
	ControlCharacter         // a raw byte below 0x20 inside a string
	InvalidEscape            // an escape that RFC 8259 does not know
	UnpairedSurrogate        // \ud800 to \udfff without its partner
	LeadingZero              // 007, -01
	Fraction                 // 1.0
	Exponent                 // 1e0
	IntegerRange             // absolute value above 2^53-1
	Depth                    // more than 64 levels
	DuplicateKey             // two keys of one object are equal after unescaping
	LineTooLong              // more than 8 MiB
)

// reasons gives each Reason its name and its text.
var reasons = [...]struct{ name, text string }{
	Empty:             {"empty", "empty line"},
	Truncated:         {"truncated", "the line ends inside a value"},
	Syntax:            {"syntax", "syntax error"},
	TrailingData:      {"trailing-data", "data after the value"},
	ByteOrderMark:     {"byte-order-mark", "byte order mark"},
	InvalidUTF8:       {"invalid-utf8", "invalid UTF-8"},
	ControlCharacter:  {"control-character", "raw control character in a string"},
	InvalidEscape:     {"invalid-escape", "invalid escape"},
	UnpairedSurrogate: {"unpaired-surrogate", "unpaired surrogate escape"},
	LeadingZero:       {"leading-zero", "number with a leading zero"},
	Fraction:          {"fraction", "number with a fraction"},
	Exponent:          {"exponent", "number with an exponent"},
	IntegerRange:      {"integer-range", "integer outside ±(2^53-1)"},
	Depth:             {"depth", "nested deeper than 64 levels"},
	DuplicateKey:      {"duplicate-key", "duplicate object key"},
	LineTooLong:       {"line-too-long", "line longer than 8 MiB"},
}

// Reasons returns the closed list.
func Reasons() []Reason {
	var all []Reason
	for r := Empty; int(r) < len(reasons); r++ {
		all = append(all, r)
	}
	return all
}

// Name returns a word for r that never changes, in lower case with hyphens; "" if r is not in the list.
func (r Reason) Name() string {
	if int(r) < len(reasons) {
		return reasons[r].name
	}
	return ""
}

// String returns a text for people.
func (r Reason) String() string {
	if r.Name() != "" {
		return reasons[r].text
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// An Error says why a line is not strict JSON and where. Of several faults it is the first that a reader
// meets who goes from left to right, so that all before Offset is well.
//
// Offset is the index of the first byte at which the line can no longer be continued to a legal one. A fault
// of a part is reported where the part begins:
//
//	IntegerRange, Fraction, Exponent, LeadingZero   the first byte of the number
//	InvalidEscape, UnpairedSurrogate                the backslash
//	InvalidUTF8                                     the first byte of the ill-formed sequence
//	DuplicateKey                                    the opening quote of the second of two equal keys
//	Depth                                           the bracket that opens level 65
//	ByteOrderMark                                   0
//
// Empty and Truncated are at the end of the line, also where it breaks off inside a character or an escape
// that might have become a legal one. LineTooLong is at MaxLine, whatever the line holds.
type Error struct {
	Offset int
	Reason Reason
}

func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }
