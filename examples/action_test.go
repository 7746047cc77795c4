package examples

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"gotest.tools/v3/assert"
)

// A workplace is an empty folder in which a CI's script runs, with sbconform built.
type workplace struct {
	dir, bin, conform, python, agent string
}

func newWorkplace(t *testing.T) workplace {
	t.Helper()
	w := workplace{dir: t.TempDir(), bin: t.TempDir(), python: interpreter(t)}
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not on PATH", program)
		}
	}
	built, err := exec.Command("go", "build", "-o", filepath.Join(w.bin, "sbconform"), "../cmd/sbconform").CombinedOutput()
	assert.NilError(t, err, "%s", built)
	w.conform, err = filepath.Abs("../ci/conform.sh")
	assert.NilError(t, err)
	w.agent, err = filepath.Abs("agent-python/agent.py")
	assert.NilError(t, err)
	return w
}

// run runs a script as a runner's shell does and returns its status and what it printed.
func (w workplace) run(t *testing.T, script string, env ...string) (int, string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	cmd.Dir = w.dir
	cmd.Env = append(append(os.Environ(), "PATH="+w.bin+":"+os.Getenv("PATH")), env...)
	out, err := cmd.CombinedOutput()
	assert.Assert(t, err == nil || cmd.ProcessState != nil, "%v", err)
	return cmd.ProcessState.ExitCode(), string(out)
}

func (w workplace) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, name))
	assert.NilError(t, err)
	return string(text)
}

// readYAML reads a file of the repository into to.
func readYAML(t *testing.T, path string, to any) {
	t.Helper()
	text, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.NilError(t, yaml.Unmarshal(text, to))
}

// judgeStep returns the script of the action, and the names of what it reads from its environment.
func judgeStep(t *testing.T) (script string, names []string) {
	var action struct {
		Inputs map[string]any
		Runs   struct {
			Steps []struct {
				Name, Run string
				Env       map[string]string
			}
		}
	}
	readYAML(t, "../ci/action.yml", &action)
	for _, s := range action.Runs.Steps {
		if s.Name != "Judge" {
			continue
		}
		for name, value := range s.Env {
			names = append(names, name)
			input, is := strings.CutPrefix(strings.TrimSuffix(value, " }}"), "${{ inputs.")
			if _, there := action.Inputs[input]; is && !there {
				t.Errorf("%s is of the input %q, which there is not", name, input)
			}
		}
		return s.Run, names
	}
	t.Fatal("no step Judge")
	return "", nil
}

// The script of ci/action.yml is run as a runner would: it must end with sbconform's status, annotate
// what failed, show the run in the summary, and leave the reports.
func TestAction(t *testing.T) {
	script, names := judgeStep(t)
	w := newWorkplace(t)
	agent, err := os.ReadFile(w.agent)
	assert.NilError(t, err)
	write := func(name, text string) {
		assert.NilError(t, os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o755))
	}
	write("my agent", "#!"+w.python+"\n"+string(agent))
	write("bad agent", "#!"+w.python+"\nprint('ready', flush=True)\n"+string(agent))
	write("stale.yaml", "schema: sbconform-baseline/1\nexpected:\n  - check: agent/hello/answer\n    fingerprint: aaaaaaaaaaaa\n    reason: it was slow\n")

	run := func(t *testing.T, env map[string]string) (int, string, string) {
		t.Helper()
		os.RemoveAll(filepath.Join(w.dir, "the reports"))
		os.Remove(filepath.Join(w.dir, "summary.md"))
		all := map[string]string{"SCRIPT": w.conform, "OUT": "the reports", "FLAGS": "--run agent/hello --run agent/kinds/pass", "SBCONFORM_VERSION": "latest"}
		for k, v := range env {
			all[k] = v
		}
		words := []string{"GITHUB_STEP_SUMMARY=" + filepath.Join(w.dir, "summary.md")}
		for _, name := range names { // what is not given is empty, as it is for a runner
			words = append(words, name+"="+all[name])
		}
		exit, out := w.run(t, script, words...)
		return exit, out, w.read(t, "summary.md")
	}
	for _, c := range []struct {
		name, target, baseline string
		exit                   int
		summary, printed       string
	}{
		{"an agent that conforms", w.python + " " + w.agent, "", 0, "conforms as far as it was asked", ""},
		{"names with spaces", "./my agent\n", "", 0, "conforms as far as it was asked", ""},
		{"names with spaces and arguments", "./my agent\n--an argument\n", "", 0, "conforms as far as it was asked", ""},
		{"one that does not conform", "./bad agent\n", "", 1, "does not conform", "::error "},
		{"none", "./missing", "", 2, "no target ./missing: there is no such file", ""},
		{"a stale baseline", "./my agent\n", "stale.yaml", 4, "stale", ""},
		{"a missing baseline", "./my agent\n", "none.yaml", 2, "none.yaml: there is no such file", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			exit, out, summary := run(t, map[string]string{"TARGET": c.target, "SBCONFORM_BASELINE": c.baseline})
			assert.Equal(t, exit, c.exit, "%s", out)
			assert.Assert(t, strings.Contains(summary, c.summary), "%s", summary)
			assert.Assert(t, strings.Contains(out, c.printed), "%s", out)
			assert.Assert(t, w.read(t, "the reports/console.txt") != "")
			if exit == 2 {
				return // there is nothing to report
			}
			for _, name := range []string{"report.json", "junit.xml", "summary.md"} {
				assert.Assert(t, w.read(t, "the reports/"+name) != "", name)
			}
		})
	}
	t.Run("failures that are expected", func(t *testing.T) {
		_, _, _ = run(t, map[string]string{"TARGET": "./bad agent\n"})
		var r struct {
			Checks []struct{ ID, Verdict, Fingerprint string }
		}
		assert.NilError(t, json.Unmarshal([]byte(w.read(t, "the reports/report.json")), &r))
		text := "schema: sbconform-baseline/1\nexpected:\n"
		for _, c := range r.Checks {
			if c.Verdict == "fail" || c.Verdict == "warn" {
				text += fmt.Sprintf("  - check: %s\n    fingerprint: %s\n    reason: it says that it is ready\n", c.ID, c.Fingerprint)
			}
		}
		write("expected failures.yaml", text)
		exit, out, _ := run(t, map[string]string{"TARGET": "./bad agent\n", "SBCONFORM_BASELINE": "expected failures.yaml"})
		assert.Equal(t, exit, 0, "%s", out)
	})
}

