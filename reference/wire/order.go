package wire

import (
	"cmp"
	"math/bits"
)

// Section 4.3 sorts keys as RFC 8785 does, by UTF-16 code units. On UTF-8 that is the order of bytes, but
// for one thing: characters beyond U+FFFF begin with F0 to F4 and their surrogates with D8, so that they
// sort before U+E000 to U+FFFF, which begin with EE and EF.

// rank maps a byte of UTF-8 to its place in that order.
func rank(c byte) byte {
	if c == 0xee || c == 0xef {
		return c + 7
	}
	return c
}

// orderWord makes of the first eight bytes of a key, zeros behind them if there are fewer, a number. Of two
// keys the one with the lower number comes first; keys with the same number may be different.
func orderWord(w uint64) uint64 {
	w = bits.ReverseBytes64(w)
	if w&highs == 0 {
		return w
	}
	var ranks uint64
	for shift := 56; shift >= 0; shift -= 8 {
		ranks = ranks<<8 | uint64(rank(byte(w>>shift)))
	}
	return ranks
}

// CompareKeys orders keys as canonical JSON does (Section 4.3), by their UTF-16 code units. It returns -1,
// 0 or +1. Both must be valid UTF-8.
func CompareKeys(a, b string) int { return compareBytes(a, b) }

// compareKeys is CompareKeys of long keys that mostly begin alike.
func compareKeys(a, b []byte) int {
	i := 0
	for i < min(len(a), len(b))-8 && load(a, i) == load(b, i) {
		i += 8
	}
	return compareBytes(a[i:], b[i:])
}

func compareBytes[T string | []byte](a, b T) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return cmp.Compare(rank(a[i]), rank(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}
