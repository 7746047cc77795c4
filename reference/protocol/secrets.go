package protocol

// Sections 5.3 and 11.6: what the run secret and the game secret stand for.

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strconv"
)

// A RunSecret is the 32 bytes from which a run derives every game's secret, id and agent seeds.
type RunSecret [32]byte

// A GameSecret is the 32 bytes from which an engine derives a game's randomness and object ids.
type GameSecret [32]byte

// ErrSecretForm is returned for a text that is not 64 lowercase hexadecimal digits.
var ErrSecretForm = errors.New("a secret is 64 lowercase hexadecimal digits")

// ParseRunSecret reads 64 lowercase hexadecimal digits; the error is ErrSecretForm.
func ParseRunSecret(s string) (RunSecret, error) {
	b, err := parseSecret(s)
	return RunSecret(b), err
}

// ParseGameSecret reads the form that reset.game_secret has; the error is ErrSecretForm.
func ParseGameSecret(s string) (GameSecret, error) {
	b, err := parseSecret(s)
	return GameSecret(b), err
}

func parseSecret(s string) (out [32]byte, err error) {
	b, err := hex.DecodeString(s)
	// DecodeString takes capitals too; the wire form has none.
	if err != nil || len(b) != len(out) || hex.EncodeToString(b) != s {
		return out, ErrSecretForm
	}
	return [32]byte(b), nil
}

func derive(key [32]byte, message string) [32]byte {
	mac := hmac.New(sha256.New, key[:])
	mac.Write([]byte(message))
	return [32]byte(mac.Sum(nil))
}

func shortID(prefix string, sum [32]byte) string { return prefix + hex.EncodeToString(sum[:8]) }

// String returns the secret as lowercase hex.
func (r RunSecret) String() string { return hex.EncodeToString(r[:]) }

// Commitment returns what the host publishes before the run's first game: lowercase hex.
func (r RunSecret) Commitment() string {
	sum := sha256.Sum256(r[:])
	return hex.EncodeToString(sum[:])
}

// GameSecret returns the secret of the run's game i, counted from 0.
func (r RunSecret) GameSecret(i uint64) GameSecret {
	return derive(r, "spellbench/v2/game:"+strconv.FormatUint(i, 10))
}

// GameID returns the opaque id of the run's game i: "g-" and 16 hexadecimal digits.
func (r RunSecret) GameID(i uint64) string {
	return shortID("g-", derive(r, "spellbench/v2/game-id:"+strconv.FormatUint(i, 10)))
}

// AgentSeed returns the agent_seed of a seat in game i, in [0, 2^53-1].
func (r RunSecret) AgentSeed(i uint64, s Seat) uint64 {
	sum := derive(r, "spellbench/v2/agent-seed:"+strconv.FormatUint(i, 10)+":"+string(s))
	return binary.BigEndian.Uint64(sum[:8]) & (1<<53 - 1)
}

// String returns the secret as reset.game_secret carries it.
func (g GameSecret) String() string { return hex.EncodeToString(g[:]) }

// IDKey returns the key of the recommended object ids (Section 5.3).
func (g GameSecret) IDKey() [32]byte { return derive(g, "spellbench/v2/object-id") }

// ObjectID returns the recommended object id for a message such as "p0:card-17:z2" or
// "p0:card-17:z2:look:0" (Section 5.3): "o-" and 16 hexadecimal digits. An engine that mints many
// ids keeps an IDMinter instead.
func (g GameSecret) ObjectID(message string) string { return g.Minter().ObjectID(message) }

// StreamSeed returns the recommended seed of a random stream (Section 11.6). who is "p0", "p1" or
// "shared".
func (g GameSecret) StreamSeed(who, purpose string, n int) [32]byte {
	return derive(g, "spellbench/v2/rng:"+who+":"+purpose+":"+strconv.Itoa(n))
}

// An IDMinter makes the object ids of one game without deriving its id key again for each.
type IDMinter struct{ key [32]byte }

// Minter returns the game's IDMinter.
func (g GameSecret) Minter() IDMinter { return IDMinter{g.IDKey()} }

// ObjectID is like GameSecret.ObjectID.
func (m IDMinter) ObjectID(message string) string { return shortID("o-", derive(m.key, message)) }
