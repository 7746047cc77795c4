package main

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"gotest.tools/v3/assert"
)

// A fuzzing that is killed at any moment leaves a corpus that the next one takes, and no process.
func TestKilledFuzzing(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Base(filepath.Dir(dir))
	out := filepath.Join(dir, "out")
	fuzz := func(flags ...string) *exec.Cmd {
		args := append([]string{"fuzz", "-j", "2", "--resume", out}, flags...)
		return exec.Command("sbconform", append(args, "sh", "-c", "sbconform serve engine; :", mark)...)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	known := 0
	for range 20 {
		cmd := fuzz()
		assert.NilError(t, cmd.Start())
		for more := rng.IntN(12); ; runtime.Gosched() {
			all, err := filepath.Glob(filepath.Join(out, "corpus", "*.json"))
			assert.NilError(t, err)
			if len(all) >= known+more {
				known = len(all)
				break
			}
		}
		assert.NilError(t, cmd.Process.Kill())
		assert.ErrorContains(t, cmd.Wait(), "killed")
		for len(processes(t, mark)) > 0 { // the target ends when its input does
			runtime.Gosched()
		}
	}
	last := fuzz("--execs", "100")
	printed, err := last.CombinedOutput()
	assert.NilError(t, err, "%s", printed)
}
