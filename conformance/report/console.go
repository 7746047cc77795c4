package report

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
)

// ConsoleOptions say how the console shows a run.
type ConsoleOptions struct {
	Version  string
	Color    bool
	Verbose  bool       // every check with its log, and texts in full
	Progress bool       // a line that tells how far the run is; for terminals only
	Advice   string     // a line after failures that no evidence was kept of; may be ""
	Width    func() int // of the terminal in columns, for the progress line; nil or 0 for unknown
}

// A Console is the consumer for people. It shows topics as they are over, and failures last, where
// the eye is when the run ends. Its goroutine alone writes to the terminal.
type Console struct {
	w        io.Writer
	o        ConsoleOptions
	events   chan any // conformance.Event or note
	quit     chan struct{}
	finished chan struct{}

	out      bytes.Buffer // what is not yet written
	err      error
	run      Recorder
	shown    int // how many topics are printed
	progress progress
}

type note string

// NewConsole returns a Console that writes to w until Close.
func NewConsole(w io.Writer, o ConsoleOptions) *Console {
	c := &Console{w: w, o: o, events: make(chan any), quit: make(chan struct{}), finished: make(chan struct{}), run: *NewRecorder(o.Version)}
	go c.loop()
	return c
}

// Event shows e. It waits while the terminal is slow.
func (c *Console) Event(e conformance.Event) { c.events <- e }

// Note shows a line of ours between the others. It may be called from any goroutine; after Close it
// does nothing.
func (c *Console) Note(line string) {
	select {
	case c.events <- note(line):
	case <-c.finished:
	}
}

// Close ends the console and returns the first error of its writer.
func (c *Console) Close() error {
	close(c.quit)
	<-c.finished
	return c.err
}

// refresh is how often the progress line is drawn anew: often enough to look alive.
const refresh = 100 * time.Millisecond

func (c *Console) loop() {
	defer close(c.finished)
	var tick <-chan time.Time
	if c.o.Progress {
		ticker := time.NewTicker(refresh)
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case now := <-tick:
			c.progress.draw(&c.out, now, c.width())
		case e := <-c.events:
			c.show(e)
		case <-c.quit:
			c.progress.clear(&c.out)
			c.flush()
			return
		}
		c.flush()
	}
}

func (c *Console) width() int {
	if c.o.Width != nil {
		if n := c.o.Width(); n > 0 {
			return n
		}
	}
	return 80
}

func (c *Console) flush() {
	if c.out.Len() > 0 && c.err == nil {
		_, c.err = c.w.Write(c.out.Bytes())
	}
	c.out.Reset()
}

func (c *Console) show(what any) {
	if line, ok := what.(note); ok {
		c.progress.clear(&c.out)
		c.printf("%s\n", Visible(string(line)))
		return
	}
	e := what.(conformance.Event)
	if c.o.Progress {
		c.progress.event(e, time.Now())
	}
	if ev := e.End; ev != nil {
		e.End = new(conformance.Result)
		*e.End = *ev
		if all := e.End.Evidence; all != nil { // the timeline is shown by other reports only
			e.End.Evidence = &conformance.Evidence{Stderr: all.Stderr}
		}
	}
	c.run.Event(e)
	switch {
	case e.Start != nil:
		c.header(e.Start)
	case e.End != nil:
		c.topics()
	case e.Finish != nil:
		c.progress.clear(&c.out)
		c.end()
	}
}

func (c *Console) printf(format string, args ...any) {
	for line := range strings.Lines(fmt.Sprintf(format, args...)) {
		c.out.WriteString(inert(line))
	}
}

func (c *Console) paint(st style, s string) string { return paint(c.o.Color, st, s) }

func (c *Console) header(s *conformance.RunStart) {
	checks := fmt.Sprintf("%d checks", s.Checks)
	if s.Checks < s.Total {
		checks = fmt.Sprintf("%d of %d checks", s.Checks, s.Total)
	}
	c.printf("sbconform %s: %s of suite %s, profile %s\n", Visible(c.o.Version), checks, Visible(s.Suite), Visible(s.Profile))
	c.printf("target: %s\n\n", Visible(s.Target.Name))
}

// topics prints each topic whose checks are over, in the order of the plan.
func (c *Console) topics() {
	groups := byTopic(c.run.start.Plan)
	for ; c.shown < len(groups); c.shown++ {
		var entries []Entry
		for _, check := range groups[c.shown] {
			e := c.run.entries[c.run.place[check.ID]]
			if e == nil {
				return
			}
			entries = append(entries, *e)
		}
		c.progress.clear(&c.out)
		c.topic(entries)
	}
}

