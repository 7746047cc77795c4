package report

import (
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/spellbench/sbconform/conformance"
)

// writeBadge draws a small SVG. It is a picture and not the JSON that a badge service draws from: it
// can be committed or published as it is, and showing it tells no third party who looks.
func writeBadge(w io.Writer, run Run) error {
	const label = "SpellBench v2"
	text, colour := badgeText(run)
	left, right := badgeWidth(label), badgeWidth(text)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="20" viewBox="0 0 %[1]d 20" role="img" aria-label="%[2]s: %[3]s">
<title>%[2]s: %[3]s</title>
<clipPath id="r"><rect width="%[1]d" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><path fill="#30363d" d="M0 0h%[4]dv20H0z"/><path fill="%[5]s" d="M%[4]d 0h%[6]dv20H%[4]dz"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="8" y="14" textLength="%[7]d">%[2]s</text>
<text x="%[8]d" y="14" textLength="%[9]d">%[3]s</text>
</g>
</svg>
`, left+right, label, text, left, colour, right, left-16, left+8, right-16)
	return err
}

// badgeText says what a run came to in a few words, none of them the target's, and in which colour.
func badgeText(run Run) (text, colour string) {
	counts := run.Finish.Summary.Counts
	switch run.Finish.Outcome() {
	case conformance.Conforms, conformance.StaleBaseline:
		switch excused := counts[conformance.Expected] + counts[conformance.Waived]; {
		case run.Start.Checks < run.Start.Total:
			return fmt.Sprintf("%d of %d checks kept", run.Finish.Summary.Ran()-excused, run.Start.Total), "#4d6a2b"
		case excused > 0:
			return "conforms but for " + plural(excused, "check"), "#7a5b00"
		}
		return "conforms", "#1a7f37"
	case conformance.DoesNotConform:
		return causesText(run), "#b3261e"
	}
	return "no verdict", "#6e7781"
}

// badgeWidth is the width of a text with its margins, in pixels. Viewers stretch the text to it, so that
// a font of another width changes nothing.
func badgeWidth(s string) int { return 16 + utf8.RuneCountInString(s)*13/2 }
