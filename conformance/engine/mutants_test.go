package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// TestMutants runs the checks that each mutant names against it: each must fail.
func TestMutants(t *testing.T) {
	all := Suite(Config{Profile: Strict}).Checks
	hit := map[string]bool{}
	for _, m := range mutants() {
		t.Run(m.name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("the self-test puts each of them to its checks")
			}
			t.Parallel()
			var patterns []string
			for _, k := range append(m.kills, m.with...) {
				patterns = append(patterns, "engine/"+k)
			}
			results := run(t, Config{Command: m.command(t), Profile: m.profile(), Limits: m.limits()}, patterns...)
			for _, r := range results {
				beside := slices.ContainsFunc(m.with, func(p string) bool { ok, _ := conformance.Match("engine/"+p, r.ID); return ok })
				if r.Verdict != conformance.Fail && !beside {
					t.Errorf("survives: %s", describe(r))
				}
			}
		})
		for _, k := range m.kills {
			for _, c := range all {
				if ok, _ := conformance.Match("engine/"+k, c.ID); ok {
					hit[c.ID] = true
				}
			}
		}
	}
	var idle []string
	for _, c := range all {
		if !hit[c.ID] && c.Level != conformance.Info {
			idle = append(idle, c.ID)
		}
	}
	assert.Assert(t, len(idle) == 0, "checks that no mutant proves:\n%s", strings.Join(idle, "\n"))
}

// mutantVariable names the mutant that the test binary runs as instead of testing.
const mutantVariable = "SBCONFORM_ENGINE_MUTANT"

func TestMain(m *testing.M) {
	if name := os.Getenv(mutantVariable); name != "" {
		for _, x := range mutants() {
			if x.name == name {
				if err := x.run(os.Stdin, os.Stdout); err != nil {
					os.Exit(1)
				}
				os.Exit(0)
			}
		}
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// limits are short for those that never end, whatever is done.
func (m mutant) limits() process.Limits {
	if m.alone {
		return process.Limits{Exit: 200 * time.Millisecond, Answer: time.Second}
	}
	return process.Limits{}
}

func (m mutant) command(t *testing.T) process.Command {
	if m.alone {
		self, err := os.Executable()
		assert.NilError(t, err)
		return process.Command{Argv: []string{filepath.Clean(self)}, Env: []string{mutantVariable + "=" + m.name}}
	}
	return process.Serving(m.run)
}
