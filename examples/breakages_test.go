package examples

// Every engine passes the suite for engines, and fails the right checks once it is broken: one line at
// a time, as people break engines. A check that never fails proves nothing.

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

// A breakage replaces one piece of a program, found exactly once, by another.
type breakage struct {
	name, old, new string
	checks         string // the checks that must fail, separated by spaces, without the suite's name
}

// An exampleEngine is one of the engines here.
type exampleEngine struct {
	source string
	run    func(t *testing.T, source string) []string // how a source like it is run; it skips where that can't be
	breaks []breakage
	strict []string // what only the strict profile asks, and it does otherwise: checks without "engine/"
}

func exampleEngines() []exampleEngine {
	return []exampleEngine{
		{engineScript, func(t *testing.T, source string) []string { return []string{interpreter(t), source} }, breakages(), nil},
		{"engine-node/engine.js", needing("node"), nodeBreakages(), []string{"reset/decklist-empty", "reset/domain-id-wrong", "reset/domain-name-repeated"}},
	}
}

func needing(program string) func(*testing.T, string) []string {
	return func(t *testing.T, source string) []string {
		t.Helper()
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not on PATH", program)
		}
		return []string{program, source}
	}
}

// A report is what these tests read of sbconform's JSON report.
type report struct {
	Checks []struct{ ID, Verdict string }
}

// judging builds the command and returns a function that judges a program of that role with it.
func judging(t *testing.T, role string) func(t *testing.T, argv []string, flags ...string) (exit int, r report, output string) {
	t.Helper()
	command := filepath.Join(t.TempDir(), "sbconform")
	out, err := exec.Command("go", "build", "-o", command, "../cmd/sbconform").CombinedOutput()
	assert.NilError(t, err, "%s", out)
	return func(t *testing.T, argv []string, flags ...string) (int, report, string) {
		t.Helper()
		path := filepath.Join(t.TempDir(), "report.json")
		args := append([]string{role, "--report", "json=" + path}, flags...)
		cmd := exec.CommandContext(t.Context(), command, append(append(args, "--"), argv...)...)
		var output bytes.Buffer
		cmd.Env = append(os.Environ(), "PYTHONUNBUFFERED=") // which would hide a program that never flushes
		cmd.Stdout, cmd.Stderr = &output, &output
		cmd.Run() // its status is judged by the caller
		text, err := os.ReadFile(path)
		assert.NilError(t, err, "%s", output.String())
		var r report
		assert.NilError(t, json.Unmarshal(text, &r))
		return cmd.ProcessState.ExitCode(), r, output.String()
	}
}

func TestEnginesConform(t *testing.T) {
	if testing.Short() {
		t.Skip("the whole suite takes its time")
	}
	judge := judging(t, "engine")
	for _, e := range exampleEngines() {
		t.Run(filepath.Dir(e.source), func(t *testing.T) {
			exit, r, output := judge(t, e.run(t, e.source), "--level", "should")
			assert.Equal(t, exit, 0, "%s", output)
			for _, c := range r.Checks {
				assert.Assert(t, c.Verdict == "pass" || c.Verdict == "info" || c.Verdict == "skip", "%s: %s", c.ID, c.Verdict)
			}
		})
	}
}

// What the reference host wants beyond the text, each engine does but for what it is known not to do.
func TestEnginesUnderTheStrictProfile(t *testing.T) {
	judge := judging(t, "engine")
	for _, e := range exampleEngines() {
		t.Run(filepath.Dir(e.source), func(t *testing.T) {
			flags := []string{"--profile", "strict"}
			for _, topic := range []string{"framing", "reset", "retransmission", "hello", "validation"} {
				flags = append(flags, "--run", "engine/"+topic)
			}
			_, r, output := judge(t, e.run(t, e.source), flags...)
			var failed []string
			for _, c := range r.Checks {
				if c.Verdict == "fail" || c.Verdict == "error" {
					failed = append(failed, strings.TrimPrefix(c.ID, "engine/"))
				}
			}
			assert.DeepEqual(t, failed, e.strict)
			assert.Assert(t, len(r.Checks) > 50, "%s", output)
		})
	}
}

// oneOfSome skips the i-th of many breakages in a short run, which tries every third.
func oneOfSome(t *testing.T, i int) {
	if testing.Short() && i%3 != 0 {
		t.Skip("a short run tries every third")
	}
}

func TestEngineBreakages(t *testing.T) {
	whole := []string{"duplicate keys", "ids kept across zones"} // judged by the whole suite, as users do
	judge := judging(t, "engine")
	for _, e := range exampleEngines() {
		source, err := os.ReadFile(e.source)
		assert.NilError(t, err)
		for i, b := range e.breaks {
			t.Run(filepath.Dir(e.source)+"/"+b.name, func(t *testing.T) {
				oneOfSome(t, i)
				t.Parallel()
				assert.Equal(t, strings.Count(string(source), b.old), 1, "how often %s has %q", e.source, b.old)
				script := filepath.Join(t.TempDir(), filepath.Base(e.source))
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
				exit, r, output := judge(t, e.run(t, script), flags...)
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
}
