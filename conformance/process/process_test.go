//go:build unix

package process

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Limits for rows in which the target is expected to answer, and for those in which it is not. What a
// row waits for in vain is short; all else is so long that a busy machine makes no difference.
var (
	patient = Limits{Startup: time.Minute, Answer: time.Minute, Exit: 20 * time.Second}
	curt    = Limits{Startup: time.Minute, Answer: 400 * time.Millisecond, Exit: 20 * time.Second}
	brusque = Limits{Startup: time.Minute, Answer: 400 * time.Millisecond, Exit: 400 * time.Millisecond}
)

const request = `{"go":1}`

// talk says hello, asks one thing, and then whether all is quiet.
func talk(p *Process) error {
	if err := exchange(p, `{"hello":1}`); err != nil {
		return err
	}
	if err := exchange(p, request); err != nil {
		return err
	}
	return p.Quiet(100 * time.Millisecond)
}

func exchange(p *Process, line string) error {
	got, err := p.Exchange([]byte(line))
	if err != nil {
		return err
	}
	if f := p.Diagnose(got); f != nil {
		return f
	}
	return nil
}

func TestMisbehaviour(t *testing.T) {
	big := `{"pad":"` + strings.Repeat("x", 8<<20-64) + `"}`
	for _, c := range []struct {
		name   string // of the misbehaviour
		limits Limits
		want   FaultKind
		say    string               // that message, hint or pending bytes hold
		ask    func(*Process) error // instead of talk
		and    func(t *testing.T, p *Process, e Exit)
	}{
		{name: "none", limits: patient},
		{name: "none", limits: patient, ask: func(p *Process) error { return exchange(p, big) }},
		{name: "crlf", limits: patient, and: func(t *testing.T, p *Process, _ Exit) { assert.Equal(t, p.CRLF(), 1) }},
		{name: "banner", limits: patient, want: TextBeforeHello, say: "Engine 1.0"},
		{name: "bom", limits: patient, want: ByteOrderMark, say: "UTF-8"},
		{name: "silent", limits: curt, want: TimedOut, say: "flushed"},
		{name: "unended", limits: curt, want: Unterminated, say: "newline"},
		{name: "half", limits: curt, want: Unterminated, say: `{"half":`},
		{name: "exits", limits: patient, want: Crashed, say: "exit status 0"},
		{name: "exits-in-game", limits: patient, want: Crashed, say: "out of cards", and: func(t *testing.T, _ *Process, e Exit) {
			assert.Equal(t, e.Code, 7)
			assert.Equal(t, e.By, "itself")
		}},
		{name: "exits-unended", limits: patient, want: Unterminated, say: greeting},
		{name: "segfaults", limits: patient, want: Crashed, say: "SIGKILL"},
		{name: "long-line", limits: patient, want: LineTooLong, say: "8388608"},
		{name: "too-long", limits: patient, want: LineTooLong, say: "8388608"},
		{name: "lines", limits: patient, want: Flood, say: "xxxx", ask: greedy},
		{name: "empty-lines", limits: patient, want: Flood, ask: greedy},
		{name: "big-lines", limits: patient, want: Flood, say: "xxxx", ask: greedy},
		{name: "stderr", limits: patient, and: func(t *testing.T, p *Process, _ Exit) {
			kept := string(p.Stderr())
			assert.Assert(t, len(kept) < 2*maxCapture+100)
			assert.Assert(t, strings.HasPrefix(kept, "first words\n"))
			assert.Assert(t, strings.HasSuffix(kept, "last words\n"))
			assert.Assert(t, is.Contains(kept, fmt.Sprintf("%d bytes left out", 5_000*60_000+len("first words\nlast words\n")-2*maxCapture)))
			assert.Assert(t, len(p.Timeline()) < 20)
		}},
		{name: "deaf", limits: brusque, want: InputUnread, say: fmt.Sprintf("read 0 of the request's %d bytes", len(request)+1)},
		{name: "deaf", limits: brusque, want: InputUnread, ask: func(p *Process) error {
			if err := exchange(p, `{"hello":1}`); err != nil {
				return err
			}
			return exchange(p, big)
		}},
		{name: "closes-stdin", limits: brusque, want: InputUnread, say: "closed its stdin", ask: func(p *Process) error {
			if err := exchange(p, `{"hello":1}`); err != nil {
				return err
			}
			if _, err := p.Recv(); err != nil { // it tells when stdin is closed
				return err
			}
			return exchange(p, request)
		}},
		{name: "early-banner", limits: patient, want: TextBeforeHello, say: "Engine 1.0", ask: func(p *Process) error {
			for len(p.Stderr()) == 0 {
				p.WaitExit(time.Millisecond)
			}
			return talk(p)
		}},
		{name: "chain", limits: Limits{Startup: time.Minute, Answer: time.Minute, Exit: 400 * time.Millisecond}, want: Crashed, and: func(t *testing.T, _ *Process, e Exit) { assert.Assert(t, len(e.Left) > 0) }},
		{name: "ignores-sigterm", limits: brusque, want: InputUnread, and: func(t *testing.T, p *Process, e Exit) {
			assert.Equal(t, e.By, "SIGQUIT")
			assert.Assert(t, is.Contains(string(p.Stderr()), "goroutine 1")) // the dump is kept
		}},
		{name: "ignores-signals", limits: brusque, want: InputUnread, and: func(t *testing.T, _ *Process, e Exit) {
			assert.Equal(t, e.By, "SIGKILL")
			assert.Equal(t, e.Signal, "SIGKILL")
		}},
		{name: "grandchild", limits: brusque, want: Crashed, and: left},
		{name: "grandchild-setsid", limits: brusque, want: Crashed, and: left},
		{name: "crash-grandchild", limits: brusque, want: Crashed, and: left},
		{name: "grandchild-disguise", limits: brusque, ask: func(p *Process) error { return exchange(p, request) }, and: left},
		{name: "closes-stdout", limits: brusque, want: OutputClosed},
		{name: "drips", limits: Limits{Startup: time.Minute, Answer: 2 * time.Second, Exit: 400 * time.Millisecond}, want: TimedOut, say: "still coming"},
		{name: "buffers", limits: curt, want: NeverFlushed, say: "buffered"},
		{name: "two", limits: patient, want: TwoObjects, say: greeting + greeting},
		{name: "split", limits: patient, want: SplitAnswer, say: "indentation"},
		{name: "stray", limits: patient, want: StrayText, say: "turn 1"},
		{name: "twice", limits: patient, want: Unasked, say: request},
		{name: "allocates", limits: patient, want: Crashed, say: "memory is limited to"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c := c
			command := misbehaving(c.name)
			row := "SBCONFORM_TEST_ROW=" + rand.Text()
			command.Env = append(command.Env, row)
			if c.name == "allocates" {
				command.MemoryLimit = 4 << 30
			}
			if c.ask == nil {
				c.ask = talk
			}
			peak := watchMemory()
			begin := time.Now()
			p, err := Start(context.Background(), command, c.limits)
			assert.NilError(t, err)
			defer p.Stop()
			err = c.ask(p)
			f := p.Explain(err)
			e := p.Stop()
			took := time.Since(begin)
			if c.want == "" {
				assert.NilError(t, err)
			} else {
				assert.Assert(t, f != nil, "no fault; timeline %v", p.Timeline())
				assert.Equal(t, f.Kind, c.want, "%v; stderr %s", f, lastLines(p.Stderr()))
				assert.Assert(t, is.Contains(f.Message+f.Hint+string(f.Pending), c.say))
				assert.Assert(t, len(f.Pending) <= maxPending)
				assert.Assert(t, f.Kind.Cause() != "")
			}
			if c.and != nil {
				c.and(t, p, e)
			} else {
				assert.Equal(t, len(e.Left), 0, "%v", e)
			}
			l := c.limits
			assert.Assert(t, took < l.Startup+2*l.Answer+5*l.Exit, took)
			assert.Assert(t, peak() < 200<<20)
			assert.DeepEqual(t, carriers(t, row), []string(nil))
		})
	}
}

