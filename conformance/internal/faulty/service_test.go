package faulty

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/wire"
)

// upper is a good service: it answers each line in capitals.
func upper(stdin io.Reader, stdout io.Writer) error {
	return wire.Serve(stdin, stdout, func(line []byte, _ bool) ([]byte, error) { return bytes.ToUpper(line), nil })
}

func program() Program { return bytes.ToUpper }

// chunks returns each piece from one read.
type chunks []string

func (c *chunks) Read(b []byte) (int, error) {
	if len(*c) == 0 {
		return 0, io.EOF
	}
	n := copy(b, (*c)[0])
	*c = (*c)[1:]
	return n, nil
}

func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		service Service
		in      chunks
		want    string
		fails   bool
	}{
		"none":                               {upper, chunks{"a", "b\nc\n"}, "AB\nC\n", false},
		"a banner":                           {Banner("ready", upper), chunks{"a\n"}, "ready\nA\n", false},
		"answers late":                       {Buffering(upper), chunks{"a\n"}, "A\n", false},
		"a chunk for a line":                 {ReadingChunks(program), chunks{"a", "b\nc\n"}, "A\nB\nC\n", false},
		"a whole line in a chunk":            {ReadingChunks(program), chunks{"ab\n"}, "AB\n", false},
		"a character in two chunks":          {DecodingChunks(upper), chunks{"a\xc3", "\xbbb\n"}, "", true},
		"a whole character":                  {DecodingChunks(upper), chunks{"a\u00fbb\n"}, "A\u00dbB\n", false},
		"a carriage return":                  {KeepingCR(program, []byte("no")), chunks{"a\r\nb\n"}, "no\nB\n", false},
		"an error at the end":                {Failing(upper), chunks{"a\n"}, "A\n", true},
		"one that would stay, and need not":  {Lingering(upper, Unasked), chunks{"a\n"}, "A\n", false},
		"one that would stay inside a line":  {Lingering(upper, InLine), chunks{"a\n"}, "A\n", false},
		"one that would stay after a choose": {Lingering(upper, After("choose")), chunks{"a\n"}, "A\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := c.service(&c.in, &out)
			assert.Equal(t, out.String(), c.want)
			assert.Equal(t, err != nil, c.fails)
		})
	}
}

func TestWhenALingeringServiceStays(t *testing.T) {
	choose, over := `{"request_type":"choose"}`, `{"request_type":"game_over"}`
	for _, c := range []struct {
		name string
		when func(string) bool
		said string
		want bool
	}{
		{"always", Always, "", true},
		{"unasked", Unasked, "", true},
		{"unasked", Unasked, "{", false},
		{"in a line", InLine, "{", true},
		{"in a line", InLine, choose + "\n{", true},
		{"in a line", InLine, choose + "\n", false},
		{"in a line", InLine, "", false},
		{"after a choose", After("choose"), choose + "\n", true},
		{"after a choose", After("choose"), over + "\n" + choose + "\n", true},
		{"after a choose", After("choose"), choose + "\n" + over + "\n", false},
		{"after a choose", After("choose"), choose + "\n{", false},
		{"after a choose", After("choose"), "", false},
	} {
		assert.Equal(t, c.when(c.said), c.want, "%s: %q", c.name, c.said)
	}
}

func TestALingeringServiceStays(t *testing.T) {
	ended := make(chan error, 1)
	go func() { ended <- Lingering(upper, Always)(strings.NewReader(""), io.Discard) }()
	select {
	case <-ended:
		t.Fatal("it ended")
	case <-time.After(20 * time.Millisecond):
	}
}
