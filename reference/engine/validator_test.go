package engine

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

// judged plays a game, at most so many steps of it, and returns what the live validator finds.
func judged(t *testing.T, o Options, r *protocol.Reset, steps int, pick picker) []validator.Violation {
	return judgedBy(t, protocol.Strict, o, r, steps, pick)
}

func judgedBy(t *testing.T, reading protocol.Reading, o Options, r *protocol.Reset, steps int, pick picker) []validator.Violation {
	e := New(o)
	t.Cleanup(e.Close)
	v := validator.New(validator.Options{Reading: reading})
	var decoder protocol.Decoder
	n := 0
	ask := func(body any) (string, protocol.Message) {
		n++
		id := fmt.Sprintf("h-%d", n)
		m, fault := decoder.EngineBinding(e.Answer(protocol.AppendRequest(nil, id, body)))
		if fault != nil {
			return id, protocol.Message{Body: fault}
		}
		return id, m
	}
	_, m := ask(&protocol.Hello{})
	hello, ok := m.Body.(*protocol.EngineHelloOK)
	if !ok {
		return []validator.Violation{{Rule: "malformed"}}
	}
	v.Hello(hello)
	id, m := ask(r)
	v.Reset(id, r)
	for range steps {
		switch b := m.Body.(type) {
		case *protocol.Decision:
			if found := v.Decision(m.Value); found != nil {
				return found
			}
			// The pending decision is what was sent, mutated or not.
			d := &protocol.Decision{GameID: b.GameID, Step: b.Step, SeatDecision: *e.table.pending}
			s := choose(d, pick(d)%len(d.SeatDecision.Candidates))
			id, next := ask(s)
			v.Step(id, s)
			m = next
		case *protocol.Terminal:
			return v.Terminal(m.Value)
		default:
			return []validator.Violation{{Rule: "malformed", Message: fmt.Sprint(b)}}
		}
	}
	return nil
}

func TestTheValidatorFindsNoFault(t *testing.T) {
	for i := range uint64(2) {
		for _, r := range []*protocol.Reset{reset(i, "Burn"), london(reset(i, "Burn")), toss(reset(i, "Skirmish")), london(reset(i, "Skirmish"))} {
			found := judged(t, Options{Reading: protocol.Strict}, r, 10_000, random(i))
			assert.Equal(t, len(found), 0, "%v", found)
		}
	}
}

// unseen are the mutants of decisions, observations and terminals that a validator, which knows nothing
// of hidden state and rules, can't tell from an honest engine.
var unseen = map[string]string{
	"known-hand":      "the entries have the shape that they should have",
	"known-library":   "likewise",
	"known-forgotten": "less knowledge than there could be breaks no rule that can be checked",
}

func TestTheValidatorFindsMutants(t *testing.T) {
	busy := func(d *protocol.Decision) int { return len(d.SeatDecision.Candidates) - 1 }
	few, enough := []protocol.DeckRow{{Name: "Mountain", Count: 6}}, []protocol.DeckRow{{Name: "Mountain", Count: 7}}
	games := []struct {
		r     func() *protocol.Reset
		steps int
		pick  picker
	}{
		{func() *protocol.Reset { return caps(london(toss(reset(1, "Burn"))), 1000, 60) }, 100, mulligansThen(2)},
		{func() *protocol.Reset { return caps(reset(3, "Skirmish"), 1000, 300) }, 400, busy},
		{func() *protocol.Reset { return reset(0, "Burn") }, 1000, passes},
		{func() *protocol.Reset { return lists(reset(2, "Burn"), few, enough) }, 10, passes},
	}
	for _, m := range append(append(decisionMutants(), observationMutants()...), answerMutants()...) {
		t.Run(m.Name, func(t *testing.T) {
			var found []validator.Violation
			for _, g := range games {
				found = append(found, judged(t, Options{Mutant: m.Name}, g.r(), g.steps, g.pick)...)
			}
			t.Log(found)
			if _, ok := unseen[m.Name]; !ok {
				assert.Assert(t, len(found) > 0)
			}
		})
	}
}