// A released binary is used only if it is the one that was meant.
func TestActionInstallsABinary(t *testing.T) {
	w := newWorkplace(t)
	binary, err := os.ReadFile(filepath.Join(w.bin, "sbconform"))
	assert.NilError(t, err)
	sum := sha256.Sum256(binary)
	released := filepath.Join(w.dir, "released")
	assert.NilError(t, os.Rename(filepath.Join(w.bin, "sbconform"), released))
	for _, c := range []struct {
		name, url, sum string
		exit           int
		says           string
	}{
		{"the one that was meant", released, hex.EncodeToString(sum[:]), 0, "conforms as far as it was asked"},
		{"another", released, strings.Repeat("0", 64), 3, "the downloaded sbconform has another SHA-256"},
		{"one of which nothing is known", released, "", 3, "SBCONFORM_URL needs SBCONFORM_SHA256"},
		{"none", released + "-not", strings.Repeat("0", 64), 3, "sbconform could not be downloaded"},
	} {
		t.Run(c.name, func(t *testing.T) {
			exit, out := w.run(t, `sh "$SCRIPT" out "$PYTHON" "$AGENT"`, "SCRIPT="+w.conform, "PYTHON="+w.python, "AGENT="+w.agent,
				"SBCONFORM_URL=file://"+c.url, "SBCONFORM_SHA256="+c.sum, "SBCONFORM_FLAGS=--run agent/hello/answer")
			assert.Equal(t, exit, c.exit, "%s", out)
			assert.Assert(t, strings.Contains(out, c.says), "%s", out)
		})
	}
}

// The script of ci/gitlab.yml does what it says, with the lines changed that are to be changed.
func TestGitLabScript(t *testing.T) {
	w := newWorkplace(t)
	var file map[string]struct {
		Script    []string
		Artifacts struct {
			Paths   []string
			Reports map[string]string
		}
	}
	readYAML(t, "../ci/gitlab.yml", &file)
	job := file["conformance"]
	script := strings.Join(job.Script, "\n")
	for old, new := range map[string]string{
		"make my-agent":  "true",
		"go install":     "echo go install",
		"-- ./my-agent ": "--run agent/hello/answer -- " + w.python + " " + w.agent + " ",
	} {
		assert.Equal(t, strings.Count(script+" ", old), 1, old)
		script = strings.Replace(script+" ", old, new, 1)
	}
	exit, out := w.run(t, script)
	assert.Equal(t, exit, 0, "%s", out)
	assert.Assert(t, w.read(t, job.Artifacts.Reports["junit"]) != "")
	for _, path := range job.Artifacts.Paths {
		_, err := os.Stat(filepath.Join(w.dir, path))
		assert.NilError(t, err)
	}
}

// What ci/Dockerfile copies is there, and its entry point is the script that is tested here.
func TestDockerfile(t *testing.T) {
	text, err := os.ReadFile("../ci/Dockerfile")
	assert.NilError(t, err)
	for line := range bytes.Lines(text) {
		words := strings.Fields(string(line))
		if len(words) < 3 || words[0] != "COPY" || strings.HasPrefix(words[1], "--") {
			continue
		}
		for _, source := range words[1 : len(words)-1] {
			_, err := os.Stat(filepath.Join("..", source))
			assert.NilError(t, err)
		}
	}
	assert.Assert(t, bytes.Contains(text, []byte(`ENTRYPOINT ["sh", "/usr/local/bin/conform.sh", "/reports"]`)))
}

// The pre-commit hook runs the command that go install makes, with flags that there are.
func TestPreCommitHook(t *testing.T) {
	w := newWorkplace(t)
	var hooks []struct{ ID, Entry, Language string }
	readYAML(t, "../.pre-commit-hooks.yaml", &hooks)
	assert.Equal(t, len(hooks), 1)
	assert.Equal(t, hooks[0].Language, "golang")
	exit, out := w.run(t, hooks[0].Entry+` --run agent/hello/answer -- "$PYTHON" "$AGENT"`, "PYTHON="+w.python, "AGENT="+w.agent)
	assert.Equal(t, exit, 0, "%s", out)
}
