package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spellbench/sbconform/reference/wire"
)

func (p *Process) flood() *Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.floodLocked()
}

func (p *Process) floodLocked() *Fault {
	return &Fault{Kind: Flood, Message: fmt.Sprintf("the target wrote %d bytes that nobody asked for", p.out.total),
		Pending: p.out.sample, Hint: "does it write a log to stdout? stdout is for answers alone"}
}

// stopped says that the target was ended by us.
func (p *Process) stopped() *Fault {
	if errors.Is(context.Cause(p.ctx), context.DeadlineExceeded) {
		return &Fault{Kind: TimedOut, Message: "the time for the whole check was up"}
	}
	return &Fault{Kind: Stopped, Message: "the target was stopped"}
}

// late judges why no line came within the limit.
func (p *Process) late(limit time.Duration) *Fault {
	p.mu.Lock()
	rest := p.out.rest()
	silent := p.line.now() - p.out.last
	p.mu.Unlock()
	f := &Fault{Pending: pending(rest)}
	if len(rest) > 0 {
		whole := wire.Check(rest) == nil
		switch {
		case !whole && silent < limit/2:
			f.Kind = TimedOut
			f.Message = fmt.Sprintf("after %v the answer was still coming: %d bytes so far, the last of them %v ago", limit, len(rest), round(silent))
			f.Hint = "is an answer written with one call?"
		default:
			f.Kind = Unterminated
			f.Message = fmt.Sprintf("%d bytes came and no newline within %v", len(rest), limit)
			f.Hint = unterminatedHint(rest, whole)
		}
		return f
	}
	switch taken, size, broken := p.in.progress(); {
	case broken:
		f.Kind = InputUnread
		f.Message = fmt.Sprintf("no answer within %v, and the target has closed its stdin", limit)
		return f
	case taken < size:
		f.Kind = InputUnread
		f.Message = fmt.Sprintf("no answer within %v, and the target has read %d of the request's %d bytes", limit, taken, size)
		f.Hint = "does it read stdin to the end of the line, with a buffer for lines of 8 MiB?"
		if taken == 0 {
			f.Hint = "does it read stdin, or is it still starting?"
		}
		return f
	}
	f.Kind = TimedOut
	f.Message = fmt.Sprintf("no answer within %v", limit)
	f.Hint = "is stdout flushed after every line?"
	return f
}

func unterminatedHint(rest []byte, whole bool) string {
	switch {
	case whole && bytes.HasSuffix(rest, []byte("\r")):
		return `the line ends with \r alone; it must end with \n`
	case whole:
		return "the answer is whole: is the newline after it missing?"
	case len(rest)%4096 == 0:
		return "the answer stops at a multiple of 4,096 bytes: is stdout flushed after every line?"
	}
	return "is stdout flushed after every line, and the line ended with a newline?"
}

// ended judges the end of the output.
func (p *Process) ended() *Fault {
	gone := p.waitExit(p.limits.Exit)
	if p.stopping.Load() || p.hurried() {
		return p.stopped()
	}
	if gone {
		p.readers.Wait() // its last words are still on their way
	}
	p.mu.Lock()
	rest := pending(p.out.rest())
	p.mu.Unlock()
	f := &Fault{Pending: rest}
	if !gone {
		f.Kind = OutputClosed
		f.Message = "the target closed its stdout and goes on running"
		return f
	}
	e := p.exit
	f.Exit = &e
	f.Hint = p.lastWords(e)
	asked := e.By == "stdin closed" && e.Signal == ""
	switch {
	case e.Code == 0 && len(rest) > 0:
		f.Kind = Unterminated
		f.Message = "the target ended, and its last line has no newline"
	case asked && (e.Code == 0 || p.asked.Load() <= int64(p.received)):
		f.Kind = Ended
		f.Message = fmt.Sprintf("the target ended once its stdin was closed (%s), and no line was left", e)
	case e.By != "itself":
		f.Kind = Crashed
		f.Message = fmt.Sprintf("the target ended before it answered (%s), after its stdin was closed", e)
	default:
		f.Kind = Crashed
		f.Message = fmt.Sprintf("the target ended before it answered (%s), with its stdin open", e)
	}
	return f
}

