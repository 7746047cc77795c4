package fuzz

// Sections 4, 9 and 12: what to send next.

import (
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A generator makes up moves. The same seed and the same answers give the same moves.
type generator struct {
	rng   *randv2.Rand
	plan  []Move   // what to do next, before anything new
	kept  [][]Move // pieces of dialogue that showed something new
	seen  [][]byte // values of this target's own traffic, to be put where they don't belong
	fault bool     // the last answer was an error
	reset bool     // to a reset

	places memo
	bags   map[string]bag
}

// A weight is a choice and how often it is taken.
type weight[T any] struct {
	times int
	of    T
}

func pick[T any](r *randv2.Rand, all []weight[T]) T {
	total := 0
	for _, w := range all {
		total += w.times
	}
	n := r.IntN(total)
	for _, w := range all {
		if n -= w.times; n < 0 {
			return w.of
		}
	}
	panic("unreachable")
}

// asked says how often each kind of request is made in each state. A step that is right is so frequent
// since games must go on, and since it alone shows that what came before did no harm.
var asked = map[State][]weight[string]{
	Idle:   {{8, "reset"}, {2, "step"}, {1, "hello"}, {1, "validate_deck"}, {1, "probe_resample"}, {1, "again"}},
	InGame: {{30, "step"}, {3, "reset"}, {2, "hello"}, {2, "validate_deck"}, {1, "probe_resample"}, {5, "again"}},
	Over:   {{10, "reset"}, {4, "step"}, {1, "hello"}, {1, "validate_deck"}, {1, "probe_resample"}, {2, "again"}},
}

// caps are max_decisions and max_steps. Short games are frequent: what goes wrong in the next game or
// at the end of one needs many.
var caps = []weight[[2]uint64]{
	{3, [2]uint64{10000, 1}}, {2, [2]uint64{10000, 2}}, {2, [2]uint64{3, 1000}}, {2, [2]uint64{10000, 5}}, {2, [2]uint64{10000, 20}},
	{1, [2]uint64{0, 10}}, {1, [2]uint64{10, 0}}, {3, [2]uint64{10000, 100}}, {1, [2]uint64{1<<53 - 1, 1<<53 - 1}},
}

// next returns what to send now.
func (g *generator) next(s *script) Move {
	v := g.choose(s)
	g.reset = v.Kind == "reset"
	return v
}

func (g *generator) choose(s *script) Move {
	if len(g.plan) > 0 {
		v := g.plan[0]
		g.plan = g.plan[1:]
		if v.Kind == "step" && s.model.state == Over && len(g.plan) > pieceLength {
			g.plan = nil // the game that it was for is over
		}
		return v
	}
	if g.fault && s.model.state == InGame && g.rng.IntN(2) == 0 {
		return Move{Kind: "step", Pick: g.rng.Uint64N(8)}
	}
	if len(g.kept) > 0 && g.rng.IntN(6) == 0 {
		g.plan = g.varied(g.kept[g.rng.IntN(len(g.kept))], Move{Kind: "step"},
			func() Move { return g.legal(pick(g.rng, asked[s.model.state])) }, func(v Move) Edit { return g.edit(s, v) })
		return g.choose(s)
	}
	if g.fault && g.reset && s.model.state != InGame && g.rng.IntN(4) == 0 {
		v := g.legal("reset") // what was refused, mended: it has used up nothing
		v.Edits = []Edit{state("/game_id", "asked-game")}
		return v
	}
	v := g.legal(pick(g.rng, asked[s.model.state]))
	if v.Kind == "reset" && s.model.state != InGame && v.Caps[1] > sprint && g.rng.IntN(3) == 0 {
		for range sprint {
			g.plan = append(g.plan, Move{Kind: "step", Pick: g.rng.Uint64N(16)})
		}
		return v
	}
	plain := 2
	if s.model.state == Idle {
		plain = 4 // a process is idle but once: the first games wait a little
	}
	if g.rng.IntN(plain) != 0 {
		for range 1 + g.rng.IntN(2)*g.rng.IntN(2)*g.rng.IntN(3) {
			v.Edits = append(v.Edits, g.edit(s, v))
		}
	}
	return v
}

// sprint is how many steps are taken in a row in some games, so that they may end by themselves.
const sprint = 300

// legal is a move that is right in the state in which such moves are.
func (g *generator) legal(kind string) Move {
	v := Move{Kind: kind}
	switch kind {
	case "step":
		v.Pick = g.rng.Uint64N(16)
	case "again":
		v.Pick = min(g.rng.Uint64N(4), g.rng.Uint64N(remembered))
	case "reset", "validate_deck":
		v.Pick, v.Caps = g.rng.Uint64N(1<<48), pick(g.rng, caps)
	}
	return v
}

// varied is a piece of dialogue with one thing changed: repeated, left out, moved, joined with another, with
// a fresh move or edit put in. After all comes last.
func (g *generator) varied(piece []Move, last Move, fresh func() Move, edit func(Move) Edit) []Move {
	out := slices.Clone(piece)
	i := g.rng.IntN(len(out))
	switch g.rng.IntN(7) {
	case 0:
		out = slices.Insert(out, i, out[i])
	case 1:
		out = slices.Delete(out, i, i+1)
	case 2:
		j := g.rng.IntN(len(out))
		out[i], out[j] = out[j], out[i]
	case 3:
		out = append(out, g.kept[g.rng.IntN(len(g.kept))]...)
	case 4:
		out = slices.Insert(out, i, Move{Kind: "again"})
	case 5:
		out = slices.Insert(out, i, fresh())
	default:
		out[i].Edits = append(slices.Clone(out[i].Edits), edit(out[i]))
	}
	return append(out, last)
}

// An editor makes an edit for the line of a move as it stands.
type editor func(g *generator, s *script, kind string, line []byte) Edit

var editors = []weight[editor]{
	{8, twist}, {6, edge}, {5, (*generator).structure}, {3, (*generator).spelling}, {3, (*generator).bytes}, {2, foreign},
}

func (g *generator) edit(s *script, v Move) Edit {
	probe := *s // an edit is made for a line that is not sent
	probe.sent = slices.Clone(s.sent)
	line := probe.render(Move{Kind: v.Kind, Pick: v.Pick, Caps: v.Caps, Line: v.Line})
	return pick(g.rng, editors)(g, s, v.Kind, line)
}

// twists are values of the state where they are wrong, or at least odd.
var twists = map[string][]Edit{
	"step": {
		state("/expected_step", "next-step"), state("/expected_step", "previous-step"), state("/expected_step", "wrapped-step"),
		state("/selection/candidate_id", "past-the-list"), state("/selection/semantic_echo", "first-echo"), state("/selection/semantic_echo", "last-echo"),
		state("/selection/semantic_echo", "echo-as-text"), {Op: "confuse", At: "/selection/semantic_echo"}, state("/game_id", "last-game"), state("/game_id", "first-game"),
		state("/request_id", "last-id"), state("/request_id", "older-id"),
	},
	"reset": {
		state("/game_id", "last-game"), state("/game_id", "first-game"), state("/game_id", "this-game"), state("/game_id", "asked-game"),
		state("/request_id", "last-id"), state("/request_id", "older-id"), state("/seats/0/deck", "a-list"), state("/seats/1/deck", "a-list"), state("/seats/1/deck", "a-long-list"),
		value("/format", `"sbconform-unknown"`), value("/seats/0/deck/catalog_id", `"sbconform-unknown"`), value("/seats/1/deck/catalog_id", `"sbconform-unknown"`),
		value("/rules/extensions", `["x_sbconform_unknown"]`), value("/rules/probe", `true`), value("/rules/mulligan", `"london"`), value("/rules/mulligan", `"none"`),
		value("/rules/starting_seat", `null`), value("/rules/card_name_domain/names", `[]`), value("/seats/0/deck/deck_id", `"sha256:`+strings.Repeat("0", 64)+`"`),
		value("/game_secret", `"`+strings.Repeat("A", 64)+`"`),
	},
	"hello":          {state("/request_id", "last-id"), state("/request_id", "older-id"), value("/protocol_minor", "1"), value("/protocol_minor", "4294967295")},
	"validate_deck":  {state("/request_id", "last-id"), value("/format", `"sbconform-unknown"`), value("/deck/catalog_id", `"sbconform-unknown"`)},
	"probe_resample": {state("/game_id", "last-game"), state("/game_id", "first-game"), value("/samples", "0")},
}

func state(at, source string) Edit { return Edit{Op: "state", At: at, Raw: []byte(source)} }

func value(at, raw string) Edit { return Edit{Op: "set", At: at, Raw: []byte(raw)} }

func twist(g *generator, s *script, kind string, line []byte) Edit {
	all := twists[kind]
	if len(all) == 0 {
		return g.bytes(s, kind, line)
	}
	e := all[g.rng.IntN(len(all))]
	e.N = g.rng.IntN(8)
	return e
}

// brokenFields are, for each request, the edits after which exactly one place breaks its shape, from
// the protocol's table.
var brokenFields = func() map[string][]Edit {
	out := map[string][]Edit{}
	for _, m := range protocol.Messages() {
		if m.Role != protocol.EngineRole || !m.Request {
			continue
		}
		for b := range protocolgen.Breaks(m.Shape, protocolgen.Valid(m.Shape, rand.New(rand.NewSource(1)))) {
			e := Edit{Op: "drop", At: b.Pointer}
			if v := at(b.Value.JSON(), b.Pointer); v.Exists() {
				e.Op, e.Raw = "set", []byte(strings.Clone(string(v.Raw())))
			}
			if e.At != "" {
				out[m.Type] = append(out[m.Type], e)
			}
		}
	}
	return out
}()

// edges are values that are easily read wrongly, by the type of what they take the place of. Most are
// legal in some places.
var edges = map[wire.Kind][]string{
	wire.Int: {
		"0", "-0", "1", "-1", "2147483647", "2147483648", "4294967295", "4294967296", "9007199254740991", "9007199254740992",
		"18446744073709551616", "1" + strings.Repeat("0", 400), "1.0", "1e0", "01", "+1", "true", "false", "null", `"0"`, "[0]", "{}",
	},
	wire.Bool: {"true", "false", "0", "1", `"true"`, "null", "[]", "True"},
	wire.String: {
		`""`, `" "`, `"\u0000"`, `"a\u0000b"`, `"` + strings.Repeat("x", 255) + `"`, `"` + strings.Repeat("y", 1001) + `"`, `"` + strings.Repeat("z", 70000) + `"`,
		`"\ud83d\ude00"`, `"😀"`, `"\ud800"`, `"e\u0301"`, `"\u00e9"`, `"\"\\\/\b\f\n\r\t"`, `"\u2028"`, `"null"`, `"%s%n"`, `"../../x"`, `"'"`, "0", "null", "true", "[]", "{}",
		"\"\xff\"", "\"\t\"", `"h-1"`, `"H-1"`, `"\uffff"`, `"\ufeff"`,
	},
	wire.Null:   {`"null"`, "0", "false", "{}", "[]", `"p0"`},
	wire.Array:  {"[]", "{}", "null", `""`, "[null]", "[[]]", "0"},
	wire.Object: {"{}", "[]", "null", `""`, `{"kind":"pass"}`, `{"kind":"nonsense"}`, `{"":0}`, "0"},
}

// anywhere is a pointer into line, the shallow ones more often: those of an echo or a list of names are
// many.
func (g *generator) anywhere(line []byte) string {
	all := g.places.of(line)
	if len(all) == 0 {
		return ""
	}
	a, b := g.rng.IntN(len(all)), g.rng.IntN(len(all))
	if all[b].depth < all[a].depth {
		a = b
	}
	return pointer(all, a)
}

func edge(g *generator, _ *script, kind string, line []byte) Edit {
	if all := brokenFields[kind]; len(all) > 0 && g.rng.IntN(2) == 0 {
		return all[g.rng.IntN(len(all))]
	}
	p := g.anywhere(line)
	if all := edges[at(line, p).Kind()]; len(all) > 0 {
		return value(p, all[g.rng.IntN(len(all))])
	}
	return Edit{Op: "set", At: "/request_id", Raw: []byte(edges[wire.String][0])}
}

// foreign puts a value of the target's own traffic where it does not belong.
func foreign(g *generator, s *script, kind string, line []byte) Edit {
	if len(g.seen) == 0 {
		return edge(g, s, kind, line)
	}
	return Edit{Op: "set", At: g.anywhere(line), Raw: g.seen[g.rng.IntN(len(g.seen))]}
}

func (g *generator) structure(_ *script, _ string, line []byte) Edit {
	p := g.anywhere(line)
	parent, name := split(p)
	key := quote(unescape.Replace(name))
	other := pick(g.rng, []weight[string]{{2, ""}, {2, escapedKey(name)}, {1, key}})
	return pick(g.rng, []weight[Edit]{
		{3, Edit{Op: "drop", At: p}},
		{3, Edit{Op: "twice", At: p, Raw: []byte(other)}},
		{2, Edit{Op: "rename", At: p, Raw: []byte(quote(strings.ToUpper(name) + " "))}},
		{2, Edit{Op: "swap", At: p, Raw: []byte(g.anywhere(line))}},
		{1, Edit{Op: "nest", At: p, N: 1}},
		{2, Edit{Op: "nest", At: p, N: 60 + g.rng.IntN(8)}},
		{3, value(parent+"/x_surplus", "0")},
		{1, value(parent+"/surplus", `"x"`)},
	})
}

// escapedKey spells a key with its first letter escaped.
func escapedKey(name string) string {
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		return quote(name)
	}
	const hex = "0123456789abcdef"
	return `"\u00` + string([]byte{hex[name[0]>>4], hex[name[0]&15]}) + name[1:] + `"`
}

