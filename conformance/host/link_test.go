package host

import (
	"bytes"
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// discard is a stdout.
type discard struct{ bytes.Buffer }

func (*discard) Close() error { return nil }

// relayed starts a relay and returns the link to it, and what it did once it has ended.
func relayed(t *testing.T, stdin io.Reader) (link, func() (status int, stdout, stderr string)) {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", socket)
	assert.NilError(t, err)
	t.Cleanup(func() { l.Close() })
	links := make(chan link, 1)
	go accept(l, func(_ role, x link) { links <- x })
	var out discard
	var errs bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- Relay(socket, "p1", stdin, &out, &errs) }()
	return <-links, func() (int, string, string) { return <-done, out.String(), errs.String() }
}

func TestRelay(t *testing.T) {
	long := strings.Repeat("x", 3*maxFrame+1)
	for _, c := range []struct {
		name           string
		do             func(link)
		status         int
		stdout, stderr string
	}{
		{"writes what it is told", func(l link) { l.out([]byte("a\n")); l.out([]byte("b")); l.exit(0) }, 0, "a\nb", ""},
		{"writes long lines", func(l link) { l.out([]byte(long)); l.exit(0) }, 0, long, ""},
		{"writes to stderr", func(l link) { l.err([]byte("oh")); l.exit(0) }, 0, "", "oh"},
		{"ends as it is told", func(l link) { l.exit(7) }, 7, "", ""},
		{"lives on without stdout", func(l link) { l.closeOut(); l.err([]byte("still here")); l.exit(1) }, 1, "", "still here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, w := io.Pipe()
			defer w.Close()
			l, ended := relayed(t, r)
			c.do(l)
			status, stdout, stderr := ended()
			assert.Equal(t, status, c.status)
			assert.Assert(t, stdout == c.stdout, "%d bytes", len(stdout))
			assert.Equal(t, stderr, c.stderr)
		})
	}
}

func TestRelayPassesItsInputOnAndItsEnd(t *testing.T) {
	l, ended := relayed(t, strings.NewReader("one\ntwo"))
	got, err := io.ReadAll(l)
	assert.NilError(t, err)
	assert.Equal(t, string(got), "one\ntwo")
	assert.NilError(t, l.exit(0))
	ended()
}

// A program whose output nobody takes can be ended all the same.
func TestExitDoesNotWaitForTheHost(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	l := remote{Conn: ours}
	blocked := make(chan error, 1)
	go func() { blocked <- l.out(make([]byte, 1<<20)) }()
	l.exit(0)
	assert.Assert(t, <-blocked != nil)
}

// hosts that no suite may hang on, or keep without bound.
func TestHostileHosts(t *testing.T) {
	ask := func(c Conn) {
		io.WriteString(c, `{"protocol":"spellbench/v2","protocol_minor":0,"request_id":"1","request_type":"hello"}`+"\n")
	}
	for name, play := range map[string]InProcess{
		"starts nothing and waits": func(ctx context.Context, _ [3]func() (Conn, error)) error { <-ctx.Done(); return nil },
		"panics":                   func(context.Context, [3]func() (Conn, error)) error { panic("arena on fire") },
		"starts programs without end": func(ctx context.Context, dial [3]func() (Conn, error)) error {
			for {
				if _, err := dial[1](); err != nil {
					return err
				}
			}
		},
		"asks without end and reads nothing": func(ctx context.Context, dial [3]func() (Conn, error)) error {
			c, err := dial[0]()
			for err == nil {
				ask(c)
				err = ctx.Err()
			}
			return err
		},
		"asks and waits": func(ctx context.Context, dial [3]func() (Conn, error)) error {
			c, err := dial[0]()
			ask(c)
			<-ctx.Done()
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wait := 200 * time.Millisecond
			s := Suite(Config{InProcess: play, Limits: process.Limits{Startup: wait, Answer: wait, Exit: wait}})
			o := conformance.Options{Run: []string{"host/framing/*", "host/fault/error", "host/choose/*"}}
			_, err := conformance.Run(t.Context(), s, o, func(e conformance.Event) {
				if e.End != nil {
					assert.Check(t, e.End.Verdict != conformance.Errored, describe(*e.End))
				}
			})
			assert.NilError(t, err)
		})
	}
}
