// Package goldens reads and writes transcripts (Section 16 of the specification): what was said on
// the wire, one row a line, as {"dir","message"}. Goldens, traces and reproducers all use it.
//
// The goldens themselves are the files of this folder. A Recipe makes one, Transcript.Verify replays it
// in every role, Compare explains the first difference, and a Coverage counts what they show.
package goldens

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"github.com/spellbench/sbconform/reference/wire"
)

// The directions of a row.
const (
	HostToEngine = "host_to_engine"
	EngineToHost = "engine_to_host"
	HostToAgent  = "host_to_agent"
	AgentToHost  = "agent_to_host"
)

// Dirs lists the directions.
func Dirs() []string { return []string{HostToEngine, EngineToHost, HostToAgent, AgentToHost} }

// A Row is one line of the wire and who said it.
//
// In the file the message is an object where it can be one. A line that is no JSON object, or whose
// exact bytes matter, is a JSON string that holds the line; a line that a string cannot hold either,
// since it is not UTF-8 or is longer than wire.MaxLine, stands under "base64" in the place of "message".
type Row struct {
	Dir     string
	Message []byte // the line, without its terminator
	Exact   bool   // the bytes matter, not only the value: the row is written as a string
}

// A Writer writes rows. It adds nothing of its own, no time and no name, so that the same rows
// always give the same bytes.
type Writer struct {
	w   io.Writer
	gz  *gzip.Writer
	buf []byte
}

// NewWriter returns a Writer of plain rows.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// NewGzipWriter returns a Writer of gzipped rows; Close ends the compressed stream.
func NewGzipWriter(w io.Writer) *Writer {
	gz := gzip.NewWriter(w) // its header holds no time and no name unless they are set
	return &Writer{w: gz, gz: gz}
}

// Write writes one row. The direction must be one of Dirs.
func (w *Writer) Write(r Row) error {
	if !isDir(r.Dir) {
		return fmt.Errorf("transcript: unknown direction %q", r.Dir)
	}
	w.buf = append(appendRow(w.buf[:0], r), '\n')
	_, err := w.w.Write(w.buf)
	return err
}

// Close ends the compressed stream, if there is one. It does not close what it wrote to.
func (w *Writer) Close() error {
	if w.gz == nil {
		return nil
	}
	return w.gz.Close()
}

func isDir(s string) bool {
	for _, d := range Dirs() {
		if s == d {
			return true
		}
	}
	return false
}

func appendRow(dst []byte, r Row) []byte {
	form, message := rowForm(r)
	if form == "base64" {
		dst = append(dst, `{"base64":"`...)
		dst = base64.StdEncoding.AppendEncode(dst, message)
		dst = append(dst, `","dir":"`...)
		dst = append(dst, r.Dir...)
		return append(dst, `"}`...)
	}
	dst = append(dst, `{"dir":"`...)
	dst = append(dst, r.Dir...)
	dst = append(dst, `","message":`...)
	if form == "object" {
		dst = append(dst, message...)
	} else {
		dst = wire.AppendString(dst, string(message))
	}
	return append(dst, '}')
}

// rowForm decides how the file holds the line: "object" with its canonical bytes, "string" or "base64".
func rowForm(r Row) (form string, message []byte) {
	if !r.Exact {
		if c, err := wire.AppendCanonical(nil, r.Message); err == nil && c[0] == '{' {
			return "object", c
		}
	}
	if utf8.Valid(r.Message) && wire.Check(wire.AppendString(nil, string(r.Message))) == nil {
		return "string", r.Message
	}
	return "base64", r.Message
}

// Limits bound what a Reader takes from a file; zero fields take their defaults.
type Limits struct {
	Row   int   // bytes in a row; 64 MiB: the longest legal line, with every byte escaped, fits
	Total int64 // bytes of all rows, after decompression; 4 GiB
}

func (l Limits) withDefaults() Limits {
	if l.Row == 0 {
		l.Row = 64 << 20
	}
	if l.Total == 0 {
		l.Total = 4 << 30
	}
	return l
}

// An Error says where a transcript cannot be read and why.
type Error struct {
	File   string // "" when the Reader was not made by Open
	Row    int    // counted from 1, as lines are
	Offset int    // of the first wrong byte in the row
	Err    error
}

func (e *Error) Error() string {
	where := fmt.Sprintf("row %d, byte %d", e.Row, e.Offset)
	if e.File != "" {
		where = e.File + ": " + where
	}
	return fmt.Sprintf("%s: %v", where, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// A Reader reads the rows of a transcript, plain or gzipped, within its limits whatever the file holds.
type Reader struct {
	file   string
	src    io.Reader
	r      *bufio.Reader
	limits Limits
	buf    []byte
	row    int
	total  int64
	err    error

	compressed bool
}

// NewReader returns a Reader of r; the first bytes tell whether it is gzipped.
func NewReader(r io.Reader, l Limits) *Reader { return &Reader{src: r, limits: l.withDefaults()} }

// Open opens a transcript file. The caller closes the returned file.
func Open(path string, l Limits) (*Reader, io.Closer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	r := NewReader(f, l)
	r.file = path
	return r, f, nil
}

// Read returns the next row, valid until the next call; io.EOF after the last one, or an *Error.
// After an error every call returns the same error.
func (r *Reader) Read() (Row, error) {
	if r.err != nil {
		return Row{}, r.err
	}
	r.row++
	row, at, err := r.read()
	if err != nil && err != io.EOF {
		err = &Error{r.file, r.row, at, err}
	}
	r.err = err
	return row, err
}

// Row returns the number of the row that Read returned last, counted from 1.
func (r *Reader) Row() int { return r.row }

func (r *Reader) read() (Row, int, error) {
	if err := r.start(); err != nil {
		return Row{}, 0, err
	}
	line, err := r.line()
	if err != nil {
		return Row{}, len(r.buf), err
	}
	return parseRow(line)
}

func (r *Reader) start() error {
	if r.r != nil {
		return nil
	}
	r.r = bufio.NewReaderSize(r.src, 64<<10)
	if magic, _ := r.r.Peek(2); string(magic) != "\x1f\x8b" {
		return nil
	}
	r.compressed = true
	gz, err := gzip.NewReader(r.r)
	if err != nil {
		return r.explain(err)
	}
	r.r = bufio.NewReaderSize(gz, 64<<10)
	return nil
}

func (r *Reader) line() ([]byte, error) {
	r.buf = r.buf[:0]
	for {
		part, err := r.r.ReadSlice('\n')
		r.buf = append(r.buf, part...)
		r.total += int64(len(part))
		switch {
		case len(r.buf) > r.limits.Row+1:
			return nil, fmt.Errorf("row longer than %d bytes", r.limits.Row)
		case r.total > r.limits.Total:
			return nil, fmt.Errorf("transcript longer than %d bytes", r.limits.Total)
		case err == nil:
			return bytes.TrimSuffix(r.buf[:len(r.buf)-1], []byte("\r")), nil
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(r.buf) > 0:
			return r.buf, nil // the last row may lack its terminator
		case err == io.EOF:
			return nil, err
		default:
			return nil, r.explain(err)
		}
	}
}

// explain says what an error of the file means.
func (r *Reader) explain(err error) error {
	switch {
	case !r.compressed:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return fmt.Errorf("the compressed file is cut short: %w", io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("the compressed file is damaged: %w", err)
}
