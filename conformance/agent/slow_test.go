package agent

import (
	"context"
	"io"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
)

// An agent that is in time with every answer is not blamed for taking long over all of them.
func TestASlowAgentIsNotBlamed(t *testing.T) {
	target := process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return serveLines(stdin, stdout, func(line text, ask func(text) text) text {
			time.Sleep(20 * time.Millisecond)
			return ask(line)
		})
	})
	o := conformance.Options{Run: []string{"agent/choose/long-game", "agent/games/creatures-*", "agent/games/determinism"}, Timeout: 2 * time.Second}
	suite := Suite(Config{Command: target, Limits: process.Limits{Answer: time.Second}})
	_, err := conformance.Run(context.Background(), suite, o, func(e conformance.Event) {
		if e.End != nil {
			assert.Equal(t, e.End.Verdict, conformance.Skipped, suitetest.Describe(*e.End))
		}
	})
	assert.NilError(t, err)
}
