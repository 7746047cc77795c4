package protocol_test

import (
	"math/rand"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// decision20K returns a decision of about 20 KB as engines write it: in the specification's order, or
// in the canonical one.
func decision20K(b *testing.B, inOrder bool) []byte {
	b.Helper()
	for _, m := range protocol.Messages() {
		if m.Type != "decision" {
			continue
		}
		for seed := int64(0); ; seed++ {
			line := protocolgen.Valid(m.Shape, rand.New(rand.NewSource(seed))).JSON()
			if len(line) < 19<<10 || len(line) > 21<<10 {
				continue
			}
			canon, err := wire.AppendCanonical(nil, line)
			if err != nil {
				b.Fatal(err)
			}
			if !inOrder {
				return canon
			}
			v, err := wire.Parse(canon)
			if err != nil {
				b.Fatal(err)
			}
			return protocolgen.InOrder(m.Shape, protocolgen.FromValue(v)).JSON()
		}
	}
	b.Fatal("no decision")
	return nil
}

func orders(b *testing.B, bench func(*testing.B, []byte)) {
	for name, inOrder := range map[string]bool{"canonical": false, "spec-order": true} {
		line := decision20K(b, inOrder)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			bench(b, line)
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	orders(b, func(b *testing.B, line []byte) {
		for b.Loop() {
			if err := wire.Check(line); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	orders(b, func(b *testing.B, line []byte) {
		var p wire.Parser
		for b.Loop() {
			if _, err := p.Parse(line); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWalk is the table's part alone: the whole seat decision against its shape.
func BenchmarkWalk(b *testing.B) {
	orders(b, func(b *testing.B, line []byte) {
		v, err := wire.Parse(line)
		if err != nil {
			b.Fatal(err)
		}
		v, s := v.Get("seat_decision"), protocol.SeatDecisionShape()
		for b.Loop() {
			if f := s.Check(v, protocol.Spec); f != nil {
				b.Fatal(f)
			}
		}
	})
}

// BenchmarkDecode is parsing, walking and making the typed message.
func BenchmarkDecode(b *testing.B) {
	orders(b, func(b *testing.B, line []byte) {
		var d protocol.Decoder
		for b.Loop() {
			if _, f := d.EngineResponse(line); f != nil {
				b.Fatal(f)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	orders(b, func(b *testing.B, line []byte) {
		m, f := protocol.DecodeEngineResponse(line)
		if f != nil {
			b.Fatal(f)
		}
		var buf []byte
		for b.Loop() {
			buf = protocol.AppendResponse(buf[:0], m.ID, m.Body)
		}
	})
}
