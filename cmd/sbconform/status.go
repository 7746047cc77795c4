package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

// The exit statuses. Scripts rely on them.
const (
	statusConforms   = 0 // every check that ran is kept
	statusFails      = 1 // the target does not conform, or a line read is bad
	statusUsage      = 2 // wrong usage or configuration; nothing was run
	statusOurs       = 3 // our own failure, or a run that was stopped: no verdict
	statusStale      = 4 // it conforms, and the baseline has entries that excuse nothing any more
	statusNothingRan = 5 // no check was put to the target
)

// A failure ends the command with a status, after a line on stderr if there is one. The console has
// said all there is to say where there is none.
type failure struct {
	status int
	line   string
}

func (f failure) Error() string { return f.line }

// usage is the failure of a command that was called wrongly.
func usage(format string, args ...any) error {
	return failure{statusUsage, fmt.Sprintf(format, args...)}
}

// written makes a failure of ours of an error to read or write.
func written(err error) error {
	if err != nil {
		return failure{statusOurs, err.Error()}
	}
	return nil
}

// outcomes says which status a run ends with.
var outcomes = map[conformance.Outcome]int{
	conformance.Conforms:       statusConforms,
	conformance.DoesNotConform: statusFails,
	conformance.Undecided:      statusOurs,
	conformance.Interrupted:    statusOurs,
	conformance.StaleBaseline:  statusStale,
	conformance.NothingRan:     statusNothingRan,
}

// finish tells of an error and returns the status for it. An error of no other kind is one that cobra
// found in the arguments.
func (w world) finish(err error) int {
	if err == nil {
		return statusConforms
	}
	f := failure{statusUsage, err.Error()}
	errors.As(err, &f)
	if f.line != "" {
		fmt.Fprintf(w.stderr, "sbconform: %s\n", report.VisibleLines(f.line))
	}
	return f.status
}

// protect turns a panic into a failure of ours: Go would end the program with the status of wrong
// usage.
func protect(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = failure{statusOurs, fmt.Sprintf("internal error: %v\n%s", p, debug.Stack())}
		}
	}()
	return f()
}
