// Package protocol holds the messages of SpellBench v2 in both roles: their shapes as one table, a
// strict decoder and an encoder for each, the vocabularies and error codes, and every identifier,
// secret and digest that the specification defines.
package protocol

// Version is the only legal value of the envelope's protocol field (Section 4.1).
const Version = "spellbench/v2"

// A Seat is "p0" or "p1" (Section 4.4).
type Seat string

const (
	P0 Seat = "p0"
	P1 Seat = "p1"
)

// Seats lists both seats in protocol order.
var Seats = [2]Seat{P0, P1}

// Other returns the opposing seat.
func (s Seat) Other() Seat {
	if s == P0 {
		return P1
	}
	return P0
}

// Index returns 0 for p0 and 1 for p1.
func (s Seat) Index() int {
	if s == P1 {
		return 1
	}
	return 0
}

// Ptr returns a pointer to v, as nullable fields want.
func Ptr[T any](v T) *T { return &v }
