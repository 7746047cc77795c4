package fuzz

// Section 2: closing stdin ends the process, whatever it was asked, and in the middle of a line.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// ending is the kind of the last move of a dialogue that is ended: stdin is closed, after Line, which has no
// terminator.
const ending = "end"

// mostTail is how much of a line is sent before the end. It fits into a pipe, so that stdin is closed whether
// it is read or not.
const mostTail = 16 << 10

// fewRequests says that the process of that number is asked next to nothing before its input ends, and how much.
func fewRequests(n uint64) (most uint64, ok bool) { return n / 16 % 4, n%16 == 1 }

// close ends the input of a process that has given no cause for doubt, and the process with it. Half of them
// are in a line then, or have one that lacks only its end.
func (r *run) close(ctx context.Context, x *session, g *generator, secret protocol.RunSecret, moves []Move) {
	v := Move{Kind: ending}
	if line := x.render(x.next(g)); len(line) <= mostTail && g.rng.IntN(2) == 0 {
		v.Line = line[:min(g.rng.IntN(2*len(line)+1), len(line))]
	}
	r.mu.Lock()
	_, old := r.known[x.goesOn(v).Fingerprint()]
	r.mu.Unlock()
	if old {
		return
	}
	a, err := x.ask(v)
	if err == nil && ctx.Err() == nil && a.fault != nil {
		r.finding(ctx, secret, append(moves, v), a.fault, x.rows)
	}
}

// end closes stdin and waits for the end of the process.
func (x *session) end(v Move) (answered, error) {
	x.p.SendBytes(v.Line)
	x.p.CloseInput()
	wait := cmp.Or(x.patience, x.o.Limits.Answer, 10*time.Second)
	if len(x.rows) == 0 { // it may still be starting
		wait = max(wait, cmp.Or(x.o.Limits.Startup, time.Minute))
	}
	begin := time.Now()
	exit, gone := x.p.WaitExit(wait)
	switch {
	case gone:
		return answered{fault: x.leaves(v, exit)}, nil
	case time.Since(begin) < wait:
		return answered{}, errHurried
	}
	return answered{fault: x.goesOn(v)}, nil
}

// errHurried ends a wait that the end of the run has cut short.
var errHurried = errors.New("the run is over")

func (x *session) ended(v Move) *Fault {
	f := &Fault{State: stateOf(x.shape), Request: "the end of its input", Section: "2", Lasting: true}
	if len(v.Line) > 0 {
		f.Request += " in a line"
	}
	return f
}

// goesOn is the fault of a process that has not ended.
func (x *session) goesOn(v Move) *Fault {
	f := x.ended(v)
	f.Answer = "it goes on"
	f.Failure = conformance.Failure{
		Cause: conformance.Timeout, Message: "the process goes on when its stdin is closed",
		Expected: "the end of the process", Hint: "The checks framing/end-of-input of the suite show it again",
	}
	return f
}

// leaves judges how a process has ended. No section says that its status is 0, or that its children end with
// it.
func (x *session) leaves(v Move, exit process.Exit) *Fault {
	f := x.ended(v)
	f.Advisory, f.Section = true, ""
	if x.o.Reading == protocol.Strict && (exit.Code != 0 || exit.Signal != "") {
		f.Answer = "a failure"
		f.Failure = conformance.Failure{
			Cause: conformance.ExitStatus, Message: "the end of its input is a failure to the process", Expected: "status 0", Got: exit.String(),
		}
		return f
	}
	if left := x.p.Stop().Left; len(left) > 0 {
		f.Answer = "processes left"
		f.Failure = conformance.Failure{
			Cause: conformance.LeftProcesses, Message: fmt.Sprintf("%d processes of the target outlived it", len(left)),
			Expected: "the end of the process and of all that it has started",
		}
		return f
	}
	return nil
}

// stateOf is the state that a place begins with.
func stateOf(place string) State {
	s := Idle
	for s < Over && !strings.HasPrefix(place, s.String()) {
		s++
	}
	return s
}
