package fuzz

import (
	"context"
	"fmt"
	"os/exec"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"
	"github.com/leanovate/gopter/gen"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A talk is an engine, called directly, and the model that follows it.
type talk struct {
	e *engine.Engine
	s *script
}

func newTalk(o engine.Options) *talk {
	return &talk{engine.New(o), newScript(NewModel(protocol.Spec), secretOf(1, 0, 0))}
}

func (x *talk) ask(v Move) *Fault {
	line := x.s.render(v)
	f := x.s.model.Judge(line, append([]byte(nil), x.e.Answer(line)...))
	x.s.answered()
	return f
}

// say is a command: a move, and the model's word that its answer was right.
type say struct{ Move }

func (c say) Run(sut commands.SystemUnderTest) commands.Result { return sut.(*talk).ask(c.Move) }

func (c say) NextState(s commands.State) commands.State { return s.(int) + 1 }

func (c say) PreCondition(commands.State) bool { return true }

func (c say) PostCondition(_ commands.State, r commands.Result) *gopter.PropResult {
	if f := r.(*Fault); f != nil {
		return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{f.Fingerprint() + ": " + f.Message}}
	}
	return &gopter.PropResult{Status: gopter.PropTrue}
}

// dialogues are the commands of gopter: the state is how many were given, for the model knows the rest.
func dialogues(o engine.Options) *commands.ProtoCommands {
	fixed := []any{}
	for _, m := range []Move{
		{Kind: "step"}, {Kind: "step", Pick: 1}, {Kind: "step", Pick: 7}, {Kind: "hello"}, {Kind: "validate_deck"}, {Kind: "probe_resample"},
		{Kind: "again"}, {Kind: "again", Pick: 1}, {Kind: "again", Pick: 3}, {Kind: "line", Line: []byte("[]")}, {Kind: "line"},
		{Kind: "reset", Caps: [2]uint64{10000, 2}}, {Kind: "reset", Caps: [2]uint64{2, 100}}, {Kind: "reset", Pick: 5, Caps: [2]uint64{10000, 20}},
	} {
		fixed = append(fixed, say{m})
	}
	for kind, all := range twists {
		for _, e := range all {
			fixed = append(fixed, say{Move{Kind: kind, Caps: [2]uint64{10000, 3}, Edits: []Edit{e}}})
		}
	}
	return &commands.ProtoCommands{
		NewSystemUnderTestFunc: func(commands.State) commands.SystemUnderTest {
			x := newTalk(o)
			x.ask(Move{Kind: "hello"})
			return x
		},
		DestroySystemUnderTestFunc: func(s commands.SystemUnderTest) { s.(*talk).e.Close() },
		InitialStateGen:            gen.Const(0),
		GenCommandFunc: func(commands.State) gopter.Gen {
			return gen.OneConstOf(fixed...).Map(func(v say) commands.Command { return v })
		},
	}
}

// The model drives as a state machine of gopter's too: whatever is asked in whatever order, the
// reference is right.
func TestTheModelAgreesWithTheReference(t *testing.T) {
	p := gopter.DefaultTestParameters()
	p.MaxSize = 60
	properties := gopter.NewProperties(p)
	properties.Property("every answer is right", commands.Prop(dialogues(engine.Options{})))
	properties.TestingRun(t)
}

// And it tells a mutant from the reference.
func TestTheModelFindsAMutant(t *testing.T) {
	p := gopter.DefaultTestParametersWithSeed(1)
	p.MaxSize = 60
	result := commands.Prop(dialogues(engine.Options{Mutant: "step-any-step"})).Check(p)
	assert.Equal(t, result.Status, gopter.TestFailed, "%+v", result)
}

