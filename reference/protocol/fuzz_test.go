package protocol_test

import (
	"bytes"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
)

// FuzzDecode gives any bytes to every decoder: none may fail otherwise than by a Fault, the strict
// reading takes nothing that the default one refuses, and what is taken survives being written.
func FuzzDecode(f *testing.F) {
	for _, line := range examples() {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		done := map[string]bool{}
		for _, m := range protocol.Messages() {
			table := name(m)[:len(name(m))-len(m.Type)]
			if done[table] {
				continue // one decoder reads all messages of a role and direction
			}
			done[table] = true
			got, fault := decode(m, protocol.Spec, line)
			if fault != nil {
				if fault.Offset < 0 || fault.Offset > len(line) {
					t.Fatalf("offset %d of %d", fault.Offset, len(line))
				}
				if _, strict := decode(m, protocol.Strict, line); strict == nil {
					t.Fatalf("strict takes what the text refuses: %v", fault)
				}
				continue
			}
			back := encode(m, got.ID, got.Body)
			again, fault := decode(m, protocol.Spec, back)
			if fault != nil {
				t.Fatalf("%v in what was written: %s", fault, back)
			}
			if !bytes.Equal(encode(m, again.ID, again.Body), back) {
				t.Fatalf("written twice, not the same: %s", back)
			}
		}
	})
}