// greedy takes what comes, and gives up only when nothing more does.
func greedy(p *Process) error {
	if err := exchange(p, `{"hello":1}`); err != nil {
		return err
	}
	p.Send([]byte(request))
	for {
		if _, ok := p.WaitExit(time.Millisecond); ok || p.flooded() {
			break
		}
	}
	for {
		if _, err := p.Recv(); err != nil {
			return err
		}
	}
}

func (p *Process) flooded() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.flooded
}

func left(t *testing.T, _ *Process, e Exit) {
	assert.Equal(t, len(e.Left), 1)
	assert.DeepEqual(t, e.LeftNames, []string{"sleep"})
}

// watchMemory samples the memory of this process; the function it returns ends that and tells the peak.
func watchMemory() func() uint64 {
	runtime.GC()
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
			metrics.Read(s)
			most = max(most, s[0].Value.Uint64())
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() uint64 { close(stop); return <-peak }
}

// What is awaited has been read: a second write comes to the target by itself.
func TestAwaitRead(t *testing.T) {
	var reads []string
	p, err := Start(t.Context(), Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error {
		buf := make([]byte, 100)
		for {
			n, err := stdin.Read(buf)
			if err != nil {
				return nil
			}
			reads = append(reads, string(buf[:n]))
			if buf[n-1] == '\n' {
				fmt.Fprintln(stdout, "read")
			}
		}
	}}, Limits{})
	assert.NilError(t, err)
	p.SendBytes([]byte("one"))
	p.AwaitRead(time.Minute)
	p.SendBytes([]byte("two\n"))
	_, err = p.Recv()
	assert.NilError(t, err)
	p.Stop()
	assert.DeepEqual(t, reads, []string{"one", "two\n"})
}

// A target that does not read is not waited for any longer than was said.
func TestAwaitReadInVain(t *testing.T) {
	p, err := Start(t.Context(), Command{InProcess: func(stdin io.Reader, _, _ io.Writer) error {
		<-t.Context().Done()
		return nil
	}}, Limits{Exit: 50 * time.Millisecond})
	assert.NilError(t, err)
	p.Send([]byte("nobody reads this"))
	p.AwaitRead(10 * time.Millisecond)
	p.Stop()
}
