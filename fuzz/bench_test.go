package fuzz

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/engine"
)

// BenchmarkRate sets the fuzzer's rate against two bare ping-pongs of the same lines over the same
// transport, which wait for each answer and look at none. In the one the same engine answers, so that its
// work counts on both sides; in the other the answers were recorded and come at once, so that it counts
// against the fuzzer. The three take turns, a session each, so that a busy machine is busy for all. The
// figures "of_pingpong" and "of_recorded" are the fuzzer's rate divided by that of the ping-pong, the
// median over the turns; "engine_of_recorded" is what the engine alone leaves of the latter.
func BenchmarkRate(b *testing.B) {
	b.Run("in-process", func(b *testing.B) {
		benchmarkRate(b, reference(engine.Options{}), func(answers []byte) process.Command {
			return process.Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error {
				return recite(stdin, stdout, answers)
			}}
		})
	})
	b.Run("pipe", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "answers")
		benchmarkRate(b, ourselves("engine"), func(answers []byte) process.Command {
			assert.NilError(b, os.WriteFile(path, answers, 0o666))
			return ourselves("recorded", recording+"="+path)
		})
	})
}

// recite answers each line with the next of some lines.
func recite(in io.Reader, out io.Writer, answers []byte) error {
	lines := bufio.NewReaderSize(in, 1<<20)
	for len(answers) > 0 {
		if _, err := lines.ReadSlice('\n'); errors.Is(err, bufio.ErrBufferFull) {
			continue
		} else if err != nil {
			return nil
		}
		n := bytes.IndexByte(answers, '\n') + 1
		if _, err := out.Write(answers[:n]); err != nil {
			return err
		}
		answers = answers[n:]
	}
	return nil
}

func benchmarkRate(b *testing.B, c process.Command, recorded func(answers []byte) process.Command) {
	o := Options{Command: c, Repeat: 1}
	r := &run{o: o, pace: pace{}, known: map[string]*Finding{}, states: map[string]struct{}{}, edges: map[string]struct{}{}}
	g := &generator{rng: rand.New(rand.NewPCG(1, 0))}
	var fuzzed, bare, recited []float64 // seconds an exchange
	for n := 0; b.Loop(); n++ {
		secret := secretOf(1, 0, uint64(n))
		x, err := o.open(context.Background(), secret)
		assert.NilError(b, err)
		begin := time.Now()
		_, out := r.dialogue(context.Background(), x, g, secret, sessionLength)
		ours := time.Since(begin)
		assert.NilError(b, out.err)
		x.close()

		var lines [][]byte
		var answers []byte
		for _, row := range x.rows {
			if row.Dir == goldens.HostToEngine {
				lines = append(lines, row.Message)
			} else {
				answers = append(append(answers, row.Message...), '\n')
			}
		}
		each := func(d time.Duration) float64 { return d.Seconds() / float64(len(lines)) }
		fuzzed = append(fuzzed, each(ours))
		bare = append(bare, each(pingpong(b, o.Command, lines)))
		recited = append(recited, each(pingpong(b, recorded(answers), lines)))
	}
	b.ReportMetric(1/median(fuzzed), "fuzz/s")
	b.ReportMetric(1/median(bare), "pingpong/s")
	b.ReportMetric(1/median(recited), "recorded/s")
	b.ReportMetric(ratio(bare, fuzzed), "of_pingpong")
	b.ReportMetric(ratio(recited, fuzzed), "of_recorded")
	b.ReportMetric(ratio(recited, bare), "engine_of_recorded")
}

// pingpong tells how long it takes to send the lines and read the answers, one after the other.
func pingpong(b *testing.B, c process.Command, lines [][]byte) time.Duration {
	p, err := process.Start(context.Background(), c, process.Limits{})
	assert.NilError(b, err)
	defer p.Stop()
	begin := time.Now()
	for _, line := range lines {
		_, err := p.Exchange(line)
		assert.NilError(b, err)
	}
	return time.Since(begin)
}

// ratio is the median of the ratios of pairs.
func ratio(over, under []float64) float64 {
	out := slices.Clone(over)
	for i := range out {
		out[i] /= under[i]
	}
	return median(out)
}

func median[T int | float64](all []T) T {
	all = slices.Sorted(slices.Values(all))
	return all[len(all)/2]
}
