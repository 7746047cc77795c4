package fuzz

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// shown is the first finding of a dialogue, before and after it was reduced; ok is false if there is none.
func shown(t *testing.T, c process.Command, moves []Move) (before, after Finding, ok bool) {
	o, secret := Options{Command: c, Repeat: 3}, secretOf(1, 0, 0)
	x, err := o.open(context.Background(), secret)
	assert.NilError(t, err)
	defer x.close()
	first := func(f *Fault, n int) (before, after Finding, ok bool) {
		before = Finding{Fault: *f, Moves: slices.Clone(moves[:n]), Rows: exact(slices.Clone(x.rows[:min(2*n, len(x.rows))]))}
		after = before
		reducer{o: &o, secret: secret}.reduce(context.Background(), &after)
		return before, after, true
	}
	for i, v := range moves {
		a, err := x.ask(v)
		assert.NilError(t, err)
		if a.late != nil {
			return first(a.late, i)
		}
		if a.fault != nil {
			return first(a.fault, i+1)
		}
	}
	if f := x.settle(); f != nil {
		return first(f, len(moves))
	}
	return before, after, false
}

// What the fault needs is kept, and nothing else.
func TestReduction(t *testing.T) {
	minor := refuses(protocol.CodeMalformedRequest, func(_ []byte, v wire.Value) bool {
		return is(v, "hello") && v.Get("protocol_minor").Int() > 3
	})
	long := refuses(protocol.CodeMalformedRequest, func(_ []byte, v wire.Value) bool {
		return is(v, "hello") && len(v.Get("request_id").Str()) > 1000
	})
	third := func() filter {
		games := 0
		return func(line []byte, ask func([]byte) []byte) []byte {
			if v, _ := wire.Parse(line); is(v, "reset") {
				if games++; games == 3 {
					return nil
				}
			}
			return ask(line)
		}
	}
	reset, step, deck := Move{Kind: "reset", Pick: 77, Caps: [2]uint64{10000, 30}}, Move{Kind: "step", Pick: 5}, Move{Kind: "validate_deck", Pick: 9}
	game := slices.Concat([]Move{reset}, slices.Repeat([]Move{step}, 40))
	for _, tt := range []struct {
		name  string
		make  func() filter
		moves []Move
		want  []string // kinds and edits
		bound int      // of the text of the last edit
	}{
		{
			"the state in which it shows is kept, requests that it does not need are left out", minor,
			[]Move{hello, deck, reset, step, step, deck, {Kind: "again"}, step, {Kind: "hello", Edits: []Edit{{Op: "pad", N: 3}, value("/protocol_minor", "9"), {Op: "space"}}}},
			[]string{"hello", "reset", "hello; set /protocol_minor 9"}, 1,
		},
		{
			"a text becomes as short as the fault allows", long,
			[]Move{hello, deck, {Kind: "hello", Edits: []Edit{value("/request_id", quote(strings.Repeat("y", 9000)))}}},
			[]string{"hello; set /request_id "}, 1200,
		},
		{
			"what takes three games keeps three, each as short as can be", third,
			slices.Concat([]Move{hello}, game, []Move{deck}, game, []Move{deck, deck, reset}),
			[]string{"hello", "reset", "reset", "reset"}, 0,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, after, ok := shown(t, filtered(tt.make), tt.moves)
			assert.Assert(t, ok)
			var got []string
			for _, v := range after.Moves {
				got = append(got, v.String())
			}
			last := len(got) - 1
			assert.Equal(t, len(got), len(tt.want), "%v", got)
			assert.DeepEqual(t, got[:last], tt.want[:last])
			assert.Assert(t, strings.HasPrefix(got[last], tt.want[last]), "%s", got[last])
			if n := len(after.Moves[last].Edits); n > 0 {
				assert.Assert(t, len(after.Moves[last].Edits[n-1].Raw) <= tt.bound)
			}
			for _, v := range after.Moves[:last] {
				if v.Kind == "reset" {
					assert.Assert(t, v.Caps[1] <= 2 && v.Pick < reset.Pick, "%+v", v)
				}
			}
			assert.Equal(t, after.Reproduced, after.Runs)
			assert.Assert(t, after.Runs > 0)
		})
	}
}

// Whatever dialogue shows a fault: reduced, it shows the same one, and has not grown.
func TestReductionKeepsTheFingerprintAndNeverGrows(t *testing.T) {
	p := gopter.DefaultTestParameters()
	p.MinSuccessfulTests = 12
	mutants := []any{"step-any-step", "cache-advances", "seat-step-gap", "step-candidate-wraps"}
	found := 0
	properties := gopter.NewProperties(p)
	properties.Property("the same and no larger", prop.ForAll(func(seed uint64, mutant string) (bool, error) {
		x := began(t)
		defer x.e.Close()
		moves := append([]Move{hello, {Kind: "reset", Caps: [2]uint64{10000, 20}}}, wildMoves(x.s, seed, 60)...)
		before, after, ok := shown(t, reference(engine.Options{Mutant: mutant}), moves)
		if !ok {
			return true, nil
		}
		found++
		if before.Fingerprint() != after.Fingerprint() || size(after.Moves) > size(before.Moves) || len(after.Rows) > len(before.Rows) {
			return false, fmt.Errorf("%s with %d moves became %s with %d", before.Fingerprint(), len(before.Moves), after.Fingerprint(), len(after.Moves))
		}
		_, again, ok := shown(t, reference(engine.Options{Mutant: mutant}), after.Moves)
		return ok && again.Fingerprint() == after.Fingerprint(), nil
	}, gen.UInt64(), gen.OneConstOf(mutants...)))
	properties.TestingRun(t)
	assert.Assert(t, found > 0)
}
