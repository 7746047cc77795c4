package artifact

import (
	"bytes"
	"unicode/utf8"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/wire"
)

// AppendRow appends one row of a transcript, without a newline: canonical JSON with two members,
//
//	{"dir":"host_to_engine","message":…}
//
// where message is the line itself if that is canonical JSON other than a string, and else a string
// with the bytes of the line. Either way the very bytes come back: the canonical form of a message
// that is no string, the content of one that is. (A JSON text with spaces, another key order or an
// error in it is therefore a string; so is one that is nested too deep to be nested once more.)
//
// A JSON string can't hold bytes that are not UTF-8. Each such byte, 0x80 to 0xFF, stands in it as
// the private character U+EF80 to U+EFFF; where the line itself has one of these characters, its
// three bytes are written the same way.
func AppendRow(dst []byte, r conformance.Row) []byte {
	dst = append(dst, `{"dir":`...)
	dst = wire.AppendString(dst, string(appendText(nil, []byte(r.Dir))))
	dst = append(dst, `,"message":`...)
	if embeddable(r.Message) {
		dst = append(dst, r.Message...)
	} else {
		dst = wire.AppendString(dst, string(appendText(nil, r.Message)))
	}
	return append(dst, '}')
}

// embeddable reports whether line is canonical JSON that can be a member of a row.
func embeddable(line []byte) bool {
	canonical, err := wire.AppendCanonical(nil, line)
	if err != nil || !bytes.Equal(canonical, line) || line[0] == '"' {
		return false
	}
	nested := append(append([]byte("["), line...), ']')
	return wire.Check(nested) == nil
}

const (
	private      = 0xEF00 // + a byte from 0x80 on
	firstPrivate = private + 0x80
	lastPrivate  = private + 0xFF
)

// appendText appends b as UTF-8, in the way that AppendRow documents.
func appendText(dst, b []byte) []byte {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 || r >= firstPrivate && r <= lastPrivate {
			for _, c := range b[:n] {
				dst = utf8.AppendRune(dst, private+rune(c))
			}
		} else {
			dst = append(dst, b[:n]...)
		}
		b = b[n:]
	}
	return dst
}
