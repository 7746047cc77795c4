package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

// saved returns a report of checks written "verdict" or "verdict fingerprint", named by their place.
func saved(checks ...string) (s report.Saved) {
	for i, c := range checks {
		verdict, print, _ := strings.Cut(c, " ")
		if verdict != "" {
			s.Checks = append(s.Checks, report.SavedCheck{ID: fmt.Sprintf("s/t/c%02d", i), Verdict: conformance.Verdict(verdict), Fingerprint: print})
		}
	}
	return s
}

const print1, print2 = "111111111111", "222222222222"

func TestCompareOneCheck(t *testing.T) {
	for _, tt := range []struct {
		before, after string
		want          report.ChangeKind // "" for none
		outcome       conformance.Outcome
	}{
		{"pass", "pass", "", conformance.Conforms},
		{"fail", "fail", "", conformance.Conforms},
		{"pass", "fail", report.Broke, conformance.DoesNotConform},
		{"info", "warn", report.Broke, conformance.DoesNotConform},
		{"skip", "fail", report.Broke, conformance.DoesNotConform},
		{"expected " + print1, "fail " + print1, report.Unexcused, conformance.DoesNotConform},
		{"waived " + print1, "fail " + print2, report.Unexcused, conformance.DoesNotConform},
		{"fail " + print1, "fail " + print1, "", conformance.Conforms},
		{"fail " + print1, "fail " + print2, report.Differs, conformance.Conforms},
		{"expected " + print1, "expected " + print2, report.Differs, conformance.Conforms},
		{"fail", "fail " + print2, "", conformance.Conforms}, // the older report has no fingerprints
		{"pass", "error", report.Undecided, conformance.Undecided},
		{"error", "error", "", conformance.Conforms},
		{"error", "fail", report.Changed, conformance.DoesNotConform},
		{"error", "pass", report.Changed, conformance.Conforms},
		{"fail", "pass", report.Fixed, conformance.Conforms},
		{"expected", "pass", report.Fixed, conformance.Conforms},
		{"warn", "info", report.Fixed, conformance.Conforms},
		{"pass", "expected " + print1, report.Excused, conformance.Conforms},
		{"fail " + print1, "waived " + print1, report.Excused, conformance.Conforms},
		{"expected", "waived", report.Changed, conformance.Conforms},
		{"fail", "warn", report.Changed, conformance.Conforms}, // another --level
		{"fail", "skip", report.Changed, conformance.Conforms},
		{"", "pass", report.Added, conformance.Conforms},
		{"", "fail", report.Added, conformance.DoesNotConform},
		{"", "waived", report.Added, conformance.Conforms},
		{"fail", "", report.Gone, conformance.Conforms},
	} {
		t.Run(tt.before+" then "+tt.after, func(t *testing.T) {
			c := report.Compare(saved(tt.before), saved(tt.after))
			var got report.ChangeKind
			if len(c.Changes) > 0 {
				got = c.Changes[0].Kind
			}
			assert.Equal(t, got, tt.want)
			assert.Equal(t, c.Outcome(), tt.outcome)
		})
	}
}

// A report compared with itself differs in nothing; and whatever two reports are, each check is told of
// at most once, and is new one way where it is gone the other.
func TestCompareProperties(t *testing.T) {
	var sides []any
	for _, v := range append(slices.Clone(conformance.Verdicts), "") {
		sides = append(sides, string(v), string(v)+" "+print1, string(v)+" "+print2)
	}
	reports := gen.SliceOf(gen.OneConstOf(sides...))
	properties := gopter.NewProperties(nil)
	properties.Property("itself", prop.ForAll(func(checks []string) bool {
		c := report.Compare(saved(checks...), saved(checks...))
		return len(c.Changes) == 0 && c.Outcome() == conformance.Conforms
	}, reports))
	properties.Property("both ways", prop.ForAll(func(a, b []string) bool {
		there, back := report.Compare(saved(a...), saved(b...)), report.Compare(saved(b...), saved(a...))
		mirror := map[report.ChangeKind]report.ChangeKind{report.Added: report.Gone, report.Gone: report.Added}
		kinds := map[string]report.ChangeKind{}
		for _, x := range there.Changes {
			if kinds[x.ID] != "" {
				return false
			}
			kinds[x.ID] = x.Kind
		}
		for _, x := range back.Changes {
			if want := mirror[x.Kind]; want != mirror[mirror[kinds[x.ID]]] || kinds[x.ID] == "" {
				return false
			}
		}
		return len(there.Changes) == len(back.Changes)
	}, reports, reports))
	properties.TestingRun(t)
}

func text(t *testing.T, c report.Comparison) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, c.WriteText(&b))
	return b.String()
}

