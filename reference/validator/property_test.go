package validator_test

import (
	"encoding/json"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/validator"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

// V1's shapes are the table's: in a game that knows some of the records from before as in a new one,
// a seat decision has V1-shape exactly where the table's walker finds a fault.
func TestShapesAreTheTables(t *testing.T) {
	s := protocol.SeatDecisionShape()
	for seed := range int64(4) {
		rng := rand.New(rand.NewSource(seed))
		valid := protocolgen.Valid(s, rng)
		for _, reading := range []protocol.Reading{protocol.Spec, protocol.Strict} {
			warm := validator.New(validator.Options{Reading: reading, All: true})
			judge(t, warm, valid)
			for b := range protocolgen.Breaks(s, valid) {
				if rng.Intn(40) > 0 {
					continue
				}
				v := parseText(t, wrap(b.Value))
				want := s.Check(v.Get("seat_decision"), reading)
				for name, g := range map[string]*validator.Game{"new": validator.New(validator.Options{Reading: reading, All: true}), "warm": warm} {
					found := judge(t, g, b.Value)
					if len(found) == 100 {
						continue // a random decision breaks many rules, and no more are reported
					}
					got, ok := shapeFault(found)
					assert.Equal(t, ok, want != nil, "%s game, %s at %s", name, b.Fault, b.Pointer)
					if want != nil {
						assert.Equal(t, got.Pointer, "/seat_decision"+want.Pointer)
						assert.Equal(t, got.Message, want.Message)
					}
				}
			}
		}
	}
}

// A text that has one shape is not taken for another: parts of a decision are known from before, and stand
// where other parts belong.
func TestKnownPartsElsewhere(t *testing.T) {
	s := protocol.SeatDecisionShape()
	for name := range figures {
		g := validator.New(validator.Options{})
		g.Hello(hello())
		rng := rand.New(rand.NewSource(1))
		for range 20 {
			g.Reset("h-2", reset())
			m := figure(t, name)
			g.Decision(parse(t, m))
			graft(rng, m.(map[string]any)["seat_decision"])
			v := parse(t, m)
			want := s.Check(v.Get("seat_decision"), protocol.Spec)
			g.Reset("h-2", reset())
			_, got := shapeFault(g.Decision(v))
			assert.Equal(t, got, want != nil, "%s: %v", v.Raw(), want)
		}
	}
}

func wrap(n *protocolgen.Node) string { return `{"seat_decision":` + string(n.JSON()) + `}` }

func judge(t *testing.T, g *validator.Game, n *protocolgen.Node) []validator.Violation {
	g.Reset("h-2", reset())
	return g.Decision(parseText(t, wrap(n)))
}

func shapeFault(found []validator.Violation) (validator.Violation, bool) {
	i := slices.IndexFunc(found, func(v validator.Violation) bool { return v.Check == "V1-shape" })
	if i < 0 {
		return validator.Violation{}, false
	}
	return found[i], true
}

// A decision is judged alike whether or not the one before was the same but for the edit, so that most
// of its records are known.
func TestKnownRecordsAreJudgedAlike(t *testing.T) {
	for _, r := range rows {
		c := checkNamed(t, r.check)
		before := figures[r.figure]()
		if r.given != nil || strings.HasPrefix(c.Rule, "V3") || strings.HasPrefix(c.Rule, "malformed") || r.check == "X-mulligans-taken" || r.check == "X-selected-start" ||
			before["seat_decision"].(M)["group"].(M)["substep_count"] != 1 {
			continue // the first decision would break rules, or the second one stand elsewhere
		}
		g := validator.New(validator.Options{Reading: c.Reading, All: true})
		g.Hello(hello())
		g.Reset("h-2", reset())
		assert.Equal(t, len(g.Decision(parse(t, before))), 0, r.figure)
		g.Step("h-3", &protocol.Step{GameID: "g-1"})
		d := clone(t, before)
		for _, e := range []string{`/request_id = "h-3"`, `/step = 1`, `S/seat_step = 1`, `G/group_id = 1`} {
			d = edit(t, d, e)
		}
		for _, line := range strings.Split(strings.TrimSpace(r.edits), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				d = edit(t, d, line)
			}
		}
		found := g.Decision(parse(t, d))
		has := slices.ContainsFunc(found, func(v validator.Violation) bool {
			return v.Check == r.check && v.Pointer == long(r.pointer)
		})
		assert.Equal(t, has, r.pointer != "", "%s/%s: %v", r.check, r.name, found)
	}
}

// Whatever is changed in a legal game, nothing panics, and what is reported points into the message: to
// a value, or to a member that is missing from an object.
func TestAnyChange(t *testing.T) {
	var games [][]any
	for name := range figures {
		games = append(games, []any{figure(t, name)})
	}
	for _, s := range scripts {
		games = append(games, s.messages(t))
	}
	params := gopter.DefaultTestParameters()
	params.MinSuccessfulTests = 400
	properties := gopter.NewProperties(params)
	properties.Property("judged without a panic, with pointers that lead somewhere", prop.ForAll(
		func(seed int64) bool {
			rng := rand.New(rand.NewSource(seed))
			game := games[rng.Intn(len(games))]
			g := validator.New(validator.Options{Reading: protocol.Reading(rng.Intn(2)), All: rng.Intn(2) == 0})
			g.Hello(hello())
			g.Reset("h-2", reset())
			for i, m := range game {
				m = clone(t, m)
				for range rng.Intn(3) {
					graft(rng, m)
				}
				v := parse(t, m)
				found := g.Decision(v)
				if rng.Intn(8) == 0 {
					found = append(found, g.Terminal(v)...)
				}
				for _, f := range found {
					if !leads(v, f.Pointer) || len(f.Message) > 1024 || strings.ContainsAny(f.Message, "\n\x1b") {
						t.Logf("%s in %s", f, v.Raw())
						return false
					}
				}
				g.Step("h-3", &protocol.Step{ExpectedStep: uint64(i), CandidateID: uint32(rng.Intn(4))})
			}
			return true
		}, gen.Int64()))
	properties.TestingRun(t)
}

