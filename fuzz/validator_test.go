package fuzz_test

import (
	"math/rand"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/validator"
	"github.com/spellbench/sbconform/reference/wire"
)

// FuzzValidator feeds a game with two lines of any strict JSON, whatever a decoder would say of them,
// and between them with a decision made at random from the protocol's table. The validator must judge
// them without a panic, name at least one rule for what is no decision, and say the same of the same
// messages in another game.
func FuzzValidator(f *testing.F) {
	for _, seed := range []string{
		`{}`, `[]`, `{"seat_decision":{}}`,
		`{"seat_decision":{"acting_seat":"p0","seat_step":0,"group":{"group_id":0,"substep_index":0,"substep_count":1},"context":{},"observation":{"players":[{},{}],"known":[{}],"stack":[{}]},"candidates":[{"semantic":{"kind":"pass"}}],"extensions":{}}}`,
		`{"\u0073eat_decision":{"acting_seat":"p1","observation":{"players":[{"hand":[{"object_id":"o"}]}]}}}`,
		`{"response_type":"terminal","classification":"truncated","step_count":1,"provenance":null}`,
	} {
		f.Add([]byte(seed), []byte(seed), int64(len(seed)), uint32(0), true)
	}
	for seed := range int64(4) {
		f.Add(randomDecision(seed), randomDecision(seed+1), seed, uint32(seed), false)
	}
	f.Fuzz(func(t *testing.T, first, second []byte, seed int64, answer uint32, all bool) {
		for _, line := range [][]byte{first, second} {
			if wire.Check(line) != nil {
				t.Skip("not strict JSON")
			}
		}
		for _, reading := range []protocol.Reading{protocol.Spec, protocol.Strict} {
			o := validator.Options{Reading: reading, All: all}
			lines := [][]byte{first, randomDecision(seed), second}
			a, b := play(t, o, lines, answer), play(t, o, lines, answer)
			if len(a) != len(b) {
				t.Fatalf("%v, and in another game %v", a, b)
			}
			for i := range a {
				if a[i] != b[i] {
					t.Fatalf("%v, and in another game %v", a[i], b[i])
				}
			}
		}
	})
}

// randomDecision is a message whose seat_decision has its shape and makes no further sense.
func randomDecision(seed int64) []byte {
	n := protocolgen.Valid(protocol.SeatDecisionShape(), rand.New(rand.NewSource(seed)))
	return append(append([]byte(`{"response_type":"decision","seat_decision":`), n.JSON()...), '}')
}

// play shows a game the lines, each as a decision and as a terminal.
func play(t *testing.T, o validator.Options, lines [][]byte, answer uint32) (found []validator.Violation) {
	g := validator.New(o)
	g.Hello(&protocol.EngineHelloOK{Profile: protocol.Profile{DecisionKinds: []string{"pass"}}})
	for i, line := range lines {
		if i == 0 || len(found) > 0 {
			g.Reset("h-2", &protocol.Reset{GameID: "g-1", MaxSteps: 10, MaxDecisions: 10}) // a game may be lost
		}
		v, err := wire.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		here := g.Decision(v)
		if v.Get("seat_decision").Kind() != wire.Object && i == 0 && len(here) == 0 {
			t.Fatalf("nothing is wrong with %.200s", line)
		}
		found = append(found, here...)
		found = append(found, g.Terminal(v)...)
		g.Step("h-3", &protocol.Step{ExpectedStep: uint64(i), CandidateID: answer})
	}
	for _, v := range found {
		if v.Rule == "" || v.Check == "" || len(v.Message) > 1024 {
			t.Fatalf("%+v", v)
		}
	}
	return found
}
