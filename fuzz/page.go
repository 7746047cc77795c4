package fuzz

// A run as one page for people.

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
)

//go:embed page/page.html
var pageHTML string

//go:embed page/page.css
var pageCSS string

//go:embed page/page.js
var pageJS string

// Bounds of the page.
const (
	pageWays   = 1000    // rows of the table
	pageText   = 2 << 10 // bytes of one text of the target's
	pageRows   = 16      // lines of a dialogue, its last
	pageRow    = 600     // bytes of one
	pageBudget = 4 << 20 // bytes of all that is told of findings; then only their names are
)

// A Page is what is told of a run.
type Page struct {
	Target   string    // the command
	Version  string    // of sbconform; "" is left out
	Began    time.Time // the zero value is left out
	Seed     uint64
	Stats    Stats
	Course   []Stats // as they were during the run, if anybody took notice
	Ways     []Way   // of the run's Graph
	Findings []Told
}

// A Told is a finding and the command that shows it again; "" if there is no transcript.
type Told struct {
	Finding
	Again string
}

type (
	pageView struct {
		CSP             string
		Style           template.CSS
		Script          template.JS
		Title, Sentence string
		Outcome         string
		Facts           []pageFact
		Findings        []pageFinding
		Charts          []chart
		Drawing         drawing
		Legend          []string
		Ways            []pageWay
		Left            int // ways that are in no row
	}
	pageFact    struct{ Name, Text string }
	pageFinding struct {
		Class, Word, Print, Account, Again string
		Open                               bool
		Fields                             []pageFact
		Moves                              []string
		From                               int // the number of the first of these
		Rows                               []pageRowView
		Left                               string
	}
	pageRowView struct{ Class, What, Text string }
	pageWay     struct {
		Class, From, Request, Answer, To, Faults string
		Times                                    uint64
		A, B                                     int
	}
)

// WriteHTML writes the page: one file that needs no network, and can load nothing. Its size is bounded
// whatever the target has said.
func (p Page) WriteHTML(w io.Writer) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	style := report.PageStyle() + pageCSS
	v := pageView{CSP: report.PagePolicy(style, pageJS), Style: template.CSS(style), Script: template.JS(pageJS), Legend: phases}
	v.Sentence, v.Outcome = p.sentence()
	v.Title = "sbconform fuzz: " + v.Sentence
	v.Facts = p.facts()
	v.Charts = charts(p.Course)
	budget := pageBudget
	advice := map[string]bool{}
	for i, f := range p.Findings {
		advice[f.Fingerprint()] = f.Advisory
		v.Findings = append(v.Findings, f.view(i == 0, &budget))
	}
	v.Drawing = draw(p.Ways, func(print string) bool { return advice[print] })
	for _, w := range p.Ways[:min(len(p.Ways), pageWays)] {
		v.Ways = append(v.Ways, pageWay{
			blamed(w.Faults, func(print string) bool { return advice[print] }),
			visible(w.From), visible(w.Request), visible(cmp.Or(w.Answer, "no answer")), visible(cmp.Or(w.To, ended)), visible(strings.Join(w.Faults, "; ")),
			w.Times, v.Drawing.at(w.From), v.Drawing.at(w.To),
		})
	}
	v.Left = len(p.Ways) - len(v.Ways)
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

func (p Page) sentence() (sentence, outcome string) {
	faults := 0
	for _, f := range p.Findings {
		if !f.Advisory {
			faults++
		}
	}
	target := report.Visible(conformance.Clip(p.Target, nameLength))
	advice := ""
	switch n := len(p.Findings) - faults; n {
	case 0:
	case 1:
		advice = ", and one piece of advice"
	default:
		advice = fmt.Sprintf(", and %d pieces of advice", n)
	}
	switch faults {
	case 0:
		return "Nothing was found wrong with " + target + advice, "conforms"
	case 1:
		return "One finding with " + target + advice, "does-not-conform"
	}
	return fmt.Sprintf("%d findings with %s%s", faults, target, advice), "does-not-conform"
}

