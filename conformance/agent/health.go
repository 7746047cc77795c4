package agent

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// shared is what the checks of one run share. It decides nothing about a target that works; it keeps
// a target that does not from costing its whole time limit a hundred times over.
type shared struct {
	config Config
	secret protocol.RunSecret

	mu      sync.Mutex
	fault   conformance.Failure // how the target last failed to greet
	failed  int                 // how many times in a row it failed so
	unheard map[string]unheard  // by request type
}

// An unheard is a type of request that the target has not answered once.
type unheard struct {
	times int // -1 once one was answered
	fault conformance.Failure
}

// enough is how many equal failures are taken as proof. Two, since one may be chance.
const enough = 2

// defaultAnswer is what process waits for an answer unless it is told otherwise.
const defaultAnswer = 10 * time.Second

// answerLimit is how long an answer may take to a request that is no decision.
func (s *shared) answerLimit() time.Duration { return cmp.Or(s.config.Limits.Answer, defaultAnswer) }

// startup is how long the target may take for its first answer.
func (s *shared) startup() time.Duration { return cmp.Or(s.config.Limits.Startup, time.Minute) }

// time is the clock of games, which the agent is told.
func (s *shared) time() TimeControl {
	if s.config.Time != (TimeControl{}) {
		return s.config.Time
	}
	limit := s.answerLimit()
	return TimeControl{Bank: 60 * limit, Increment: limit, Max: limit}
}

// limits are what is waited for. A decision may be given more time than other requests are.
func (s *shared) limits() process.Limits {
	l := s.config.Limits
	l.Answer = max(s.answerLimit(), s.config.Time.Max)
	return l
}

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

// answered tells that a request of that type was answered.
func (s *shared) answered(requestType string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unheard[requestType] = unheard{times: -1}
}

// unanswered tells that one was not, in the whole time that it had.
func (s *shared) unanswered(requestType string, f conformance.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.unheard[requestType]; u.times >= 0 {
		s.unheard[requestType] = unheard{u.times + 1, f}
	}
}

// hopeless returns the failure of a request whose type was never answered in enough checks, else nil.
func (s *shared) hopeless(requestType string) *conformance.Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.unheard[requestType]
	if u.times < enough {
		return nil
	}
	f := u.fault
	f.Message = fmt.Sprintf("not waited for, since no %s was answered in %d checks: %s", requestType, u.times, f.Message)
	return &f
}
