package protocol_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func parse(t *testing.T, text string) wire.Value {
	t.Helper()
	v, err := wire.Parse([]byte(text))
	assert.NilError(t, err)
	return v
}

// The chain of Section 11.8, done by hand over texts whose canonical form is plain.
func TestGameDigestChain(t *testing.T) {
	sum := func(prefix []byte, text string) []byte {
		h := sha256.Sum256(append(prefix[:len(prefix):len(prefix)], text...))
		return h[:]
	}
	d := sum([]byte("spellbench/v2/game-digest"), `{"a":1}`)
	g := protocol.NewGameDigest(parse(t, `{"request_id":"h-2", "a" : 1}`))
	assert.Equal(t, g.Sum(), "sha256:"+hex.EncodeToString(d))
	d = sum(d, `{"b":{"request_id":"kept"},"c":[]}`)
	g.Add(parse(t, `{"c":[],"b":{"request_id":"kept"},"request_id":"h-3"}`))
	assert.Equal(t, g.Sum(), "sha256:"+hex.EncodeToString(d))
	d = sum(d, `{"adjudication":{"classification":"forfeit","outcome":"p1_win","reason":"forfeit:timeout","winner":"p1"}}`)
	g.Adjudicate(protocol.Adjudication{Classification: "forfeit", Outcome: "p1_win", Reason: "forfeit:timeout", Winner: protocol.Ptr(protocol.P1)})
	assert.Equal(t, g.Sum(), "sha256:"+hex.EncodeToString(d))
}

// However a message is laid out, and wherever its request_id stands, it is chained as its canonical
// form without it.
func TestGameDigestIgnoresLayout(t *testing.T) {
	for _, tc := range []struct{ name, canonical, other string }{
		{"in the middle", `{"a":1,"request_id":"h-3","z":{"request_id":"h-3"}}`, `{"z":{"request_id":"h-3"}, "request_id":"h-9","a":1}`},
		{"first", `{"request_id":"h-3","z":2}`, `{"z":2,"request_id":"\u0068"}`},
		{"last", `{"a":[],"request_id":"h-3"}`, `{"request_id":"h-3","a":[]}`},
		{"alone", `{"request_id":"h-3"}`, `{}`},
		{"none", `{"a":1}`, `{ "a":1}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, b := protocol.NewGameDigest(parse(t, `{}`)), protocol.NewGameDigest(parse(t, `{}`))
			a.Add(parse(t, tc.canonical))
			b.Add(parse(t, tc.other))
			assert.Equal(t, a.Sum(), b.Sum())
		})
	}
}

func TestAdjudicationWithoutWinner(t *testing.T) {
	g := protocol.NewGameDigest(parse(t, `{}`))
	before := g.Value()
	g.Adjudicate(protocol.Adjudication{Classification: "natural", Outcome: "draw", Reason: "mandatory_loop"})
	want := sha256.Sum256(append(before[:], `{"adjudication":{"classification":"natural","outcome":"draw","reason":"mandatory_loop","winner":null}}`...))
	assert.Equal(t, g.Value(), want)
}

// An identifier does not depend on the order in which a deck's rows or a domain's names are given,
// and taking it changes neither.
func TestIdentifiersIgnoreOrder(t *testing.T) {
	props := gopter.NewProperties(gopter.DefaultTestParametersWithSeed(1))
	props.Property("reversed", prop.ForAll(func(names []string) bool {
		rows, back := make([]protocol.DeckRow, len(names)), make([]protocol.DeckRow, len(names))
		reversed := make([]string, len(names))
		seen := map[string]bool{}
		for i, n := range names {
			if seen[n] {
				return true // a deck has distinct names
			}
			seen[n] = true
			j := len(names) - 1 - i
			rows[i] = protocol.DeckRow{Name: n, Count: uint32(i + 1)}
			back[j], reversed[j] = rows[i], n
		}
		ok := protocol.DeckID(rows) == protocol.DeckID(back) && protocol.DomainID(names) == protocol.DomainID(reversed)
		return ok && (len(names) == 0 || rows[0].Name == names[0])
	}, gen.SliceOf(gen.AnyString())))
	props.TestingRun(t)
}

func TestSecretsAreReadStrictly(t *testing.T) {
	text := protocol.RunSecret{0xab}.String()
	r, err := protocol.ParseRunSecret(text)
	assert.NilError(t, err)
	assert.Equal(t, r, protocol.RunSecret{0xab})
	for _, bad := range []string{"", text[1:], text + "0", "AB" + text[2:], "gg" + text[2:], " " + text[1:]} {
		_, err := protocol.ParseGameSecret(bad)
		assert.ErrorIs(t, err, protocol.ErrSecretForm, bad)
	}
}
