// Command agent-go is a complete SpellBench v2 agent: it answers every decision with a candidate drawn at
// random. The numbers in the comments are sections of the SpellBench v2 specification.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"os"
)

const protocol = "spellbench/v2"

// A request has what this agent reads of any request; encoding/json ignores the other fields (4.2).
type request struct {
	RequestType string `json:"request_type"`
	Protocol    string `json:"protocol"`
	GameID      string `json:"game_id"`
	AgentSeed   uint64 `json:"agent_seed"`
	Decision    decision
}

// A decision is what the player sees; add what yours wants to know of the observation (6).
type decision struct {
	Candidates []struct {
		CandidateID int             `json:"candidate_id"`
		Semantic    json.RawMessage // what it means (7)
	}
}

type object = map[string]any

type agent struct {
	gameID string // "" between games
	chance *rand.Rand
}

// pick is the player: put yours here. It returns the index of a candidate.
func (a *agent) pick(d *decision) int { return a.chance.IntN(len(d.Candidates)) }

// A refusal is an error answer (10.5).
type refusal struct{ code, message string }

func (r *refusal) Error() string { return r.message }

var errUnknownGame = &refusal{"unknown_game", "no such game is played here"}

func (a *agent) serve(r *request) (object, error) {
	switch {
	case r.Protocol != protocol:
		return nil, &refusal{"protocol_mismatch", "this agent speaks " + protocol}
	case r.RequestType == "hello": // 10.1
		return object{"response_type": "hello_ok", "bot": object{"name": "go-uniform", "version": "1.0.0"}}, nil
	case r.RequestType == "game_start" && a.gameID != "": // 10.2
		return nil, &refusal{"game_already_active", "the game before is not over"}
	case r.RequestType == "game_start":
		// All chance comes from agent_seed, so the same decisions always get the same answers (11.4).
		a.gameID, a.chance = r.GameID, rand.New(rand.NewPCG(r.AgentSeed, 0))
		return object{"response_type": "ack"}, nil
	case r.RequestType != "choose" && r.RequestType != "game_over":
		return nil, &refusal{"malformed_request", "no such request"}
	case a.gameID == "" || r.GameID != a.gameID:
		return nil, errUnknownGame
	case r.RequestType == "game_over": // 10.4
		a.gameID = ""
		return object{"response_type": "ack"}, nil
	case len(r.Decision.Candidates) == 0:
		return nil, &refusal{"malformed_request", "nothing to choose from"}
	}
	// 10.3: one candidate's id is all that is asked
	id := r.Decision.Candidates[a.pick(&r.Decision)].CandidateID
	return object{"response_type": "choice", "selection": object{"candidate_id": id}}, nil
}

// answer is one line in, one answer out.
func (a *agent) answer(line []byte) object {
	var envelope struct {
		RequestID any `json:"request_id"`
	}
	var r request
	var out object
	err := errors.Join(json.Unmarshal(line, &envelope), json.Unmarshal(line, &r))
	if err == nil {
		out, err = a.serve(&r)
	}
	if err != nil {
		var syntax *json.SyntaxError
		refused := &refusal{"malformed_request", err.Error()}
		if errors.As(err, &syntax) {
			refused.code = "malformed_json"
		}
		errors.As(err, &refused)
		out = object{"response_type": "error", "error": object{"code": refused.code, "message": refused.message}}
	}
	out["protocol"], out["request_id"] = protocol, ""
	if id, ok := envelope.RequestID.(string); ok {
		out["request_id"] = id
	}
	return out
}

func main() {
	var a agent
	in := bufio.NewReader(os.Stdin) // a Scanner would stop at lines of 64 KiB; 8 MiB are legal (2)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return // closing stdin ends the process
		}
		if err != nil {
			log.Fatal(err) // on stderr: stdout is for answers alone
		}
		if err := out.Encode(a.answer(line)); err != nil {
			log.Fatal(err)
		}
	}
}
