//go:build unix && !linux

package process

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxRSSUnit is the unit of getrusage's ru_maxrss: bytes on darwin. The BSDs count kilobytes and are
// reported a thousandfold too small rather than guessed at.
const maxRSSUnit = 1

func signalName(s syscall.Signal) string { return unix.SignalName(s) }

func adoptOrphans() {}

func limitMemory(int, int64) error {
	return errors.New("a memory limit needs Linux; use --exec-wrapper with a program that sets one")
}

func noCore(int) {}

// inPipe can't be known here.
func shrink(*os.File) {}

func inPipe(*os.File) int { return 0 }

func family(int) []relative { return nil }

// survivors tells only whether the group of the leader still has members: this system shows nobody
// the environment of processes. They are reported as the group.
func survivors(leader int, _ string, _ *[]relative) []survivor {
	if syscall.Kill(-leader, 0) != nil {
		return nil
	}
	return []survivor{{-leader, "process group"}}
}

func killPid(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
