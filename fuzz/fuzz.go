// Package fuzz drives an engine as hard as its pipe allows, knows which answers are right, and reduces
// whatever else comes to the few lines that show it.
//
// A Model of the engine's state says what may be answered to any line (model.go, want.go). A dialogue
// is a list of Moves, which mean the same at any place (move.go, edit.go); they are made up from the
// protocol's table and the target's own traffic (generate.go). Exchanges that show something new keep
// the moves that led to them (corpus.go), and what is found is made smaller (reduce.go).
//
// The package also holds the native targets of go test -fuzz for our own code.
package fuzz

// Sections 2, 4, 9 and 11.3: the run.

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// Options say what is driven and for how long.
type Options struct {
	Role    Role
	Command process.Command
	Limits  process.Limits
	Reading protocol.Reading
	Seed    uint64 // of every choice and every secret; each job has a stream of its own
	Part    uint32 // of a campaign over several machines: parts with the same Seed have no stream in common
	Format  string // of an engine's games; "" for any that it declares
	Deck    string // a catalog_id, likewise

	Jobs        int           // how many processes of the target run at the same time; 0: one a processor
	Time        time.Duration // 0: no limit
	Execs       uint64        // exchanges of each job; 0: no limit
	StopOnFirst bool          // at the first finding, but for advice
	Advised     bool          // advice is as good as any finding

	Corpus string // a folder for pieces of dialogue that showed something new; "" for none
	Resume bool   // begin with those that are there
	Repeat int    // how often a finding is tried again; default 5

	Slow time.Duration // from how long on an answer may be called slow; default a second

	Memory int64 // bytes by which a target's memory must grow to be told of, from the beginning of the run; default a 32nd of the machine's, after three minutes, on Linux

	Graph *Graph // takes notice of every exchange, if there is one

	Progress func(Stats)   // called every second or so, and at the end
	Found    func(Finding) // called for each finding once it is reduced, by one goroutine at a time
}

// Stats count what was done. They are monotonic but for Rate.
type Stats struct {
	Execs    uint64        // exchanges, without those of reductions
	Sessions uint64        // processes of the target
	Elapsed  time.Duration // since the run began
	Rate     float64       // exchanges a second, over the whole run
	States   int           // states of the target that can be told apart from outside
	Edges    int           // different ways from a state by a request and an answer to a state
	Kept     int           // pieces of dialogue that showed something new
	Findings int
}

// sessionLength is how many exchanges one process of the target is asked for: enough for dozens of
// short games, and little enough for what is kept of them.
const sessionLength = 800

// errEnough ends a run that has what it was to look for.
var errEnough = errors.New("enough")

// Run drives the target until ctx ends or a limit of o is reached, and returns what it found, in the
// order of finding. The error says why the target could not be driven at all: it can't be started, or
// it never answered a hello; what it does wrong afterwards is a Finding.
func Run(ctx context.Context, o Options) ([]Finding, Stats, error) {
	if o.Corpus != "" {
		if err := os.MkdirAll(o.Corpus, 0o777); err != nil {
			return nil, Stats{}, err
		}
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Repeat == 0 {
		o.Repeat = 5
	}
	begin := time.Now()
	if o.Time > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var kept [][]Move
	if o.Corpus != "" && o.Resume {
		pieces, err := loadCorpus(o.Corpus, o.named())
		if err != nil {
			return nil, Stats{}, err
		}
		for _, p := range pieces[:min(len(pieces), mostPieces)] {
			kept = append(kept, p.Moves)
		}
	}
	r := &run{o: o, stop: stop, pace: pace{}, begin: begin, known: map[string]*Finding{}, states: map[string]struct{}{}, edges: map[way]struct{}{}}
	r.stats.Kept = len(kept)
	done := make(chan struct{})
	var watch, work sync.WaitGroup
	if o.Progress != nil {
		watch.Go(func() { r.report(done) })
	}
	errs := make([]error, o.Jobs)
	for j := range o.Jobs {
		work.Go(func() {
			stream := uint64(o.Part)<<32 | uint64(j)
			g := &generator{rng: rand.New(rand.NewPCG(o.Seed, stream)), kept: slices.Clone(kept)}
			errs[j] = r.work(ctx, g, stream)
		})
	}
	work.Wait()
	close(done)
	watch.Wait()
	if ctx.Err() != nil {
		return r.found, r.count(), nil // whatever was being done was cut short
	}
	return r.found, r.count(), errors.Join(errs...)
}

// A run is what the jobs share.
type run struct {
	o     Options
	stop  context.CancelCauseFunc
	begin time.Time

	mu     sync.Mutex
	stats  Stats
	states map[string]struct{}
	edges  map[way]struct{}
	known  map[string]*Finding // by fingerprint
	found  []Finding

	pace   pace
	soaked int          // how many processes were looked into for their memory
	looked int          // how many slow answers were looked into
	alone  sync.RWMutex // held by those who ask, and alone by one who must know how long an answer takes

	telling sync.Mutex // held while Found is called
}

func (r *run) count() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.stats
	s.Elapsed = time.Since(r.begin)
	s.Rate = float64(s.Execs) / s.Elapsed.Seconds()
	s.States, s.Edges, s.Findings = len(r.states), len(r.edges), len(r.found)
	return s
}

