package waiver_test

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	agentsuite "github.com/spellbench/sbconform/conformance/agent"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/waiver"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/wire"
)

// departing is the reference agent with what gorge documents of its own: lenient JSON, an ack for every
// request type that it does not know, and malformed_request for a choose before any game_start.
func departing(lenient, acks, malformed bool) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		a, err := agent.New(agent.Options{Policy: "first"})
		if err != nil {
			return err
		}
		started := false
		return wire.Serve(stdin, stdout, func(line []byte, tooLong bool) ([]byte, error) {
			if tooLong {
				return a.AnswerTooLong(), nil
			}
			var answer []byte
			var request map[string]any
			text := string(line)
			d := json.NewDecoder(strings.NewReader(text))
			d.UseNumber()
			if lenient && d.Decode(&request) == nil && request != nil {
				text = encoded(request) // of two members of one name only the last is left
			}
			kind, _ := request["request_type"].(string)
			known := slices.Contains([]string{"hello", "game_start", "choose", "game_over"}, kind)
			reply := map[string]any{"protocol": "spellbench/v2", "request_id": request["request_id"]}
			switch {
			case acks && kind != "" && !known:
				reply["response_type"] = "ack"
				answer = []byte(encoded(reply))
			case malformed && kind == "choose" && !started:
				reply["response_type"] = "error"
				reply["error"] = map[string]any{"code": "malformed_request", "message": "choose before game_start"}
				answer = []byte(encoded(reply))
			default:
				answer = a.Answer([]byte(text))
			}
			started = started || kind == "game_start"
			return answer, nil
		})
	})
}

func encoded(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Of what gorge documents of its agent, one departure breaks a check: it has a row, and the row excuses
// all that it breaks.
func TestDeparturesOfAgents(t *testing.T) {
	for name, tt := range map[string]struct {
		target process.Command
		waived []string
	}{
		"lenient JSON":           {departing(true, false, false), nil},
		"acks of unknown types":  {departing(true, true, false), []string{"agent/refusals/invalid-utf8", "agent/refusals/unknown-request-type"}},
		"choose before a game":   {departing(true, false, true), nil},
		"all that is documented": {departing(true, true, true), []string{"agent/refusals/invalid-utf8", "agent/refusals/unknown-request-type"}},
		"the reference as it is": {departing(false, false, false), nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := agentsuite.Suite(agentsuite.Config{Command: tt.target, Limits: process.Limits{Startup: time.Minute, Answer: time.Minute}, Seed: 1})
			o := conformance.Options{
				Level: conformance.May, Profile: waiver.Gorge,
				Run:    []string{"agent/framing", "agent/hello", "agent/envelope", "agent/game-start", "agent/reading", "agent/game-over", "agent/refusals"},
				Excuse: func(r *conformance.Result) { waiver.Excuse(waiver.Gorge, r) },
			}
			var waived []string
			_, err := conformance.Run(context.Background(), s, o, func(e conformance.Event) {
				if e.End == nil {
					return
				}
				switch e.End.Verdict {
				case conformance.Waived:
					waived = append(waived, e.End.ID)
				case conformance.Fail, conformance.Warn, conformance.Errored:
					t.Errorf("%s: %s: %s", e.End.Verdict, e.End.ID, e.End.Failure.Message)
				}
			})
			assert.NilError(t, err)
			slices.Sort(waived)
			assert.DeepEqual(t, waived, tt.waived)
		})
	}
}
