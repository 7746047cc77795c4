package fuzz

import (
	"context"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/goldens"
)

// What a target does wrong as a process is found, named, and shown by few requests; none of it holds up the run.
func TestMisbehaving(t *testing.T) {
	if testing.Short() {
		t.Skip("what does not come takes its time")
	}
	for _, tt := range []struct {
		target  string
		cause   conformance.Cause
		answer  process.FaultKind
		request string // that is blamed; "" for any
		most    int    // requests that show it
	}{
		{"hangs", conformance.Timeout, process.InputUnread, "", 4},
		{"falls silent", conformance.Timeout, process.TimedOut, "validate_deck", 3},
		{"answers twice", conformance.ExtraOutput, process.Unasked, "validate_deck", 3},
		{"floods", conformance.ExtraOutput, process.Unasked, "validate_deck", 3},
		{"leaves its answer unended", conformance.Framing, process.Unterminated, "validate_deck", 3},
		{"crashes at the twentieth request", conformance.Crash, process.Crashed, "", 20},
	} {
		t.Run(tt.target, func(t *testing.T) {
			t.Parallel()
			found, stats, err := Run(context.Background(), Options{
				Command: ourselves(tt.target), Limits: process.Limits{Answer: time.Second, Exit: 50 * time.Millisecond},
				Seed: 1, Jobs: 1, Execs: 3000, StopOnFirst: true, Repeat: 2,
			})
			assert.NilError(t, err)
			assert.Assert(t, len(found) == 1, "%+v", stats)
			f := found[0]
			t.Log(f.Account())
			assert.Equal(t, f.Cause, tt.cause)
			assert.Equal(t, f.Answer, string(tt.answer))
			assert.Assert(t, strings.HasPrefix(f.Request, tt.request), f.Request)
			requests := 0
			for _, r := range f.Rows {
				if r.Dir == goldens.HostToEngine {
					requests++
				}
			}
			assert.Assert(t, requests <= tt.most, "%v", f.Moves)
			assert.Assert(t, f.Reproduced == f.Runs && f.Runs > 0, "%d of %d", f.Reproduced, f.Runs)
			if tt.cause == conformance.Crash {
				assert.Equal(t, string(f.Stderr), "twenty is too many\n")
			}
		})
	}
}
