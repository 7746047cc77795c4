package engine

// Section 9.4: steps, the order in which an engine looks for what is wrong with one, and the echo.

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// otherGame is a game_id that no reset has used.
const otherGame = "g-0000000000000000"

// keepHand is a semantic that names no card.
const keepHand = `{"hand_size":7,"keep":true,"kind":"mulligan","mulligans_taken":0}`

// A stepFault is one of the faults of Section 9.4, in the order in which an engine looks for them.
type stepFault struct {
	name string
	code protocol.Code
	make func(x text) text
}

// stepFaults can be combined in one step. step_before_reset and game_already_terminal are no faults
// of the step but states of the game: the checks below bring them about.
var stepFaults = []stepFault{
	{"another game_id", protocol.CodeGameIDMismatch, func(x text) text { return x.with("/game_id", suite.Quote(otherGame)) }},
	{"another expected_step", protocol.CodeExpectedStepMismatch, func(x text) text { return x.with("/expected_step", "77") }},
	{"a candidate_id out of range", protocol.CodeCandidateIDOutOfRange, func(x text) text { return x.with("/selection/candidate_id", "4096") }},
	{"another echo", protocol.CodeSemanticEchoMismatch, func(x text) text {
		// A whole semantic of another kind, since an engine may decode echoes before it compares them.
		other := `{"kind":"pass"}`
		if x.mustAt("/selection/semantic_echo/kind").StrIs("pass") {
			other = keepHand
		}
		return x.with("/selection/semantic_echo", other)
	}},
}

// A badEcho makes an echo that is not equal to its candidate's semantic, field for field.
type badEcho struct {
	id, doc, hint string
	// make returns the echo, or "" where the semantic has nothing to change.
	make func(semantic text) text
}

var badEchoes = []badEcho{
	{id: "empty", doc: "An empty echo is not equal to the semantic.", hint: "an absent field is a difference", make: func(text) text { return "{}" }},
	{id: "extra-field", doc: "An echo with a field more is not equal to the semantic.", hint: "compare both ways", make: func(s text) text { return s.with("/surplus", "0") }},
	{id: "other-kind", doc: "An echo of another kind is not equal to the semantic.", make: func(s text) text {
		if s.mustAt("/kind").StrIs("pass") {
			return s.with("/kind", `"play_land"`)
		}
		return s.with("/kind", `"pass"`)
	}},
	{id: "missing-field", doc: "An echo with a field less is not equal to the semantic.", hint: "comparing the kind alone is not enough", make: func(s text) text {
		if s.mustAt("").Len() < 2 {
			return ""
		}
		for _, p := range s.fields() {
			if p != "/kind" {
				return s.without(p)
			}
		}
		return ""
	}},
	{id: "nested-field", doc: "Echoes are compared to the bottom: a reference with another object_id is a difference.", hint: "comparing the fields of the top level alone is not enough", make: func(s text) text {
		for _, p := range s.fields() {
			if strings.HasSuffix(p, "/object_id") {
				return s.with(p, `"o-0000000000000000"`)
			}
		}
		return ""
	}},
	{id: "other-number", doc: "An echo with another number is not equal to the semantic.", make: func(s text) text {
		return s.first(wire.Int, func(p string) text { return s.with(p, fmt.Sprint(s.mustAt(p).Int()+1)) })
	}},
	{id: "number-as-string", doc: "A string is not equal to the number that it spells.", hint: "compare types as well as values", make: func(s text) text {
		return s.first(wire.Int, func(p string) text { return s.with(p, `"`+string(s.mustAt(p).Raw())+`"`) })
	}},
	{id: "number-as-boolean", doc: "false is not equal to 0, nor true to 1.", hint: "in some languages they are: compare types as well as values", make: func(s text) text {
		// Only 0 and 1 are equal to a boolean where types are not compared.
		for _, p := range s.fields() {
			if v := s.mustAt(p); v.Kind() == wire.Int && (v.Int() == 0 || v.Int() == 1) {
				return s.with(p, fmt.Sprint(v.Int() == 1))
			}
		}
		return ""
	}},
	{id: "boolean-as-number", doc: "1 is not equal to true, nor 0 to false.", hint: "in some languages they are: compare types as well as values", make: func(s text) text {
		return s.first(wire.Bool, func(p string) text { return s.with(p, map[bool]string{true: "1", false: "0"}[s.mustAt(p).Bool()]) })
	}},
	{id: "null-as-string", doc: "The string null is not equal to null.", make: func(s text) text {
		return s.first(wire.Null, func(p string) text { return s.with(p, `"null"`) })
	}},
}

