package conformance

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// A T is the state of one running check. Its methods are those of testing.T where the meaning is the
// same. Fail, Failf, Skipf and Infof end the check.
type T struct {
	check    Check
	ctx      context.Context
	verdict  Verdict
	failure  *Failure
	detail   string
	log      strings.Builder
	cleanup  []func()
	evidence func() *Evidence
	mu       sync.Mutex
}

// Context is cancelled when the check's time is up or the run is stopped.
func (t *T) Context() context.Context { return t.ctx }

// Check returns the check that runs.
func (t *T) Check() Check { return t.check }

// Fail records f and ends the check. A missing hint is taken from the check.
func (t *T) Fail(f Failure) {
	if f.Hint == "" {
		f.Hint = t.check.Hint
	}
	t.end(Fail, &f, "")
}

// Failf fails with a cause and a message.
func (t *T) Failf(cause Cause, format string, args ...any) {
	t.Fail(Failure{Cause: cause, Message: fmt.Sprintf(format, args...)})
}

// Errorf ends the check with verdict error: the fault is ours.
func (t *T) Errorf(format string, args ...any) {
	t.end(Errored, &Failure{Cause: Internal, Message: fmt.Sprintf(format, args...)}, "")
}

// Skipf ends the check because the question does not arise; the reason is shown.
func (t *T) Skipf(format string, args ...any) {
	t.end(Skipped, nil, fmt.Sprintf(format, args...))
}

// Infof ends the check with what was seen, where the text leaves the answer open.
func (t *T) Infof(format string, args ...any) {
	t.end(Inform, nil, fmt.Sprintf(format, args...))
}

func (t *T) end(v Verdict, f *Failure, detail string) {
	t.mu.Lock()
	if t.verdict == "" { // the first verdict stands; a cleanup can't change it
		t.verdict, t.failure, t.detail = v, f, detail
	}
	t.mu.Unlock()
	runtime.Goexit()
}

// Logf adds a line that -v and reports show.
func (t *T) Logf(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(&t.log, format+"\n", args...)
}

// Cleanup calls f when the check is over, last first.
func (t *T) Cleanup(f func()) { t.cleanup = append(t.cleanup, f) }

// SetEvidence says how to get what the check saw; it is called once, after the cleanups.
func (t *T) SetEvidence(f func() *Evidence) { t.evidence = f }
