package agent

// Section 2: lines in, lines out.

import (
	"io"

	"github.com/spellbench/sbconform/reference/wire"
)

// Serve answers the requests of stdin on stdout until stdin ends, and then returns nil. A last line
// without a terminator is answered too. The error is that of an unknown policy or a failed read or
// write.
func Serve(stdin io.Reader, stdout io.Writer, o Options) error {
	a, err := New(o)
	if err != nil {
		return err
	}
	return wire.Serve(stdin, stdout, func(line []byte, tooLong bool) ([]byte, error) {
		if tooLong {
			return a.AnswerTooLong(), nil
		}
		return a.Answer(line), nil
	})
}
