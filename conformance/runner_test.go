package conformance_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	. "github.com/spellbench/sbconform/conformance"
)

// suite makes checks named s/t/NAME.
func suite(checks ...Check) Suite {
	s := Suite{Name: "s"}
	for _, c := range checks {
		if c.Level == "" {
			c.Level = Must
		}
		c.Section, c.Doc = "1", "It does."
		c.ID = "s/t/" + c.ID
		s.Checks = append(s.Checks, c)
	}
	return s
}

// play runs s and returns its results by the last word of their ids, and how it finished.
func play(t *testing.T, ctx context.Context, s Suite, o Options) (map[string]Result, RunFinish) {
	t.Helper()
	results := map[string]Result{}
	var finish *RunFinish
	sum, err := Run(ctx, s, o, func(e Event) {
		if e.End != nil {
			name := strings.TrimPrefix(e.End.ID, "s/t/")
			_, twice := results[name]
			assert.Check(t, !twice, "two results for %s", name)
			results[name] = *e.End
		}
		if e.Finish != nil {
			finish = e.Finish
		}
	})
	assert.NilError(t, err)
	assert.Assert(t, finish != nil)
	assert.Check(t, is.DeepEqual(sum, finish.Summary))
	return results, *finish
}

func TestVerdicts(t *testing.T) {
	tests := []struct {
		name  string
		check Check
		level Level
		want  Verdict
		cause Cause
		text  string // of the failure or the detail
	}{
		{name: "a check that returns passes", check: Check{Run: func(*T) {}}, want: Pass},
		{name: "fail", check: Check{Run: func(c *T) { c.Failf(WrongCode, "got %d", 7) }}, want: Fail, cause: WrongCode, text: "got 7"},
		{name: "a should does not fail a must run", check: Check{Level: Should, Run: func(c *T) { c.Failf(Crash, "x") }}, want: Warn, cause: Crash, text: "x"},
		{name: "a should fails a should run", check: Check{Level: Should, Run: func(c *T) { c.Failf(Crash, "x") }}, level: Should, want: Fail, cause: Crash, text: "x"},
		{name: "a may never fails a should run", check: Check{Level: May, Run: func(c *T) { c.Failf(Crash, "x") }}, level: Should, want: Warn, cause: Crash, text: "x"},
		{name: "info", check: Check{Run: func(c *T) { c.Infof("saw %s", "it") }}, want: Inform, text: "saw it"},
		{name: "skip", check: Check{Run: func(c *T) { c.Skipf("no %s", "probe") }}, want: Skipped, text: "no probe"},
		{name: "our fault", check: Check{Run: func(c *T) { c.Errorf("bad line") }}, want: Errored, cause: Internal, text: "bad line"},
		{name: "panic", check: Check{Run: func(*T) { panic("boom") }}, want: Errored, cause: Internal, text: "panic: boom"},
		{name: "no function", check: Check{}, want: Errored, cause: Internal, text: "panic: runtime error: invalid memory address or nil pointer dereference"},
		{name: "Goexit without a verdict", check: Check{Run: func(*T) { runtime.Goexit() }}, want: Pass},
		{name: "the log is the detail", check: Check{Run: func(c *T) { c.Logf("a %d", 1); c.Logf("b") }}, want: Pass, text: "a 1\nb\n"},
		{name: "a cleanup can't change a verdict", check: Check{Run: func(c *T) {
			c.Cleanup(func() { c.Skipf("late") })
			c.Failf(Leak, "first")
		}}, want: Fail, cause: Leak, text: "first"},
		{name: "a panic in a cleanup is ours", check: Check{Run: func(c *T) { c.Cleanup(func() { panic("late") }) }}, want: Errored, cause: Internal, text: "panic: late"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.check.ID = "x"
			results, _ := play(t, t.Context(), suite(tt.check), Options{Level: tt.level})
			got := results["x"]
			assert.Equal(t, got.Verdict, tt.want)
			if tt.cause == "" {
				assert.Check(t, is.Nil(got.Failure))
				assert.Equal(t, got.Detail, tt.text)
			} else {
				assert.Equal(t, got.Failure.Cause, tt.cause)
				assert.Equal(t, got.Failure.Message, tt.text)
			}
		})
	}
}

func TestHintComesFromTheCheck(t *testing.T) {
	results, _ := play(t, t.Context(), suite(
		Check{ID: "general", Hint: "usual", Run: func(c *T) { c.Failf(Crash, "x") }},
		Check{ID: "special", Hint: "usual", Run: func(c *T) { c.Fail(Failure{Cause: Crash, Message: "x", Hint: "rare"}) }},
	), Options{})
	assert.Equal(t, results["general"].Failure.Hint, "usual")
	assert.Equal(t, results["special"].Failure.Hint, "rare")
}

