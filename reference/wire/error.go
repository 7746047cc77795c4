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

var reasonText = [...]string{
	Empty:             "empty line",
	Truncated:         "the line ends inside a value",
	Syntax:            "syntax error",
	TrailingData:      "data after the value",
	ByteOrderMark:     "byte order mark",
	InvalidUTF8:       "invalid UTF-8",
	ControlCharacter:  "raw control character in a string",
	InvalidEscape:     "invalid escape",
	UnpairedSurrogate: "unpaired surrogate escape",
	LeadingZero:       "number with a leading zero",
	Fraction:          "number with a fraction",
	Exponent:          "number with an exponent",
	IntegerRange:      "integer outside ±(2^53-1)",
	Depth:             "nested deeper than 64 levels",
	DuplicateKey:      "duplicate object key",
	LineTooLong:       "line longer than 8 MiB",
}

func (r Reason) String() string {
	if int(r) < len(reasonText) && reasonText[r] != "" {
		return reasonText[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// An Error says why a line is not strict JSON and where: Offset is the index of the first byte at
// which the line can no longer be continued to a legal one (for DuplicateKey the opening quote of
// the second key; for IntegerRange, Fraction, Exponent and LeadingZero the first byte of the number).
type Error struct {
	Offset int
	Reason Reason
}

func (e *Error) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }
