package schemas_test

import (
	"math/rand"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/schemas"
)

// FuzzSchemaAgrees draws a message, breaks it in one place or not, and holds decoder and schema to
// one verdict.
func FuzzSchemaAgrees(f *testing.F) {
	messages := protocol.Messages()
	compiled := make([]*schemas.Schema, len(messages))
	for i, m := range messages {
		compiled[i] = compile(f, unionOf(m))
		f.Add(int64(i), uint8(i), uint16(0))
		f.Add(int64(i), uint8(i), uint16(100+i))
	}
	f.Fuzz(func(t *testing.T, seed int64, which uint8, place uint16) {
		i := int(which) % len(messages)
		shape := messages[i].Shape
		valid := protocolgen.Valid(shape, rand.New(rand.NewSource(seed)))
		if place == 0 {
			if err := compiled[i].Validate(valid.JSON()); err != nil {
				t.Fatalf("%v: %s", err, valid.JSON())
			}
			return
		}
		for b := range protocolgen.Breaks(shape, valid) {
			if place--; place > 0 {
				continue
			}
			err := compiled[i].Validate(b.Value.JSON())
			if takes := b.When == protocol.OnlyStrict || unsaid(b); (err == nil) != takes {
				t.Fatalf("%s %s at %s: %v: %s", b.Fault, b.Rule, b.Pointer, err, b.Value.JSON())
			}
			return
		}
	})
}
