package engine

import (
	"io"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// builtin is a target that runs the reference engine in this process.
func builtin(o reference.Options) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error { return reference.Serve(stdin, stdout, o) })
}

// run puts the checks that match to the target and returns what came of each.
func run(t *testing.T, c Config, patterns ...string) map[string]conformance.Result {
	t.Helper()
	return suitetest.Run(t, Suite(c), c.Profile, patterns...)
}

func TestReferencePasses(t *testing.T) {
	for profile, target := range map[string]process.Command{Spec: builtin(reference.Options{}), Strict: builtin(reference.Options{Reading: protocol.Strict})} {
		t.Run(profile, func(t *testing.T) {
			begin := time.Now()
			results := run(t, Config{Command: target, Profile: profile})
			for _, r := range results {
				switch r.Verdict {
				case conformance.Pass:
				case conformance.Inform, conformance.Skipped:
					t.Log(suitetest.Describe(r))
				default:
					t.Error(suitetest.Describe(r))
				}
			}
			suitetest.Slowest(t, results, 20)
			t.Logf("%d checks in %v", len(results), time.Since(begin))
		})
	}
}

func TestChecksAreWellDescribed(t *testing.T) {
	s := Suite(Config{})
	suitetest.WellDescribed(t, s, Strict)
	assert.Assert(t, len(s.Checks) >= 70, "%d checks", len(s.Checks))
}
