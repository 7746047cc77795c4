package wire

import (
	"bufio"
	"errors"
	"io"
)

// ErrLineTooLong is returned by ReadLine for a line of more than MaxLine bytes; the next call reads
// the next line.
var ErrLineTooLong = errors.New("line longer than 8 MiB")

// A Reader cuts a stream into lines. A line ends with \n or \r\n; only that terminator is removed.
// It holds at most MaxLine+2 bytes of a line whatever the stream does.
type Reader struct {
	r   *bufio.Reader
	buf []byte
}

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReaderSize(r, 64<<10)} }

// ReadLine returns the next line without its terminator, valid until the next call. At the end of
// the stream it returns io.EOF; a last line without a terminator is returned with io.ErrUnexpectedEOF.
func (r *Reader) ReadLine() ([]byte, error) {
	r.buf = r.buf[:0]
	long := false
	for {
		part, err := r.r.ReadSlice('\n')
		if !long {
			r.buf = append(r.buf, part...)
			if len(r.buf) > MaxLine+2 {
				long = true
			}
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == nil:
			line := r.buf
			if !long {
				line = line[:len(line)-1]
				if n := len(line); n > 0 && line[n-1] == '\r' {
					line = line[:n-1]
				}
			}
			if long || len(line) > MaxLine {
				return nil, ErrLineTooLong
			}
			return line, nil
		case err == io.EOF && (len(r.buf) > 0 || long):
			if long || len(r.buf) > MaxLine {
				return nil, ErrLineTooLong
			}
			return r.buf, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}