// messages returns the decisions of a script.
func (s script) messages(t *testing.T) (out []any) {
	step := 0
	for _, line := range strings.Split(strings.TrimSpace(s.lines), "\n") {
		name, _, _ := strings.Cut(strings.TrimSpace(line), ";")
		if strings.HasPrefix(name, ">") || strings.TrimSpace(name) == "end" || strings.TrimSpace(name) == "truncated" {
			continue
		}
		m := figure(t, strings.TrimSpace(name)).(map[string]any)
		m["step"], m["seat_decision"].(map[string]any)["seat_step"] = step, step
		m["seat_decision"].(map[string]any)["group"].(map[string]any)["group_id"] = step
		step++
		out = append(out, clone(t, m))
	}
	return out
}

// graft puts a part of the tree, or an odd value, in the place of another part.
func graft(rng *rand.Rand, root any) {
	var holes []func(any)
	values := []any{nil, true, json.Number("-1"), json.Number("4294967295"), json.Number("0"), "", "p0", "o-bears", "\x1b\n\u2028", []any{}, map[string]any{}}
	var walk func(v any)
	walk = func(v any) {
		values = append(values, v)
		switch x := v.(type) {
		case map[string]any:
			for k, e := range x {
				holes = append(holes, func(v any) { x[k] = v }, func(any) { delete(x, k) })
				walk(e)
			}
		case []any:
			for i, e := range x {
				holes = append(holes, func(v any) { x[i] = v })
				walk(e)
			}
		}
	}
	walk(root)
	v := values[rng.Intn(len(values))]
	b, err := json.Marshal(v)
	if err != nil || len(b) > 2000 {
		return
	}
	var fresh any // a copy: the tree must stay one
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	if d.Decode(&fresh) == nil {
		holes[rng.Intn(len(holes))](fresh)
	}
}

// leads reports whether the pointer names a value, or a member of an object that lacks it.
func leads(root wire.Value, pointer string) bool {
	if protocol.At(root, pointer).Exists() {
		return true
	}
	i := strings.LastIndex(pointer, "/")
	return i >= 0 && protocol.At(root, pointer[:i]).Kind() == wire.Object
}

// The memory of a game is that of its ids: with the same ids in every decision it stands still.
func TestMemoryStandsStill(t *testing.T) {
	lines := crowdedGame(t, 256)
	g := validator.New(validator.Options{})
	g.Hello(hello())
	r := reset()
	r.Decks, r.MaxSteps, r.MaxDecisions = [2]protocol.Deck{}, 1000, 1000
	var p wire.Parser
	pass := func() {
		g.Reset("h-2", r)
		for i, line := range lines {
			v, err := p.Parse(line)
			assert.NilError(t, err)
			assert.Assert(t, g.Decision(v) == nil)
			g.Step("h-2", &protocol.Step{GameID: "g-1", ExpectedStep: uint64(i)})
		}
	}
	pass()
	perDecision := testing.AllocsPerRun(5, pass) / float64(len(lines))
	assert.Assert(t, perDecision < 2, "%.2f allocations per decision, and one is this test's", perDecision)
}

// A message that breaks a rule everywhere is reported for a hundred places, in time that grows with
// the message and not with its square.
func TestFailuresAreBounded(t *testing.T) {
	o := board()
	var entries L
	for i := range 30_000 {
		entries = append(entries, known("p0", "library", "Opt", nil, 30_000-i, nil, "looked_at"))
	}
	o["known"] = entries
	v := parse(t, decision(o, "priority", nil, M{"kind": "pass"}))
	for all, want := range map[bool]int{false: 1, true: 100} {
		g := validator.New(validator.Options{All: all})
		found := g.Decision(v)
		assert.Equal(t, len(found), want)
		assert.Equal(t, found[0].Pointer, "/seat_decision/observation/known/1")
	}
}

// The order of Checks is the order of rules in which a Game reports.
func TestChecksAreInOrder(t *testing.T) {
	order := []string{"malformed", "V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9", "V10", "X", "V3", "terminal_reason", "terminal_counts"}
	names := map[string]bool{}
	at := 0
	for _, c := range validator.Checks() {
		assert.Assert(t, !names[c.Name], "%s twice", c.Name)
		names[c.Name] = true
		rule, _, _ := strings.Cut(c.Rule, "-")
		for at < len(order) && order[at] != rule {
			at++
		}
		assert.Assert(t, at < len(order), "%s is out of order", c.Name)
		assert.Assert(t, strings.HasPrefix(c.Name, c.Rule) && c.Section != "" && c.Says != "", "%+v", c)
	}
}
