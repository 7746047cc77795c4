package process

import (
	"context"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// A slow reader takes every byte, and the target has to wait for it.
func TestASlowReaderTakesTheWholeLine(t *testing.T) {
	long := strings.Repeat("0123456789", 3000)
	p, err := Start(context.Background(), Command{SlowReader: true, InProcess: func(_ io.Reader, stdout, _ io.Writer) error {
		_, err := io.WriteString(stdout, long+"\nnext\n")
		return err
	}}, Limits{})
	assert.NilError(t, err)
	defer p.Stop()
	for _, want := range []string{long, "next"} {
		line, err := p.Recv()
		assert.NilError(t, err)
		assert.Equal(t, string(line), want)
	}
}
