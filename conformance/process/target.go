package process

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A target is a program that runs, or a function that does as if, seen through its pipes.
type target struct {
	name      string
	pid       int // 0 for a function
	stdin     *pipeWriter
	stdout    *os.File
	stderr    *os.File
	wait      func() Exit
	ladder    []rung
	family    func() []relative            // nil for a function, as the next
	survivors func(*[]relative) []survivor // of the program once it has ended; they join the family
	warning   string
}

// pipes are the three pipes of a target, ours and its own ends of them.
type pipes struct {
	inR, inW, outR, outW, errR, errW *os.File
}

func newPipes() (p pipes, err error) {
	for _, e := range []struct{ r, w **os.File }{{&p.inR, &p.inW}, {&p.outR, &p.outW}, {&p.errR, &p.errW}} {
		if *e.r, *e.w, err = os.Pipe(); err != nil {
			p.closeOurs()
			p.closeTheirs()
			return p, &Fault{Kind: Unserved, Message: fmt.Sprintf("no pipe for the target: %v", lastError(err)), Hint: "fewer checks at a time (-j) need fewer files"}
		}
	}
	return p, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

func (p pipes) closeOurs()   { closeAll(p.inW, p.outR, p.errR) }
func (p pipes) closeTheirs() { closeAll(p.inR, p.outW, p.errW) }

func startTarget(c Command) (*target, error) {
	if c.InProcess == nil && len(c.Argv) == 0 {
		return nil, &Fault{Kind: StartFailed, Message: "no target given"}
	}
	ps, err := newPipes()
	if err != nil {
		return nil, err
	}
	t := &target{stdout: ps.outR, stderr: ps.errR}
	if t.stdin, err = newPipeWriter(ps.inW); err == nil {
		if c.InProcess != nil {
			t.startFunction(c, ps)
		} else {
			err = t.startProgram(c, ps)
		}
	}
	if err != nil {
		ps.closeOurs()
		ps.closeTheirs()
		return nil, err
	}
	return t, nil
}

func (t *target) startProgram(c Command, ps pipes) error {
	adoptOrphans()
	argv := append(append([]string(nil), c.Wrapper...), c.Argv...)
	// Every process of the target is known by this variable, wherever it goes. Its name is the part that
	// differs, so that a target that runs targets itself hands on both.
	mark := "SBCONFORM_TARGET_" + rand.Text() + "=1"
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(append(os.Environ(), c.Env...), mark)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = ps.inR, ps.outW, ps.errW
	ownGroup(cmd)
	if err := startPatiently(cmd); err != nil {
		return explainStart(argv[0], c.Dir, err)
	}
	ps.closeTheirs()
	if c.MemoryLimit > 0 {
		if err := limitMemory(cmd.Process.Pid, c.MemoryLimit); err != nil {
			t.warning = fmt.Sprintf("the memory limit is not in force: %v", err)
		}
	}
	t.name = strings.Join(argv, " ")
	t.pid = cmd.Process.Pid
	t.ladder = ladder(cmd.Process)
	t.wait = func() Exit {
		_ = cmd.Wait()
		return exitOf(cmd.ProcessState)
	}
	t.family = func() []relative { return family(t.pid) }
	t.survivors = func(f *[]relative) []survivor { return survivors(t.pid, mark, f) }
	return nil
}

// startPatiently starts cmd. A file that was written a moment ago may still be open for writing in a
// process that another goroutine has just forked, until that one calls exec; the system refuses to run
// it so long ("text file busy").
func startPatiently(cmd *exec.Cmd) (err error) {
	for range 10 {
		again := *cmd
		if err = again.Start(); !errors.Is(err, syscall.ETXTBSY) {
			*cmd = again
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// startFunction runs a function over the pipes. What a signal does to a program, closing its own ends
// of the pipes does to a function: reading and writing fail at once.
func (t *target) startFunction(c Command, ps pipes) {
	t.name = "in-process target"
	end := sync.OnceFunc(ps.closeTheirs)
	done := make(chan Exit, 1)
	go func() {
		e := Exit{Code: 2}
		returned := false
		defer func() {
			if r := recover(); r != nil {
				fmt.Fprintf(ps.errW, "panic: %v\n\n%s", r, debug.Stack())
			} else if !returned {
				fmt.Fprintln(ps.errW, "the function ended by runtime.Goexit")
			}
			end()
			done <- e
		}()
		err := c.InProcess(ps.inR, ps.outW, ps.errW)
		returned = true
		e.Code = 0
		if err != nil {
			e.Code = 1
			fmt.Fprintln(ps.errW, err)
		}
	}()
	t.wait = func() Exit { return <-done }
	t.ladder = []rung{{name: "pipes closed", do: end}}
}
