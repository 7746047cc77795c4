package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/spellbench/sbconform/conformance"
)

// writeAnnotations writes workflow commands as GitHub's runners read them from a step's output. There is
// one for each cause and not for each check: a runner shows ten of a kind and drops the rest.
func writeAnnotations(w io.Writer, run Run) error {
	var b strings.Builder
	for _, kind := range []struct {
		command string
		verdict conformance.Verdict
	}{{"error", conformance.Errored}, {"error", conformance.Fail}, {"warning", conformance.Warn}} {
		for _, c := range run.Clusters(kind.verdict) {
			first := c.Entries[0]
			title := fmt.Sprintf("%s (Section %s)", first.ID, first.Section)
			if more := len(c.Entries) - 1; more > 0 {
				title += fmt.Sprintf(" and %d more", more)
			}
			text := Visible(string(first.Failure.Cause)) + ": " + conformance.Clip(Visible(first.Failure.Message), annotationText)
			for _, part := range []field{
				{"wanted", first.Doc}, {"expected", first.Failure.Expected}, {"got", first.Failure.Got}, {"where", first.Failure.Where}, {"rerun", first.Command},
			} {
				if part.text != "" {
					text += "\n" + part.name + ": " + conformance.Clip(Visible(part.text), annotationText)
				}
			}
			writeCommand(&b, kind.command, [][2]string{{"title", conformance.Clip(Visible(title), annotationText)}}, text)
		}
	}
	for _, s := range run.Finish.Stale {
		writeCommand(&b, "error", [][2]string{{"file", Visible(s.File)}, {"line", fmt.Sprint(s.Line)}, {"title", "stale baseline"}}, Visible(s.Check+": "+s.Why))
	}
	if run.Finish.Interrupted {
		writeCommand(&b, "error", [][2]string{{"title", "no verdict"}}, "the run was stopped before every check had its turn")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// annotationText bounds each text of an annotation, in bytes: runners cut the whole at 4 KiB.
const annotationText = 500

// writeCommand writes one command. Its parts can hold no line break, and the properties no separator,
// so that no text of the target's can end the command or begin another.
func writeCommand(b *strings.Builder, name string, properties [][2]string, message string) {
	b.WriteString("::" + name)
	for i, p := range properties {
		b.WriteString([]string{" ", ","}[min(i, 1)] + p[0] + "=" + propertyEscaper.Replace(p[1]))
	}
	b.WriteString("::" + messageEscaper.Replace(message) + "\n")
}

var (
	messageEscaper  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscaper = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
