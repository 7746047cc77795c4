package process

import (
	"fmt"

	"github.com/spellbench/sbconform/conformance"
)

// A FaultKind names what is wrong with how a target runs or frames its lines. The list is closed.
type FaultKind string

const (
	StartFailed     FaultKind = "start-failed"      // the operating system would not run it
	Crashed         FaultKind = "crashed"           // it ended although its input was open
	Ended           FaultKind = "ended"             // it ended after its input was closed, and no line was left
	OutputClosed    FaultKind = "output-closed"     // it closed its output and lives on
	TimedOut        FaultKind = "timed-out"         // no whole line in time
	InputUnread     FaultKind = "input-unread"      // no line in time, and it has not read what was sent
	Unterminated    FaultKind = "unterminated"      // bytes came, and no newline after them
	NeverFlushed    FaultKind = "never-flushed"     // the answer came only once its input was closed
	ByteOrderMark   FaultKind = "byte-order-mark"   // a line begins with one
	TextBeforeHello FaultKind = "text-before-hello" // the first line is no answer: a banner, a log line
	StrayText       FaultKind = "stray-text"        // a later line is no answer either
	TwoObjects      FaultKind = "two-objects"       // two answers on one line
	SplitAnswer     FaultKind = "split-answer"      // one answer over several lines
	Unasked         FaultKind = "unasked"           // an answer that nobody asked for
	LineTooLong     FaultKind = "line-too-long"     // more than 8 MiB before the newline
	Flood           FaultKind = "flood"             // more output than anybody could have asked for
	Stopped         FaultKind = "stopped"           // we ended the target ourselves; not its fault
)

// Kinds lists every FaultKind.
func Kinds() []FaultKind {
	return []FaultKind{StartFailed, Crashed, Ended, OutputClosed, TimedOut, InputUnread, Unterminated, NeverFlushed,
		ByteOrderMark, TextBeforeHello, StrayText, TwoObjects, SplitAnswer, Unasked, LineTooLong, Flood, Stopped}
}

// Cause returns the cause that a check reports for a fault of this kind.
func (k FaultKind) Cause() conformance.Cause {
	switch k {
	case StartFailed:
		return conformance.StartFailure
	case Crashed:
		return conformance.Crash
	case Ended, OutputClosed:
		return conformance.NoAnswer
	case TimedOut, InputUnread:
		return conformance.Timeout
	case Unasked, Flood:
		return conformance.ExtraOutput
	case Stopped:
		return conformance.Internal
	}
	return conformance.Framing
}

// A Fault says what a target did wrong as a process.
type Fault struct {
	Kind    FaultKind
	Message string // one sentence, without the target's own text
	Pending []byte // output that belongs to it, raw: at most 1 KiB of it; escape it for where it is shown
	Hint    string // the likely reason, in one sentence; may hold the target's own text, escaped by %q
	Exit    *Exit  // how the target ended, if it has
}

func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Kind, f.Message) }

// Failure returns the fault as the failure that a check reports.
func (f *Fault) Failure() conformance.Failure {
	return conformance.Failure{Cause: f.Kind.Cause(), Message: f.Message, Got: string(f.Pending), Hint: f.Hint}
}

// maxPending bounds Fault.Pending.
const maxPending = 1 << 10

func pending(b []byte) []byte { return append([]byte(nil), b[:min(len(b), maxPending)]...) }
