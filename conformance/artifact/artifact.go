// Package artifact keeps what a failed check saw of its target as files, so that a failure can be
// read, passed on and replayed (Section 16 of the specification for the rows of a transcript):
//
//	DIR/engine-step-echo.transcript.jsonl.gz   every line both ways; replays the failure
//	DIR/engine-step-echo.timeline.txt          the same with times and stderr, for people
//	DIR/engine-step-echo.stderr.txt            what the target wrote to stderr, as it is
package artifact

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/internal/atomicfile"
)

// A Writer is the consumer of events that keeps evidence. It goes before all others, for it tells
// them where the reproducer is.
type Writer struct {
	// Replay returns the command that replays a transcript, "" if there is none; it may be nil.
	Replay func(transcript string) string

	dir  string
	errs []error
}

// New returns a Writer to the folder dir, which it makes if need be. The error says why dir can't
// be written to.
func New(dir string) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := atomicfile.Probe(filepath.Join(dir, "probe")); err != nil {
		return nil, err
	}
	return &Writer{dir: dir}, nil
}

// The files of a check: what its name ends with, and what goes into it. A file without content is
// not written.
var files = []struct {
	suffix string
	write  func(io.Writer, *conformance.Evidence) error
	empty  func(*conformance.Evidence) bool
}{
	{transcript, writeTranscript, func(e *conformance.Evidence) bool { return len(e.Transcript) == 0 }},
	{".timeline.txt", writeTimeline, func(e *conformance.Evidence) bool { return len(e.Timeline) == 0 }},
	{".stderr.txt", writeStderr, func(e *conformance.Evidence) bool { return len(e.Stderr) == 0 }},
}

const transcript = ".transcript.jsonl.gz"

// Event keeps the evidence of a check that ended and sets the Reproducer of its result. The files
// that an earlier run left for the same check are replaced or removed: they would be taken for this
// run's.
func (w *Writer) Event(e conformance.Event) {
	if e.End == nil {
		return
	}
	base := filepath.Join(w.dir, conformance.Check{ID: e.End.ID}.FileName())
	ev := e.End.Evidence
	for _, f := range files {
		path := base + f.suffix
		if ev == nil || f.empty(ev) {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				w.errs = append(w.errs, err)
			}
			continue
		}
		if err := atomicfile.Write(path, func(out io.Writer) error { return f.write(out, ev) }); err != nil {
			w.errs = append(w.errs, err)
		} else if f.suffix == transcript {
			e.End.Reproducer = path
			if w.Replay != nil {
				e.End.Replay = w.Replay(path)
			}
		}
	}
}

// Close returns what went wrong, in one line.
func (w *Writer) Close() error {
	switch len(w.errs) {
	case 0:
		return nil
	case 1:
		return w.errs[0]
	}
	return fmt.Errorf("%w (and %d more like it)", w.errs[0], len(w.errs)-1)
}

func writeTranscript(w io.Writer, ev *conformance.Evidence) error {
	out := goldens.NewGzipWriter(w)
	for _, row := range ev.Transcript {
		if err := out.Write(goldens.NewRow(row.Dir, row.Message)); err != nil {
			return err
		}
	}
	return out.Close()
}

func writeTimeline(w io.Writer, ev *conformance.Evidence) error {
	out := bufio.NewWriter(w)
	for _, m := range ev.Timeline {
		fmt.Fprintln(out, report.MomentLine(m))
	}
	return out.Flush()
}

func writeStderr(w io.Writer, ev *conformance.Evidence) error {
	_, err := w.Write(ev.Stderr)
	return err
}
