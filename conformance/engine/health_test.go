package engine

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/process"
)

func TestPatienceFollowsTheTarget(t *testing.T) {
	s := &shared{config: Config{Limits: process.Limits{Answer: 30 * time.Second}}}
	s.answered(helloText("h-1"), 200*time.Millisecond)
	for range impatience {
		l, remark := s.limits()
		assert.Equal(t, l.Answer, 30*time.Second)
		assert.Equal(t, remark, "")
		s.unanswered(helloText("h-2"), conformance.Failure{})
	}
	l, remark := s.limits()
	assert.Equal(t, l.Answer, 4*time.Second)
	assert.Assert(t, remark != "")
}

// A target that prints before it is asked is told so by name, and not that its hello_ok is wrong.
func TestTextBeforeHelloHasItsName(t *testing.T) {
	target := process.Serving(faulty.Banner("engine ready", serveAll))
	r := run(t, Config{Command: target}, "engine/hello/answer")["engine/hello/answer"]
	assert.Equal(t, r.Verdict, conformance.Fail)
	assert.Equal(t, r.Failure.Cause, conformance.Framing)
	assert.Assert(t, r.Failure.Hint != "")
}