func TestCleanupsRunLastFirstAndMayAddMore(t *testing.T) {
	var got []string
	note := func(s string) func() { return func() { got = append(got, s) } }
	play(t, t.Context(), suite(Check{ID: "x", Run: func(c *T) {
		c.Cleanup(note("first"))
		c.Cleanup(func() { c.Cleanup(note("added")); note("second")() })
		panic("they run nevertheless")
	}}), Options{})
	assert.DeepEqual(t, got, []string{"second", "added", "first"})
}

func TestEvidenceIsCollectedOnlyForFailures(t *testing.T) {
	with := func(run func(*T)) func(*T) {
		return func(c *T) {
			c.SetEvidence(func() *Evidence { return &Evidence{Stderr: []byte("why")} })
			run(c)
		}
	}
	results, _ := play(t, t.Context(), suite(
		Check{ID: "pass", Run: with(func(*T) {})},
		Check{ID: "skip", Run: with(func(c *T) { c.Skipf("x") })},
		Check{ID: "fail", Run: with(func(c *T) { c.Failf(Crash, "x") })},
		Check{ID: "warn", Level: May, Run: with(func(c *T) { c.Failf(Crash, "x") })},
		Check{ID: "panic", Run: with(func(*T) { panic("x") })},
		Check{ID: "broken", Run: func(c *T) { c.SetEvidence(func() *Evidence { panic("y") }); c.Failf(Crash, "x") }},
	), Options{})
	for name, want := range map[string]bool{"pass": false, "skip": false, "fail": true, "warn": true, "panic": true} {
		assert.Equal(t, results[name].Evidence != nil, want, name)
	}
	assert.Equal(t, results["broken"].Verdict, Errored)
}

func TestTextsAreBounded(t *testing.T) {
	huge := strings.Repeat("é", 1<<20)
	results, _ := play(t, t.Context(), suite(
		Check{ID: "fail", Run: func(c *T) {
			c.Fail(Failure{Cause: Crash, Message: huge, Got: huge, Expected: huge, Where: huge, Hint: huge})
		}},
		Check{ID: "info", Run: func(c *T) { c.Infof("%s", huge) }},
		Check{ID: "log", Run: func(c *T) {
			for range 1000 {
				c.Logf("%s", huge[:1000])
			}
		}},
	), Options{})
	f := results["fail"].Failure
	for _, s := range []string{f.Message, f.Got, f.Expected, f.Where, f.Hint, results["info"].Detail} {
		assert.Check(t, len(s) < 9<<10, "%d bytes", len(s))
	}
	assert.Check(t, len(results["log"].Detail) < 65<<10)
	assert.Check(t, strings.HasSuffix(results["log"].Detail, " more lines)\n"))
}

func TestClip(t *testing.T) {
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc… (1 more bytes)"},
		{"aéb", 2, "a… (3 more bytes)"},
		{"\x80\x80\x80\x80\x80\x80", 5, "\x80\x80\x80\x80\x80… (1 more bytes)"},
		{"é", 0, "… (2 more bytes)"},
	}
	for _, tt := range tests {
		assert.Equal(t, Clip(tt.in, tt.n), tt.want)
	}
}

// until returns a check function that waits for its context and then ends as f says, as a check
// does whose target was stopped under it.
func until(f func(*T)) func(*T) {
	return func(c *T) {
		<-c.Context().Done()
		f(c)
	}
}

func TestACheckOverItsTimeIsUndecided(t *testing.T) {
	results, finish := play(t, t.Context(), suite(
		Check{ID: "blames", Run: until(func(c *T) { c.Failf(Crash, "it is gone") })},
		Check{ID: "passes", Run: until(func(c *T) {})},
		Check{ID: "failed-before", Run: func(c *T) {
			c.Cleanup(func() { <-c.Context().Done() })
			c.Failf(WrongCode, "in time")
		}},
		Check{ID: "quick", Run: func(*T) {}},
	), Options{Timeout: 20 * time.Millisecond, Jobs: 4})
	assert.Equal(t, results["blames"].Verdict, Errored)
	assert.Equal(t, results["blames"].Failure.Got, "it is gone")
	assert.Equal(t, results["passes"].Verdict, Errored)
	assert.Equal(t, results["failed-before"].Verdict, Fail)
	assert.Equal(t, results["quick"].Verdict, Pass)
	assert.Equal(t, finish.Outcome(), Undecided)
}

func TestACheckThatNeverEndsIsAbandoned(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	results, finish := play(t, t.Context(), suite(
		Check{ID: "hangs", Run: func(*T) { <-forever }},
		Check{ID: "next", Run: func(*T) {}},
	), Options{Timeout: time.Millisecond, Grace: time.Millisecond, Jobs: 1})
	assert.Equal(t, results["hangs"].Verdict, Errored)
	assert.Check(t, is.Contains(results["hangs"].Failure.Message, "did not end"))
	assert.Check(t, !finish.Interrupted)
	_, ran := results["next"]
	assert.Check(t, ran)
}

