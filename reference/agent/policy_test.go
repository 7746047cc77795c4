package agent

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

// chosen returns the candidate_id that a policy answers.
func chosen(t *testing.T, a *Agent, decision string) int64 {
	t.Helper()
	m, fault := protocol.DecodeAgentResponse(a.Answer([]byte(request("choose", `,"game_id":"g","decision":`+decision))))
	assert.Assert(t, fault == nil, "%v", fault)
	c, ok := m.Body.(*protocol.Choice)
	assert.Assert(t, ok, "%v", m.Body)
	return c.CandidateID
}

// offering is a decision of kinds, in a main phase of the seat's own turn or elsewhere.
func offering(phase, active string, kinds ...string) string {
	var candidates []string
	for i, k := range kinds {
		candidates = append(candidates, fmt.Sprintf(`{"candidate_id":%d,"semantic":{"kind":%q}}`, i, k))
	}
	return fmt.Sprintf(`{"observation":{"viewer":"p0","active_seat":%q,"phase_step":%q},"candidates":[%s]}`, active, phase, strings.Join(candidates, ","))
}

func TestPolicies(t *testing.T) {
	const bare = `{"candidates":[{"candidate_id":0},{"candidate_id":1},{"candidate_id":2}]}`
	for _, c := range []struct {
		policy, decision string
		want             int64
	}{
		{"first", bare, 0},
		{"last", bare, 2},
		{"minimal", bare, 0},
		{"greedy", bare, 0},
		{"greedy", offering("upkeep", "p0", "pass", "activate_mana_ability"), 0},
		{"greedy", offering("precombat_main", "p1", "pass", "activate_mana_ability"), 0},
		{"greedy", offering("precombat_main", "p0", "pass", "activate_mana_ability"), 1},
		{"greedy", offering("precombat_main", "p0", "pass", "activate_mana_ability", "cast_spell", "play_land"), 3},
		{"greedy", offering("end_step", "p1", "pass", "cast_spell", "cast_spell"), 1},
		{"greedy", offering("end_step", "p1", "pass", "activate_ability"), 0},
		{"greedy", offering("declare_attackers", "p0", "declare_attack", "declare_attack"), 0},
		{"greedy", offering("upkeep", "p0", "a_kind_to_come", "pass"), 1},
		{"greedy", `{"observation":7,"candidates":[{"candidate_id":4},{"candidate_id":5,"semantic":{"kind":"play_land"}}]}`, 5},
	} {
		a := newAgent(t, c.policy)
		ask(t, a, start, "r-1")
		assert.Equal(t, chosen(t, a, c.decision), c.want, "%s %s", c.policy, c.decision)
	}
}

// The minimal agent of Section 10.6 answers whatever it can.
func TestMinimalKeepsNoAccount(t *testing.T) {
	a := newAgent(t, "minimal")
	for _, c := range []struct{ line, want string }{
		{choose, "choice"}, {over, "ack"}, {start, "ack"}, {start, "ack"}, {request("game_start", ""), "ack"},
		{strings.Replace(choose, `"g"`, `"h"`, 1), "choice"}, {request("choose", `,"decision":{"candidates":[{"candidate_id":3}]}`), "choice"},
		{request("choose", `,"game_id":"g"`), "malformed_request"},
	} {
		assert.Equal(t, ask(t, a, c.line, "r-1"), c.want, c.line)
	}
}

func TestFaultyPolicies(t *testing.T) {
	a := newAgent(t, "failing")
	ask(t, a, start, "r-1")
	assert.Equal(t, ask(t, a, choose, "r-1"), "internal_error")
	assert.Equal(t, ask(t, a, over, "r-1"), "ack")

	a = newAgent(t, "withholding")
	ask(t, a, start, "r-1")
	assert.Assert(t, a.Answer([]byte(choose)) == nil)
	assert.Equal(t, ask(t, a, choose, "r-1"), "decision_pending")
	assert.Equal(t, ask(t, a, over, "r-1"), "decision_pending")

	var out strings.Builder
	assert.NilError(t, Serve(strings.NewReader(start+"\n"+choose+"\n"+over+"\n"), &out, Options{Policy: "withholding"}))
	assert.Equal(t, strings.Count(out.String(), "\n"), 2)
}

// Between them the policies answer every code of Section 10.5.
func TestEveryCode(t *testing.T) {
	seen := map[string]bool{}
	for _, policy := range append(Policies(), FaultyPolicies()...) {
		a := newAgent(t, policy)
		for _, line := range []string{start, "{", start, strings.Replace(choose, `"g"`, `"h"`, 1), request("reset", ""), strings.Replace(start, "/v2", "/v1", 1), choose, choose} {
			if answer := a.Answer([]byte(line)); answer != nil {
				m, fault := protocol.DecodeAgentResponse(answer)
				assert.Assert(t, fault == nil, "%v", fault)
				if e, ok := m.Body.(*protocol.ErrorBody); ok {
					seen[e.Code] = true
				}
			}
		}
	}
	for _, code := range protocol.AgentCodes() {
		assert.Assert(t, seen[string(code)], string(code))
	}
}
