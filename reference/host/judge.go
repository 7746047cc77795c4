package host

// Sections 11.3 and 11.5: what the engine's answers are worth.

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"github.com/spellbench/sbconform/reference/wire"
)

// askEngine sends a reset or step and returns the seat_decision that answers it, or how the game
// ended: by the engine's terminal, or by the host's judgement.
func (g *game) askEngine(id string, request []byte) (decision wire.Value, terminal, end *Ending) {
	none := wire.Value{}
	g.Engine.record(HostToEngine, request)
	line, err := g.Engine.peer.Exchange(request, milliseconds(g.Time.EngineStepMS))
	switch {
	case errors.Is(err, ErrTimeout):
		g.Engine.peer.Kill()
		return none, nil, g.fault("timeout", "the engine did not answer within %d ms", g.Time.EngineStepMS)
	case err != nil:
		g.Engine.peer.Kill()
		return none, nil, g.fault("transport", "the engine is gone: %v", err)
	}
	g.Engine.record(EngineToHost, line)
	if g.step > 0 {
		// A step is part of the chain from the moment it is answered, with whatever.
		g.chainStep(id, request)
	}
	m, fault := g.Engine.decoder.EngineBinding(line)
	if fault != nil {
		g.chainFaulty(line)
		return none, nil, g.fault("malformed", "the engine's answer: %v", fault)
	}
	g.digest.Add(m.Value)
	if m.ID != id {
		return none, nil, g.fault("malformed", "the answer to %s names request %.64q", id, m.ID)
	}
	switch body := m.Body.(type) {
	case *protocol.ErrorBody:
		return none, nil, g.fault("error", "the engine answered %s: %.1024q", body.Code, body.Message)
	case *protocol.Terminal:
		if end := g.violation(g.Engine.validator.Terminal(m.Value)); end != nil {
			return none, nil, end
		}
		return none, &Ending{body.Classification, body.Outcome, body.Reason, body.Winner}, nil
	case *protocol.Decision:
		return m.Value.Get("seat_decision"), nil, g.violation(g.Engine.validator.Decision(m.Value))
	}
	return none, nil, g.fault("malformed", "the engine answered %s", m.Type)
}

// chainFaulty chains an answer that is no legal message. What is not even a JSON object can't be
// chained (Section 11.8).
func (g *game) chainFaulty(line []byte) {
	if v, err := wire.Parse(line); err == nil && v.Kind() == wire.Object {
		g.digest.Add(v)
	}
}

// fault is an engine fault (Section 11.5) with the word that the ledger's reason carries.
func (g *game) fault(word, format string, args ...any) *Ending {
	g.result.Detail = fmt.Sprintf(format, args...)
	return new(halt("host_engine_fault:" + word))
}

// violation judges what the live validator found first in a decision or terminal. A broken rule of
// Section 11.3 halts the game by its name; what binds an answer to its request, and what a terminal
// counts, is an engine fault by a name of its own. The order in which the validator looks is the
// host's: V1 to V10, and at a terminal V3, V10, the reason, the counts.
func (g *game) violation(found []validator.Violation) *Ending {
	if len(found) == 0 {
		return nil
	}
	v := found[0]
	if overlook := g.Engine.opts.Overlook; overlook != nil && overlook(v.Rule) {
		return nil
	}
	var end Ending
	switch {
	case strings.HasPrefix(v.Rule, "V"):
		end = halt("host_validator:" + v.Rule)
	case !strings.HasPrefix(v.Rule, "X-"):
		end = halt("host_engine_fault:" + v.Rule)
	case g.Engine.opts.Further:
		end = halt("host_validator:" + v.Rule)
	default:
		return nil
	}
	g.result.Detail, g.result.Violation = v.String(), &v
	return &end
}
