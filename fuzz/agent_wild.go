package fuzz

// Sections 2, 4.1, 4.2 and 10: what may differ in a request to an agent without making it illegal.

import (
	"math"
	randv2 "math/rand/v2"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// harmless are the edits after which a request is still a legal one, by when they are made: first what
// changes values, then what changes their spelling. An edit that would do harm where it is put does
// nothing.
var harmless = map[string]*struct {
	spelling bool
	edit     func(x *agentSide, kind string, line []byte, e Edit) []byte
}{
	"special": {}, "candidates": {}, "rewind": {}, "group": {}, // wishes
	"free":      {false, (*agentSide).free},
	"surplus":   {false, surplus},
	"backwards": {true, respelled("backwards")},
	"space":     {true, respelled("space")},
	"escape":    {true, respelled("escape")},
	"pad": {true, func(_ *agentSide, _ string, line []byte, e Edit) []byte {
		return edits["pad"](nil, line, Edit{N: min(max(e.N, 0), wire.MaxLine-16-len(line))})
	}},
	"crlf": {true, func(_ *agentSide, _ string, line []byte, _ Edit) []byte { return append(line, '\r') }},
}

// spell makes the harmless ones of some edits.
func (x *agentSide) spell(kind string, line []byte, all []Edit) []byte {
	plain := line
	for _, spelling := range []bool{false, true} {
		for _, e := range all {
			if h := harmless[e.Op]; h != nil && h.edit != nil && h.spelling == spelling {
				line = h.edit(x, kind, line, e)
			}
		}
		if !spelling && kind == "choose" {
			// The host sends a decision in canonical form (Section 4.3).
			if canonical, err := wire.AppendCanonical(nil, line); err == nil {
				line = canonical
			}
		}
	}
	if len(line) > wire.MaxLine-16 || wire.Check(line) != nil {
		return plain
	}
	return line
}

// respelled is an edit of the text that leaves its value. Within a decision there is none.
func respelled(op string) func(x *agentSide, kind string, line []byte, e Edit) []byte {
	return func(_ *agentSide, kind string, line []byte, e Edit) []byte {
		if kind == "choose" && (op != "escape" || strings.HasPrefix(e.At, "/decision")) {
			return line
		}
		return edits[op](nil, line, e)
	}
}

// surpluses are names of fields that no request has.
var surpluses = []string{"surplus", "x_surplus", "", "é😀", "__proto__", "response_type", "selection", "a\x00b", "/~ ", "constructor"}

// surplus adds an unknown field to an object (Section 4.2). The values of counters and extensions are
// maps of the engine's own words, where none is unknown.
func surplus(_ *agentSide, _ string, line []byte, e Edit) []byte {
	v := at(line, e.At)
	if v.Kind() != wire.Object || strings.Contains(e.At, "/counters") || strings.Contains(e.At, "/extensions") {
		return line
	}
	key := surpluses[uint(e.N)%uint(len(surpluses))]
	if wire.Check(e.Raw) != nil || v.Get(key).Exists() {
		return line
	}
	comma := ","
	if v.Len() == 0 {
		comma = ""
	}
	return concat(line[:v.Offset()+1], []byte(quote(key)+":"), e.Raw, []byte(comma), line[v.Offset()+1:])
}

// A place is a value that an engine or a host chooses freely, with the values it may have.
type place struct {
	kind, at string // at may hold # for any index
	ok       func(v wire.Value) bool
	values   func(r *randv2.Rand) string
}

var places = slices.Concat(
	[]place{
		{"hello", "/request_id", nonempty, phrase}, {"game_start", "/request_id", nonempty, phrase}, {"choose", "/request_id", nonempty, phrase}, {"game_over", "/request_id", nonempty, phrase},
		{"game_start", "/format", isString, anyText}, {"game_start", "/own_deck/name", isString, anyText}, {"game_start", "/opponent_deck/name", isString, anyText},
		{"game_start", "/engine/name", nonempty, phrase}, {"game_start", "/engine/version", nonempty, phrase},
		{"game_start", "/engine/rules_snapshot_id", nonempty, phrase}, {"game_start", "/engine/card_pool_identity", nonempty, phrase},
		{"game_start", "/engine/source_revision", isString, anyText},
		{"choose", "/decision/context/text", isString, anyText}, {"choose", "/decision/candidates/#/display_text", orNull, textOrNull},
		{"choose", "/decision/extensions/x_sbconform", anything, anyJSON},
		{"game_over", "/terminal/reason", nonempty, func(r *randv2.Rand) string { return quote("it ended so: " + texts[r.IntN(len(texts))]) }},
	},
	numbersAt("game_start", 0, wire.MaxInt, "/agent_seed", "/time_control/increment_ms"),
	numbersAt("game_start", 1, wire.MaxInt, "/time_control/startup_ms", "/time_control/bank_ms", "/time_control/engine_step_ms"),
	numbersAt("game_start", 1, 1<<20, "/resources/cpus", "/resources/memory_mb", "/resources/engine_cpus"),
	numbersAt("choose", 0, wire.MaxInt, "/clock/remaining_ms"),
	numbersAt("choose", math.MinInt32, math.MaxInt32, "/decision/observation/players/#/life"),
	numbersAt("choose", 0, math.MaxUint32, "/decision/observation/players/#/mana_pool/W", "/decision/observation/players/#/mana_pool/C"),
)

// texts are strings over which programs stumble.
var texts = []string{
	"", "x", " ", "Ünïcödé 😀", "a\x00b", "\x01\x1f\x7f", "\"\\/\b\f\n\r\t", "\u2028\u2029", "\u202e", "\ufeff", "\uffff", "e\u0301", "null", "true", "0", "r-0", "p1", "{}", `{"candidate_id":7}`,
	"</script><!--", "%s%n%d", "${x}", "'", "../../x", strings.Repeat("y", 300), strings.Repeat("é", 1_000), strings.Repeat("long ", 14_000),
}

func anyText(r *randv2.Rand) string { return quote(texts[r.IntN(len(texts))]) }
func phrase(r *randv2.Rand) string  { return quote(texts[1+r.IntN(len(texts)-1)]) }

func textOrNull(r *randv2.Rand) string {
	if r.IntN(3) == 0 {
		return "null"
	}
	return anyText(r)
}

// anyJSON is what an extension may hold: any JSON of so many levels.
func anyJSON(r *randv2.Rand) string {
	switch r.IntN(6) {
	case 0:
		n := 1 + r.IntN(wire.MaxDepth-3)
		return strings.Repeat("[", n) + strings.Repeat("]", n)
	case 1:
		n := 1 + r.IntN(wire.MaxDepth-3)
		return strings.Repeat(`{"candidates":`, n) + "0" + strings.Repeat("}", n)
	case 2:
		return anyText(r)
	case 3:
		return "[" + strings.Repeat(`{"kind":"pass"},`, r.IntN(3_000)) + "null]"
	case 4:
		return `{"":0,"candidate_id":7,"request_id":"r-999","é😀":[true,-9007199254740991]}`
	}
	return []string{"null", "true", "0", "9007199254740991", "[]", "{}"}[r.IntN(6)]
}

func isString(v wire.Value) bool { return v.Kind() == wire.String }
func nonempty(v wire.Value) bool { return isString(v) && v.Str() != "" }
func orNull(v wire.Value) bool   { return isString(v) || v.IsNull() }
func anything(wire.Value) bool   { return true }

// numbersAt are places of integers from least to most.
func numbersAt(kind string, least, most int64, pointers ...string) (out []place) {
	for _, p := range pointers {
		out = append(out, place{kind, p,
			func(v wire.Value) bool { return v.Kind() == wire.Int && v.Int() >= least && v.Int() <= most },
			func(r *randv2.Rand) string {
				all := []int64{least, least + 1, 0, 1, 127, 255, 256, 65535, math.MaxInt32, math.MaxInt32 + 1, math.MaxUint32, math.MaxUint32 + 1, most - 1, most}
				n := all[r.IntN(len(all))]
				return string(wire.AppendInt(nil, min(max(n, least), most)))
			}})
	}
	return out
}

// free puts a value at a place, if both are what they should be.
func (x *agentSide) free(kind string, line []byte, e Edit) []byte {
	v, err := wire.Parse(e.Raw)
	pattern := general(e.At)
	i := slices.IndexFunc(places, func(p place) bool { return p.kind == kind && p.at == pattern && p.ok(v) })
	if err != nil || i < 0 {
		return line
	}
	there := at(line, e.At)
	switch {
	case e.At == "/request_id":
		if _, taken := x.ids[v.Str()]; taken { // unique per process (Section 4.1)
			return line
		}
	case strings.HasPrefix(e.At, "/decision/extensions/"):
		if x.stage == nil || !slices.Contains(x.stage.GameStart().Rules.Extensions, strings.TrimPrefix(e.At, "/decision/extensions/")) {
			return line
		}
	case !there.Exists(), there.IsNull() && v.Kind() == wire.Int:
		return line
	}
	return set(line, e.At, string(e.Raw))
}

// kind chooses a kind of request. Most games are short, since much depends on how they begin; some go on.
func (x *agentSide) kind(g *generator) string {
	length := 12
	if x.games%8 == 0 {
		length = 200
	}
	switch {
	case x.state != InGame:
		return "game_start"
	case g.rng.IntN(length) == 0:
		return "game_over"
	}
	return "choose"
}

// first is a hello; a later version of the host may be the one that greets.
func (x *agentSide) first(g *generator) Move {
	v := hello
	if !x.tame && g.rng.IntN(2) == 0 {
		v.Pick = pick(g.rng, []weight[uint64]{{1, 1}, {1, math.MaxUint32}})
	}
	return v
}

// next returns what to send now.
func (x *agentSide) next(g *generator) Move {
	if len(g.plan) == 0 && len(g.kept) > 0 && g.rng.IntN(8) == 0 {
		g.plan = g.varied(g.kept[g.rng.IntN(len(g.kept))], Move{Kind: "choose"},
			func() Move { return x.fresh(g) }, func(v Move) Edit { return x.edit(g, v) })
	}
	if len(g.plan) > 0 {
		v := g.plan[0]
		g.plan = g.plan[1:]
		return x.tamed(v)
	}
	return x.tamed(x.fresh(g))
}

// tamed leaves out what makes a move none that is legal, in a process that is sent no other.
func (x *agentSide) tamed(v Move) Move {
	if !x.tame {
		return v
	}
	if legal[v.Kind].answer == "" {
		v.Kind = "choose"
	}
	v.Edits = slices.DeleteFunc(slices.Clone(v.Edits), func(e Edit) bool { return harmless[e.Op] == nil })
	return v
}

// fresh makes up a move.
func (x *agentSide) fresh(g *generator) Move {
	v := Move{Kind: x.kind(g), Pick: g.rng.Uint64N(1 << 16)}
	if !x.tame && g.rng.IntN(30) == 0 {
		v.Kind = "again"
	}
	if v.Kind == "choose" {
		switch n := g.rng.IntN(100); {
		case n < 1:
			v.Edits = append(v.Edits, Edit{Op: "candidates", N: 1 + g.rng.IntN(protocol.MaxCandidates)})
		case n < 4:
			v.Edits = append(v.Edits, Edit{Op: "candidates", N: 1 + g.rng.IntN(300)})
		case n < 16:
			v.Edits = append(v.Edits, Edit{Op: "special", N: g.rng.IntN(64)})
		case n < 20:
			v.Edits = append(v.Edits, Edit{Op: "group"})
		case n < 40:
			v.Edits = append(v.Edits, Edit{Op: "rewind"})
		}
	}
	for range g.rng.IntN(2) * (1 + g.rng.IntN(3)) {
		v.Edits = append(v.Edits, x.edit(g, v))
	}
	return v
}

// edit makes an edit for the line of a move as it stands.
func (x *agentSide) edit(g *generator, v Move) Edit {
	probe := *x // an edit is made for a line that is not sent
	probe.ids = map[string]struct{}{}
	if x.stage != nil {
		stage := *x.stage
		probe.stage = &stage
	}
	kind := x.due(v.Kind)
	line := probe.render(Move{Kind: v.Kind, Pick: v.Pick, Line: v.Line})
	if !x.tame && g.rng.IntN(4) == 0 {
		return pick(g.rng, []weight[editor]{{6, edge}, {5, (*generator).structure}, {2, (*generator).spelling}, {3, (*generator).bytes}})(g, nil, "", line)
	}
	if g.rng.IntN(2) == 0 {
		if e, ok := freeEdit(g, kind, line); ok {
			return e
		}
	}
	if g.rng.IntN(2_000) == 0 {
		return Edit{Op: "pad", N: wire.MaxLine} // Section 2: every reader accepts lines up to 8 MiB
	}
	return pick(g.rng, []weight[Edit]{
		{6, Edit{Op: "surplus", At: object(g, line), N: g.rng.IntN(len(surpluses)), Raw: []byte(anyJSON(g.rng))}},
		{1, Edit{Op: "backwards", At: object(g, line)}},
		{1, Edit{Op: "space"}},
		{1, Edit{Op: "escape", At: g.anywhere(line)}},
		{1, Edit{Op: "pad", N: 1 + g.rng.IntN(100_000)}},
		{1, Edit{Op: "crlf"}},
	})
}

// object is a pointer to an object in line, the whole among them.
func object(g *generator, line []byte) string {
	for p := g.anywhere(line); p != ""; p, _ = split(p) {
		if at(line, p).Kind() == wire.Object {
			return p
		}
	}
	return ""
}

// freeEdit sets a place of a request of that kind.
func freeEdit(g *generator, kind string, line []byte) (Edit, bool) {
	var all []place
	for _, p := range places {
		if p.kind == kind {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return Edit{}, false
	}
	p := all[g.rng.IntN(len(all))]
	where := p.at
	if before, _, ok := strings.Cut(p.at, "/#"); ok {
		n := at(line, before).Len()
		where = strings.Replace(p.at, "#", string(wire.AppendInt(nil, int64(g.rng.IntN(max(n, 1))))), 1)
	}
	return Edit{Op: "free", At: where, Raw: []byte(p.values(g.rng))}, true
}
