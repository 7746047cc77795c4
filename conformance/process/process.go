// Package process starts, feeds, times, limits and ends a target, and names what it does wrong as a
// process: it is the one place where bytes from somebody else's program come in.
//
// It follows Section 2 of the specification: a participant is a child process, messages are lines on
// its stdin and stdout, stderr is diagnostics, and closing stdin ends it. A target is hostile until
// shown otherwise. Whatever it does, Send returns at once, Recv returns in time, memory stays bounded
// and Stop leaves no process behind.
//
// On Linux orphans of a target are adopted, so that those which left its process group are found as
// well, memory limits work, and faults tell how much of a request was read. On other Unix systems only
// the group is ended, and elsewhere only the target itself.
//
// Send, SendBytes, CloseInput, Stop and the methods that only look may be called from any goroutine;
// Recv, Exchange, Quiet and Diagnose from one at a time.
package process

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spellbench/sbconform/conformance"
)

// A Command says what to run.
type Command struct {
	Argv        []string
	Dir         string   // where it runs, and what a relative Argv[0] with a slash is relative to; "" is ours
	Env         []string // K=V, added to ours
	Wrapper     []string // put before Argv, as in nice -n 10
	MemoryLimit int64    // bytes of address space, set right after the start; 0 is none; on Linux only
	// SlowReader makes us read stdout in small pieces with a pause after each, from a pipe that holds
	// little where the system lets us choose: a target has to wait until its answer is taken.
	SlowReader bool

	// InProcess runs instead of Argv if set, over the same pipes. It should return once stdin ends.
	// An error that it returns counts as exit status 1, a panic as 2 with the stack on stderr; a panic in
	// a goroutine that it starts ends us all.
	InProcess func(stdin io.Reader, stdout, stderr io.Writer) error
}

// Serving returns the command that runs serve in this process, over the same pipes as a program. serve
// should return once stdin ends; its error counts as exit status 1.
func Serving(serve func(stdin io.Reader, stdout io.Writer) error) Command {
	return Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error { return serve(stdin, stdout) }}
}

// Limits bound what is waited for. Zero fields take the defaults.
type Limits struct {
	Startup time.Duration // the first line; default 60 s
	Answer  time.Duration // any other line; default 10 s
	Exit    time.Duration // the end of the target after each thing done to end it; default 2 s
}

// WithDefaults returns l with the defaults in place of its zero fields.
func (l Limits) WithDefaults() Limits {
	or := func(d *time.Duration, def time.Duration) {
		if *d <= 0 {
			*d = def
		}
	}
	or(&l.Startup, time.Minute)
	or(&l.Answer, 10*time.Second)
	or(&l.Exit, 2*time.Second)
	return l
}

// A Process is a running target, or one that has ended.
type Process struct {
	limits Limits
	memory int64 // Command.MemoryLimit
	ctx    context.Context
	target *target
	in     input
	line   timeline
	errs   capture

	mu       sync.Mutex
	out      lines
	outDone  bool // nothing more will come
	idle     int  // how often the reader found the pipe empty when it was nudged
	wake     chan struct{}
	timer    *time.Timer
	received int           // lines handed out
	asked    atomic.Int64  // lines sent
	sentAt   atomic.Int64  // when the last was, in nanoseconds since the start
	answer   time.Duration // how long the last answer took

	by      atomic.Pointer[string] // what we last did to end it
	exited  chan struct{}
	exit    Exit // valid once exited is closed
	readers sync.WaitGroup

	hurry    chan struct{} // closed when ctx ends
	over     chan struct{} // closed when Stop is done
	stopping atomic.Bool
	stopOnce sync.Once
	owed     bool          // when Stop began an answer was due
	closedAt time.Duration // when Stop closed stdin
	final    Exit
}

