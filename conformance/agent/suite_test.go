package agent

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

// builtin is a target that runs a reference agent in this process.
func builtin(policy string) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return reference.Serve(stdin, stdout, reference.Options{Policy: policy})
	})
}

// run puts the checks that match to the target and returns what came of each.
func run(t *testing.T, c Config, patterns ...string) map[string]conformance.Result {
	t.Helper()
	out := map[string]conformance.Result{}
	o := conformance.Options{Run: patterns, Level: conformance.Info, Profile: Strict}
	_, err := conformance.Run(context.Background(), Suite(c), o, func(e conformance.Event) {
		if e.End != nil {
			out[e.End.ID] = *e.End
		}
	})
	assert.NilError(t, err)
	return out
}

func describe(r conformance.Result) string {
	if r.Failure == nil {
		return r.ID + ": " + string(r.Verdict) + ": " + r.Detail
	}
	f := r.Failure
	return r.ID + ": " + string(r.Verdict) + " (" + string(f.Cause) + "): " + f.Message + "\n  expected " + f.Expected + "\n  got " + f.Got + "\n  at " + f.Where
}

func TestReferencePasses(t *testing.T) {
	for _, policy := range reference.Policies() {
		t.Run(policy, func(t *testing.T) {
			begin := time.Now()
			results := run(t, Config{Command: builtin(policy)})
			for _, r := range results {
				switch r.Verdict {
				case conformance.Pass:
				case conformance.Inform, conformance.Skipped:
					t.Log(describe(r))
				default:
					if policy != "minimal" || r.Level != conformance.May { // it errs nowhere, Section 10.6 says
						t.Error(describe(r))
					}
				}
			}
			if testing.Verbose() {
				for _, r := range slices.SortedFunc(maps.Values(results), func(a, b conformance.Result) int { return cmp.Compare(b.Duration, a.Duration) })[:10] {
					t.Logf("%v %s", r.Duration, r.ID)
				}
			}
			t.Logf("%d checks in %v", len(results), time.Since(begin))
		})
	}
}

func TestChecksAreWellDescribed(t *testing.T) {
	suite := Suite(Config{})
	assert.NilError(t, suite.Validate())
	for _, c := range suite.Checks {
		assert.Assert(t, strings.HasSuffix(c.Doc, ".") && strings.Count(c.Doc, " ") >= 3, "%s: %q is no sentence", c.ID, c.Doc)
		assert.Assert(t, !strings.HasSuffix(c.Hint, "."), "%s: a hint is a clause: %q", c.ID, c.Hint)
		assert.Assert(t, c.Profile == "" || c.Profile == Strict, "%s: profile %q", c.ID, c.Profile)
	}
	assert.Assert(t, len(suite.Checks) >= 90, "%d checks", len(suite.Checks))
}

// TestOnlyLegalMessagesAreSent holds what the must checks send to the strict decoder and to the
// validator with all its rules. Those about unknown fields send what a later host may; of games against
// another seat one side tells the validator too little, and their host has one of its own.
func TestOnlyLegalMessagesAreSent(t *testing.T) {
	for _, c := range Suite(Config{}).Checks {
		if c.Level != conformance.Must || strings.HasPrefix(c.ID, "agent/reading/unknown-") || strings.HasPrefix(c.ID, "agent/games/") || strings.HasPrefix(c.ID, "agent/tours/") {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			target := process.Serving(func(stdin io.Reader, stdout io.Writer) error {
				var in, out bytes.Buffer
				err := reference.Serve(io.TeeReader(stdin, &in), io.MultiWriter(stdout, &out), reference.Options{Policy: "uniform"})
				wantLegal(t, in.String(), out.String())
				return err
			})
			for _, r := range run(t, Config{Command: target}, c.ID) {
				assert.Assert(t, r.Verdict == conformance.Pass || r.Verdict == conformance.Skipped, describe(r))
			}
		})
	}
}

// wantLegal judges one conversation as the validator would have judged the engine behind it.
func wantLegal(t *testing.T, in, out string) {
	requests, answers := strings.Split(in, "\n"), strings.Split(out, "\n")
	var game *validator.Game
	var id string
	var step uint64
	var provenance protocol.Provenance
	for i, line := range requests[:len(requests)-1] { // what follows the last terminator was never sent as a line
		m, fault := protocol.DecodeAgentRequest([]byte(strings.TrimSuffix(line, "\r")))
		if fault != nil {
			t.Errorf("line %d: %v: %.300s", i, fault, line)
			return
		}
		switch body := m.Body.(type) {
		case *protocol.GameStart:
			game, id, step = validator.New(validator.Options{Reading: protocol.Strict, All: true}), body.GameID, 0
			provenance = body.Engine.Provenance()
			hello := &protocol.EngineHelloOK{Engine: body.Engine, Profile: body.Profile}
			game.Hello(hello)
			decks := [2]protocol.Deck{{Decklist: body.OwnDeck.Decklist}, {Decklist: body.OwnDeck.Decklist}}
			game.Reset("h", &protocol.Reset{GameID: id, Rules: body.Rules, Decks: decks, MaxDecisions: 10000, MaxSteps: 100000})
		case *protocol.Choose:
			decision := protocol.AppendResponse(nil, "h", &protocol.Decision{
				GameID: body.GameID, Step: step, SeatDecision: protocol.ReadSeatDecision(m.Value.Get("decision")), Provenance: provenance,
			})
			binding, fault := new(protocol.Decoder).EngineBinding(decision)
			if fault != nil {
				t.Errorf("line %d: %v", i, fault)
				return
			}
			for _, v := range game.Decision(binding.Value) {
				t.Errorf("line %d: %v", i, v)
			}
			answer, fault := protocol.DecodeAgentResponse([]byte(answers[i]))
			if fault != nil {
				t.Fatal(fault)
			}
			candidate := answer.Body.(*protocol.Choice).CandidateID
			semantic := m.Value.Get("decision").Get("candidates").Elem(int(candidate)).Get("semantic")
			game.Step("h", &protocol.Step{GameID: id, ExpectedStep: step, CandidateID: uint32(candidate), EchoJSON: semantic.AppendCanonical(nil), SemanticEcho: semantic})
			step++
		}
	}
}
