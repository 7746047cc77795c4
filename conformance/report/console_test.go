package report_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

// On a terminal texts are broken at words and set in; commands are not, for they are there to be copied;
// and no line but theirs is wider than the terminal.
func TestConsoleWraps(t *testing.T) {
	for _, width := range []int{80, 132} {
		text := show(t, report.ConsoleOptions{Width: func() int { return width }, Verbose: true}, excused())
		for line := range strings.Lines(text) {
			name, _, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
			if line[0] != ' ' || strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "     ") || slices.Contains([]string{"rerun", "replay", "transcript"}, name) || strings.Contains(line, "Section") {
				continue
			}
			assert.Check(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) <= width, "%q", line)
		}
		assert.Check(t, is.Contains(text, "sbconform engine --run engine/step/echo ./engine --name $'it\\'s\\033'\n"))
	}
	assert.Check(t, is.Contains(show(t, report.ConsoleOptions{Width: func() int { return 44 }}, stream()), "     wanted     Nothing but answers is\n                written to stdout.\n"))
}

// An answer may be cut long before the place that is wrong: what stands there is told beside it.
func TestConsoleShowsTheValueAtFault(t *testing.T) {
	events := stream()
	for _, e := range events {
		if e.End != nil && e.End.ID == "engine/step/echo" {
			e.End.Failure.Expected, e.End.Failure.Where = "60", "/candidates/60/id"
		}
	}
	text := show(t, report.ConsoleOptions{}, events)
	assert.Check(t, is.Contains(text, "where      /candidates/60/id: 61\n"))
}

// No text of the target's reaches the terminal as anything but characters that can be seen.
func TestConsoleIsSafe(t *testing.T) {
	for _, o := range []report.ConsoleOptions{{}, {Verbose: true}} {
		for _, r := range show(t, o, everywhere(hostile)) {
			assert.Assert(t, unicode.IsPrint(r) || r == '\n', "%q", r)
		}
	}
}

// everywhere returns events in which every text is s.
func everywhere(s string) []conformance.Event {
	start := &conformance.RunStart{Suite: s, Profile: s, Checks: 6, Total: 6, Target: conformance.TargetInfo{Argv: []string{s}, Name: s, SHA256: s, Hello: []byte(s)}}
	events := []conformance.Event{{Start: start}}
	for _, v := range conformance.Verdicts {
		r := conformance.Result{
			ID: string(v) + s, Section: s, Level: conformance.Must, Doc: s, Verdict: v, Detail: s, Reproducer: s, Command: s,
			Failure:  &conformance.Failure{Cause: conformance.Cause(s), Message: s, Expected: s, Got: s, Where: s, Hint: s},
			Evidence: &conformance.Evidence{Timeline: []conformance.Moment{{What: s, Text: s}}},
		}
		start.Plan = append(start.Plan, conformance.Check{ID: r.ID})
		events = append(events, conformance.Event{End: &r})
	}
	return append(events, conformance.Event{Finish: &conformance.RunFinish{}})
}

func TestVerdictSentence(t *testing.T) {
	tests := []struct {
		name        string
		counts      map[conformance.Verdict]int
		checks      int
		interrupted bool
		want        string
	}{
		{"all asked", map[conformance.Verdict]int{"pass": 5, "warn": 1}, 6, false, "./e conforms."},
		{"some asked", map[conformance.Verdict]int{"pass": 2}, 2, false, "./e conforms as far as it was asked: 2 of 6 checks were chosen."},
		{"failures", map[conformance.Verdict]int{"pass": 3, "fail": 2, "skip": 1}, 6, false, "./e does not conform: 2 of the 5 checks that ran failed."},
		{"our fault", map[conformance.Verdict]int{"fail": 5, "error": 1}, 6, false, "No verdict on ./e: 1 of the 6 checks that ran ended in an error that is not the target's."},
		{"stopped", map[conformance.Verdict]int{"pass": 2, "skip": 4}, 6, true, "No verdict on ./e: the run was stopped when 2 of 6 checks were over."},
		{"nothing", map[conformance.Verdict]int{"skip": 6}, 6, false, "No verdict on ./e: nothing ran."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := show(t, report.ConsoleOptions{}, []conformance.Event{
				{Start: &conformance.RunStart{Checks: tt.checks, Total: 6, Target: conformance.TargetInfo{Argv: []string{"./e"}, Name: "./e"}}},
				{Finish: &conformance.RunFinish{Summary: conformance.Summary{Counts: tt.counts}, Interrupted: tt.interrupted}},
			})
			lines := strings.Split(strings.TrimSpace(got), "\n")
			assert.Equal(t, lines[len(lines)-1], tt.want)
		})
	}
}

type brokenWriter struct{ calls int }

func (b *brokenWriter) Write([]byte) (int, error) { b.calls++; return 0, errors.New("broken pipe") }

func TestABrokenConsoleDoesNotStopTheRun(t *testing.T) {
	var w brokenWriter
	c := report.NewConsole(&w, report.ConsoleOptions{})
	for _, e := range stream() {
		c.Event(e)
	}
	assert.Error(t, c.Close(), "broken pipe")
	assert.Equal(t, w.calls, 1)
}

// lockedBuffer is a terminal that a test can look at while a console writes to it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// The line is drawn while a check hangs and nothing happens.
func TestProgressGoesOnWithoutEvents(t *testing.T) {
	var terminal lockedBuffer
	c := report.NewConsole(&terminal, report.ConsoleOptions{Progress: true, Width: func() int { return 40 }})
	check := conformance.Check{ID: "e/a/hangs"}
	c.Event(conformance.Event{Start: &conformance.RunStart{Checks: 1, Total: 1, Plan: []conformance.Check{check}}})
	c.Event(conformance.Event{Begin: &check})
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(terminal.String(), "0/1: e/a/hangs"); {
		assert.Assert(t, time.Now().Before(deadline), "no progress line")
		time.Sleep(10 * time.Millisecond)
	}
	assert.NilError(t, c.Close())
	c.Note("too late, and harmless")
	assert.Check(t, strings.HasSuffix(terminal.String(), "\r\x1b[K"))
}

