//go:build unix

package process

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// A target may be a function; its faults are those of a program.
func TestInProcess(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	for _, c := range []struct {
		name string
		run  func(in *bufio.Reader, out, log io.Writer) error
		want FaultKind
		say  string
		exit Exit
	}{
		{"answers", func(in *bufio.Reader, out, _ io.Writer) error { _, err := io.Copy(out, in); return err },
			"", "", Exit{By: "stdin closed"}},
		{"panics", func(in *bufio.Reader, out, _ io.Writer) error { in.ReadString('\n'); panic("no such card") },
			Crashed, "no such card", Exit{Code: 2, By: "itself"}},
		{"ends its goroutine", func(in *bufio.Reader, out, _ io.Writer) error { in.ReadString('\n'); runtime.Goexit(); return nil },
			Crashed, "Goexit", Exit{Code: 2, By: "itself"}},
		{"fails", func(in *bufio.Reader, out, _ io.Writer) error { in.ReadString('\n'); return errors.New("lost a die") },
			Crashed, "lost a die", Exit{Code: 1, By: "itself"}},
		{"writes to stderr", func(in *bufio.Reader, out, log io.Writer) error {
			fmt.Fprintln(log, "hm")
			_, err := io.Copy(out, in)
			return err
		}, "", "", Exit{By: "stdin closed"}},
		{"drips, and does not look at stdin again", func(in *bufio.Reader, out, _ io.Writer) error {
			for in.ReadString('\n'); ; {
				if _, err := out.Write([]byte("x")); err != nil {
					return err
				}
				time.Sleep(time.Millisecond)
			}
		}, TimedOut, "still coming", Exit{Code: 1, By: "pipes closed"}},
		{"never returns", func(*bufio.Reader, io.Writer, io.Writer) error { <-forever; return nil },
			InputUnread, "read 0 of", Exit{Code: -1, By: "nothing", Left: []int{0}, LeftNames: []string{"in-process target"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			limits := brusque
			if c.want == TimedOut || c.want == InputUnread {
				limits.Startup = 2 * time.Second
			}
			p, err := Start(context.Background(), Command{InProcess: func(in io.Reader, out, log io.Writer) error {
				return c.run(bufio.NewReader(in), out, log)
			}}, limits)
			assert.NilError(t, err)
			defer p.Stop()
			_, err = p.Exchange([]byte(request))
			f := p.Explain(err)
			if c.want == "" {
				assert.NilError(t, err)
			} else {
				assert.Assert(t, f != nil)
				assert.Equal(t, f.Kind, c.want, f.Message)
				assert.Assert(t, is.Contains(f.Message+f.Hint, c.say))
			}
			assert.DeepEqual(t, p.Stop(), c.exit)
		})
	}
}

// When the context ends, everything ends, without the patience of Stop.
func TestCancel(t *testing.T) {
	for _, name := range []string{"none", "silent", "deaf", "ignores-signals", "lines"} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			command := misbehaving(name)
			row := "SBCONFORM_TEST_ROW=" + rand.Text()
			command.Env = append(command.Env, row)
			p, err := Start(ctx, command, Limits{Startup: time.Minute, Answer: time.Hour, Exit: time.Hour})
			assert.NilError(t, err)
			_, err = p.Exchange([]byte(`{"hello":1}`))
			assert.NilError(t, err)
			go cancel()
			var f *Fault
			for {
				if _, err = p.Recv(); err != nil {
					break
				}
			}
			assert.Assert(t, errors.As(err, &f))
			if name != "lines" {
				assert.Equal(t, f.Kind, Stopped)
			}
			p.Stop() // hangs for an hour if cancelling does not hurry it
			assert.DeepEqual(t, carriers(t, row), []string(nil))
		})
	}
	t.Run("before the start", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := Start(ctx, misbehaving("none"), Limits{})
		assert.Assert(t, err != nil)
	})
	t.Run("time is up", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		p, err := Start(ctx, misbehaving("deaf"), Limits{})
		assert.NilError(t, err)
		defer p.Stop()
		_, err = p.Recv()
		var f *Fault
		assert.Assert(t, errors.As(err, &f))
		assert.Equal(t, f.Kind, TimedOut)
	})
}

