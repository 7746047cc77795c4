package goldens_test

import (
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"gotest.tools/v3/assert"
)

func TestTalks(t *testing.T) {
	rows := load(t, "cap-mandatory-loop").Rows
	engine, agents := goldens.Talks(rows, goldens.RoleEngine), goldens.Talks(rows, goldens.RoleAgent)
	assert.Equal(t, len(engine), 1)
	assert.Equal(t, len(agents), 2)
	assert.Equal(t, len(engine[0].Rows)+len(agents[0].Rows)+len(agents[1].Rows), len(rows), "every row is somebody's")

	// One agent's own talk is one, however often it is greeted.
	alone := load(t, "agent-first-code-malformed_request")
	assert.Equal(t, len(goldens.Talks(alone.Rows, goldens.RoleAgent)), 1)
	assert.Equal(t, len(goldens.Talks(alone.Rows, goldens.RoleAgent)[0].Rows), len(alone.Rows))
	assert.Equal(t, len(goldens.Talks(alone.Rows, goldens.RoleEngine)), 0)
	assert.Equal(t, len(goldens.Talks(nil, goldens.RoleAgent)), 0)
}
