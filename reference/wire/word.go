package wire

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes of text at a time, as one little-endian word: byte 0 of the text is the lowest byte of
// the word.

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	lows  = 0x7f * ones
)

// load returns the eight bytes of b at i, with zeros for those past its end.
func load(b []byte, i int) uint64 {
	if i >= 0 && i < len(b)-7 {
		return binary.LittleEndian.Uint64(b[i:])
	}
	return loadEnd(b, i)
}

// loadEnd is load near the end of b, apart so that load may be inlined.
//
//go:noinline
func loadEnd(b []byte, i int) uint64 {
	var end [8]byte
	copy(end[:], b[min(i, len(b)):])
	return binary.LittleEndian.Uint64(end[:])
}

// zeros sets the top bit of each byte that is zero, and no other bit.
func zeros(w uint64) uint64 { return ^(w&lows + lows | w) & highs }

// gather collects the top bits of the eight bytes, the first byte's lowest. No other bit may be set.
func gather(tops uint64) byte { return byte(tops >> 7 * 0x0102040810204080 >> 56) }

// digits returns how many of the eight bytes, from the first on, are decimal digits. The sum carries only
// out of a byte that is no digit, so that the lowest mark is exact.
func digits(w uint64) int {
	w ^= '0' * ones
	return bits.TrailingZeros64((w+0x76*ones|w)&highs) / 8
}

// lowBytes keeps the n lowest bytes of w, all of them for n of 8 and more.
func lowBytes(w uint64, n int) uint64 { return w & (1<<(uint(n)*8) - 1) }
