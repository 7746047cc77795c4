package wire

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendCanonical checks line and appends its RFC 8785 form (Section 4.3) to dst. On error dst is
// returned as it was.
func AppendCanonical(dst, line []byte) ([]byte, error) {
	v, err := Parse(line)
	if err != nil {
		return dst, err
	}
	return v.AppendCanonical(dst), nil
}

// Digest returns the SHA-256 of the canonical form of line.
func Digest(line []byte) ([sha256.Size]byte, error) {
	c, err := AppendCanonical(nil, line)
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	return sha256.Sum256(c), nil
}

// Equal reports whether a and b have the same canonical form: key order, white space, escapes and
// the sign of zero do not count.
func Equal(a, b Value) bool {
	return string(a.AppendCanonical(nil)) == string(b.AppendCanonical(nil))
}

// AppendString appends s as a canonical JSON string. Invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r >= 0x20:
			dst = utf8.AppendRune(dst, r)
		case r == '\b':
			dst = append(dst, `\b`...)
		case r == '\f':
			dst = append(dst, `\f`...)
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, "0123456789abcdef"[r>>4], "0123456789abcdef"[r&15])
		}
	}
	return append(dst, '"')
}

// AppendInt appends x in decimal.
func AppendInt(dst []byte, x int64) []byte { return strconv.AppendInt(dst, x, 10) }

// CompareKeys orders keys as canonical JSON does: by their UTF-16 code units.
func CompareKeys(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func appendCanonical(dst []byte, v Value) []byte {
	switch v.Kind() {
	case Int:
		return AppendInt(dst, v.Int())
	case String:
		return AppendString(dst, v.Str())
	case Array:
		dst = append(dst, '[')
		first := true
		for e := range v.Elems() {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = appendCanonical(dst, e)
		}
		return append(dst, ']')
	case Object:
		type member struct {
			key string
			val Value
		}
		var ms []member
		for m := range v.Members() {
			ms = append(ms, member{m.Key.Str(), m.Value})
		}
		slices.SortFunc(ms, func(a, b member) int { return CompareKeys(a.key, b.key) })
		dst = append(dst, '{')
		for i, m := range ms {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(AppendString(dst, m.key), ':')
			dst = appendCanonical(dst, m.val)
		}
		return append(dst, '}')
	}
	return append(dst, v.Raw()...)
}

// appendUnescaped appends what the inside of a valid JSON string stands for.
func appendUnescaped(dst, s []byte) []byte {
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			dst = append(dst, s[i])
			i++
			continue
		}
		switch s[i+1] {
		case 'u':
			r, _ := hex4(s[i+2:])
			i += 6
			if r >= 0xd800 && r < 0xdc00 {
				low, _ := hex4(s[i+2:])
				r = utf16.DecodeRune(r, low)
				i += 6
			}
			dst = utf8.AppendRune(dst, r)
			continue
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		default:
			dst = append(dst, s[i+1])
		}
		i += 2
	}
	return dst
}
