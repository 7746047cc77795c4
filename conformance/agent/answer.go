package agent

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An Answer is one readable answer of the target to a request that it was sent.
type Answer struct {
	a    *A
	sent text
	line []byte
	msg  protocol.Message
}

// Code returns the code of an error answer, "" of another.
func (a Answer) Code() string {
	if body, ok := a.msg.Body.(*protocol.ErrorBody); ok {
		return "error " + body.Code
	}
	return ""
}

// String names the answer by its type, an error by its code.
func (a Answer) String() string {
	if c := a.Code(); c != "" {
		return c
	}
	return a.msg.Type
}

// isnt is the failure of an answer that has another response_type, else nil.
func (a Answer) isnt(what, responseType string) *conformance.Failure {
	if a.msg.Type == responseType {
		return nil
	}
	return new(suite.WrongType(what+" is answered "+a.String(), responseType, a.line))
}

// Want fails unless the answer has that response_type. what tells which request it answers.
func (a Answer) Want(what, responseType string) {
	if f := a.isnt(what, responseType); f != nil {
		a.a.Fail(*f)
	}
}

// WantError fails unless the answer is an error that carries the id of its request or, if unreadable,
// the empty one. Which code fits, implementations judge differently.
func (a Answer) WantError(what string) { a.Want(what, "error") }

// WantCandidate fails unless the answer chooses one of the decision's candidates, and returns which.
func (a Answer) WantCandidate() int {
	a.Want("a legal choose", "choice")
	c := a.msg.Body.(*protocol.Choice)
	candidates := a.sent.value().Get("decision").Get("candidates")
	if c.CandidateID < 0 || c.CandidateID >= int64(candidates.Len()) {
		a.invalid("no candidate has the chosen candidate_id", "/selection/candidate_id",
			fmt.Sprintf("an integer from 0 to %d", candidates.Len()-1), strconv.FormatInt(c.CandidateID, 10))
	}
	return int(c.CandidateID)
}

// WantChoice is WantCandidate that also holds the optional echoes to the decision (Section 10.3).
func (a Answer) WantChoice() int {
	at := a.WantCandidate()
	c := a.msg.Body.(*protocol.Choice)
	decision := a.sent.value().Get("decision")
	for _, echo := range []struct {
		name string
		got  []byte
		want wire.Value
	}{
		{"seat_step", c.SeatStepJSON, decision.Get("seat_step")},
		{"semantic_echo", c.EchoJSON, decision.Get("candidates").Elem(at).Get("semantic")},
	} {
		if want := echo.want.AppendCanonical(nil); echo.got != nil && !bytes.Equal(echo.got, want) {
			a.invalid("the optional "+echo.name+" is there and is not the decision's", "/selection/"+echo.name, suite.Show(want), suite.Show(echo.got))
		}
	}
	return at
}

func (a Answer) invalid(message, where, want, got string) {
	a.a.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: message, Where: where, Expected: want, Got: got})
}
