package agent

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// request makes a line: rest is the members after the envelope, beginning with a comma or empty.
func request(requestType, rest string) string {
	return fmt.Sprintf(`{"request_type":%q,"protocol":"spellbench/v2","request_id":"r-1"%s}`, requestType, rest)
}

func newAgent(t *testing.T, policy string) *Agent {
	t.Helper()
	a, err := New(Options{Policy: policy})
	assert.NilError(t, err)
	return a
}

// ask returns the response_type of the answer, or the code of an error, and checks the envelope.
func ask(t *testing.T, a *Agent, line, wantID string) string {
	t.Helper()
	m, fault := protocol.DecodeAgentResponse(a.Answer([]byte(line)))
	if fault != nil {
		t.Fatal(fault)
	}
	assert.Equal(t, m.ID, wantID)
	if e, ok := m.Body.(*protocol.ErrorBody); ok {
		return e.Code
	}
	return m.Type
}

var (
	start  = request("game_start", `,"game_id":"g","seat":"p0","agent_seed":7`)
	choose = request("choose", `,"game_id":"g","decision":{"candidates":[{"candidate_id":0},{"candidate_id":1},{"candidate_id":2}]}`)
	over   = request("game_over", `,"game_id":"g"`)
)

func TestConversation(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string // of the last line
	}{
		{"hello", []string{request("hello", `,"protocol_minor":0`)}, "hello_ok"},
		{"hello with unknown fields", []string{request("hello", `,"protocol_minor":3,"x":[{}]`)}, "hello_ok"},
		{"game_start", []string{start}, "ack"},
		{"choose", []string{start, choose}, "choice"},
		{"game_over", []string{start, choose, over}, "ack"},
		{"the next game", []string{start, over, start}, "ack"},
		{"hello in mid-game", []string{start, request("hello", ""), choose}, "choice"},
		{"a refused game_start leaves the game", []string{start, start, choose}, "choice"},
		{"white space", []string{" " + strings.ReplaceAll(start, ",", "\t, ")}, "ack"},

		{"second game_start", []string{start, start}, "game_already_active"},
		{"second game_start without a payload", []string{start, request("game_start", "")}, "game_already_active"},
		{"choose before game_start", []string{choose}, "unknown_game"},
		{"choose after game_over", []string{start, over, choose}, "unknown_game"},
		{"game_over twice", []string{start, over, over}, "unknown_game"},
		{"choose in another game", []string{start, request("choose", `,"game_id":"h"`)}, "unknown_game"},
		{"other protocol", []string{strings.Replace(start, "/v2", "/v1", 1)}, "protocol_mismatch"},
		{"no protocol", []string{`{"request_type":"hello","request_id":"r-1"}`}, "malformed_request"},
		{"protocol is a number", []string{`{"request_type":"hello","protocol":2,"request_id":"r-1"}`}, "malformed_request"},
		{"no request_type", []string{`{"protocol":"spellbench/v2","request_id":"r-1"}`}, "malformed_request"},
		{"unknown request_type", []string{request("reset", "")}, "malformed_request"},
		{"request_type is a list", []string{`{"request_type":["hello"],"protocol":"spellbench/v2","request_id":"r-1"}`}, "malformed_request"},
		{"game_start without a game", []string{request("game_start", `,"agent_seed":7`)}, "malformed_request"},
		{"game_start without a seed", []string{request("game_start", `,"game_id":"g"`)}, "malformed_request"},
		{"choose without a game", []string{start, request("choose", "")}, "malformed_request"},
		{"choose without a decision", []string{start, request("choose", `,"game_id":"g"`)}, "malformed_request"},
		{"choose without a candidate", []string{start, request("choose", `,"game_id":"g","decision":{"candidates":[]}`)}, "malformed_request"},
		{"candidates is an object", []string{start, request("choose", `,"game_id":"g","decision":{"candidates":{"a":1}}`)}, "malformed_request"},
		{"candidate without an id", []string{start, request("choose", `,"game_id":"g","decision":{"candidates":[{}]}`)}, "malformed_request"},
		{"candidate_id is true", []string{start, request("choose", `,"game_id":"g","decision":{"candidates":[{"candidate_id":true}]}`)}, "malformed_request"},
		{"candidate_id is negative", []string{start, request("choose", `,"game_id":"g","decision":{"candidates":[{"candidate_id":-1}]}`)}, "malformed_request"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAgent(t, "uniform")
			for _, line := range c.lines[:len(c.lines)-1] {
				ask(t, a, line, "r-1")
			}
			assert.Equal(t, ask(t, a, c.lines[len(c.lines)-1], "r-1"), c.want)
		})
	}
}

