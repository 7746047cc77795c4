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
}

// A survivor is a process that outlived the target it belongs to.
type survivor struct {
	pid  int
	name string
}

// Stop ends the target: it closes stdin, then sends SIGTERM, SIGQUIT and SIGKILL to its group, and
// waits Limits.Exit after each (a moment only, once the context of Start has ended). Processes of the
// target that are left then are killed and reported. It may be called again, and returns the same.
func (p *Process) Stop() Exit {
	p.stopOnce.Do(p.stop)
	return p.final
}

// hurried is how long each rung is waited for once the context has ended.
const hurried = 50 * time.Millisecond

func (p *Process) stop() {
	p.stopping.Store(true)
	p.signal()
	p.unwatch()
	p.in.closeNow()
	gone := p.waitRung()
	for _, r := range p.target.ladder {
		if gone {
			break
		}
		p.line.note("%s sent", r.name)
		p.setBy(r.name)
		r.do()
		gone = p.waitRung()
	}
	if gone {
		p.final = p.exit
	} else {
		p.final = Exit{Code: -1, By: "nothing", Left: []int{p.target.pid}, LeftNames: []string{p.target.name}}
		p.line.note("the target can't be ended")
	}
	for _, s := range p.sweep() {
		p.final.Left = append(p.final.Left, s.pid)
		p.final.LeftNames = append(p.final.LeftNames, s.name)
		p.line.note("process %d (%s) outlived the target and was killed", s.pid, s.name)
	}
	p.target.stdout.Close()
	p.target.stderr.Close()
	p.readers.Wait()
}

func (p *Process) waitRung() bool {
	if p.waitExit(p.limits.Exit) {
		return true
	}
	select {
	case <-p.hurry:
	default:
		return false
	}
	t := time.NewTimer(hurried)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-t.C:
		return false
	}
}

// sweep kills what is left of the target and returns it.
func (p *Process) sweep() []survivor {
	if p.target.survivors == nil {
		return nil
	}
	left := p.target.survivors()
	// A helper that ends by itself right after its leader is nothing to report.
	for end := time.Now().Add(p.limits.Exit / 4); len(left) > 0 && time.Now().Before(end); left = p.target.survivors() {
		if !p.pause() {
			break
		}
	}
	// A process that forks while it is swept is found in the next round.
	for end := time.Now().Add(p.limits.Exit); time.Now().Before(end); {
		now := p.target.survivors()
		for _, s := range now {
			killPid(s.pid)
		}
		for _, s := range left {
			reap(s.pid)
		}
		if len(now) == 0 {
			break
		}
		p.pause()
	}
	return left
}

func (p *Process) pause() bool {
	t := time.NewTimer(5 * time.Millisecond)
	defer t.Stop()
	<-t.C
	select {
	case <-p.hurry:
		return false
	default:
		return true
	}
}
