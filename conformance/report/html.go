package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
)

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/page.js
var pageJS string

// Bounds of the page. A run may hold thousands of lines of its target for each of hundreds of failures;
// the page is for reading, and --artifacts keeps all.
const (
	pageText    = 4 << 10  // bytes of one text
	pageTitle   = 110      // bytes of what a cause is called
	pageMoment  = 600      // bytes of one line of a timeline
	pageHead    = 20       // lines of a timeline from its beginning
	pageTail    = 120      // and from its end
	pageShown   = 3        // checks of one cause that are shown at once
	pageDetails = 10       // checks of one cause that are told in full
	pageBudget  = 12 << 20 // bytes of all texts of failures and their timelines; then only their names are told
)

// A page is what page.html shows. All of its texts have passed through Visible; the template escapes
// them for HTML.
type page struct {
	CSP             string
	Style           template.CSS
	Script          template.JS
	Title, Sentence string
	Outcome         string
	Facts           []pageField
	Map             []pageSection
	Chips           []pageChip
	Stale           []string
	Groups          []pageGroup
	All             []pageRow

	budget int
}

type (
	pageChip struct {
		Verdict string
		N       int
	}
	pageGroup struct {
		Heading, About string
		Clusters       []pageCluster
	}
	pageCluster struct {
		Anchor, Title, Size, Print string
		Checks, More               []pageCheck
	}
	pageCheck struct {
		Verdict, Shout, ID, Section, Level, Doc string
		Open                                    bool
		Fields, Commands                        []pageField
		Timeline                                []pageMomentRow
		Left                                    string // what is left out
	}
	pageField struct {
		Name, Text            string
		Plain                 bool
		Before, Marked, After string // of a text that is shown as it came
	}
	pageMomentRow struct{ Class, At, What, Text string }
	pageRow       struct{ Verdict, Section, ID, Doc, Took, Said string }
	pageSection   struct {
		Section, Short, Counts string
		Bad                    bool
		Height                 int
		Squares                []pageSquare
	}
	pageSquare struct {
		Class string
		X, Y  int
	}
)

