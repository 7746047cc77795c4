package wire

import (
	"errors"
	"io"
)

// Serve answers the lines of stdin on stdout, one after another, until stdin ends, and then returns nil
// (Section 2). A last line without a terminator is answered too.
//
// answer gets each line, or no line and tooLong for one of more than MaxLine bytes. The line is valid until
// it returns, its answer until it is called again; an answer of nil is none. An error of answer ends Serve
// as a failed read or write does, which returns it.
func Serve(stdin io.Reader, stdout io.Writer, answer func(line []byte, tooLong bool) ([]byte, error)) error {
	in := NewReader(stdin)
	var out []byte
	for {
		line, err := in.ReadLine()
		tooLong := errors.Is(err, ErrLineTooLong)
		switch {
		case err == nil, tooLong, errors.Is(err, io.ErrUnexpectedEOF):
		case errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
		a, err := answer(line, tooLong)
		if err != nil {
			return err
		}
		if a == nil {
			continue
		}
		out = append(append(out[:0], a...), '\n') // what is answered may be kept, for it may be asked again
		if _, err := stdout.Write(out); err != nil {
			return err
		}
	}
}
