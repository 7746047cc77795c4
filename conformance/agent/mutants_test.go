package agent

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// TestMutants runs the checks that each mutant names against it: each must fail.
func TestMutants(t *testing.T) {
	all := Suite(Config{}).Checks
	hit := map[string]bool{}
	table := mutants()
	for _, m := range table {
		var patterns []string
		for _, k := range m.kills {
			patterns = append(patterns, "agent/"+k)
			for _, c := range all {
				if ok, _ := conformance.Match("agent/"+k, c.ID); ok {
					hit[c.ID] = true
				}
			}
		}
		t.Run(m.name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("the self-test puts each of them to its checks")
			}
			t.Parallel()
			for _, r := range run(t, Config{Command: m.command(t), Limits: m.limits()}, patterns...) {
				if r.Verdict != conformance.Fail {
					t.Errorf("survives: %s", describe(r))
				}
			}
		})
	}
	var idle []string
	for _, c := range all {
		if !hit[c.ID] && c.Level != conformance.Info {
			idle = append(idle, c.ID)
		}
	}
	assert.Assert(t, len(idle) == 0, "checks that no mutant proves:\n%s", strings.Join(idle, "\n"))
	assert.Assert(t, len(table) >= 60, "%d mutants", len(table))
}

// mutantVariable names the mutant that the test binary runs as instead of testing.
const mutantVariable = "SBCONFORM_AGENT_MUTANT"

func (m mutant) command(t *testing.T) process.Command {
	if !m.alone {
		return process.Serving(m.run)
	}
	self, err := os.Executable()
	assert.NilError(t, err)
	return process.Command{Argv: []string{self}, Env: []string{mutantVariable + "=" + m.name}}
}

func TestMain(m *testing.M) {
	if name := os.Getenv(mutantVariable); name != "" {
		for _, x := range mutants() {
			if x.name == name {
				if x.run(os.Stdin, os.Stdout) != nil {
					os.Exit(1)
				}
				os.Exit(0)
			}
		}
		os.Exit(2)
	}
	os.Exit(m.Run())
}
