package process

import (
	"io"
	"testing"

	"gotest.tools/v3/assert"
)

func TestUsageIsThatOfTheTarget(t *testing.T) {
	for _, c := range []struct {
		name    string
		command Command
		known   bool
	}{
		{"a process", Command{Argv: []string{"cat"}}, true},
		{"a process and its child", Command{Argv: []string{"sh", "-c", "cat; true"}}, true},
		{"a function", Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error { _, err := io.Copy(stdout, stdin); return err }}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Start(t.Context(), c.command, Limits{})
			assert.NilError(t, err)
			defer p.Stop()
			_, err = p.Exchange([]byte("{}")) // so that it runs
			assert.NilError(t, err)
			u, known := p.Usage()
			assert.Equal(t, known, c.known)
			assert.Equal(t, u.Resident > 0, c.known)
			p.Stop()
			_, known = p.Usage()
			assert.Assert(t, !known, "it has ended")
		})
	}
}
