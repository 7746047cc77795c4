package baseline_test

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/baseline"
)

const file = `schema: sbconform-baseline/1
expected:
  # found in spring
  - check: engine/a/known
    fingerprint: aaaaaaaaaaaa
    reason: our parser drops it # really
    link: https://example.org/7
  - check: engine/a/gone
    fingerprint: bbbbbbbbbbbb
    reason: not any more
  - check: engine/a/dated
    fingerprint: "111111111111"
    reason: until then
    expires: 2027-01-31
  - check: agent/a/other
    fingerprint: cccccccccccc
    reason: of another suite
`

func read(t *testing.T, text string, fix bool) *baseline.Baseline {
	t.Helper()
	b, err := baseline.Read(strings.NewReader(text), "b.yaml", fix)
	assert.NilError(t, err)
	return b
}

func result(id string, v conformance.Verdict, print string) *conformance.Result {
	r := &conformance.Result{ID: id, Verdict: v, Fingerprint: print}
	if print != "" {
		r.Failure = &conformance.Failure{Cause: conformance.WrongValue, Message: "wrong"}
	}
	return r
}

// has is a suite "engine" that has every check but "engine/a/missing".
func has(id string) (bool, bool) {
	return strings.HasPrefix(id, "engine/"), id != "engine/a/missing"
}

func day(s string) time.Time { d, _ := time.Parse(time.DateOnly, s); return d }

func TestExcuse(t *testing.T) {
	for _, tt := range []struct {
		name string
		r    *conformance.Result
		want conformance.Verdict
	}{
		{"the failure that is expected", result("engine/a/known", conformance.Fail, "aaaaaaaaaaaa"), conformance.Expected},
		{"another failure of the check", result("engine/a/known", conformance.Fail, "dddddddddddd"), conformance.Fail},
		{"the same failure of another check", result("engine/a/new", conformance.Fail, "aaaaaaaaaaaa"), conformance.Fail},
		{"a warning", result("engine/a/known", conformance.Warn, "aaaaaaaaaaaa"), conformance.Expected},
		{"a pass", result("engine/a/known", conformance.Pass, ""), conformance.Pass},
		{"digits in quotes", result("engine/a/dated", conformance.Fail, "111111111111"), conformance.Expected},
	} {
		t.Run(tt.name, func(t *testing.T) {
			read(t, file, false).Excuse(tt.r)
			assert.Equal(t, tt.r.Verdict, tt.want)
			assert.Equal(t, tt.r.Excuse != nil, tt.want == conformance.Expected)
		})
	}
}

func TestStale(t *testing.T) {
	for _, tt := range []struct {
		name, today string
		results     []*conformance.Result
		want        string // "LINE why"
	}{
		{"nothing was run", "2030-01-01", nil, ""},
		{"it fails as expected", "2027-01-01", []*conformance.Result{result("engine/a/known", conformance.Fail, "aaaaaaaaaaaa")}, ""},
		{"it passed", "2027-01-01", []*conformance.Result{result("engine/a/gone", conformance.Pass, "")}, "it passed"},
		{"it fails otherwise", "2027-01-01", []*conformance.Result{result("engine/a/gone", conformance.Fail, "aaaaaaaaaaaa")}, "another reason"},
		{"it was skipped", "2027-01-01", []*conformance.Result{result("engine/a/gone", conformance.Skipped, "")}, ""},
		{"on its last day", "2027-01-31", []*conformance.Result{result("engine/a/dated", conformance.Fail, "111111111111")}, ""},
		{"two days later", "2027-02-02", []*conformance.Result{result("engine/a/dated", conformance.Fail, "111111111111")}, "expired on 2027-01-31"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := read(t, file, false)
			for _, r := range tt.results {
				b.Excuse(r)
			}
			stale := b.Stale(has, day(tt.today))
			if tt.want == "" {
				assert.Equal(t, len(stale), 0, "%v", stale)
				return
			}
			assert.Equal(t, len(stale), 1)
			assert.Assert(t, strings.Contains(stale[0].Why, tt.want), stale[0].Why)
			assert.Assert(t, stale[0].Line > 0 && stale[0].File == "b.yaml")
		})
	}
	b := read(t, strings.Replace(file, "a/gone", "a/missing", 1), false)
	assert.Equal(t, b.Stale(has, day("2027-01-01"))[0].Why, "there is no such check: remove the entry")
}