func (p Page) facts() []pageFact {
	s := p.Stats
	out := []pageFact{
		{"requests", fmt.Sprint(s.Execs)},
		{"a second", fmt.Sprintf("%.0f", s.Rate)},
		{"took", s.Elapsed.Round(100 * time.Millisecond).String()},
		{"processes", fmt.Sprint(s.Sessions)},
		{"states", fmt.Sprint(s.States)},
		{"edges", fmt.Sprint(s.Edges)},
		{"pieces kept", fmt.Sprint(s.Kept)},
		{"seed", fmt.Sprint(p.Seed)},
	}
	if p.Version != "" {
		out = append(out, pageFact{"sbconform", report.Visible(p.Version)})
	}
	if !p.Began.IsZero() {
		out = append(out, pageFact{"on", p.Began.UTC().Format("2006-01-02 15:04 UTC")})
	}
	return out
}

// view is what the page shows of a finding. What is told is taken off the budget.
func (t Told) view(open bool, budget *int) pageFinding {
	text := func(s string, most int) string {
		out := report.VisibleLines(conformance.Clip(s, most))
		*budget -= len(out)
		return out
	}
	out := pageFinding{Class: "fail", Word: "FINDING", Open: open, Print: visible(t.Fingerprint()), Again: text(t.Again, pageText)}
	if t.Advisory {
		out.Class, out.Word = "warn", "advice"
	}
	if *budget <= 0 {
		out.Left = "The page is full: the files of the finding have the rest."
		return out
	}
	out.Account = text(t.Account(), 2*pageText)
	for _, f := range []pageFact{{"expected", t.Expected}, {"where", t.Where}, {"stderr", strings.TrimSpace(string(t.Stderr))}} {
		if f.Text != "" {
			out.Fields = append(out.Fields, pageFact{f.Name, text(f.Text, pageText)})
		}
	}
	out.From = max(0, len(t.Moves)-pageRows) + 1
	for _, v := range t.Moves[out.From-1:] {
		out.Moves = append(out.Moves, text(v.String(), pageRow))
	}
	rows := t.Rows[max(0, len(t.Rows)-pageRows):]
	if n := len(t.Rows) - len(rows); n > 0 {
		out.Left = fmt.Sprintf("The first %d lines are left out.", n)
	}
	for _, r := range rows {
		v := pageRowView{"recv", "recv", text(string(r.Message), pageRow)}
		if r.Dir == goldens.HostToEngine || r.Dir == goldens.HostToAgent {
			v.Class, v.What = "send", "send"
		}
		out.Rows = append(out.Rows, v)
	}
	return out
}

// A chart is a curve of the run's course.
type chart struct{ Name, Last, Points, Area string }

// Measures of a chart, in its own units.
const chartWidth, chartHeight = 300.0, 60.0

// charts draws the rate between each two reports of the course, and what has grown.
func charts(course []Stats) (out []chart) {
	if len(course) < 3 {
		return nil
	}
	last := course[len(course)-1]
	rates := make([]float64, len(course))
	for i, s := range course {
		var before Stats
		if i > 0 {
			before = course[i-1]
		}
		if took := (s.Elapsed - before.Elapsed).Seconds(); took > 0 {
			rates[i] = float64(s.Execs-before.Execs) / took
		}
	}
	for _, c := range []struct {
		name, last string
		first      float64
		of         func(i int) float64
	}{
		{"requests a second", fmt.Sprintf("%.0f", last.Rate), rates[0], func(i int) float64 { return rates[i] }},
		{"edges", fmt.Sprint(last.Edges), 0, func(i int) float64 { return float64(course[i].Edges) }},
		{"states", fmt.Sprint(last.States), 0, func(i int) float64 { return float64(course[i].States) }},
	} {
		most, end := 1.0, max(last.Elapsed.Seconds(), 1e-9)
		for i := range course {
			most = max(most, c.of(i))
		}
		var points strings.Builder
		fmt.Fprintf(&points, "0,%.1f", chartHeight-2-c.first/most*(chartHeight-4))
		for i, s := range course {
			fmt.Fprintf(&points, " %.1f,%.1f", s.Elapsed.Seconds()/end*chartWidth, chartHeight-2-c.of(i)/most*(chartHeight-4))
		}
		out = append(out, chart{c.name, c.last, points.String(), fmt.Sprintf("0,%g %s %g,%g", chartHeight, points.String(), chartWidth, chartHeight)})
	}
	return out
}
