// Package faulty makes faulty programs of good ones: those whose fault is in how lines are read and
// written, or in how the program begins and ends, whatever it says. They prove the checks of Section 2.
//
// It also has the programs that answer without looking.
package faulty

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os/exec"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spellbench/sbconform/reference/wire"
)

// A Service answers the lines of stdin on stdout until stdin ends. Its error stands for an exit status that
// is not 0.
type Service = func(stdin io.Reader, stdout io.Writer) error

// A Program answers one line after another, each without its terminator. What it needs from one line to
// the next is its own.
type Program = func(line []byte) []byte

// Banner writes a line before anything is asked.
func Banner(line string, s Service) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		if _, err := io.WriteString(stdout, line+"\n"); err != nil {
			return err
		}
		return s(stdin, stdout)
	}
}

// Buffering writes its answers once its input ends.
func Buffering(s Service) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		out := bufio.NewWriterSize(stdout, 1<<20)
		if err := s(stdin, out); err != nil {
			return err
		}
		return out.Flush()
	}
}

// ReadingChunks takes what one read returns for whole lines.
func ReadingChunks(start func() Program) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		answer, buf := start(), make([]byte, 1<<20)
		for {
			n, err := stdin.Read(buf)
			if err != nil {
				return nil
			}
			for line := range bytes.Lines(buf[:n]) {
				if err := reply(stdout, answer(bytes.TrimSuffix(line, []byte("\n")))); err != nil {
					return err
				}
			}
		}
	}
}

func reply(stdout io.Writer, answer []byte) error {
	_, err := stdout.Write(append(bytes.Clone(answer), '\n'))
	return err
}

// DecodingChunks decodes UTF-8 read by read, and ends with an error at a character that is split.
func DecodingChunks(s Service) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		r, w := io.Pipe()
		go func() {
			buf := make([]byte, 64<<10)
			for {
				n, err := stdin.Read(buf)
				if err != nil {
					w.Close()
					return
				}
				if !utf8.Valid(buf[:n]) {
					w.CloseWithError(errors.New("invalid UTF-8"))
					return
				}
				if _, err := w.Write(buf[:n]); err != nil {
					return
				}
			}
		}()
		defer r.Close()
		return s(r, stdout)
	}
}

// KeepingCR takes the \r of a terminator for a part of the line, which then is answered by the refusal.
func KeepingCR(start func() Program, refusal []byte) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		answer, in := start(), bufio.NewReaderSize(stdin, 1<<20)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return nil
			}
			a := answer(bytes.TrimSuffix(line, []byte("\n")))
			if bytes.HasSuffix(line, []byte("\r\n")) {
				a = refusal
			}
			if err := reply(stdout, a); err != nil {
				return err
			}
		}
	}
}

// Failing ends with an error once its input ends.
func Failing(s Service) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		if err := s(stdin, stdout); err != nil {
			return err
		}
		return errors.New("the input ended")
	}
}

// Parenting leaves a child behind that outlives it.
func Parenting(s Service) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		if err := exec.Command("sleep", "60").Start(); err != nil {
			return err
		}
		return s(stdin, stdout)
	}
}

// Lingering does not end with its input if stays says so of all that was said to it.
func Lingering(s Service, stays func(said string) bool) Service {
	return func(stdin io.Reader, stdout io.Writer) error {
		var said strings.Builder
		err := s(io.TeeReader(stdin, &said), stdout)
		if stays(said.String()) {
			time.Sleep(time.Hour)
		}
		return err
	}
}

// Always is for Lingering: whatever was said.
func Always(string) bool { return true }

// Unasked is for Lingering: nothing was.
func Unasked(said string) bool { return said == "" }

// InLine is for Lingering: the last line has no terminator.
func InLine(said string) bool { return said != "" && !strings.HasSuffix(said, "\n") }

// After is for Lingering: the last line is a request of that type.
func After(requestType string) func(said string) bool {
	return func(said string) bool {
		lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
		v, err := wire.Parse([]byte(lines[len(lines)-1]))
		return err == nil && v.Get("request_type").StrIs(requestType)
	}
}
