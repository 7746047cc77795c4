package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxRSSUnit is the unit of getrusage's ru_maxrss, in bytes.
const maxRSSUnit = 1024

func signalName(s syscall.Signal) string { return unix.SignalName(s) }

// adoptOrphans makes the kernel give us the children of targets that end before them. It sets a
// flag of the whole process, and setting it again changes nothing.
func adoptOrphans() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// limitMemory bounds the address space of a running process and of the children it makes from now on.
func limitMemory(pid int, bytes int64) error {
	lim := unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)}
	return unix.Prlimit(pid, unix.RLIMIT_AS, &lim, nil)
}

// inPipe tells how many bytes of a pipe nobody has read.
func inPipe(f *os.File) (n int) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Control(func(fd uintptr) { n, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	if err != nil {
		return 0
	}
	return n
}

// survivors finds the living processes of a target whose leader has ended: those of its group or
// session, and those that carry its marker in their environment, wherever they went.
func survivors(leader int, marker string) []survivor {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	var out []survivor
	for _, dir := range dirs {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil || pid == leader || pid == os.Getpid() {
			continue
		}
		stat, err := os.ReadFile(dir + "/stat")
		if err != nil {
			continue
		}
		s, ok := parseStat(stat)
		if !ok || s.uid(dir) != os.Geteuid() {
			continue
		}
		if s.group != leader && s.session != leader {
			env, err := os.ReadFile(dir + "/environ")
			if err != nil || !bytes.Contains(env, []byte(marker)) {
				if s.state != 'Z' || s.parent != os.Getpid() {
					continue
				}
				continue
			}
		}
		if s.state == 'Z' || s.state == 'X' {
			continue
		}
		out = append(out, survivor{pid, s.name})
	}
	return out
}

type procStat struct {
	name                   string
	state                  byte
	parent, group, session int
}

func (s procStat) uid(dir string) int {
	fi, err := os.Stat(dir)
	if err != nil {
		return -1
	}
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}

// parseStat reads /proc/PID/stat. The name stands in parentheses and may hold any byte, so the last
// parenthesis ends it.
func parseStat(b []byte) (s procStat, ok bool) {
	open, end := bytes.IndexByte(b, '('), bytes.LastIndexByte(b, ')')
	if open < 0 || end < open {
		return s, false
	}
	s.name = string(b[open+1 : end])
	f := bytes.Fields(b[end+1:])
	if len(f) < 4 {
		return s, false
	}
	s.state = f[0][0]
	s.parent, _ = strconv.Atoi(string(f[1]))
	s.group, _ = strconv.Atoi(string(f[2]))
	s.session, _ = strconv.Atoi(string(f[3]))
	return s, true
}

func killPid(pid int) { _ = unix.Kill(pid, unix.SIGKILL) }

// reap takes the status of an adopted process that has ended.
func reap(pid int) { _, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil) }
