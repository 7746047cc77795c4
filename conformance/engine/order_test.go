package engine

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	reference "github.com/spellbench/sbconform/reference/engine"
)

// In whatever order checks are put, and however many at a time, each has the verdict that it always has:
// they share processes, and what one leaves behind must not reach the next.
func TestOrderChangesNoVerdict(t *testing.T) {
	verdicts := func(seed uint64, jobs int) map[string]conformance.Verdict {
		out := map[string]conformance.Verdict{}
		o := conformance.Options{
			Level: conformance.Info, Shuffle: seed, Jobs: jobs,
			Skip: []string{"engine/games/first", "engine/games/last", "engine/games/uniform", "engine/framing/*long*"}, // long ones, alike in every order
		}
		_, err := conformance.Run(context.Background(), Suite(Config{Command: builtin(reference.Options{})}), o, func(e conformance.Event) {
			if e.End != nil {
				out[e.End.ID] = e.End.Verdict
			}
		})
		assert.NilError(t, err)
		return out
	}
	usual := verdicts(0, 1)
	for seed := range uint64(4) {
		assert.DeepEqual(t, verdicts(seed+1, 1+int(seed%3)), usual)
	}
}
