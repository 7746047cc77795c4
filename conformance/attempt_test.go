package conformance

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestAnAttemptDecidesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		question func(*T)
		want     Verdict
	}{
		"passes":  {func(*T) {}, Pass},
		"fails":   {func(t *T) { t.Failf(WrongCode, "no") }, Fail},
		"skips":   {func(t *T) { t.Skipf("not now") }, Skipped},
		"panics":  {func(*T) { panic("ours") }, Errored},
		"informs": {func(t *T) { t.Infof("seen") }, Inform},
	} {
		t.Run(name, func(t *testing.T) {
			var got, again Attempt
			r := runOne(t, func(t *T) {
				got = t.Attempt(c.question)
				again = t.Attempt(func(*T) {})
			})
			assert.Equal(t, got.Verdict, c.want)
			assert.Equal(t, again.Verdict, Pass)
			assert.Equal(t, r.Verdict, Pass)
		})
	}
}

func TestTakeGivesTheCheckAVerdict(t *testing.T) {
	var order []string
	r := runOne(t, func(t *T) {
		a := t.Attempt(func(t *T) {
			t.Cleanup(func() { order = append(order, "cleaned") })
			t.SetEvidence(func() *Evidence { return &Evidence{Stderr: []byte("seen")} })
			t.Logf("looked")
			t.Failf(WrongCode, "no")
		})
		order = append(order, "tried")
		t.Take(a)
		t.Take(Attempt{Verdict: Pass})
	})
	assert.DeepEqual(t, order, []string{"cleaned", "tried"})
	assert.Equal(t, r.Verdict, Fail)
	assert.Equal(t, r.Failure.Cause, WrongCode)
	assert.Equal(t, string(r.Evidence.Stderr), "seen")
	assert.Assert(t, strings.Contains(r.Detail, "looked"))
}

// runOne runs a suite of one check.
func runOne(t *testing.T, question func(*T)) (out Result) {
	t.Helper()
	s := Suite{Name: "s", Checks: []Check{{ID: "s/t/one", Section: "1", Level: Must, Doc: "It asks.", Run: question}}}
	_, err := Run(t.Context(), s, Options{}, func(e Event) {
		if e.End != nil {
			out = *e.End
		}
	})
	assert.NilError(t, err)
	return out
}
