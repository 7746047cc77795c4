package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

// hostile is what a target may write to hurt whoever reads about it: terminal controls in 7 and 8
// bits, a hyperlink, bidirectional overrides, markup, what XML forbids, and bytes that are no text.
const hostile = "\x1b[2J\x1b]8;;http://evil\x07\u009b31m\u202eback\u2066 <script>&]]></script> \x00\ufffe\xff\r\n1. forged line"

// stream returns the events of a made-up run with every verdict.
func stream() []conformance.Event {
	type e = conformance.Event
	results := []conformance.Result{
		{ID: "engine/framing/crlf", Section: "2", Level: conformance.Must, Doc: "A line may end with \\r\\n.", Verdict: conformance.Pass, Duration: 3 * time.Millisecond, Detail: "two lines\nof log\n"},
		{ID: "engine/framing/banner", Section: "2", Level: conformance.Must, Doc: "Nothing but answers is written to stdout.", Verdict: conformance.Fail, Duration: 12 * time.Millisecond,
			Failure: &conformance.Failure{
				Cause: conformance.Framing, Message: "text before hello", Expected: "one answer", Got: hostile, Where: "byte 0",
				Hint: "Is a banner printed to stdout?",
			},
			Detail: "noted on the way\n", Reproducer: "artifacts/engine-framing-banner.transcript.jsonl.gz",
			Evidence: &conformance.Evidence{
				Timeline: []conformance.Moment{
					{At: 0, What: "note", Text: "started"}, {At: 1234 * time.Microsecond, What: "recv", Text: hostile}, {At: 2 * time.Second, What: "stderr", Text: "panic: x\n\tat y"},
				},
				Stderr: []byte("panic: x"),
			}},
		{ID: "engine/step/echo", Section: "9.4", Level: conformance.Must, Doc: "An echo that differs is refused.", Verdict: conformance.Fail, Duration: time.Second,
			Failure: &conformance.Failure{
				Cause: conformance.WrongValue, Message: "the decision changed", Where: "/seat_decision/candidates/7",
				Expected: `{"candidates":[` + strings.Repeat(`{"id":0},`, 60) + `{"id":60,"kind":"pass"}]}`,
				Got:      `{"candidates":[` + strings.Repeat(`{"id":0},`, 60) + `{"id":61,"kind":"pass"}]}`,
			}},
		{ID: "engine/step/slow", Section: "9.4", Level: conformance.Should, Doc: "A refusal is quick.", Verdict: conformance.Warn, Duration: 2 * time.Second,
			Failure: &conformance.Failure{Cause: conformance.Timeout, Message: "it took 2 s"}},
		{ID: "engine/step/panics", Section: "9.4", Level: conformance.Must, Doc: "It asks.", Verdict: conformance.Errored,
			Failure: &conformance.Failure{Cause: conformance.Internal, Message: "panic: boom", Got: strings.Repeat("goroutine 1\n\tfile.go:1\n", 10)}},
		{ID: "engine/hello/name", Section: "9.1", Level: conformance.Info, Doc: "It has a name.", Verdict: conformance.Inform, Detail: "its name is \x1b[31mEVIL\u202e"},
		{ID: "engine/probe/one", Section: "9.7", Level: conformance.Must, Doc: "It probes.", Verdict: conformance.Skipped, Detail: "the engine declares no probe"},
		{ID: "engine/probe/two", Section: "9.7", Level: conformance.Must, Doc: "It probes.", Verdict: conformance.Skipped, Detail: "the engine declares no probe"},
	}
	counts := map[conformance.Verdict]int{}
	start := &conformance.RunStart{
		Suite: "engine", Profile: "spec", Checks: len(results), Total: 72, Time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600)),
		Target: conformance.TargetInfo{Argv: []string{"./engine", "--name", "it's\x1b"}, Name: "./engine --name 'it'\\''s\x1b'", SHA256: strings.Repeat("ab", 32), Hello: []byte(`{"engine":{"name":"x"}}`)},
	}
	events := []e{{Start: start}}
	for i := range results {
		r := results[i]
		r.Command = "sbconform engine --run " + r.ID + " ./engine --name " + report.Quote([]string{"it's\x1b"})
		c := conformance.Check{ID: r.ID, Section: r.Section, Level: r.Level, Doc: r.Doc}
		start.Plan = append(start.Plan, c)
		counts[r.Verdict]++
		events = append(events, e{Begin: &c}, e{End: &r})
	}
	return append(events, e{Finish: &conformance.RunFinish{Summary: conformance.Summary{Counts: counts, Duration: 3210 * time.Millisecond}}})
}

func record(events []conformance.Event) report.Run {
	r := report.NewRecorder("0.1.0")
	for _, e := range events {
		r.Event(e)
	}
	return r.Run()
}

func document(t *testing.T, format string, run report.Run) string {
	t.Helper()
	o, err := report.ParseOutput(format + "=-")
	assert.NilError(t, err)
	var b bytes.Buffer
	assert.NilError(t, o.Deliver(run, &b))
	return b.String()
}

func show(t *testing.T, o report.ConsoleOptions, events []conformance.Event) string {
	t.Helper()
	var b bytes.Buffer
	o.Version = "0.1.0"
	c := report.NewConsole(&b, o)
	for _, e := range events {
		c.Event(e)
	}
	assert.NilError(t, c.Close())
	return b.String()
}

func TestConsole(t *testing.T) {
	for name, o := range map[string]report.ConsoleOptions{
		"console.txt":         {},
		"console-color.txt":   {Color: true},
		"console-verbose.txt": {Verbose: true},
	} {
		t.Run(name, func(t *testing.T) { golden.Assert(t, show(t, o, stream()), name) })
	}
}

func TestEvents(t *testing.T) {
	var b bytes.Buffer
	v := report.NewEvents(&b)
	for _, e := range stream() {
		v.Event(e)
	}
	assert.NilError(t, v.Close())
	golden.Assert(t, b.String(), "events.ndjson")
}

func TestDocuments(t *testing.T) {
	run := record(stream())
	golden.Assert(t, document(t, "json", run), "report.json")
	golden.Assert(t, document(t, "junit", run), "report.junit.xml")
}

// Whatever the order in which checks end, documents and the console list them as planned.
func TestOrderOfEventsChangesNoDocument(t *testing.T) {
	events := stream()
	last := len(events) - 1
	var shuffled []conformance.Event
	for i := last - 1; i > 0; i-- {
		shuffled = append(shuffled, events[i])
	}
	shuffled = append(append(events[:1:1], shuffled...), events[last])
	for _, f := range report.Formats() {
		assert.Equal(t, document(t, f.Name, record(stream())), document(t, f.Name, record(shuffled)), f.Name)
	}
	assert.Equal(t, show(t, report.ConsoleOptions{Verbose: true}, stream()), show(t, report.ConsoleOptions{Verbose: true}, shuffled))
}