func (r *run) report(done <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.o.Progress(r.count())
		case <-done:
			r.o.Progress(r.count())
			return
		}
	}
}

// secretOf is the run secret of one session: what a session's games are, its number alone decides.
func secretOf(seed, stream, session uint64) protocol.RunSecret {
	var b [24]byte
	binary.BigEndian.PutUint64(b[:], seed)
	binary.BigEndian.PutUint64(b[8:], stream)
	binary.BigEndian.PutUint64(b[16:], session)
	return sha256.Sum256(b[:])
}

// ungreeted is how many processes in a row may fail to greet before the run gives up.
const ungreeted = 3

// work runs one session after another.
func (r *run) work(ctx context.Context, g *generator, stream uint64) error {
	var execs uint64
	failed := 0
	for n := uint64(0); ctx.Err() == nil && (r.o.Execs == 0 || execs < r.o.Execs); n++ {
		secret := secretOf(r.o.Seed, stream, n)
		most := r.o.role().length(secret, n)
		if few, ok := fewRequests(n); ok {
			most = few
		}
		if r.o.Execs > 0 {
			most = min(most, r.o.Execs-execs)
		}
		s := r.session(ctx, g, secret, most, n%rerunEvery == 0)
		execs += s.execs
		if s.err != nil {
			return s.err
		}
		if failed++; s.greeted || most == 0 {
			failed = 0
		}
		if failed == ungreeted {
			return nil // the finding says why
		}
	}
	return nil
}

// A result is what came of a session.
type result struct {
	execs   uint64
	greeted bool
	whole   bool // it came to its end, with nothing to blame that lasts
	err     error
}

// session runs one process of the target for at most most exchanges, and plays its last game again.
func (r *run) session(ctx context.Context, g *generator, secret protocol.RunSecret, most uint64, rerun bool) result {
	x, err := r.o.open(ctx, secret)
	if err != nil {
		return result{err: err}
	}
	defer x.close()
	moves, out := r.dialogue(ctx, x, g, secret, most)
	if out.whole && ctx.Err() == nil {
		r.grows(ctx, x, secret, moves)
	}
	if rerun && out.whole && ctx.Err() == nil {
		if f := r.o.rerun(ctx, x, secret); f != nil && ctx.Err() == nil {
			r.finding(ctx, secret, moves, f, x.rows)
		}
	}
	if out.whole && ctx.Err() == nil {
		r.close(ctx, x, g, secret, moves)
	}
	return out
}

// dialogue asks a process that was just started whatever g makes up.
func (r *run) dialogue(ctx context.Context, x *session, g *generator, secret protocol.RunSecret, most uint64) (moves []Move, out result) {
	r.mu.Lock()
	r.stats.Sessions++
	r.mu.Unlock()
	g.plan, g.fault = nil, false
	lasting := false
	var before answered
	moves = make([]Move, 0, most)
	x.rows = slices.Grow(x.rows, int(min(2*most, 2*sessionLength)))
	for out.execs < most && ctx.Err() == nil {
		var v Move
		if out.execs == 0 {
			v = x.first(g)
		} else {
			v = x.next(g)
		}
		moves = append(moves, v)
		r.alone.RLock()
		a, err := x.ask(v)
		r.alone.RUnlock()
		if ctx.Err() != nil {
			return moves, out
		}
		if out.err = err; err != nil {
			return moves, out
		}
		if a.late != nil {
			r.o.Graph.blame(before, a.late)
			r.finding(ctx, secret, moves[:len(moves)-1], a.late, x.rows[:2*len(moves)-2])
		}
		r.slow(ctx, x, secret, moves, a)
		out.execs++
		x.weigh(out.execs, most)
		out.greeted = out.greeted || x.greeted()
		g.fault = a.isError
		if a.class == "decision" && g.rng.IntN(30) == 0 {
			g.listen(a.line)
		}
		r.o.Graph.note(a)
		before = a
		if r.note(a) && out.execs > 1 {
			g.keep(r, moves)
		}
		if a.fault != nil {
			r.finding(ctx, secret, moves, a.fault, x.rows)
			if a.fault.Lasting {
				lasting = true
			}
		}
		if lasting = lasting || x.lost(); lasting {
			break
		}
	}
	if f := x.settle(); f != nil {
		r.o.Graph.blame(before, f)
		r.finding(ctx, secret, moves, f, x.rows)
	}
	out.whole = !lasting
	return moves, out
}

// note counts an exchange and reports whether it showed something new.
func (r *run) note(a answered) bool {
	edge := a.way()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stats.Execs++
	r.states[a.shape] = struct{}{}
	if _, ok := r.edges[edge]; ok || len(r.edges) >= mostEdges {
		return false
	}
	r.edges[edge] = struct{}{}
	return true
}

// mostEdges bounds what is remembered: an engine may word its states in endless ways.
const mostEdges = 1 << 18