// What is right in each state, and why an answer that is not is none.
func TestWant(t *testing.T) {
	begun := []Move{{Kind: "hello"}, {Kind: "reset", Caps: [2]uint64{10000, 10}}}
	over := []Move{{Kind: "hello"}, {Kind: "reset", Caps: [2]uint64{10000, 0}}}
	step := func(edits ...Edit) Move { return Move{Kind: "step", Edits: edits} }
	tests := []struct {
		name   string
		before []Move
		move   Move
		want   string
	}{
		{"a step in a game", begun, step(), "decision or terminal"},
		{"a step before any", begun[:1], step(), "error step_before_reset"},
		{"a step after its end", over, step(), "error game_already_terminal"},
		{"another game comes before the end", over, step(value("/game_id", `"x"`)), "error game_id_mismatch"},
		{"the order of Section 9.4", begun, step(value("/expected_step", "7"), value("/selection/candidate_id", "77")), "error expected_step_mismatch"},
		{"an echo that is a semantic", begun, step(value("/selection/semantic_echo", `{"kind":"pass"}`)), "error semantic_echo_mismatch"},
		{"an echo that is none", begun, step(value("/selection/semantic_echo", `{"kind":"x"}`)), "error semantic_echo_mismatch or error malformed_request"},
		{"the same again", begun, Move{Kind: "again"}, "the answer to the same request, once more"},
		{"another payload", begun, step(state("/request_id", "last-id")), "error request_id_reuse_mismatch"},
		{"an older request", append(begun[:2:2], Move{Kind: "hello"}), Move{Kind: "again", Pick: 1},
			"the answer to the same request, once more or error malformed_request or error game_already_active or error request_id_reuse_mismatch"},
		{"one fault", begun, step(Edit{Op: "drop", At: "/selection"}), "error malformed_request"},
		{"two faults", begun, step(Edit{Op: "drop", At: "/selection"}, value("/game_id", `"x"`)), "error malformed_request or error game_id_mismatch"},
		{"another protocol", begun, step(value("/protocol", `"x"`)), "error protocol_mismatch"},
		{"no id", begun, step(Edit{Op: "drop", At: "/request_id"}), "error malformed_request"},
		{"no JSON", begun, step(Edit{Op: "cut", Pos: 5}), "error malformed_json"},
		{"a reset in a game", begun, Move{Kind: "reset"}, "error game_already_active"},
		{"a reset with two faults", over, Move{Kind: "reset", Edits: []Edit{value("/format", `"x"`), state("/game_id", "this-game")}},
			"error malformed_request or error unsupported_format or error unsupported_deck"},
		{"a deck that was played", over, Move{Kind: "reset"}, "decision or terminal"},
		{"an optional request", begun, Move{Kind: "validate_deck"}, "deck_ok or error unsupported_request or error unsupported_deck"},
		{"a reserved request", begun, Move{Kind: "probe_resample"}, "error unsupported_request"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newTalk(engine.Options{})
			defer x.e.Close()
			for _, v := range tt.before {
				assert.Assert(t, x.ask(v) == nil)
			}
			line := x.s.render(tt.move)
			assert.Equal(t, x.s.model.Want(line).String(), tt.want, "%s", line)
			assert.Assert(t, x.s.model.Judge(line, x.e.Answer(line)) == nil)
		})
	}
}

// An answer that is wrong has its fault, and its fingerprint does not depend on ids.
func TestJudge(t *testing.T) {
	answer := func(id, rest string) string {
		return fmt.Sprintf(`{"protocol":"spellbench/v2","request_id":%q,%s}`, id, rest)
	}
	refusal := `"response_type":"error","error":{"code":"malformed_json","message":""}`
	for _, tt := range []struct{ name, answer, want string }{
		{"no JSON", `{`, "malformed | in-game | step | malformed at "},
		{"another id", answer("h-9", refusal), "wrong-value | in-game | step | error malformed_json"},
		{"no id", answer("", refusal), "wrong-value | in-game | step | error malformed_json"},
		{"a refusal", answer("h-3", refusal), "wrong-type | in-game | step | error malformed_json"},
		{"another answer", answer("h-3", `"response_type":"deck_ok"`), "wrong-type | in-game | step | deck_ok"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := newTalk(engine.Options{})
			defer x.e.Close()
			x.ask(Move{Kind: "hello"})
			x.ask(Move{Kind: "reset", Caps: [2]uint64{100, 100}})
			f := x.s.model.Judge(x.s.render(Move{Kind: "step"}), []byte(tt.answer))
			assert.Assert(t, f != nil)
			assert.Equal(t, f.Fingerprint(), tt.want)
		})
	}
}

// Nothing is found on the example either.
func TestNothingOnTheExample(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	found, stats, err := Run(context.Background(), Options{
		Command: process.Command{Argv: []string{python, "../examples/engine-python/engine.py"}}, Jobs: 1, Execs: 800,
	})
	assert.NilError(t, err)
	for _, f := range found {
		t.Errorf("%s\n%s", f.Fingerprint(), f.Account())
	}
	assert.Assert(t, stats.Execs >= 800)
}

// A reused id with a value that only the strict reading refuses: an engine that finds it while it parses
// never comes to its cache, and one that does not names the reuse. The text knows no order.
func TestReusedIDWithAValueThatIsOpen(t *testing.T) {
	for _, reading := range []protocol.Reading{protocol.Spec, protocol.Strict} {
		for _, pointer := range []string{"/rules/card_name_domain/domain_id", "/game_id"} {
			for _, caps := range [][2]uint64{{10000, 100}, {10000, 0}} { // in a game, and after its end
				t.Run(fmt.Sprint(reading, pointer, caps), func(t *testing.T) {
					e := engine.New(engine.Options{Reading: reading})
					defer e.Close()
					s := newScript(NewModel(protocol.Spec), secretOf(1, 0, 0))
					ask := func(line []byte) *Fault {
						return s.model.Judge(line, append([]byte(nil), e.Answer(line)...))
					}
					assert.Assert(t, ask(s.render(Move{Kind: "hello"})) == nil)
					reset := s.render(Move{Kind: "reset", Caps: caps})
					assert.Assert(t, ask(reset) == nil)
					v, err := wire.Parse(reset)
					assert.NilError(t, err)
					value := `""`
					if pointer != "/game_id" {
						value = `"` + protocol.DomainID([]string{"another"}) + `"`
					}
					f := ask(splice(reset, protocol.At(v, pointer), value))
					assert.Assert(t, f == nil, "%+v", f)
				})
			}
		}
	}
}
