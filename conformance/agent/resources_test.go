package agent

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
)

func TestCostsAreOfTheDecisionsBetween(t *testing.T) {
	early := process.Usage{Resident: 10 << 20, CPU: time.Second}
	late := process.Usage{Resident: 14 << 20, CPU: 3 * time.Second}
	assert.Equal(t, costs(early, late), "after 1000 decisions 10.0 MiB resident, after 5000 14.0 MiB: +1.0 KiB a decision; 2s of processor time for those between, 500µs each")
}

// A target that is no process of its own has no costs of its own.
func TestCostsInProcessAreNotTold(t *testing.T) {
	for _, r := range run(t, Config{Command: builtin("first")}, "agent/choose/resources") {
		assert.Equal(t, r.Verdict, conformance.Skipped, suitetest.Describe(r))
	}
}