// A target leaves no goroutine and no file behind.
func TestNothingLeaks(t *testing.T) {
	live := func() {
		for _, c := range []Command{misbehaving("none"), misbehaving("exits"), {InProcess: func(in io.Reader, out, _ io.Writer) error { _, err := io.Copy(out, in); return err }}} {
			p, err := Start(context.Background(), c, patient)
			assert.NilError(t, err)
			p.Exchange([]byte(request))
			p.Send([]byte(strings.Repeat("x", 1<<20))) // more than the pipe takes
			p.Stop()
		}
	}
	live()
	files, routines := openFiles(t), runtime.NumGoroutine()
	for range 5 {
		live()
	}
	assert.Equal(t, openFiles(t), files)
	for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > routines && time.Now().Before(end); {
		runtime.Gosched() // the last deferred calls of goroutines that are over
	}
	assert.Assert(t, runtime.NumGoroutine() <= routines)
}

func openFiles(t *testing.T) int {
	t.Helper()
	files, err := os.ReadDir("/dev/fd")
	assert.NilError(t, err)
	return len(files)
}

func TestSendBytes(t *testing.T) {
	p, err := Start(context.Background(), misbehaving("none"), patient)
	assert.NilError(t, err)
	defer p.Stop()
	for _, b := range []byte(request + "\r\n") {
		p.SendBytes([]byte{b})
	}
	got, err := p.Recv()
	assert.NilError(t, err)
	assert.Equal(t, string(got), request)
	assert.Equal(t, p.CRLF(), 1)
	assert.NilError(t, p.Quiet(0))
}

// Everything queued is written before stdin is closed, and everything written is read before the end.
func TestCloseInput(t *testing.T) {
	p, err := Start(context.Background(), misbehaving("none"), patient)
	assert.NilError(t, err)
	defer p.Stop()
	line := strings.Repeat("x", 8<<20)
	p.Send([]byte(line))
	p.Send([]byte(request))
	p.CloseInput()
	p.Send([]byte("after the end"))
	e, ok := p.WaitExit(0)
	assert.Assert(t, !ok)
	for _, want := range []string{line, request} {
		got, err := p.Recv()
		assert.NilError(t, err)
		assert.Assert(t, string(got) == want)
	}
	_, err = p.Recv()
	var f *Fault
	assert.Assert(t, errors.As(err, &f))
	assert.Equal(t, f.Kind, Ended)
	e, ok = p.WaitExit(time.Minute)
	assert.Assert(t, ok)
	assert.Equal(t, e.By, "stdin closed")
	assert.Equal(t, e.Code, 0)
	assert.Assert(t, e.User+e.System > 0)
	assert.Assert(t, e.MaxRSS > 1<<20)
}

// A pipelined flood of requests to a target that reads is no deadlock: both sides are pumped at once.
func TestPipelined(t *testing.T) {
	p, err := Start(context.Background(), misbehaving("none"), patient)
	assert.NilError(t, err)
	defer p.Stop()
	const n = 2_000
	line := strings.Repeat("x", 5_000)
	for range n {
		p.Send([]byte(line))
	}
	for range n {
		got, err := p.Recv()
		assert.NilError(t, err)
		assert.Equal(t, len(got), len(line))
	}
}

// The timeline tells of both sides and of the end, in order.
func TestTimelineOfATarget(t *testing.T) {
	p, err := Start(context.Background(), misbehaving("exits-in-game"), patient)
	assert.NilError(t, err)
	_, err = p.Exchange([]byte(`{"hello":1}`))
	assert.NilError(t, err)
	_, err = p.Exchange([]byte(request))
	assert.Assert(t, err != nil)
	p.Stop()
	var whats []string
	for _, m := range p.Timeline() {
		if m.What != "note" {
			whats = append(whats, m.What+" "+m.Text)
		}
	}
	assert.DeepEqual(t, whats, []string{`send {"hello":1}`, "recv " + greeting, "send " + request, "stderr out of cards\n"})
	assert.Assert(t, p.AnswerTime() > 0)
}

func TestKindsHaveCauses(t *testing.T) {
	for _, k := range Kinds() {
		assert.Assert(t, k.Cause() != "", string(k))
	}
}
