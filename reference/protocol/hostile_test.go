package protocol_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Lines of nearly 8 MiB that put the most work on one part of the walker: work that grew with the
// square of any of them would not end before the test's own deadline, and what a fault holds of them
// is little.
func TestHostileLines(t *testing.T) {
	room := wire.MaxLine - 64<<10
	repeat := func(size int, one func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(one(i))
		}
		return b.String()
	}
	for _, c := range []struct{ name, message, old, new string }{
		{"names", "engine/request/reset", `"names":["Lightning Bolt","Mountain"]`, `"names":[` + repeat(room, func(i int) string { return fmt.Sprintf(`"%x"`, i) }) + `]`},
		{"rows", "engine/request/reset", burnList, `[` + repeat(room, func(i int) string { return fmt.Sprintf(`{"name":"%x","count":1}`, i) }) + `]`},
		{"members", "engine/request/hello", `"protocol_minor":0`, `"protocol_minor":0,` + repeat(room, func(i int) string { return fmt.Sprintf(`"%x":0`, i) })},
		{"one long key", "engine/request/hello", `"protocol_minor"`, `"` + strings.Repeat("k", room) + `"`},
		{"one long word", "engine/request/reset", `"visible"`, `"` + strings.Repeat(`\u0061`, room/6) + `"`},
		{"marks to normalize", "engine/request/validate_deck", `Mountain`, `a` + strings.Repeat("\u0301", room/2)},
		{"kinds", "engine/response/hello_ok", `["pass",`, `["pass",` + repeat(room, func(int) string { return `"pass"` }) + `,`},
		{"candidates", "engine/response/decision", `"candidates":[`, `"candidates":[` + repeat(room, func(i int) string { return `{"candidate_id":0,"semantic":{"kind":"pass"},"display_text":null}` }) + `,`},
		{"unknown fields of an agent", "agent/response/ack", `"ack"`, `"ack",` + repeat(room, func(i int) string { return fmt.Sprintf(`"%x":0`, i) })},
	} {
		t.Run(c.name, func(t *testing.T) {
			line := []byte(edited(examples()[c.message], c.old, c.new))
			assert.Assert(t, len(line) < wire.MaxLine)
			_, f := decode(messageNamed(t, c.message), protocol.Strict, line)
			if f != nil {
				assert.Assert(t, f.Code != protocol.CodeMalformedJSON, f.Message)
				assert.Assert(t, len(f.Message) < 1024 && len(f.Pointer) < 1024)
			}
		})
	}
}