func TestCompareTellsCauses(t *testing.T) {
	before := saved("fail "+print1, "pass", "pass", "expected 333333333333")
	after := saved("pass", "fail "+print2, "fail "+print2, "fail 333333333333")
	got := text(t, report.Compare(before, after))
	for _, want := range []string{
		"broke     s/t/c01: pass, now fail\n",
		"unexcused s/t/c03: expected, now fail\n",
		"cause     " + print2 + " is new: , 2 checks, first s/t/c01",
		"cause     " + print1 + " is gone: ",
		"\n2 broke, 1 unexcused, 1 fixed; 3 failures, 2 causes; before: 1 failure, 1 cause, 1 expected\n",
	} {
		assert.Check(t, is.Contains(got, want))
	}
	assert.Check(t, !strings.Contains(got, "cause     333333333333"), "a cause that was excused is not new")
}

func TestCompareNotes(t *testing.T) {
	before, after := saved("pass"), saved("pass")
	before.Profile, after.Profile, after.Interrupted = "spec", "strict", true
	c := report.Compare(before, after)
	got := text(t, c)
	assert.Check(t, is.Contains(got, "note      another profile: spec, now strict\n"))
	assert.Check(t, is.Contains(got, "the run of the newer report was stopped"))
	assert.Equal(t, c.Outcome(), conformance.Undecided)
}

// What is written reads back.
func TestSavedIsWhatWasWritten(t *testing.T) {
	s, err := report.ReadSaved(strings.NewReader(document(t, "json", record(stream()))))
	assert.NilError(t, err)
	assert.Equal(t, s.Suite+" "+s.Profile+" "+s.Version, "engine spec 0.1.0")
	assert.Equal(t, len(s.Checks), 8)
	assert.Equal(t, text(t, report.Compare(s, s)), "")
}

func TestReadSavedRefuses(t *testing.T) {
	const head = `{"schema":"sbconform-report/1","checks":[`
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", "line 1, column 1: it is no JSON"},
		{"no report", `{}`, "it is no report of sbconform"},
		{"another schema", `{"schema":7,"checks":[]}`, "it is no report of sbconform"},
		{"no checks", `{"schema":"sbconform-report/1"}`, "it is no report of sbconform"},
		{"cut short", head, "line 1, column 41: it is no JSON"},
		{"a bad byte", head + "\n {\"id\":\x00}]}", "line 2, column 8: it is no JSON"},
		{"text after it", head + "]}\n[]", "line 2, column 1: it is no JSON"},
		{"a number for a text", head + "\n{\"id\":1}]}", "line 2, column 7: checks.id can't be a number"},
		{"an id of two words", head + `{"id":"a/b","verdict":"pass"}]}`, `/checks/0/id: "a/b" is no id`},
		{"one id twice", head + `{"id":"a/b/c","verdict":"pass"},{"id":"a/b/c","verdict":"fail"}]}`, "/checks/1/id: a/b/c is that of /checks/0 already"},
		{"an unknown verdict", head + `{"id":"a/b/c","verdict":"great"}]}`, `/checks/0/verdict: "great" is no verdict`},
		{"no fingerprint", head + `{"id":"a/b/c","verdict":"fail","fingerprint":"\u001b[2J"}]}`, "/checks/0/fingerprint: "},
		{"nesting", strings.Repeat("[", 20_000), "line 1, column "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := report.ReadSaved(strings.NewReader(tt.text))
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

// Texts of a target's can neither steer a terminal nor be markup.
func TestCompareIsSafeToShow(t *testing.T) {
	s := saved("fail "+print1, "pass")
	s.Checks[0].Cause, s.Checks[0].Detail, s.Profile = hostile, hostile+"`<script>@everyone", hostile
	c := report.Compare(saved("pass"), s)
	c.Before.Profile = "spec"
	var markdown bytes.Buffer
	assert.NilError(t, c.WriteMarkdown(&markdown))
	for _, shown := range []string{text(t, c), markdown.String()} {
		for _, r := range shown {
			assert.Assert(t, r == '\n' || r >= ' ' && r != 0x7f && r != 0x202e, "%q in %q", r, shown)
		}
	}
	for line := range strings.Lines(markdown.String()) {
		outside := line
		if i := strings.IndexByte(line, '`'); i >= 0 {
			outside = line[:i]
		}
		assert.Check(t, !strings.Contains(outside, "<script") && !strings.Contains(outside, "@"), line)
	}
}

func TestCompareMarkdownIsBounded(t *testing.T) {
	before, after := saved(slices.Repeat([]string{"pass"}, 5000)...), saved(slices.Repeat([]string{"fail " + print1}, 5000)...)
	var b bytes.Buffer
	assert.NilError(t, report.Compare(before, after).WriteMarkdown(&b))
	assert.Check(t, b.Len() < 64<<10, "%d bytes", b.Len())
	assert.Check(t, is.Contains(b.String(), "- and "))
}
