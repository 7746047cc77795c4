package engine

import (
	"os"
	"os/exec"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// TestPythonEnginePasses judges an engine that shares no code with ours.
func TestPythonEnginePasses(t *testing.T) {
	const program = "../../examples/engine-python/engine.py"
	if _, err := os.Stat(program); err != nil {
		t.Skipf("%s: %v", program, err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	results := run(t, Config{Command: process.Command{Argv: []string{python, program}}})
	for _, r := range results {
		switch r.Verdict {
		case conformance.Pass:
		case conformance.Inform, conformance.Skipped:
			t.Log(describe(r))
		default:
			t.Error(describe(r))
		}
	}
	assert.Assert(t, len(results) > 0)
}
