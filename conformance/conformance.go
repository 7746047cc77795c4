// Package conformance puts named questions to a target and tells what came of them. It knows no
// protocol: a suite for one is a folder beside it that fills in a Suite.
//
// A Check is one question. The Runner gives it a T, which fails, skips and logs like testing.T, and
// turns the outcome into Events, the only thing that reports read.
package conformance

import (
	"strings"
	"time"
)

// A Level is how strongly the specification words a requirement.
type Level string

const (
	Must   Level = "must"
	Should Level = "should"
	May    Level = "may"
	Info   Level = "info"
)

// Levels lists the levels from the strongest to the weakest.
var Levels = []Level{Must, Should, May, Info}

// AtLeast reports whether l is worded at least as strongly as other.
func (l Level) AtLeast(other Level) bool { return l.rank() <= other.rank() }

func (l Level) rank() int {
	for i, x := range Levels {
		if l == x {
			return i
		}
	}
	return len(Levels)
}

// A Verdict is what came of a check.
type Verdict string

const (
	Pass    Verdict = "pass"
	Fail    Verdict = "fail"  // a requirement at or above the run's level is broken
	Warn    Verdict = "warn"  // a requirement below the run's level is broken
	Inform  Verdict = "info"  // nothing to judge; the detail tells what was seen
	Skipped Verdict = "skip"  // not asked; the detail tells why
	Errored Verdict = "error" // our own fault, never the target's

	Expected Verdict = "expected" // a failure that the baseline expects; it does not count
	Waived   Verdict = "waived"   // a failure that the profile waives by name; it does not count
)

// Verdicts lists the verdicts in the order in which summaries show them.
var Verdicts = []Verdict{Pass, Fail, Expected, Waived, Warn, Inform, Skipped, Errored}

// A Cause says in one word why a check failed. Suites may add a colon and a word of their protocol,
// as in "validator:V4".
type Cause string

const (
	WrongCode      Cause = "wrong-code"     // an error answer with another code
	WrongValue     Cause = "wrong-value"    // an answer of the right kind with a wrong value
	WrongType      Cause = "wrong-type"     // an answer of another kind
	Malformed      Cause = "malformed"      // an answer that breaks its own schema
	Crash          Cause = "crash"          // the target ended when it should not
	Timeout        Cause = "timeout"        // no answer in time
	Framing        Cause = "framing"        // bytes that are not one line for one request
	NoAnswer       Cause = "no-answer"      // the target closed its output
	ExtraOutput    Cause = "extra-output"   // an answer nobody asked for
	StartFailure   Cause = "start-failure"  // the target could not be started
	ExitStatus     Cause = "exit-status"    // it ended with another status than wanted
	LeftProcesses  Cause = "left-processes" // processes of the target outlived it
	Leak           Cause = "leak"           // hidden information in an answer
	Nondeterminism Cause = "nondeterminism" // two equal runs differ
	Internal       Cause = "internal"       // our own fault
)

// A Check is one named question put to a target.
type Check struct {
	ID      string // suite/topic/what, lowercase words; it never changes meaning
	Section string // of the specification, as "9.4"
	Level   Level
	Profile string // the profile that has it; "" for all
	Doc     string // in a sentence, what the specification wants
	Hint    string // in a sentence, what usually causes a failure; may be ""
	Last    bool   // it runs once all others are over, since it tells of them
	Run     func(*T)
}

// Suite returns the first part of the id.
func (c Check) Suite() string {
	suite, _, _ := strings.Cut(c.ID, "/")
	return suite
}

// Topic returns the middle part of the id, by which reports group.
func (c Check) Topic() string {
	if parts := strings.Split(c.ID, "/"); len(parts) > 2 {
		return parts[1]
	}
	return ""
}

// A Suite is a named list of checks.
type Suite struct {
	Name   string
	Checks []Check
	Close  func() // ends what the checks share, once all are over; may be nil
}

// A Failure tells the author of a target what is wrong. Only Cause and Message are required.
type Failure struct {
	Cause    Cause
	Message  string // one sentence
	Expected string // what the text wants
	Got      string // what came
	Where    string // a JSON pointer into the answer, or a byte offset
	Hint     string // the likely reason, in one sentence

	// What a fingerprint needs beside these. Both are the same in every run.
	Request   string // the kind of request that was answered so; "" if it answers none
	Signature string // of a failure of the process: how it failed, as "crashed, exit status 1"
}

// A Row is one line of a transcript: who sent it and what. Message is strict JSON text, or any bytes.
type Row struct {
	Dir     string
	Message []byte
}

// A Moment is one row of the timeline of a target, wire and stderr together.
type Moment struct {
	At   time.Duration // since the target was started
	What string        // send, recv, stderr, note
	Text string        // shortened, as the target wrote it: escape it for where it is shown
}

// Evidence is what a check saw of its target.
type Evidence struct {
	Transcript []Row
	Timeline   []Moment
	Stderr     []byte
}

// A Result is the outcome of one check.
type Result struct {
	ID      string
	Section string
	Level   Level
	Doc     string
	Verdict Verdict
	Failure *Failure // of fail, warn, expected, waived and error
	// Fingerprint is the Failure's, of all but error: what the target did, not what we did.
	Fingerprint string
	Excuse      *Excuse // of expected and waived: why the failure does not count
	Detail      string  // of info and skip; of others the log
	Duration    time.Duration
	Reproducer  string    // the transcript's path, once written
	Replay      string    // the command that replays it
	Command     string    // runs this check alone
	Evidence    *Evidence // of fail, warn and error, if the check had any
}

// An Excuse says why a failure does not count.
type Excuse struct {
	Waiver string // its name; "" if the baseline excuses
	Reason string // in a sentence
	Link   string // where more is told; may be ""
}

// A Summary counts verdicts.
type Summary struct {
	Counts   map[Verdict]int
	Duration time.Duration
}

// Ran counts the checks that were put to the target.
func (s Summary) Ran() int {
	n := 0
	for v, count := range s.Counts {
		if v != Skipped {
			n += count
		}
	}
	return n
}

// An Event is one thing that happened in a run. Exactly one pointer is set.
type Event struct {
	Start  *RunStart
	Begin  *Check // a check begins
	End    *Result
	Finish *RunFinish
}

// RunStart opens the stream of events.
type RunStart struct {
	Suite   string
	Profile string
	Target  TargetInfo
	Checks  int     // that will run
	Plan    []Check // the same, in the order in which reports list them
	Total   int     // checks that the suite has in this profile, chosen or not
	Time    time.Time

	Baseline *BaselineInfo // nil if there is none
}

// A BaselineInfo describes the file of expected failures for reports.
type BaselineInfo struct {
	File    string
	Entries int // that it had when the run began
}

// A TargetInfo describes the target for reports.
type TargetInfo struct {
	Argv   []string // nil for a built-in
	Name   string   // for people
	SHA256 string   // of the executable file, if it could be read
	Hello  []byte   // its greeting as canonical JSON, nil if none was had
}

// RunFinish closes it.
type RunFinish struct {
	Summary     Summary
	Interrupted bool    // the run was stopped before every check had its turn
	Stale       []Stale // entries of the baseline that excuse nothing any more
}

// A Stale is an entry of a baseline that has lost its purpose.
type Stale struct {
	File  string
	Line  int
	Check string // its id
	Why   string // as "it passed"
}