func TestUnreadableRequestID(t *testing.T) {
	for line, want := range map[string]string{
		"":                  "malformed_json",
		"{":                 "malformed_json",
		`{"a":1,"a":2}`:     "malformed_json",
		"[]":                "malformed_request",
		"{}":                "malformed_request",
		`{"request_id":7}`:  "malformed_request",
		`{"request_id":""}`: "malformed_request",
	} {
		assert.Equal(t, ask(t, newAgent(t, "first"), line, ""), want, line)
	}
}

func TestFirstNeedsNoSeed(t *testing.T) {
	a := newAgent(t, "")
	assert.Equal(t, ask(t, a, request("game_start", `,"game_id":"g"`), "r-1"), "ack")
	assert.Equal(t, string(a.Answer([]byte(choose))),
		`{"protocol":"spellbench/v2","request_id":"r-1","response_type":"choice","selection":{"candidate_id":0}}`)
}

func TestUnknownPolicy(t *testing.T) {
	_, err := New(Options{Policy: "best"})
	assert.Error(t, err, `no policy "best"; there are first, uniform, last, minimal, greedy`)
	assert.ErrorContains(t, Serve(strings.NewReader(""), nil, Options{Policy: "best"}), "no policy")
}

// The generator is part of the interface: reruns elsewhere depend on it.
func TestSplitmix64(t *testing.T) {
	u := uniform{1234567}
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		assert.Equal(t, u.next(), want)
	}
}

func TestUniformIsUniform(t *testing.T) {
	u, counts := uniform{1}, make([]int, 5)
	const draws = 50_000
	for range draws {
		i, err := u.pick(wire.Value{}, len(counts))
		assert.NilError(t, err)
		counts[i]++
	}
	for _, n := range counts {
		assert.Assert(t, n > draws/5*9/10 && n < draws/5*11/10, "%v", counts)
	}
}

func TestUniformDependsOnTheSeedAlone(t *testing.T) {
	picks := func(seed int) string {
		a := newAgent(t, "uniform")
		ask(t, a, strings.Replace(start, `"agent_seed":7`, fmt.Sprintf(`"agent_seed":%d`, seed), 1), "r-1")
		var all []byte
		for range 50 {
			all = append(all, a.Answer([]byte(choose))...)
		}
		return string(all)
	}
	assert.Equal(t, picks(7), picks(7))
	assert.Assert(t, picks(7) != picks(8))
}

func TestServe(t *testing.T) {
	in := start + "\r\n\n" + strings.Repeat(" ", wire.MaxLine+1) + "\n" + choose + "\n" + over
	var out bytes.Buffer
	assert.NilError(t, Serve(strings.NewReader(in), &out, Options{Policy: "uniform"}))
	var got []string
	for line := range bytes.Lines(out.Bytes()) {
		m, fault := protocol.DecodeAgentResponse(bytes.TrimSuffix(line, []byte("\n")))
		if fault != nil {
			t.Fatal(fault)
		}
		got = append(got, m.Type)
	}
	assert.DeepEqual(t, got, []string{"ack", "error", "error", "choice", "ack"})
}

func TestHostileLinesNeverPanic(t *testing.T) {
	a, rng := newAgent(t, "uniform"), rand.New(rand.NewPCG(1, 2))
	for range 5_000 {
		line := []byte([]string{start, choose, over}[rng.IntN(3)])
		for range rng.IntN(3) {
			i := rng.IntN(len(line))
			line = append(line[:i], line[min(len(line), i+rng.IntN(9)):]...)
			if len(line) == 0 {
				break
			}
			line[rng.IntN(len(line))] = `{}[]",:0-`[rng.IntN(9)]
		}
		if _, fault := protocol.DecodeAgentResponse(a.Answer(line)); fault != nil {
			t.Fatalf("%s: %v", line, fault)
		}
	}
}