// first applies edit at the first field of that kind; "" if there is none.
func (x text) first(k wire.Kind, edit func(pointer string) text) text {
	for _, p := range x.fields() {
		if x.mustAt(p).Kind() == k {
			return edit(p)
		}
	}
	return ""
}

// search is how many decisions a check answers while it looks for one of the shape that it needs.
const search = 400

// lookFor plays until found reports a candidate of the pending decision, and returns that candidate.
// It skips the check when no such candidate turns up.
func (e *E) lookFor(what string, found func(candidate int) bool) int {
	e.Hello()
	e.Begin(Capped(manyDecisions, search+fewSteps), e.richRules)
	for range search {
		d := e.pending.Decision()
		if d == nil {
			e.Skipf("the game was over before it offered %s", what)
		}
		if e.late() {
			e.Skipf("the target is slow, and has not offered %s so far", what)
		}
		for i := range d.SeatDecision.Candidates {
			if found(i) {
				return i
			}
		}
		e.Step(e.wander(d))
	}
	e.Skipf("%d decisions offered no %s", search, what)
	return 0
}

// wander chooses at random, the same way in every run: a check that looks for a rare shape must not
// pass its turns for ever.
func (e *E) wander(d *protocol.Decision) int {
	return int(mix(e.shared.config.Seed, d.Step) % uint64(len(d.SeatDecision.Candidates)))
}

