package schemas_test

import (
	"math/rand"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
)

// BenchmarkValidate judges a seat decision of about 20 KB by the compiled schema; package protocol's
// BenchmarkWalk does the like by the table.
func BenchmarkValidate(b *testing.B) {
	schema := compile(b, "common.schema.json#/$defs/seat_decision")
	for seed := int64(0); ; seed++ {
		line := protocolgen.Valid(protocol.SeatDecisionShape(), rand.New(rand.NewSource(seed))).JSON()
		if len(line) < 19<<10 || len(line) > 21<<10 {
			continue
		}
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			if err := schema.Validate(line); err != nil {
				b.Fatal(err)
			}
		}
		return
	}
}
