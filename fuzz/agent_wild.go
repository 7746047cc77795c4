package fuzz

// Sections 2, 4.1, 4.2 and 10: what may differ in a request to an agent without making it illegal.

import (
	"fmt"
	"math"
	randv2 "math/rand/v2"
	"slices"
	"strings"

	suite "github.com/spellbench/sbconform/conformance/agent"
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
	"surpluses": {false, everywhere},
	"backwards": {true, respelled("backwards")},
	"space":     {true, respelled("space")},
	"escape":    {true, respelled("escape")},
	"escapes": {true, func(_ *agentSide, kind string, line []byte, _ Edit) []byte {
		if kind == "choose" {
			return line
		}
		return escaped(line)
	}},
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

// surpluses are names of fields that no request has, each with a value that suits it.
var surpluses = []struct{ name, value string }{
	{"surplus", `"p1"`}, {"surplus", "9007199254740991"}, {"surplus", "null"}, {"surplus", `[[],{},[null]]`}, {"surplus", `{"candidate_id":7,"request_id":"r-999","kind":"pass"}`},
	{"x_surplus", "true"}, {"", "0"}, {"é😀", "0"}, {"__proto__", `{"candidates":[]}`}, {"response_type", `"choice"`}, {"selection", `{"candidate_id":-1}`},
	{"a\x00b", "[]"}, {"/~ ", "{}"}, {"constructor", `{"prototype":{}}`},
}

// surplus adds an unknown field to an object (Section 4.2).
func surplus(_ *agentSide, _ string, line []byte, e Edit) []byte {
	if strings.Contains(e.At, "/counters") || strings.Contains(e.At, "/extensions") {
		return line
	}
	return withField(line, []wire.Value{at(line, e.At)}, e)
}

// everywhere adds one to every object of a request.
func everywhere(_ *agentSide, _ string, line []byte, e Edit) []byte {
	return withField(line, objects(nil, parsed(line)), e)
}

// objects appends the objects of a request in their order. The values of counters and extensions are maps of
// the engine's own words, where no field is unknown.
func objects(all []wire.Value, v wire.Value) []wire.Value {
	if v.Kind() == wire.Object {
		all = append(all, v)
	}
	for m := range v.Members() {
		if !m.Key.StrIs("counters") && !m.Key.StrIs("extensions") {
			all = objects(all, m.Value)
		}
	}
	for e := range v.Elems() {
		all = objects(all, e)
	}
	return all
}

// withField puts the field of an edit first in objects of a line, which come in their order.
func withField(line []byte, all []wire.Value, e Edit) []byte {
	if wire.Check(e.Raw) != nil {
		return line
	}
	key := surpluses[uint(e.N)%uint(len(surpluses))].name
	field := concat([]byte(quote(key)+":"), e.Raw)
	var out []byte
	from := 0
	for _, v := range all {
		if v.Kind() != wire.Object || v.Get(key).Exists() {
			continue
		}
		out = append(append(out, line[from:v.Offset()+1]...), field...)
		if v.Len() > 0 {
			out = append(out, ',')
		}
		from = v.Offset() + 1
	}
	return append(out, line[from:]...)
}

// escaped spells every letter of the keys and strings of a line as an escape.
func escaped(line []byte) []byte {
	out := make([]byte, 0, 2*len(line))
	inside := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case inside && c == '\\':
			out = append(out, c, line[i+1]) // an escape stays one
			i++
			continue
		case c == '"':
			inside = !inside
		case inside && (c|0x20 >= 'a' && c|0x20 <= 'z'):
			out = fmt.Appendf(out, `\u%04x`, c)
			continue
		}
		out = append(out, c)
	}
	return out
}

// A place is a value that an engine or a host chooses freely, with the values it may have.
type place struct {
	kind, at string // at may hold # for any index
	ok       func(v wire.Value) bool
	values   func(r *randv2.Rand) string
}

