package replay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/replay"
	"github.com/spellbench/sbconform/goldens"
)

// says is a target that answers its lines with these, and after them as end does.
func says(end func(io.Reader, io.Writer) error, answers ...string) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		buf := make([]byte, 1)
		line := func() bool {
			for {
				if _, err := stdin.Read(buf); err != nil {
					return false
				}
				if buf[0] == '\n' {
					return true
				}
			}
		}
		for _, a := range answers {
			if !line() {
				return nil
			}
			fmt.Fprint(stdout, a)
		}
		return end(stdin, stdout)
	})
}

func waits(stdin io.Reader, _ io.Writer) error { _, err := io.Copy(io.Discard, stdin); return err }
func ends(io.Reader, io.Writer) error          { return errors.New("crashed") }

func TestRun(t *testing.T) {
	ask := goldens.Row{Dir: goldens.HostToEngine, Message: []byte(`{"q":1}`)}
	answer := func(s string) goldens.Row { return goldens.Row{Dir: goldens.EngineToHost, Message: []byte(s)} }
	for _, tc := range []struct {
		name   string
		rows   []goldens.Row
		target process.Command
		value  bool
		row    int // of the divergence, 0 for none
		kind   goldens.DifferenceKind
	}{
		{"the same", []goldens.Row{ask, answer("{}"), ask, answer(`{"a":1}`)}, says(waits, "{}\n", "{\"a\":1}\n"), false, 0, ""},
		{"another value", []goldens.Row{ask, answer("{}"), ask, answer(`{"a":1}`)}, says(waits, "{}\n", "{\"a\":2}\n"), true, 4, goldens.OtherValue},
		{"other bytes", []goldens.Row{ask, answer("{}")}, says(waits, "{ }\n"), false, 2, goldens.Whitespace},
		{"other bytes of the same value", []goldens.Row{ask, answer("{}")}, says(waits, "{ }\n"), true, 0, ""},
		{"silence instead of an answer", []goldens.Row{ask, answer("{}")}, says(waits), false, 2, goldens.MissingRow},
		{"an end instead of an answer", []goldens.Row{ask, answer("{}"), ask, answer("{}")}, says(ends, "{}\n"), false, 4, goldens.MissingRow},
		{"one answer too many", []goldens.Row{ask, answer("{}")}, says(waits, "{}\n{}\n"), false, 2, goldens.ExtraRow},
		{"two answers as recorded", []goldens.Row{ask, answer("{}"), answer("{}")}, says(waits, "{}\n{}\n"), false, 0, ""},
		{"a crash as recorded", []goldens.Row{ask, answer("{}"), ask}, says(ends, "{}\n"), false, 0, ""},
		{"silence as recorded", []goldens.Row{ask}, says(waits), false, 0, ""},
		{"an answer where none was", []goldens.Row{ask}, says(waits, "{}\n"), false, 1, goldens.ExtraRow},
		{"questions before answers", []goldens.Row{ask, ask, answer("{}"), answer("{}")}, says(waits, "{}\n", "{}\n"), false, 0, ""},
		{"a banner as recorded", []goldens.Row{answer("ready")}, process.Serving(func(in io.Reader, out io.Writer) error {
			io.Copy(out, strings.NewReader("ready\n"))
			return waits(in, out)
		}), false, 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			talk := goldens.Talks(tc.rows, goldens.RoleEngine)[0]
			wait := 30 * time.Second
			if strings.HasPrefix(tc.name, "silence") {
				wait = 100 * time.Millisecond
			}
			limits := process.Limits{Startup: wait, Answer: wait}
			err := replay.Run(context.Background(), tc.target, limits, tc.rows, talk, !tc.value)
			var d *goldens.Divergence
			if tc.row == 0 {
				assert.NilError(t, err)
				return
			}
			assert.Assert(t, errors.As(err, &d), "%v", err)
			assert.Equal(t, d.Row, tc.row)
			assert.Equal(t, d.Kind, tc.kind, "%v", d)
		})
	}
}
