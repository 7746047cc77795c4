package engine

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
)

// answering is a target that gives one answer to every line.
func answering(answer func(line string) string) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		in := bufio.NewScanner(stdin)
		in.Buffer(nil, 16<<20)
		for in.Scan() {
			if _, err := fmt.Fprintln(stdout, answer(in.Text())); err != nil {
				return err
			}
		}
		return in.Err()
	})
}

func constant(answer string) process.Command { return answering(func(string) string { return answer }) }

func TestHelloTellsTheRole(t *testing.T) {
	for _, c := range []struct {
		name    string
		command process.Command
		role    string
		fails   string
	}{
		{"the reference", builtin(reference.Options{}), RoleEngine, ""},
		{"an agent", constant(`{"response_type":"hello_ok","protocol":"spellbench/v2","request_id":"h-1","bot":{"name":"b","version":"1"}}`), RoleAgent, ""},
		{"a greeting of nobody", constant(`{"response_type":"hello_ok"}`), "", "neither"},
		{"an error", constant(`{"response_type":"error"}`), "", "not answered hello_ok"},
		{"no JSON", constant(`ready`), "", "text"},
		{"nothing", process.Command{InProcess: func(io.Reader, io.Writer, io.Writer) error { return nil }}, "", "ended"},
		{"no program", process.Command{Argv: []string{"./no-such-program"}}, "", "no-such-program"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hello, role, err := Hello(context.Background(), Config{Command: c.command})
			assert.Equal(t, role, c.role)
			if c.fails == "" {
				assert.NilError(t, err)
				assert.Assert(t, strings.HasPrefix(string(hello), "{"))
				return
			}
			assert.ErrorContains(t, err, c.fails)
		})
	}
}
