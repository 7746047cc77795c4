package faulty

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

// Each answers what its name says, and the roles have the same ones.
func TestNullsAnswerWithoutLooking(t *testing.T) {
	in := string(protocol.AppendRequest(nil, "a", &protocol.Hello{})) + "\n{\n"
	want := map[string][]string{
		"silent": nil, "exits-at-once": nil, "echo": {"hello", ""}, "constant": {"", ""},
		"always-error": {"error", "error"}, "always-hello-ok": {"hello_ok", "hello_ok"}, "hello-ok-then-nothing": {"hello_ok"},
	}
	for role, all := range map[string][]Null{"engine": EngineNulls(), "agent": AgentNulls()} {
		assert.Equal(t, len(all), len(want), role)
		for _, n := range all {
			var out bytes.Buffer
			assert.NilError(t, n.Service(strings.NewReader(in), &out))
			types := want[n.Name]
			assert.Equal(t, strings.Count(out.String(), "\n"), len(types), "%s %s: %s", role, n.Name, out.String())
			for i, line := range strings.SplitAfterN(out.String(), "\n", len(types)) {
				assert.Assert(t, strings.Contains(line, types[i]), "%s %s: %s", role, n.Name, line)
			}
			assert.Assert(t, n.Fault != "")
		}
	}
}