// byTopic groups checks by topic, topics in order of appearance.
func byTopic(checks []conformance.Check) (groups [][]conformance.Check) {
	place := map[string]int{}
	for _, check := range checks {
		topic := path.Dir(check.ID) // with its suite: two may have topics of one name
		i, ok := place[topic]
		if !ok {
			i = len(groups)
			place[topic] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], check)
	}
	return groups
}

// weight orders verdicts by how much they matter to somebody who looks for trouble.
var weight = [...]conformance.Verdict{
	conformance.Errored, conformance.Fail, conformance.Warn, conformance.Expected, conformance.Waived, conformance.Pass, conformance.Inform, conformance.Skipped,
}

func (c *Console) topic(entries []Entry) {
	counts := map[conformance.Verdict]int{}
	for _, e := range entries {
		counts[e.Verdict]++
	}
	worst := conformance.Skipped
	for _, v := range weight {
		if counts[v] > 0 {
			worst = v
			break
		}
	}
	c.printf("  %s  %-*s %s\n", c.verdict(worst), c.topicWidth(), Visible(c.topicName(entries[0])), countsText(counts, false))
	if !c.o.Verbose {
		return
	}
	for _, e := range entries {
		c.printf("    %s  %s  %s\n", c.verdict(e.Verdict), Visible(e.ID), e.Duration.Round(time.Millisecond))
		detail := strings.TrimSuffix(e.Detail, "\n")
		if detail != "" {
			c.printf("%s\n", indent(VisibleLines(detail), "           "))
		}
	}
}

// topicName names a topic: with its suite where the run has several.
func (c *Console) topicName(e Entry) string {
	if c.severalSuites() {
		return path.Dir(e.ID)
	}
	return e.Topic()
}

// topicWidth is how many columns the names of topics have.
func (c *Console) topicWidth() int {
	if c.severalSuites() {
		return 22
	}
	return 16
}

func (c *Console) severalSuites() bool {
	plan := c.run.start.Plan
	return len(plan) > 0 && plan[0].Suite() != plan[len(plan)-1].Suite()
}

// verdict returns v in its colour, five columns wide. A failure shouts even without colour.
func (c *Console) verdict(v conformance.Verdict) string {
	text := string(v)
	if v == conformance.Fail || v == conformance.Errored {
		text = strings.ToUpper(text)
	}
	return c.paint(verdictStyle(v), fmt.Sprintf("%-5s", text))
}

