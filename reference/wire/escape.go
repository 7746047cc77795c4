package wire

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Section 2 and RFC 8259, section 7: escapes.

// unescapes maps the letter of a two-character escape to what it stands for, any other byte to 0.
var unescapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escapes maps the characters that canonical JSON escapes with a letter (Section 4.3) to that letter.
var escapes = [256]byte{
	'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't',
}

// hexValue returns the value of a hexadecimal digit, or -1.
func hexValue(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// codeUnit reads the four digits of a \u escape at b[i:], or returns -1.
func codeUnit(b []byte, i int) rune {
	if i+4 > len(b) {
		return -1
	}
	h0, h1, h2, h3 := hexValue(b[i]), hexValue(b[i+1]), hexValue(b[i+2]), hexValue(b[i+3])
	if h0|h1|h2|h3 < 0 {
		return -1
	}
	return h0<<12 | h1<<8 | h2<<4 | h3
}

func isHigh(r rune) bool { return r>>10 == 0xd800>>10 }
func isLow(r rune) bool  { return r>>10 == 0xdc00>>10 }

// unescape reads the escape whose backslash is b[i]: what it stands for, and the index of the byte after
// it; 0 if it is not legal.
func unescape(b []byte, i int) (r rune, next int) {
	if i+1 == len(b) {
		return 0, 0
	}
	if c := b[i+1]; c != 'u' {
		if unescapes[c] == 0 {
			return 0, 0
		}
		return rune(unescapes[c]), i + 2
	}
	r = codeUnit(b, i+2)
	switch {
	case r < 0 || isLow(r):
		return 0, 0
	case !isHigh(r):
		return r, i + 6
	}
	if i+12 > len(b) || b[i+6] != '\\' || b[i+7] != 'u' {
		return 0, 0
	}
	low := codeUnit(b, i+8)
	if !isLow(low) {
		return 0, 0
	}
	return utf16.DecodeRune(r, low), i + 12
}

// isCanonicalEscape reports whether escape, a legal one, is how canonical JSON spells r.
func isCanonicalEscape(escape []byte, r rune) bool {
	switch {
	case r > '\\' || r >= ' ' && escapes[r] == 0:
		return false
	case escapes[r] != 0:
		return len(escape) == 2
	}
	return !bytes.ContainsAny(escape, "ABCDEF")
}

// appendUnescaped appends what the inside of a legal string stands for.
func appendUnescaped(dst, inside []byte) []byte {
	for i := 0; ; {
		n := bytes.IndexByte(inside[i:], '\\')
		if n < 0 {
			return append(dst, inside[i:]...)
		}
		dst = append(dst, inside[i:i+n]...)
		var r rune
		r, i = unescape(inside, i+n)
		dst = utf8.AppendRune(dst, r)
	}
}

// appendEscaped appends r as it stands in a canonical string.
func appendEscaped(dst []byte, r rune) []byte {
	switch {
	case r <= '\\' && escapes[r] != 0:
		return append(dst, '\\', escapes[r])
	case r < ' ':
		const hex = "0123456789abcdef"
		return append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
	}
	return utf8.AppendRune(dst, r)
}
