package fuzz

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"github.com/spellbench/sbconform/reference/wire"
)

func referenceAgent(policy string) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return agent.Serve(stdin, stdout, agent.Options{Policy: policy})
	})
}

// Nothing is found on the reference agents.
func TestNothingOnTheAgents(t *testing.T) {
	for _, policy := range agent.Policies() {
		for seed := range uint64(2) {
			t.Run(fmt.Sprintf("%s seed %d", policy, seed), func(t *testing.T) {
				t.Parallel()
				found, stats, err := Run(context.Background(), Options{Role: Agent, Command: referenceAgent(policy), Seed: seed, Jobs: 1, Execs: 1500})
				assert.NilError(t, err)
				for _, f := range found {
					t.Errorf("%s\n%s\n%v", f.Fingerprint(), f.Account(), f.Moves)
				}
				assert.Assert(t, stats.Execs >= 1500 && stats.Edges > 50, "%+v", stats)
				t.Logf("%+v", stats)
			})
		}
	}
}

// What a tame dialogue sends is legal: every request without its unknown fields passes the strict
// decoder, and the decisions of a game the validator with all its rules.
func TestOnlyLegalRequestsToAgents(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(12) {
		a, err := agent.New(agent.Options{Policy: "uniform"})
		assert.NilError(t, err)
		x := newAgentSide(&Options{}, secretOf(seed, 0, 0))
		x.tame = true
		g := &generator{rng: rand.New(rand.NewPCG(seed, 0))}
		w := watcher{t: t}
		for range 200 {
			var v Move
			if len(x.ids) == 0 {
				v = x.first(g)
			} else {
				v = x.next(g)
			}
			var known []Edit // without unknown fields, which make a request one of a later version
			for _, e := range v.Edits {
				if !strings.HasPrefix(e.Op, "surplus") {
					known = append(known, e)
				}
			}
			v.Edits = known
			line := x.render(v)
			assert.Assert(t, x.now.kind != "" && !strings.Contains(string(line), "\n"), v.String())
			answer := append([]byte(nil), a.Answer(line)...)
			w.watch(line, answer)
			if f := x.take(line, answer); f != nil {
				t.Fatalf("%v: %+v", v, f)
			}
			seen[x.place()]++
			if t.Failed() {
				t.Fatalf("seed %d: %v", seed, v)
			}
		}
	}
	assert.Assert(t, len(seen) > 60, "%d places", len(seen))
}

// Every place takes every value that is made for it.
func TestPlacesAreTaken(t *testing.T) {
	for _, p := range places {
		t.Run(p.kind+p.at, func(t *testing.T) {
			x, rng := newAgentSide(&Options{}, secretOf(1, 0, 0)), rand.New(rand.NewPCG(1, 1))
			for range 50 {
				raw := p.values(rng)
				v, err := wire.Parse([]byte(raw))
				assert.NilError(t, err)
				assert.Assert(t, p.ok(v), "%.200s", raw)
			}
			a, err := agent.New(agent.Options{})
			assert.NilError(t, err)
			raw := p.values(rng)
			where := strings.Replace(p.at, "#", "0", 1)
			var line []byte
			for _, kind := range []string{"hello", "game_start", "choose", "game_over"} {
				v := Move{Kind: kind, Pick: 2}
				if kind == "game_start" { // one with an extension, both decks and a source_revision
					v.Pick = 20
				}
				if kind == p.kind {
					v.Edits = []Edit{{Op: "free", At: where, Raw: []byte(raw)}}
				}
				sent := x.render(v)
				if kind == p.kind {
					line = append(line, sent...)
				}
				assert.Assert(t, x.take(sent, append([]byte(nil), a.Answer(sent)...)) == nil)
			}
			assert.Equal(t, string(at(line, where).Raw()), raw)
		})
	}
}

// A watcher judges what an agent is sent as the host would have judged the engine behind it.
type watcher struct {
	t    *testing.T
	game *validator.Game
	id   string
	step uint64
	by   protocol.Provenance
}

func (w *watcher) watch(line, answer []byte) {
	m, fault := protocol.DecodeAgentRequest([]byte(strings.TrimSuffix(string(line), "\r")))
	if fault != nil {
		w.t.Errorf("%v: %.3000s", fault, line)
		return
	}
	switch body := m.Body.(type) {
	case *protocol.GameStart:
		w.game, w.id, w.step, w.by = validator.New(validator.Options{Reading: protocol.Strict, All: true}), body.GameID, 0, body.Engine.Provenance()
		w.game.Hello(&protocol.EngineHelloOK{Engine: body.Engine, Profile: body.Profile})
		decks := [2]protocol.Deck{{Decklist: body.OwnDeck.Decklist}, {Decklist: body.OwnDeck.Decklist}}
		w.game.Reset("h", &protocol.Reset{GameID: w.id, Rules: body.Rules, Decks: decks, MaxDecisions: body.Limits.MaxDecisions, MaxSteps: body.Limits.MaxSteps})
	case *protocol.Choose:
		decision := protocol.AppendResponse(nil, "h", &protocol.Decision{
			GameID: body.GameID, Step: w.step, SeatDecision: protocol.ReadSeatDecision(m.Value.Get("decision")), Provenance: w.by,
		})
		binding, fault := new(protocol.Decoder).EngineBinding(decision)
		if fault != nil {
			w.t.Error(fault)
			return
		}
		for _, v := range w.game.Decision(binding.Value) {
			w.t.Errorf("%v", v)
		}
		msg, fault := protocol.DecodeAgentResponse(answer)
		if fault != nil {
			w.t.Fatal(fault)
		}
		c := msg.Body.(*protocol.Choice)
		semantic := nth(m.Value.Get("decision").Get("candidates"), int(c.CandidateID)).Get("semantic")
		w.game.Step("h", &protocol.Step{GameID: w.id, ExpectedStep: w.step, CandidateID: uint32(c.CandidateID), EchoJSON: semantic.AppendCanonical(nil), SemanticEcho: semantic})
		w.step++
	}
}
