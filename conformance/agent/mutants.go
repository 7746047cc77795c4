package agent

// Mutants: the reference agent behind a filter that brings one named fault in. Each names the checks
// that must find it, which is what proves them.

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A filter stands between a host and a reference agent: it gets a request and may ask the agent what it
// likes before it answers. An answer of "" is none.
type filter func(line text, ask func(text) text) text

// A mutant is the reference agent uniform with one named fault, and the checks that must find it.
type mutant struct {
	name  string
	kills []string // globs over ids without "agent/"
	// make returns the fault, with its state.
	make func() filter
	// serve replaces the whole service, for faults that are not in the answers.
	serve func(stdin io.Reader, stdout io.Writer) error
	// alone runs the mutant as a process of its own, since the fault is in how it ends.
	alone bool
	// slow faults are told by waiting in vain.
	slow bool
}

func newReference() func(text) text {
	answer := program()
	return func(line text) text { return text(answer([]byte(line))) }
}

// A Mutant is a reference agent with one named fault.
type Mutant = suite.Mutant

// Mutants returns every fault that the checks of this package are known to find.
func Mutants() []Mutant {
	var out []Mutant
	for _, m := range mutants() {
		out = append(out, Mutant{
			Name: m.name, Kills: suite.Within("agent", m.kills), Profile: Strict, Limits: m.limits(), Alone: m.alone, Serve: m.run,
		})
	}
	return out
}

// run serves the mutant.
func (m mutant) run(stdin io.Reader, stdout io.Writer) error {
	if m.serve != nil {
		return m.serve(stdin, stdout)
	}
	return serveLines(stdin, stdout, m.make())
}

// tooLong stands for a line of more than 8 MiB in filters.
const tooLong = text("too long")

func serveLines(stdin io.Reader, stdout io.Writer, f filter) error {
	ask := newReference()
	return wire.Serve(stdin, stdout, func(line []byte, long bool) ([]byte, error) {
		x := text(line)
		if long {
			x = tooLong
		}
		switch out := f(x, ask); out {
		case crash:
			return nil, errors.New("crashed")
		case "":
			return nil, nil
		default:
			return []byte(out), nil
		}
	})
}

// crash is the answer of a mutant that ends instead.
const crash = text("crash")

// Building blocks of faults.

func stateless(f filter) func() filter { return func() filter { return f } }

// isType reports whether a line is a readable request of that type.
func isType(line text, requestType string) bool {
	return line.value().Get("request_type").StrIs(requestType)
}

func refused(line text) text {
	return text(protocol.AppendResponse(nil, line.value().Get("request_id").Str(), &protocol.ErrorBody{Code: string(protocol.CodeMalformedRequest), Message: "a mutant's"}))
}

// refuses answers an error to requests that it should serve.
func refuses(bad func(line text, v wire.Value) bool) func() filter {
	return stateless(func(line text, ask func(text) text) text {
		if v := line.value(); v.Exists() && bad(line, v) {
			return refused(line)
		}
		return ask(line)
	})
}

// answers edits the answers to requests of one type.
func answers(requestType string, edit func(line text, n *protocolgen.Node)) func() filter {
	return stateless(func(line text, ask func(text) text) text {
		a := ask(line)
		if isType(line, requestType) {
			return a.edited(func(n *protocolgen.Node) { edit(line, n) })
		}
		return a
	})
}

// writes edits the text of the answers to requests of one type.
func writes(requestType string, edit func(a text) text) func() filter {
	return stateless(func(line text, ask func(text) text) text {
		if a := ask(line); isType(line, requestType) {
			return edit(a)
		} else {
			return a
		}
	})
}

func replaced(old, new string) func(text) text {
	return func(a text) text { return text(strings.Replace(string(a), old, new, 1)) }
}

// A pin is what an agent must not stumble over, at a pointer of a request.
func pinned(requestType, pointer string, bad func(v wire.Value) bool) func() filter {
	return refuses(func(_ text, v wire.Value) bool {
		return v.Get("request_type").StrIs(requestType) && bad(protocol.At(v, pointer))
	})
}

func is(s string) func(wire.Value) bool { return func(v wire.Value) bool { return v.StrIs(s) } }
func above(n int64) func(wire.Value) bool {
	return func(v wire.Value) bool { return v.Kind() == wire.Int && v.Int() > n }
}
func below(n int64) func(wire.Value) bool {
	return func(v wire.Value) bool { return v.Kind() == wire.Int && v.Int() < n }
}
func longerThan(n int) func(wire.Value) bool { return func(v wire.Value) bool { return v.Len() > n } }
func empty(v wire.Value) bool                { return v.Exists() && v.Len() == 0 }
func null(v wire.Value) bool                 { return v.IsNull() }
func isTrue(v wire.Value) bool               { return v.Bool() }
func isText(v wire.Value) bool               { return v.Kind() == wire.String }
func contains(s string) func(wire.Value) bool {
	return func(v wire.Value) bool { return bytes.Contains(v.Raw(), []byte(s)) }
}
func has(s string) func(text, wire.Value) bool {
	return func(line text, _ wire.Value) bool { return strings.Contains(string(line), s) }
}

// limits are short where a fault shows by silence.
func (m mutant) limits() process.Limits {
	if m.slow {
		return process.Limits{Startup: time.Second, Answer: time.Second, Exit: 500 * time.Millisecond}
	}
	return process.Limits{}
}

// Services with faults of their own.

// serveAll is the reference agent without a fault.
func serveAll(stdin io.Reader, stdout io.Writer) error {
	return reference.Serve(stdin, stdout, reference.Options{Policy: "uniform"})
}

// program is the same, line by line.
func program() faulty.Program {
	a, err := reference.New(reference.Options{Policy: "uniform"})
	if err != nil {
		panic(err) // there is such a policy
	}
	return a.Answer
}

// scanning reads lines of at most most bytes, and ends at a longer one, as a line scanner does.
func scanning(most int) func(io.Reader, io.Writer) error {
	return func(stdin io.Reader, stdout io.Writer) error {
		ask, in := newReference(), bufio.NewScanner(stdin)
		in.Buffer(nil, most)
		for in.Scan() {
			if _, err := io.WriteString(stdout, string(ask(text(in.Text())))+"\n"); err != nil {
				return err
			}
		}
		return in.Err()
	}
}
