package engine

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A session is one process of the target and what it was asked since it began. Most checks need no
// process of their own, and a target may take seconds to start: so a check leaves its process behind
// idle, greeted and without a game, for the next.
type session struct {
	p       *process.Process
	ctx     context.Context
	end     context.CancelFunc
	release func() bool // from the check that holds it

	profile *protocol.EngineHelloOK // what it said it plays; nil until greeted
	startup time.Duration           // until then
	begun   time.Time
	ids     int // request ids given out
	games   uint64
	table   table
	checks  []string          // that held it, in order
	rows    []conformance.Row // all that was said
	size    int               // bytes of them
}

// maxSession is how many bytes of messages a session may hold. One that said more is not handed on, so
// that what it was asked is always known in full.
const maxSession = 64 << 20

// newSession starts a process for the check of ctx, and ends it with ctx unless it is handed on.
func newSession(ctx context.Context, c process.Command, l process.Limits) (*session, error) {
	s := &session{begun: time.Now()}
	s.ctx, s.end = context.WithCancel(context.WithoutCancel(ctx))
	s.bind(ctx)
	var err error
	if s.p, err = process.Start(s.ctx, c, l); err != nil {
		s.end()
		return nil, err
	}
	return s, nil
}

// bind ends the session with ctx, until it is released.
func (s *session) bind(ctx context.Context) { s.release = context.AfterFunc(ctx, s.end) }

func (s *session) stop() process.Exit {
	exit := s.p.Stop()
	s.release()
	s.end()
	return exit
}

func (s *session) greeted(profile *protocol.EngineHelloOK) {
	s.profile, s.startup = profile, time.Since(s.begun)
}

func (s *session) note(r conformance.Row) {
	s.size += len(r.Message)
	if s.size <= maxSession {
		s.rows = append(s.rows, r)
	}
}

// A table is the game that the target plays, as far as its answers tell: they alone do, since a check
// may send what it likes.
type table struct {
	open     bool
	decision Answer // the one that waits for a step
	game     string
	step     uint64
	maxSteps uint64
}

// follow looks at an answer.
func (t *table) follow(a Answer) {
	switch body := a.msg.Body.(type) {
	case *protocol.Decision:
		if t.open && body.GameID == t.game && body.Step < t.step {
			return // an older answer, sent again
		}
		if !t.open || body.GameID != t.game {
			// A retransmitted answer of a game that is over opens a game that is not there, and then the
			// process is given up.
			*t = table{open: true, game: body.GameID, maxSteps: math.MaxUint64}
			if v, err := wire.Parse([]byte(a.sent)); err == nil && v.Get("max_steps").Kind() == wire.Int {
				t.maxSteps = uint64(v.Get("max_steps").Int())
			}
		}
		t.decision, t.step = a, body.Step
	case *protocol.Terminal:
		if body.GameID == t.game {
			t.open = false
		}
	}
}

// request is the step that answers the pending decision with its first candidate.
func (t *table) request(id string) text {
	semantic, _ := text(t.decision.line).at("/seat_decision/candidates/0/semantic")
	return text(protocol.AppendRequest(nil, id, &protocol.Step{GameID: t.game, ExpectedStep: t.step, EchoJSON: semantic.Raw()}))
}

// idle returns a process that waits for a check, or nil.
func (s *shared) idle(ctx context.Context) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) > 0 {
		last := len(s.waiting) - 1
		next := s.waiting[last]
		s.waiting = s.waiting[:last]
		if _, ended := next.p.WaitExit(0); ended {
			s.blame(next, conformance.Failure{Cause: conformance.Crash, Message: "the target ended while nobody asked it anything", Expected: "a process that waits for its next request"},
				"after it had served %s", next.served())
			next.stop()
			continue
		}
		next.bind(ctx)
		s.handed++
		return next
	}
	return nil
}

// take receives the process of a check that is over: it waits for the next check if it is in order,
// and is ended if not.
func (s *shared) take(e *E) {
	if e.session == nil {
		return
	}
	if !s.config.Cold && e.elsewhere == nil && e.Verdict() != conformance.Fail && e.Verdict() != conformance.Errored && e.tidy() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.closed && e.session.release() {
			s.waiting = append(s.waiting, e.session)
			return
		}
	}
	if left := e.session.stop().Left; len(left) > 0 {
		e.Logf("%d of the target's processes outlived it: %v", len(left), left)
	}
}

