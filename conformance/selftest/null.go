package selftest

import (
	"bufio"
	"io"
	"time"

	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// nulls are programs of both roles that answer without looking. They fail nearly everything, or the checks look
// at too little.
func nulls() []Subject {
	engineHello := reference.Reference()
	refusal := func(code protocol.Code) *protocol.ErrorBody {
		return &protocol.ErrorBody{Code: string(code), Message: "always"}
	}
	var out []Subject
	for _, role := range []struct {
		name, prefix string
		hello, error any
	}{
		{engine.RoleEngine, "", &engineHello, refusal(protocol.CodeMalformedRequest)},
		{engine.RoleAgent, "agent ", &protocol.AgentHelloOK{BotName: "null", BotVersion: "0"}, refusal(protocol.CodeInternalError)},
	} {
		answer := func(body any) func([]byte) []byte {
			return func(line []byte) []byte { return protocol.AppendResponse(nil, idOf(line), body) }
		}
		for _, n := range []struct {
			name, fault string
			answer      func(line []byte) []byte // nil for no answer
		}{
			{"silent", "never answers", nil},
			{"echo", "answers each line by itself", func(line []byte) []byte { return line }},
			{"constant", "answers each line {}", func([]byte) []byte { return []byte("{}") }},
			{"always-error", "answers each request an error", answer(role.error)},
			{"always-hello-ok", "answers each request hello_ok", answer(role.hello)},
		} {
			out = append(out, Subject{
				Name: role.prefix + n.name, Role: role.name, Kind: Null, Fault: n.fault, command: answering(n.answer),
				limits: process.Limits{Startup: 300 * time.Millisecond, Answer: 300 * time.Millisecond, Exit: 300 * time.Millisecond},
			})
		}
	}
	return out
}

// answering is a target that answers each line as answer says.
func answering(answer func(line []byte) []byte) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		if answer == nil {
			_, err := io.Copy(io.Discard, stdin)
			return err
		}
		in := bufio.NewReader(stdin)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return nil
			}
			if _, err := stdout.Write(append(answer(line[:len(line)-1]), '\n')); err != nil {
				return nil
			}
		}
	})
}

func idOf(line []byte) string {
	v, err := wire.Parse(line)
	if err != nil {
		return ""
	}
	return v.Get("request_id").Str()
}
