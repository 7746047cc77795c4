package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/engine"
)

// misbehaviours are targets with one thing wrong. Each is run as a process of its own.
func misbehaviours() map[string]func() {
	answer := func(from io.Reader, to io.Writer) { engine.Serve(from, to, engine.Options{}) }
	forever := func() { select {} }
	return map[string]func(){
		"prints a banner first": func() {
			fmt.Println("Engine 1.0, ready")
			answer(os.Stdin, os.Stdout)
		},
		"never answers": func() { io.Copy(io.Discard, os.Stdin) },
		"answers without a newline": func() {
			out := unterminated{os.Stdout}
			answer(os.Stdin, out)
		},
		"exits at once": func() {},
		"exits in the game": func() {
			e := engine.New(engine.Options{})
			in := bufio.NewScanner(os.Stdin)
			in.Buffer(nil, 1<<20)
			for n := 0; in.Scan() && n < 3; n++ {
				fmt.Printf("%s\n", e.Answer(in.Bytes()))
			}
			os.Exit(7)
		},
		"prints a gigabyte without a newline": func() {
			block := bytes.Repeat([]byte("x"), 1<<20)
			for range 1 << 10 {
				os.Stdout.Write(block)
			}
			forever()
		},
		"floods stderr": func() {
			go func() {
				for {
					os.Stderr.WriteString(strings.Repeat("noise\n", 10_000))
				}
			}()
			answer(os.Stdin, os.Stdout)
		},
		"never reads": forever,
		"ignores SIGTERM": func() {
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
			answer(os.Stdin, os.Stdout)
			forever()
		},
		"ignores everything": func() {
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT)
			forever()
		},
		"leaves a grandchild behind": func() {
			child := exec.Command(os.Args[0], "grandchild", os.Args[2])
			child.Stdout = os.Stdout
			child.Start()
			answer(os.Stdin, os.Stdout)
		},
		"grandchild": forever,
	}
}

type unterminated struct{ w io.Writer }

func (u unterminated) Write(p []byte) (int, error) {
	u.w.Write(bytes.TrimSuffix(p, []byte("\n")))
	return len(p), nil
}

// misbehave is a program that does what its argument names.
func misbehave() { misbehaviours()[os.Args[1]]() }

// Whatever a target does, the run ends with a verdict that names it and with every report written;
// it takes little memory and leaves no process.
func TestHostileTargets(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it looks for processes in /proc")
	}
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