func TestCancelSkipsWhatWasNotOver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	results, finish := play(t, ctx, suite(
		Check{ID: "before", Run: func(c *T) { c.Failf(WrongCode, "real") }},
		Check{ID: "blames", Run: func(c *T) { cancel(); c.Failf(Crash, "it is gone") }},
		Check{ID: "never", Run: func(c *T) { t.Error("it had no turn") }},
	), Options{Jobs: 1})
	assert.Equal(t, results["before"].Verdict, Fail)
	for _, name := range []string{"blames", "never"} {
		assert.Equal(t, results[name].Verdict, Skipped)
		assert.Equal(t, results[name].Detail, "the run was stopped")
	}
	assert.Check(t, finish.Interrupted)
	assert.Equal(t, finish.Outcome(), Interrupted)
}

func TestCancelAfterTheLastCheckInterruptsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Run(ctx, suite(Check{ID: "only", Run: func(*T) {}}), Options{}, func(e Event) {
		if e.End != nil {
			cancel()
		}
		if e.Finish != nil {
			assert.Check(t, !e.Finish.Interrupted)
			assert.Equal(t, e.Finish.Outcome(), Conforms)
		}
	})
	assert.NilError(t, err)
}

func TestCancelDuringAHungCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan struct{})
	defer close(forever)
	results, finish := play(t, ctx, suite(
		Check{ID: "hangs", Run: func(*T) { cancel(); <-forever }},
	), Options{Grace: time.Millisecond})
	assert.Equal(t, results["hangs"].Verdict, Errored)
	assert.Equal(t, finish.Outcome(), Interrupted)
}

func TestJobsChangeNoResult(t *testing.T) {
	var checks []Check
	want := map[string]Verdict{}
	for i, v := range slices.Repeat([]Verdict{Pass, Fail, Skipped, Inform, Errored, Warn, Expected, Waived}, 10) {
		id := strings.Repeat("x", i+1)
		want[id] = v
		c := Check{ID: id, Run: func(c *T) {
			switch v {
			case Fail, Warn, Expected, Waived:
				c.Failf(Crash, "x")
			case Skipped:
				c.Skipf("x")
			case Inform:
				c.Infof("x")
			case Errored:
				panic("x")
			}
		}}
		if v == Warn {
			c.Level = Should
		}
		checks = append(checks, c)
	}
	for _, jobs := range []int{1, 2, 7, 1000} {
		var running, most atomic.Int32
		s := suite(checks...)
		for i, c := range s.Checks {
			s.Checks[i].Run = func(t *T) {
				n := running.Add(1)
				defer running.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				c.Run(t)
			}
		}
		results, finish := play(t, t.Context(), s, Options{Jobs: jobs, Excuse: func(r *Result) {
			if r.Verdict == Fail {
				r.Verdict = want[strings.TrimPrefix(r.ID, "s/t/")]
			}
		}})
		got := map[string]Verdict{}
		for id, r := range results {
			got[id] = r.Verdict
		}
		assert.DeepEqual(t, got, want)
		assert.Check(t, int(most.Load()) <= jobs)
		for _, v := range Verdicts {
			assert.Equal(t, finish.Summary.Counts[v], 10, v)
		}
	}
}

// The sink needs no lock: one goroutine, the caller's, delivers all events.
func TestOneGoroutineDelivers(t *testing.T) {
	var checks []Check
	for _, id := range strings.Split("abcdefghijklmnop", "") {
		checks = append(checks, Check{ID: id, Run: func(*T) {}})
	}
	here := goroutine()
	counts := map[string]int{}
	state := "start"
	_, err := Run(t.Context(), suite(checks...), Options{Jobs: 8}, func(e Event) {
		assert.Equal(t, goroutine(), here)
		switch {
		case e.Start != nil:
			assert.Equal(t, state, "start")
			assert.Equal(t, e.Start.Checks, len(checks))
			assert.Equal(t, len(e.Start.Plan), len(checks))
			state = "running"
		case e.Finish != nil:
			assert.Equal(t, state, "running")
			state = "finished"
		case e.Begin != nil:
			assert.Equal(t, counts[e.Begin.ID], 0)
			counts[e.Begin.ID]++
		case e.End != nil:
			assert.Equal(t, counts[e.End.ID], 1)
			counts[e.End.ID]++
		}
	})
	assert.NilError(t, err)
	assert.Equal(t, state, "finished")
}

// goroutine names the running goroutine, as a stack trace does.
func goroutine() string {
	trace := make([]byte, 64)
	name, _, _ := strings.Cut(string(trace[:runtime.Stack(trace, false)]), " [")
	return name
}

func TestCommandIsGiven(t *testing.T) {
	results, _ := play(t, t.Context(), suite(Check{ID: "x", Run: func(*T) {}}), Options{
		Command: func(c Check) string { return "again " + c.ID },
	})
	assert.Equal(t, results["x"].Command, "again s/t/x")
}
