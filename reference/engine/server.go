package engine

// Section 2: lines in, lines out.

import (
	"io"

	"github.com/spellbench/sbconform/reference/wire"
)

// Serve answers the requests of stdin on stdout until stdin ends, and then returns nil. A last line
// without a terminator is answered too. The error is that of a failed read or write.
func Serve(stdin io.Reader, stdout io.Writer, o Options) error {
	e := New(o)
	defer e.Close()
	return wire.Serve(stdin, stdout, func(line []byte, tooLong bool) ([]byte, error) {
		if tooLong {
			return e.AnswerTooLong(), nil
		}
		return e.Answer(line), nil
	})
}
