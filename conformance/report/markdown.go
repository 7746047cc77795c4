package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/spellbench/sbconform/conformance"
)

// markdownLimit bounds the document, in bytes: a comment on a hosted service may have 64 KiB.
const markdownLimit = 60_000

// writeMarkdown writes what fits into a comment or the summary of a CI job: the verdict, and each cause
// with its first check in full. Texts of the target's stand in code, where they can neither be markup
// nor call anybody's name.
func writeMarkdown(w io.Writer, run Run) error {
	var b strings.Builder
	sentence, _ := verdictSentence(run)
	fmt.Fprintf(&b, "## SpellBench v2: %s\n\n", markdownText(sentence))
	fmt.Fprintf(&b, "%s; suite %s, profile %s, sbconform %s, in %s.\n", countsText(run.Finish.Summary.Counts, false),
		markdownText(run.Start.Suite), markdownText(run.Start.Profile), markdownText(run.Version), run.Finish.Summary.Duration.Round(durationUnit))
	for _, s := range run.Finish.Stale {
		fmt.Fprintf(&b, "\n- stale: %s", code(staleLine(s)))
	}
	if len(run.Finish.Stale) > 0 {
		b.WriteByte('\n')
	}
	rest := ""
	for _, part := range []struct {
		verdict conformance.Verdict
		heading string
	}{
		{conformance.Fail, causesText(run)},
		{conformance.Errored, "Errors of sbconform's own"},
		{conformance.Warn, "Warnings"},
	} {
		clusters := run.Clusters(part.verdict)
		if len(clusters) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n", part.heading)
		for i, c := range clusters {
			text := markdownCluster(c)
			if b.Len()+len(text) > markdownLimit {
				rest = fmt.Sprintf("\n%d more causes are left out here; the other reports have them.\n", len(clusters)-i)
				break
			}
			b.WriteString(text)
		}
	}
	b.WriteString(rest)
	for _, v := range []conformance.Verdict{conformance.Expected, conformance.Waived} {
		list := run.excuses(v)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n<details><summary>%d %s</summary>\n\n", len(list), v)
		for i, e := range list {
			line := fmt.Sprintf("- %s: %s\n", code(e.ID), excuseCode(*e.Excuse))
			if b.Len()+len(line) > markdownLimit {
				fmt.Fprintf(&b, "- and %d more\n", len(list)-i)
				break
			}
			b.WriteString(line)
		}
		b.WriteString("\n</details>\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// excuseText says in a line why a failure does not count.
func excuseText(x conformance.Excuse) string {
	text := x.Reason
	if x.Waiver != "" {
		text = "waived: " + x.Waiver + ": " + x.Reason
	}
	if x.Link != "" {
		text += " (" + x.Link + ")"
	}
	return text
}

func excuseCode(x conformance.Excuse) string { return code(conformance.Clip(excuseText(x), oneLine)) }

// markdownCluster tells of one cause: its first check, then the names of the others.
func markdownCluster(c Cluster) string {
	var b strings.Builder
	first := c.Entries[0]
	fmt.Fprintf(&b, "\n<details><summary><b>%s</b> (Section %s, %s): %s</summary>\n\n", markdownText(first.ID), markdownText(first.Section), first.Level, plural(len(c.Entries), "check"))
	first.Failure = shortened(*first.Failure)
	for _, f := range failureFields(first) {
		text := conformance.Clip(f.text, 3*oneLine)
		if f.name == "stderr" { // its end says why
			text = window(f.text, max(0, len(f.text)-3*oneLine), 3*oneLine)
		}
		fmt.Fprintf(&b, "- %s: %s\n", f.name, code(text))
	}
	if others := c.Entries[1:]; len(others) > 0 {
		const most = 20
		var ids []string
		for _, e := range others[:min(len(others), most)] {
			ids = append(ids, code(e.ID))
		}
		fmt.Fprintf(&b, "- likewise: %s", strings.Join(ids, ", "))
		if more := len(others) - most; more > 0 {
			fmt.Fprintf(&b, " and %d more", more)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// shortened returns f with two long texts cut to where they begin to differ.
func shortened(f conformance.Failure) *conformance.Failure {
	f.Expected, f.Got = around(f.Expected, f.Got, 2*oneLine)
	return &f
}

// code returns s as a code span: on one line, between more backticks than it has in a row.
func code(s string) string {
	s = Visible(strings.TrimRight(s, "\n"))
	longest, run := 0, 0
	for _, c := range s {
		if c != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 || strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") {
		s = " " + s + " "
	}
	if strings.TrimSpace(s) == "" {
		return "(empty)"
	}
	return fence + s + fence
}

// markdownText escapes a text that stands outside of code.
func markdownText(s string) string { return markdownEscaper.Replace(Visible(s)) }

var markdownEscaper = func() *strings.Replacer {
	pairs := []string{"<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "&#64;"}
	for _, c := range "\\`*_{}[]#+!|~:" {
		pairs = append(pairs, string(c), fmt.Sprintf("&#%d;", c))
	}
	return strings.NewReplacer(pairs...)
}()
