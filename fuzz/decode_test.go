package fuzz_test

import (
	"bytes"
	"testing"

	"github.com/spellbench/sbconform/internal/naive"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

type decoder func(line []byte) (protocol.Message, *protocol.Fault)

// FuzzDecodeRequest gives a line to the decoders of both roles' requests.
func FuzzDecodeRequest(f *testing.F) {
	seeds(f, func(line []byte) { f.Add(line) })
	for _, line := range requests {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		for _, decode := range []decoder{protocol.DecodeEngineRequest, protocol.DecodeAgentRequest} {
			judge(t, line, decode, protocol.AppendRequest)
			envelope(t, line, decode)
		}
	})
}

// FuzzDecodeResponse gives a line to the decoders of both roles' responses.
func FuzzDecodeResponse(f *testing.F) {
	seeds(f, func(line []byte) { f.Add(line) })
	for _, line := range responses {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		judge(t, line, protocol.DecodeEngineResponse, protocol.AppendResponse)
		judge(t, line, protocol.DecodeAgentResponse, nil)
	})
}

// judge checks what must hold of any line: it is malformed JSON to the decoder if and only if it is to the
// naive implementation; a fault lies in the line; the canonical form of the line gets the same verdict; and a
// message that is written and read again is the same.
func judge(t *testing.T, line []byte, decode decoder, write func(dst []byte, id string, body any) []byte) {
	t.Helper()
	m, fault := decode(line)
	_, err := naive.Parse(line)
	if malformed := fault != nil && fault.Code == protocol.CodeMalformedJSON; malformed != (err != nil) {
		t.Fatalf("%q: %v, but %v", line, fault, err)
	}
	if fault != nil && (fault.Offset < 0 || fault.Offset > len(line) || fault.Message == "") {
		t.Fatalf("%q: no such fault: %+v", line, fault)
	}
	if err != nil {
		return
	}
	canonical, err := wire.AppendCanonical(nil, line)
	if err != nil {
		t.Fatal(err)
	}
	c, cFault := decode(canonical)
	if (fault == nil) != (cFault == nil) || fault != nil && (fault.Code != cFault.Code || fault.RequestID != cFault.RequestID) {
		t.Fatalf("%q: %v, but in canonical form %v", line, fault, cFault)
	}
	if fault != nil || write == nil {
		return
	}
	written := write(nil, m.ID, m.Body)
	if again := write(nil, c.ID, c.Body); !bytes.Equal(written, again) {
		t.Fatalf("%q reads as %q, and in canonical form as %q", line, written, again)
	}
	if r, fault := decode(written); fault != nil || !bytes.Equal(write(nil, r.ID, r.Body), written) {
		t.Fatalf("%q written as %q: %v", line, written, fault)
	}
}

// envelope compares what the decoder says of the envelope with Section 4.1 read word for word.
func envelope(t *testing.T, line []byte, decode decoder) {
	t.Helper()
	v, err := naive.Parse(line)
	if err != nil {
		return
	}
	m, fault := decode(line)
	code, id := protocol.Code(""), ""
	if fault != nil {
		code, id = fault.Code, fault.RequestID
	} else {
		id = m.ID
	}
	object, _ := v.(naive.Object)
	requestID, _ := object["request_id"].(string)
	version, isString := object["protocol"].(string)
	want := protocol.CodeMalformedRequest
	switch {
	case requestID == "" || !isString:
	case version != protocol.Version:
		want = protocol.CodeProtocolMismatch
	default:
		want = code // the rest is the message's
		if code == protocol.CodeProtocolMismatch {
			t.Fatalf("%q: %v", line, fault)
		}
	}
	if code != want || id != requestID {
		t.Fatalf("%q: %q for %q, want %q for %q", line, code, id, want, requestID)
	}
}

var requests = []string{
	`{"request_type":"hello","protocol":"spellbench/v2","request_id":"h-1","protocol_minor":0}`,
	`{"request_type":"hello","protocol":"spellbench/v1","request_id":"h-1","protocol_minor":0}`,
	`{"request_type":"step","protocol":"spellbench/v2","request_id":"h-3","game_id":"g-1","expected_step":0,"selection":{"candidate_id":0,"semantic_echo":{"kind":"pass"}}}`,
	`{"request_type":"reset","protocol":"spellbench/v2","request_id":"h-2","game_id":"g-f67d7fe78c792984","format":"pauper-bo1","seats":[` +
		`{"seat":"p0","deck":{"catalog_id":"Burn","deck_id":"sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2"}},` +
		`{"seat":"p1","deck":{"decklist":[{"name":"Lightning Bolt","count":4},{"name":"Mountain","count":18}],"deck_id":"sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2"}}],` +
		`"rules":{"opponent_decklist":"visible","mulligan":"none","starting_player":"host_assigned","starting_seat":"p0","card_name_domain":` +
		`{"domain_id":"sha256:74f7f4b39eecbed1c039cf4b229fa533069d2cdd8caf3bb6380b832eb40fb697","names":["Lightning Bolt","Mountain"]},"extensions":[],"probe":false},` +
		`"game_secret":"7648831b4ae4148770e13149d5ebbe1c4991168413d4b38e49292cfc5538980e","max_decisions":10000,"max_steps":100000}`,
	`{"request_type":"validate_deck","protocol":"spellbench/v2","request_id":"h-9","format":"pauper-bo1","deck":{"decklist":[{"name":"Mountain","count":18}]}}`,
	`{"request_type":"probe_resample","protocol":"spellbench/v2","request_id":"h-9","game_id":"g-1","samples":4}`,
	`{"request_type":"game_over","protocol":"spellbench/v2","request_id":"r-9","game_id":"g-1","terminal":{"outcome":"win","classification":"natural","winner":"p0","reason":"life","seat_step_count":9}}`,
}

var responses = []string{
	`{"response_type":"error","protocol":"spellbench/v2","request_id":"","error":{"code":"malformed_json","message":"m"}}`,
	`{"response_type":"ack","protocol":"spellbench/v2","request_id":"r-1"}`,
	`{"response_type":"choice","protocol":"spellbench/v2","request_id":"r-2","candidate_id":0,"seat_step_echo":4,"semantic_echo":{"kind":"pass"}}`,
	`{"response_type":"hello_ok","protocol":"spellbench/v2","request_id":"r-0","bot":{"name":"first","version":"1"}}`,
	`{"response_type":"deck_ok","protocol":"spellbench/v2","request_id":"h-9","deck_id":"sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2"}`,
	`{"response_type":"terminal","protocol":"spellbench/v2","request_id":"h-9","game_id":"g-1","outcome":"win","classification":"natural","winner":"p0","reason":"life",` +
		`"decision_count":9,"step_count":9,"provenance":{"engine_name":"e","engine_version":"1","rules_snapshot_id":"r","card_pool_identity":"c"}}`,
}
