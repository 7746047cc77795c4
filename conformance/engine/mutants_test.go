package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
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

func (m mutant) profile() string {
	if m.strict {
		return Strict
	}
	return Spec
}

// run serves the mutant.
func (m mutant) run(stdin io.Reader, stdout io.Writer) error {
	if m.serve != nil {
		return m.serve(stdin, stdout)
	}
	f := m.make()
	return serveLines(stdin, stdout, func(ask func(text) text, line text) text { return f(line, ask) })
}

// serveLines answers each line as answer says; ask is the reference in the strict reading, which
// refuses whatever any profile refuses.
func serveLines(stdin io.Reader, stdout io.Writer, answer func(ask func(text) text, line text) text) error {
	e := newStrictReference()
	defer e.Close()
	in := wire.NewReader(stdin)
	for {
		line, err := in.ReadLine()
		var out text
		switch {
		case errors.Is(err, wire.ErrLineTooLong):
			out = text(e.AnswerTooLong())
		case err == nil, errors.Is(err, io.ErrUnexpectedEOF):
			out = answer(e.ask, text(bytes.Clone(line)))
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
		if _, err := stdout.Write([]byte(out + "\n")); err != nil {
			return err
		}
	}
}

// A strictReference is the reference engine that also keeps to the strict profile.
type strictReference struct{ *reference.Engine }

func newStrictReference() strictReference {
	return strictReference{reference.New(reference.Options{Reading: protocol.Strict})}
}

func (s strictReference) ask(line text) text { return text(bytes.Clone(s.Answer([]byte(line)))) }

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
			return a.with("/error/code", quote(string(to)))
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
			return ask(helloText(anyID(line)+"?")).with("/request_id", quote(anyID(line)))
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

// TestMutants runs the checks that each mutant names against it: each must fail.
func TestMutants(t *testing.T) {
	all := Suite(Config{Profile: Strict}).Checks
	hit := map[string]bool{}
	for _, m := range mutants() {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			var patterns []string
			for _, k := range append(m.kills, m.with...) {
				patterns = append(patterns, "engine/"+k)
			}
			results := run(t, Config{Command: m.command(t), Profile: m.profile(), Limits: m.limits()}, patterns...)
			for _, r := range results {
				beside := slices.ContainsFunc(m.with, func(p string) bool { ok, _ := conformance.Match("engine/"+p, r.ID); return ok })
				if r.Verdict != conformance.Fail && !beside {
					t.Errorf("survives: %s", describe(r))
				}
			}
		})
		for _, k := range m.kills {
			for _, c := range all {
				if ok, _ := conformance.Match("engine/"+k, c.ID); ok {
					hit[c.ID] = true
				}
			}
		}
	}
	var idle []string
	for _, c := range all {
		if !hit[c.ID] && c.Level != conformance.Info {
			idle = append(idle, c.ID)
		}
	}
	assert.Assert(t, len(idle) == 0, "checks that no mutant proves:\n%s", strings.Join(idle, "\n"))
}

// mutantVariable names the mutant that the test binary runs as instead of testing.
const mutantVariable = "SBCONFORM_ENGINE_MUTANT"

func TestMain(m *testing.M) {
	if name := os.Getenv(mutantVariable); name != "" {
		for _, x := range mutants() {
			if x.name == name {
				if err := x.run(os.Stdin, os.Stdout); err != nil {
					os.Exit(1)
				}
				os.Exit(0)
			}
		}
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// limits are short for those that never end, whatever is done.
func (m mutant) limits() process.Limits {
	if m.alone {
		return process.Limits{Exit: 200 * time.Millisecond, Answer: time.Second}
	}
	return process.Limits{}
}

func (m mutant) command(t *testing.T) process.Command {
	if m.reference != "" {
		return builtin(reference.Options{Mutant: m.reference})
	}
	if m.alone {
		self, err := os.Executable()
		assert.NilError(t, err)
		return process.Command{Argv: []string{filepath.Clean(self)}, Env: []string{mutantVariable + "=" + m.name}}
	}
	return process.Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error { return m.run(stdin, stdout) }}
}

// Faults in the service itself.

// banner writes a line before anything is asked.
func banner(stdin io.Reader, stdout io.Writer) error {
	if _, err := io.WriteString(stdout, "engine ready\n"); err != nil {
		return err
	}
	return reference.Serve(stdin, stdout, reference.Options{})
}

// readingChunks takes what one read returns for a line.
func readingChunks(stdin io.Reader, stdout io.Writer) error {
	e := newStrictReference()
	defer e.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := stdin.Read(buf)
		if err != nil {
			return nil
		}
		for _, line := range bytes.SplitAfter(buf[:n], []byte("\n")) {
			if len(line) == 0 {
				continue
			}
			if _, err := stdout.Write([]byte(e.ask(text(bytes.TrimSuffix(line, []byte("\n")))) + "\n")); err != nil {
				return nil
			}
		}
	}
}

// decodingChunks mends what each read returns to UTF-8 by itself.
func decodingChunks(stdin io.Reader, stdout io.Writer) error {
	r, w := io.Pipe()
	go func() {
		buf := make([]byte, 64<<10)
		for {
			n, err := stdin.Read(buf)
			if err != nil {
				w.Close()
				return
			}
			if _, err := w.Write(bytes.ToValidUTF8(buf[:n], []byte("\ufffd"))); err != nil {
				return
			}
		}
	}()
	defer r.Close()
	return reference.Serve(r, stdout, reference.Options{})
}

// keepingCR takes the \r of a terminator for a part of the line, and refuses it.
func keepingCR(stdin io.Reader, stdout io.Writer) error {
	e := newStrictReference()
	defer e.Close()
	in := bufio.NewReaderSize(stdin, 1<<20)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil
		}
		a := e.ask(text(strings.TrimSuffix(line, "\n")))
		if strings.HasSuffix(line, "\r\n") {
			a = refusalText("", protocol.CodeMalformedJSON)
		}
		if _, err := stdout.Write([]byte(a + "\n")); err != nil {
			return nil
		}
	}
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

// lingering serves, and does not end with its input if stays says so.
func lingering(stays func(asked int, inGame, inLine bool) bool) func(io.Reader, io.Writer) error {
	return func(stdin io.Reader, stdout io.Writer) error {
		asked, inGame, tail := 0, false, byte('\n')
		in := &tailReader{r: stdin, last: &tail}
		err := serveLines(in, stdout, func(ask func(text) text, line text) text {
			asked++
			a := ask(line)
			if a.mustAt("/response_type").StrIs("decision") {
				inGame = true
			}
			return a
		})
		if stays(asked, inGame, tail != '\n') {
			time.Sleep(time.Hour)
		}
		return err
	}
}

type tailReader struct {
	r    io.Reader
	last *byte
}

func (t *tailReader) Read(b []byte) (int, error) {
	n, err := t.r.Read(b)
	if n > 0 {
		*t.last = b[n-1]
	}
	return n, err
}

// parenting leaves a child behind that outlives it.
func parenting(stdin io.Reader, stdout io.Writer) error {
	child := exec.Command("sleep", "60")
	if err := child.Start(); err != nil {
		return err
	}
	return reference.Serve(stdin, stdout, reference.Options{})
}

// failing ends with an error once its input ends.
func failing(stdin io.Reader, stdout io.Writer) error {
	if err := reference.Serve(stdin, stdout, reference.Options{}); err != nil {
		return err
	}
	return io.ErrUnexpectedEOF
}

func reference0() protocol.EngineHelloOK { return reference.Reference() }
