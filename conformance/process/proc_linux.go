package process

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

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

// noCore keeps a running process from leaving a file with its memory when SIGQUIT ends it.
func noCore(pid int) { _ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil) }

// shrink makes a pipe as small as can be: one page.
func shrink(f *os.File) {
	if raw, err := f.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1) })
	}
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

// family lists the descendants of a running process.
func family(pid int) (out []relative) {
	seen := map[int]bool{pid: true}
	for todo := children(pid); len(todo) > 0; todo = todo[1:] {
		s, ok := stat(todo[0])
		if !ok || seen[s.pid] {
			continue
		}
		seen[s.pid] = true
		out = append(out, relative{s.pid, s.start})
		todo = append(todo, children(s.pid)...)
	}
	return out
}

// survivors finds the living processes of a target whose leader has ended. The orphans among them are
// children of ours by now. One is the target's if it is of the leader's group or session, carries the
// mark in its environment, or is of the family; so are its descendants. All that are found join the
// family. A daemon that left its group and emptied its environment before the family was first looked
// at is missed.
func survivors(leader int, mark string, family *[]relative) []survivor {
	// One that starts another and ends while we look hands it to us behind our back, and one that is
	// just calling exec has no environment. Nothing is missed if no child came or went meanwhile and none
	// was in between; other targets that start and end cost a round now and then.
	ours := children(os.Getpid())
	for range 100 {
		out, settled := survey(ours, leader, mark, family)
		if len(out) > 0 {
			return out
		}
		now := children(os.Getpid())
		if settled && slices.Equal(ours, now) {
			return nil
		}
		if !settled {
			time.Sleep(100 * time.Microsecond)
			now = children(os.Getpid())
		}
		ours = now
	}
	return nil
}

// survey looks once at the given children of ours and the family. It is settled if it could tell of
// each whether it is the target's.
func survey(ours []int, leader int, mark string, family *[]relative) (out []survivor, settled bool) {
	settled = true
	seen := map[int]bool{leader: true}
	visit := func(pid int, sure bool) []int {
		s, ok := stat(pid)
		if !ok || seen[pid] {
			return nil
		}
		if s.dead() && len(numbers(procPath(pid, "task"))) > 1 {
			settled = false // its last threads still end, and what they started is not yet handed to us
		}
		if !sure && s.group != leader && s.session != leader {
			marked, known := marked(pid, mark)
			settled = settled && (known || s.dead())
			if !marked {
				return nil
			}
		}
		seen[pid] = true
		if s.dead() {
			reap(pid)
			return nil
		}
		out = append(out, survivor{pid, s.name})
		if r := (relative{pid, s.start}); !slices.Contains(*family, r) {
			*family = append(*family, r)
		}
		return children(pid)
	}
	var todo []int
	for _, r := range slices.Clone(*family) {
		if s, ok := stat(r.pid); ok && s.start == r.start {
			todo = append(todo, visit(r.pid, true)...)
		}
	}
	for _, pid := range ours {
		todo = append(todo, visit(pid, false)...)
	}
	for ; len(todo) > 0; todo = todo[1:] {
		todo = append(todo, visit(todo[0], true)...)
	}
	return out, settled
}

// marked reports whether a process was started with the mark in its environment. That is not known of
// one that is calling exec, or ending: it has neither environment nor arguments.
func marked(pid int, mark string) (marked, known bool) {
	if env, err := os.ReadFile(procPath(pid, "environ")); err == nil && len(env) > 0 {
		return bytes.Contains(env, []byte(mark)), true
	}
	args, err := os.ReadFile(procPath(pid, "cmdline"))
	return false, err == nil && len(args) > 0
}

// children lists the living and dead children of a process. The kernel keeps a list for each thread;
// one that was built without such lists is asked about every process instead.
func children(pid int) (out []int) {
	tasks := procPath(pid, "task")
	for _, tid := range numbers(tasks) {
		b, err := os.ReadFile(tasks + "/" + strconv.Itoa(tid) + "/children")
		if err != nil {
			if _, err := os.Stat(procPath(pid, "task/"+strconv.Itoa(pid)+"/children")); err != nil {
				return childrenByScan(pid)
			}
			continue
		}
		for _, f := range bytes.Fields(b) {
			if n, err := strconv.Atoi(string(f)); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

func childrenByScan(pid int) (out []int) {
	for _, n := range numbers("/proc") {
		if s, ok := stat(n); ok && s.parent == pid {
			out = append(out, n)
		}
	}
	return out
}

// numbers lists the entries of a directory that are numbers.
func numbers(dir string) (out []int) {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			out = append(out, n)
		}
	}
	return out
}

func procPath(pid int, file string) string { return "/proc/" + strconv.Itoa(pid) + "/" + file }

// A procStat is what /proc/PID/stat tells about a process.
type procStat struct {
	pid, parent, group, session int
	start                       uint64 // when it was started, in ticks since the boot; with pid it names a process for good
	state                       byte
	name                        string
}

func (s procStat) dead() bool { return s.state == 'Z' || s.state == 'X' }

func stat(pid int) (procStat, bool) {
	b, err := os.ReadFile(procPath(pid, "stat"))
	if err != nil {
		return procStat{}, false
	}
	s, ok := parseStat(b)
	s.pid = pid
	return s, ok
}

// parseStat reads a line of proc_pid_stat(5). The name stands in parentheses and may hold any byte,
// so the last parenthesis ends it.
func parseStat(b []byte) (s procStat, ok bool) {
	open, end := bytes.IndexByte(b, '('), bytes.LastIndexByte(b, ')')
	if open < 0 || end < open {
		return s, false
	}
	f := bytes.Fields(b[end+1:]) // from field 3 on
	if len(f) < 20 {
		return s, false
	}
	s.name, s.state = string(b[open+1:end]), f[0][0]
	for i, to := range []*int{&s.parent, &s.group, &s.session} {
		n, err := strconv.Atoi(string(f[i+1]))
		if err != nil {
			return s, false
		}
		*to = n
	}
	start, err := strconv.ParseUint(string(f[19]), 10, 64)
	s.start = start
	return s, err == nil
}

func killPid(pid int) { _ = unix.Kill(pid, unix.SIGKILL) }

// reap takes the status of an adopted process that has ended.
func reap(pid int) { _, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil) }
