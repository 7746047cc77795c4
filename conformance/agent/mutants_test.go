package agent

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
)

// mutantVariable names the mutant that the test binary runs as instead of testing.
const mutantVariable = "SBCONFORM_AGENT_MUTANT"

func TestMain(m *testing.M) { suitetest.Main(m, mutantVariable, Mutants()) }

// TestMutants runs the checks that each mutant names against it: each must fail.
func TestMutants(t *testing.T) {
	assert.Assert(t, len(Mutants()) >= 60, "%d mutants", len(Mutants()))
	suitetest.MutantsFail(t, Mutants(), mutantVariable, Suite(Config{}).Checks, func(c process.Command, m suite.Mutant) conformance.Suite {
		return Suite(Config{Command: c, Limits: m.Limits})
	})
}