var places = slices.Concat(
	[]place{
		{"hello", "/request_id", nonempty, requestID}, {"game_start", "/request_id", nonempty, requestID}, {"choose", "/request_id", nonempty, requestID}, {"game_over", "/request_id", nonempty, requestID},
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

// mixture is much of that in one: what stumbles over a part of it does so at once, and the reduction says
// over which.
const mixture = "Ünïcödé é😀 \"\\/\b\f\n\r\t\u2028e\u0301\x7f\x01 // ${x}%s"

func phrase(r *randv2.Rand) string {
	if r.IntN(3) == 0 {
		return quote(mixture)
	}
	return quote(texts[1+r.IntN(len(texts)-1)])
}

func anyText(r *randv2.Rand) string {
	if r.IntN(10) == 0 {
		return quote(texts[0])
	}
	return phrase(r)
}

// requestID is any nonempty string, and sometimes one that another type's value looks like.
func requestID(r *randv2.Rand) string {
	if r.IntN(2) == 0 {
		return phrase(r)
	}
	alike := []string{"0", "1", "-1", "1e3", "0x1f", "null", "true", "9007199254740993", "[]", "{}", " r-0 ", "R-0"}
	return quote(alike[r.IntN(len(alike))])
}

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
	case !x.long && g.rng.IntN(length) == 0:
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
	if g.rng.IntN(2) == 0 {
		v.Edits = append(v.Edits, x.edit(g, v))
	}
	return x.tamed(v)
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
	if _, ok := legal[v.Kind]; !ok {
		v.Kind = "choose"
	}
	v.Edits = slices.DeleteFunc(slices.Clone(v.Edits), func(e Edit) bool { return harmless[e.Op] == nil })
	return v
}

// fresh makes up a move.
func (x *agentSide) fresh(g *generator) Move {
	v := Move{Kind: x.kind(g)}
	if !x.tame && g.rng.IntN(30) == 0 {
		v.Kind = "again"
	}
	switch v.Kind {
	case "game_start":
		kinds := suite.Starts()
		if v.Pick = uint64(g.bag(v.Kind, kinds) + kinds*g.rng.IntN(2)); x.long {
			v.Pick = endless()
		}
	case "choose":
		v.Pick = uint64(g.bag(v.Kind, suite.Scenes()))
	default:
		v.Pick = uint64(g.bag(v.Kind, len(protocol.Endings())))
	}
	if v.Kind == "choose" {
		switch n := g.rng.IntN(100); {
		case n < 1:
			v.Edits = append(v.Edits, Edit{Op: "candidates", N: 1 + g.rng.IntN(protocol.MaxCandidates)})
		case n < 4:
			v.Edits = append(v.Edits, Edit{Op: "candidates", N: 1 + g.rng.IntN(300)})
		case n < 16 && !x.long: // after some special boards there is but one decision
			v.Edits = append(v.Edits, Edit{Op: "special", N: 1 + g.bag("special", suite.Specials()-1)})
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

// A bag holds each of so many numbers once. They are drawn from it, and when none is left it is filled
// again: what is one of thirty is seen after thirty draws, and not only with luck.
type bag []int

// bag draws from the bag of that name, of the numbers below n.
func (g *generator) bag(name string, n int) int {
	if g.bags == nil {
		g.bags = map[string]bag{}
	}
	b := g.bags[name]
	if len(b) == 0 {
		b = g.rng.Perm(n)
	}
	g.bags[name] = b[1:]
	return b[0]
}

// endless is the kind of game_start whose limits no game reaches.
func endless() uint64 {
	for kind := range uint64(suite.Starts()) {
		if suite.NewStage(kind, "", protocol.P0, 0, 1, nil).GameStart().Limits.MaxSeatDecisionsPerTurn > longLength {
			return kind
		}
	}
	return 0
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
		return freeEdit(g, kind, line)
	}
	if g.rng.IntN(2_000) == 0 {
		return Edit{Op: "pad", N: wire.MaxLine} // Section 2: every reader accepts lines up to 8 MiB
	}
	n := g.bag("surplus", len(surpluses))
	value := []byte(surpluses[n].value)
	return pick(g.rng, []weight[Edit]{
		{3, Edit{Op: "surplus", At: anObject(g, line), N: n, Raw: []byte(anyJSON(g.rng))}},
		{3, Edit{Op: "surpluses", N: n, Raw: value}},
		{1, Edit{Op: "escapes"}},
		{1, Edit{Op: "backwards"}},
		{1, Edit{Op: "backwards", At: anObject(g, line)}},
		{1, Edit{Op: "space"}},
		{1, Edit{Op: "escape", At: g.anywhere(line)}},
		{1, Edit{Op: "pad", N: 1 + g.rng.IntN(100_000)}},
		{1, Edit{Op: "crlf"}},
	})
}

// anObject is a pointer to an object in line, the whole among them.
func anObject(g *generator, line []byte) string {
	for p := g.anywhere(line); p != ""; p, _ = split(p) {
		if at(line, p).Kind() == wire.Object {
			return p
		}
	}
	return ""
}

// freeEdit sets a place of a request of that kind.
func freeEdit(g *generator, kind string, line []byte) Edit {
	var all []place
	for _, p := range places {
		if p.kind == kind {
			all = append(all, p)
		}
	}
	p := all[g.bag("place of "+kind, len(all))]
	where := p.at
	if before, _, ok := strings.Cut(p.at, "/#"); ok {
		n := at(line, before).Len()
		where = strings.Replace(p.at, "#", string(wire.AppendInt(nil, int64(g.rng.IntN(max(n, 1))))), 1)
	}
	return Edit{Op: "free", At: where, Raw: []byte(p.values(g.rng))}
}
