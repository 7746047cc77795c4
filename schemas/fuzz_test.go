package schemas_test

import (
	"math/rand"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/schemas"
	"github.com/spellbench/sbconform/schemas/internal/cases"
)

// FuzzSchemaAgrees draws a message, breaks it in one place or not, and holds decoder and schema to
// one verdict.
func FuzzSchemaAgrees(f *testing.F) {
	messages := protocol.Messages()
	compiled := make([]*schemas.Schema, len(messages))
	for i, m := range messages {
		compiled[i] = compile(f, cases.Schema(m))
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
			c := cases.Broken(messages[i], b)
			if err := compiled[i].Validate(c.JSON); (err == nil) != c.Valid {
				t.Fatalf("%s: %v: %s", c.What, err, c.JSON)
			}
			return
		}
	})
}