// What Fix writes keeps reasons and comments, and is refused until each new entry says why.
func TestFix(t *testing.T) {
	b := read(t, file, true)
	failed := []conformance.Result{*result("engine/a/known", conformance.Fail, "aaaaaaaaaaaa"), *result("engine/a/new", conformance.Fail, "eeeeeeeeeeee")}
	for _, r := range append(failed, *result("engine/a/gone", conformance.Pass, "")) {
		b.Excuse(&r)
		assert.Assert(t, r.Verdict != conformance.Fail)
	}
	var out strings.Builder
	added, removed, err := b.Fix(&out, has, failed)
	assert.NilError(t, err)
	assert.Equal(t, added, 1)
	assert.Equal(t, removed, 1)
	for _, want := range []string{"# found in spring", "reason: our parser drops it # really", "engine/a/dated", "agent/a/other", "engine/a/new", `reason: "" # say why`} {
		assert.Assert(t, strings.Contains(out.String(), want), "%s in\n%s", want, out.String())
	}
	assert.Assert(t, !strings.Contains(out.String(), "engine/a/gone"))
	_, err = baseline.Read(strings.NewReader(out.String()), "b.yaml", false)
	assert.ErrorContains(t, err, "engine/a/new has no reason: say why its failure is accepted")
	_, err = baseline.Read(strings.NewReader(strings.Replace(out.String(), `reason: ""`, "reason: new parser", 1)), "b.yaml", false)
	assert.NilError(t, err)
}

func TestFixOfNothing(t *testing.T) {
	b := read(t, "", true)
	var out strings.Builder
	_, _, err := b.Fix(&out, has, nil)
	assert.NilError(t, err)
	assert.Equal(t, len(read(t, out.String(), false).Entries), 0)
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"an unknown key", strings.Replace(file, "link:", "issue:", 1), `b.yaml:7: unknown key "issue"; there are check, fingerprint, reason, link, expires`},
		{"no reason", strings.Replace(file, "reason: not any more", `reason: " "`, 1), "b.yaml:8: engine/a/gone has no reason"},
		{"a pattern", strings.Replace(file, "engine/a/gone", "engine/a/*", 1), "b.yaml:8: check must be the id of one check"},
		{"a bad fingerprint", strings.Replace(file, "bbbbbbbbbbbb", "bbbb", 1), "b.yaml:8: engine/a/gone: fingerprint must be"},
		{"a bad day", strings.Replace(file, "2027-01-31", "soon", 1), "b.yaml:11: engine/a/dated: expires must be a day"},
		{"a link that is none", strings.Replace(file, "https://", "javascript:", 1), "b.yaml:4: engine/a/known: link must begin"},
		{"two entries", strings.Replace(file, "engine/a/gone", "engine/a/known", 1), "b.yaml:8: engine/a/known has an entry on line 4 already"},
		{"a list for a text", strings.Replace(file, "reason: not any more", "reason: [a]", 1), "b.yaml:10: reason must be a text"},
		{"another schema", strings.Replace(file, "baseline/1", "baseline/2", 1), "schema: sbconform-baseline/1"},
		{"no list", "schema: sbconform-baseline/1\n", "expected must be a list"},
		{"no YAML", "a: [", "b.yaml: it is not YAML"},
		{"two documents", file + "---\n{}\n", "more than one document"},
		{"nothing", "", "b.yaml: it is not YAML"},
		{"too long", file + strings.Repeat("#\n", 1<<20), "more than 1 MiB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := baseline.Read(strings.NewReader(tt.text), "b.yaml", false)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
