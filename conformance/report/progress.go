package report

import (
	"bytes"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/spellbench/sbconform/conformance"
)

// quiet is how long a run goes on without a progress line: one that is over by then needs none.
const quiet = 500 * time.Millisecond

// A progress is the line at the bottom of a terminal that tells how far a run is and which check it
// waits for.
type progress struct {
	start   time.Time // zero outside a run
	total   int
	done    int
	failed  int
	running []started // the longest first
	drawn   string    // the line as it stands on the terminal
}

type started struct {
	id string
	at time.Time
}

func (p *progress) event(e conformance.Event, now time.Time) {
	switch {
	case e.Start != nil:
		*p = progress{start: now, total: e.Start.Checks}
	case e.Begin != nil:
		p.running = append(p.running, started{e.Begin.ID, now})
	case e.End != nil:
		p.done++
		if e.End.Verdict == conformance.Fail {
			p.failed++
		}
		p.running = slices.DeleteFunc(p.running, func(s started) bool { return s.id == e.End.ID })
	case e.Finish != nil:
		p.start = time.Time{}
	}
}

// draw puts the line into out, no wider than the terminal: a line that wraps can't be cleared.
func (p *progress) draw(out *bytes.Buffer, now time.Time, width int) {
	if p.start.IsZero() || now.Sub(p.start) < quiet {
		return
	}
	line := fmt.Sprintf("%d/%d", p.done, p.total)
	if p.failed > 0 {
		line += fmt.Sprintf(", %d failed", p.failed)
	}
	if len(p.running) > 0 {
		s := p.running[0]
		line += ": " + Visible(s.id)
		if d := now.Sub(s.at); d >= time.Second {
			line += fmt.Sprintf(" (%ds)", int(d.Seconds()))
		}
	}
	for utf8.RuneCountInString(line) > max(width-1, 1) {
		_, n := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-n]
	}
	if line != p.drawn {
		p.clear(out)
		out.WriteString(line)
		p.drawn = line
	}
}

// clear removes the line, if one is drawn.
func (p *progress) clear(out *bytes.Buffer) {
	if p.drawn != "" {
		out.WriteString("\r\x1b[K")
		p.drawn = ""
	}
}
