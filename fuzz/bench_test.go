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
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/engine"
)

// BenchmarkRate sets the fuzzer's rate against bare ping-pongs of the same lines over the same transport,
// which wait for each answer and look at none. In some the same engine answers, so that its work counts on
// both sides; in others the answers were recorded and come at once, so that it counts against the fuzzer.
// They take turns, a session each, so that a busy machine is busy for all.
//
// With one session the figures are those of a single dialogue. With as many as there are processors, which is
// what a run has unless it is told otherwise, "of_pingpong" is against as many ping-pongs, and "of_one" is what
// the run as a whole does for each exchange of a single one. All are the fuzzer's rate divided by the other,
// the median over the turns; "engine_of_recorded" is what the engine alone leaves of recorded answers.
func BenchmarkRate(b *testing.B) {
	for _, sessions := range []struct {
		name string
		n    int
	}{{"one", 1}, {"all", runtime.GOMAXPROCS(0)}} {
		b.Run("in-process/"+sessions.name, func(b *testing.B) {
			benchmarkRate(b, sessions.n, reference(engine.Options{}), func(answers []byte) process.Command {
				return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
					return recite(stdin, stdout, answers)
				})
			})
		})
		b.Run("pipe/"+sessions.name, func(b *testing.B) {
			dir, n := b.TempDir(), 0
			benchmarkRate(b, sessions.n, ourselves("engine"), func(answers []byte) process.Command {
				n++
				path := filepath.Join(dir, strconv.Itoa(n))
				assert.NilError(b, os.WriteFile(path, answers, 0o666))
				return ourselves("recorded", recording+"="+path)
			})
		})
	}
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

func benchmarkRate(b *testing.B, sessions int, c process.Command, recorded func(answers []byte) process.Command) {
	o := Options{Command: c, Repeat: 1}
	r := &run{o: o, pace: pace{}, known: map[string]*Finding{}, states: map[string]struct{}{}, edges: map[way]struct{}{}}
	jobs := make([]job, sessions)
	for j := range jobs {
		jobs[j].g = &generator{rng: rand.New(rand.NewPCG(1, uint64(j)))}
	}
	var fuzzed, bare, alone, recited []float64 // seconds an exchange
	for n := 0; b.Loop(); n++ {
		for j := range jobs {
			x, err := o.open(context.Background(), secretOf(1, uint64(j), uint64(n)))
			assert.NilError(b, err)
			jobs[j].x = x
		}
		runtime.GC()
		ours := together(len(jobs), func(j int) {
			_, out := r.dialogue(context.Background(), jobs[j].x, jobs[j].g, secretOf(1, uint64(j), uint64(n)), sessionLength)
			assert.Check(b, out.err)
		})
		lines, answers := make([][][]byte, len(jobs)), make([][]byte, len(jobs))
		for j := range jobs {
			jobs[j].x.close()
			for _, row := range jobs[j].x.rows {
				if row.Dir == goldens.HostToEngine {
					lines[j] = append(lines[j], row.Message)
				} else {
					answers[j] = append(append(answers[j], row.Message...), '\n')
				}
			}
		}
		target := func(int) process.Command { return o.Command }
		fuzzed = append(fuzzed, each(ours, lines))
		bare = append(bare, each(pingpong(b, target, lines), lines))
		alone = append(alone, each(pingpong(b, target, lines[:1]), lines[:1]))
		recited = append(recited, each(pingpong(b, func(j int) process.Command { return recorded(answers[j]) }, lines), lines))
	}
	b.ReportMetric(1/median(fuzzed), "fuzz/s")
	b.ReportMetric(1/median(bare), "pingpong/s")
	b.ReportMetric(1/median(recited), "recorded/s")
	b.ReportMetric(ratio(bare, fuzzed), "of_pingpong")
	b.ReportMetric(ratio(alone, fuzzed), "of_one")
	b.ReportMetric(ratio(recited, fuzzed), "of_recorded")
	b.ReportMetric(ratio(recited, bare), "engine_of_recorded")
}

// each is the time for each of some lines, in seconds.
func each(d time.Duration, lines [][][]byte) float64 {
	n := 0
	for _, some := range lines {
		n += len(some)
	}
	return d.Seconds() / float64(n)
}

// A job is one process with who asks it.
type job struct {
	x *session
	g *generator
}

// together tells how long all of some things take at the same time.
func together(n int, do func(i int)) time.Duration {
	begin := time.Now()
	var work sync.WaitGroup
	for i := range n {
		work.Go(func() { do(i) })
	}
	work.Wait()
	return time.Since(begin)
}

// pingpong tells how long it takes to send processes their lines and read the answers, one after the other.
func pingpong(b *testing.B, command func(j int) process.Command, lines [][][]byte) time.Duration {
	all := make([]*process.Process, len(lines))
	for j := range all {
		p, err := process.Start(context.Background(), command(j), process.Limits{})
		assert.NilError(b, err)
		defer p.Stop()
		all[j] = p
	}
	runtime.GC()
	return together(len(all), func(j int) {
		for _, line := range lines[j] {
			_, err := all[j].Exchange(line)
			assert.Check(b, err)
		}
	})
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
