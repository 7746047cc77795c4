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

// An agent whose chance is not that of agent_seed is told so, as advice; what else differs in its answers is its
// own business.
func TestRerunOfAnAgent(t *testing.T) {
	var answers atomic.Int64
	for _, tt := range []struct {
		name string
		edit func(n int64, line, answer []byte) []byte
		want string
	}{
		{"choices by the count of all", func(n int64, line, answer []byte) []byte {
			if all := int64(at(line, "/decision/candidates").Len()); all > 0 && at(answer, "/selection").Exists() {
				return set(answer, "/selection", fmt.Sprintf(`{"candidate_id":%d}`, n%all))
			}
			return answer
		}, "nondeterminism | in-game | the same lines again | another choice | should"},
		{"a time in each answer", func(n int64, _, answer []byte) []byte { return set(answer, "/x_nanoseconds", fmt.Sprint(n)) }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			command := rareAgent(always(func(line, answer []byte) []byte { return tt.edit(answers.Add(1), line, answer) }))
			found, _, err := Run(context.Background(), Options{Role: Agent, Command: command, Seed: 1, Jobs: 1, Execs: 500, StopOnFirst: true, Advised: true, Repeat: 3})
			assert.NilError(t, err)
			if tt.want == "" {
				assert.Assert(t, len(found) == 0, "%v", found)
				return
			}
			assert.Assert(t, len(found) == 1)
			assert.Equal(t, found[0].Fingerprint(), tt.want)
			assert.Assert(t, found[0].Reproduced > 0)
			assert.Assert(t, found[0].Exchanges() <= 6, "%v", found[0].Moves)
		})
	}
}

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
