package fuzz

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Games that chance decides and games that depend on what was played before are told apart, and neither is
// told of the reference.
func TestRerun(t *testing.T) {
	var processes atomic.Int64
	chance := func() filter {
		secret := quote(fmt.Sprintf("%064x", processes.Add(1)))
		return rereads(func(line []byte, v wire.Value) []byte {
			if _, err := protocol.ParseGameSecret(v.Get("game_secret").Str()); err == nil && is(v, "reset") {
				return set(line, "/game_secret", secret)
			}
			return line
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
			assert.Assert(t, found[0].Reproduced > 0) // what chance decides may come out the same
			assert.Assert(t, found[0].Exchanges() <= 6, "%v", found[0].Moves)
		})
	}
}
