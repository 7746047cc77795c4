package wire

import "crypto/sha256"

// Digest returns the SHA-256 of the canonical form of line (Section 4.3). The form is never whole in
// memory: it is hashed as it is written.
func Digest(line []byte) (sum [sha256.Size]byte, err error) {
	s := scanners.get()
	v, err := s.parse(line)
	if err == nil {
		sum = s.renderer.digest(v)
	}
	scanners.put(s)
	return sum, err
}

// DigestValue returns the SHA-256 of the canonical form of v, of nothing at all if v is Absent.
func DigestValue(v Value) [sha256.Size]byte {
	s := scanners.get()
	sum := s.renderer.digest(v)
	scanners.put(s)
	return sum
}

// chunk is how much is written before it is hashed: little enough to be still in the nearest cache.
const chunk = 16 << 10

func (r *renderer) digest(v Value) [sha256.Size]byte {
	if !v.Exists() || v.IsCanonical() {
		return sha256.Sum256(v.Raw())
	}
	if r.buffer == nil {
		r.buffer, r.sum = make([]byte, chunk), sha256.New()
	}
	r.sum.Reset()
	r.t, r.out, r.n, r.hash = v.t, r.buffer, 0, r.sum
	r.value(int(v.i))
	r.flush()
	return [sha256.Size]byte(r.sum.Sum(r.buffer[:0]))
}
