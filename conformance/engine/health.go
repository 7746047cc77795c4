package engine

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// shared is what the checks of one run share. It decides nothing about a target that works; it keeps
// a target that does not from costing its whole time limit a hundred times over.
type shared struct {
	config Config
	secret protocol.RunSecret

	mu      sync.Mutex
	fault   conformance.Failure // how the target last failed to greet
	failed  int                 // how many times in a row it failed so
	lost    int                 // answers that never came
	slowest time.Duration       // the slowest answer that came

	scouting sync.Mutex // held while decks are tried
	played   []match    // those that begin, of the first tried ones of all
	tried    int

	unheard map[string]unheard // by kind of request

	recording  sync.Mutex   // held while games are recorded
	recordings []*recording // games that several checks review

	waiting []*session // idle processes, the last one used last
	handed  int        // how often one was handed to a further check
	closed  bool       // no process may wait any more
	traces  []trace    // what went wrong in processes that several checks used
	steps   int        // answered so far
	stepped time.Duration
}

// enough is how many equal failures are taken as proof. Two, since one may be chance.
const enough = 2

// verdict returns the failure of a target that failed to greet often enough, else nil.
func (s *shared) verdict() *conformance.Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed < enough {
		return nil
	}
	f := s.fault
	f.Message = "not asked, since the target failed to greet twice in a row: " + f.Message
	f.Request = "hello"
	return &f
}

func (s *shared) greeted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = 0
}

func (s *shared) notGreeted(f conformance.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Cause != s.fault.Cause {
		s.failed = 0
	}
	s.fault = f
	s.failed++
}

// An unheard is a kind of request that the target has not answered once.
type unheard struct {
	times int // -1 once one was answered
	fault conformance.Failure
}

// requestTypes are those of the engine role (Section 9).
var requestTypes = [...]string{"hello", "reset", "step", "validate_deck", "probe_resample"}

// kind names the kind of a request, for what is remembered of its answers.
func (x text) kind() string {
	v, err := wire.Parse([]byte(x))
	switch t := v.Get("request_type"); {
	case err != nil:
		return "line of bad JSON"
	case slices.Contains(requestTypes[:], t.Str()):
		return t.Str()
	}
	return "request of no type"
}

// answered tells that an answer came, and how soon.
func (s *shared) answered(x text, after time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slowest = max(s.slowest, after)
	if x.kind() == "step" {
		s.steps++
		s.stepped += after
	}
	s.unheard[x.kind()] = unheard{times: -1}
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
	if u := s.unheard[x.kind()]; u.times >= 0 {
		s.unheard[x.kind()] = unheard{u.times + 1, f}
	}
}

// hopeless returns the failure of a request whose kind was never answered in several checks, else nil.
func (s *shared) hopeless(x text) *conformance.Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.unheard[x.kind()]
	if u.times < impatience {
		return nil
	}
	f := u.fault
	f.Message = fmt.Sprintf("not waited for, since no %s was answered in %d checks: %s", x.kind(), u.times, f.Message)
	return &f
}

// defaultAnswer is what process waits for an answer unless it is told otherwise.
const defaultAnswer = 10 * time.Second

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
	full := cmp.Or(l.Answer, defaultAnswer)
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
