package conformance_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

func TestJoin(t *testing.T) {
	var closed []string
	part := func(name string, ids ...string) conformance.Suite {
		s := conformance.Suite{Name: name, Close: func() { closed = append(closed, name) }}
		for _, id := range ids {
			s.Checks = append(s.Checks, conformance.Check{ID: name + "/" + id})
		}
		return s
	}
	s := conformance.Join(part("engine", "step/a", "step/b"), part("agent", "step/a"), conformance.Suite{Name: "host"})
	assert.Equal(t, s.Name, "engine+agent+host")
	var suites []string
	for _, c := range s.Checks {
		suites = append(suites, c.Suite())
	}
	assert.DeepEqual(t, suites, []string{"engine", "engine", "agent"})
	s.Close()
	assert.DeepEqual(t, closed, []string{"engine", "agent"})
	for pattern, want := range map[string]int{"*/step/a": 2, "agent": 1, "engine/step": 2} {
		chosen, err := conformance.Options{Run: []string{pattern}}.Select(s)
		assert.Check(t, err == nil && len(chosen) == want, pattern)
	}
}
