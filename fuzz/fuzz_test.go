package fuzz

import (
	"context"
	"fmt"
	"io"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// reference is the reference engine, over pipes in this process.
func reference(o engine.Options) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error { return engine.Serve(stdin, stdout, o) })
}

// Nothing is found where nothing is wrong: neither in what the reference takes, nor in what the same
// engine refuses that keeps to the stricter reading.
func TestNothingOnTheReference(t *testing.T) {
	for _, reading := range []protocol.Reading{protocol.Spec, protocol.Strict} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("reading %d seed %d", reading, seed), func(t *testing.T) {
				t.Parallel()
				found, stats, err := Run(context.Background(), Options{
					Command: reference(engine.Options{Reading: reading}), Seed: seed, Jobs: 1, Execs: 4000,
				})
				assert.NilError(t, err)
				for _, f := range found {
					t.Errorf("%s\n%s\n%v", f.Fingerprint(), f.Account(), f.Moves)
				}
				assert.Assert(t, stats.Execs >= 4000 && stats.Edges > 100, "%+v", stats)
				t.Logf("%+v", stats)
			})
		}
	}
}
