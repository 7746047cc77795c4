package report_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

// excused returns stream with a failure of each kind that does not count, one more of a known cause,
// and a stale entry.
func excused() []conformance.Event {
	events := stream()
	last := len(events) - 1
	start, finish := events[0].Start, events[last].Finish
	events = events[:last]
	for _, r := range []conformance.Result{
		{ID: "engine/step/known", Verdict: conformance.Expected, Excuse: &conformance.Excuse{Reason: "our parser drops it", Link: "https://example.org/1"}},
		{ID: "engine/step/departure", Verdict: conformance.Waived, Excuse: &conformance.Excuse{Waiver: "some-name", Reason: "it says so"}},
		{ID: "engine/step/echo-again", Verdict: conformance.Fail},
	} {
		r.Section, r.Level, r.Doc = "9.4", conformance.Must, "It steps."
		f := conformance.Failure{Cause: conformance.WrongValue, Message: "so it is", Where: "/seat_decision/candidates/9", Expected: `{"candidates":[]}`, Got: `{"candidates":[1]}`}
		r.Failure, r.Fingerprint = &f, f.Fingerprint()
		start.Plan = append(start.Plan, conformance.Check{ID: r.ID})
		start.Checks++
		finish.Summary.Counts[r.Verdict]++
		events = append(events, conformance.Event{End: &r})
	}
	finish.Summary.Counts[conformance.Errored] = 0
	start.Baseline = &conformance.BaselineInfo{File: "base\x1bline.yaml", Entries: 2}
	finish.Stale = []conformance.Stale{{File: "base\x1bline.yaml", Line: 7, Check: "engine/a/b", Why: "it passed"}}
	return append(events, conformance.Event{Finish: finish})
}

func TestEveryDocumentOfExcuses(t *testing.T) {
	run := record(excused())
	for _, name := range []string{"html", "markdown", "annotations", "badge"} {
		golden.Assert(t, document(t, name, run), "excused."+name)
	}
	golden.Assert(t, document(t, "json", run), "excused.json")
	golden.Assert(t, document(t, "junit", run), "excused.junit.xml")
	golden.Assert(t, show(t, report.ConsoleOptions{}, excused()), "excused.console.txt")
}

// Failures of one fingerprint are one cause, each in one cluster, in the order of the plan.
func TestClusters(t *testing.T) {
	run := record(excused())
	var got []string
	for _, c := range run.Clusters(conformance.Fail) {
		var ids []string
		for _, e := range c.Entries {
			ids = append(ids, e.ID)
		}
		got = append(got, strings.Join(ids, "+"))
	}
	assert.DeepEqual(t, got, []string{"engine/framing/banner", "engine/step/echo+engine/step/echo-again"})
	assert.Equal(t, len(run.Clusters(conformance.Pass)), 0)
}

// No text of the target's is markup, script or an invisible character of the page, which loads nothing
// and runs nothing but what its policy names.
func TestHTMLIsInert(t *testing.T) {
	for _, s := range []string{hostile, `"><img src=x onerror=alert(1)>`, "</style></script><!--", "javascript:alert(1)", "{{.}}", "\u202e\u2066\u200b\x00"} {
		text := document(t, "html", record(everywhere(s)))
		assert.Equal(t, strings.Count(text, "<script"), 1, "ours")
		assert.Equal(t, strings.Count(text, "<style"), 1, "ours")
		for _, never := range []string{"<img", "onerror=\"", "http-equiv=\"refresh", "<!--", "href=\"http", "@import", "url("} {
			assert.Assert(t, !strings.Contains(text, never), "%s of %q", never, s)
		}
		for _, c := range text {
			assert.Assert(t, c == '\n' || c == '\t' || unicode.IsPrint(c), "%q of %q", c, s)
		}
	}
	text := document(t, "html", record(stream()))
	policy := regexp.MustCompile(`content="(default-src[^"]*)"`).FindStringSubmatch(text)
	assert.Assert(t, policy != nil)
	assert.Assert(t, strings.HasPrefix(policy[1], "default-src &#39;none&#39;"), policy[1])
	assert.Assert(t, !strings.Contains(policy[1], "unsafe"))
}

