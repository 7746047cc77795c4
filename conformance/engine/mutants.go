package engine

// Mutants: the reference engine behind a filter that brings one named fault in. Each names the checks
// that must find it, which is what proves them.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A filter stands between a host and the reference engine: it gets a request and may ask the engine
// what it likes before it answers.
type filter func(line text, ask func(text) text) text

// A mutant is the reference engine with one named fault, and the checks that must find it.
type mutant struct {
	name  string
	kills []string // globs over ids without "engine/"
	with  []string // more globs: checks that run beside them and may pass
	// make returns the fault, with its state.
	make func() filter
	// serve replaces the whole service, for faults that are not in the answers.
	serve func(stdin io.Reader, stdout io.Writer) error
	// reference is a fault that the reference engine itself can be told to have.
	reference string
	// alone runs the mutant as a process of its own, since the fault is in how it ends.
	alone bool
	// strict faults are those that only the strict profile finds.
	strict bool
}

// A Mutant is the reference engine with one named fault.
type Mutant = suite.Mutant

// Mutants returns every fault that the checks of this package are known to find, beside those that the
// reference engine itself can have.
func Mutants() []Mutant {
	var out []Mutant
	for _, m := range mutants() {
		out = append(out, Mutant{
			Name: m.name, Kills: suite.Within("engine", m.kills), With: suite.Within("engine", m.with),
			Profile: m.profile(), Limits: m.limits(), Alone: m.alone, Serve: m.run,
		})
	}
	return out
}

// limits are short for those that never end, whatever is done.
func (m mutant) limits() process.Limits {
	if m.alone {
		return process.Limits{Exit: 200 * time.Millisecond, Answer: time.Second}
	}
	return process.Limits{}
}

func (m mutant) profile() string {
	if m.strict {
		return Strict
	}
	return Spec
}

// run serves the mutant.
func (m mutant) run(stdin io.Reader, stdout io.Writer) error {
	switch {
	case m.serve != nil:
		return m.serve(stdin, stdout)
	case m.reference != "":
		return reference.Serve(stdin, stdout, reference.Options{Mutant: m.reference})
	}
	f := m.make()
	return serveLines(stdin, stdout, func(ask func(text) text, line text) text { return f(line, ask) })
}

// serveLines answers each line as answer says; ask is the reference in the strict reading, which
// refuses whatever any profile refuses.
func serveLines(stdin io.Reader, stdout io.Writer, answer func(ask func(text) text, line text) text) error {
	return serveReference(newStrictReference(), stdin, stdout, answer)
}

// serveReference is serveLines for a reference of one's own, which it closes.
func serveReference(e strictReference, stdin io.Reader, stdout io.Writer, answer func(ask func(text) text, line text) text) error {
	defer e.Close()
	return wire.Serve(stdin, stdout, func(line []byte, tooLong bool) ([]byte, error) {
		if tooLong {
			return e.AnswerTooLong(), nil
		}
		return []byte(answer(e.ask, text(line))), nil
	})
}

// A strictReference is the reference engine that also keeps to the strict profile.
type strictReference struct{ *reference.Engine }

func newStrictReference() strictReference {
	return strictReference{reference.New(reference.Options{Reading: protocol.Strict})}
}

func (s strictReference) ask(line text) text { return text(s.Answer([]byte(line))) }

func refusalText(id string, code protocol.Code) text {
	return text(protocol.AppendResponse(nil, id, &protocol.ErrorBody{Code: string(code), Message: "a mutant's"}))
}

// Building blocks of faults.

func stateless(f filter) func() filter { return func() filter { return f } }

// onAnswer changes answers of one response_type ("" for all).
func onAnswer(responseType string, edit func(line, answer text) text) func() filter {
	return stateless(func(line text, ask func(text) text) text {
		a := ask(line)
		if responseType == "" || a.mustAt("/response_type").StrIs(responseType) {
			return edit(line, a)
		}
		return a
	})
}

