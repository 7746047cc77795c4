// Package suitetest holds the tests that every suite passes: its checks and the requirements name each
// other, its catalogue is current, and programs that answer without looking fail it.
package suitetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
)

// Run runs the checks of s that match the patterns, or all, and returns what came of each by its id. A
// broken requirement of any level counts as a failure.
func Run(t testing.TB, s conformance.Suite, profile string, patterns ...string) map[string]conformance.Result {
	t.Helper()
	out := map[string]conformance.Result{}
	o := conformance.Options{Run: patterns, Level: conformance.Info, Profile: profile}
	_, err := conformance.Run(context.Background(), s, o, func(e conformance.Event) {
		if e.End != nil {
			out[e.End.ID] = *e.End
		}
	})
	assert.NilError(t, err)
	return out
}

// Describe tells what came of a check.
func Describe(r conformance.Result) string {
	if r.Failure == nil {
		return fmt.Sprintf("%s: %s: %s", r.ID, r.Verdict, r.Detail)
	}
	f := r.Failure
	return fmt.Sprintf("%s: %s (%s): %s\n  expected %s\n  got %s\n  at %s", r.ID, r.Verdict, f.Cause, f.Message, f.Expected, f.Got, f.Where)
}

// Slowest logs the n checks that took longest, if the test is verbose.
func Slowest(t testing.TB, results map[string]conformance.Result, n int) {
	if !testing.Verbose() {
		return
	}
	all := slices.SortedFunc(maps.Values(results), func(a, b conformance.Result) int { return cmp.Compare(b.Duration, a.Duration) })
	for _, r := range all[:min(n, len(all))] {
		t.Logf("%v %s", r.Duration, r.ID)
	}
}

// WellDescribed fails unless the checks of s can be shown to a stranger: each has a sentence, and a clause
// for a hint if it has one. profiles are those that a check may belong to alone.
func WellDescribed(t *testing.T, s conformance.Suite, profiles ...string) {
	assert.NilError(t, s.Validate())
	section := regexp.MustCompile(`^([2-9]|1[0-6])(\.[1-9][0-9]?)?$`)
	for _, c := range s.Checks {
		assert.Assert(t, section.MatchString(c.Section), "%s: section %q", c.ID, c.Section)
		assert.Assert(t, strings.HasSuffix(c.Doc, ".") && strings.Count(c.Doc, " ") >= 3, "%s: %q is no sentence", c.ID, c.Doc)
		assert.Assert(t, !strings.HasSuffix(c.Hint, "."), "%s: a hint is a clause: %q", c.ID, c.Hint)
		assert.Assert(t, c.Profile == "" || slices.Contains(profiles, c.Profile), "%s: profile %q", c.ID, c.Profile)
	}
}

// Requirements fails unless every check of s tests a requirement and every pattern of a requirement names a
// check. It returns the requirements of the suite's role.
func Requirements(t *testing.T, s conformance.Suite) []conformance.Requirement {
	requirements, err := conformance.RequirementsOf(s.Name)
	assert.NilError(t, err)
	for _, r := range requirements {
		for _, p := range r.Checks {
			hit := slices.ContainsFunc(s.Checks, func(c conformance.Check) bool { ok, err := conformance.Match(p, c.ID); return ok && err == nil })
			assert.Check(t, hit, "%s: %s names no check", r.ID, p)
		}
	}
	for _, c := range s.Checks {
		assert.Check(t, slices.ContainsFunc(requirements, func(r conformance.Requirement) bool { return r.Has(c.ID) }), "%s tests no requirement", c.ID)
	}
	return requirements
}

// Catalogue fails unless file, relative to the folder of docs, is the catalogue of s; -update writes it.
func Catalogue(t *testing.T, s conformance.Suite, file string) {
	requirements, err := conformance.RequirementsOf(s.Name)
	assert.NilError(t, err)
	golden.Assert(t, string(s.Catalogue(requirements)), "../../../docs/"+file)
}

// NullsFail fails unless each of the programs that answer without looking fails the suite, as suite makes it
// for a target, but for so many checks as it may pass.
func NullsFail(t *testing.T, nulls []faulty.Null, profile string, suite func(process.Command, process.Limits) conformance.Suite) {
	for _, n := range nulls {
		t.Run(n.Name, func(t *testing.T) {
			t.Parallel()
			begin := time.Now()
			results := Run(t, suite(process.Serving(n.Service), faulty.NullLimits()), profile)
			counts := map[conformance.Verdict]int{}
			var passed []string
			for _, r := range results {
				counts[r.Verdict]++
				if r.Verdict == conformance.Pass {
					passed = append(passed, r.ID)
				}
				if r.Verdict == conformance.Errored {
					t.Error(Describe(r))
				}
			}
			t.Logf("%v in %v; passed: %s", counts, time.Since(begin).Round(time.Millisecond), strings.Join(passed, " "))
			assert.Assert(t, len(passed) <= n.Passes, "%d of %d pass: %s", len(passed), len(results), strings.Join(passed, " "))
		})
	}
}

// Main is the TestMain of a suite with mutants: in an environment where variable names one of them, the
// test binary is that mutant instead of testing.
func Main(m *testing.M, variable string, mutants []suite.Mutant) {
	name := os.Getenv(variable)
	if name == "" {
		os.Exit(m.Run())
	}
	i := slices.IndexFunc(mutants, func(x suite.Mutant) bool { return x.Name == name })
	if i < 0 {
		os.Exit(2)
	}
	if mutants[i].Serve(os.Stdin, os.Stdout) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// MutantsFail fails unless every check that a mutant names fails it, and every check finds a mutant, but for
// those that judge nothing. all are the checks of every profile; variable is Main's.
func MutantsFail(t *testing.T, mutants []suite.Mutant, variable string, all []conformance.Check, put func(process.Command, suite.Mutant) conformance.Suite) {
	for _, m := range mutants {
		t.Run(m.Name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("the self-test puts each of them to its checks")
			}
			t.Parallel()
			for _, r := range Run(t, put(command(t, m, variable), m), m.Profile, m.Patterns()...) {
				if r.Verdict != conformance.Fail && m.Names(r.ID) {
					t.Errorf("survives: %s", Describe(r))
				}
			}
		})
	}
	for _, c := range all {
		hit := slices.ContainsFunc(mutants, func(m suite.Mutant) bool { return m.Names(c.ID) })
		assert.Check(t, hit || c.Level == conformance.Info, "%s finds no mutant", c.ID)
	}
}

func command(t *testing.T, m suite.Mutant, variable string) process.Command {
	if !m.Alone {
		return process.Serving(m.Serve)
	}
	self, err := os.Executable()
	assert.NilError(t, err)
	return process.Command{Argv: []string{self}, Env: []string{variable + "=" + m.Name}}
}
