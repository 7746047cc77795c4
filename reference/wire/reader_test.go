package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

func TestReadLine(t *testing.T) {
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{"nothing", "", []string{"EOF"}},
		{"one line", "a\n", []string{`"a"`, "EOF"}},
		{"two lines", "a\nb\n", []string{`"a"`, `"b"`, "EOF"}},
		{"crlf", "a\r\nb\r\n", []string{`"a"`, `"b"`, "EOF"}},
		{"mixed", "a\r\nb\n", []string{`"a"`, `"b"`, "EOF"}},
		{"blank lines", "\n\r\n\n", []string{`""`, `""`, `""`, "EOF"}},
		{"only one cr goes", "a\r\r\n", []string{`"a\r"`, "EOF"}},
		{"cr inside stays", "a\rb\n", []string{`"a\rb"`, "EOF"}},
		{"nul is a byte", "\x00\n", []string{`"\x00"`, "EOF"}},
		{"no terminator", "a\nb", []string{`"a"`, `"b" unexpected EOF`, "EOF"}},
		{"no terminator but cr", "b\r", []string{`"b\r" unexpected EOF`, "EOF"}},
	} {
		for how, src := range map[string]io.Reader{
			"whole":        strings.NewReader(c.stream),
			"by bytes":     iotest.OneByteReader(strings.NewReader(c.stream)),
			"with error":   iotest.DataErrReader(strings.NewReader(c.stream)),
			"half by half": iotest.HalfReader(strings.NewReader(c.stream)),
		} {
			t.Run(c.name+" "+how, func(t *testing.T) {
				r := wire.NewReader(src)
				for _, want := range c.want {
					assert.Equal(t, show(r.ReadLine()), want)
				}
				assert.Equal(t, show(r.ReadLine()), "EOF") // it stays
			})
		}
	}
}

// show returns the line and the error in short.
func show(line []byte, err error) string {
	if line == nil && err != nil {
		return err.Error()
	}
	s := fmt.Sprintf("%q", line)
	if len(line) > 100 {
		s = fmt.Sprintf("%d bytes", len(line))
	}
	if err != nil {
		s += " " + err.Error()
	}
	return s
}

func TestReadLineLimit(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	tooLong := wire.ErrLineTooLong.Error()
	for _, c := range []struct {
		name, stream string
		want         []string
	}{
		{"8 MiB", a(wire.MaxLine) + "\nb\n", []string{"8388608 bytes", `"b"`}},
		{"8 MiB and crlf", a(wire.MaxLine) + "\r\nb\n", []string{"8388608 bytes", `"b"`}},
		{"8 MiB and 1", a(wire.MaxLine+1) + "\nb\n", []string{tooLong, `"b"`}},
		{"8 MiB and 1 and crlf", a(wire.MaxLine+1) + "\r\nb\n", []string{tooLong, `"b"`}},
		{"8 MiB and a cr too many", a(wire.MaxLine) + "\r\r\nb\n", []string{tooLong, `"b"`}},
		{"8 MiB after a line", "x\n" + a(wire.MaxLine) + "\nb\n", []string{`"x"`, "8388608 bytes", `"b"`}},
		{"20 MiB", a(20<<20) + "\r\nb\n", []string{tooLong, `"b"`}},
		{"twice", a(9<<20) + "\n" + a(9<<20) + "\nb\n", []string{tooLong, tooLong, `"b"`}},
		{"8 MiB at the end", a(wire.MaxLine), []string{"8388608 bytes unexpected EOF", "EOF"}},
		{"8 MiB and 1 at the end", a(wire.MaxLine + 1), []string{tooLong, "EOF"}},
		{"20 MiB at the end", a(20 << 20), []string{tooLong, "EOF"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := wire.NewReader(strings.NewReader(c.stream))
			for _, want := range c.want {
				assert.Equal(t, show(r.ReadLine()), want)
			}
		})
	}
}

func TestReadLineErrors(t *testing.T) {
	broken := errors.New("broken pipe")
	r := wire.NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)))
	assert.Equal(t, show(r.ReadLine()), `"a"`)
	assert.Equal(t, show(r.ReadLine()), "broken pipe")
	assert.Equal(t, show(r.ReadLine()), "broken pipe")

	r = wire.NewReader(iotest.ErrReader(nil)) // neither bytes nor an error, for ever
	assert.Equal(t, show(r.ReadLine()), io.ErrNoProgress.Error())
}

// A line is good until the next call, and the caller may append to it.
func TestReadLineLendsItsBuffer(t *testing.T) {
	r := wire.NewReader(strings.NewReader("abc\ndef\n"))
	line, err := r.ReadLine()
	assert.NilError(t, err)
	assert.Equal(t, string(append(line, "xyz"...)), "abcxyz")
	assert.Equal(t, show(r.ReadLine()), `"def"`)
}

// Lines of a stream are given without a copy and without an allocation.
func TestReadLineAllocates(t *testing.T) {
	stream := bytes.Repeat([]byte("a line of some length\n"), 100_000)
	src := bytes.NewReader(stream)
	r := wire.NewReader(src)
	_, err := r.ReadLine()
	assert.NilError(t, err)
	assert.Equal(t, testing.AllocsPerRun(1000, func() {
		if _, err := r.ReadLine(); err != nil {
			t.Fatal(err)
		}
	}), 0.0)
}
