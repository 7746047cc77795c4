package validator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"syscall"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"github.com/spellbench/sbconform/reference/wire"
	"github.com/spellbench/sbconform/schemas"
	"gotest.tools/v3/assert"
)

// crowded is a priority decision of some 20 KB: a late board.
func crowded(t testing.TB) []byte {
	o := board()
	for _, s := range []string{"p0", "p1"} {
		p := o["players"].(L)[map[string]int{"p0": 0, "p1": 1}[s]].(M)
		for i := range 7 {
			c := creature(fmt.Sprintf("o-%s%014d", s, i), "Llanowar Elves", s)
			c["characteristics"] = plus(c["characteristics"].(M), M{"subtypes": L{"elf", "druid"}, "colors": L{"green"}, "keywords": L{"trample"}})
			p["battlefield"] = append(p["battlefield"].(L), c)
		}
		for i := range 4 {
			p["graveyard"] = append(p["graveyard"].(L), spell(fmt.Sprintf("o-%sg%013d", s, i), "Lightning Bolt", s, "graveyard"))
		}
	}
	d := figures["priority"]()
	d["seat_decision"].(M)["observation"] = o
	b, err := json.Marshal(d)
	assert.NilError(t, err)
	assert.Assert(t, 19_000 < len(b) && len(b) < 23_000, "%d bytes", len(b))
	return b
}

// perOp runs f in b's loop and reports the processor time of one run beside the wall time: on a busy
// machine only the former can be compared.
func perOp(b *testing.B, size int, f func(i int)) {
	b.SetBytes(int64(size))
	b.ReportAllocs()
	begin := processorTime(b)
	n := 0
	for b.Loop() {
		f(n)
		n++
	}
	b.ReportMetric(float64(processorTime(b)-begin)/float64(n), "cpu-ns/op")
}

func processorTime(b *testing.B) int64 {
	var u syscall.Rusage
	assert.NilError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return u.Utime.Nano() + u.Stime.Nano()
}

// All benchmarks of one line take the lines of one game in turn, as a host does.
func BenchmarkCheck(b *testing.B) {
	lines := crowdedGame(b, 256)
	perOp(b, len(lines[0]), func(i int) {
		if wire.Check(lines[i%len(lines)]) != nil {
			b.Fatal("not strict")
		}
	})
}

func BenchmarkParse(b *testing.B) {
	lines := crowdedGame(b, 256)
	var p wire.Parser
	perOp(b, len(lines[0]), func(i int) {
		if _, err := p.Parse(lines[i%len(lines)]); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkSchema judges the same line by the compiled JSON Schemas, which see its shape only.
func BenchmarkSchema(b *testing.B) {
	lines := crowdedGame(b, 256)
	s, err := schemas.Compile("responses.schema.json#/$defs/engine_response")
	assert.NilError(b, err)
	perOp(b, len(lines[0]), func(i int) {
		if err := s.Validate(lines[i%len(lines)]); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkShape is the part of validation that the protocol's table does.
func BenchmarkShape(b *testing.B) {
	line := crowded(b)
	v, err := wire.Parse(line)
	assert.NilError(b, err)
	v = v.Get("seat_decision")
	perOp(b, len(line), func(int) {
		if f := protocol.SeatDecisionShape().Check(v, protocol.Spec); f != nil {
			b.Fatal(f)
		}
	})
}

// BenchmarkDecision is what a host does with an engine's line: parse, decode, validate. In "new" every
// decision is the first that its Game sees, so that no record is known.
func BenchmarkDecision(b *testing.B) {
	for _, bc := range []struct {
		name    string
		reading protocol.Reading
		lines   [][]byte
	}{
		{"spec", protocol.Spec, crowdedGame(b, 256)},
		{"strict", protocol.Strict, crowdedGame(b, 256)},
		{"new", protocol.Spec, crowdedGame(b, 1)},
	} {
		b.Run(bc.name, func(b *testing.B) {
			g := validator.New(validator.Options{Reading: bc.reading})
			h, r := hello(), reset()
			g.Hello(h)
			r.MaxDecisions, r.MaxSteps = 1000, 1000
			r.Decks = [2]protocol.Deck{}
			d := protocol.Decoder{Reading: bc.reading}
			perOp(b, len(bc.lines[0]), func(i int) {
				step := i % len(bc.lines)
				if len(bc.lines) == 1 {
					g.Hello(h)
				}
				if step == 0 {
					g.Reset("h-2", r)
				}
				m, fault := d.EngineBinding(bc.lines[step])
				if fault != nil {
					b.Fatal(fault)
				}
				if found := g.Decision(m.Value); found != nil {
					b.Fatal(found)
				}
				g.Step("h-2", &protocol.Step{GameID: "g-1", ExpectedStep: uint64(step)})
			})
		})
	}
}

// crowdedGame is a game of n crowded decisions. As in a game, most of a decision stands as it stood in
// the one before: two permanents change, and a life total.
func crowdedGame(t testing.TB, n int) (lines [][]byte) {
	line := crowded(t)
	for i := range n {
		next := bytes.Clone(line)
		for _, key := range []string{`"step":`, `"seat_step":`, `"group_id":`} {
			next = bytes.Replace(next, []byte(key+"0"), []byte(key+strconv.Itoa(i)), 1)
		}
		next = bytes.Replace(next, []byte(`"life":20`), []byte(`"life":`+strconv.Itoa(1+i)), 1)
		damaged := bytes.SplitAfterN(next, []byte(`"damage":0`), 3)
		for j := range 2 {
			damaged[j] = append(bytes.TrimSuffix(bytes.Clone(damaged[j]), []byte("0")), strconv.Itoa(1+i)...)
		}
		lines = append(lines, bytes.Join(damaged, nil))
	}
	return lines
}
