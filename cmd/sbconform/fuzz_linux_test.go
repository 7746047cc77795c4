package main

import (
	"errors"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// A fuzzing that is killed or stopped at any moment leaves a corpus that the next one takes, and no process,
// whatever it was fuzzing.
func TestKilledFuzzing(t *testing.T) {
	signals := []syscall.Signal{syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM}
	for _, role := range []string{"engine", "agent"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			mark := filepath.Base(filepath.Dir(dir)) + role
			out := filepath.Join(dir, "out")
			fuzz := func(flags ...string) *exec.Cmd {
				args := append([]string{"fuzz", "-j", "2", "--resume", out}, flags...)
				return exec.Command("sbconform", append(args, "sh", "-c", "sbconform serve "+role+"; :", mark)...)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			known := 0
			for i := range 12 {
				cmd, signal := fuzz(), signals[i%len(signals)]
				assert.NilError(t, cmd.Start())
				for more := rng.IntN(12); ; runtime.Gosched() {
					all, err := filepath.Glob(filepath.Join(out, "corpus", "*.json"))
					assert.NilError(t, err)
					if len(all) >= known+more {
						known = len(all)
						break
					}
				}
				assert.NilError(t, cmd.Process.Signal(signal))
				var exit *exec.ExitError
				assert.Assert(t, errors.As(cmd.Wait(), &exit))
				// It may have been too early for another end than that which the system gives a process.
				by := exit.Sys().(syscall.WaitStatus)
				stopped := signal != syscall.SIGKILL && exit.ExitCode() == statusOurs
				assert.Assert(t, stopped || by.Signaled() && by.Signal() == signal, "%v ends it with %v", signal, exit)
				for len(processes(t, mark)) > 0 { // the target ends when its input does
					runtime.Gosched()
				}
			}
			last := fuzz("--execs", "100")
			printed, err := last.CombinedOutput()
			assert.NilError(t, err, "%s", printed)
		})
	}
}
