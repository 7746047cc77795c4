package wire

import (
	"strings"
	"unicode/utf8"
)

// What the walk does only with a line that is not legal: to tell exactly where and why (see Error).

// earliest returns the fault to report when the walk has stopped for a reason of its own, with the first
// nkeys keys of the open objects still to be compared and UTF-8 still to be checked.
func (s *scanner) earliest(at int, why Reason, depth, nkeys int) (int, Reason) {
	if len(s.line) >= 3 && string(s.line[:3]) == "\ufeff" {
		return 0, ByteOrderMark
	}
	for ; depth > 0; depth-- {
		keys := s.keys[s.frames[depth].keys:nkeys]
		if i := s.firstRepeat(keys); i >= 0 && int(keys[i].at) < at {
			at, why = int(keys[i].at), DuplicateKey
		}
		nkeys -= len(keys)
	}
	if i := firstInvalid(s.line); i <= at && i < len(s.line) {
		at, why = i, InvalidUTF8
	}
	return at, why
}

// firstInvalid returns the index of the first byte of the first sequence that is not well-formed UTF-8,
// or len(line). A sequence that the line only breaks off is well-formed so far.
func firstInvalid(line []byte) int {
	for i := 0; i < len(line); {
		if line[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(line[i:])
		if r == utf8.RuneError && size == 1 {
			if !utf8.FullRune(line[i:]) {
				return len(line)
			}
			return i
		}
		i += size
	}
	return len(line)
}

// badLiteral finds the fault of a literal at i that is not the word.
func badLiteral(line []byte, i int, word string) (int, Reason) {
	for j := 0; i < len(line); i, j = i+1, j+1 {
		if line[i] != word[j] {
			return i, Syntax
		}
	}
	return len(line), Truncated
}

// badSuccessor finds the fault at i, right behind a value that cannot go on like this.
func badSuccessor(line []byte, i, depth int) (int, Reason) {
	if '0' <= line[i-1] && line[i-1] <= '9' { // only a number ends in a digit
		why := Reason(0)
		switch line[i] {
		case '.':
			why = Fraction
		case 'e', 'E':
			why = Exponent
		}
		if why != 0 {
			for i > 0 && (line[i-1] == '-' || '0' <= line[i-1] && line[i-1] <= '9') {
				i--
			}
			return i, why
		}
	}
	if depth == 0 {
		return i, TrailingData
	}
	return i, Syntax
}

// badEscape finds the fault of the escape whose backslash is line[i].
func badEscape(line []byte, i int) (int, Reason) {
	rest := line[i+1:]
	switch {
	case len(rest) == 0:
		return len(line), Truncated
	case rest[0] != 'u':
		return i, InvalidEscape
	}
	for j := 1; j <= 4; j++ {
		switch {
		case j == len(rest):
			return len(line), Truncated
		case hexValue(rest[j]) < 0:
			return i, InvalidEscape
		}
	}
	// A surrogate. Its partner is \uDC00 to \uDFFF.
	if isHigh(codeUnit(rest, 1)) {
		partner := rest[5:]
		legal := [...]string{`\`, "u", "dD", "cdefCDEF", hexDigits, hexDigits}
		j := 0
		for j < len(partner) && j < len(legal) && strings.IndexByte(legal[j], partner[j]) >= 0 {
			j++
		}
		if j == len(partner) {
			return len(line), Truncated
		}
	}
	return i, UnpairedSurrogate
}

const hexDigits = "0123456789abcdefABCDEF"