func TestEventsStopAtAnError(t *testing.T) {
	var w brokenWriter
	v := report.NewEvents(&w)
	for _, e := range stream() {
		v.Event(e)
	}
	assert.Error(t, v.Close(), "broken pipe")
	assert.Equal(t, w.calls, 1)
}

func TestParseOutput(t *testing.T) {
	o, err := report.ParseOutput("junit=a=b.xml")
	assert.NilError(t, err)
	assert.Equal(t, o.Format.Name, "junit")
	assert.Equal(t, o.Path, "a=b.xml")
	for in, want := range map[string]string{
		"out.json":  `"out.json" is not FORMAT=PATH`,
		"json=":     `"json=" names no path`,
		"yaml=x":    `unknown format "yaml"; there are json, junit`,
		"=x":        `unknown format ""`,
		"":          `"" is not FORMAT=PATH`,
		"JSON=x":    `unknown format "JSON"`,
		"json:x":    "is not FORMAT=PATH",
		"json =out": "unknown format",
	} {
		_, err := report.ParseOutput(in)
		assert.Check(t, is.ErrorContains(err, want), in)
	}
}

func TestDeliverWritesTheOthers(t *testing.T) {
	dir := t.TempDir()
	var outputs []report.Output
	for _, s := range []string{"json=" + dir + "/no/such/folder", "junit=" + dir + "/ok.xml", "json=-"} {
		o, err := report.ParseOutput(s)
		assert.NilError(t, err)
		outputs = append(outputs, o)
	}
	assert.Check(t, outputs[0].Probe() != nil)
	assert.NilError(t, outputs[1].Probe())
	assert.NilError(t, outputs[2].Probe())
	var stdout bytes.Buffer
	err := report.Deliver(outputs, record(stream()), &stdout)
	assert.ErrorContains(t, err, "the json report is not written: ")
	assert.Check(t, stdout.Len() > 0)
	outputs[1].Path += ".again"
	assert.NilError(t, outputs[1].Deliver(record(stream()), nil))
}

func TestEqualFailuresAreToldOnce(t *testing.T) {
	start := &conformance.RunStart{}
	events := []conformance.Event{{Start: start}}
	for _, f := range []struct{ id, message string }{{"e/a/one", "no greeting"}, {"e/a/two", "no greeting"}, {"e/b/one", "other"}, {"e/b/two", "no greeting"}} {
		start.Plan = append(start.Plan, conformance.Check{ID: f.id})
		events = append(events, conformance.Event{End: &conformance.Result{
			ID: f.id, Section: "2", Level: conformance.Must, Verdict: conformance.Fail,
			Failure: &conformance.Failure{Cause: conformance.Timeout, Message: f.message, Hint: f.id},
		}})
	}
	events = append(events, conformance.Event{Finish: &conformance.RunFinish{}})
	got := show(t, report.ConsoleOptions{Advice: "keep evidence"}, events)
	assert.Check(t, is.Contains(got, `
  1. e/a/one  Section 2, must, timeout
     but        no greeting
     hint       e/a/one
     likewise   e/a/two
                e/b/two

  2. e/b/one  Section 2, must, timeout
     but        other
     hint       e/b/one

keep evidence
`))
	verbose := show(t, report.ConsoleOptions{Verbose: true}, events)
	assert.Equal(t, strings.Count(verbose, "but        no greeting"), 3)
}

// The end of stderr is told of a process that broke, and then the hint need not quote it; a hint that
// quotes something else of it stays.
func TestStderrOfACrash(t *testing.T) {
	for _, tt := range []struct {
		name, signature, stderr, hint string
		want, not                     []string
	}{
		{"a traceback", "crashed", "File \"e.py\", line 7\nIndexError\x1b\n", "stderr ends with \"IndexError\\x1b\"",
			[]string{"stderr     File \"e.py\", line 7\n                IndexError\\x1b\n"}, []string{"stderr ends with"}},
		{"a dump that begins with the reason", "crashed", "panic: boom\n" + strings.Repeat("frame\n", 30), "its memory is limited; stderr ends with \"panic: boom\"",
			[]string{"its memory is limited; stderr ends with \"panic: boom\"", "stderr     frame\n"}, nil},
		{"a reason beside another", "crashed", "panic: boom\n", "its memory is limited; stderr ends with \"panic: boom\"",
			[]string{"hint       its memory is limited\n"}, []string{"stderr ends with"}},
		{"no fault of the process", "", "a log\n", "a hint", []string{"hint       a hint\n"}, []string{"a log"}},
		{"nothing written", "crashed", "", "a hint", nil, []string{"stderr "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &conformance.Failure{Cause: conformance.Crash, Message: "gone", Hint: tt.hint, Signature: tt.signature}
			r := &conformance.Result{ID: "e/s/c", Verdict: conformance.Fail, Failure: f, Evidence: &conformance.Evidence{Stderr: []byte(tt.stderr)}}
			text := show(t, report.ConsoleOptions{}, []conformance.Event{{Start: &conformance.RunStart{Plan: []conformance.Check{{ID: r.ID}}}}, {End: r}, {Finish: &conformance.RunFinish{}}})
			for _, want := range tt.want {
				assert.Check(t, is.Contains(text, want))
			}
			for _, not := range tt.not {
				assert.Check(t, !strings.Contains(text, not), "%s", text)
			}
		})
	}
}
