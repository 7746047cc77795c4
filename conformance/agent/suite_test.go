package agent

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
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
	return suitetest.Run(t, Suite(c), Strict, patterns...)
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
					t.Log(suitetest.Describe(r))
				default:
					if policy != "minimal" || r.Level != conformance.May { // it errs nowhere, Section 10.6 says
						t.Error(suitetest.Describe(r))
					}
				}
			}
			suitetest.Slowest(t, results, 10)
			t.Logf("%d checks in %v", len(results), time.Since(begin))
		})
	}
}

func TestChecksAreWellDescribed(t *testing.T) {
	s := Suite(Config{})
	suitetest.WellDescribed(t, s, Strict)
	assert.Assert(t, len(s.Checks) >= 90, "%d checks", len(s.Checks))
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
				assert.Assert(t, r.Verdict == conformance.Pass || r.Verdict == conformance.Skipped, suitetest.Describe(r))
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
