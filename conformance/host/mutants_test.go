package host

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

// TestMutants puts each mutant to the checks that it names: each must fail. At least one of them is of the
// section that the mutant breaks.
func TestMutants(t *testing.T) {
	all := Suite(Config{}).Checks
	names := map[string]bool{}
	for _, m := range Mutants() {
		assert.Check(t, !names[m.Name], "%s is there twice", m.Name)
		names[m.Name] = true
		for _, p := range m.Kills {
			found := false
			for _, c := range all {
				if ok, _ := conformance.Match(p, c.ID); ok {
					found = true
				}
			}
			assert.Check(t, found, "%s: %s names no check", m.Name, p)
		}
		t.Run(m.Name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("the self-test puts each of them to its checks")
			}
			t.Parallel()
			for _, r := range put(t, Config{InProcess: m.Play, Limits: m.Limits}, "", m.Kills...) {
				if r.Verdict != conformance.Fail {
					t.Errorf("survives: %s", describe(r))
				}
			}
		})
	}
}

// put is judged, with a Config of the test's own.
func put(t *testing.T, c Config, profile string, patterns ...string) map[string]conformance.Result {
	t.Helper()
	out := map[string]conformance.Result{}
	_, err := conformance.Run(t.Context(), Suite(c), conformance.Options{Run: patterns, Profile: profile, Level: conformance.Info}, func(e conformance.Event) {
		if e.End != nil {
			out[e.End.ID] = *e.End
		}
	})
	assert.NilError(t, err)
	return out
}