// countsText returns "9 pass, 1 fail"; all says whether to tell of zeros too, but for verdicts that take
// a baseline or a profile.
func countsText(counts map[conformance.Verdict]int, all bool) string {
	var parts []string
	for _, v := range conformance.Verdicts {
		if all && v != conformance.Expected && v != conformance.Waived || counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	return strings.Join(parts, ", ")
}

func (c *Console) end() {
	run := c.run.Run()
	c.noted(run)
	c.skips(run)
	c.excused(run, conformance.Waived, "Waived (departures that the profile accepts)")
	c.excused(run, conformance.Expected, "Expected failures (of the baseline)")
	c.failures(run, conformance.Warn, "Warnings (below the level that fails the run)")
	c.failures(run, conformance.Errored, "Errors of sbconform's own (nothing is said of the target)")
	c.failures(run, conformance.Fail, causesText(run))
	c.stale(run)
	c.printf("\n%s, in %s\n", countsText(run.Finish.Summary.Counts, true), run.Finish.Summary.Duration.Round(durationUnit))
	sentence, st := verdictSentence(run)
	c.printf("%s\n", c.paint(st, sentence))
}

func (c *Console) heading(text string) { c.printf("\n%s\n", c.paint(bold, text)) }

// oneLine is how many bytes of a text are shown where it has one line.
const oneLine = 200

// durationUnit is how exactly a duration of a run is told.
const durationUnit = 10 * time.Millisecond

func (c *Console) noted(run Run) {
	first := true
	for _, e := range run.Entries {
		if e.Verdict != conformance.Inform {
			continue
		}
		if first {
			c.heading("Noted (the specification leaves these open)")
			first = false
		}
		if lines := strings.Split(strings.TrimSuffix(e.Detail, "\n"), "\n"); len(lines) > 1 { // a table
			if len(lines) > tableLines {
				lines = append(lines[:tableLines], "…")
			}
			c.printf("  %s:\n%s\n", Visible(e.ID), indent(VisibleLines(strings.Join(lines, "\n")), "    "))
			continue
		}
		c.item("%s: %s", Visible(e.ID), conformance.Clip(Visible(e.Detail), oneLine))
	}
}

// item prints one line of a list, set in where a terminal makes it several.
func (c *Console) item(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if width := c.wrapWidth(6); width > 0 {
		line = wrap(line, width)
	}
	c.printf("  %s\n", strings.ReplaceAll(line, "\n", "\n      "))
}

// tableLines is how much is shown of a note of several lines.
const tableLines = 40

// skips tells each reason once.
func (c *Console) skips(run Run) {
	var reasons []string
	ids := map[string][]string{}
	for _, e := range run.Entries {
		if e.Verdict == conformance.Skipped {
			if !slices.Contains(reasons, e.Detail) {
				reasons = append(reasons, e.Detail)
			}
			ids[e.Detail] = append(ids[e.Detail], Visible(e.ID))
		}
	}
	if len(reasons) == 0 {
		return
	}
	c.heading("Skipped")
	for _, reason := range reasons {
		list, more := ids[reason], ""
		if len(list) > 3 && !c.o.Verbose {
			list, more = list[:3], fmt.Sprintf(" and %d more", len(list)-3)
		}
		c.item("%s: %s%s", conformance.Clip(Visible(reason), oneLine), strings.Join(list, ", "), more)
	}
}

// excused tells which failures do not count, and why.
func (c *Console) excused(run Run, v conformance.Verdict, heading string) {
	list := run.excuses(v)
	if len(list) == 0 {
		return
	}
	c.heading(heading)
	for _, e := range list {
		c.item("%s: %s", Visible(e.ID), conformance.Clip(Visible(excuseText(*e.Excuse)), oneLine))
		if c.o.Verbose {
			c.printf("    %s: %s\n", Visible(string(e.Failure.Cause)), conformance.Clip(Visible(e.Failure.Message), oneLine))
		}
	}
}

func (c *Console) stale(run Run) {
	if len(run.Finish.Stale) == 0 {
		return
	}
	c.heading("Stale entries of the baseline")
	for _, s := range run.Finish.Stale {
		c.item("%s", Visible(staleLine(s)))
	}
}

// failures tells all about the results of one verdict. Of those that have one cause, as all do where a
// target does not even greet, only the first is told in full.
func (c *Console) failures(run Run, v conformance.Verdict, heading string) {
	clusters := run.Clusters(v)
	if len(clusters) == 0 {
		return
	}
	c.heading(heading)
	bare := false
	for i, cluster := range clusters {
		c.failure(cluster.Entries[0], i+1)
		if others := cluster.Entries[1:]; len(others) > 0 && !c.o.Verbose {
			c.likewise(others)
		} else {
			for _, e := range others {
				c.failure(e, i+1)
			}
		}
		for _, e := range cluster.Entries {
			bare = bare || e.Reproducer == ""
		}
	}
	if bare && c.o.Advice != "" {
		c.printf("\n%s\n", c.o.Advice)
	}
}

// likewise names the other failures of a cause.
func (c *Console) likewise(others []Entry) {
	var ids []string
	for _, e := range others[:min(len(others), fewLines)] {
		ids = append(ids, Visible(e.ID))
	}
	if more := len(others) - fewLines; more > 0 {
		ids = append(ids, fmt.Sprintf("and %d more; -v tells of each", more))
	}
	c.printf("     %-11s%s\n", "likewise", strings.Join(ids, "\n                "))
}

func (c *Console) failure(e Entry, number int) {
	c.printf("\n%3d. %s  %s\n", number, c.paint(verdictStyle(e.Verdict), Visible(e.ID)),
		c.paint(dim, fmt.Sprintf("Section %s, %s, %s", Visible(e.Section), e.Level, Visible(string(e.Failure.Cause)))))
	if !c.o.Verbose {
		f := *e.Failure
		if from, to := locate(f.Got, f.Where); from < to && f.Where[0] == '/' { // the answer may be cut before it comes to that
			f.Where += ": " + conformance.Clip(f.Got[from:to], oneLine/2)
		}
		f.Expected, f.Got = around(VisibleLines(f.Expected), VisibleLines(f.Got), 2*oneLine)
		e.Failure = &f
	}
	for _, f := range failureFields(e) {
		c.printf("     %-11s%s\n", f.name, c.block(f))
	}
}

// fewLines is how many lines of a text are shown without -v.
const fewLines = 12

// block shows a text of one or more lines beside its name. Further lines are set in, so that no text
// of the target's can look like a line of ours. What is to be copied is never shortened.
func (c *Console) block(f field) string {
	text := VisibleLines(strings.TrimRight(f.text, "\n"))
	if copied[f.name] || f.name == "transcript" {
		text = Visible(f.text)
	}
	lines := strings.Split(text, "\n")
	if len(lines) > fewLines && !c.o.Verbose {
		lines = append(lines[:fewLines], fmt.Sprintf("… (%d more lines; -v shows all)", len(lines)-fewLines))
	}
	if width := c.wrapWidth(16); width > 0 && !copied[f.name] && f.name != "transcript" {
		for i, line := range lines {
			lines[i] = wrap(line, width)
		}
	}
	return strings.TrimLeft(indent(strings.Join(lines, "\n"), strings.Repeat(" ", 16)), " ")
}

// wrapWidth returns how many columns of a terminal are left after a margin, 0 if the console is none:
// what is kept in a file is searched, and is not to be broken.
func (c *Console) wrapWidth(margin int) int {
	if c.o.Width == nil {
		return 0
	}
	return max(c.width()-margin, 20)
}

// wrap breaks a line that has more than width characters, at spaces where there are any.
func wrap(line string, width int) string {
	var b strings.Builder
	for rest := []rune(line); ; {
		if len(rest) <= width {
			b.WriteString(string(rest))
			return b.String()
		}
		cut := width
		for i := width; i > width/2; i-- {
			if rest[i] == ' ' {
				cut = i
				break
			}
		}
		b.WriteString(string(rest[:cut]) + "\n")
		rest = rest[cut:]
		if rest[0] == ' ' {
			rest = rest[1:]
		}
	}
}

// inert returns a line that no CI runner takes for a command: GitHub's look for "::" at the beginning
// of a line, spaces left out, and for "##[" anywhere.
func inert(line string) string {
	if text := strings.TrimLeft(line, " \t"); strings.HasPrefix(text, "::") {
		line = line[:len(line)-len(text)] + `\x3a` + text[1:]
	}
	return strings.ReplaceAll(line, "##[", `#\x23[`)
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(text, "\n", "\n"+by)
}

// verdictSentence says in plain words what the run came to.
func verdictSentence(run Run) (string, style) {
	name := Visible(run.Start.Target.Name)
	first := name // at the beginning of a sentence, unless it is a command
	if len(run.Start.Target.Argv) == 0 && name != "" {
		first = strings.ToUpper(name[:1]) + name[1:]
	}
	counts, ran := run.Finish.Summary.Counts, run.Finish.Summary.Ran()
	switch run.Finish.Outcome() {
	case conformance.Conforms:
		if run.Start.Checks < run.Start.Total {
			return fmt.Sprintf("%s conforms as far as it was asked%s: %d of %d checks were chosen.", first, butFor(counts), run.Start.Checks, run.Start.Total), green
		}
		return fmt.Sprintf("%s conforms%s.", first, butFor(counts)), green
	case conformance.StaleBaseline:
		return fmt.Sprintf("%s conforms%s, and the baseline is stale: %s to remove.", first, butFor(counts), entries(len(run.Finish.Stale))), yellow
	case conformance.DoesNotConform:
		return fmt.Sprintf("%s does not conform: %d of the %d checks that ran failed.", first, counts[conformance.Fail], ran), red
	case conformance.Undecided:
		return fmt.Sprintf("No verdict on %s: %d of the %d checks that ran ended in an error that is not the target's.", name, counts[conformance.Errored], ran), red
	case conformance.Interrupted:
		return fmt.Sprintf("No verdict on %s: the run was stopped when %d of %d checks were over.", name, ran, run.Start.Checks), yellow
	}
	return fmt.Sprintf("No verdict on %s: nothing ran.", name), yellow
}

// butFor tells of the failures that do not count.
func butFor(counts map[conformance.Verdict]int) string {
	var parts []string
	if n := counts[conformance.Expected]; n > 0 {
		parts = append(parts, plural(n, "expected failure"))
	}
	if n := counts[conformance.Waived]; n > 0 {
		parts = append(parts, plural(n, "waived failure"))
	}
	if len(parts) == 0 {
		return ""
	}
	return ", but for " + strings.Join(parts, " and ")
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
