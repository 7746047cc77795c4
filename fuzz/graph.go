package fuzz

// The target as it looks from outside: the states that can be told apart, and the ways between them.

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// A Graph counts what the exchanges of a run have in common. The zero value is ready, and may be used from
// several goroutines. A nil Graph counts nothing.
type Graph struct {
	mu   sync.Mutex
	ways map[way]*passage
}

type way struct{ from, request, answer, to string }

func (w way) String() string { return w.from + "|" + w.request + "|" + w.answer + "|" + w.to }

type passage struct {
	times  uint64
	faults []string
}

// A Way leads from a state to a state, by the class of a request and the class of its answer.
type Way struct {
	From, Request, Answer string
	To                    string   // "" where nothing more can come of the process
	Times                 uint64   // how often it was taken
	Faults                []string // the fingerprints of what was wrong with it, a few at most
}

// wayFaults bounds the fingerprints that are kept of one way.
const wayFaults = 8

// note counts an exchange.
func (g *Graph) note(a answered) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.passage(a); p != nil {
		p.times++
		p.blame(a.fault)
	}
}

// blame adds what became known of an exchange only after it was counted.
func (g *Graph) blame(a answered, f *Fault) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.passage(a); p != nil {
		p.blame(f)
	}
}

// passage is what is known of the way of an exchange; nil for a new one when there are too many.
func (g *Graph) passage(a answered) *passage {
	w := a.way()
	if p := g.ways[w]; p != nil || len(g.ways) >= mostEdges {
		return p
	}
	if g.ways == nil {
		g.ways = map[way]*passage{}
	}
	p := new(passage)
	g.ways[w] = p
	return p
}

func (p *passage) blame(f *Fault) {
	if f == nil || len(p.faults) >= wayFaults {
		return
	}
	if print := f.Fingerprint(); !slices.Contains(p.faults, print) {
		p.faults = append(p.faults, print)
	}
}

// Ways returns the ways: those with faults first, then the most frequent.
func (g *Graph) Ways() []Way {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := make([]Way, 0, len(g.ways))
	for w, p := range g.ways {
		faults := slices.Clone(p.faults)
		slices.Sort(faults) // in what order they were met, chance decides
		out = append(out, Way{w.from, w.request, w.answer, w.to, p.times, faults})
	}
	slices.SortFunc(out, func(a, b Way) int {
		return cmp.Or(
			cmp.Compare(len(b.Faults), len(a.Faults)), cmp.Compare(b.Times, a.Times), strings.Compare(a.From, b.From),
			strings.Compare(a.Request, b.Request), strings.Compare(a.Answer, b.Answer), strings.Compare(a.To, b.To))
	})
	return out
}
