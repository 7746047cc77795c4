package agent

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// answering answers each line without looking at more than its id.
func answering(answer func(id string) string) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return serveLines(stdin, stdout, func(line text, _ func(text) text) text {
			return text(answer(line.value().Get("request_id").Str()))
		})
	})
}

// A null program answers without looking. It may pass those checks whose one question it happens to
// answer.
func TestNullProgramsFail(t *testing.T) {
	hello := func(id string) string {
		return string(protocol.AppendResponse(nil, id, &protocol.AgentHelloOK{BotName: "null", BotVersion: "0"}))
	}
	for _, n := range []struct {
		name    string
		command process.Command
		passes  int // at most
	}{
		{"silent", process.Serving(func(stdin io.Reader, _ io.Writer) error {
			_, err := io.Copy(io.Discard, stdin)
			return err
		}), 1},
		{"exits at once", process.Command{InProcess: func(io.Reader, io.Writer, io.Writer) error { return nil }}, 1},
		{"echo", process.Serving(func(stdin io.Reader, stdout io.Writer) error {
			_, err := io.Copy(stdout, stdin)
			return err
		}), 1},
		{"constant", answering(func(string) string { return "{}" }), 1},
		{"always hello_ok", answering(hello), 12},
		{"always error", answering(func(id string) string {
			return string(protocol.AppendResponse(nil, id, &protocol.ErrorBody{Code: "internal_error"}))
		}), 1},
		{"hello_ok, then nothing", process.Serving(func(stdin io.Reader, stdout io.Writer) error {
			buf := make([]byte, 4096)
			n, err := stdin.Read(buf)
			if err != nil {
				return nil
			}
			if _, err := io.WriteString(stdout, hello(text(bytes.TrimSpace(buf[:n])).value().Get("request_id").Str())+"\n"); err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, stdin)
			return err
		}), 12},
	} {
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
					passed = append(passed, strings.TrimPrefix(r.ID, "agent/"))
				}
				if r.Verdict == conformance.Errored {
					t.Error(describe(r))
				}
			}
			t.Logf("%v in %v; passed: %s", counts, time.Since(begin).Round(time.Millisecond), strings.Join(passed, " "))
			assert.Assert(t, len(passed) <= n.passes, "%d of %d pass: %s", len(passed), len(results), strings.Join(passed, " "))
		})
	}
}
