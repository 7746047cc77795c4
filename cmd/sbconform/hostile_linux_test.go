package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

// Whatever a target does, the run ends with a verdict that names it and with every report written;
// it takes little memory and leaves no process.
func TestHostileTargets(t *testing.T) {
	tests := []struct {
		behaviour string
		run       string
		patience  string              // for an answer: long, except where none will come
		causes    []conformance.Cause // any of them must be among those reported; none: it conforms
	}{
		{"prints a banner first", "engine/hello", "1m", []conformance.Cause{conformance.Framing}},
		{"never answers", "engine/hello", "500ms", []conformance.Cause{conformance.Timeout}},
		{"answers without a newline", "engine/hello/answer", "3s", []conformance.Cause{conformance.Framing}},
		{"exits at once", "engine/hello", "1m", []conformance.Cause{conformance.Crash, conformance.NoAnswer}},
		{"exits in the game", "engine/step/advances", "1m", []conformance.Cause{conformance.Crash}},
		{"prints a gigabyte without a newline", "engine/hello/answer", "1m", []conformance.Cause{conformance.Framing, conformance.ExtraOutput}},
		{"floods stderr", "engine/hello", "1m", nil},
		{"never reads", "engine/hello/answer", "500ms", []conformance.Cause{conformance.Timeout}},
		{"ignores SIGTERM", "engine/hello/answer", "1m", nil},
		{"leaves a grandchild behind", "engine/hello/answer", "1m", nil},
	}
	for _, tt := range tests {
		t.Run(tt.behaviour, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			mark := filepath.Base(filepath.Dir(dir)) // no other process has it in its arguments
			file := func(name string) string { return filepath.Join(dir, name) }
			cmd := exec.Command("sbconform", "engine", "--run", tt.run, "--startup-timeout", tt.patience, "--timeout", tt.patience,
				"--report", "json="+file("json"), "--report", "junit="+file("junit"), "--events", file("events"), "--artifacts", file("artifacts"),
				"misbehave", tt.behaviour, mark)
			var stdout bytes.Buffer
			cmd.Stdout = &stdout
			err := cmd.Run()
			status := cmd.ProcessState.ExitCode()
			memory := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
			assert.Check(t, memory < 200, "%d MiB", memory)

			var report struct {
				Summary map[string]int
				Checks  []struct{ ID, Verdict, Cause string }
			}
			text, readErr := os.ReadFile(file("json"))
			assert.NilError(t, readErr)
			assert.NilError(t, json.Unmarshal(text, &report))
			for _, name := range []string{"junit", "events"} {
				info, err := os.Stat(file(name))
				assert.NilError(t, err)
				assert.Check(t, info.Size() > 0)
			}
			if tt.causes == nil {
				assert.Check(t, err == nil, "exit status %d\n%s", status, stdout.String())
			} else {
				assert.Check(t, status == statusFails, "exit status %d\n%s", status, stdout.String())
				named := slices.ContainsFunc(report.Checks, func(c struct{ ID, Verdict, Cause string }) bool {
					return c.Verdict == "fail" && slices.Contains(tt.causes, conformance.Cause(c.Cause))
				})
				assert.Check(t, named, "%v is not named\n%s", tt.causes, stdout.String())
			}
			for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
				left := processes(t, mark)
				if len(left) == 0 {
					break
				}
				assert.Assert(t, time.Now().Before(deadline), "left behind: %v", left)
			}
		})
	}
}

// processes returns the processes that have a word among their arguments, and these.
func processes(t *testing.T, word string) map[int]string {
	t.Helper()
	found := map[int]string{}
	paths, err := filepath.Glob("/proc/[0-9]*/cmdline")
	assert.NilError(t, err)
	for _, path := range paths {
		line, err := os.ReadFile(path)
		if err != nil || !slices.Contains(strings.Split(string(line), "\x00"), word) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		assert.NilError(t, err)
		found[pid] = string(line)
	}
	return found
}
