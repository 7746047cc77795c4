package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
)

// Games that chance decides and games that depend on what was played before are told apart, and neither is
// told of the reference.
func TestRerun(t *testing.T) {
	var processes atomic.Int64
	chance := func() filter {
		n := processes.Add(1)
		return stateless(func(line []byte, ask func([]byte) []byte) []byte {
			if a := ask(line); bytes.Contains(a, []byte(`"response_type":"terminal"`)) {
				return set(a, "/reason", quote(fmt.Sprint("after ", n)))
			} else {
				return a
			}
		})()
	}
	for _, tt := range []struct {
		name    string
		command process.Command
		want    string
	}{
		{"a game depends on those before", reference(engine.Options{Mutant: "secret-stale"}), "nondeterminism | in-game | a game again | other answers in a fresh process"},
		{"a game depends on the process", filtered(chance), "nondeterminism | in-game | a game again | other answers each time"},
		{"the reference", reference(engine.Options{}), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _, err := Run(context.Background(), Options{Command: tt.command, Seed: 1, Jobs: 1, Execs: 8000, StopOnFirst: true, Repeat: 3})
			assert.NilError(t, err)
			if tt.want == "" {
				assert.Equal(t, len(found), 0)
				return
			}
			assert.Assert(t, len(found) == 1)
			assert.Equal(t, found[0].Fingerprint(), tt.want)
			assert.Equal(t, found[0].Reproduced, found[0].Runs)
			assert.Assert(t, found[0].Exchanges() <= 6, "%v", found[0].Moves)
		})
	}
}
