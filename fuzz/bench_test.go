package fuzz

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
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
// divided by that of the ping-pong, the median over the pairs of sessions.
func BenchmarkRate(b *testing.B) {
	b.Run("in-process", func(b *testing.B) { benchmarkRate(b, reference(engine.Options{})) })
	b.Run("pipe", func(b *testing.B) {
		benchmarkRate(b, process.Command{Argv: []string{os.Args[0]}, Env: []string{serve + "=1"}})
	})
}

// serve names the variable that makes the test binary the reference engine.
const serve = "SBCONFORM_FUZZ_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(serve) != "" {
		if engine.Serve(os.Stdin, os.Stdout, engine.Options{}) != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func benchmarkRate(b *testing.B, c process.Command) {
	o := Options{Command: c, Repeat: 1}
	r := &run{o: o, pace: pace{}, known: map[string]*Finding{}, states: map[string]struct{}{}, edges: map[string]struct{}{}}
	g := &generator{rng: rand.New(rand.NewPCG(1, 0))}
	var fuzzed, bare time.Duration
	exchanges := 0
	var ratios []float64
	for n := 0; b.Loop(); n++ {
		secret := secretOf(1, 0, uint64(n))
		begin := time.Now()
		x, err := o.open(context.Background(), secret)
		assert.NilError(b, err)
		_, out := r.dialogue(context.Background(), x, g, secret, sessionLength)
		assert.NilError(b, out.err)
		ours := time.Since(begin)
		fuzzed += ours
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
		theirs := time.Since(begin)
		bare += theirs
		ratios = append(ratios, theirs.Seconds()/ours.Seconds())
		p.Stop()
	}
	slices.Sort(ratios)
	b.ReportMetric(float64(exchanges)/fuzzed.Seconds(), "fuzz/s")
	b.ReportMetric(float64(exchanges)/bare.Seconds(), "pingpong/s")
	b.ReportMetric(ratios[len(ratios)/2], "of_pingpong")
}
