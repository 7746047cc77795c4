package suite

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

func TestATargetThatNeverGreetsIsAskedTwice(t *testing.T) {
	var h Health
	silent := conformance.Failure{Cause: conformance.Timeout, Message: "no answer"}
	assert.Assert(t, h.Lost() == nil)
	h.NotGreeted(silent)
	assert.Assert(t, h.Lost() == nil, "once may be chance")
	h.NotGreeted(conformance.Failure{Cause: conformance.Crash})
	assert.Assert(t, h.Lost() == nil, "two different failures prove nothing")
	h.NotGreeted(silent)
	h.Greeted()
	h.NotGreeted(silent)
	assert.Assert(t, h.Lost() == nil, "not in a row")
	h.NotGreeted(silent)
	assert.Equal(t, h.Lost().Cause, conformance.Timeout)
	assert.Equal(t, h.Lost().Request, "hello")
}

func TestAKindOfRequestThatIsNeverAnsweredIsNotWaitedFor(t *testing.T) {
	h := Health{Patience: 3}
	for range h.Patience {
		assert.Assert(t, h.Hopeless("step") == nil)
		h.Unanswered("step", conformance.Failure{Cause: conformance.Timeout, Message: "no answer within 10s"})
	}
	assert.Equal(t, h.Hopeless("step").Cause, conformance.Timeout)
	assert.Assert(t, h.Hopeless("hello") == nil, "another kind")
	h.Answered("step")
	assert.Assert(t, h.Hopeless("step") == nil, "it was answered after all")
	for range h.Patience {
		h.Unanswered("step", conformance.Failure{})
	}
	assert.Assert(t, h.Hopeless("step") == nil, "a kind that was answered once is waited for")
}
