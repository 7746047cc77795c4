package wire_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/wire"
)

func TestEachLineIsAnswered(t *testing.T) {
	long := strings.Repeat("x", wire.MaxLine+1)
	for name, c := range map[string]struct{ in, want string }{
		"nothing":                     {"", ""},
		"two lines":                   {"a\nb\n", "<a>\n<b>\n"},
		"a carriage return":           {"a\r\n", "<a>\n"},
		"an empty line":               {"\n", "<>\n"},
		"a last line without its end": {"a\nb", "<a>\n<b>\n"},
		"a line that gets no answer":  {"mute\na\n", "<a>\n"},
		"a line that is too long":     {long + "\na\n", "too long\n<a>\n"},
		"a crash":                     {"a\ncrash\nb\n", "<a>\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := wire.Serve(strings.NewReader(c.in), &out, func(line []byte, tooLong bool) ([]byte, error) {
				switch {
				case tooLong:
					return []byte("too long"), nil
				case string(line) == "mute":
					return nil, nil
				case string(line) == "crash":
					return nil, errors.New("crashed")
				}
				return []byte("<" + string(line) + ">"), nil
			})
			assert.Equal(t, out.String(), c.want)
			assert.Equal(t, err != nil, strings.Contains(c.in, "crash"))
		})
	}
}

// What cannot be read or written ends the service.
func TestServeTellsWhatFailed(t *testing.T) {
	echo := func(line []byte, _ bool) ([]byte, error) { return line, nil }
	err := wire.Serve(iotest.ErrReader(errors.New("no more")), &bytes.Buffer{}, echo)
	assert.Error(t, err, "no more")
	err = wire.Serve(strings.NewReader("a\nb\n"), full{}, echo)
	assert.Error(t, err, "full")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// An answer stays as it is, so that it can be given again.
func TestServeChangesNoAnswer(t *testing.T) {
	kept := []byte("answer and more")
	err := wire.Serve(strings.NewReader("a\n"), &bytes.Buffer{}, func([]byte, bool) ([]byte, error) { return kept[:6], nil })
	assert.NilError(t, err)
	assert.Equal(t, string(kept), "answer and more")
}
