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
	Unserved        FaultKind = "unserved"          // we lack what running it takes, as files or memory; not its fault
)

var causes = []struct {
	kind  FaultKind
	cause conformance.Cause
}{
	{StartFailed, conformance.StartFailure},
	{Crashed, conformance.Crash},
	{Ended, conformance.NoAnswer},
	{OutputClosed, conformance.NoAnswer},
	{TimedOut, conformance.Timeout},
	{InputUnread, conformance.Timeout},
	{Unterminated, conformance.Framing},
	{NeverFlushed, conformance.Framing},
	{ByteOrderMark, conformance.Framing},
	{TextBeforeHello, conformance.Framing},
	{StrayText, conformance.Framing},
	{TwoObjects, conformance.Framing},
	{SplitAnswer, conformance.Framing},
	{LineTooLong, conformance.Framing},
	{Unasked, conformance.ExtraOutput},
	{Flood, conformance.ExtraOutput},
	{Stopped, conformance.Internal},
	{Unserved, conformance.Internal},
}

// Kinds lists every FaultKind.
func Kinds() []FaultKind {
	out := make([]FaultKind, len(causes))
	for i, c := range causes {
		out[i] = c.kind
	}
	return out
}

// Cause returns the cause that a check reports for a fault of this kind; it is Internal for what is no
// fault of the target's.
func (k FaultKind) Cause() conformance.Cause {
	for _, c := range causes {
		if c.kind == k {
			return c.cause
		}
	}
	return conformance.Internal
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
	signature := string(f.Kind)
	if f.Kind == Crashed {
		signature = fmt.Sprintf("%s, %v: %s", f.Kind, f.Exit, conformance.Shape(f.Hint))
	}
	return conformance.Failure{Cause: f.Kind.Cause(), Message: f.Message, Got: string(f.Pending), Hint: f.Hint, Signature: signature}
}

// maxPending bounds Fault.Pending.
const maxPending = 1 << 10

func pending(b []byte) []byte { return append([]byte(nil), b[:min(len(b), maxPending)]...) }
