package wire

import (
	"strconv"
	"unicode/utf8"
)

// AppendString appends s as a canonical JSON string (Section 4.3). Invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	plain := 0 // where the run of bytes begins that stand for themselves
	for i := 0; i < len(s); i++ {
		if c := s[i]; ' ' <= c && c < 0x80 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[plain:i]...)
		r, size := utf8.DecodeRuneInString(s[i:])
		dst = appendEscaped(dst, r)
		i += size - 1
		plain = i + 1
	}
	return append(append(dst, s[plain:]...), '"')
}

// AppendInt appends x in decimal.
func AppendInt(dst []byte, x int64) []byte { return strconv.AppendInt(dst, x, 10) }
