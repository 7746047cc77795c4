package host_test

import (
	"testing"
	"time"

	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"gotest.tools/v3/assert"
)

// of makes the match one of an engine with a fault.
func of(t *testing.T, m *host.Match, mutant string, o host.Options) {
	t.Helper()
	x := engine.New(engine.Options{Mutant: mutant})
	t.Cleanup(x.Close)
	e, err := host.Greet(host.InProcess(x.Answer), time.Second, o)
	assert.NilError(t, err)
	m.Engine = e
}

// A broken rule ends the game in a halt that names it.
func TestViolations(t *testing.T) {
	for _, tc := range []struct{ mutant, reason string }{
		{"candidates-duplicate", "host_validator:V1"},
		{"viewer-swapped", "host_validator:V2"},
		{"seat-step-gap", "host_validator:V3"},
		{"reference-stale", "host_validator:V4"},
		{"hand-open", "host_validator:V5"},
		{"ids-of-cards", "host_validator:V7"},
		{"kind-undeclared-target", "host_validator:V8"},
		{"context-kind-swapped", "host_validator:V9"},
		{"provenance-drift", "host_validator:V10"},
		{"step-gap", "host_engine_fault:malformed"},
		{"terminal-step-count", "host_engine_fault:terminal_counts"},
		{"terminal-decision-count", "host_engine_fault:terminal_counts"},
		{"terminal-provenance", "host_validator:V10"},
	} {
		t.Run(tc.mutant, func(t *testing.T) {
			m := match(t)
			m.Agents = [2]host.Peer{bot(t, "uniform"), bot(t, "uniform")}
			of(t, m, tc.mutant, host.Options{})
			r, err := m.Play()
			assert.NilError(t, err)
			assert.Equal(t, r.Reason, tc.reason, r.Detail)
			assert.Equal(t, r.Classification, "halted")
			assert.Assert(t, m.Engine.Spent())
			assert.Equal(t, r.LastSelection == nil, r.StepCount == 0)
		})
	}
}

// What the text does not say halts a game only where that is asked for.
func TestOptionsTightenTheRules(t *testing.T) {
	lostCards := swap(`"library_count":1`, `"library_count":9`)
	hostReason := swap(`"reason":"`, `"reason":" Forfeit:`)
	for _, tc := range []struct {
		name, request string
		answer        func(line, answer []byte) ([]byte, error)
		o             host.Options
		halts         string
	}{
		{"the host's reasons, to the letter", "step", hostReason, host.Options{}, ""},
		{"the host's reasons, as the reference host reads", "step", hostReason, host.Options{Reading: protocol.Strict}, "host_engine_fault:terminal_reason"},
		{"cards from nowhere", "step", lostCards, host.Options{}, ""},
		{"cards from nowhere, with further rules", "step", lostCards, host.Options{Further: true}, "host_validator:X-cards"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := match(t)
			e, err := host.Greet(&tamperer{Peer: newEngine(t), request: tc.request, answer: func(line, answer []byte) ([]byte, error) {
				if changed, err := tc.answer(line, answer); err == nil {
					return changed, nil
				}
				return answer, nil
			}}, time.Second, tc.o)
			assert.NilError(t, err)
			m.Engine = e
			r, err := m.Play()
			assert.NilError(t, err)
			if tc.halts == "" {
				assert.Equal(t, r.Classification, "natural", r.Detail)
				return
			}
			assert.Equal(t, r.Reason, tc.halts, r.Detail)
		})
	}
}

// A host that ends a game leaves an engine that can't play the next one.
func TestSpent(t *testing.T) {
	m := match(t)
	assert.Assert(t, !m.Engine.Spent())
	_, err := m.Play()
	assert.NilError(t, err)
	assert.Assert(t, !m.Engine.Spent(), "a game that the engine ended")

	m.Index, m.Agents = 1, [2]host.Peer{bot(t, "first"), &tamperer{Peer: bot(t, "first"), request: "hello", answer: fails(host.ErrTimeout)}}
	r, err := m.Play()
	assert.NilError(t, err)
	assert.Equal(t, r.Reason, "forfeit:timeout")
	assert.DeepEqual(t, []uint64{r.StepCount, r.DecisionCount}, []uint64{0, 0})
	assert.Assert(t, !m.Engine.Spent(), "a game that the engine never saw")

	m.Index, m.Agents = 2, [2]host.Peer{bot(t, "first"), &tamperer{Peer: bot(t, "first"), request: "choose", answer: fails(host.ErrTimeout)}}
	r, err = m.Play()
	assert.NilError(t, err)
	assert.Equal(t, r.Reason, "forfeit:timeout")
	assert.Assert(t, m.Engine.Spent(), "a game that goes on without us")
}
