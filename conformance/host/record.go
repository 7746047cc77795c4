package host

// What happened in a run, in the order in which it came to us.

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/host"
)

// A happening is the kind of an event.
type happening string

const (
	started happening = "started" // the host started a program
	heard   happening = "recv"    // a line of the host's came
	told    happening = "send"    // a line of the program's goes to the host
	oddLine happening = "odd"     // bytes of the host's that are no line: too long, or without a terminator
	ended   happening = "ended"   // the host closed the program's stdin, or ended the program
	note    happening = "note"    // what else there is to tell
)

// An event is one thing that happened. What the host does because of something comes after it, for a line is
// told before it is written; of what the host does by itself in two processes, either may come first.
type event struct {
	at   time.Duration // since the start of the run
	role role
	proc int // which process of the role, from 0
	what happening
	line []byte
}

// A record grows while a run goes on.
type record struct {
	start time.Time

	mu     sync.Mutex
	events []event
	last   time.Time // when the host last did something
	size   int
	wake   chan struct{} // told of each event
}

// Bounds of what a run keeps. What a host sends in a run is far less, except the few lines of 8 MiB that some
// runs want.
const (
	maxRecord = 128 << 20 // bytes
	eventSize = 512       // that an event takes beside its line
)

func newRecord() *record {
	now := time.Now()
	return &record{start: now, last: now, wake: make(chan struct{}, 1)}
}

// add notes an event and returns its place, -1 once the record is full.
func (r *record) add(who role, proc int, what happening, line []byte) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	if what != told && what != note {
		r.last = now
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
	if r.size += len(line) + eventSize; r.size > maxRecord {
		return -1
	}
	r.events = append(r.events, event{now.Sub(r.start), who, proc, what, bytes.Clone(line)})
	return len(r.events) - 1
}

func (r *record) notef(who role, proc int, format string, args ...any) int {
	return r.add(who, proc, note, fmt.Appendf(nil, format, args...))
}

// flooded ends the record: what the host says no longer answers anything.
func (r *record) flooded() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.size = maxRecord + 1
}

// full reports whether events were left out.
func (r *record) full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size > maxRecord
}

// quiet returns since when the host has done nothing.
func (r *record) quiet() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Since(r.last)
}

// taken returns the events so far; nobody changes them.
func (r *record) taken() []event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.events[:len(r.events):len(r.events)]
}

// dirs names the direction of a line in a transcript (Section 16).
func dir(e event) string {
	switch {
	case e.role == engineRole && e.what == told:
		return host.EngineToHost
	case e.role == engineRole:
		return host.HostToEngine
	case e.what == told:
		return host.AgentToHost
	}
	return host.HostToAgent
}

// transcript returns the lines of events.
func transcript(events []event) (rows []conformance.Row) {
	for _, e := range events {
		switch e.what {
		case heard, told, oddLine:
			rows = append(rows, conformance.Row{Dir: dir(e), Message: e.line})
		}
	}
	return rows
}

// maxMoment is how much of a line a timeline shows, in bytes.
const maxMoment = 300

// timeline returns events for people. Each begins with the name of the program, and from its second process
// on with the number of that.
func timeline(events []event) (moments []conformance.Moment) {
	for _, e := range events {
		who := e.role.String()
		if e.proc > 0 {
			who += fmt.Sprintf("#%d", e.proc+1)
		}
		what := string(e.what)
		if e.what == oddLine {
			what = string(heard)
		}
		moments = append(moments, conformance.Moment{At: e.at, What: what, Text: who + ": " + conformance.Clip(string(e.line), maxMoment)})
	}
	return moments
}
