package suite

import (
	"errors"
	"slices"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Talk is a running check and what it says to a process of its target. Its methods are the verbs that
// checks of every role have: each either does what it says or ends the check with a verdict.
type Talk struct {
	*conformance.T
	Role   Role
	Target *process.Process  // nil until it is started
	Rows   []conformance.Row // what was said; the evidence of the check
}

// Witness makes what was said the evidence of the check.
func (k *Talk) Witness() {
	k.SetEvidence(func() *conformance.Evidence {
		ev := &conformance.Evidence{Transcript: k.Rows}
		if k.Target != nil {
			ev.Timeline, ev.Stderr = k.Target.Timeline(), k.Target.Stderr()
		}
		return ev
	})
}

// Row notes that a line was said, in that direction.
func (k *Talk) Row(dir string, line []byte) {
	k.Rows = append(k.Rows, conformance.Row{Dir: dir, Message: line})
}

// Fail is T's, with the kind of the request that came before the failure.
func (k *Talk) Fail(f conformance.Failure) {
	if f.Request == "" {
		f.Request = k.lastRequest()
	}
	k.T.Fail(f)
}

func (k *Talk) lastRequest() string {
	for _, r := range slices.Backward(k.Rows) {
		if r.Dir == k.Role.To {
			return k.Role.Kind(r.Message)
		}
	}
	return ""
}

// Failure tells what a process fault means for the check; what tells what was looked for in vain. It ends
// the target, whose end tells more.
func (k *Talk) Failure(err error, what string) conformance.Failure {
	var fault *process.Fault
	if !errors.As(err, &fault) {
		return conformance.Failure{Cause: conformance.Internal, Message: err.Error()}
	}
	if fault.Kind == process.Stopped && k.Context().Err() != nil {
		k.Skipf("the run was stopped")
	}
	if k.Target != nil {
		fault = k.Target.Explain(fault)
	}
	return Framed(fault, what)
}

// Misframed returns the failure of an answer that can't be decoded since it broke the framing, or nil if
// it did not.
func (k *Talk) Misframed(request, answer []byte) *conformance.Failure {
	if k.Target == nil {
		return nil
	}
	fault := k.Target.Diagnose(answer)
	if fault == nil {
		return nil
	}
	f := Framed(fault, "the answer")
	f.Message += Sent(request)
	return &f
}

// Vouch ends the check if a request of ours is not strict JSON: that is no fault of the target.
func (k *Talk) Vouch(request []byte) {
	if err := wire.Check(request); err != nil {
		k.Errorf("a request of ours is not strict JSON: %v: %s", err, Show(request))
	}
}

// Write writes b as it is, in one write.
func (k *Talk) Write(b string) { k.Target.SendBytes([]byte(b)) }

// Quiet fails if the target writes anything within d.
func (k *Talk) Quiet(d time.Duration) {
	if err := k.Target.Quiet(d); err != nil {
		k.Fail(k.Failure(err, "output that nobody asked for"))
	}
}

// Between the writes of one line the target has so long to read the first, and then a breath to do with it
// what it will.
const (
	patience = 250 * time.Millisecond
	breath   = 5 * time.Millisecond
)

// Pieces writes a line in pieces, its terminator among them, each in a write of its own and with time to
// be read. Output in the meantime is one that nobody asked for.
func (k *Talk) Pieces(pieces ...string) {
	for i, p := range pieces {
		if i > 0 {
			k.pause()
		}
		k.Write(p)
	}
}

func (k *Talk) pause() {
	k.Target.AwaitRead(patience)
	k.Quiet(breath)
}

// Drip writes a line and its terminator with one write for each byte. The terminator comes alone, so that
// half a line is not answered.
func (k *Talk) Drip(line string) {
	for i := range len(line) {
		k.Write(line[i : i+1])
	}
	k.pause()
	k.Write("\n")
}

// WantEnd closes the target's input and returns how it ended. It fails if it goes on for as long as limit:
// the text sets no time, and a slow target is none that stays.
func (k *Talk) WantEnd(limit time.Duration) process.Exit {
	k.Target.CloseInput()
	exit, ended := k.Target.WaitExit(limit)
	if !ended {
		k.Fail(notEnded(limit))
	}
	return exit
}

// WantStatusZero fails if a target whose input was closed did not end by itself with status 0.
func (k *Talk) WantStatusZero(exit process.Exit) {
	if exit.Code != 0 || exit.Signal != "" {
		k.Fail(conformance.Failure{
			Cause: conformance.ExitStatus, Message: "the end of input does not end the target with status 0",
			Expected: "status 0", Got: exit.String(),
		})
	}
}

// WantNoneLeft ends the target and fails if processes of it outlive it.
func (k *Talk) WantNoneLeft() {
	if left := k.Target.Stop().Left; len(left) > 0 {
		k.Failf(conformance.LeftProcesses, "%d processes of the target outlived it: %v", len(left), left)
	}
}