func stepChecks() []check {
	out := []check{
		{
			id: "step/advances", section: "9.3",
			doc:  "step increases by exactly 1 per answered decision, and seat_step by exactly 1 per answered decision of its seat.",
			hint: "count when a step is accepted, and for its seat alone",
			run: func(e *E) {
				e.Begin()
				seat := map[protocol.Seat]uint64{}
				for i := range uint64(60) {
					d := e.pending.Decision()
					if d == nil {
						return
					}
					s := d.SeatDecision.ActingSeat
					if d.Step != i {
						e.pending.fail(conformance.WrongValue, "step does not count the answered decisions", "/step", fmt.Sprint(i))
					}
					if d.SeatDecision.SeatStep != seat[s] {
						e.pending.fail(conformance.WrongValue, "seat_step does not count the answered decisions of its seat", "/seat_decision/seat_step", fmt.Sprint(seat[s]))
					}
					seat[s]++
					e.Step(e.wander(d))
				}
			},
		},
		{
			id: "step/before-reset", section: "9.4", fresh: true,
			doc:  "A step before any reset is step_before_reset.",
			hint: "there is no game yet to compare with",
			run: func(e *E) {
				e.Hello()
				e.Ask(e.passIn(otherGame)).WantError("a step before any reset", protocol.CodeStepBeforeReset)
				e.Begin()
			},
		},
		{
			id: "step/unknown-kind-in-echo", section: "9.4", profile: Strict,
			doc:  "An echo is compared and not decoded: one of an unknown kind is semantic_echo_mismatch.",
			hint: "compare the echo as a JSON value before giving it a meaning",
			run: func(e *E) {
				e.Begin()
				e.Ask(e.StepRequest(0).with("/selection/semantic_echo", `{"kind":"nonsense"}`)).
					WantError("a step with the echo of an unknown kind", protocol.CodeSemanticEchoMismatch)
				e.StillAnswerable("it")
			},
		},
		{
			id: "step/echo-of-another-candidate", section: "9.4",
			doc:  "The echo belongs to the candidate that candidate_id names, not to any of the list.",
			hint: "look the candidate up by its id and compare with that one alone",
			run: func(e *E) {
				e.lookFor("a second candidate", func(i int) bool { return i == 1 })
				e.Ask(e.StepRequest(0).with("/selection/semantic_echo", e.Echo(1))).
					WantError("candidate 0 with the echo of candidate 1", protocol.CodeSemanticEchoMismatch)
				e.StillAnswerable("it")
			},
		},
		{
			id: "step/echo-key-order", section: "9.4",
			doc:  "An echo is equal field for field whatever the order of its keys.",
			hint: "compare values, not text",
			run: func(e *E) {
				i := e.lookFor("a candidate with two fields", func(i int) bool { return text(e.Echo(i)).mustAt("").Len() > 1 })
				e.wantAccepted("a step whose echo has its keys in another order", e.StepRequest(i).backwards("/selection/semantic_echo"))
			},
		},
		{
			id: "step/echo-spelling", section: "9.4",
			doc:  "An echo is equal whatever its spelling: white space and escapes do not count.",
			hint: "compare values, not text",
			run: func(e *E) {
				e.Begin()
				echo := text(e.Echo(0))
				e.wantAccepted("a step whose echo is spelled with escapes and spaces",
					e.StepRequest(0).with("/selection/semantic_echo", string(echo.escaped().spaced())))
			},
		},
		{
			id: "step/last-candidate", section: "9.4",
			doc:  "Every candidate of the list can be chosen: here the last.",
			hint: "candidates are counted from 0",
			run: func(e *E) {
				e.Begin()
				for range 20 {
					d := e.pending.Decision()
					if d == nil {
						return
					}
					e.Step(len(d.SeatDecision.Candidates) - 1)
				}
			},
		},
	}
	for _, c := range []struct {
		id, doc, hint, pointer string
		raw                    func(e *E) string
		code                   protocol.Code
	}{
		{"game-id-mismatch", "A step that names another game is game_id_mismatch.", "", "/game_id",
			func(*E) string { return suite.Quote(otherGame) }, protocol.CodeGameIDMismatch},
		{"expected-step-ahead", "An expected_step that is one too high is expected_step_mismatch.", "", "/expected_step",
			func(e *E) string { return fmt.Sprint(e.Decision().Step + 1) }, protocol.CodeExpectedStepMismatch},
		{"expected-step-stale", "An expected_step that was answered before is expected_step_mismatch, and has no effect.", "", "/expected_step",
			func(e *E) string { return fmt.Sprint(e.Decision().Step - 1) }, protocol.CodeExpectedStepMismatch},
		{"expected-step-maximal", "An expected_step of 2^53-1 is expected_step_mismatch.", "it does not fit 32 bits", "/expected_step",
			func(*E) string { return "9007199254740991" }, protocol.CodeExpectedStepMismatch},
		{"expected-step-wraps", "An expected_step that is right but for 2^32 is expected_step_mismatch.", "it does not fit 32 bits", "/expected_step",
			func(e *E) string { return fmt.Sprint(e.Decision().Step + 1<<32) }, protocol.CodeExpectedStepMismatch},
		{"candidate-count", "A candidate_id that equals the number of candidates is candidate_id_out_of_range.", "ids begin at 0; there is no wrapping around", "/selection/candidate_id",
			func(e *E) string { return fmt.Sprint(len(e.Decision().SeatDecision.Candidates)) }, protocol.CodeCandidateIDOutOfRange},
		{"candidate-maximal", "A candidate_id of 2^32-1 is candidate_id_out_of_range.", "as a signed number of 32 bits it is -1", "/selection/candidate_id",
			func(*E) string { return "4294967295" }, protocol.CodeCandidateIDOutOfRange},
		{"candidate-sign-bit", "A candidate_id of 2^31 is candidate_id_out_of_range.", "as a signed number of 32 bits it is negative", "/selection/candidate_id",
			func(*E) string { return "2147483648" }, protocol.CodeCandidateIDOutOfRange},
	} {
		out = append(out, check{
			id: "step/" + c.id, section: "9.4", doc: c.doc, hint: cmp.Or(c.hint, "compare the step with the pending decision before acting on it: game, step, candidate, echo"),
			run: func(e *E) {
				e.Begin()
				e.Advance()
				e.Ask(e.StepRequest(0).with(c.pointer, c.raw(e))).WantError("a step with "+c.pointer+" "+c.raw(e), c.code)
				e.StillAnswerable("it")
			},
		})
	}
	for _, b := range badEchoes {
		out = append(out, check{
			id: "step/echo-" + b.id, section: "9.4", doc: b.doc, hint: b.hint,
			run: func(e *E) {
				i := e.lookFor("a candidate whose echo can have this fault", func(i int) bool { return b.make(text(e.Echo(i))) != "" })
				echo := string(b.make(text(e.Echo(i))))
				// An engine that decodes the echo before comparing it may call it malformed.
				e.Ask(e.StepRequest(i).with("/selection/semantic_echo", echo)).
					WantError("a step with the echo "+echo, protocol.CodeSemanticEchoMismatch, protocol.CodeMalformedRequest)
				e.StillAnswerable("it")
			},
		})
	}
	for i, first := range stepFaults {
		for _, second := range stepFaults[i+1:] {
			out = append(out, check{
				id:      "step/order-" + word(first.code) + "-before-" + word(second.code),
				section: "9.4",
				doc:     "Of a step with " + first.name + " and " + second.name + ", the first is what it is refused for.",
				hint:    "look for faults in the order of Section 9.4, and stop at the first",
				run: func(e *E) {
					e.Begin()
					x := second.make(first.make(e.StepRequest(0)))
					e.Ask(x).WantError("a step with "+first.name+" and "+second.name, first.code)
					e.StillAnswerable("it")
				},
			})
		}
	}
	return append(out,
		check{
			id: "step/order-all", section: "9.4",
			doc:  "A step with every fault at once is refused for the first.",
			hint: "judge a step in the order of Section 9.4, and stop at the first fault",
			run: func(e *E) {
				e.Begin()
				x := e.StepRequest(0)
				for _, f := range stepFaults {
					x = f.make(x)
				}
				e.Ask(x).WantError("a step with every fault", protocol.CodeGameIDMismatch)
				e.StillAnswerable("it")
			},
		},
		check{
			id: "step/order-before-reset", section: "9.4", fresh: true,
			doc:  "Before any reset a step is step_before_reset, whatever it names.",
			hint: "look whether there is a game before comparing anything with it",
			run: func(e *E) {
				e.Hello()
				for _, f := range stepFaults {
					x := f.make(e.passIn(otherGame + "0"))
					e.Ask(x).WantError("a step before any reset, with "+f.name+",", protocol.CodeStepBeforeReset)
				}
			},
		},
		check{
			id: "step/order-after-terminal", section: "9.4",
			doc:  "After the terminal a step of another game is game_id_mismatch, and one of this game game_already_terminal whatever else is wrong with it.",
			hint: "game_already_terminal stands between game_id_mismatch and expected_step_mismatch",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1))
				x := e.StepRequest(0)
				e.Finish()
				for _, f := range stepFaults {
					bad := f.make(x).with("/request_id", suite.Quote(e.id()))
					want := protocol.CodeGameAlreadyTerminal
					if f.code == protocol.CodeGameIDMismatch {
						want = f.code
					}
					e.Ask(bad).WantError("a step after the terminal, with "+f.name+",", want)
				}
			},
		},
	)
}

// word returns a code as part of an id.
func word(c protocol.Code) string { return strings.ReplaceAll(string(c), "_", "-") }

// wantAccepted fails unless the step x is served.
func (e *E) wantAccepted(what string, x text) {
	a := e.Ask(x)
	if a.Decision() == nil && a.Terminal() == nil {
		a.wrongType(what, "decision or terminal")
	}
	e.pending = a
}
