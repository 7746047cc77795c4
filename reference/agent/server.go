package agent

// Section 2: lines in, lines out.

import (
	"errors"
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
	in := wire.NewReader(stdin)
	for {
		line, err := in.ReadLine()
		var answer []byte
		switch {
		case errors.Is(err, wire.ErrLineTooLong):
			answer = a.AnswerTooLong()
		case err == nil, errors.Is(err, io.ErrUnexpectedEOF):
			answer = a.Answer(line)
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
		if answer == nil {
			continue
		}
		if _, err := stdout.Write(append(answer, '\n')); err != nil {
			return err
		}
	}
}
