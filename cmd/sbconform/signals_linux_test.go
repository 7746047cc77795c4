package main

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// The second signal ends sbconform while it still waits for a target that ignores the first.
func TestTheSecondSignalEndsAtOnce(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Base(filepath.Dir(dir))
	out := filepath.Join(dir, "json")
	cmd := exec.Command("sbconform", "engine", "--run", "engine/hello", "--startup-timeout", "1h", "--report", "json="+out, "misbehave", "ignores everything", mark)
	stdout, err := cmd.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, cmd.Start())
	for len(processes(t, mark)) < 2 { // sbconform itself, and the target
		runtime.Gosched()
	}
	t.Cleanup(func() {
		for pid := range processes(t, mark) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	assert.NilError(t, cmd.Process.Signal(syscall.SIGTERM))
	lines := bufio.NewScanner(stdout)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "Stopping") {
	}
	assert.NilError(t, cmd.Process.Signal(syscall.SIGTERM))
	for lines.Scan() {
		assert.Check(t, lines.Text() == "", "it goes on: %s", lines.Text())
	}
	var exit *exec.ExitError
	assert.Check(t, errors.As(cmd.Wait(), &exit))
	assert.Equal(t, exit.ExitCode(), statusOurs)
	_, err = os.Stat(out)
	assert.ErrorIs(t, err, fs.ErrNotExist)
}
