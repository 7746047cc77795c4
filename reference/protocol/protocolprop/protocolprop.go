// Package protocolprop gives property tests the messages of protocolgen as gopter generators. It is
// apart so that programs which break messages need no test library.
package protocolprop

import (
	"github.com/leanovate/gopter"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
)

// Shape generates valid values of a shape: *protocolgen.Node, legal in both readings, with members in
// random order. A message's values come from its Shape.
func Shape(s *protocol.Shape) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		return gopter.NewGenResult(protocolgen.Valid(s, p.Rng), gopter.NoShrinker)
	}
}
