package fuzz

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// What each edit does to a line.
func TestEdits(t *testing.T) {
	idle := func() *script { return newScript(NewModel(protocol.Spec), secretOf(1, 0, 0)) }
	raw := func(s string) []byte { return []byte(s) }
	for _, tt := range []struct {
		name, line string
		edit       Edit
		want       string
	}{
		{"put inserts", `{"a":1}`, Edit{Op: "put", Pos: 5, Raw: raw("0")}, `{"a":01}`},
		{"put replaces", `{"a":1}`, Edit{Op: "put", Pos: 5, N: 1, Raw: raw("null")}, `{"a":null}`},
		{"put appends", `{"a":1}`, Edit{Op: "put", Pos: 7, Raw: raw("\r")}, "{\"a\":1}\r"},
		{"put wraps around a shorter line", `{"a":1}`, Edit{Op: "put", Pos: 13, Raw: raw("0")}, `{"a":01}`},
		{"put replaces no more than there is", `{"a":1}`, Edit{Op: "put", Pos: 6, N: 99, Raw: raw("]")}, `{"a":1]`},
		{"put replaces no less than nothing", `{"a":1}`, Edit{Op: "put", Pos: 0, N: -1, Raw: raw("[")}, `[{"a":1}`},
		{"flip changes one bit", `{"a":1}`, Edit{Op: "flip", Pos: 5, N: 0}, `{"a":0}`},
		{"flip of nothing", ``, Edit{Op: "flip", Pos: 5}, ``},
		{"cut", `{"a":1}`, Edit{Op: "cut", Pos: 4}, `{"a"`},
		{"pad", `{"a":1}`, Edit{Op: "pad", N: 2}, `{"a":1}  `},

		{"set changes a value", `{"a":{"b":1}}`, value("/a/b", `"x"`), `{"a":{"b":"x"}}`},
		{"set changes an element", `[1,2]`, value("/1", `[]`), `[1,[]]`},
		{"set changes the whole", `{"a":1}`, value("", `0`), `0`},
		{"set adds a member", `{"a":1}`, value("/b", `2`), `{"b":2,"a":1}`},
		{"set adds the first member", `{}`, value("/b", `2`), `{"b":2}`},
		{"set adds a name with a slash", `{}`, value("/b~1c", `2`), `{"b/c":2}`},
		{"set finds no place", `[1]`, value("/x", `2`), `[1]`},
		{"state sets what the dialogue is at", `{"expected_step":7}`, state("/expected_step", "next-step"), `{"expected_step":1}`},
		{"state knows no such source", `{"a":1}`, state("/a", "weather"), `{"a":1}`},

		{"drop the first", `{"a":1,"b":2}`, Edit{Op: "drop", At: "/a"}, `{"b":2}`},
		{"drop the last", `{"a":1,"b":2}`, Edit{Op: "drop", At: "/b"}, `{"a":1}`},
		{"drop the only one", `{"a":1}`, Edit{Op: "drop", At: "/a"}, `{}`},
		{"drop an element", `[1,2,3]`, Edit{Op: "drop", At: "/1"}, `[1,3]`},
		{"drop nothing", `{"a":1}`, Edit{Op: "drop", At: "/z"}, `{"a":1}`},
		{"twice", `{"a":1}`, Edit{Op: "twice", At: "/a"}, `{"a":1,"a":1}`},
		{"twice, the key in another spelling", `{"a":1}`, Edit{Op: "twice", At: "/a", Raw: raw(`"\u0061"`)}, `{"a":1,"\u0061":1}`},
		{"an element twice", `[1,2]`, Edit{Op: "twice", At: "/0"}, `[1,1,2]`},
		{"rename", `{"a":1,"b":2}`, Edit{Op: "rename", At: "/a", Raw: raw(`"A"`)}, `{"A":1,"b":2}`},
		{"rename an element, which has no name", `[1]`, Edit{Op: "rename", At: "/0", Raw: raw(`"A"`)}, `[1]`},
		{"swap", `{"a":1,"b":[2]}`, Edit{Op: "swap", At: "/b", Raw: raw("/a")}, `{"a":[2],"b":1}`},
		{"swap with a part of itself", `{"a":{"b":1}}`, Edit{Op: "swap", At: "/a", Raw: raw("/a/b")}, `{"a":{"b":1}}`},
		{"nest", `{"a":1}`, Edit{Op: "nest", At: "/a", N: 2}, `{"a":[[1]]}`},
		{"confuse a number", `{"n":0,"b":true,"z":null}`, Edit{Op: "confuse", N: 0}, `{"n":false,"b":true,"z":null}`},
		{"confuse a boolean", `{"n":0,"b":true,"z":null}`, Edit{Op: "confuse", N: 1}, `{"n":0,"b":1,"z":null}`},
		{"confuse null", `{"n":0,"b":true,"z":null}`, Edit{Op: "confuse", N: 2}, `{"n":0,"b":true,"z":"null"}`},
		{"confuse another number", `{"n":7}`, Edit{Op: "confuse", N: 5}, `{"n":"7"}`},
		{"backwards", `{"a":1,"b":{"c":2,"d":3}}`, Edit{Op: "backwards"}, `{"b":{"c":2,"d":3},"a":1}`},
		{"backwards within", `{"a":1,"b":{"c":2,"d":3}}`, Edit{Op: "backwards", At: "/b"}, `{"a":1,"b":{"d":3,"c":2}}`},
		{"escape", `{"a":"x😀"}`, Edit{Op: "escape", At: "/a"}, `{"a":"\u0078\ud83d\ude00"}`},
		{"space, but in no string", `{"a":"x,\"y"}`, Edit{Op: "space"}, " \t{ \r\"a\" \t: \r\"x,\\\"y\" \t} \r"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := edits[tt.edit.Op](idle(), []byte(tt.line), tt.edit)
			assert.Equal(t, string(got), tt.want)
		})
	}
}

