package corpus

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spellbench/sbconform/reference/wire"
)

// Load reads one file of the corpus; file is its name, with which the names of its cases begin. The error
// names the file and the line.
func Load(file string, data []byte) ([]Line, error) {
	l := loader{topic: strings.TrimSuffix(file, ".txt") + "/", seen: map[string]bool{}}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("%s: not UTF-8", file)
	}
	text, ok := strings.CutSuffix(string(data), "\n")
	if !ok {
		return nil, fmt.Errorf("%s: the last line has no end", file)
	}
	for i, line := range strings.Split(text, "\n") {
		if err := l.line(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	if err := l.end(); err != nil {
		return nil, fmt.Errorf("%s: at the end: %w", file, err)
	}
	return l.lines, nil
}

// Write returns the file that Load reads as lines, with the comment above them.
func Write(comment string, lines []Line) []byte {
	var b strings.Builder
	for _, c := range strings.Split(comment, "\n") {
		fmt.Fprintf(&b, "# %s\n", c)
	}
	for _, l := range lines {
		fmt.Fprintf(&b, "\ncase: %s\nsection: %s\nline: %s\n", l.Name, l.Section, l.Text)
		switch canonical := l.Canonical.String(); {
		case !l.Accept:
			fmt.Fprintf(&b, "verdict: refuse\nreason: %s\noffset: %d\n", l.Reason.Name(), l.Offset)
		case canonical == l.Text.String():
			fmt.Fprintf(&b, "verdict: accept\ncanonical: same\n")
		default:
			fmt.Fprintf(&b, "verdict: accept\ncanonical: %s\n", canonical)
		}
	}
	return []byte(b.String())
}

type loader struct {
	topic string
	lines []Line
	seen  map[string]bool
	open  []string // the keys that the current case still needs, in order; nil between cases
	now   Line
}

var (
	everyCase   = []string{"case", "section", "line", "verdict"}
	refusedCase = []string{"reason", "offset"}
	acceptCase  = []string{"canonical"}
)

func (l *loader) line(s string) error {
	switch {
	case strings.HasPrefix(s, "#"):
		return nil
	case s == "":
		return l.end()
	}
	key, value, ok := strings.Cut(s, ": ")
	if !ok {
		return fmt.Errorf("no field: %q", s)
	}
	if l.now.Name == "" {
		l.open = everyCase
	}
	if len(l.open) == 0 || key != l.open[0] {
		return fmt.Errorf("key %q where %q is due", key, strings.Join(l.open, ", "))
	}
	l.open = l.open[1:]
	return l.field(key, value)
}

func (l *loader) field(key, value string) (err error) {
	switch key {
	case "case":
		l.now.Name = value
		if !strings.HasPrefix(value, l.topic) || strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789-/") != "" {
			return fmt.Errorf("bad name %q", value)
		}
		if l.seen[value] {
			return fmt.Errorf("second case %q", value)
		}
		l.seen[value] = true
	case "section":
		l.now.Section = value
		if value == "" || strings.Trim(value, "0123456789.") != "" {
			return fmt.Errorf("bad section %q", value)
		}
	case "line":
		l.now.Text, err = ParseRecipe(value)
	case "verdict":
		switch value {
		case "accept":
			l.now.Accept, l.open = true, acceptCase
		case "refuse":
			l.open = refusedCase
		default:
			return fmt.Errorf("verdict %q", value)
		}
	case "reason":
		for _, r := range wire.Reasons() {
			if r.Name() == value {
				l.now.Reason = r
				return nil
			}
		}
		return fmt.Errorf("unknown reason %q", value)
	case "offset":
		n, err := strconv.ParseUint(value, 10, 32)
		if err != nil || strconv.FormatUint(n, 10) != value {
			return fmt.Errorf("bad offset %q", value)
		}
		l.now.Offset = int(n)
	case "canonical":
		if l.now.Canonical = l.now.Text; value != "same" {
			l.now.Canonical, err = ParseRecipe(value)
		}
	}
	return err
}

// end closes the current case, if there is one.
func (l *loader) end() error {
	if l.now.Name == "" {
		return nil
	}
	if len(l.open) > 0 {
		return fmt.Errorf("%s: no %s", l.now.Name, strings.Join(l.open, ", "))
	}
	l.lines, l.now = append(l.lines, l.now), Line{}
	return nil
}
