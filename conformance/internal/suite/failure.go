package suite

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Show shortens text for people. Reports escape it.
func Show[T ~string | ~[]byte](b T) string {
	const most = 400
	if len(b) <= most {
		return string(b)
	}
	return fmt.Sprintf("%s… (%d bytes)", string(b[:most]), len(b))
}

// Quote spells s as a JSON string.
func Quote(s string) string { return string(wire.AppendString(nil, s)) }

// Sent ends the message of a failure with the request that met it: last, since a title has room for the
// beginning alone, which is to say what happened.
func Sent[T ~string | ~[]byte](request T) string { return "; sent " + Show(request) }

// Framed is the failure of a check whose target broke the framing. what tells what was looked for in vain,
// as "no answer".
func Framed(fault *process.Fault, what string) conformance.Failure {
	f := fault.Failure()
	if !strings.HasPrefix(f.Message, what) { // "no answer: no answer within 10s"
		f.Message = what + ": " + f.Message
	}
	f.Expected = "one line of strict JSON for each request"
	f.Got = Show(f.Got)
	return f
}

// Malformed is the failure of an answer that breaks its schema. what tells what it is instead, and want
// what the text wants of it.
func Malformed(fault *protocol.Fault, answer []byte, what, want string) conformance.Failure {
	return conformance.Failure{
		Cause: conformance.Malformed, Message: what + ": " + fault.Message, Expected: want, Got: Show(answer),
		Where: cmp.Or(fault.Pointer, fmt.Sprintf("byte %d", fault.Offset)),
	}
}

// WrongID is the failure of an answer whose request_id is not the one that it should carry; want says
// which.
func WrongID(want, got string) conformance.Failure {
	return conformance.Failure{
		Cause: conformance.WrongValue, Message: "an answer that carries another request's id",
		Expected: "request_id " + want, Got: Quote(got), Where: "/request_id",
	}
}

// WrongType is the failure of an answer of another response_type. what tells what is answered and by what.
func WrongType(what, want string, answer []byte) conformance.Failure {
	return conformance.Failure{Cause: conformance.WrongType, Message: what, Where: "/response_type", Expected: want, Got: Show(answer)}
}

// notEnded is the failure of a target that goes on.
func notEnded(limit time.Duration) conformance.Failure {
	return conformance.Failure{
		Cause: conformance.Timeout, Message: fmt.Sprintf("the target still ran %v after its stdin was closed", limit),
		Expected: "the end of the process",
	}
}
