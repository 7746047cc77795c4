// Package report shows a run: on a console, as documents for machines, and as a stream of events.
// Each is a consumer of the one stream that the Runner sends.
//
// Much of what is shown was written by the target, which is not to be trusted with a terminal, an XML
// parser or a reader's eye: every text passes through Visible or its like on the way out.
package report

import (
	"strings"

	"github.com/spellbench/sbconform/conformance"
)

// A Consumer is told what happens, one event at a time, always from the same goroutine.
type Consumer interface{ Event(conformance.Event) }

// A Fan passes events on to several consumers, in order.
type Fan []Consumer

// Event passes e on.
func (f Fan) Event(e conformance.Event) {
	for _, c := range f {
		c.Event(e)
	}
}

// A Run is what documents are made of: all that the events of one run told.
type Run struct {
	Version string // of sbconform
	Start   conformance.RunStart
	Entries []Entry // one for each check that ended, in the order of Start.Plan
	Finish  conformance.RunFinish
}

// An Entry is the result of one check. Its evidence is gone but for the timeline.
type Entry struct {
	conformance.Result
	Timeline []conformance.Moment
	Stderr   string // the last lines of a target that did not answer as a process should, as it wrote them
}

// Topic returns the middle part of the check's id.
func (e Entry) Topic() string { return conformance.Check{ID: e.ID}.Topic() }

// Bounds of what is told of stderr: enough for the end of a stack dump, where the line at fault stands.
const (
	stderrLines = 10
	stderrLine  = 200 // bytes of each
)

// lastLines returns the end of what a target wrote to stderr.
func lastLines(stderr []byte) string {
	lines := strings.Split(strings.TrimRight(string(stderr), "\r\n"), "\n")
	lines = lines[max(0, len(lines)-stderrLines):]
	for i, line := range lines {
		lines[i] = conformance.Clip(line, stderrLine)
	}
	return strings.Join(lines, "\n")
}

// A Recorder is the consumer that collects a Run.
type Recorder struct {
	version string
	start   conformance.RunStart
	place   map[string]int
	entries []*Entry // nil for a check that has not ended
	finish  conformance.RunFinish
}

// NewRecorder returns a Recorder that knows nothing but the version of sbconform.
func NewRecorder(version string) *Recorder { return &Recorder{version: version} }

// Event takes note of e.
func (r *Recorder) Event(e conformance.Event) {
	switch {
	case e.Start != nil:
		r.start = *e.Start
		r.entries = make([]*Entry, len(e.Start.Plan))
		r.place = map[string]int{}
		for i, c := range e.Start.Plan {
			r.place[c.ID] = i
		}
	case e.End != nil:
		entry := &Entry{Result: *e.End}
		if ev := e.End.Evidence; ev != nil {
			entry.Timeline = ev.Timeline
			if f := e.End.Failure; f != nil && f.Signature != "" {
				entry.Stderr = lastLines(ev.Stderr)
			}
		}
		entry.Evidence = nil
		if i, ok := r.place[e.End.ID]; ok {
			r.entries[i] = entry
		} else {
			r.entries = append(r.entries, entry)
		}
	case e.Finish != nil:
		r.finish = *e.Finish
	}
}

// Run returns what was noted so far.
func (r *Recorder) Run() Run {
	run := Run{Version: r.version, Start: r.start, Finish: r.finish}
	for _, e := range r.entries {
		if e != nil {
			run.Entries = append(run.Entries, *e)
		}
	}
	return run
}