// lines are requests of every kind, in a game.
func lines(t *testing.T) map[string][]byte {
	x := began(t)
	defer x.e.Close()
	out := map[string][]byte{}
	for _, kind := range []string{"hello", "step", "reset", "validate_deck", "probe_resample"} {
		out[kind] = x.s.render(Move{Kind: kind, Caps: [2]uint64{10000, 20}})
	}
	return out
}

// These edits change how a value is spelled, and not the value.
func TestSpellingKeepsTheValue(t *testing.T) {
	for kind, line := range lines(t) {
		want, err := wire.AppendCanonical(nil, line)
		assert.NilError(t, err)
		for _, e := range []Edit{{Op: "space"}, {Op: "backwards"}, {Op: "pad", N: 9}} {
			got, err := wire.AppendCanonical(nil, edits[e.Op](nil, line, e))
			assert.NilError(t, err)
			assert.Equal(t, string(got), string(want), "%s %s", kind, e.Op)
		}
		var places memo
		all := places.of(line)
		for i := range all {
			p := pointer(all, i)
			for _, op := range []string{"escape", "backwards"} {
				got, err := wire.AppendCanonical(nil, edits[op](nil, line, Edit{Op: op, At: p}))
				assert.NilError(t, err)
				assert.Equal(t, string(got), string(want), "%s %s %s", kind, op, p)
			}
		}
	}
}

// An edit takes any line, as it may come from a file or after another edit, leaves the bytes that it was
// given as they were, and changes no line of structure that has no structure.
func TestEditsTakeAnyLine(t *testing.T) {
	var ops []any
	for op := range edits {
		ops = append(ops, op)
	}
	slices.SortFunc(ops, func(a, b any) int { return slices.Compare([]byte(a.(string)), []byte(b.(string))) })
	ofBytes := []string{"put", "flip", "cut", "pad", "space"}
	known := lines(t)
	var whole []any
	for _, kind := range []string{"hello", "step", "reset"} {
		whole = append(whole, string(known[kind]))
	}
	text := gen.OneGenOf(gen.AnyString(), gen.OneConstOf(whole...), gen.OneConstOf(`{"a":`, `[]`, `""`, ``, `{"a":1,"a":2}`))
	at := gen.OneGenOf(gen.OneConstOf("", "/", "/a", "/0", "/selection/semantic_echo/kind", "/seats/1/deck", "/~2", "a"), gen.AnyString())
	properties := gopter.NewProperties(nil)
	properties.Property("no panic, no change of what is given", prop.ForAll(func(line, op, at, raw string, pos uint64, n int) bool {
		given := []byte(line)
		s := newScript(NewModel(protocol.Spec), secretOf(1, 0, 0))
		got := edits[op](s, given, Edit{Op: op, At: at, Raw: []byte(raw), Pos: pos, N: n})
		if string(given) != line {
			return false
		}
		_, err := wire.Parse(given)
		return err == nil || slices.Contains(ofBytes, op) || string(got) == line
	}, text, gen.OneConstOf(ops...), at, gen.OneGenOf(gen.OneConstOf("/a", `"x"`, "null", "this-game"), gen.AnyString()), gen.UInt64(), gen.Int()))
	properties.TestingRun(t)
}

// The host of an agent takes any move too, and what it sends is one line.
func TestTheHostTakesAnyMove(t *testing.T) {
	var ops []any
	for op := range edits {
		ops = append(ops, op)
	}
	for op := range harmless {
		ops = append(ops, op)
	}
	at := gen.OneGenOf(gen.OneConstOf("", "/decision", "/decision/candidates/0", "/agent_seed", "/clock/remaining_ms", "/seat_map/0"), gen.AnyString())
	kinds := gen.OneConstOf("hello", "game_start", "choose", "game_over", "again", "line", "step", "")
	properties := gopter.NewProperties(nil)
	properties.Property("no panic", prop.ForAll(func(kind, op, at, raw string, n int, pick uint64) bool {
		x := newAgentSide(&Options{Role: Agent}, secretOf(1, 0, 0))
		line := x.render(Move{Kind: kind, Pick: pick, Edits: []Edit{{Op: op, At: at, Raw: []byte(raw), N: n, Pos: pick}}})
		x.hello = &protocol.AgentHelloOK{}
		for _, kind := range []string{"game_start", kind} {
			line = append(line, x.render(Move{Kind: kind, Pick: pick, Line: []byte(raw), Edits: []Edit{{Op: op, At: at, Raw: []byte(raw), N: n, Pos: pick}}})...)
		}
		return bytes.IndexByte(line, '\n') < 0
	}, kinds, gen.OneConstOf(ops...), at, gen.OneGenOf(gen.OneConstOf("0", `"x"`, "/"), gen.AnyString()), gen.Int(), gen.UInt64()))
	properties.TestingRun(t)
}

// wildMoves are moves as a run makes them, for a script in that state.
func wildMoves(s *script, seed uint64, n int) []Move {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0))}
	var out []Move
	for range n {
		out = append(out, g.next(s))
	}
	return out
}

// Every edit that the generator makes is a row of the table.
func TestGeneratedEditsAreKnown(t *testing.T) {
	x := began(t)
	defer x.e.Close()
	used := map[string]int{}
	for _, v := range wildMoves(x.s, 1, 3000) {
		for _, e := range v.Edits {
			assert.Assert(t, edits[e.Op] != nil, "%s", e)
			used[e.Op]++
		}
	}
	for op := range edits {
		assert.Assert(t, used[op] > 0, fmt.Sprint(op, " is never made"))
	}
}
