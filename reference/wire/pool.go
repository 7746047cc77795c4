package wire

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// A pool holds scanners at rest. sync.Pool alone would give them up at the second garbage collection after
// their last use, which in a host is between one decision and the next; canonical form of a decision of 1 MB
// then takes 1.6 times as long, for new memory. So one is kept for good, unless a line has made it large.
type pool struct {
	kept   atomic.Pointer[scanner]
	others sync.Pool
}

var scanners pool

// keptSize is the most memory that is kept for good, in bytes.
const keptSize = 4 << 20

func (p *pool) get() *scanner {
	if s := p.kept.Swap(nil); s != nil {
		return s
	}
	if s, ok := p.others.Get().(*scanner); ok {
		return s
	}
	return &scanner{seed: maphash.MakeSeed(), keys: make([]key, 64)}
}

// put takes a scanner back. It drops what belongs to the caller.
func (p *pool) put(s *scanner) {
	s.line, s.tree.line, s.renderer.t, s.renderer.out = nil, nil, nil, nil
	if s.size() > keptSize || !p.kept.CompareAndSwap(nil, s) {
		p.others.Put(s)
	}
}

// size returns about how many bytes s holds that depend on the lines it has had.
func (s *scanner) size() int {
	return 8*cap(s.nodes) + 24*cap(s.keys) + 16*cap(s.pairs) + 4*cap(s.table) + cap(s.marks) + cap(s.texts)
}
