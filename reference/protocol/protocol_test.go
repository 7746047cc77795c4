package protocol_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

func TestSeats(t *testing.T) {
	for i, s := range protocol.Seats {
		assert.Equal(t, s.Index(), i)
		assert.Equal(t, s.Other(), protocol.Seats[1-i])
	}
}

func TestFaultText(t *testing.T) {
	_, f := protocol.DecodeEngineRequest([]byte(`{`))
	assert.Error(t, f, "malformed_json: the line ends inside a value")
	_, f = protocol.DecodeEngineResponse([]byte(edited(deckOKJSON, `"h-9"`, `9`)))
	assert.Error(t, f, "malformed_request: /request_id: want a string, got an integer")
	_, f = protocol.DecodeAgentRequest([]byte(edited(gameOverJSON, `"p1_win"`, `"p3_win"`)))
	assert.Error(t, f, `malformed_request: /terminal/outcome: "p3_win" is not one of p0_win, p1_win, draw, truncated, halted`)
}

func TestIdentityBecomesProvenance(t *testing.T) {
	m, f := protocol.DecodeEngineResponse([]byte(helloOKJSON))
	assert.Assert(t, f == nil)
	assert.Equal(t, m.Body.(*protocol.EngineHelloOK).Engine.Provenance(),
		protocol.Provenance{EngineName: "burner", EngineVersion: "1", RulesSnapshotID: "r", CardPoolIdentity: "c"})
}

// A seat decision reads and writes alone as it does inside its message.
func TestSeatDecisionAlone(t *testing.T) {
	d := protocol.ReadSeatDecision(parse(t, seatDecisionJSON))
	again := protocol.ReadSeatDecision(parse(t, string(protocol.AppendSeatDecision(nil, &d))))
	assert.DeepEqual(t, d, again)
	assert.Equal(t, *d.Observation.Players[0].Battlefield[0].Characteristics.Toughness, int32(-1))
	assert.Equal(t, d.Observation.Players[0].ManaPool[3], uint32(1))
	assert.Equal(t, d.Extensions["x_burner"], `{"anything":[true,null]}`)
}

// An encoder refuses what only a programming error can give it.
func TestEncodersPanicOnMistakes(t *testing.T) {
	for name, mistake := range map[string]func(){
		"a request's body":  func() { protocol.AppendRequest(nil, "h-1", protocol.Hello{}) },
		"a response's body": func() { protocol.AppendResponse(nil, "h-1", &protocol.Hello{}) },
		"an echo":           func() { protocol.AppendRequest(nil, "h-1", &protocol.Step{EchoJSON: []byte("{")}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() { assert.Assert(t, recover() != nil) }()
			mistake()
		})
	}
}

// A step's echo is written from its value where it has no text.
func TestStepEchoFromValue(t *testing.T) {
	step := &protocol.Step{GameID: "g", SemanticEcho: parse(t, `{"b":1, "a":2}`)}
	assert.Equal(t, string(protocol.AppendRequest(nil, "h-8", step)),
		`{"expected_step":0,"game_id":"g","protocol":"spellbench/v2","request_id":"h-8","request_type":"step",`+
			`"selection":{"candidate_id":0,"semantic_echo":{"a":2,"b":1}}}`)
}