// writeHTML writes the run as one page that needs nothing else, and can load nothing (PagePolicy).
func writeHTML(w io.Writer, run Run) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	sentence, _ := verdictSentence(run)
	p := &page{
		CSP:   PagePolicy(pageCSS, pageJS),
		Style: template.CSS(pageCSS), Script: template.JS(pageJS),
		Title: "sbconform: " + sentence, Sentence: sentence, Outcome: string(run.Finish.Outcome()),
		Facts: pageFacts(run), Map: pageMap(run), budget: pageBudget,
	}
	for _, v := range conformance.Verdicts {
		if n := run.Finish.Summary.Counts[v]; n > 0 {
			p.Chips = append(p.Chips, pageChip{string(v), n})
		}
	}
	for _, s := range run.Finish.Stale {
		p.Stale = append(p.Stale, Visible(staleLine(s)))
	}
	p.group(run, conformance.Fail, causesText(run), "Each cause once, in the order of the specification: what breaks the framing comes before what follows from it.")
	p.group(run, conformance.Errored, "Errors of sbconform's own", "Nothing is said of the target.")
	p.group(run, conformance.Warn, "Warnings", "Broken, and worded below the level that fails the run.")
	p.group(run, conformance.Expected, "Expected failures", "The baseline expects these; they do not count.")
	p.group(run, conformance.Waived, "Waived", "Departures that the profile accepts by name; they do not count.")
	for _, e := range run.Entries {
		row := pageRow{
			Verdict: string(e.Verdict), Section: Visible(e.Section), ID: Visible(e.ID), Doc: Visible(e.Doc),
			Took: e.Duration.Round(time.Millisecond).String(),
		}
		if e.Verdict == conformance.Inform || e.Verdict == conformance.Skipped {
			row.Said = p.spend(VisibleLines(conformance.Clip(strings.TrimSuffix(e.Detail, "\n"), pageText)))
		}
		p.All = append(p.All, row)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// hashSource names a script or a style for a policy.
func hashSource(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func pageFacts(run Run) []pageField {
	facts := []pageField{
		{Name: "checks", Text: countsText(run.Finish.Summary.Counts, false)},
		{Name: "suite", Text: Visible(run.Start.Suite)},
		{Name: "profile", Text: Visible(run.Start.Profile)},
		{Name: "sbconform", Text: Visible(run.Version)},
		{Name: "took", Text: run.Finish.Summary.Duration.Round(durationUnit).String()},
	}
	if !run.Start.Time.IsZero() {
		facts = append(facts, pageField{Name: "on", Text: run.Start.Time.UTC().Format("2006-01-02 15:04 UTC")})
	}
	if sum := run.Start.Target.SHA256; sum != "" {
		facts = append(facts, pageField{Name: "SHA-256", Text: Visible(conformance.Clip(sum, 64))})
	}
	return facts
}

// columns is how many squares a row of the picture has.
const columns = 15

// pageMap draws each section as squares, one a check, the worst first.
func pageMap(run Run) []pageSection {
	bySection := map[string][]conformance.Verdict{}
	for _, e := range run.Entries {
		bySection[e.Section] = append(bySection[e.Section], e.Verdict)
	}
	var out []pageSection
	for section, verdicts := range bySection {
		counts := map[conformance.Verdict]int{}
		for _, v := range verdicts {
			counts[v]++
		}
		s := pageSection{Section: Visible(section), Counts: "Section " + Visible(section) + ": " + countsText(counts, false)}
		bad := counts[conformance.Fail] + counts[conformance.Errored]
		s.Bad, s.Short = bad > 0, plural(len(verdicts), "check")
		if bad > 0 {
			s.Short = fmt.Sprintf("%d of %d", bad, len(verdicts))
		}
		for _, v := range weight {
			for range counts[v] {
				n := len(s.Squares)
				s.Squares = append(s.Squares, pageSquare{string(v), n % columns * 8, n / columns * 8})
			}
		}
		s.Height = (len(verdicts)+columns-1)/columns*8 - 2
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b pageSection) int { return bySections(a.Section, b.Section) })
	return out
}

// bySections orders "4.2" before "10".
func bySections(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		if c := cmp.Or(cmp.Compare(len(x[i]), len(y[i])), cmp.Compare(x[i], y[i])); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// group adds the results of one verdict, by cause.
func (p *page) group(run Run, v conformance.Verdict, heading, about string) {
	g := pageGroup{Heading: heading, About: about}
	for i, c := range run.Clusters(v) {
		first := c.Entries[0]
		out := pageCluster{
			Anchor: fmt.Sprintf("%s-%d", v, i+1),
			Title:  Visible(string(first.Failure.Cause)) + ": " + conformance.Clip(Visible(first.Failure.Message), pageTitle),
			Size:   plural(len(c.Entries), "check"), Print: first.Fingerprint,
		}
		for j, e := range c.Entries {
			check := pageCheck{
				Verdict: string(v), Shout: string(v), ID: Visible(e.ID), Section: Visible(e.Section), Level: string(e.Level), Doc: Visible(e.Doc),
				Open: i == 0 && j == 0 && v == conformance.Fail,
			}
			if v == conformance.Fail || v == conformance.Errored {
				check.Shout = strings.ToUpper(check.Shout)
			}
			switch {
			case p.budget <= 0:
				check.Left = "The page is full: --artifacts and the JSON report have the rest."
			case j >= pageDetails:
				check.Fields = p.fields(e, "but")
				check.Commands = p.commands(e)
				check.Left = fmt.Sprintf("The first %d checks of a cause are told in full; the JSON report has all.", pageDetails)
			default:
				check.Fields = p.fields(e, "")
				check.Commands = p.commands(e)
				check.Timeline = p.timeline(e.Timeline)
			}
			if j < pageShown {
				out.Checks = append(out.Checks, check)
			} else {
				out.More = append(out.More, check)
			}
		}
		g.Clusters = append(g.Clusters, out)
	}
	if len(g.Clusters) > 0 {
		p.Groups = append(p.Groups, g)
	}
}

// spend takes a text off the budget.
func (p *page) spend(s string) string {
	p.budget -= len(s)
	return s
}

// raw names the texts that are shown as they came, in a fixed width.
var raw = map[string]bool{"expected": true, "got": true, "where": true, "log": true, "stderr": true, "transcript": true}

// copied names the texts that are there to be copied.
var copied = map[string]bool{"rerun": true, "replay": true}

// fields returns what is told of a failure; only the one that is named, if any. The requirement stands
// in the heading already.
func (p *page) fields(e Entry, only string) (out []pageField) {
	f := *e.Failure
	from, to := locate(f.Got, f.Where)
	for _, t := range failureFields(e) {
		if t.name == "wanted" || copied[t.name] || only != "" && t.name != only {
			continue
		}
		field := pageField{Name: t.name, Plain: !raw[t.name]}
		switch {
		case t.name == "got" && from < to:
			// Around the mark, so that it is always to be seen.
			start := max(0, from-pageText/2)
			field.Before = p.spend(VisibleLines(cutBefore(f.Got[:from], start)))
			field.Marked = p.spend(VisibleLines(conformance.Clip(f.Got[from:to], pageText)))
			field.After = p.spend(VisibleLines(conformance.Clip(f.Got[to:], pageText)))
		case field.Plain:
			field.Text = p.spend(Visible(conformance.Clip(t.text, pageText)))
		default:
			field.Before = p.spend(VisibleLines(conformance.Clip(t.text, pageText)))
		}
		out = append(out, field)
	}
	if e.Excuse != nil {
		out = append(out, pageField{Name: "excused", Plain: true, Text: p.spend(Visible(conformance.Clip(excuseText(*e.Excuse), pageText)))})
	}
	return out
}

// cutBefore returns what of s follows byte n, and says how much does not.
func cutBefore(s string, n int) string {
	if n == 0 {
		return s
	}
	return fmt.Sprintf("(%d bytes) …%s", n, s[n:])
}

func (p *page) commands(e Entry) (out []pageField) {
	for _, t := range failureFields(e) {
		if copied[t.name] {
			out = append(out, pageField{Name: t.name, Text: p.spend(Visible(conformance.Clip(t.text, 4*pageText)))})
		}
	}
	return out
}

// timeline returns the lines of a timeline, those in the middle of a long one left out.
func (p *page) timeline(all []conformance.Moment) (out []pageMomentRow) {
	for i, m := range all {
		if gap := len(all) - pageHead - pageTail; gap > 0 && i >= pageHead && i < pageHead+gap {
			if i == pageHead {
				out = append(out, pageMomentRow{Class: "gap", Text: fmt.Sprintf("%d lines are left out", gap)})
			}
			continue
		}
		class := m.What
		if !slices.Contains([]string{"send", "recv", "stderr", "note"}, class) {
			class = "note"
		}
		out = append(out, pageMomentRow{class, fmt.Sprintf("%.3fs", m.At.Seconds()), Visible(m.What), p.spend(Visible(conformance.Clip(m.Text, pageMoment)))})
	}
	return out
}
