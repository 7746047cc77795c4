package protocol

// Section 11.8: the chain over a game's engine traffic.

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"

	"github.com/spellbench/sbconform/reference/wire"
)

// A GameDigest is a game's running digest. Agent traffic never enters it, nor does a request_id.
type GameDigest struct {
	d    [sha256.Size]byte
	hash hash.Hash
	buf  []byte
}

// An Adjudication is the record of an ending that the host decides: a forfeit, a halt that the host
// detects, or a mandatory-loop draw. An engine's own terminal has none.
type Adjudication struct {
	Classification, Outcome, Reason string
	Winner                          *Seat
}

// NewGameDigest begins the chain with a game's reset request.
func NewGameDigest(reset wire.Value) *GameDigest {
	g := new(GameDigest)
	g.buf = appendWithoutRequestID([]byte("spellbench/v2/game-digest"), reset)
	g.d = sha256.Sum256(g.buf)
	return g
}

// Add chains one step request or one engine response. A retransmitted request and its cached answer
// are the caller's to leave out: they are chained once.
func (g *GameDigest) Add(message wire.Value) {
	if message.IsCanonical() {
		g.AddCanonical(cutRequestID(message))
		return
	}
	g.buf = appendWithoutRequestID(append(g.buf[:0], g.d[:]...), message)
	g.d = sha256.Sum256(g.buf)
}

// AddCanonical is like Add for a message in canonical form that is cut in two where its request_id
// was: before and after it, its comma gone too.
func (g *GameDigest) AddCanonical(before, after []byte) {
	if g.hash == nil {
		g.hash = sha256.New()
	}
	g.hash.Reset()
	g.hash.Write(g.d[:])
	g.hash.Write(before)
	g.hash.Write(after)
	g.hash.Sum(g.d[:0])
}

// cutRequestID cuts a message in canonical form in two where its request_id is, if it has one.
func cutRequestID(message wire.Value) (before, after []byte) {
	raw, base := message.Raw(), message.Offset()
	for m := range message.Members() {
		if !m.Key.StrIs("request_id") {
			continue
		}
		from, to := m.Key.Offset()-base, m.Value.Offset()-base+len(m.Value.Raw())
		switch { // one comma goes with it
		case raw[to] == ',':
			to++
		case raw[from-1] == ',':
			from--
		}
		return raw[:from], raw[to:]
	}
	return raw, nil
}

// Adjudicate chains the host's own ending; it comes last.
func (g *GameDigest) Adjudicate(a Adjudication) {
	w := writer{append(g.buf[:0], g.d[:]...)}
	w.open()
	w.key("adjudication")
	w.open()
	w.str("classification", a.Classification)
	w.str("outcome", a.Outcome)
	w.str("reason", a.Reason)
	w.seatOrNull("winner", a.Winner)
	w.close()
	w.close()
	g.buf = w.b
	g.d = sha256.Sum256(g.buf)
}

// Value returns the chain's present value d.
func (g *GameDigest) Value() [sha256.Size]byte { return g.d }

// Sum returns the chain's present value as a ledger row's game_digest.
func (g *GameDigest) Sum() string { return digestPrefix + hex.EncodeToString(g.d[:]) }

func appendWithoutRequestID(dst []byte, message wire.Value) []byte {
	members := make([]wire.Member, 0, message.Len())
	for m := range message.Members() {
		if !m.Key.StrIs("request_id") {
			members = append(members, m)
		}
	}
	slices.SortFunc(members, func(a, b wire.Member) int { return wire.CompareKeys(a.Key.Str(), b.Key.Str()) })
	w := writer{append(dst, '{')}
	for _, m := range members {
		w.key(m.Key.Str())
		w.b = m.Value.AppendCanonical(w.b)
	}
	w.close()
	return w.b
}
