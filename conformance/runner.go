package conformance

import (
	"context"
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// Options say which checks run and how.
type Options struct {
	Run, Skip []string      // globs over ids; a check runs if it matches one of Run (or Run is empty) and none of Skip
	Level     Level         // the lowest level whose failure fails; default Must
	Profile   string        // default "spec"
	Jobs      int           // checks at the same time; default the number of CPUs
	Timeout   time.Duration // of one check as a whole; default two minutes
	Target    TargetInfo
	Command   func(Check) string // the command that runs a check alone; may be nil
}

// Match reports whether id matches the glob pattern: path.Match on the whole id, where a pattern
// also matches all ids below it ("engine/step" matches "engine/step/echo").
func Match(pattern, id string) (bool, error) {
	ok, err := path.Match(pattern, id)
	for dir := id; err == nil && !ok && dir != "."; {
		dir = path.Dir(dir)
		ok, err = path.Match(pattern, dir)
	}
	return ok, err
}

func matchAny(patterns []string, id string) bool {
	for _, p := range patterns {
		if ok, _ := Match(p, id); ok {
			return true
		}
	}
	return false
}

// Select returns the checks of s that the options choose, in order. It fails on a pattern that is
// malformed or matches no check.
func (o Options) Select(s Suite) ([]Check, error) {
	for _, p := range append(append([]string(nil), o.Run...), o.Skip...) {
		hit := false
		for _, c := range s.Checks {
			ok, err := Match(p, c.ID)
			if err != nil {
				return nil, fmt.Errorf("pattern %q: %v", p, err)
			}
			hit = hit || ok
		}
		if !hit {
			return nil, fmt.Errorf("pattern %q matches no check of suite %s", p, s.Name)
		}
	}
	var out []Check
	for _, c := range s.Checks {
		if c.Profile != "" && c.Profile != o.Profile {
			continue
		}
		if (len(o.Run) == 0 || matchAny(o.Run, c.ID)) && !matchAny(o.Skip, c.ID) {
			out = append(out, c)
		}
	}
	return out, nil
}

// Run puts the chosen checks of s to the target and sends what happens to sink, one event at a time.
// Every check gets its End event: one that could not run because ctx was cancelled is skipped.
func Run(ctx context.Context, s Suite, o Options, sink func(Event)) (Summary, error) {
	checks, err := o.Select(s)
	if err != nil {
		return Summary{}, err
	}
	if o.Level == "" {
		o.Level = Must
	}
	if o.Jobs <= 0 {
		o.Jobs = runtime.NumCPU()
	}
	if o.Timeout <= 0 {
		o.Timeout = 2 * time.Minute
	}
	var mu sync.Mutex
	sum := Summary{Counts: map[Verdict]int{}}
	emit := func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		if e.End != nil {
			sum.Counts[e.End.Verdict]++
		}
		sink(e)
	}
	begin := time.Now()
	emit(Event{Start: &RunStart{Suite: s.Name, Profile: o.Profile, Target: o.Target, Checks: len(checks), Time: begin}})
	next := make(chan Check)
	var wg sync.WaitGroup
	for range min(o.Jobs, max(len(checks), 1)) {
		wg.Go(func() {
			for c := range next {
				if ctx.Err() != nil {
					emit(Event{End: &Result{ID: c.ID, Section: c.Section, Level: c.Level, Doc: c.Doc, Verdict: Skipped, Detail: "the run was stopped"}})
					continue
				}
				emit(Event{Begin: &c})
				r := runCheck(ctx, c, o)
				if o.Command != nil {
					r.Command = o.Command(c)
				}
				emit(Event{End: &r})
			}
		})
	}
	for _, c := range checks {
		next <- c
	}
	close(next)
	wg.Wait()
	sum.Duration = time.Since(begin)
	emit(Event{Finish: &RunFinish{Summary: sum, Interrupted: ctx.Err() != nil}})
	return sum, nil
}

// grace is how long a check may take to end after its time is up: long enough to end a stubborn
// target and write its evidence. After it the check is abandoned, as an error of ours.
const grace = 30 * time.Second

func runCheck(ctx context.Context, c Check, o Options) Result {
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	t := &T{check: c, ctx: ctx}
	begin := time.Now()
	done := make(chan *Evidence, 1)
	go func() {
		var ev *Evidence
		defer func() { done <- ev }()
		func() {
			inner := make(chan struct{})
			go func() { // a goroutine of its own, so that Goexit ends the check alone
				defer close(inner)
				defer t.recovered()
				c.Run(t)
			}()
			<-inner
		}()
		for i := len(t.cleanup) - 1; i >= 0; i-- {
			inner := make(chan struct{})
			go func() {
				defer close(inner)
				defer t.recovered()
				t.cleanup[i]()
			}()
			<-inner
		}
		if t.evidence != nil {
			ev = t.evidence()
		}
	}()
	r := Result{ID: c.ID, Section: c.Section, Level: c.Level, Doc: c.Doc}
	timer := time.NewTimer(o.Timeout + grace)
	defer timer.Stop()
	select {
	case r.Evidence = <-done:
	case <-timer.C:
		r.Duration = time.Since(begin)
		r.Verdict = Errored
		r.Failure = &Failure{Cause: Internal, Message: fmt.Sprintf("the check did not end %v after its time was up", grace)}
		return r
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	r.Duration = time.Since(begin)
	r.Verdict, r.Failure, r.Detail = t.verdict, t.failure, t.detail
	if r.Verdict == "" {
		r.Verdict = Pass
	}
	if r.Verdict == Fail && !c.Level.AtLeast(o.Level) {
		r.Verdict = Warn
	}
	if r.Detail == "" {
		r.Detail = t.log.String()
	}
	return r
}

// recovered turns a panic into the verdict error.
func (t *T) recovered() {
	if p := recover(); p != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.verdict = Errored
		t.failure = &Failure{Cause: Internal, Message: fmt.Sprintf("panic: %v", p), Got: string(debug.Stack())}
	}
}
