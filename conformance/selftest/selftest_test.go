package selftest

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/host"
	reference "github.com/spellbench/sbconform/reference/engine"
)

// The whole self-test is a command of its own; here a few subjects of each kind show that it judges.
func TestSubjectsOfEachKindAreJudged(t *testing.T) {
	known, err := Recorded()
	assert.NilError(t, err)
	m, err := Run(t.Context(), Options{Kills: known, Run: []string{
		"decklist", "toss", "id-twice", "streams-shared", "takes-fractions", "echo", "constant",
		"agent last", "agent no-bot", "agent always-error",
		"host other terms", "host same-seat", "host idle",
	}}, func(Row) {})
	assert.NilError(t, err)
	assert.DeepEqual(t, m.Problems(), []string(nil))
	assert.Equal(t, len(m.Rows), 13)
	for _, r := range m.Rows {
		switch r.Subject.Kind {
		case Reference:
			assert.Equal(t, len(r.Failed), 0)
		case Null:
			// A host is judged by what it does: of one that does nothing there is nothing to judge.
			assert.Assert(t, len(r.Failed) > 120 || r.Subject.Role == host.Name, "%s fails only %d", r.Subject.Name, len(r.Failed))
		default:
			assert.Assert(t, len(r.Failed) > 0)
		}
	}
}

func TestWhatIsNotAsWanted(t *testing.T) {
	failed := []string{"engine/step/echo-empty"}
	for name, c := range map[string]struct {
		row      Row
		survived []string
		problem  bool
	}{
		"a reference that passes":      {Row{Subject: Subject{Kind: Reference}}, nil, false},
		"a reference that fails":       {Row{Subject: Subject{Kind: Reference}, Failed: failed}, nil, true},
		"a mutant that is found":       {Row{Subject: Subject{Kind: Mutant}, Failed: failed}, nil, false},
		"a mutant that is not":         {Row{Subject: Subject{Kind: Mutant}}, nil, true},
		"a mutant that a check misses": {Row{Subject: Subject{Kind: Mutant}, Failed: failed}, []string{"engine/step/advances"}, true},
		"a null program that passes":   {Row{Subject: Subject{Kind: Null, passes: 1}, Counts: map[conformance.Verdict]int{conformance.Pass: 2}}, nil, true},
		"a null program that fails":    {Row{Subject: Subject{Kind: Null, passes: 1}, Counts: map[conformance.Verdict]int{conformance.Pass: 1}}, nil, false},
		"a failure of ours":            {Row{Subject: Subject{Kind: Mutant}, Failed: failed, Errors: []string{"panic"}}, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.row.problem(c.survived) != "", c.problem)
		})
	}
}

// A check that no mutant fails is named, unless it judges nothing.
func TestIdleChecksAreNamed(t *testing.T) {
	check := func(id string, l conformance.Level) conformance.Check { return conformance.Check{ID: id, Level: l} }
	m := Matrix{
		Checks: []conformance.Check{check("a", conformance.Must), check("b", conformance.Must), check("c", conformance.Info)},
		Rows:   []Row{{Subject: Subject{Kind: Mutant}, Failed: []string{"a"}}, {Subject: Subject{Kind: Null}, Failed: []string{"b"}}},
	}
	assert.DeepEqual(t, m.idle(), []string{"b"})
}

// A failure names a section by its check's, a part or the whole of it, or in its message.
func TestWhichSectionAFailureNames(t *testing.T) {
	for _, c := range []struct {
		check, message, section string
		want                    bool
	}{
		{"7.5", "", "7.5", true},
		{"7.5", "", "7", true},
		{"6", "", "6.7", true},
		{"11.3", "group_id 2, want 0 (Section 8)", "8", true},
		{"11.3", "4099 elements (Section 6, 7)", "7.1", true},
		{"11.3", "not so (Section 6.10)", "6.1", false},
		{"9.5", "", "9.4", false},
		{"12", "", "1", false},
	} {
		r := conformance.Result{Section: c.check, Failure: &conformance.Failure{Message: c.message}}
		assert.Equal(t, about(sections(r), c.section), c.want, "%+v", c)
	}
}

// The record has every fault of the reference engine, and only those and checks that exist.
func TestTheRecordIsOfWhatThereIs(t *testing.T) {
	known, err := Recorded()
	assert.NilError(t, err)
	left := map[string]bool{}
	for name := range known {
		left[name] = true
	}
	suite := engine.Suite(engine.Config{Profile: engine.Strict})
	for _, m := range reference.Mutants() {
		k, ok := known[m.Name]
		assert.Assert(t, ok, "%s is not recorded", m.Name)
		delete(left, m.Name)
		for _, id := range k.all() {
			_, ok := suite.Find(id)
			assert.Assert(t, ok, "%s: there is no check %s", m.Name, id)
		}
	}
	assert.Equal(t, len(left), 0, "recorded, but there is no such fault: %v", left)
	for name := range excused {
		assert.Assert(t, slices.ContainsFunc(reference.Mutants(), func(m reference.Mutant) bool { return m.Name == name }), name)
	}
}

func TestRecordsAreReadAsTheyAreWritten(t *testing.T) {
	known, err := Recorded()
	assert.NilError(t, err)
	assert.Equal(t, string(known.Append(nil)), string(recorded))
	for _, text := range []string{"name", "name: a", ": a;", "three words strict: a; b", "a: b;\na: c;"} {
		_, err := readKills([]byte(text))
		assert.ErrorContains(t, err, "kills.txt:", text)
		assert.Assert(t, !strings.Contains(text, "\n") || strings.Contains(err.Error(), ":2:"), err)
	}
}

// A fault that the record has is put to two checks; another one is looked for, from what costs least on.
func TestHowAFaultIsLookedFor(t *testing.T) {
	kills := Kills{"known": {Strict: true, Right: []string{"engine/step/a", "engine/step/b", "engine/step/c"}}}
	for _, c := range []struct {
		name    string
		subject Subject
		options Options
		want    []string
	}{
		{"a filter", Subject{Name: "known", profile: engine.Strict, only: []string{"engine/json/a"}}, Options{Kills: kills}, []string{"strict engine/json/a"}},
		{"a fault on record", Subject{Name: "known", own: true}, Options{Kills: kills}, []string{"strict engine/step/a engine/step/b"}},
		{"a full self-test", Subject{Name: "known", own: true}, Options{Kills: kills, Full: true}, []string{"spec light", "spec heavy", "strict light", "strict heavy"}},
		{"a new fault", Subject{Name: "new", own: true}, Options{Kills: kills}, []string{"spec light", "spec heavy", "strict light", "strict heavy"}},
	} {
		var got []string
		for _, a := range c.options.attempts(c.subject) {
			checks := strings.Join(a.only, " ")
			switch {
			case slices.Equal(a.only, heavy):
				checks = "heavy"
			case slices.Equal(a.skip, heavy):
				checks = "light"
			}
			got = append(got, a.profile+" "+checks)
		}
		assert.DeepEqual(t, got, c.want)
	}
}
