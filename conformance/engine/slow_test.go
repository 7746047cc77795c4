package engine

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

// A slow engine is not wrong: a check whose time runs out in the middle of a game says that it had no
// time, and blames nobody.
func TestASlowEngineIsNotWrong(t *testing.T) {
	slow := process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return serveLines(stdin, stdout, func(ask func(text) text, line text) text {
			time.Sleep(20 * time.Millisecond)
			return ask(line)
		})
	})
	o := conformance.Options{Run: []string{"engine/games/first", "engine/games/uniform", "engine/validation/v1-schema", "engine/games/deterministic"}, Timeout: 2 * time.Second}
	_, err := conformance.Run(context.Background(), Suite(Config{Command: slow}), o, func(ev conformance.Event) {
		if ev.End != nil {
			assert.Check(t, ev.End.Verdict == conformance.Inform || ev.End.Verdict == conformance.Pass, suitetest.Describe(*ev.End))
		}
	})
	assert.NilError(t, err)
}
