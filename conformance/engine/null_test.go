package engine

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A null program answers without looking. passes are the checks that it may pass all the same: those
// whose one question it happens to answer.
func TestNullProgramsFail(t *testing.T) {
	hello := text(reference.New(reference.Options{}).Answer([]byte(helloText("h-1"))))
	nulls := []struct {
		name    string
		command process.Command
		passes  int // at most
	}{
		{"silent", process.Serving(func(stdin io.Reader, _ io.Writer) error {
			_, err := io.Copy(io.Discard, stdin)
			return err
		}), 1},
		{"exits at once", process.Command{InProcess: func(io.Reader, io.Writer, io.Writer) error { return nil }}, 0},
		{"echo", answering(func(line string) string { return line }), 1},
		{"constant", constant("{}"), 1},
		{"always error", answering(func(line string) string { return string(refusalText(anyID(text(line)), protocol.CodeMalformedRequest)) }), 1},
		{"always hello_ok", answering(func(line string) string { return string(hello.with("/request_id", suite.Quote(anyID(text(line))))) }), 40},
		{"hello_ok, then nothing", process.Serving(func(stdin io.Reader, stdout io.Writer) error {
			buf := make([]byte, 4096)
			n, err := stdin.Read(buf)
			if err != nil {
				return nil
			}
			id := anyID(text(bytes.TrimSpace(buf[:n])))
			if _, err := io.WriteString(stdout, string(hello.with("/request_id", suite.Quote(id)))+"\n"); err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, stdin)
			return err
		}), 12},
	}
	total := len(Suite(Config{}).Checks)
	for _, n := range nulls {
		t.Run(n.name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			limits := process.Limits{Startup: 300 * time.Millisecond, Answer: 300 * time.Millisecond, Exit: 300 * time.Millisecond}
			results := run(t, Config{Command: n.command, Limits: limits})
			counts := map[conformance.Verdict]int{}
			var passed []string
			for _, r := range results {
				counts[r.Verdict]++
				if r.Verdict == conformance.Pass {
					passed = append(passed, strings.TrimPrefix(r.ID, "engine/"))
				}
				if r.Verdict == conformance.Errored {
					t.Error(describe(r))
				}
			}
			t.Logf("%v in %v; passed: %s", counts, time.Since(begin).Round(time.Millisecond), strings.Join(passed, " "))
			assert.Assert(t, len(passed) <= n.passes, "%d of %d pass: %s", len(passed), total, strings.Join(passed, " "))
		})
	}
}
