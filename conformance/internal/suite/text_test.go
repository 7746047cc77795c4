package suite

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/wire"
)

func TestSpacedKeepsTheValue(t *testing.T) {
	const x = `{"a":{"b":"x,\":{y"},"c":[1,2]}`
	before, err := wire.Parse([]byte(x))
	assert.NilError(t, err)
	after, err := wire.Parse([]byte(Spaced(x)))
	assert.NilError(t, err)
	assert.Assert(t, wire.Equal(before, after))
	assert.Assert(t, len(Spaced(x)) > len(x))
}

func TestNestedHasThatDepth(t *testing.T) {
	for depth := 1; depth <= wire.MaxDepth; depth++ {
		assert.NilError(t, wire.Check([]byte(Nested(depth))))
	}
	assert.Assert(t, wire.Check([]byte(Nested(wire.MaxDepth+1))) != nil)
}
