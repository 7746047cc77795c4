package conformance

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Options say which checks run and how.
type Options struct {
	Run, Skip []string      // globs over ids; a check runs if it matches one of Run (or Run is empty) and none of Skip
	Level     Level         // the lowest level whose failure fails; default Must
	Profile   string        // default "spec"
	Shard     Shard         // the part of the checks that this run is for; all if zero
	Shuffle   uint64        // the checks begin in an order drawn from this seed; in the suite's if 0
	Jobs      int           // checks at the same time; default the number of CPUs
	Timeout   time.Duration // of one check as a whole; default two minutes
	Grace     time.Duration // for a check to end once its time is up or the run is stopped; default 30 s
	Target    TargetInfo
	Command   func(Check) string // the command that runs a check alone; may be nil

	// Excuse may turn a failure into one that is expected or waived. It is called for each result
	// before it counts, one at a time; nil excuses nothing.
	Excuse   func(*Result)
	Baseline *BaselineInfo // the file behind Excuse and Stale, for reports; may be nil
	// Stale returns, once every check is over, the entries of the baseline that excused nothing; it
	// may be nil.
	Stale func() []Stale
}

func (o Options) withDefaults() Options {
	o.Profile = o.profile()
	if o.Level == "" {
		o.Level = Must
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.NumCPU()
	}
	if o.Timeout <= 0 {
		o.Timeout = 2 * time.Minute
	}
	if o.Grace <= 0 { // long enough to end a stubborn target and collect its evidence
		o.Grace = 30 * time.Second
	}
	return o
}

var (
	errStopped = errors.New("the run was stopped")
	errTimeUp  = errors.New("the time was up")
)

// Run puts the chosen checks of s to the target and sends what happens to sink, one event at a time,
// from the goroutine that called Run. Every chosen check gets exactly one End event: one that was not
// over when ctx was cancelled is skipped, for nobody knows what it would have said. The error is that
// of Select, and then nothing was sent.
func Run(ctx context.Context, s Suite, o Options, sink func(Event)) (Summary, error) {
	checks, err := o.Select(s)
	if err != nil {
		return Summary{}, err
	}
	o = o.withDefaults()
	begin := time.Now()
	sink(Event{Start: &RunStart{
		Suite: s.Name, Profile: o.Profile, Target: o.Target,
		Checks: len(checks), Plan: checks, Total: o.total(s), Time: begin, Baseline: o.Baseline,
	}})
	events := make(chan Event)
	var stopped atomic.Bool
	go func() {
		defer close(events)
		if s.Close != nil {
			defer s.Close()
		}
		r := runner{ctx, o, events, &stopped}
		first, last := o.order(checks)
		r.all(first)
		r.all(last)
	}()
	sum := Summary{Counts: map[Verdict]int{}}
	for e := range events {
		if e.End != nil {
			if o.Excuse != nil {
				o.Excuse(e.End)
			}
			sum.Counts[e.End.Verdict]++
		}
		sink(e)
	}
	sum.Duration = time.Since(begin)
	finish := RunFinish{Summary: sum, Interrupted: stopped.Load()}
	if o.Stale != nil && !finish.Interrupted { // a run that was stopped proves of no entry that it is not needed
		finish.Stale = o.Stale()
	}
	sink(Event{Finish: &finish})
	return sum, nil
}

type runner struct {
	ctx     context.Context
	o       Options
	events  chan<- Event
	stopped *atomic.Bool // set once a check had no turn, or not to its end, because ctx was cancelled
}

// all puts the checks in order, Jobs at a time.
func (r runner) all(checks []Check) {
	next := make(chan Check)
	var wg sync.WaitGroup
	for range min(r.o.Jobs, len(checks)) {
		wg.Go(func() {
			for c := range next {
				r.put(c)
			}
		})
	}
	for _, c := range checks {
		next <- c
	}
	close(next)
	wg.Wait()
}

// put asks one check and sends its events.
func (r runner) put(c Check) {
	result := c.result()
	if r.ctx.Err() != nil {
		r.stopped.Store(true)
		result.Verdict, result.Detail = Skipped, errStopped.Error()
	} else {
		r.events <- Event{Begin: &c}
		result = r.ask(c)
	}
	if r.o.Command != nil {
		result.Command = r.o.Command(c)
	}
	r.events <- Event{End: &result}
}

func (c Check) result() Result {
	return Result{ID: c.ID, Section: c.Section, Level: c.Level, Doc: c.Doc}
}

// ask runs c and judges how it ended.
func (r runner) ask(c Check) Result {
	ctx, cancel := context.WithTimeoutCause(r.ctx, r.o.Timeout, errTimeUp)
	defer cancel()
	t := &T{check: c, ctx: ctx}
	begin := time.Now()
	done := make(chan *Evidence, 1)
	go func() { done <- t.run() }()

	result := c.result()
	select {
	case result.Evidence = <-done:
	case <-ctx.Done():
		grace := time.NewTimer(r.o.Grace)
		defer grace.Stop()
		select {
		case result.Evidence = <-done:
		case <-grace.C: // abandoned: its goroutine may go on, but nobody listens any more
			result.Duration = time.Since(begin)
			why := errTimeUp
			if r.ctx.Err() != nil {
				why = errStopped
				r.stopped.Store(true)
			}
			result.Verdict = Errored
			result.Failure = &Failure{Cause: Internal, Message: fmt.Sprintf("%v, and the check did not end within %v", why, r.o.Grace)}
			return result
		}
	}
	result.Duration = time.Since(begin)
	t.mu.Lock()
	defer t.mu.Unlock()
	result.Verdict, result.Failure, result.Detail = t.verdict, t.failure, t.detail
	if result.Detail == "" {
		result.Detail = t.logged()
	}
	switch {
	case t.cause == nil:
	case errors.Is(t.cause, errTimeUp):
		result.Verdict, result.Failure = Errored, t.overdue(r.o.Timeout)
	default:
		r.stopped.Store(true)
		result.Verdict, result.Failure, result.Evidence, result.Detail = Skipped, nil, nil, errStopped.Error()
	}
	if result.Verdict == Fail && !c.Level.AtLeast(r.o.Level) {
		result.Verdict = Warn
	}
	if result.Failure != nil && result.Verdict != Errored {
		result.Fingerprint = result.Failure.Fingerprint()
	}
	return result
}

// overdue is the failure of a check whose time was up before it decided. It is an error of ours: the
// specification does not limit a whole check, and a target that answers each request in time may
// still need longer for all of them.
func (t *T) overdue(limit time.Duration) *Failure {
	f := &Failure{
		Cause:   Internal,
		Message: fmt.Sprintf("undecided: the check was not over after %v", limit),
		Hint:    "Give each check more time, or see in the timeline what took so long.",
	}
	if t.failure != nil {
		f.Got = t.failure.Message
	}
	return f
}

// run calls the check, then its cleanups, then collects its evidence, each in a goroutine of its
// own, so that runtime.Goexit and a panic end that step alone.
func (t *T) run() *Evidence {
	t.step(func() { t.check.Run(t) })
	t.decide(Pass, nil, "")
	for f := t.popCleanup(); f != nil; f = t.popCleanup() {
		t.step(f)
	}
	var ev *Evidence
	if f := t.wanted(); f != nil {
		t.step(func() { ev = f() })
	}
	return ev
}

func (t *T) step(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		t.guard(f)
	}()
	<-done
}
