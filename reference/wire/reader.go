package wire

import (
	"bytes"
	"errors"
	"io"
)

// ErrLineTooLong is returned by ReadLine for a line of more than MaxLine bytes; the next call reads
// the next line.
var ErrLineTooLong = errors.New("line longer than 8 MiB")

// A Reader cuts a stream into lines (Section 2). A line ends with \n or \r\n; only that terminator is
// removed. It holds at most MaxLine+2 bytes of a line whatever the stream does, and never copies a line
// but to make room for the rest of it.
type Reader struct {
	src        io.Reader
	buf        []byte // what is read and not yet returned is buf[start:end]
	start, end int
	err        error // of src, to be returned when buf is used up
}

const (
	firstBuffer = 64 << 10
	lastBuffer  = MaxLine + 2 // a line of MaxLine bytes and \r\n
	emptyReads  = 100         // in a row, from a source that gives neither bytes nor an error
)

// NewReader returns a Reader of src.
func NewReader(src io.Reader) *Reader { return &Reader{src: src} }

// ReadLine returns the next line without its terminator, valid until the next call. At the end of
// the stream it returns io.EOF; a last line without a terminator is returned with io.ErrUnexpectedEOF.
// Any other error of the source is returned after the last complete line, in place of what follows it.
func (r *Reader) ReadLine() ([]byte, error) {
	tooLong := false
	seen := r.start // buf[start:seen] holds no \n
	for {
		if n := bytes.IndexByte(r.buf[seen:r.end], '\n'); n >= 0 {
			line := bytes.TrimSuffix(r.buf[r.start:seen+n], []byte{'\r'})
			r.start = seen + n + 1
			if tooLong || len(line) > MaxLine {
				return nil, ErrLineTooLong
			}
			return line[:len(line):len(line)], nil
		}
		if r.err != nil {
			return r.last(tooLong)
		}
		if r.end-r.start == lastBuffer {
			tooLong = true
			r.start = r.end
		}
		r.makeRoom()
		seen = r.end
		r.fill()
	}
}

// last returns what follows the last \n.
func (r *Reader) last(tooLong bool) ([]byte, error) {
	line := r.buf[r.start:r.end]
	r.start = r.end
	switch {
	case r.err != io.EOF:
		return nil, r.err
	case tooLong || len(line) > MaxLine:
		return nil, ErrLineTooLong
	case len(line) > 0:
		return line, io.ErrUnexpectedEOF
	}
	return nil, io.EOF
}

// makeRoom makes room behind end: it moves what is there to the front, or doubles the buffer.
func (r *Reader) makeRoom() {
	if r.start == r.end {
		r.start, r.end = 0, 0
	}
	if r.end < len(r.buf) {
		return
	}
	buf := r.buf
	if len(buf) == 0 || r.start < len(buf)/2 && len(buf) < lastBuffer {
		buf = make([]byte, min(max(2*len(buf), firstBuffer), lastBuffer))
	}
	r.end = copy(buf, r.buf[r.start:r.end])
	r.buf, r.start = buf, 0
}

// fill reads once, or sets err.
func (r *Reader) fill() {
	for range emptyReads {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		if r.err = err; n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}
