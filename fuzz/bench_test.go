package fuzz

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/engine"
)

// BenchmarkRate sets the fuzzer's rate against a bare ping-pong: the same lines, sent to the same
// engine over the same transport, with no more than each answer waited for. The two take turns, a
// session each, so that a busy machine is busy for both. The figure "of_pingpong" is the fuzzer's rate
// divided by that of the ping-pong.
func BenchmarkRate(b *testing.B) {
	o := Options{Command: reference(engine.Options{}), Repeat: 1}
	r := &run{o: o, known: map[string]*Finding{}, states: map[string]struct{}{}, edges: map[string]struct{}{}}
	g := &generator{rng: rand.New(rand.NewPCG(1, 0))}
	var fuzzed, bare time.Duration
	exchanges := 0
	for n := 0; b.Loop(); n++ {
		secret := secretOf(1, 0, uint64(n))
		begin := time.Now()
		x, err := o.open(context.Background(), secret)
		assert.NilError(b, err)
		assert.NilError(b, r.dialogue(context.Background(), x, g, secret, sessionLength).err)
		fuzzed += time.Since(begin)
		x.close()

		begin = time.Now()
		p, err := process.Start(context.Background(), o.Command, o.Limits)
		assert.NilError(b, err)
		for _, row := range x.rows {
			if row.Dir == goldens.HostToEngine {
				exchanges++
				_, err := p.Exchange(row.Message)
				assert.NilError(b, err)
			}
		}
		bare += time.Since(begin)
		p.Stop()
	}
	b.ReportMetric(float64(exchanges)/fuzzed.Seconds(), "fuzz/s")
	b.ReportMetric(float64(exchanges)/bare.Seconds(), "pingpong/s")
	b.ReportMetric(bare.Seconds()/fuzzed.Seconds(), "of_pingpong")
}
