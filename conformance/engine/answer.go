package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An Answer is one legal answer of the target to a request that it was sent.
type Answer struct {
	e    *E
	sent text
	line []byte
	msg  protocol.Message
}

// Code returns the code of an error answer, "" of another.
func (a Answer) Code() protocol.Code {
	if body, ok := a.msg.Body.(*protocol.ErrorBody); ok {
		return protocol.Code(body.Code)
	}
	return ""
}

// String names the answer by its type, an error by its code too.
func (a Answer) String() string {
	if c := a.Code(); c != "" {
		return "error " + string(c)
	}
	return a.msg.Type
}

// Decision returns the decision that the answer is, or nil. Its seat_decision is held to no more than
// it takes to go on playing: whether it is legal, the checks of Section 11.3 judge, so that one bad
// field does not fail every check that plays.
func (a Answer) Decision() *protocol.Decision {
	d, _ := a.msg.Body.(*protocol.Decision)
	if d == nil || len(d.SeatDecision.Candidates) > 0 {
		return d
	}
	d.SeatDecision = protocol.ReadSeatDecision(a.msg.Value.Get("seat_decision"))
	if !slices.Contains(protocol.Seats[:], d.SeatDecision.ActingSeat) || len(d.SeatDecision.Candidates) == 0 {
		_, fault := new(protocol.Decoder).EngineResponse(a.line)
		if fault == nil {
			a.e.Errorf("a legal decision can't be played: %s", suite.Show(a.line))
		}
		a.e.Fail(illegal(fault, a.line))
	}
	return d
}

// decision is Decision for an Answer that may be none at all.
func (a Answer) decision() *protocol.Decision {
	if a.e == nil {
		return nil
	}
	return a.Decision()
}

// illegal is the failure of an answer that is no legal message.
func illegal(fault *protocol.Fault, line []byte) conformance.Failure {
	return suite.Malformed(fault, line, "an answer that is no legal message", "a message of Section 9, field by field")
}

// Terminal returns the terminal that the answer is, or nil.
func (a Answer) Terminal() *protocol.Terminal {
	t, _ := a.msg.Body.(*protocol.Terminal)
	return t
}

// WantError fails unless the answer is an error with one of the codes. what tells which request it
// answers, as "a reset without /rules".
func (a Answer) WantError(what string, codes ...protocol.Code) {
	if slices.Contains(codes, a.Code()) {
		return
	}
	cause, where := conformance.WrongType, "/response_type"
	if a.Code() != "" {
		cause, where = conformance.WrongCode, "/error/code"
	}
	a.fail(cause, what+" is answered "+a.String(), where, "error "+join(codes))
}

// WantUnreadable is WantError for a request whose id can't be read: the answer carries "".
func (a Answer) WantUnreadable(what string, codes ...protocol.Code) {
	a.WantError(what, codes...)
	if a.msg.ID != "" {
		a.fail(conformance.WrongValue, what+" is answered with an id that can't have been read", "/request_id", `request_id ""`)
	}
}

// WantDecision fails unless the answer is a decision, and returns it.
func (a Answer) WantDecision(what string) *protocol.Decision {
	d := a.Decision()
	if d == nil {
		a.wrongType(what, "decision")
	}
	return d
}

// WantTerminal fails unless the answer is a terminal, and returns it.
func (a Answer) WantTerminal(what string) *protocol.Terminal {
	t := a.Terminal()
	if t == nil {
		a.wrongType(what, "terminal")
	}
	return t
}

// WantType fails unless the answer has that response_type.
func (a Answer) WantType(what, responseType string) {
	if a.msg.Type != responseType {
		a.wrongType(what, responseType)
	}
}

func (a Answer) wrongType(what, want string) {
	a.e.Fail(suite.WrongType(what+" is answered "+a.String(), want, a.line))
}

// WantSame fails unless the answer has the value that b has, whatever its layout.
func (a Answer) WantSame(what string, b Answer) {
	if wire.Equal(a.msg.Value, b.msg.Value) {
		return
	}
	where, was, is := difference(b.msg.Value, a.msg.Value)
	a.e.Fail(conformance.Failure{
		Cause: conformance.WrongValue, Message: what + " is answered otherwise than before",
		Where: where, Expected: suite.Show(was), Got: suite.Show(is),
	})
}

// fail fails with the answer as what was got.
func (a Answer) fail(cause conformance.Cause, message, where, want string) {
	a.e.Fail(conformance.Failure{Cause: cause, Message: message, Where: where, Expected: want, Got: suite.Show(a.line)})
}

// difference finds the first place where two values differ, as a JSON pointer, with both texts there.
func difference(a, b wire.Value) (pointer string, was, is []byte) {
	if a.Kind() == b.Kind() && a.Len() == b.Len() {
		switch a.Kind() {
		case wire.Object:
			for m := range a.Members() {
				other := b.Get(m.Key.Str())
				if !other.Exists() || !wire.Equal(m.Value, other) {
					p, was, is := difference(m.Value, other)
					return "/" + m.Key.Str() + p, was, is
				}
			}
		case wire.Array:
			for i := range a.Len() {
				x, y := a.Elem(i), b.Elem(i)
				if !wire.Equal(x, y) {
					p, was, is := difference(x, y)
					return fmt.Sprintf("/%d%s", i, p), was, is
				}
			}
		}
	}
	return "", a.Raw(), b.Raw()
}

func join(codes []protocol.Code) string {
	var out []string
	for _, c := range codes {
		out = append(out, string(c))
	}
	return strings.Join(out, " or ")
}
