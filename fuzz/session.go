package fuzz

// Section 2: one process of the target, from its start to its end.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A session is a dialogue with one process of the target.
type session struct {
	p     *process.Process
	model *Model
	s     *script
	rows  []goldens.Row
	asked string // the class of the request last sent
	shape string // the state after the last answer
}

// open starts the target. The error is a *process.Fault.
func (o *Options) open(ctx context.Context, secret protocol.RunSecret) (*session, error) {
	p, err := process.Start(ctx, o.Command, o.Limits)
	if err != nil {
		return nil, err
	}
	m := NewModel(o.Reading)
	x := &session{p: p, model: m, s: newScript(m, secret)}
	x.shape = x.state()
	return x, nil
}

func (x *session) close() { x.p.Stop() }

// An answered is what an exchange showed.
type answered struct {
	state, request, class string
	shape                 string
	fault                 *Fault
	late                  *Fault // of the exchange before, known only now
	isError               bool
	line                  []byte
}

// ask sends a move and judges the answer. The error is ours or an end of the run; what the target does
// wrong is in the fault.
func (x *session) ask(v Move) (answered, error) {
	line := x.s.render(v)
	state := x.shape
	x.rows = append(x.rows, row(goldens.HostToEngine, line))
	raw, late, err := x.exchange(line)
	if err != nil {
		fault, err := x.broken(line, err)
		return answered{state: state, fault: fault, late: late, request: x.asked}, err
	}
	raw = bytes.Clone(raw)
	x.rows = append(x.rows, row(goldens.EngineToHost, raw))
	f := x.model.Take(line, raw)
	x.s.answered()
	if f != nil && f.Cause == conformance.Malformed {
		if framing := x.p.Diagnose(raw); framing != nil {
			f.Failure = framing.Failure()
			f.Answer = string(framing.Kind)
		}
	}
	a := answered{state: state, fault: f, late: late, line: raw, request: x.model.asked, class: x.model.got}
	x.asked = a.request
	a.isError = strings.HasPrefix(a.class, "error")
	x.shape = x.state()
	a.shape = x.shape
	return a, nil
}

// exchange sends a line and waits for its answer; while the target works, the decision before is
// validated.
func (x *session) exchange(line []byte) (raw []byte, late *Fault, err error) {
	if err := x.p.Quiet(0); err != nil {
		return nil, x.model.Settle(), err
	}
	x.p.Send(line)
	late = x.model.Settle()
	raw, err = x.p.Recv()
	return raw, late, err
}

// broken makes a fault of a breach of the framing. Output that nobody asked for was there before the
// line was sent: it belongs to the request before.
func (x *session) broken(line []byte, err error) (*Fault, error) {
	var fault *process.Fault
	if !errors.As(err, &fault) || fault.Kind.Cause() == conformance.Internal {
		return nil, err
	}
	w := x.model.Want(line)
	f := &Fault{State: w.State, Request: w.Request, Section: "2", Answer: string(fault.Kind), Lasting: true}
	if fault.Kind.Cause() == conformance.ExtraOutput && x.asked != "" {
		f.Request = x.asked
	}
	x.asked = w.Request
	if explained := x.p.Explain(fault); explained != nil {
		fault = explained
	}
	f.Failure = fault.Failure()
	f.Expected = w.String()
	if len(fault.Pending) > 0 {
		x.rows = append(x.rows, row(goldens.EngineToHost, bytes.TrimRight(bytes.Clone(fault.Pending), "\r\n")))
	}
	return f, nil
}

// state names the state in which the engine is, with what of it can be told apart from outside: what
// it asks, and how many games it has played.
func (x *session) state() string {
	m := x.model
	games := min(len(m.games), 3+len(m.games)/8)
	if m.state != InGame {
		return fmt.Sprintf("%s %d", m.state, games)
	}
	d := m.pending.Get("seat_decision")
	kinds := make([]string, 0, 4)
	for c := range d.Get("candidates").Elems() {
		k := c.Get("semantic").Get("kind").Str()
		if len(kinds) == 0 || kinds[len(kinds)-1] != k {
			kinds = append(kinds, k)
		}
		if len(kinds) == cap(kinds) {
			break
		}
	}
	return fmt.Sprintf("%s %s %s", m.state, d.Get("context").Get("kind").Str(), strings.Join(kinds, "+"))
}

func row(dir string, line []byte) goldens.Row { return goldens.Row{Dir: dir, Message: line} }

// exact marks the rows in which the bytes say more than the value.
func exact(rows []goldens.Row) []goldens.Row {
	for i, r := range rows {
		canonical, err := wire.AppendCanonical(nil, r.Message)
		rows[i].Exact = err != nil || !bytes.Equal(canonical, r.Message)
	}
	return rows
}
