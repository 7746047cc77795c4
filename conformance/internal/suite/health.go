package suite

import (
	"fmt"
	"sync"

	"github.com/spellbench/sbconform/conformance"
)

// A Health is what the checks of a run remember of a target that does not answer, so that it does not cost
// its whole time limit a hundred times over. It decides nothing about a target that works. Its methods may
// be called from several goroutines.
type Health struct {
	// Patience is how many answers to one kind of request may be missed, when none ever came, before no
	// other is waited for.
	Patience int

	mu      sync.Mutex
	fault   conformance.Failure // how the target last failed to greet
	failed  int                 // how many times in a row it failed so
	unheard map[string]unheard  // by kind of request
}

// An unheard is a kind of request that the target has not answered once.
type unheard struct {
	times int // -1 once one was answered
	fault conformance.Failure
}

// enough is how many equal failures to greet are taken as proof. Two, since one may be chance.
const enough = 2

// Lost returns the failure of a target that failed to greet often enough, else nil.
func (h *Health) Lost() *conformance.Failure {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed < enough {
		return nil
	}
	f := h.fault
	f.Message = "not asked, since the target failed to greet twice in a row: " + f.Message
	f.Request = "hello"
	return &f
}

// Greeted tells that the target was greeted and answered as it should.
func (h *Health) Greeted() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failed = 0
}

// NotGreeted tells how the target failed to greet.
func (h *Health) NotGreeted(f conformance.Failure) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f.Cause != h.fault.Cause {
		h.failed = 0
	}
	h.fault = f
	h.failed++
}

// Answered tells that a request of that kind was answered.
func (h *Health) Answered(kind string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.remember(kind, unheard{times: -1})
}

// Unanswered tells that one was not, in the whole time that it had, and how.
func (h *Health) Unanswered(kind string, f conformance.Failure) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if u := h.unheard[kind]; u.times >= 0 {
		h.remember(kind, unheard{u.times + 1, f})
	}
}

func (h *Health) remember(kind string, u unheard) {
	if h.unheard == nil {
		h.unheard = map[string]unheard{}
	}
	h.unheard[kind] = u
}

// Hopeless returns the failure of a request whose kind was missed so often that it is not waited for, else
// nil.
func (h *Health) Hopeless(kind string) *conformance.Failure {
	h.mu.Lock()
	defer h.mu.Unlock()
	u := h.unheard[kind]
	if u.times < h.Patience {
		return nil
	}
	f := u.fault
	f.Message = fmt.Sprintf("not waited for, since no %s was answered in %d checks: %s", kind, u.times, f.Message)
	return &f
}
