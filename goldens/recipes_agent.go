package goldens

// Talks with an agent alone: the error codes of Section 10.5.

import (
	"strings"

	"github.com/spellbench/sbconform/reference/agent"
)

// The requests of a small conversation. The decision has what the agent reads of one.
const (
	agentHello    = `{"protocol":"spellbench/v2","protocol_minor":0,"request_id":"r-0","request_type":"hello"}`
	agentStart    = `{"agent_seed":8103969398531465,"game_id":"g-1","protocol":"spellbench/v2","request_id":"r-1","request_type":"game_start"}`
	agentChoose   = `{"decision":{"candidates":[{"candidate_id":0},{"candidate_id":1},{"candidate_id":2}]},"game_id":"g-1","protocol":"spellbench/v2","request_id":"r-2","request_type":"choose"}`
	agentGameOver = `{"game_id":"g-1","protocol":"spellbench/v2","request_id":"r-3","request_type":"game_over"}`
)

// otherGame is the request about another game.
func otherGame(request string) string { return strings.Replace(request, `"g-1"`, `"g-2"`, 1) }

var agentTalks = []struct {
	name  string
	lines []string
}{
	{"whole-game", []string{agentHello, agentStart, agentChoose, agentChoose, agentGameOver}},
	{"code-malformed_json", []string{"{", "", "\xff", `{"a":0.5}`, `{"a":1,"a":2}`, agentHello}},
	{"code-malformed_request", []string{
		`[]`,
		`{"protocol":"spellbench/v2","request_type":"hello"}`,
		strings.Replace(agentHello, `"hello"`, `"greetings"`, 1),
		agentHello, agentStart,
		strings.Replace(agentChoose, `"candidates"`, `"options"`, 1),
		agentChoose,
	}},
	{"code-protocol_mismatch", []string{strings.Replace(agentHello, "v2", "v1", 1), agentHello}},
	{"code-unknown_game", []string{agentHello, agentChoose, agentStart, otherGame(agentChoose), otherGame(agentGameOver), agentGameOver, agentChoose}},
	{"code-game_already_active", []string{agentHello, agentStart, otherGame(agentStart), agentChoose}},
}

func agentRecipes() (all []Recipe) {
	for _, policy := range agent.Policies() {
		for _, a := range agentTalks {
			all = append(all, Recipe{"agent-" + policy + "-" + a.name, func() (Transcript, error) {
				one, err := agent.New(agent.Options{Policy: policy})
				if err != nil {
					return Transcript{}, err
				}
				t := Transcript{Entry: Entry{Roles: []string{RoleAgent}, Agents: [2]string{policy, ""}}}
				for _, line := range a.lines {
					t.Rows = append(t.Rows, NewRow(HostToAgent, []byte(line)), NewRow(AgentToHost, one.Answer([]byte(line))))
				}
				return t, nil
			}})
		}
	}
	return all
}
