package conformance_test

import (
	"testing"

	"gotest.tools/v3/assert"

	. "github.com/spellbench/sbconform/conformance"
)

func TestMatch(t *testing.T) {
	tests := []struct {
		pattern, id string
		want        bool
	}{
		{"engine/step/echo", "engine/step/echo", true},
		{"engine/step", "engine/step/echo", true},
		{"engine/step/", "engine/step/echo", true},
		{"engine", "engine/step/echo", true},
		{"eng", "engine/step/echo", false},
		{"*", "engine/step/echo", true}, // matches "engine", and so all below it
		{"engine/*/echo", "engine/step/echo", true},
		{"*/step", "engine/step/echo", true},
		{"engine/step/e*", "engine/step/echo", true},
		{"engine/step/e?", "engine/step/echo", false},
		{"", "engine/step/echo", false},
	}
	for _, tt := range tests {
		got, err := Match(tt.pattern, tt.id)
		assert.NilError(t, err)
		assert.Equal(t, got, tt.want, "%q on %q", tt.pattern, tt.id)
	}
	_, err := Match("engine/[", "engine/step/echo")
	assert.ErrorContains(t, err, "syntax error")
}

func TestSelect(t *testing.T) {
	s := Suite{Name: "e", Checks: []Check{
		{ID: "e/a/one"}, {ID: "e/a/two"}, {ID: "e/b/one"}, {ID: "e/b/strict", Profile: "strict"},
	}}
	tests := []struct {
		name      string
		run, skip []string
		profile   string
		want      []string
		err       string
	}{
		{name: "all of the default profile", want: []string{"e/a/one", "e/a/two", "e/b/one"}},
		{name: "a profile adds its own", profile: "strict", want: []string{"e/a/one", "e/a/two", "e/b/one", "e/b/strict"}},
		{name: "run", run: []string{"e/a"}, want: []string{"e/a/one", "e/a/two"}},
		{name: "run twice keeps the order", run: []string{"e/b", "e/a/two"}, want: []string{"e/a/two", "e/b/one"}},
		{name: "skip", skip: []string{"*/*/one"}, want: []string{"e/a/two"}},
		{name: "skip wins", run: []string{"e/a"}, skip: []string{"e/a/two"}, want: []string{"e/a/one"}},
		{name: "nothing left", run: []string{"e/a"}, skip: []string{"e"}},
		{name: "matches only another profile's", run: []string{"e/b/strict"}},
		{name: "matches nothing", run: []string{"e/c"}, err: `pattern "e/c" matches no check of suite e`},
		{name: "a skip that matches nothing", skip: []string{"e/a/thre"}, err: `pattern "e/a/thre" matches no check of suite e`},
		{name: "malformed", run: []string{"e/["}, err: `pattern "e/[" is malformed`},
		{name: "malformed after something that does not match", skip: []string{"zzz["}, err: `pattern "zzz[" is malformed`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checks, err := Options{Run: tt.run, Skip: tt.skip, Profile: tt.profile}.Select(s)
			if tt.err != "" {
				assert.Error(t, err, tt.err)
				return
			}
			assert.NilError(t, err)
			var ids []string
			for _, c := range checks {
				ids = append(ids, c.ID)
			}
			assert.DeepEqual(t, ids, tt.want)
		})
	}
}

func TestRunRefusesABadPattern(t *testing.T) {
	_, err := Run(t.Context(), Suite{Name: "e"}, Options{Run: []string{"x"}}, func(Event) { t.Error("nothing is sent") })
	assert.ErrorContains(t, err, "matches no check")
}

func TestRunOfNothing(t *testing.T) {
	var finish *RunFinish
	_, err := Run(t.Context(), Suite{Name: "e"}, Options{}, func(e Event) { finish = e.Finish })
	assert.NilError(t, err)
	assert.Equal(t, finish.Outcome(), NothingRan)
}

func TestOutcome(t *testing.T) {
	tests := []struct {
		name        string
		counts      map[Verdict]int
		interrupted bool
		want        Outcome
	}{
		{"all pass", map[Verdict]int{Pass: 3, Skipped: 1}, false, Conforms},
		{"a warning", map[Verdict]int{Pass: 3, Warn: 1}, false, Conforms},
		{"a failure", map[Verdict]int{Pass: 3, Fail: 1}, false, DoesNotConform},
		{"our fault hides what we might have found", map[Verdict]int{Fail: 1, Errored: 1}, false, Undecided},
		{"stopped", map[Verdict]int{Fail: 1, Errored: 1}, true, Interrupted},
		{"only skips", map[Verdict]int{Skipped: 9}, false, NothingRan},
		{"nothing", nil, false, NothingRan},
	}
	for _, tt := range tests {
		assert.Equal(t, RunFinish{Summary: Summary{Counts: tt.counts}, Interrupted: tt.interrupted}.Outcome(), tt.want, tt.name)
	}
}

func TestValidate(t *testing.T) {
	good := Check{ID: "s/t/a", Section: "1", Level: Must, Doc: "It does.", Run: func(*T) {}}
	with := func(change func(*Check)) Suite {
		c := good
		change(&c)
		return Suite{Name: "s", Checks: []Check{c}}
	}
	tests := []struct {
		name  string
		suite Suite
		want  string
	}{
		{"good", with(func(*Check) {}), ""},
		{"two words", with(func(c *Check) { c.ID = "s/t" }), "not s/topic/what"},
		{"upper case", with(func(c *Check) { c.ID = "s/t/A" }), "not s/topic/what"},
		{"another suite", with(func(c *Check) { c.ID = "x/t/a" }), "not s/topic/what"},
		{"level", with(func(c *Check) { c.Level = "maybe" }), `unknown level "maybe"`},
		{"section", with(func(c *Check) { c.Section = "" }), "no section"},
		{"sentence", with(func(c *Check) { c.Doc = "" }), "no sentence"},
		{"function", with(func(c *Check) { c.Run = nil }), "no function"},
		{"twice", Suite{Name: "s", Checks: []Check{good, good}}, `file name is that of "s/t/a"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.suite.Validate()
			if tt.want == "" {
				assert.NilError(t, err)
			} else {
				assert.ErrorContains(t, err, tt.want)
			}
		})
	}
}

func TestNames(t *testing.T) {
	c := Check{ID: "engine/step/echo-mismatch"}
	assert.Equal(t, c.Topic(), "step")
	assert.Equal(t, c.FileName(), "engine-step-echo-mismatch")
	assert.Equal(t, Check{ID: "engine"}.Topic(), "")
}

func TestLevels(t *testing.T) {
	assert.Check(t, Must.AtLeast(Should) && Should.AtLeast(Should) && !May.AtLeast(Should))
	assert.Check(t, !Level("nonsense").AtLeast(Info))
}