// tidy ends the game that a check left, and reports whether the process can serve another: it answers
// hello by one line, and has nothing more to say. Whether it does is no question of the check's, but
// its answer is kept for the check of Section 2 that tells of all.
func (e *E) tidy() bool {
	if _, ended := e.Target.WaitExit(0); ended || e.session.size > maxSession {
		return false
	}
	if !e.finishGame() {
		return false
	}
	a := e.Attempt(func(t *conformance.T) {
		probe := &E{Talk: suite.Talk{T: t, Role: role(), Target: e.Target}, shared: e.shared, session: e.session}
		if e.session.profile == nil {
			probe.Hello()
			return
		}
		probe.Ask(probe.HelloRequest()).WantType("hello after the check", "hello_ok")
	})
	if a.Verdict == conformance.Fail && !a.Stopped() {
		e.shared.mu.Lock()
		defer e.shared.mu.Unlock()
		e.shared.blame(e.session, *a.Failure, "%s passed and left the target out of order", e.Check().ID)
	}
	return a.Verdict == conformance.Pass
}

// finishGame plays the game that a check left to its end, if that is sooner done than starting a
// process: with what has been seen of either.
func (e *E) finishGame() bool {
	t := &e.session.table
	for n := uint64(0); t.open; n++ {
		left := t.maxSteps - min(t.maxSteps, t.step)
		if left > 1<<20 || time.Duration(left)*e.shared.stepTime() > e.session.startup {
			return false
		}
		before := t.step
		a := e.Attempt(func(t *conformance.T) {
			probe := &E{Talk: suite.Talk{T: t, Role: role(), Target: e.Target}, shared: e.shared, session: e.session}
			probe.Ask(e.session.table.request(probe.id()))
		})
		if a.Verdict != conformance.Pass || t.open && t.step == before {
			return false
		}
	}
	return true
}

// close ends every process that waits, and those that come later.
func (s *shared) close() {
	s.mu.Lock()
	waiting := s.waiting
	s.waiting, s.closed = nil, true
	s.mu.Unlock()
	for _, w := range waiting {
		w.stop()
	}
}

// A trace is what went wrong although a fresh process shows nothing of it.
type trace struct {
	what    string // in a sentence, what went wrong
	failure conformance.Failure
	rows    []conformance.Row // of the whole process
}

// blame remembers what went wrong in a session; s.mu is held. A target that was too slow once proves
// nothing.
func (s *shared) blame(in *session, f conformance.Failure, format string, args ...any) {
	if f.Cause != conformance.Timeout {
		s.traces = append(s.traces, trace{fmt.Sprintf(format, args...), f, in.rows})
	}
}

// served names the checks that a process served, the latest last.
func (s *session) served() string {
	const most = 4
	if n := len(s.checks); n > most {
		return fmt.Sprintf("%d checks, the last of them %s", n, strings.Join(s.checks[n-most:], ", "))
	}
	return strings.Join(s.checks, ", ")
}

// put puts a check to the target: in a process that others may have used, and where that fails once
// more in a process of its own. The second verdict counts: it is the one that the command for this
// check alone repeats.
func (s *shared) put(t *conformance.T, k check) {
	if s.config.Cold || k.fresh {
		k.run(newE(t, s, true))
		return
	}
	var e *E
	a := t.Attempt(func(t *conformance.T) {
		e = newE(t, s, false)
		k.run(e)
	})
	if a.Verdict == conformance.Fail && e.warm && !a.Stopped() {
		alone := t.Attempt(func(t *conformance.T) { k.run(newE(t, s, true)) })
		if alone.Verdict != conformance.Fail && alone.Verdict != conformance.Errored && !alone.Stopped() && k.level == conformance.Must {
			s.mu.Lock()
			s.blame(e.session, *a.Failure, "%s passes in a process of its own, and fails in one that served %s", t.Check().ID, e.session.served())
			s.mu.Unlock()
		}
		a = alone
	}
	t.Take(a)
}

// processChecks tell of the processes that served several checks.
func processChecks() []check {
	return []check{{
		id: "process/no-trace", section: "2", last: true,
		doc:  "Requests are answered in order and each for itself: what a process served before, games that are over and requests that were refused, changes no answer.",
		hint: "bring every variable of a game back to its beginning at reset, and leave nothing behind when refusing a request",
		run: func(e *E) {
			e.shared.mu.Lock()
			traces, handed := e.shared.traces, e.shared.handed
			e.shared.mu.Unlock()
			switch {
			case len(traces) > 0:
				for _, t := range traces[1:] {
					e.Logf("likewise: %s: %s", t.what, t.failure.Message)
				}
				f := traces[0].failure
				f.Message = traces[0].what + ": " + f.Message
				e.Rows = traces[0].rows
				e.Fail(f)
			case handed == 0:
				e.Skipf("every process served one check alone")
			}
		},
	}}
}
