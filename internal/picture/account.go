package picture

import (
	"fmt"
	"io"

	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
)

// Account writes a line for each decision of a recorded game: the turn, who decides, both lives, and
// what was picked out of how many.
func Account(w io.Writer, rows []goldens.Row) error {
	steps, end := read(rows)
	where := ""
	for i, s := range steps {
		if at := fmt.Sprintf("turn %d, %s", s.Turn, s.Phase); at != where {
			where = at
			if _, err := fmt.Fprintf(w, "%s\n", report.Visible(at)); err != nil {
				return err
			}
		}
		line := fmt.Sprintf("  %4d  %-2s  %s  %s", i, s.Seat, lives(s), picked(s))
		if s.Rewind {
			line += "  (rewound)"
		}
		if s.Group != "" {
			line += "  [" + s.Group + "]"
		}
		if _, err := fmt.Fprintln(w, report.Visible(line)); err != nil {
			return err
		}
	}
	if end.Outcome == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s\n", report.Visible(end.Outcome+", "+end.Classification+": "+end.Reason))
	return err
}

func lives(s step) string {
	out := ""
	for i, p := range s.Players {
		if i > 0 {
			out += ":"
		}
		out += fmt.Sprintf("%2d", p.Life)
	}
	return out
}

func picked(s step) string {
	if s.Pick < 0 {
		return fmt.Sprintf("no answer to %d candidates", len(s.Candidates))
	}
	text := s.Candidates[s.Pick]
	if n := len(s.Candidates); n > 1 {
		text += fmt.Sprintf("  (of %d)", n)
	}
	return text
}