// spelling changes the text and, mostly, not the value.
func (g *generator) spelling(_ *script, _ string, line []byte) Edit {
	p := g.anywhere(line)
	parent, _ := split(p)
	return pick(g.rng, []weight[Edit]{
		{2, Edit{Op: "backwards"}},
		{2, Edit{Op: "backwards", At: parent}},
		{3, Edit{Op: "escape", At: p}},
		{2, Edit{Op: "space"}},
		{2, Edit{Op: "pad", N: 1 + g.rng.IntN(100)}},
		{1, Edit{Op: "put", Pos: uint64(len(line)), Raw: []byte("\r")}},
	})
}

// crumbs are bytes that a parser may stumble over.
var crumbs = []string{
	"", "{", "}", "[", "]", ",", ":", `"`, `\`, "0", "-", ".", "e", "null", " ", "\t", "\r", "\x00", "\x1f", "\x7f", "\xff", "\xc0\xaf", "\xed\xa0\x80",
	"\xf4\x90\x80\x80", "\ufeff", "\u00a0", "\f", "/**/", "NaN", `\ud800`, `\u0000`, "{}", "😀",
}

func (g *generator) bytes(_ *script, _ string, line []byte) Edit {
	at := g.rng.Uint64N(uint64(len(line) + 1))
	crumb := []byte(crumbs[g.rng.IntN(len(crumbs))])
	if g.rng.IntN(3000) == 0 {
		return Edit{Op: "pad", N: wire.MaxLine} // Section 2: longer than any reader must accept
	}
	return pick(g.rng, []weight[Edit]{
		{3, Edit{Op: "put", Pos: at, Raw: crumb}},
		{2, Edit{Op: "put", Pos: at, Raw: crumb, N: 1 + g.rng.IntN(4)}},
		{3, Edit{Op: "flip", Pos: at, N: g.rng.IntN(8)}},
		{2, Edit{Op: "cut", Pos: at}},
		{1, Edit{Op: "put", Pos: 0, Raw: crumb}},
		{1, Edit{Op: "put", Pos: uint64(len(line)), Raw: crumb}},
	})
}

// listen takes values out of an answer.
func (g *generator) listen(answer []byte) {
	if len(g.seen) >= 200 && g.rng.IntN(50) != 0 {
		return
	}
	all := g.places.of(answer)
	if len(all) == 0 {
		return
	}
	v := at(answer, pointer(all, g.rng.IntN(len(all))))
	if len(v.Raw()) > 300 {
		return
	}
	if raw := slices.Clone(v.Raw()); len(g.seen) < 200 {
		g.seen = append(g.seen, raw)
	} else {
		g.seen[g.rng.IntN(len(g.seen))] = raw
	}
}
