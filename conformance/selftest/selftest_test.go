package selftest

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

// The whole self-test is a command of its own; here a few subjects of each kind show that it judges.
func TestSubjectsOfEachKindAreJudged(t *testing.T) {
	m, err := Run(t.Context(), Options{Run: []string{"decklist", "toss", "id-twice", "streams-shared", "takes-fractions", "echo", "constant", "always-error"}}, func(Row) {})
	assert.NilError(t, err)
	assert.DeepEqual(t, m.Problems(), []string(nil))
	assert.Equal(t, len(m.Rows), 8)
	for _, r := range m.Rows {
		switch r.Subject.Kind {
		case Reference:
			assert.Equal(t, len(r.Failed), 0)
		case Null:
			assert.Assert(t, len(r.Failed) > 250, "%s fails only %d", r.Subject.Name, len(r.Failed))
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
		"a filter that is found":       {Row{Subject: Subject{Kind: Filter}, Failed: failed}, nil, false},
		"a filter that a check misses": {Row{Subject: Subject{Kind: Filter}, Failed: failed}, []string{"engine/step/advances"}, true},
		"a null program that passes":   {Row{Subject: Subject{Kind: Null}, Counts: map[conformance.Verdict]int{conformance.Pass: 300}}, nil, true},
		"a null program that fails":    {Row{Subject: Subject{Kind: Null}, Counts: map[conformance.Verdict]int{conformance.Pass: 1}}, nil, false},
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
