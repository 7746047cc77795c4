package process

import (
	"fmt"
	"time"
)

// An Exit tells how a target ended.
type Exit struct {
	Code      int           // its status, -1 if a signal ended it
	Signal    string        // that signal, as SIGSEGV, or ""
	By        string        // what made it end: "itself", "stdin closed", or the last signal that we sent; "nothing" if it lives on
	Left      []int         // processes of it that outlived it; they were killed
	LeftNames []string      // their names, in the same order
	User      time.Duration // processor time of the target and of those children that it waited for
	System    time.Duration
	MaxRSS    int64 // the most memory that was resident, in bytes; 0 if unknown
}

func (e Exit) String() string {
	switch {
	case e.By == "nothing":
		return "it can't be ended"
	case e.Signal != "":
		return "signal " + e.Signal
	}
	return fmt.Sprintf("exit status %d", e.Code)
}

// A rung is one thing done to end a target.
type rung struct {
	name string
	do   func()
	sure bool // no program can resist it, so that waiting for its end is waiting for the system
}

// A survivor is a process that outlived the target it belongs to.
type survivor struct {
	pid  int
	name string
}

// A relative is a descendant of a target: a pid, and when it was started, since pids are used again.
type relative struct {
	pid   int
	start uint64
}

// Stop ends the target: it closes stdin, then sends SIGTERM, SIGQUIT and SIGKILL to its group, and
// waits Limits.Exit after each (a moment only, once the context of Start has ended). Processes of the
// target that are left then are killed and reported. It may be called again, and returns the same.
func (p *Process) Stop() Exit {
	p.stopOnce.Do(p.stop)
	return p.final
}

// hurriedWait is how long each rung is waited for once the context has ended.
const hurriedWait = 50 * time.Millisecond

func (p *Process) stop() {
	p.stopping.Store(true)
	p.signal()
	defer close(p.over)
	var family []relative
	if _, gone := p.WaitExit(0); p.target.family != nil && !gone { // a pid that has ended may be somebody else's by now
		family = p.target.family()
	}
	p.mu.Lock()
	p.owed = p.asked.Load() > int64(p.received) && !p.out.waiting()
	p.mu.Unlock()
	p.closedAt = p.line.now()
	p.in.closeNow()
	gone := p.waitRung()
	for _, r := range p.target.ladder {
		if gone {
			break
		}
		p.line.note("%s sent", r.name)
		p.setBy(r.name)
		r.do()
		gone = p.waitRung() || r.sure && p.waitFor(sureWait)
	}
	if gone {
		p.final = p.exit
		p.readers.Wait() // what the target wrote last is still on its way
	} else {
		p.final = Exit{Code: -1, By: "nothing", Left: []int{p.target.pid}, LeftNames: []string{p.target.name}}
		p.line.note("the target can't be ended")
	}
	if p.target.survivors != nil {
		for _, s := range p.sweep(family) {
			p.final.Left = append(p.final.Left, s.pid)
			p.final.LeftNames = append(p.final.LeftNames, s.name)
			p.line.note("process %d (%s) outlived the target and was killed", s.pid, s.name)
		}
	}
	p.target.stdout.Close()
	p.target.stderr.Close()
	p.readers.Wait()
}

// waitRung waits for the end of the target as long as one rung is given.
func (p *Process) waitRung() bool {
	return p.waitExit(p.limits.Exit) || p.hurried() && p.waitFor(hurriedWait)
}

// sureWait is how long a killed program may take to vanish. It takes milliseconds, unless the system is
// busy, or hangs in a device.
const sureWait = 5 * time.Second

// hurried reports whether the context has ended.
func (p *Process) hurried() bool {
	select {
	case <-p.hurry:
		return true
	default:
		return false
	}
}

// waitFor waits at most d for the end of the target, hurried or not.
func (p *Process) waitFor(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-t.C:
		return false
	}
}

// sweep kills what is left of the target and returns it.
func (p *Process) sweep(family []relative) []survivor {
	left := p.target.survivors(&family)
	// A helper that ends by itself right after its leader is nothing to report. One that starts another
	// and ends may slip through one look, hardly through two.
	clear := 0
	for end := time.Now().Add(p.limits.Exit / 4); len(left) > 0 && clear < 2 && time.Now().Before(end) && p.pause(); {
		if now := p.target.survivors(&family); len(now) > 0 {
			left, clear = now, 0
		} else {
			clear++
		}
	}
	if len(left) == 0 || clear == 2 {
		return nil
	}
	clear = 0
	for end := time.Now().Add(sureWait); clear < 2 && time.Now().Before(end); p.pause() {
		now := p.target.survivors(&family)
		for _, s := range now {
			killPid(s.pid)
		}
		if clear++; len(now) > 0 {
			clear = 0
		}
	}
	return left
}

// pause lets a moment pass and reports whether there is time for more.
func (p *Process) pause() bool {
	time.Sleep(5 * time.Millisecond)
	return !p.hurried()
}