// code answers one code in the place of another.
func code(from, to protocol.Code) func() filter {
	return onAnswer("error", func(_, a text) text {
		if a.mustAt("/error/code").StrIs(string(from)) {
			return a.with("/error/code", suite.Quote(string(to)))
		}
		return a
	})
}

// rewrite changes requests before the engine sees them; the answer to them is returned.
func rewrite(edit func(line text) text) func() filter {
	return stateless(func(line text, ask func(text) text) text { return ask(edit(line)) })
}

// refuseIf refuses requests that it should not.
func refuseIf(code protocol.Code, bad func(line text) bool) func() filter {
	return stateless(func(line text, ask func(text) text) text {
		if bad(line) {
			return refusalText(anyID(line), code)
		}
		return ask(line)
	})
}

// isType reports whether a line is a readable request of that type.
func isType(line text, requestType string) bool {
	v, err := wire.Parse([]byte(line))
	return err == nil && v.Get("request_type").StrIs(requestType)
}

func anyID(line text) string {
	for id := range line.ids() {
		if id != "" {
			return id
		}
	}
	return ""
}

func helloText(id string) text { return text(protocol.AppendRequest(nil, id, &protocol.Hello{})) }

// tolerates answers lines that break JSON for one of the reasons as if they were hello.
func tolerates(reasons ...wire.Reason) func() filter {
	return stateless(func(line text, ask func(text) text) text {
		var e *wire.Error
		if errors.As(wire.Check([]byte(line)), &e) && slices.Contains(reasons, e.Reason) {
			return ask(helloText(anyID(line)+"?")).with("/request_id", suite.Quote(anyID(line)))
		}
		return ask(line)
	})
}

