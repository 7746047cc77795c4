package fuzz

// Section 11.8: a rerun with the same secret and the same selections has the same responses, whatever the
// process did before. Section 11.4: an agent's answers are to depend on its messages and on agent_seed.

import (
	"context"
	"fmt"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

const (
	rerunEvery = 4  // of so many processes, the last game of one is played again
	rerunMost  = 80 // exchanges of a game that are played again
)

// A course is what took a game where it stands: the reset and the steps that were accepted, and what they
// were answered. Refusals, retransmissions and other requests are left out, since they must not matter.
type course []exchanged

type exchanged struct{ line, answer []byte }

// follow adds an exchange, if it moved the game on.
func (c *course) follow(begun, moved bool, line, answer []byte) {
	switch {
	case begun:
		*c = append((*c)[:0], exchanged{line, answer})
	case moved && len(*c) > 0 && len(*c) < rerunMost:
		*c = append(*c, exchanged{line, answer})
	}
}

// said is what an agent was sent and answered since it was started.
func said(rows []goldens.Row) (c course) {
	for i := 0; i+1 < len(rows) && len(c) < rerunMost; i += 2 {
		c = append(c, exchanged{rows[i].Message, rows[i+1].Message})
	}
	return c
}

// fresh is the course under ids of its own, so that no id comes twice in it.
func (c course) fresh() course {
	out := make(course, len(c))
	for i, x := range c {
		id := quote(fmt.Sprintf("again-%d", i))
		out[i] = exchanged{set(x.line, "/request_id", id), set(x.answer, "/request_id", id)}
	}
	return out
}

// differs tells which answer is another one in a fresh process; -1 for none, and where the process fails,
// which is another finding. An engine is greeted first.
func (c course) differs(ctx context.Context, o *Options, secret protocol.RunSecret) (at int, answer []byte) {
	x, err := o.open(ctx, secret)
	if err != nil {
		return -1, nil
	}
	defer x.close()
	same := wire.Equal
	if o.named() == Agent {
		same = sameChoice
	} else if _, err := x.ask(hello); err != nil {
		return -1, nil
	}
	for i, e := range c {
		answer, err := x.p.Exchange(e.line)
		if err != nil {
			return -1, nil
		}
		was, err := wire.Parse(e.answer)
		if err != nil {
			return -1, nil
		}
		is, err := wire.Parse(answer)
		if err != nil || !same(was, is) {
			return i, append([]byte(nil), answer...)
		}
	}
	return -1, nil
}

// sameChoice compares of an agent's answers what its host reads: what else is in them may be the time.
func sameChoice(a, b wire.Value) bool {
	for _, p := range []string{"/response_type", "/selection/candidate_id"} {
		if x, y := protocol.At(a, p), protocol.At(b, p); x.Exists() != y.Exists() || x.Exists() && !wire.Equal(x, y) {
			return false
		}
	}
	return true
}

// rerun plays the last game of a dialogue in a fresh process. The fault says whether chance decides (a third
// process differs from the second) or what the process did before.
func (o *Options) rerun(ctx context.Context, x *session, secret protocol.RunSecret) *Fault {
	if side, ok := x.side.(*agentSide); ok {
		return o.rerunAgent(ctx, x, side, secret)
	}
	side, ok := x.side.(*engineSide)
	if !ok || len(side.course) == 0 {
		return nil
	}
	c := side.course.fresh()
	at, second := c.differs(ctx, o, secret)
	if at < 0 {
		return nil
	}
	again := append(course(nil), c[:at+1]...)
	again[at].answer = second
	f := &Fault{State: InGame, Request: "a game again", Section: "11.8", Failure: conformance.Failure{
		Cause: conformance.Nondeterminism, Got: show(second), Expected: show(c[at].answer),
	}}
	if third, _ := again.differs(ctx, o, secret); third >= 0 {
		f.Answer, f.Message = "other answers each time", fmt.Sprintf("the same game has another answer to its request %d each time", at+1)
	} else {
		f.Answer, f.Message = "other answers in a fresh process", fmt.Sprintf("what the process did before changes the answer to request %d of a game", at+1)
	}
	f.rows = []goldens.Row{x.rows[0], x.rows[1]}
	for _, e := range c[:at+1] {
		f.rows = append(f.rows, row(goldens.HostToEngine, e.line), row(goldens.EngineToHost, e.answer))
	}
	return f
}

// rerunAgent sends the very lines of a dialogue to a fresh process. Bots should take their chance from
// agent_seed and search by numbers, not by the clock (Section 11.4).
func (o *Options) rerunAgent(ctx context.Context, x *session, side *agentSide, secret protocol.RunSecret) *Fault {
	if !side.tame {
		return nil
	}
	c := said(x.rows)
	at, other := c.differs(ctx, o, secret)
	if at < 0 {
		return nil
	}
	return &Fault{State: InGame, Request: "the same lines again", Answer: "another choice", Section: "11.4", Advisory: true,
		Failure: conformance.Failure{
			Cause: conformance.Nondeterminism, Message: fmt.Sprintf("another process chooses otherwise after the same %d lines", at+1),
			Got: show(other), Expected: "choices that depend on the lines and on agent_seed alone, here " + show(c[at].answer),
		},
		rows: x.rows[:2*at+2],
	}
}
