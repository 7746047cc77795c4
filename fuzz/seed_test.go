package fuzz

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
)

// heard is a target that keeps what each of its processes was sent.
type heard struct {
	mu  sync.Mutex
	all []*bytes.Buffer
}

func (h *heard) command(serve func(stdin io.Reader, stdout io.Writer) error) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		said := new(bytes.Buffer)
		h.mu.Lock()
		h.all = append(h.all, said)
		h.mu.Unlock()
		return serve(io.TeeReader(stdin, said), stdout)
	})
}

// The same seed and the same answers are the same run: the same bytes to each process in the same order, the
// same corpus, the same findings. Another seed is another run.
func TestTheSameSeedIsTheSameRun(t *testing.T) {
	engines := func(mutant string) func(io.Reader, io.Writer) error {
		return func(stdin io.Reader, stdout io.Writer) error {
			return engine.Serve(stdin, stdout, engine.Options{Mutant: mutant})
		}
	}
	type outcome struct {
		said   []string
		corpus map[string]string
		found  []string
	}
	for _, tt := range []struct {
		name  string
		role  Role
		execs uint64
		serve func(io.Reader, io.Writer) error
	}{
		{"an engine", Engine, 2500, engines("")},
		{"an engine with a fault", Engine, 600, engines("step-any-step")},
		{"an agent", Agent, 600, func(stdin io.Reader, stdout io.Writer) error {
			return agent.Serve(stdin, stdout, agent.Options{Policy: "first"})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			run := func(seed uint64) outcome {
				h, dir := new(heard), t.TempDir()
				found, stats, err := Run(context.Background(), Options{
					Role: tt.role, Command: h.command(tt.serve), Seed: seed, Jobs: 1, Execs: tt.execs, Corpus: dir, Repeat: 1,
					Slow: time.Hour, // how busy this machine is must not matter
				})
				assert.NilError(t, err)
				out := outcome{corpus: map[string]string{}}
				assert.Equal(t, stats.Execs, tt.execs)
				for _, b := range h.all {
					out.said = append(out.said, b.String())
				}
				names, err := pieceNames(dir)
				assert.NilError(t, err)
				for _, name := range names {
					b, err := os.ReadFile(filepath.Join(dir, name))
					assert.NilError(t, err)
					out.corpus[name] = string(b)
				}
				for _, f := range found {
					out.found = append(out.found, f.Account())
				}
				return out
			}
			one, again, other := run(7), run(7), run(8)
			assert.Equal(t, len(one.said), len(again.said))
			for i := range one.said {
				assert.Assert(t, one.said[i] == again.said[i], "process %d of %d was sent something else", i, len(one.said))
			}
			assert.DeepEqual(t, one.corpus, again.corpus)
			assert.DeepEqual(t, one.found, again.found)
			assert.Assert(t, len(one.corpus) > 50)
			assert.Assert(t, one.said[0] != other.said[0])
		})
	}
}
