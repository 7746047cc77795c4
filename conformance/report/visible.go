package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spellbench/sbconform/conformance"
)

// Visible returns s on one line, with every character that can't be seen, or that moves what can,
// written as an escape: \n and \t; \x1b for the controls below U+0080 and for bytes that are not
// UTF-8; \u202e for every other control, format, bidirectional, private or unassigned character and
// every space but the plain one. What it returns is safe on a terminal, and legal in XML 1.0 once <
// and & are escaped.
func Visible(s string) string { return visible(s, "") }

// VisibleLines is Visible for texts of several lines: it leaves newlines and tabs alone.
func VisibleLines(s string) string { return visible(s, "\n\t") }

func visible(s, keep string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsPrint(r) || strings.ContainsRune(keep, r):
			b.WriteString(s[i : i+n])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += n
	}
	return b.String()
}

// MomentLine shows one row of a timeline on one line.
func MomentLine(m conformance.Moment) string {
	return fmt.Sprintf("%9.3fs  %-6s  %s", m.At.Seconds(), Visible(m.What), Visible(m.Text))
}