// lastWords is what may tell why the target ended.
func (p *Process) lastWords(e Exit) string {
	var say []string
	if p.memory > 0 {
		say = append(say, fmt.Sprintf("its memory is limited to %d bytes", p.memory))
	}
	if e.Signal == "SIGKILL" {
		say = append(say, "did the system run out of memory?")
	}
	if last := lastLines(p.Stderr()); len(last) > 0 {
		say = append(say, fmt.Sprintf("stderr ends with %q", last))
	}
	return strings.Join(say, "; ")
}

// lastLines returns the part of a captured text that most likely tells why its writer ended: what
// follows a known opening of a crash report, or else the end. It is three lines and 300 bytes at most.
func lastLines(b []byte) []byte {
	b = bytes.TrimSpace(b)
	at := -1
	for _, opening := range []string{"panic: ", "fatal error: ", "Exception in thread ", "Unhandled exception", "terminate called ", "thread '"} {
		if i := bytes.LastIndex(b, []byte("\n"+opening)); i >= 0 {
			at = max(at, i+1)
		} else if bytes.HasPrefix(b, []byte(opening)) {
			at = max(at, 0)
		}
	}
	if at >= 0 {
		b = b[at:min(len(b), at+300)]
		lines := bytes.SplitAfterN(b, newline, 4)
		return bytes.TrimSpace(bytes.Join(lines[:min(3, len(lines))], nil))
	}
	b = b[max(0, len(b)-300):]
	for bytes.Count(b, newline) > 2 {
		b = b[bytes.IndexByte(b, '\n')+1:]
	}
	return b
}

// unasked judges output that is there although nothing was asked.
func (p *Process) unasked() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	b := p.out.peek()
	switch {
	case p.out.flooded:
		return p.floodLocked()
	case len(b) == 0 && !p.out.waiting():
		return nil
	case !isObject(b):
		f := stray(b, p.received == 0)
		f.Pending = pending(b)
		return f
	}
	return &Fault{Kind: Unasked, Message: "the target wrote an answer that nobody asked for", Pending: pending(b),
		Hint: "does it answer a request twice?"}
}

func tooLong(line []byte) *Fault {
	return &Fault{Kind: LineTooLong, Message: fmt.Sprintf("the target wrote a line of more than %d bytes", wire.MaxLine),
		Pending: pending(line), Hint: "is the newline after an answer missing?"}
}

// Explain ends the target and returns the fault err with what its end tells: how it ended, and whether
// an answer that never came was only never flushed. err must be a *Fault, as Recv returns; of any other
// error Explain returns nil.
func (p *Process) Explain(err error) *Fault {
	var f *Fault
	if !errors.As(err, &f) {
		return nil
	}
	g := *f
	e := p.Stop()
	g.Exit = &e
	if late, after, ok := p.flushed(); ok && (f.Kind == TimedOut || f.Kind == Unterminated) {
		g.Kind = NeverFlushed
		g.Message = fmt.Sprintf("%s; it came %v after stdin was closed", f.Message, round(after))
		g.Pending = pending(late)
		g.Hint = "flush stdout after every line: it is buffered when it is not a terminal"
	}
	return &g
}

// flushed returns the answer that was due when Stop closed stdin and came right after that. An answer
// that is slow comes at any time, so one that comes within that moment was ready and kept back.
func (p *Process) flushed() (line []byte, after time.Duration, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.owed || !p.out.waiting() {
		return nil, 0, false
	}
	line, after = p.out.peek(), p.out.recs[p.out.head].at-p.closedAt
	return line, after, isObject(line) && after < p.limits.Exit/2
}

func round(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