// careless reads a line as encoding/json does: the last of equal keys wins, and bad strings are mended.
func careless(line text) text {
	d := json.NewDecoder(strings.NewReader(string(line)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return line
	}
	out, err := json.Marshal(v)
	if err != nil || wire.Check(out) != nil {
		return line
	}
	return text(out)
}

// misjudges refuses requests of one type that have one defect in any field for another reason.
func misjudges(requestType, defect string) func() filter {
	return stateless(func(line text, ask func(text) text) text {
		if isType(line, requestType) {
			if _, f := protocol.DecodeEngineRequest([]byte(line)); f != nil && f.Code == protocol.CodeMalformedRequest && hasDefect(line, defect) {
				return refusalText(anyID(line), protocol.CodeGameAlreadyActive)
			}
		}
		return ask(line)
	})
}

// hasDefect guesses which of the defects of section04_decoding.go a request has.
func hasDefect(line text, defect string) bool {
	switch defect {
	case "unknown-field":
		return strings.Contains(string(line), `surplus":0`)
	case "null":
		return strings.Contains(string(line), `:null`) || strings.Contains(string(line), `[null`) || strings.Contains(string(line), `,null`)
	case "negative":
		return strings.Contains(string(line), `:-1`)
	case "beyond-u32":
		return strings.Contains(string(line), `:4294967296`)
	}
	_, f := protocol.DecodeEngineRequest([]byte(line))
	missing := strings.HasPrefix(f.Message, "missing")
	boolean := f.Pointer != "" && func() bool {
		v, ok := line.at(f.Pointer)
		return ok && (v.Kind() == wire.Bool || v.Kind() == wire.Int && v.Int() == 0)
	}()
	return map[string]bool{"missing": missing, "boolean": !missing && boolean, "mistyped": !missing && !boolean}[defect]
}

// followed is a fault that depends on the decision that is pending.
func followed(f func(pending, line text, ask func(text) text) text) func() filter {
	return func() filter {
		var pending text
		return func(line text, ask func(text) text) text {
			a := f(pending, line, ask)
			if a.mustAt("/response_type").StrIs("decision") {
				pending = a
			}
			return a
		}
	}
}

// semanticOf returns the semantic of the candidate that a step chooses; "" if there is none.
func semanticOf(pending, step text) text {
	if pending == "" || !isType(step, "step") {
		return ""
	}
	at, ok := step.at("/selection/candidate_id")
	if !ok || at.Kind() != wire.Int {
		return ""
	}
	v, ok := pending.at(fmt.Sprintf("/seat_decision/candidates/%d/semantic", at.Int()))
	if !ok {
		return ""
	}
	return text(v.Raw())
}

// toleratesEcho takes an echo for the semantic if same says so.
func toleratesEcho(same func(semantic, echo text) bool) func() filter {
	return followed(func(pending, line text, ask func(text) text) text {
		if s := semanticOf(pending, line); s != "" {
			echo := text(line.mustAt("/selection/semantic_echo").Raw())
			if same(s, echo) {
				return ask(line.with("/selection/semantic_echo", string(s)))
			}
		}
		return ask(line)
	})
}

// disguised changes the text of decisions, and takes the changed semantics back in echoes.
func disguised(edit func(decision text) text) func() filter {
	return followed2(func(pending, shown, line text, ask func(text) text) (real, answer text) {
		if s := semanticOf(shown, line); s != "" && s == text(line.mustAt("/selection/semantic_echo").Raw()) {
			line = line.with("/selection/semantic_echo", string(semanticOf(pending, line)))
		}
		real = ask(line)
		if real.mustAt("/response_type").StrIs("decision") {
			return real, edit(real)
		}
		return real, real
	})
}

// followed2 is followed where the decision that is shown is another than the real one.
func followed2(f func(pending, shown, line text, ask func(text) text) (real, answer text)) func() filter {
	return func() filter {
		var pending, shown text
		return func(line text, ask func(text) text) text {
			real, answer := f(pending, shown, line, ask)
			if real.mustAt("/response_type").StrIs("decision") {
				pending, shown = real, answer
			}
			return answer
		}
	}
}

// Faults in the service itself.

// serveAll is the reference engine without a fault.
func serveAll(stdin io.Reader, stdout io.Writer) error {
	return reference.Serve(stdin, stdout, reference.Options{})
}

// program is the reference in the strict reading, line by line.
func program() faulty.Program {
	return newStrictReference().Answer
}

// limited reads lines of at most most bytes. What is longer is refused and, if it resumes, cut into
// lines of that size.
func limited(most int, resumes bool) func(io.Reader, io.Writer) error {
	return func(stdin io.Reader, stdout io.Writer) error {
		e := newStrictReference()
		defer e.Close()
		in := bufio.NewReaderSize(stdin, 16) // the least: it decides where a line is cut
		for {
			var line []byte
			long := false
			for {
				part, err := in.ReadSlice('\n')
				line = append(line, part...)
				if len(line) > most+1 {
					long = true
					if resumes {
						break
					}
					line = line[:0]
				}
				if err == nil {
					break
				}
				if !errors.Is(err, bufio.ErrBufferFull) {
					return nil
				}
			}
			a := refusalText("", protocol.CodeMalformedJSON)
			if !long {
				a = e.ask(text(bytes.TrimSuffix(line, []byte("\n"))))
				if len(line) > wire.MaxLine && a.mustAt("/response_type").StrIs("error") { // the padding is all there is to it
					a = e.ask(text(bytes.TrimRight(line, " \n")))
				}
			}
			if _, err := stdout.Write([]byte(a + "\n")); err != nil {
				return nil
			}
		}
	}
}

func reference0() protocol.EngineHelloOK { return reference.Reference() }

// spoiled is an engine that answers as it should until it has served so many hellos.
func spoiled(after int) func(stdin io.Reader, stdout io.Writer) error {
	return func(stdin io.Reader, stdout io.Writer) error {
		served := 0
		return serveLines(stdin, stdout, func(ask func(text) text, line text) text {
			if isType(line, "hello") {
				served++
			}
			a := ask(line)
			if served > after && a.mustAt("/response_type").StrIs("error") {
				return a.with("/error/code", `"probe_refused"`)
			}
			return a
		})
	}
}
