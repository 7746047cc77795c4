// Section 2: exactly one JSON object per line, and one response line for one request line.

package process

import (
	"bytes"
	"errors"
	"time"

	"github.com/spellbench/sbconform/reference/wire"
)

// Diagnose names what is wrong with the framing of line, or returns nil: then the line is a line, and
// whether its text is a legal answer is a matter of the protocol. It should be asked about a line that
// is not a legal answer, since it may use up the lines after it.
//
// first says whether it is the first line of the target. next returns, raw, the lines that follow, and
// false when there is none; Diagnose asks only where the answer depends on it, and for 8 MiB at most.
func Diagnose(line []byte, first bool, next func() ([]byte, bool)) *Fault {
	for _, test := range []func([]byte, bool, func() ([]byte, bool)) *Fault{byteOrderMark, twoObjects, splitAnswer, noAnswer} {
		if f := test(line, first, next); f != nil {
			f.Pending = pending(line)
			return f
		}
	}
	return nil
}

func byteOrderMark(line []byte, _ bool, _ func() ([]byte, bool)) *Fault {
	for _, m := range []struct{ mark, encoding string }{{"\xef\xbb\xbf", "UTF-8"}, {"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"}} {
		if bytes.HasPrefix(line, []byte(m.mark)) {
			return &Fault{Kind: ByteOrderMark, Message: "the line begins with a byte order mark of " + m.encoding,
				Hint: "is stdout set to UTF-8 without a byte order mark?"}
		}
	}
	return nil
}

func twoObjects(line []byte, _ bool, _ func() ([]byte, bool)) *Fault {
	at, reason := breaks(line)
	if reason != wire.TrailingData || !isObject(line) || !isObject(line[at:]) {
		return nil
	}
	return &Fault{Kind: TwoObjects, Message: "the line holds more than one object",
		Hint: "is the newline between two answers missing, or one request answered twice?"}
}

// splitAnswer joins the line with those after it. The first error of the joined text tells: if its
// first value ends after the line, the answer was split.
func splitAnswer(line []byte, _ bool, next func() ([]byte, bool)) *Fault {
	_, reason := breaks(line)
	if reason != wire.Truncated || !isObject(line) {
		return nil
	}
	whole := append(bytes.Clone(line), '\n')
	for len(whole) <= wire.MaxLine {
		more, ok := next()
		if !ok {
			break
		}
		whole = append(append(whole, more...), '\n')
	}
	at, reason := breaks(whole)
	switch {
	case reason == wire.ControlCharacter && whole[at] == '\n':
		return &Fault{Kind: SplitAnswer, Message: "the answer goes over several lines, broken inside a string",
			Hint: `is a newline inside a string written as \n?`}
	case reason == 0 || reason == wire.TrailingData:
		return &Fault{Kind: SplitAnswer, Message: "the answer goes over several lines",
			Hint: "is the JSON written without indentation?"}
	}
	return nil
}

// noAnswer is for lines that do not even begin as an object. One that is a JSON value all the same is
// an answer of a wrong kind, unless it is a greeting that the answer follows.
func noAnswer(line []byte, first bool, next func() ([]byte, bool)) *Fault {
	if isObject(line) {
		return nil
	}
	if wire.Check(line) == nil {
		if !first {
			return nil
		}
		if more, ok := next(); !ok || !isObject(more) {
			return nil
		}
	}
	return stray(line, first)
}

// stray is the fault of a line that does not begin as an object.
func stray(line []byte, first bool) *Fault {
	what := "a line that is no answer"
	if len(bytes.TrimSpace(line)) == 0 {
		what = "an empty line"
	}
	f := &Fault{Kind: StrayText, Message: "the target wrote " + what + " among its answers"}
	if first {
		f.Kind, f.Message = TextBeforeHello, "the target wrote "+what+" before its first answer"
	}
	f.Hint = "does it print a banner or a log to stdout? Only answers may go there; the rest goes to stderr"
	return f
}

func isObject(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 0 && b[0] == '{'
}

// breaks tells where and why a text is not strict JSON; reason 0 is none.
func breaks(text []byte) (at int, reason wire.Reason) {
	var e *wire.Error
	if errors.As(wire.Check(text), &e) {
		return e.Offset, e.Reason
	}
	return 0, 0
}

// Diagnose names what is wrong with the framing of a line that Recv or Exchange returned last, or
// returns nil. Where the answer depends on it, it waits for the lines after it and uses them up.
func (p *Process) Diagnose(line []byte) *Fault {
	return Diagnose(bytes.Clone(line), p.received == 1, func() ([]byte, bool) {
		more, err := p.recv(min(p.limits.Answer, settle))
		return more, err == nil
	})
}

// settle is how long the pieces of one answer may be apart.
const settle = 250 * time.Millisecond
