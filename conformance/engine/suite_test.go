package engine

import (
	"cmp"
	"context"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
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
	out := map[string]conformance.Result{}
	o := conformance.Options{Run: patterns, Level: conformance.Info, Profile: c.Profile}
	_, err := conformance.Run(context.Background(), Suite(c), o, func(e conformance.Event) {
		if e.End != nil {
			out[e.End.ID] = *e.End
		}
	})
	assert.NilError(t, err)
	return out
}

func describe(r conformance.Result) string {
	if r.Failure == nil {
		return r.ID + ": " + string(r.Verdict) + ": " + r.Detail
	}
	f := r.Failure
	return r.ID + ": " + string(r.Verdict) + " (" + string(f.Cause) + "): " + f.Message + "\n  expected " + f.Expected + "\n  got " + f.Got + "\n  at " + f.Where
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
					t.Log(describe(r))
				default:
					t.Error(describe(r))
				}
			}
			if testing.Verbose() {
				for _, r := range slices.SortedFunc(maps.Values(results), func(a, b conformance.Result) int { return cmp.Compare(b.Duration, a.Duration) })[:20] {
					t.Logf("%v %s", r.Duration, r.ID)
				}
			}
			t.Logf("%d checks in %v", len(results), time.Since(begin))
		})
	}
}

func TestChecksAreWellDescribed(t *testing.T) {
	suite := Suite(Config{})
	id := regexp.MustCompile(`^engine/[a-z0-9-]+/[a-z0-9-]+$`)
	section := regexp.MustCompile(`^([2-9]|1[0-6])(\.[1-9][0-9]?)?$`)
	seen := map[string]bool{}
	for _, c := range suite.Checks {
		assert.Assert(t, id.MatchString(c.ID), c.ID)
		assert.Assert(t, !seen[c.ID], "%s twice", c.ID)
		seen[c.ID] = true
		assert.Assert(t, section.MatchString(c.Section), "%s: section %q", c.ID, c.Section)
		assert.Assert(t, c.Level.AtLeast(conformance.Info), "%s: level %q", c.ID, c.Level)
		assert.Assert(t, c.Profile == "" || c.Profile == Strict, "%s: profile %q", c.ID, c.Profile)
		assert.Assert(t, strings.HasSuffix(c.Doc, ".") && strings.Count(c.Doc, " ") >= 3, "%s: %q is no sentence", c.ID, c.Doc)
		assert.Assert(t, !strings.HasSuffix(c.Hint, "."), "%s: a hint is a clause: %q", c.ID, c.Hint)
		assert.Assert(t, c.Run != nil, c.ID)
	}
	t.Logf("%d checks", len(suite.Checks))
	assert.Assert(t, len(suite.Checks) >= 70)
}
