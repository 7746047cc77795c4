package conformance

// An Attempt is how one run of a question ended, before it is the verdict of its check.
type Attempt struct {
	Verdict  Verdict
	Failure  *Failure // of fail and error
	Detail   string
	Evidence *Evidence // of fail and error, if there was any

	log   string
	cause error
}

// Stopped reports whether the check's time was up, or the run was stopped, before the attempt ended:
// then nobody knows what it would have said.
func (a Attempt) Stopped() bool { return a.cause != nil }

// Attempt runs a question as a check of its own, cleanups included, and returns how it ended. It decides
// nothing: t goes on, may try again, and says with Take which attempt counts.
func (t *T) Attempt(question func(*T)) Attempt {
	child := &T{check: t.check, ctx: t.ctx}
	child.check.Run = question
	evidence := child.run()
	child.mu.Lock()
	defer child.mu.Unlock()
	return Attempt{
		Verdict: child.verdict, Failure: child.failure, Detail: child.detail, Evidence: evidence,
		log: child.logged(), cause: child.cause,
	}
}

// Take gives t the verdict of a, unless it has one.
func (t *T) Take(a Attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.verdict != "" {
		return
	}
	t.verdict, t.failure, t.detail, t.cause = a.Verdict, a.Failure, a.Detail, a.cause
	t.log.WriteString(a.log)
	t.evidence = func() *Evidence { return a.Evidence }
}
