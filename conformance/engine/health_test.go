package engine

import (
	"io"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

func TestATargetThatNeverGreetsIsAskedTwice(t *testing.T) {
	s := &shared{}
	silent := conformance.Failure{Cause: conformance.Timeout, Message: "no answer"}
	assert.Assert(t, s.verdict() == nil)
	s.notGreeted(silent)
	assert.Assert(t, s.verdict() == nil, "once may be chance")
	s.notGreeted(conformance.Failure{Cause: conformance.Crash})
	assert.Assert(t, s.verdict() == nil, "two different failures prove nothing")
	s.notGreeted(silent)
	s.greeted()
	s.notGreeted(silent)
	assert.Assert(t, s.verdict() == nil, "not in a row")
	s.notGreeted(silent)
	assert.Equal(t, s.verdict().Cause, conformance.Timeout)
}

func TestPatienceFollowsTheTarget(t *testing.T) {
	s := &shared{config: Config{Limits: process.Limits{Answer: 30 * time.Second}}, unheard: map[string]unheard{}}
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
	assert.Assert(t, s.hopeless(helloText("h-3")) == nil, "a hello was answered before")
}

func TestAKindOfRequestThatIsNeverAnsweredIsNotWaitedFor(t *testing.T) {
	s := &shared{unheard: map[string]unheard{}}
	for range impatience {
		assert.Assert(t, s.hopeless("{") == nil)
		s.unanswered("{", conformance.Failure{Cause: conformance.Timeout, Message: "no answer within 10s"})
	}
	assert.Equal(t, s.hopeless("[").Cause, conformance.Timeout)
	assert.Assert(t, s.hopeless(helloText("h-1")) == nil)
	s.answered("{", time.Millisecond)
	assert.Assert(t, s.hopeless("{") == nil)
}

// A target that prints before it is asked is told so by name, and not that its hello_ok is wrong.
func TestTextBeforeHelloHasItsName(t *testing.T) {
	target := process.Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error { return banner(stdin, stdout) }}
	r := run(t, Config{Command: target}, "engine/hello/answer")["engine/hello/answer"]
	assert.Equal(t, r.Verdict, conformance.Fail)
	assert.Equal(t, r.Failure.Cause, conformance.Framing)
	assert.Assert(t, r.Failure.Hint != "")
}
