package faulty

import (
	"io"
	"time"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Null is a program that answers without looking. It fails nearly every check, or the checks look at too
// little.
type Null struct {
	Name, Fault string
	Service     Service
	// Passes is how many checks it may pass all the same: those whose one question it happens to answer.
	Passes int
}

// EngineNulls returns the programs that would pass for an engine.
func EngineNulls() []Null {
	hello := engine.Reference()
	return nulls(&hello, protocol.CodeMalformedRequest, map[string]int{
		"silent": 1, "echo": 1, "constant": 1, "always-error": 1, "always-hello-ok": 40, "hello-ok-then-nothing": 12,
	})
}

// AgentNulls returns the programs that would pass for an agent.
func AgentNulls() []Null {
	return nulls(&protocol.AgentHelloOK{BotName: "null", BotVersion: "0"}, protocol.CodeInternalError, map[string]int{
		"silent": 1, "exits-at-once": 1, "echo": 1, "constant": 1, "always-error": 1, "always-hello-ok": 12, "hello-ok-then-nothing": 12,
	})
}

// nulls returns the programs of a role whose greeting is hello.
func nulls(hello any, code protocol.Code, passes map[string]int) []Null {
	always := func(body any) Program {
		return func(line []byte) []byte { return protocol.AppendResponse(nil, idOf(line), body) }
	}
	out := []Null{
		{Name: "silent", Fault: "never answers", Service: after(0, nil)},
		{Name: "exits-at-once", Fault: "ends before it is asked", Service: func(io.Reader, io.Writer) error { return nil }},
		{Name: "echo", Fault: "answers each line by itself", Service: answering(func(line []byte) []byte { return line })},
		{Name: "constant", Fault: "answers each line {}", Service: answering(func([]byte) []byte { return []byte("{}") })},
		{Name: "always-error", Fault: "answers each request an error", Service: answering(always(&protocol.ErrorBody{Code: string(code), Message: "always"}))},
		{Name: "always-hello-ok", Fault: "answers each request hello_ok", Service: answering(always(hello))},
		{Name: "hello-ok-then-nothing", Fault: "answers the first request hello_ok, and no other", Service: after(1, always(hello))},
	}
	for i := range out {
		out[i].Passes = passes[out[i].Name]
	}
	return out
}

// answering answers each line as p does.
func answering(p Program) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		return wire.Serve(stdin, stdout, func(line []byte, _ bool) ([]byte, error) { return p(line), nil })
	}
}

// after answers so many lines as p does, and no more.
func after(answers int, p Program) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		left := answers
		return wire.Serve(stdin, stdout, func(line []byte, _ bool) ([]byte, error) {
			if left == 0 {
				return nil, nil
			}
			left--
			return p(line), nil
		})
	}
}

func idOf(line []byte) string {
	v, err := wire.Parse(line)
	if err != nil {
		return ""
	}
	return v.Get("request_id").Str()
}

// NullLimits are short, for a null program is judged by what it never says.
func NullLimits() process.Limits {
	const most = 300 * time.Millisecond
	return process.Limits{Startup: most, Answer: most, Exit: most}
}
