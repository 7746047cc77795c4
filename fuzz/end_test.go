package fuzz

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// That a process goes on after its stdin was closed is a finding. How it ends is advice at most.
func TestTheEndOfInput(t *testing.T) {
	for _, tt := range []struct {
		target   string
		reading  protocol.Reading
		cause    conformance.Cause // "" for none
		answer   string
		advisory bool
	}{
		{"goes on", protocol.Spec, conformance.Timeout, "it goes on", false},
		{"fails at the end", protocol.Spec, "", "", false},
		{"fails at the end", protocol.Strict, conformance.ExitStatus, "a failure", true},
		{"leaves a child", protocol.Spec, conformance.LeftProcesses, "processes left", true},
		{"engine", protocol.Strict, "", "", false},
	} {
		t.Run(tt.target+" "+string(tt.cause), func(t *testing.T) {
			t.Parallel()
			if tt.cause == conformance.LeftProcesses && runtime.GOOS != "linux" {
				t.Skip("what is left is known on Linux alone")
			}
			found, stats, err := Run(context.Background(), Options{
				Command: ourselves(tt.target), Limits: process.Limits{Answer: 3 * time.Second, Exit: 200 * time.Millisecond},
				Reading: tt.reading, Seed: 1, Jobs: 1, Execs: 40, StopOnFirst: true, Advised: true, Repeat: 1,
			})
			assert.NilError(t, err)
			if tt.cause == "" {
				assert.Assert(t, len(found) == 0, "%v", found)
				return
			}
			assert.Assert(t, len(found) == 1, "%+v", stats)
			f := found[0]
			t.Log(f.Account())
			assert.Equal(t, f.Cause, tt.cause)
			assert.Equal(t, f.Answer, tt.answer)
			assert.Equal(t, f.Advisory, tt.advisory)
			assert.Assert(t, strings.HasPrefix(f.Request, "the end of its input"), f.Request)
			assert.Assert(t, f.Exchanges() <= 5, "%v", f.Moves)
			assert.Equal(t, f.Moves[len(f.Moves)-1].Kind, ending)
		})
	}
}
