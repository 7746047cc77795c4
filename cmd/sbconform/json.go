package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A filter turns one line into another. An error is a *wire.Error.
type filter struct {
	name, short string
	apply       func(dst, line []byte) ([]byte, error)
}

func filters() []filter {
	return []filter{
		{"check", "Print ok, or what is wrong with the line", func(dst, line []byte) ([]byte, error) {
			return append(dst, "ok"...), wire.Check(line)
		}},
		{"canon", "Print the canonical form of the line", wire.AppendCanonical},
		{"digest", "Print the SHA-256 of the canonical form of the line", func(dst, line []byte) ([]byte, error) {
			sum, err := wire.Digest(line)
			return fmt.Appendf(dst, "sha256:%x", sum), err
		}},
	}
}

func newJSON(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "json",
		Short: "Check lines of JSON by the rules of SpellBench, or print their canonical form or its digest",
		Long: `json reads lines from stdin and prints one line for each: Section 2 of the specification says which
lines are strict JSON, Section 4.3 what their canonical form is. For a line that is not strict JSON it
prints, separated by tabs, the error code that the line deserves, the offset of the first bad byte, and
the reason, and goes on with the next.

Exit status: 0 if all lines are strict JSON, 1 if any is not.`,
		Example: `  echo '{"b":1, "a":2}' | sbconform json canon
  printf '{"a":1,"a":2}\n' | sbconform json check
  zcat game.jsonl.gz | sbconform json digest`,
		Args:                  subcommandNeeded,
		RunE:                  func(*cobra.Command, []string) error { return nil }, // cobra asks Args only of commands that run
		DisableFlagsInUseLine: true,
	}
	for _, f := range filters() {
		cmd.AddCommand(&cobra.Command{
			Use: f.name, Short: f.short, Args: noArgs,
			RunE: func(*cobra.Command, []string) error { return f.lines(w) },
		})
	}
	return cmd
}

// lines applies f to every line of stdin. Each answer is written at once: the other end may wait for
// it before it sends the next line.
func (f filter) lines(w world) error {
	in := wire.NewReader(w.stdin)
	bad := false
	var out []byte
	for {
		line, err := in.ReadLine()
		switch {
		case errors.Is(err, io.EOF):
			if bad {
				return failure{status: statusFails}
			}
			return nil
		case errors.Is(err, wire.ErrLineTooLong):
			err = &wire.Error{Offset: wire.MaxLine, Reason: wire.LineTooLong}
		case err == nil, errors.Is(err, io.ErrUnexpectedEOF): // a file need not end with a newline
			out, err = f.apply(out[:0], line)
		default:
			return written(err)
		}
		var fault *wire.Error
		if errors.As(err, &fault) {
			bad = true
			out = fmt.Appendf(out[:0], "%s\t%d\t%s", protocol.CodeMalformedJSON, fault.Offset, fault.Reason)
		} else if err != nil {
			return written(err)
		}
		out = append(out, '\n')
		if _, err := w.stdout.Write(out); err != nil {
			return written(err)
		}
	}
}
