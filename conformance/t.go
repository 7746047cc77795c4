package conformance

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// A T is the state of one running check. Its methods are those of testing.T where the meaning is the
// same. Fail, Failf, Errorf, Skipf and Infof end the check, which is why they are called from its own
// goroutine; the first verdict stands. All texts are bounded: of one longer than 8 KiB the rest is
// left out.
type T struct {
	check Check
	ctx   context.Context

	mu       sync.Mutex // the check may log from several goroutines, and may outlive its time
	verdict  Verdict
	failure  *Failure
	detail   string
	cause    error // why the context had ended when the verdict was given; nil if it had not
	log      strings.Builder
	logLost  int
	cleanup  []func()
	evidence func() *Evidence
}

// Context is cancelled when the check's time is up or the run is stopped.
func (t *T) Context() context.Context { return t.ctx }

// Check returns the check that runs.
func (t *T) Check() Check { return t.check }

// Verdict returns what the check has come to, "" if it is not over.
func (t *T) Verdict() Verdict {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.verdict
}

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
	t.decide(v, f, detail)
	runtime.Goexit()
}

// decide records a verdict unless there is one, and whether the context had ended by then: a target
// that we stop looks like one that crashed, and must not be blamed for it.
func (t *T) decide(v Verdict, f *Failure, detail string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.verdict != "" {
		return
	}
	if f != nil {
		f = f.clipped()
	}
	t.verdict, t.failure, t.detail, t.cause = v, f, Clip(detail, maxText), context.Cause(t.ctx)
}

// guard calls f and turns its panic into the verdict error, whatever the verdict was: after a panic
// nothing that the check said can be relied on.
func (t *T) guard(f func()) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		t.mu.Lock()
		t.verdict = ""
		t.mu.Unlock()
		t.decide(Errored, &Failure{Cause: Internal, Message: fmt.Sprintf("panic: %v", p), Got: string(debug.Stack())}, "")
	}()
	f()
}

// Logf adds a line that -v and reports show. What exceeds 64 KiB in all is left out.
func (t *T) Logf(format string, args ...any) {
	line := fmt.Sprintf(format+"\n", args...)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.log.Len()+len(line) > maxLog {
		t.logLost++
		return
	}
	t.log.WriteString(line)
}

// logged returns the log; t.mu is held.
func (t *T) logged() string {
	if t.logLost > 0 {
		return fmt.Sprintf("%s(%d more lines)\n", t.log.String(), t.logLost)
	}
	return t.log.String()
}

// Cleanup calls f when the check is over, last first.
func (t *T) Cleanup(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cleanup = append(t.cleanup, f)
}

// popCleanup takes the latest cleanup; a cleanup may add others.
func (t *T) popCleanup() func() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.cleanup) == 0 {
		return nil
	}
	f := t.cleanup[len(t.cleanup)-1]
	t.cleanup = t.cleanup[:len(t.cleanup)-1]
	return f
}

// SetEvidence says how to get what the check saw. It is called at most once, after the cleanups, and
// only if the check failed or was not over in time.
func (t *T) SetEvidence(f func() *Evidence) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.evidence = f
}

// wanted returns how to get the evidence, or nil if there is none or nothing needs proof.
func (t *T) wanted() func() *Evidence {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failure == nil && t.cause == nil {
		return nil
	}
	return t.evidence
}