// flood returns a run in which n checks failed, each for a cause of its own, with as much of the
// target's text as a check may keep.
func flood(n int) report.Run {
	line := strings.Repeat("<&\x1b", 2700)
	start := &conformance.RunStart{Suite: "engine", Profile: "spec", Checks: n, Total: n, Target: conformance.TargetInfo{Name: line, Argv: []string{line}}}
	r := report.NewRecorder("0.1.0")
	var ends []conformance.Event
	for i := range n {
		f := conformance.Failure{Cause: conformance.Framing, Message: line, Expected: line, Got: line, Where: line, Hint: line, Signature: fmt.Sprint(i)}
		e := &conformance.Result{
			ID: fmt.Sprintf("engine/flood/n%d", i), Section: "2", Level: conformance.Must, Verdict: conformance.Fail, Failure: &f, Fingerprint: f.Fingerprint(),
			Detail: line, Command: line, Evidence: &conformance.Evidence{Timeline: make([]conformance.Moment, 1000)},
		}
		for j := range e.Evidence.Timeline {
			e.Evidence.Timeline[j] = conformance.Moment{At: time.Duration(j), What: "recv", Text: line}
		}
		start.Plan = append(start.Plan, conformance.Check{ID: e.ID})
		ends = append(ends, conformance.Event{End: e})
	}
	r.Event(conformance.Event{Start: start})
	for _, e := range ends {
		r.Event(e)
	}
	r.Event(conformance.Event{Finish: &conformance.RunFinish{Summary: conformance.Summary{Counts: map[conformance.Verdict]int{conformance.Fail: n}}}})
	return r.Run()
}

func TestDocumentsForPeopleAreBounded(t *testing.T) {
	run := flood(300)
	for format, most := range map[string]int{"html": 40 << 20, "markdown": 64 << 10, "annotations": 300 * 16 << 10, "badge": 4 << 10} {
		n := len(document(t, format, run))
		assert.Assert(t, n > 0 && n <= most, "%s has %d bytes", format, n)
	}
}

// Nothing that the target writes begins a workflow command, ends one, or adds a property.
func TestAnnotationsAreOneLineEach(t *testing.T) {
	for _, s := range []string{hostile, "::stop-commands::x", "\n::error::forged", "%0A::error::", "a,file=x::y", "\r\n##[error]x"} {
		for line := range strings.Lines(document(t, "annotations", record(everywhere(s)))) {
			assert.Assert(t, regexp.MustCompile(`^::(error|warning) (file=[^,:]*,line=\d+,)?title=[^,:\n\r]*::[^\n\r]+\n$`).MatchString(line), "%q", line)
		}
	}
	assert.Equal(t, document(t, "annotations", record(stream()[:1])), "")
}

// Nor does what the console shows of it, when CI prints that.
func TestTheConsoleIsNoCommand(t *testing.T) {
	for _, o := range []report.ConsoleOptions{{}, {Verbose: true}} {
		for line := range strings.Lines(show(t, o, everywhere("a\n::add-mask::b\n  ::error::c\n##[error]d"))) {
			assert.Assert(t, !strings.HasPrefix(strings.TrimSpace(line), "::") && !strings.Contains(line, "##["), "%q", line)
		}
	}
}

func TestMarkdownIsInert(t *testing.T) {
	const s = "`` `@everyone` <script> ![x](http://evil) | #1 \n\n# heading\n```\n</details>"
	text := document(t, "markdown", record(everywhere(s)))
	for line := range strings.Lines(text) {
		outside := outsideOfCode(line)
		for _, never := range []string{"@", "<script", "](http", "# heading"} {
			assert.Assert(t, !strings.Contains(outside, never), "%q", line)
		}
	}
	assert.Equal(t, strings.Count(text, "\n</details>"), strings.Count(text, "<details>"))
}

// outsideOfCode removes the code spans of a line of Markdown: from a run of backticks to the next of the
// same length.
func outsideOfCode(line string) (outside string) {
	runs := regexp.MustCompile("`+").FindAllStringIndex(line, -1)
	at := 0
	for i := 0; i < len(runs); i++ {
		for j := i + 1; j < len(runs); j++ {
			if runs[j][1]-runs[j][0] == runs[i][1]-runs[i][0] {
				outside += line[at:runs[i][0]]
				at, i = runs[j][1], j
				break
			}
		}
	}
	return outside + line[at:]
}

func TestBadge(t *testing.T) {
	for _, tt := range []struct {
		name   string
		finish conformance.RunFinish
		total  int
		want   string
	}{
		{"conforms", conformance.RunFinish{Summary: conformance.Summary{Counts: map[conformance.Verdict]int{"pass": 5}}}, 5, "SpellBench v2: conforms"},
		{"excused", conformance.RunFinish{Summary: conformance.Summary{Counts: map[conformance.Verdict]int{"pass": 3, "expected": 1, "waived": 1}}}, 5, "SpellBench v2: conforms but for 2 checks"},
		{"part of it", conformance.RunFinish{Summary: conformance.Summary{Counts: map[conformance.Verdict]int{"pass": 5}}}, 9, "SpellBench v2: 5 of 9 checks kept"},
		{"stopped", conformance.RunFinish{Interrupted: true}, 5, "SpellBench v2: no verdict"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := document(t, "badge", report.Run{Start: conformance.RunStart{Checks: 5, Total: tt.total}, Finish: tt.finish})
			assert.Assert(t, strings.Contains(text, "<title>"+tt.want+"</title>"), text)
			for d := xml.NewDecoder(strings.NewReader(text)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else {
					assert.NilError(t, err)
				}
			}
		})
	}
}
