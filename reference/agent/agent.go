// Package agent holds the reference agents of SpellBench v2: small programs that play a game by a
// policy, read no more of a message than they need, and forgive the rest (Sections 4.2 and 10).
package agent

// Section 10: the requests of one host, and what is checked of each.

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Options choose the agent.
type Options struct {
	Policy string // one of Policies() or FaultyPolicies(); "" is "first"
}

// An Agent answers the requests of one host. It is not safe for concurrent use.
type Agent struct {
	kind    kind
	parser  wire.Parser
	game    *game // the game being played, or nil
	pending bool  // a choose has not been answered
}

type game struct {
	id     string
	policy policy
}

// New returns an agent; the error is that of an unknown policy.
func New(o Options) (*Agent, error) {
	k, ok := kindNamed(cmp.Or(o.Policy, policies[0].name))
	if !ok {
		return nil, fmt.Errorf("no policy %q; there are %s", o.Policy, strings.Join(Policies(), ", "))
	}
	return &Agent{kind: k}, nil
}

// A refusal is an error answer (Section 10.5).
//
// Two of the seven codes arise only with FaultyPolicies: decision_pending, since an agent answers a
// request before it reads the next, and internal_error, since the others can't fail.
type refusal struct {
	code    protocol.Code
	message string
}

func (r *refusal) Error() string { return r.message }

func malformed(message string) error { return &refusal{protocol.CodeMalformedRequest, message} }

// Answer answers one request line, given without its terminator, with one line; nil is no answer, which
// only the policy "withholding" gives.
func (a *Agent) Answer(line []byte) []byte {
	request, err := a.parser.Parse(line)
	if err != nil {
		return failure("", &refusal{protocol.CodeMalformedJSON, err.Error()})
	}
	id := request.Get("request_id").Str()
	if id == "" {
		return failure("", malformed("request_id is not a nonempty string"))
	}
	body, err := a.serve(request)
	switch {
	case err != nil:
		return failure(id, err)
	case body == nil:
		return nil
	}
	return protocol.AppendResponse(nil, id, body)
}

// AnswerTooLong answers a line of more than 8 MiB (Section 2).
func (a *Agent) AnswerTooLong() []byte {
	return failure("", &refusal{protocol.CodeMalformedJSON, wire.ErrLineTooLong.Error()})
}

func failure(id string, err error) []byte {
	r := err.(*refusal)
	return protocol.AppendResponse(nil, id, &protocol.ErrorBody{Code: string(r.code), Message: r.message})
}

// serve answers a request. Every request that names a game is checked for that before anything else.
func (a *Agent) serve(request wire.Value) (any, error) {
	switch p := request.Get("protocol"); {
	case p.Kind() != wire.String:
		return nil, malformed("protocol is not a string")
	case !p.StrIs(protocol.Version):
		return nil, &refusal{protocol.CodeProtocolMismatch, "protocol is not " + protocol.Version}
	}
	switch t := request.Get("request_type"); {
	case a.pending:
		return nil, &refusal{protocol.CodeDecisionPending, "a choose has not been answered"}
	case t.StrIs("hello"):
		return &protocol.AgentHelloOK{BotName: "sbconform-" + a.kind.name, BotVersion: "0.1.0"}, nil
	case t.StrIs("game_start"):
		return a.gameStart(request)
	case t.StrIs("choose"):
		return a.choose(request)
	case t.StrIs("game_over"):
		return a.gameOver(request)
	}
	return nil, malformed("request_type is not one an agent serves")
}

func (a *Agent) gameStart(request wire.Value) (any, error) {
	id, seed := request.Get("game_id"), request.Get("agent_seed")
	switch {
	case a.game != nil && !a.kind.forgets:
		return nil, &refusal{protocol.CodeGameAlreadyActive, "a game is being played"}
	case id.Kind() != wire.String && !a.kind.forgets:
		return nil, malformed("game_id is not a string")
	case a.kind.seeded && (seed.Kind() != wire.Int || seed.Int() < 0):
		return nil, malformed("agent_seed is not an integer from 0")
	}
	a.game = &game{id.Str(), a.kind.make(uint64(seed.Int()))}
	return &protocol.Ack{}, nil
}

// inGame checks that request names the game being played.
func (a *Agent) inGame(request wire.Value) error {
	switch id := request.Get("game_id"); {
	case a.kind.forgets:
	case id.Kind() != wire.String:
		return malformed("game_id is not a string")
	case a.game == nil || !id.StrIs(a.game.id):
		return &refusal{protocol.CodeUnknownGame, "this game is not being played"}
	}
	return nil
}

func (a *Agent) choose(request wire.Value) (any, error) {
	if err := a.inGame(request); err != nil {
		return nil, err
	}
	decision := request.Get("decision")
	candidates := decision.Get("candidates")
	if candidates.Kind() != wire.Array || candidates.Len() == 0 {
		return nil, malformed("decision.candidates is not a nonempty array")
	}
	var ids []int64
	for c := range candidates.Elems() {
		id := c.Get("candidate_id")
		if id.Kind() != wire.Int || id.Int() < 0 || id.Int() > 1<<32-1 {
			return nil, malformed("a candidate_id is not an unsigned 32-bit integer")
		}
		ids = append(ids, id.Int())
	}
	if a.kind.withholds {
		a.pending = true
		return nil, nil
	}
	i, err := a.policy().pick(decision, len(ids))
	if err != nil {
		return nil, &refusal{protocol.CodeInternalError, err.Error()}
	}
	return &protocol.Choice{CandidateID: ids[i]}, nil
}

// policy is that of the game, or for an agent that keeps no account of it one of no game.
func (a *Agent) policy() policy {
	if a.game == nil {
		return a.kind.make(0)
	}
	return a.game.policy
}

func (a *Agent) gameOver(request wire.Value) (any, error) {
	if err := a.inGame(request); err != nil {
		return nil, err
	}
	a.game = nil
	return &protocol.Ack{}, nil
}
