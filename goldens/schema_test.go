package goldens_test

import (
	"strings"
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"gotest.tools/v3/assert"
)

func TestSchemas(t *testing.T) {
	in := strings.Join([]string{
		`{"dir":"host_to_engine","message":{"protocol":"spellbench/v2","protocol_minor":0,"request_id":"h-1","request_type":"hello"}}`,
		`{"dir":"host_to_engine","message":{"protocol":"spellbench/v2","request_id":"h-1","request_type":"hello"}}`,
		`{"dir":"host_to_engine","message":"{"}`,
		`{"dir":"engine_to_host","message":{"error":{"code":"malformed_json","message":""},"protocol":"spellbench/v2","request_id":"","response_type":"error"}}`,
		`{"dir":"agent_to_host","message":{"more":1,"protocol":"spellbench/v2","request_id":"r-1","response_type":"ack"}}`,
	}, "\n")
	got, err := goldens.Schemas(goldens.NewReader(strings.NewReader(in), goldens.Limits{}))
	assert.NilError(t, err)
	assert.DeepEqual(t, got, []goldens.Tally{
		{Dir: goldens.HostToEngine, Accepted: 1, Rejected: 2},
		{Dir: goldens.EngineToHost, Accepted: 1},
		{Dir: goldens.HostToAgent},
		{Dir: goldens.AgentToHost, Accepted: 1},
	})
}
