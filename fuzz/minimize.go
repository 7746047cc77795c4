package fuzz

// Corpora of several machines and many nights: joined, and made small again.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Merge copies the pieces of corpora to out, which may be one of them or not be there yet. It returns
// how many there are in all and how many of them out did not have. Every corpus is read before anything
// is written.
func Merge(out string, dirs ...string) (all, added int, err error) {
	pieces := map[string]piece{}
	for _, dir := range dirs {
		some, err := loadCorpus(dir, "")
		if err != nil {
			return 0, 0, err
		}
		for _, p := range some {
			name, _, err := p.encode()
			if err != nil {
				return 0, 0, fmt.Errorf("%s: %w", filepath.Join(dir, p.name), err)
			}
			pieces[name] = p.piece
		}
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return 0, 0, err
	}
	there, err := loadCorpus(out, "")
	if err != nil {
		return 0, 0, err
	}
	roles := map[Role]bool{}
	for _, p := range there {
		pieces[p.name] = p.piece
		roles[p.Role] = true
	}
	for _, p := range pieces {
		roles[p.Role] = true
	}
	if len(roles) > 1 {
		return 0, 0, errors.New("some of these corpora are of engines and some of agents: merge each sort for itself")
	}
	for name, p := range pieces {
		if slices.ContainsFunc(there, func(f filed) bool { return f.name == name }) {
			continue
		}
		if err := p.save(out); err != nil {
			return 0, 0, err
		}
		added++
	}
	return len(pieces), added, nil
}

// Minimized tells what Minimize has done.
type Minimized struct {
	Before, After int // pieces
	Edges         int // that either show
}

// Minimize plays every piece of the corpus in o.Corpus to a fresh process of the target, and removes
// those without which the others show as many edges. Of two that are as good, the shorter stays. With
// equal answers it leaves the same files each time, whatever o.Jobs is. Nothing is removed unless all
// were played: the error is that of ctx, of a bad file or of a target that can't be started.
func Minimize(ctx context.Context, o Options) (Minimized, error) {
	pieces, err := loadCorpus(o.Corpus, o.named())
	if err != nil {
		return Minimized{}, err
	}
	shown := make([][]string, len(pieces))
	var next atomic.Int64
	var work sync.WaitGroup
	jobs := cmp.Or(o.Jobs, runtime.GOMAXPROCS(0))
	errs := make([]error, jobs)
	for j := range jobs {
		work.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(pieces) && errs[j] == nil; i = int(next.Add(1)) - 1 {
				shown[i], errs[j] = o.edges(ctx, pieces[i].Moves)
			}
		})
	}
	work.Wait()
	if err := errors.Join(ctx.Err(), errors.Join(errs...)); err != nil {
		return Minimized{}, err
	}
	keep, edges := cover(pieces, shown)
	for i, p := range pieces {
		if !keep[i] {
			if err := os.Remove(filepath.Join(o.Corpus, p.name)); err != nil {
				return Minimized{}, err
			}
		}
	}
	n := 0
	for _, k := range keep {
		if k {
			n++
		}
	}
	return Minimized{len(pieces), n, edges}, nil
}

// edges lists what a piece of dialogue shows, played after a hello.
func (o *Options) edges(ctx context.Context, moves []Move) ([]string, error) {
	s, err := o.open(ctx, secretOf(o.Seed, 0, 0))
	if err != nil {
		return nil, err
	}
	defer s.close()
	var out []string
	for _, v := range slices.Concat([]Move{hello}, moves) {
		a, err := s.ask(v)
		if err != nil {
			return nil, err
		}
		out = append(out, a.way().String())
		if a.fault != nil && a.fault.Lasting || s.lost() {
			break
		}
	}
	s.settle()
	slices.Sort(out)
	return slices.Compact(out), nil
}

// cover chooses pieces that show every edge that any shows: again and again the one that shows most
// that is new, or the shorter one, or the one whose name comes first. Then those go that later ones have
// made superfluous.
func cover(pieces []filed, shown [][]string) (keep []bool, edges int) {
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(size(pieces[a].Moves), size(pieces[b].Moves)), cmp.Compare(pieces[a].name, pieces[b].name))
	})
	times := map[string]int{} // how many of the kept show an edge
	keep = make([]bool, len(pieces))
	var kept []int
	atMost := make([]int, len(pieces)) // how much that is new a piece can show: it is less each time
	for i := range atMost {
		atMost[i] = len(shown[i])
	}
	for {
		best, most := -1, 0
		for _, i := range order {
			if atMost[i] <= most {
				continue
			}
			fresh := 0
			for _, e := range shown[i] {
				if times[e] == 0 {
					fresh++
				}
			}
			if atMost[i] = fresh; fresh > most {
				best, most = i, fresh
			}
		}
		if best < 0 {
			break
		}
		keep[best] = true
		kept = append(kept, best)
		for _, e := range shown[best] {
			times[e]++
		}
	}
	for _, i := range kept {
		if !slices.ContainsFunc(shown[i], func(e string) bool { return times[e] == 1 }) {
			keep[i] = false
			for _, e := range shown[i] {
				times[e]--
			}
		}
	}
	return keep, len(times)
}
