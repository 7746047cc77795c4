package peer_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/peer"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/wire"
)

// What a process does instead of answering is to a host one of three things: nothing in time, a line that is
// no answer, or that nobody is there.
func TestWhatAHostSees(t *testing.T) {
	const answer = `{"a":1}`
	for name, c := range map[string]struct {
		says string // to a line; then it ends
		ends bool
		want string // the answer
		late bool
		gone bool
	}{
		"an answer":               {says: answer + "\n", want: answer},
		"half a line":             {says: answer, late: true},
		"nothing":                 {late: true},
		"a line that is too long": {says: strings.Repeat("x", wire.MaxLine+1) + "\n"},
		"an end":                  {ends: true, gone: true},
	} {
		t.Run(name, func(t *testing.T) {
			serve := func(stdin io.Reader, stdout io.Writer) error {
				if _, err := stdin.Read(make([]byte, 100)); err != nil {
					return err
				}
				if _, err := io.WriteString(stdout, c.says); err != nil || c.ends {
					return err
				}
				_, err := io.Copy(io.Discard, stdin)
				return err
			}
			limit := time.Minute
			if c.late {
				limit = 100 * time.Millisecond
			}
			p, err := process.Start(t.Context(), process.Serving(serve), process.Limits{Startup: limit, Answer: limit, Exit: limit})
			assert.NilError(t, err)
			x := peer.Of(p)
			defer x.Kill()
			got, err := x.Exchange([]byte("{}"), time.Minute)
			assert.Equal(t, string(got), c.want)
			assert.Equal(t, errors.Is(err, host.ErrTimeout), c.late, "%v", err)
			assert.Equal(t, err != nil, c.late || c.gone, "%v", err)
			assert.Equal(t, x.Fault() == nil, c.want != "", "%v", x.Fault())
		})
	}
}
