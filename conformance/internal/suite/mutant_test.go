package suite

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestAMutantNamesTheChecksThatFindIt(t *testing.T) {
	m := Mutant{Kills: Within("engine", []string{"json/*", "step/echo"}), With: Within("engine", []string{"hello"})}
	for id, want := range map[string]bool{
		"engine/json/bom": true, "engine/step/echo": true, "engine/step/echo-empty": false, "engine/hello/answer": false, "agent/json/bom": false,
	} {
		assert.Equal(t, m.Names(id), want, id)
	}
	assert.DeepEqual(t, m.Patterns(), []string{"engine/json/*", "engine/step/echo", "engine/hello"})
}
