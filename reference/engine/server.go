package engine

// Section 2: lines in, lines out.

import (
	"errors"
	"io"

	"github.com/spellbench/sbconform/reference/wire"
)

// Serve answers the requests of stdin on stdout until stdin ends, and then returns nil. A last line
// without a terminator is answered too. The error is that of a failed read or write.
func Serve(stdin io.Reader, stdout io.Writer, o Options) error {
	e := New(o)
	defer e.Close()
	in := wire.NewReader(stdin)
	for {
		line, err := in.ReadLine()
		var answer []byte
		switch {
		case errors.Is(err, wire.ErrLineTooLong):
			answer = e.AnswerTooLong()
		case err == nil, errors.Is(err, io.ErrUnexpectedEOF):
			answer = e.Answer(line)
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
		if _, err := stdout.Write(append(answer[:len(answer):len(answer)], '\n')); err != nil {
			return err
		}
	}
}
