//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ownGroup makes the command the leader of a process group of its own, so that one signal reaches
// it and all its children, and a Ctrl-C at our terminal does not.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// ladder returns the signals that end a target, in the order of rising force. SIGQUIT comes before
// SIGKILL because many runtimes write the stacks of all their threads when they get it.
func ladder(p *os.Process) []rung {
	send := func(s syscall.Signal) func() { return func() { _ = syscall.Kill(-p.Pid, s) } }
	kill := func() {
		send(syscall.SIGKILL)()
		_ = p.Kill() // it may have been moved to another group
	}
	return []rung{{"SIGTERM", send(syscall.SIGTERM)}, {"SIGQUIT", send(syscall.SIGQUIT)}, {"SIGKILL", kill}}
}

// exitOf tells how the process ended.
func exitOf(s *os.ProcessState) Exit {
	e := Exit{Code: s.ExitCode(), User: s.UserTime(), System: s.SystemTime()}
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		e.Code, e.Signal = -1, signalName(ws.Signal())
	}
	if ru, ok := s.SysUsage().(*syscall.Rusage); ok {
		e.MaxRSS = int64(ru.Maxrss) * maxRSSUnit
	}
	return e
}

// A sysWriter writes to a pipe without ever blocking a thread. os.File.Write would do, but for two
// things: it can't be asked to write only what fits, and it does not tell how much it wrote until all
// is written, which is never if the target does not read.
type sysWriter struct {
	raw  syscall.RawConn
	b    []byte
	wait bool
	n    int
	err  error
	step func(uintptr) bool // made once: a closure for every write would be an allocation for every line
}

func (w *sysWriter) init(f *os.File) (err error) {
	w.raw, err = f.SyscallConn()
	w.step = func(fd uintptr) bool {
		for {
			w.n, w.err = syscall.Write(int(fd), w.b)
			if w.err != syscall.EINTR {
				break
			}
		}
		if w.err == syscall.EAGAIN {
			w.n, w.err = 0, nil
			return !w.wait
		}
		w.n = max(w.n, 0)
		return true
	}
	return err
}

func (w *sysWriter) write(b []byte, wait bool) (int, error) {
	w.b, w.wait, w.n, w.err = b, wait, 0, nil
	err := w.raw.Write(w.step)
	w.b = nil
	if err != nil {
		return w.n, err
	}
	return w.n, w.err
}

// interrupt wakes the reader of f, which then calls drainNow.
func interrupt(f *os.File) { _ = f.SetReadDeadline(time.Unix(1, 0)) }

// readNow reads what is in the pipe and does not wait; 0 and no error means that it is empty.
func readNow(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	_ = f.SetReadDeadline(time.Time{})
	var eof error
	rerr := raw.Read(func(fd uintptr) bool {
		for {
			n, err = syscall.Read(int(fd), b)
			if err != syscall.EINTR {
				break
			}
		}
		switch {
		case err == syscall.EAGAIN:
			n, err = 0, nil
		case n == 0 && err == nil:
			eof = errEnd
		}
		return true
	})
	if rerr != nil {
		return 0, rerr
	}
	if eof != nil {
		return 0, eof
	}
	return max(n, 0), err
}
