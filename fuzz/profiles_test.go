package fuzz

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/engine"
)

// Nothing is found on the reference whatever it declares.
func TestNothingOnTheProfiles(t *testing.T) {
	for _, p := range engine.Profiles() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			found, stats, err := Run(context.Background(), Options{Command: reference(engine.Options{Profile: p.Name}), Seed: 1, Jobs: 1, Execs: 2000})
			assert.NilError(t, err)
			for _, f := range found {
				t.Errorf("%s\n%s\n%v", f.Fingerprint(), f.Account(), f.Moves)
			}
			assert.Assert(t, stats.States > 5, "no game began: %+v", stats)
		})
	}
}