// Start runs c. Its error is a *Fault of kind StartFailed that says in one line what to do about it, or
// one that does not blame the target: Unserved or Stopped.
// When ctx ends the target is ended, without the patience that Stop has.
func Start(ctx context.Context, c Command, l Limits) (*Process, error) {
	p := &Process{
		limits: l.WithDefaults(),
		memory: c.MemoryLimit,
		ctx:    ctx,
		wake:   make(chan struct{}, 1),
		timer:  time.NewTimer(time.Hour),
		exited: make(chan struct{}),
		hurry:  make(chan struct{}),
		over:   make(chan struct{}),
	}
	p.timer.Stop()
	p.line.start = time.Now()
	p.setBy("itself")
	if err := ctx.Err(); err != nil {
		return nil, &Fault{Kind: Stopped, Message: "the run was stopped before the target was started"}
	}
	t, err := startTarget(c)
	if err != nil {
		return nil, err
	}
	p.target = t
	p.in.pipe = t.stdin
	p.in.onClose = func() { p.setBy("stdin closed"); p.line.note("stdin closed") }
	p.in.onBreak = func() { p.line.note("the target closed its stdin") }
	p.line.note("started %s", t.name)
	if t.warning != "" {
		p.line.note("%s", t.warning)
	}
	piece, take := 64<<10, p.takeOutput
	if c.SlowReader {
		shrink(t.stdout)
		piece, take = slowPiece, func(b []byte) { p.takeOutput(b); time.Sleep(slowPause) }
	}
	p.readers.Go(func() {
		p.endOutput(p.pump(t.stdout, piece, take, p.foundEmpty))
	})
	p.readers.Go(func() {
		p.pump(t.stderr, 16<<10, p.takeStderr, func() {})
	})
	go func() {
		e := t.wait()
		e.By = *p.by.Load()
		p.exit = e
		p.line.note("ended: %s", e)
		close(p.exited)
		finish(t.stdout)
		finish(t.stderr)
	}()
	go func() {
		select {
		case <-ctx.Done():
			close(p.hurry)
			p.Stop()
		case <-p.over:
		}
	}()
	return p, nil
}

func (p *Process) setBy(s string) { p.by.Store(&s) }

// A slow reader takes this much at a time, and waits this long after it: some 250 KB a second, so that a
// long answer takes a while and none takes long.
const (
	slowPiece = 512 // bytes
	slowPause = 2 * time.Millisecond
)

// maxLeft is how much is read from a pipe once its target has ended. What the target wrote is in the
// pipe, which holds at most 1 MiB; what others write is not its output, and they may never stop.
const maxLeft = 1 << 20

// pump reads f to its end, or until the target has ended and what it left in the pipe is read; held
// says whether somebody else still held the pipe open then. When nudged it calls empty once it has
// read what was there.
func (p *Process) pump(f *os.File, size int, take func([]byte), empty func()) (held bool) {
	buf := make([]byte, size)
	for {
		n, err := f.Read(buf)
		if n > 0 {
			take(buf[:n])
		}
		switch {
		case err == nil:
			continue
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return false
		}
		for left := maxLeft; left > 0; left -= n {
			if n, err = readNow(f, buf); err != nil {
				return false
			}
			if n == 0 {
				break
			}
			take(buf[:n])
		}
		select {
		case <-p.exited:
			return true
		default:
			empty()
		}
	}
}

func (p *Process) takeOutput(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	flooded, crlf := p.out.flooded, p.out.crlf
	p.out.take(b, p.line.now(), func(text []byte, at time.Duration) { p.line.add(at, "recv", text) })
	if p.out.flooded && !flooded {
		p.line.note("flood: output is no longer kept")
	}
	if p.out.crlf > 0 && crlf == 0 {
		p.line.note("a line ended with \\r\\n, which is tolerated")
	}
	p.signal()
}

func (p *Process) takeStderr(b []byte) {
	p.errs.add(b)
	p.line.add(p.line.now(), "stderr", b)
}

func (p *Process) foundEmpty() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	p.signal()
}

func (p *Process) endOutput(held bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.outDone = true
	if held {
		p.line.note("stdout is held open by another process")
	} else {
		p.line.note("stdout closed")
	}
	p.signal()
}

func (p *Process) signal() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Send queues line and a newline. It never blocks, whatever the target does.
func (p *Process) Send(line []byte) {
	p.asked.Add(1)
	now := p.line.now()
	p.sentAt.Store(int64(now))
	p.line.add(now, "send", line)
	p.in.send(line, newline)
}

// SendBytes queues b as it is, to feed a target in pieces. Every newline in it counts as a line sent.
func (p *Process) SendBytes(b []byte) {
	p.asked.Add(int64(bytes.Count(b, newline)))
	now := p.line.now()
	p.sentAt.Store(int64(now))
	p.line.add(now, "send", b)
	p.in.send(b)
}

