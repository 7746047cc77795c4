//go:build !unix

package process

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

func ownGroup(*exec.Cmd) {}

// ladder has one rung where there are no signals.
func ladder(p *os.Process) []rung {
	return []rung{{name: "kill", do: func() { _ = p.Kill() }, sure: true}}
}

func exitOf(s *os.ProcessState) Exit {
	return Exit{Code: s.ExitCode(), User: s.UserTime(), System: s.SystemTime()}
}

// A pipeWriter leaves every write to the writing goroutine: a pipe can't be written without waiting.
type pipeWriter struct{ file *os.File }

func newPipeWriter(f *os.File) (*pipeWriter, error) { return &pipeWriter{f}, nil }

// write writes some of b with wait, and nothing without.
func (w *pipeWriter) write(b []byte, wait bool) (int, error) {
	if !wait {
		return 0, nil
	}
	return w.file.Write(b[:min(len(b), 4<<10)])
}

func shrink(*os.File) {}

// nudge can't be done: a pipe can't be read without waiting.
func nudge(*os.File) bool { return false }

// finish closes f a little later: its reader has that long to read what the target left.
func finish(f *os.File) { time.AfterFunc(250*time.Millisecond, func() { _ = f.Close() }) }

// readNow is never called where nudge does nothing.
func readNow(*os.File, []byte) (int, error) { return 0, io.EOF }

func adoptOrphans() {}

func limitMemory(int, int64) error {
	return errors.New("a memory limit needs Linux; use --exec-wrapper with a program that sets one")
}

func inPipe(*os.File) int { return 0 }

func family(int) []relative { return nil }

// survivors can't be found here; only the leader is ended.
func survivors(int, string, *[]relative) []survivor { return nil }

func killPid(int) {}
