package agent

import (
	"testing"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
)

func TestNullProgramsFail(t *testing.T) {
	suitetest.NullsFail(t, faulty.AgentNulls(), Strict, func(c process.Command, l process.Limits) conformance.Suite {
		return Suite(Config{Command: c, Limits: l})
	})
}
