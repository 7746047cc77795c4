package engine

import (
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// slow is the reference behind a start that takes its time, which counts its starts.
func slow(by time.Duration) (process.Command, *atomic.Int64) {
	var starts atomic.Int64
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		starts.Add(1)
		time.Sleep(by)
		return reference.Serve(stdin, stdout, reference.Options{})
	}), &starts
}

// A start costs a slow target more than everything else, so few are allowed: those of checks that end
// a process or need one that nobody asked anything, and of games too long to be finished.
func TestASlowStarterIsStartedSeldom(t *testing.T) {
	target, starts := slow(300 * time.Millisecond)
	results := run(t, Config{Command: target})
	for _, r := range results {
		if r.Failure != nil {
			t.Error(suitetest.Describe(r))
		}
	}
	t.Logf("%d starts for %d checks", starts.Load(), len(results))
	assert.Assert(t, starts.Load() <= 30, "%d starts", starts.Load())
}

func TestColdChecksHaveProcessesOfTheirOwn(t *testing.T) {
	target, starts := slow(0)
	results := run(t, Config{Command: target, Cold: true}, "engine/envelope", "engine/process")
	assert.Equal(t, int(starts.Load()), len(results)) // one tells only of the others, and one finds a deck that is played
	assert.Equal(t, results["engine/process/no-trace"].Verdict, conformance.Skipped)
}

// What fails only after other checks is asked again alone, where it passes; that something was left
// behind is a finding of its own.
func TestAFailureOfAUsedProcessIsAskedAgainAlone(t *testing.T) {
	results := run(t, Config{Command: process.Serving(func(stdin io.Reader, stdout io.Writer) error { return spoiled(6)(stdin, stdout) })}, "engine/envelope/type-*", "engine/envelope/protocol-v1", "engine/process")
	for id, r := range results {
		if id != "engine/process/no-trace" {
			assert.Equal(t, r.Verdict, conformance.Pass, suitetest.Describe(r))
		}
	}
	r := results["engine/process/no-trace"]
	assert.Equal(t, r.Verdict, conformance.Fail)
	assert.Equal(t, r.Failure.Cause, conformance.WrongCode)
	assert.Assert(t, strings.Contains(r.Failure.Message, "engine/envelope/"), r.Failure.Message)
	said := slices.ContainsFunc(r.Evidence.Transcript, func(row conformance.Row) bool { return strings.Contains(string(row.Message), "probe_refused") })
	assert.Assert(t, said, "the evidence is the whole process")
}

// A target that goes wrong after a check that passed is caught between the checks.
func TestWhoeverLeavesTheTargetOutOfOrderIsNamed(t *testing.T) {
	target := process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return serveLines(stdin, stdout, func(ask func(text) text, line text) text {
			if strings.Contains(string(line), "h-3") { // the hello that follows the two of the check
				return refusalText("h-3", protocol.CodeMalformedJSON)
			}
			return ask(line)
		})
	})
	results := run(t, Config{Command: target}, "engine/hello/minor-zero", "engine/process")
	assert.Equal(t, results["engine/hello/minor-zero"].Verdict, conformance.Pass)
	r := results["engine/process/no-trace"]
	assert.Equal(t, r.Verdict, conformance.Fail)
	assert.Assert(t, strings.Contains(r.Failure.Message, "engine/hello/minor-zero"), r.Failure.Message)
}

func TestATableFollowsTheGame(t *testing.T) {
	decision := func(game string, step uint64) Answer {
		return Answer{msg: protocol.Message{Body: &protocol.Decision{GameID: game, Step: step}}}
	}
	terminal := func(game string) Answer {
		return Answer{msg: protocol.Message{Body: &protocol.Terminal{GameID: game}}}
	}
	refused := Answer{msg: protocol.Message{Body: &protocol.ErrorBody{}}}
	for name, c := range map[string]struct {
		answers []Answer
		open    bool
		step    uint64
	}{
		"nothing":              {nil, false, 0},
		"a game":               {[]Answer{decision("a", 0), decision("a", 1)}, true, 1},
		"an answer sent again": {[]Answer{decision("a", 0), decision("a", 1), decision("a", 0)}, true, 1},
		"a refusal":            {[]Answer{decision("a", 0), refused}, true, 0},
		"the end":              {[]Answer{decision("a", 0), terminal("a")}, false, 0},
		"another game's end":   {[]Answer{decision("a", 0), terminal("b")}, true, 0},
		"the next game":        {[]Answer{decision("a", 5), terminal("a"), decision("b", 0)}, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var table table
			for _, a := range c.answers {
				table.follow(a)
			}
			assert.Equal(t, table.open, c.open)
			if c.open {
				assert.Equal(t, table.step, c.step)
			}
		})
	}
}

// A target that logs before it answers is told so also where the log comes up in a game that only finds out
// what the target plays: the answer that follows the log is not taken for that of the next request.
func TestALogAmongAnswersHasItsName(t *testing.T) {
	target := process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return serveLines(stdin, stdout, func(ask func(text) text, line text) text {
			if isType(line, "step") {
				return "INFO got a step\n" + ask(line)
			}
			return ask(line)
		})
	})
	r := run(t, Config{Command: target}, "engine/framing/silent-in-game")["engine/framing/silent-in-game"]
	assert.Equal(t, r.Verdict, conformance.Fail)
	assert.Equal(t, r.Failure.Cause, conformance.Framing, suitetest.Describe(r))
	assert.Equal(t, r.Failure.Got, "INFO got a step")
}
