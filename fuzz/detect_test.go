package fuzz

// What the fuzzer finds when no fixed check is asked: the measure behind the table in fuzz/README.md.
//
//	go test ./fuzz -run TestDetection                                    one seed, a bounded number of exchanges
//	SBCONFORM_FUZZ_DETECT=60s go test ./fuzz -run TestDetection -v -timeout 0    three seeds, up to a minute for each mutant; 5000: so many requests

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
)

// concerned are the sections whose mutants must be found: those of requests, of retransmission, of steps and of
// parsing. The rest of the engine's mutants are about what is in a decision, which is the validator's part.
var concerned = map[string]string{
	"2":    "lines",
	"4.1":  "request ids, retransmission, parsing",
	"9.1":  "hello",
	"9.2":  "reset and its caps",
	"9.3":  "step numbers, and that a decision is of the game and engine that was asked",
	"9.4":  "step",
	"9.5":  "the answer to the last step",
	"9.6":  "validate_deck",
	"9.7":  "probe_resample",
	"9.8":  "refusals",
	"12.2": "the rules that a reset asks for",
}

// A hunt is a fault and what was found of it.
type hunt struct {
	name    string
	command process.Command
	limits  process.Limits // that suffice; zero fields stand for the defaults
	found   []Finding
}

// hunts are run side by side, each until its first finding.
func hunts(t *testing.T, o Options, all []hunt) {
	t.Helper()
	o.Jobs, o.StopOnFirst, o.Repeat = 1, true, 1
	t.Run(fmt.Sprint("seed ", o.Seed), func(t *testing.T) {
		for i := range all {
			t.Run(all[i].name, func(t *testing.T) {
				t.Parallel()
				o := o
				o.Command, o.Limits = all[i].command, all[i].limits
				begin := time.Now()
				found, stats, err := Run(context.Background(), o)
				assert.NilError(t, err)
				all[i].found = found
				if len(found) == 0 {
					t.Logf("survives %d exchanges", stats.Execs)
					return
				}
				t.Logf("%s after %d exchanges and %s: reduced to %d: %v", found[0].Fingerprint(), stats.Execs, time.Since(begin).Round(time.Millisecond), found[0].Exchanges(), found[0].Moves)
			})
		}
	})
}

// survivors are the names of those of which nothing was found.
func survivors(all []hunt) []string {
	var out []string
	for _, h := range all {
		if len(h.found) == 0 {
			out = append(out, h.name)
		}
	}
	return out
}

// middle is the number of exchanges of the middle one of the reduced dialogues; 0 if there are none.
func middle(all []hunt) int {
	var sizes []int
	for _, h := range all {
		for _, f := range h.found {
			sizes = append(sizes, f.Exchanges())
		}
	}
	if len(sizes) == 0 {
		return 0
	}
	return median(sizes)
}

// fullDetection is what the environment asks for: a time for each mutant, or a number of requests, which makes the
// same of a busy machine as of another.
func fullDetection(t *testing.T) (o Options, ok bool) {
	v, ok := os.LookupEnv("SBCONFORM_FUZZ_DETECT")
	if !ok {
		return o, false
	}
	var err error
	if o.Execs, err = strconv.ParseUint(v, 10, 64); err != nil {
		o.Time, err = time.ParseDuration(v)
	}
	assert.NilError(t, err)
	return o, true
}

// TestDetection wants eight of ten of the reference's own mutants found with each seed, and all that were made
// for the fuzzer, in dialogues of which the middle one has at most four exchanges.
func TestDetection(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of thousands of exchanges")
	}
	seeds, bound := []uint64{1}, Options{Execs: 20000}
	if full, ok := fullDetection(t); ok {
		seeds, bound = []uint64{1, 2, 3}, full
	}
	for _, seed := range seeds {
		bound.Seed = seed
		var own, made []hunt
		for _, m := range engine.Mutants() {
			if _, ok := concerned[m.Section]; ok {
				own = append(own, hunt{name: m.Name, command: reference(engine.Options{Mutant: m.Name})})
			}
		}
		for _, m := range rare {
			made = append(made, hunt{name: m.name, command: filtered(m.make)})
		}
		hunts(t, bound, own)
		hunts(t, bound, made)
		missed, lost := survivors(own), survivors(made)
		t.Logf("seed %d: of %d mutants %d found, not %s; of %d rare ones %d found; the median dialogue has %d exchanges",
			seed, len(own), len(own)-len(missed), strings.Join(missed, " "), len(made), len(made)-len(lost), middle(slices.Concat(own, made)))
		assert.Assert(t, 5*len(missed) <= len(own), "seed %d: survive: %v", seed, missed)
		assert.Assert(t, len(lost) == 0, "seed %d: survive: %v", seed, lost)
		assert.Assert(t, middle(slices.Concat(own, made)) <= 4)
	}
}
