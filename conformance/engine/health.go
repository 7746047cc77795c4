package engine

import (
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// shared is what the checks of one run share. It decides nothing about a target that works; it keeps
// a target that does not from costing its whole time limit a hundred times over.
type shared struct {
	config Config
	secret protocol.RunSecret
	health suite.Health

	mu      sync.Mutex
	lost    int           // answers that never came
	slowest time.Duration // the slowest answer that came

	scouting sync.Mutex // held while decks are tried
	played   []match    // those that begin, of the first tried ones of all
	tried    int

	recording  sync.Mutex   // held while games are recorded
	recordings []*recording // games that several checks review

	waiting []*session // idle processes, the last one used last
	handed  int        // how often one was handed to a further check
	closed  bool       // no process may wait any more
	traces  []trace    // what went wrong in processes that several checks used
	steps   int        // answered so far
	stepped time.Duration
}

// kind names the kind of a request, for what is remembered of its answers.
func (x text) kind() string { return role().Kind([]byte(x)) }

// answered tells that an answer came, and how soon.
func (s *shared) answered(x text, after time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slowest = max(s.slowest, after)
	if x.kind() == "step" {
		s.steps++
		s.stepped += after
	}
	s.health.Answered(x.kind())
}

// stepTime is how long a step takes, as far as is known.
func (s *shared) stepTime() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stepped / time.Duration(max(1, s.steps))
}

// unanswered tells that none came in time.
func (s *shared) unanswered(x text, f conformance.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost++
	s.health.Unanswered(x.kind(), f)
}

// impatience is how many answers may be missed at the full time limit. A target that ignores what it
// does not like misses dozens: after these few it gets twenty times its own slowest answer, and never
// less than a second.
const impatience = 4

// limits returns the time limits for the next process, and a remark where they are reduced.
func (s *shared) limits() (process.Limits, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.config.Limits
	if s.lost < impatience {
		return l, ""
	}
	full := l.WithDefaults().Answer
	l.Answer = min(full, max(time.Second, 20*s.slowest))
	return l, "the time limit is reduced, since earlier checks waited in vain for as long as " + full.String()
}

// reading tells which rules answers are held to.
func (s *shared) reading() protocol.Reading {
	if s.config.Profile == Strict {
		return protocol.Strict
	}
	return protocol.Spec
}
