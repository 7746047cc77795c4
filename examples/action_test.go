package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"gotest.tools/v3/assert"
)

// The script of ci/action.yml is run as a runner would: it must end with sbconform's status, show the
// end of the run in the summary, and leave the reports.
func TestAction(t *testing.T) {
	python := interpreter(t)
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not on PATH")
	}
	var action struct {
		Runs struct {
			Steps []struct{ Name, Run string }
		}
	}
	text, err := os.ReadFile("../ci/action.yml")
	assert.NilError(t, err)
	assert.NilError(t, yaml.Unmarshal(text, &action))
	script := ""
	for _, s := range action.Runs.Steps {
		if s.Name == "Judge" {
			script = s.Run
		}
	}
	bin := t.TempDir()
	built, err := exec.Command("go", "build", "-o", filepath.Join(bin, "sbconform"), "../cmd/sbconform").CombinedOutput()
	assert.NilError(t, err, "%s", built)
	conform, err := filepath.Abs("../ci/conform.sh")
	assert.NilError(t, err)
	agent, err := filepath.Abs("agent-python/agent.py")
	assert.NilError(t, err)
	for _, c := range []struct {
		name, target string
		exit         int
		shown        string
	}{
		{"an agent that conforms", python + " " + agent, 0, "conforms as far as it was asked"},
		{"a program that does not", python + " -c pass", 1, "does not conform"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "TARGET="+c.target, "OUT=reports", "SCRIPT="+conform,
				"SBCONFORM_FLAGS=--run agent/hello --run agent/kinds/pass", "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"))
			out, err := cmd.CombinedOutput()
			if c.exit == 0 {
				assert.NilError(t, err, "%s", out)
			}
			assert.Equal(t, cmd.ProcessState.ExitCode(), c.exit, "%s", out)
			summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
			assert.NilError(t, err)
			assert.Assert(t, strings.Contains(string(summary), c.shown), "%s", summary)
			for _, name := range []string{"report.json", "junit.xml", "console.txt"} {
				_, err := os.Stat(filepath.Join(dir, "reports", name))
				assert.NilError(t, err)
			}
		})
	}
}
