package fuzz

import (
	"bytes"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/wire"
)

// began is a talk in which a game has just begun.
func began(t *testing.T, more ...Move) *talk {
	x := newTalk(engine.Options{})
	for _, v := range append([]Move{hello, {Kind: "reset", Caps: [2]uint64{10000, 20}}}, more...) {
		assert.Assert(t, x.ask(v) == nil)
	}
	return x
}

// What a move says depends on where the dialogue stands.
func TestMoves(t *testing.T) {
	over := Move{Kind: "reset", Caps: [2]uint64{10000, 0}}
	for _, tt := range []struct {
		name   string
		before []Move
		move   Move
		want   map[string]string // by pointer
	}{
		{"a greeting", nil, hello, map[string]string{"/request_type": `"hello"`, "/request_id": `"h-1"`, "/protocol_minor": "0"}},
		{"an id comes once", []Move{hello}, hello, map[string]string{"/request_id": `"h-2"`}},
		{"a step before any game", []Move{hello}, Move{Kind: "step"}, map[string]string{"/game_id": quote(noGame), "/expected_step": "0", "/selection/candidate_id": "0"}},
		{"a step", []Move{hello, {Kind: "reset", Caps: [2]uint64{10000, 9}}}, Move{Kind: "step", Pick: 1}, map[string]string{"/expected_step": "0", "/selection/candidate_id": "1"}},
		{"the step after it", []Move{hello, {Kind: "reset", Caps: [2]uint64{10000, 9}}, {Kind: "step"}}, Move{Kind: "step"}, map[string]string{"/expected_step": "1"}},
		{"a pick beyond the list goes round", []Move{hello, {Kind: "reset", Caps: [2]uint64{10000, 9}}}, Move{Kind: "step", Pick: 1 << 40}, map[string]string{"/selection/candidate_id": "0"}},
		{"a game has its caps", []Move{hello}, Move{Kind: "reset", Caps: [2]uint64{7, 8}}, map[string]string{"/max_decisions": "7", "/max_steps": "8"}},
		{"the same line again", []Move{hello, {Kind: "validate_deck"}}, Move{Kind: "again"}, map[string]string{"/request_type": `"validate_deck"`, "/request_id": `"h-2"`}},
		{"one further back", []Move{hello, {Kind: "validate_deck"}}, Move{Kind: "again", Pick: 1}, map[string]string{"/request_type": `"hello"`, "/request_id": `"h-1"`}},
		{"again, where nothing was sent", nil, Move{Kind: "again"}, map[string]string{"/request_type": `"hello"`}},
		{"edits in their order", []Move{hello}, Move{Kind: "hello", Edits: []Edit{value("/a", "1"), {Op: "twice", At: "/protocol_minor"}, {Op: "drop", At: "/a"}}}, nil},
		{"the id of the game before", []Move{hello, over}, Move{Kind: "reset", Edits: []Edit{state("/game_id", "last-game"), state("/request_id", "last-id")}}, map[string]string{"/request_id": `"h-2"`}},
		{"a kind of another version", nil, Move{Kind: "sing"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := newTalk(engine.Options{})
			defer x.e.Close()
			for _, v := range tt.before {
				assert.Assert(t, x.ask(v) == nil)
			}
			line := x.s.render(tt.move)
			for p, want := range tt.want {
				assert.Equal(t, string(at(line, p).Raw()), want, "%s of %s", p, line)
			}
		})
	}
}

// A step means the same with and without what was asked before it: only ids are others.
func TestMovesStayWhatTheyAreWhenOthersAreLeftOut(t *testing.T) {
	step := Move{Kind: "step", Pick: 1}
	render := func(between ...Move) string {
		x := began(t, between...)
		defer x.e.Close()
		return string(set(x.s.render(step), "/request_id", `""`))
	}
	want := render()
	for _, between := range [][]Move{
		{{Kind: "validate_deck"}},
		{{Kind: "again"}},
		{{Kind: "reset"}},
		{{Kind: "step", Edits: []Edit{state("/expected_step", "next-step")}}},
		{{Kind: "line", Line: []byte("[")}, hello},
	} {
		assert.Equal(t, render(between...), want, "after %v", between)
	}
}

// The same move at the same place is the same line, whatever the move; and it is one line, of a length that
// the text has an opinion on.
func TestRenderingIsAFunction(t *testing.T) {
	properties := gopter.NewProperties(nil)
	properties.Property("twice the same", prop.ForAll(func(seed uint64, steps uint8) bool {
		var played []Move
		for range steps % 8 {
			played = append(played, Move{Kind: "step", Pick: seed})
		}
		one, other := began(t, played...), began(t, played...)
		defer one.e.Close()
		defer other.e.Close()
		for _, v := range wildMoves(one.s, seed, 20) {
			a, b := one.s.render(v), other.s.render(v)
			if !bytes.Equal(a, b) || bytes.IndexByte(a, '\n') >= 0 || len(a) > wire.MaxLine-16 && len(a) < wire.MaxLine+16 {
				return false
			}
		}
		return true
	}, gen.UInt64(), gen.UInt8()))
	properties.TestingRun(t)
}