// CloseInput closes the target's stdin once all that was queued is written.
func (p *Process) CloseInput() { p.in.closeSoon() }

// Recv returns the next line, raw but for its terminator and valid until the next call. Its error is a
// *Fault. The first call waits Limits.Startup, others Limits.Answer. After TimedOut, Unterminated or
// LineTooLong the target may be used on.
func (p *Process) Recv() ([]byte, error) {
	if p.received == 0 {
		return p.recv(p.limits.Startup)
	}
	return p.recv(p.limits.Answer)
}

func (p *Process) recv(limit time.Duration) ([]byte, error) {
	p.timer.Reset(limit)
	defer p.timer.Stop()
	nudged := -1
	for {
		p.mu.Lock()
		line, r, ok := p.out.next()
		if ok {
			p.received++
			p.answer = r.at - time.Duration(p.sentAt.Load())
		}
		flooded, done, idle := p.out.flooded, p.outDone, p.idle
		p.mu.Unlock()
		switch {
		case ok && r.long:
			return nil, tooLong(line)
		case ok:
			return line, nil
		case flooded:
			return nil, p.flood()
		case p.stopping.Load():
			return nil, p.stopped()
		case done:
			return nil, p.ended()
		case nudged >= 0 && idle > nudged:
			return nil, p.late(limit)
		}
		select {
		case <-p.wake:
		case <-p.hurry:
			return nil, p.stopped()
		case <-p.timer.C:
			// On a busy machine our reader may lag behind the target. What is in the pipe now came in
			// time, so the reader is asked to read that first.
			if nudged >= 0 || !nudge(p.target.stdout) {
				return nil, p.late(limit)
			}
			nudged = idle
			p.timer.Reset(time.Second)
		}
	}
}

// AnswerTime tells how long after the last Send the line came that Recv returned last.
func (p *Process) AnswerTime() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answer
}

// CRLF counts the lines that ended with \r\n, which Section 2 tolerates.
func (p *Process) CRLF() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.crlf
}

// Exchange sends line and returns the answer to it, as Recv does. Output that was there before is a
// fault, as Quiet says.
func (p *Process) Exchange(line []byte) ([]byte, error) {
	if err := p.Quiet(0); err != nil {
		return nil, err
	}
	p.Send(line)
	return p.Recv()
}

// AwaitRead waits until the target has read all that was sent, as far as can be known, but no longer than d.
// What is written next then comes to it by itself, however busy the machine is.
func (p *Process) AwaitRead(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(readPoll) {
		if taken, size, _ := p.in.progress(); taken == size {
			return
		}
	}
}

// readPoll is the time between two looks of AwaitRead.
const readPoll = 200 * time.Microsecond

// Quiet returns a *Fault if output is waiting or comes within d: of kind Unasked if it begins as an
// answer, TextBeforeHello or StrayText if not. It leaves the output for Recv.
func (p *Process) Quiet(d time.Duration) error {
	if f := p.unasked(); f != nil {
		return f
	}
	if d <= 0 {
		return nil
	}
	p.timer.Reset(d)
	defer p.timer.Stop()
	for {
		p.mu.Lock()
		done := p.outDone
		p.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-p.wake:
			if f := p.unasked(); f != nil {
				return f
			}
		case <-p.hurry:
			return p.stopped()
		case <-p.timer.C:
			return nil
		}
	}
}

// Timeline returns what happened, in order: the beginning and the end of it.
func (p *Process) Timeline() []conformance.Moment { return p.line.moments() }

// Stderr returns the first and the last 64 KiB of what the target wrote to stderr, with a line between
// them that counts what was left out.
func (p *Process) Stderr() []byte { return p.errs.bytes() }

// WaitExit waits at most d for the target to end by itself.
func (p *Process) WaitExit(d time.Duration) (Exit, bool) {
	if !p.waitExit(d) {
		return Exit{}, false
	}
	return p.exit, true
}

func (p *Process) waitExit(d time.Duration) bool {
	select {
	case <-p.exited:
		return true
	default:
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-p.hurry:
		return false
	case <-t.C:
		return false
	}
}
