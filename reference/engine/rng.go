package engine

// Section 11.6: every random stream comes from the game secret, one for each seat and purpose.

import (
	"math"
	"math/rand/v2"
)

// A stream is one source of randomness: ChaCha8 (256 bits of state) under the recommended stream
// seed. Drawing from it goes through below alone, because math/rand/v2 draws differently on 32-bit
// machines and the same secret must give the same game everywhere.
type stream struct{ source *rand.ChaCha8 }

// stream opens the n-th stream of a seat ("p0", "p1") or of the game ("shared") for a purpose.
func (w *world) stream(who, purpose string, n int) stream {
	if w.faults.seed != nil {
		return stream{rand.NewChaCha8(w.faults.seed(w, who, purpose, n))}
	}
	return stream{rand.NewChaCha8(w.secret.StreamSeed(who, purpose, n))}
}

// below returns a uniform integer in [0, n), n > 0.
func (s stream) below(n int) int {
	m := uint64(n)
	fair := math.MaxUint64 - math.MaxUint64%m // the largest multiple of n that a draw may lie below
	for {
		if x := s.source.Uint64(); x < fair {
			return int(x % m)
		}
	}
}

// shuffle puts hs into a uniformly random order (Fisher-Yates).
func (s stream) shuffle(hs []handle) {
	for i := len(hs) - 1; i > 0; i-- {
		j := s.below(i + 1)
		hs[i], hs[j] = hs[j], hs[i]
	}
}
