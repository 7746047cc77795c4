package protocol_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func TestResetExampleDecodesAndEncodes(t *testing.T) {
	m, f := protocol.DecodeEngineRequest([]byte(resetExample))
	assert.Assert(t, f == nil, "%v", f)
	assert.Equal(t, m.ID, "h-2")
	assert.Equal(t, m.Type, "reset")
	r := m.Body.(*protocol.Reset)
	assert.Equal(t, r.Decks[1].CatalogID, "Burn")
	assert.Equal(t, *r.Rules.StartingSeat, protocol.P0)
	canon, err := wire.AppendCanonical(nil, []byte(resetExample))
	assert.NilError(t, err)
	assert.Equal(t, string(protocol.AppendRequest(nil, m.ID, r)), string(canon))
}
