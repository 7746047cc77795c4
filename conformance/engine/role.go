package engine

import (
	"context"
	"errors"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// The roles of Section 3.
const (
	RoleEngine = "engine"
	RoleAgent  = "agent"
)

// Hello starts the target once and greets it, as both roles are greeted alike (Sections 9.1, 10.1). It
// returns the greeting as canonical JSON and the target's role: a hello_ok of an engine has the member
// engine, one of an agent bot. The greeting may still break its schema, which is for the checks to
// say. The error is a *process.Fault, or says in a sentence what came instead.
func Hello(ctx context.Context, c Config) (canonicalHello []byte, role string, err error) {
	p, err := process.Start(ctx, c.Command, c.Limits)
	if err != nil {
		return nil, "", err
	}
	defer p.Stop()
	line, err := p.Exchange(protocol.AppendRequest(nil, "h-1", &protocol.Hello{}))
	if err != nil {
		return nil, "", p.Explain(err)
	}
	v, err := wire.Parse(line)
	if err != nil {
		if f := p.Diagnose(line); f != nil {
			return nil, "", f
		}
		return nil, "", errors.New("the answer to hello is not strict JSON: " + err.Error())
	}
	switch {
	case !v.Get("response_type").StrIs("hello_ok"):
		return nil, "", errors.New("hello is not answered hello_ok, but " + suite.Show(line))
	case v.Get("engine").Exists():
		role = RoleEngine
	case v.Get("bot").Exists():
		role = RoleAgent
	default:
		return nil, "", errors.New("hello_ok names neither an engine nor a bot")
	}
	return v.AppendCanonical(nil), role, nil
}
