package engine

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

func TestParseDeck(t *testing.T) {
	rows, err := parseDeck("4 Lightning Bolt; 18 Mountain;1 Gonti, Lord of Luxury")
	assert.NilError(t, err)
	assert.DeepEqual(t, rows, []protocol.DeckRow{{Name: "Lightning Bolt", Count: 4}, {Name: "Mountain", Count: 18}, {Name: "Gonti, Lord of Luxury", Count: 1}})
	for _, bad := range []string{"", "Burn", "4", "0 Mountain", "-1 Mountain", "4294967296 Mountain", "4 Mountain;"} {
		_, err := parseDeck(bad)
		assert.ErrorContains(t, err, "want rows such as", bad)
	}
}

func TestEqualHands(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []protocol.DeckRow
		want float64
	}{
		{"one card alone", []protocol.DeckRow{{Name: "Mountain", Count: 60}}, 1},
		{"fewer cards than a hand", []protocol.DeckRow{{Name: "Mountain", Count: 3}, {Name: "Island", Count: 1}}, 1},
		{"seven cards", []protocol.DeckRow{{Name: "Mountain", Count: 6}, {Name: "Island", Count: 1}}, 1},
		{"the burn mirror", []protocol.DeckRow{{Name: "Lightning Bolt", Count: 4}, {Name: "Mountain", Count: 18}}, 0.4354},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := equalHands(c.rows)
			assert.Assert(t, math.Abs(got-c.want) < 0.001, "%v, want %v", got, c.want)
		})
	}
}

func TestIDsThatAnAnswerMayCarry(t *testing.T) {
	for _, c := range []struct {
		line text
		want idSet
	}{
		{`{"request_id":"h-1"}`, idSet{"h-1": true}},
		{`{"request_id":""}`, idSet{"": true}},
		{`{"request_id":7}`, idSet{"": true}},
		{`[1]`, idSet{"": true}},
		{`{"request_id":"h-1","x":1.5}`, idSet{"": true, "h-1": true}},
		{`{"request_`, idSet{"": true}},
		{``, idSet{"": true}},
	} {
		assert.DeepEqual(t, c.line.ids(), c.want)
	}
}

// What we call malformed, the reference decoder calls so too, with the same code.
func TestFaultsOfOursAreThoseThatWeSay(t *testing.T) {
	hello := helloText("h-1")
	for _, s := range illegalSpellings {
		_, f := protocol.DecodeEngineRequest([]byte(s.line(hello)))
		assert.Assert(t, f != nil && f.Code == protocol.CodeMalformedJSON, "%s: %v", s.id, f)
	}
	for _, s := range legalSpellings {
		_, f := protocol.DecodeEngineRequest([]byte(s.line(hello)))
		assert.Assert(t, f == nil, "%s: %v", s.id, f)
	}
	for _, b := range badEnvelopes {
		x := hello.without(b.pointer)
		if b.raw != "" {
			x = hello.with(b.pointer, b.raw)
		}
		_, f := protocol.DecodeEngineRequest([]byte(x))
		assert.Assert(t, f != nil && f.Code == b.code, "%s: %v", b.id, f)
		assert.Equal(t, f.RequestID == "", b.unreadable, b.id)
	}
}
