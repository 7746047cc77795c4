package fuzz

// Section 2: one process of the target, from its start to its end.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A session is a dialogue with one process of the target.
type session struct {
	side
	role  role
	o     *Options
	p     *process.Process
	rows  []goldens.Row
	lines shelf  // that came
	asked string // the class of the request last sent
	shape string // the state after the last answer

	listen   time.Duration // how long to wait for what nobody asked for, before a line is sent
	patience time.Duration // with its end, where that is not that with an answer
	settled  int64         // bytes of memory after a quarter of the exchanges; 0 if they are not known
}

// open starts the target. The error is a *process.Fault.
func (o *Options) open(ctx context.Context, secret protocol.RunSecret) (*session, error) {
	p, err := process.Start(ctx, o.Command, o.Limits)
	if err != nil {
		return nil, err
	}
	r := o.role()
	x := &session{side: r.side(o, secret), role: r, o: o, p: p}
	x.shape = x.place()
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

// way is what can be told apart from outside of an exchange: an edge of the graph of states.
func (a answered) way() way { return way{a.state, a.request, a.class, a.shape} }

// ask sends a move and judges the answer. The error is ours or an end of the run; what the target does
// wrong is in the fault.
func (x *session) ask(v Move) (answered, error) {
	if v.Kind == ending {
		return x.end(v)
	}
	line := x.render(v)
	state := x.shape
	raw, late, err := x.exchange(line)
	if err != nil {
		fault, err := x.broken(err)
		return answered{state: state, fault: fault, late: late, request: x.asked}, err
	}
	raw = x.lines.keep(raw)
	x.rows = append(x.rows, row(x.role.from, raw))
	f := x.take(line, raw)
	if f != nil && f.Cause == conformance.Malformed {
		if framing := x.p.Diagnose(raw); framing != nil {
			f.Failure = framing.Failure()
			f.Answer = string(framing.Kind)
		}
	}
	if f != nil && f.Where == "/request_id" {
		// It may be a second answer to the request before, that came too late to be seen as one: then the
		// right answer comes after it.
		if err := x.p.Quiet(extraTime); err != nil {
			extra, err := x.broken(err)
			if err != nil {
				return answered{}, err
			}
			if extra.Cause == conformance.ExtraOutput {
				f = extra
			}
		}
	}
	a := answered{state: state, fault: f, late: late, line: raw}
	a.request, a.class = x.classes()
	x.asked = a.request
	a.isError = strings.HasPrefix(a.class, "error")
	x.shape = x.place()
	a.shape = x.shape
	return a, nil
}

// exchange sends a line and waits for its answer. While the target works, the decision before is
// validated, and what may come now is worked out.
func (x *session) exchange(line []byte) (raw []byte, late *Fault, err error) {
	err = x.p.Quiet(x.listen)
	if err == nil {
		x.p.Send(line)
		x.rows = append(x.rows, row(x.role.to, line))
	}
	late = x.settle()
	x.expect(line)
	if err != nil {
		return nil, late, err
	}
	raw, err = x.p.Recv()
	return raw, late, err
}

// broken makes a fault of a breach of the framing. Output that nobody asked for was there before the
// line was sent: it belongs to the request before.
func (x *session) broken(err error) (*Fault, error) {
	var fault *process.Fault
	if !errors.As(err, &fault) || fault.Kind.Cause() == conformance.Internal {
		return nil, err
	}
	w := x.expected()
	f := &Fault{State: w.state, Request: w.request, Section: "2", Answer: string(fault.Kind), Advisory: w.advisory, Lasting: true}
	if fault.Kind.Cause() == conformance.ExtraOutput {
		f.Answer = string(process.Unasked) // a flood begins so: which of the two is seen is chance
		f.Request = cmp.Or(x.asked, f.Request)
	}
	x.asked = w.request
	if explained := x.p.Explain(fault); explained != nil {
		fault = explained
	}
	f.Failure = fault.Failure()
	f.Expected = w.right
	if len(fault.Pending) > 0 {
		x.rows = append(x.rows, row(x.role.from, bytes.TrimRight(bytes.Clone(fault.Pending), "\r\n")))
	}
	return f, nil
}

// A shelf keeps copies of lines, many of them in one piece of memory.
type shelf struct{ free []byte }

// board is how much memory is taken at a time. It stays for as long as any line in it does.
const board = 64 << 10

func (s *shelf) keep(line []byte) []byte {
	if len(line) > board/2 {
		return bytes.Clone(line)
	}
	if cap(s.free)-len(s.free) < len(line) {
		s.free = make([]byte, 0, board)
	}
	from := len(s.free)
	s.free = append(s.free, line...)
	return s.free[from:len(s.free):len(s.free)]
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
