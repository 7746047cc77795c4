package examples

// One line of a good engine is broken at a time, as people break engines, and the check that asks
// for that line must fail: a check that never fails proves nothing.

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// A breakage replaces one piece of engine.py, found exactly once, by another.
type breakage struct {
	name, old, new string
	checks         string // the checks that must fail, separated by spaces, without "engine/"
}

// A report is what these tests read of sbconform's JSON report.
type report struct {
	Checks []struct{ ID, Verdict string }
}

// sbconform builds the command and returns a function that judges an engine with it.
func sbconform(t *testing.T) func(t *testing.T, script string, flags ...string) (exit int, r report, output string) {
	t.Helper()
	python := interpreter(t)
	command := filepath.Join(t.TempDir(), "sbconform")
	out, err := exec.Command("go", "build", "-o", command, "../cmd/sbconform").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return func(t *testing.T, script string, flags ...string) (int, report, string) {
		t.Helper()
		dir := t.TempDir()
		path := filepath.Join(dir, "report.json")
		args := append([]string{"engine", "--report", "json=" + path, "--artifacts", filepath.Join(dir, "artifacts")}, flags...)
		cmd := exec.CommandContext(t.Context(), command, append(args, "--", python, script)...)
		var output bytes.Buffer
		cmd.Env = append(os.Environ(), "PYTHONUNBUFFERED=") // which would hide an engine that never flushes
		cmd.Stdout, cmd.Stderr = &output, &output
		cmd.Run() // its status is judged by the caller
		text, err := os.ReadFile(path)
		assert.NilError(t, err, "%s", output.String())
		var r report
		assert.NilError(t, json.Unmarshal(text, &r))
		return cmd.ProcessState.ExitCode(), r, output.String()
	}
}

func TestEngineConforms(t *testing.T) {
	if testing.Short() {
		t.Skip("the whole suite takes its time")
	}
	judge := sbconform(t)
	exit, r, output := judge(t, engineScript)
	assert.Equal(t, exit, 0, "%s", output)
	for _, c := range r.Checks {
		assert.Assert(t, c.Verdict == "pass" || c.Verdict == "info" || c.Verdict == "skip", "%s: %s", c.ID, c.Verdict)
	}
}

func TestEngineBreakages(t *testing.T) {
	whole := []string{"duplicate keys", "ids kept across zones"} // judged by the whole suite, as users do
	judge := sbconform(t)
	source, err := os.ReadFile(engineScript)
	assert.NilError(t, err)
	for _, b := range breakages() {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, strings.Count(string(source), b.old), 1, "how often engine.py has %q", b.old)
			script := filepath.Join(t.TempDir(), "engine.py")
			assert.NilError(t, os.WriteFile(script, []byte(strings.Replace(string(source), b.old, b.new, 1)), 0o644))
			var want []string
			flags := []string{"--startup-timeout", "10s"} // it is the wait for an engine that never flushes
			for _, id := range strings.Fields(b.checks) {
				want = append(want, "engine/"+id)
				flags = append(flags, "--run", "engine/"+id)
			}
			if slices.Contains(whole, b.name) && !testing.Short() {
				flags = flags[:2]
			}
			exit, r, output := judge(t, script, flags...)
			assert.Equal(t, exit, 1, "%s", output)
			verdicts := map[string]string{}
			for _, c := range r.Checks {
				verdicts[c.ID] = c.Verdict
			}
			for _, id := range want {
				assert.Equal(t, verdicts[id], "fail", "%s\n%s", id, output)
			}
		})
	}
}
