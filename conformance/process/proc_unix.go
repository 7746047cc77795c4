//go:build unix

package process

import (
	"io"
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
	quit := func() {
		noCore(p.Pid)
		send(syscall.SIGQUIT)()
	}
	kill := func() {
		send(syscall.SIGKILL)()
		_ = p.Kill() // it may have been moved to another group
	}
	return []rung{
		{name: "SIGTERM", do: send(syscall.SIGTERM)},
		{name: "SIGQUIT", do: quit},
		{name: "SIGKILL", do: kill, sure: true},
	}
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

// A pipeWriter writes to a pipe without ever blocking a thread. os.File.Write would do, but for two
// things: it can't be asked to write only what fits, and it does not tell how much it wrote until all
// is written, which is never if the target does not read.
type pipeWriter struct {
	file *os.File
	raw  syscall.RawConn
	b    []byte
	wait bool
	n    int
	err  error
	step func(uintptr) bool // made once: a closure for every write would be an allocation for every line
}

func newPipeWriter(f *os.File) (*pipeWriter, error) {
	raw, err := f.SyscallConn()
	w := &pipeWriter{file: f, raw: raw}
	w.step = func(fd uintptr) bool {
		w.n, w.err = retry(func() (int, error) { return syscall.Write(int(fd), w.b) })
		if w.err == syscall.EAGAIN {
			w.n, w.err = 0, nil
			return !w.wait
		}
		return true
	}
	return w, err
}

// write writes some of b: with wait at least a byte of it, without what fits at once.
func (w *pipeWriter) write(b []byte, wait bool) (int, error) {
	w.b, w.wait, w.n, w.err = b, wait, 0, nil
	err := w.raw.Write(w.step)
	w.b = nil
	if err != nil {
		return w.n, err
	}
	return w.n, w.err
}

// retry calls f until no signal interrupts it. It turns the count -1 of a failure into 0.
func retry(f func() (int, error)) (int, error) {
	for {
		n, err := f()
		if err != syscall.EINTR {
			return max(n, 0), err
		}
	}
}

// nudge makes the reader of f read what is there and say so.
func nudge(f *os.File) bool { return f.SetReadDeadline(time.Unix(1, 0)) == nil }

// finish makes the reader of f, whose target has ended, read what is there and end.
func finish(f *os.File) { nudge(f) }

// readNow reads what is in the pipe and does not wait; 0 and no error means that it is empty.
func readNow(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	if err := f.SetReadDeadline(time.Time{}); err != nil {
		return 0, err
	}
	rerr := raw.Read(func(fd uintptr) bool {
		n, err = retry(func() (int, error) { return syscall.Read(int(fd), b) })
		return true
	})
	switch {
	case rerr != nil:
		return 0, rerr
	case err == syscall.EAGAIN:
		return 0, nil
	case n == 0 && err == nil:
		return 0, io.EOF
	}
	return n, err
}
