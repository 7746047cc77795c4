package protocol_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func TestEveryExampleDecodesInBothReadings(t *testing.T) {
	forMessages(t, func(t *testing.T, m protocol.MessageShape) {
		line, ok := examples()[name(m)]
		assert.Assert(t, ok, "no example")
		for _, r := range []protocol.Reading{protocol.Spec, protocol.Strict} {
			got, f := decode(m, r, []byte(line))
			assert.Assert(t, f == nil, "%v", f)
			assert.Equal(t, got.Type, m.Type)
			canon, err := wire.AppendCanonical(nil, []byte(line))
			assert.NilError(t, err)
			assert.Equal(t, string(encode(m, got.ID, got.Body)), string(canon))
		}
	})
	assert.Equal(t, len(examples()), len(protocol.Messages()))
}

func TestResetExampleOfTheSpecificationDecodes(t *testing.T) {
	m, f := protocol.DecodeEngineRequest([]byte(resetExample))
	assert.Assert(t, f == nil, "%v", f)
	assert.Equal(t, m.ID, "h-2")
	r := m.Body.(*protocol.Reset)
	assert.Equal(t, r.Decks[1].CatalogID, "Burn")
	assert.Equal(t, *r.Rules.StartingSeat, protocol.P0)
	assert.Equal(t, r.MaxSteps, uint64(100000))
}

const (
	onlyStrict = "only strict" // a row that the default reading takes
	malformed  = string(protocol.CodeMalformedRequest)
)

// Rows are edits of the examples: what is changed, and the code and pointer that follow.
func TestBrokenMessages(t *testing.T) {
	for _, c := range []struct{ message, old, new, code, pointer string }{
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":4294967296`, malformed, "/protocol_minor"},
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":-1`, malformed, "/protocol_minor"},
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":false`, malformed, "/protocol_minor"},
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":"0"`, malformed, "/protocol_minor"},
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":null`, malformed, "/protocol_minor"},
		{"engine/request/hello", `,"protocol_minor":0`, ``, malformed, "/protocol_minor"},
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":0,"x_debug":1`, malformed, "/x_debug"},
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":0,"a/b~c":1`, malformed, "/a~1b~0c"},
		{"engine/request/hello", `"h-1"`, `""`, malformed, "/request_id"},
		{"engine/request/hello", `"h-1"`, `7`, malformed, "/request_id"},
		{"engine/request/hello", `"spellbench/v2"`, `"spellbench/v1"`, "protocol_mismatch", "/protocol"},
		{"engine/request/hello", `"spellbench/v2"`, `2`, malformed, "/protocol"},
		{"engine/request/hello", `"hello"`, `["hello"]`, malformed, "/request_type"},
		{"engine/request/hello", `"hello"`, `"choose"`, malformed, "/request_type"},

		{"engine/request/reset", `"game_id":"g-1"`, `"game_id":1`, malformed, "/game_id"},
		{"engine/request/reset", `"game_id":"g-1"`, `"game_id":""`, onlyStrict, "/game_id"},
		{"engine/request/reset", `"format":"pauper-bo1"`, `"format":""`, onlyStrict, "/format"},
		{"engine/request/reset", `"catalog_id":"Burn"`, `"catalog_id":""`, onlyStrict, "/seats/0/deck/catalog_id"},
		{"engine/request/reset", `"seat":"p0"`, `"seat":"p1"`, malformed, "/seats/0/seat"},
		{"engine/request/reset", `"seat":"p0"`, `"seat":"p2"`, malformed, "/seats/0/seat"},
		{"engine/request/reset", `"catalog_id":"Burn"`, `"decklist":null,"catalog_id":"Burn"`, malformed, "/seats/0/deck/decklist"},
		{"engine/request/reset", `,"catalog_id":"Burn"`, ``, malformed, "/seats/0/deck"},
		{"engine/request/reset", `"deck_id":` + burnDeck + `,"catalog_id"`, `"catalog_id"`, malformed, "/seats/0/deck/deck_id"},
		{"engine/request/reset", `sha256:0df0a0`, `sha256:0DF0A0`, malformed, "/seats/0/deck/deck_id"},
		{"engine/request/reset", `sha256:0df0a0`, `sha512:0df0a0`, malformed, "/seats/0/deck/deck_id"},
		{"engine/request/reset", `"decklist":` + burnList, `"decklist":[]`, onlyStrict, "/seats/1/deck/decklist"},
		{"engine/request/reset", `"name":"Mountain","count":18`, `"name":"Lightning Bolt","count":18`, malformed, "/seats/1/deck/decklist/1/name"},
		{"engine/request/reset", `"name":"Mountain"`, `"name":"Lim-Du\u0302l's Vault"`, malformed, "/seats/1/deck/decklist/1/name"},
		{"engine/request/reset", `"name":"Mountain"`, `"name":""`, onlyStrict, "/seats/1/deck/decklist/1/name"},
		{"engine/request/reset", `"count":18`, `"count":0`, malformed, "/seats/1/deck/decklist/1/count"},
		{"engine/request/reset", `"count":18`, `"count":4294967296`, malformed, "/seats/1/deck/decklist/1/count"},
		{"engine/request/reset", `"count":18`, `"count":18,"foil":true`, malformed, "/seats/1/deck/decklist/1/foil"},
		{"engine/request/reset", `"starting_seat":"p0"`, `"starting_seat":null`, malformed, "/rules/starting_seat"},
		{"engine/request/reset", `"host_assigned"`, `"toss_winner_chooses"`, malformed, "/rules/starting_seat"},
		{"engine/request/reset", `"mulligan":"none"`, `"mulligan":"vancouver"`, malformed, "/rules/mulligan"},
		{"engine/request/reset", `sha256:74f7`, `sha256:74f8`, onlyStrict, "/rules/card_name_domain/domain_id"},
		{"engine/request/reset", `["Lightning Bolt","Mountain"]`, `["Mountain","Mountain"]`, onlyStrict, "/rules/card_name_domain/names/1"},
		{"engine/request/reset", `"extensions":[]`, `"extensions":["debug"]`, malformed, "/rules/extensions/0"},
		{"engine/request/reset", `"extensions":[]`, `"extensions":["x_a\n"]`, malformed, "/rules/extensions/0"},
		{"engine/request/reset", `"extensions":[]`, `"extensions":["x_a","x_a"]`, onlyStrict, "/rules/extensions/1"},
		{"engine/request/reset", `"probe":false`, `"probe":0`, malformed, "/rules/probe"},
		{"engine/request/reset", `"game_secret":"7`, `"game_secret":"A`, malformed, "/game_secret"},
		{"engine/request/reset", `"game_secret":"7`, `"game_secret":"`, malformed, "/game_secret"},
		{"engine/request/reset", `"max_decisions":10000`, `"max_decisions":-1`, malformed, "/max_decisions"},
		{"engine/request/reset", `"max_steps":0`, `"max_steps":9007199254740992`, "malformed_json", ""},

		{"engine/request/step", `"expected_step":14`, `"expected_step":14.0`, "malformed_json", ""},
		{"engine/request/step", `"candidate_id":0`, `"candidate_id":4294967296`, malformed, "/selection/candidate_id"},
		{"engine/request/step", `"candidate_id":0`, `"candidate_id":true`, malformed, "/selection/candidate_id"},
		{"engine/request/step", `{"kind":"pass"}`, `null`, malformed, "/selection/semantic_echo"},
		{"engine/request/step", `{"kind":"pass"}`, `["pass"]`, malformed, "/selection/semantic_echo"},
		{"engine/request/step", `,"semantic_echo":{"kind":"pass"}`, ``, malformed, "/selection/semantic_echo"},

		{"engine/request/validate_deck", `{"decklist":`, `{"deck_id":` + burnDeck + `,"decklist":`, malformed, "/deck/deck_id"},
		{"engine/request/validate_deck", `{"decklist":` + burnList + `}`, `{}`, malformed, "/deck"},
		{"engine/request/probe_resample", `"samples":4`, `"samples":-1`, malformed, "/samples"},

		{"engine/response/hello_ok", `"rewind":false`, `"rewind":false,"x_debug":null`, malformed, "/x_debug"},
		{"engine/response/hello_ok", `"name":"burner"`, `"name":""`, malformed, "/engine/name"},
		{"engine/response/hello_ok", `"formats":["pauper-bo1"]`, `"formats":[]`, malformed, "/formats"},
		{"engine/response/hello_ok", `"deck_sources":["catalog"]`, `"deck_sources":["catalog","catalog"]`, malformed, "/deck_sources/1"},
		{"engine/response/hello_ok", `"deck_sources":["catalog"]`, `"deck_sources":["decklist"]`, malformed, "/catalog"},
		{"engine/response/hello_ok", `["pass","play_land",`, `["pass",`, malformed, "/decision_kinds"},
		{"engine/response/hello_ok", `["pass","play_land",`, `["pass","pay_mana","play_land",`, malformed, "/decision_kinds/1"},
		{"engine/response/hello_ok", `["pass","play_land",`, `["pass","pass","play_land",`, onlyStrict, "/decision_kinds/1"},
		{"engine/response/hello_ok", `"trigger_order":null`, `"trigger_order":"apnap"`, malformed, "/engine_defaults/trigger_order"},
		{"engine/response/hello_ok", `"poison":false,`, ``, malformed, "/observation/poison"},
		{"engine/response/hello_ok", `"name":"x_burner"`, `"name":"burner"`, malformed, "/extensions/0/name"},
		{"engine/response/hello_ok", `"mulligan":["none"]`, `"mulligan":[]`, malformed, "/rules_supported/mulligan"},

		{"engine/response/decision", `"step":14`, `"step":-1`, malformed, "/step"},
		{"engine/response/decision", `"engine_name":"burner"`, `"engine_name":""`, malformed, "/provenance/engine_name"},
		{"engine/response/decision", `"substep_index":0`, `"substep_index":1`, malformed, "/seat_decision/group/substep_index"},
		{"engine/response/decision", `"substep_count":1`, `"substep_count":0`, malformed, "/seat_decision/group/substep_count"},
		{"engine/response/decision", `"kind":"priority"`, `"kind":"main"`, malformed, "/seat_decision/context/kind"},
		{"engine/response/decision", `"purpose":null`, `"purpose":"Mana Payment"`, malformed, "/seat_decision/context/purpose"},
		{"engine/response/decision", `"life":-3`, `"life":2147483648`, malformed, "/seat_decision/observation/players/0/life"},
		{"engine/response/decision", `"life":-3`, `"life":-2147483649`, malformed, "/seat_decision/observation/players/0/life"},
		{"engine/response/decision", `{"energy":2}`, `{"Energy":2}`, malformed, "/seat_decision/observation/players/0/counters/Energy"},
		{"engine/response/decision", `{"energy":2}`, `{"energy":-1}`, malformed, "/seat_decision/observation/players/0/counters/energy"},
		{"engine/response/decision", `"C":0}`, `"C":0,"S":0}`, malformed, "/seat_decision/observation/players/0/mana_pool/S"},
		{"engine/response/decision", `"colors":["white","green"]`, `"colors":["green","white"]`, malformed, "/seat_decision/observation/players/0/battlefield/0/characteristics/colors/1"},
		{"engine/response/decision", `"types":["instant"]`, `"types":["tribal"]`, malformed, "/seat_decision/observation/players/0/hand/0/characteristics/types/0"},
		{"engine/response/decision", `"attack_target":{"player":"p1"}`, `"attack_target":{"player":"p1","object":null}`, malformed, "/seat_decision/observation/players/0/battlefield/0/permanent/attack_target/object"},
		{"engine/response/decision", `"zone":"stack"`, `"zone":"hand"`, malformed, "/seat_decision/observation/stack/0/zone"},
		{"engine/response/decision", `"how":"revealed"`, `"how":"guessed"`, malformed, "/seat_decision/observation/known/0/how"},
		{"engine/response/decision", `"card_name":"Counterspell"`, `"card_name":null`, malformed, "/seat_decision/observation/known/0/card_name"},
		{"engine/response/decision", `"object_id":"o-1"`, `"object_id":""`, onlyStrict, "/seat_decision/observation/players/0/hand/0/object_id"},
		{"engine/response/decision", `{"candidate_id":1`, `{"candidate_id":2`, malformed, "/seat_decision/candidates/1/candidate_id"},
		{"engine/response/decision", `{"kind":"pass"}`, `{"kind":"pass","source":null}`, malformed, "/seat_decision/candidates/0/semantic/source"},
		{"engine/response/decision", `{"kind":"pass"}`, `{"kind":"concede"}`, malformed, "/seat_decision/candidates/0/semantic/kind"},
		{"engine/response/decision", `{"kind":"pass"}`, `{}`, malformed, "/seat_decision/candidates/0/semantic/kind"},
		{"engine/response/decision", `"method":"normal"`, `"method":"bestow"`, malformed, "/seat_decision/candidates/1/semantic/method"},
		{"engine/response/decision", `"minimum":-1`, `"minimum":3`, malformed, "/seat_decision/candidates/2/semantic/minimum"},
		{"engine/response/decision", `"maximum":4`, `"maximum":1`, malformed, "/seat_decision/candidates/2/semantic/value"},
		{"engine/response/decision", `{"x_burner":`, `{"burner":`, malformed, "/seat_decision/extensions/burner"},

		{"engine/response/terminal", `"outcome":"p0_win"`, `"outcome":"p1_win"`, malformed, ""},
		{"engine/response/terminal", `"winner":"p0"`, `"winner":null`, malformed, ""},
		{"engine/response/terminal", `"classification":"natural"`, `"classification":"forfeit"`, malformed, "/classification"},
		{"engine/response/terminal", `"reason":"p1_life_zero"`, `"reason":""`, malformed, "/reason"},
		{"engine/response/terminal", `"step_count":412`, `"step_count":412,"x_gorge":{}`, malformed, "/x_gorge"},
		{"engine/response/error", `"malformed_json"`, `"internal_error"`, malformed, "/error/code"},
		{"engine/response/deck_ok", `"h-9"`, `""`, malformed, "/request_id"},

		{"agent/request/game_start", `"opponent_decklist":"visible"`, `"opponent_decklist":"hidden"`, malformed, "/opponent_deck"},
		{"agent/request/game_start", `"agent_seed":8103969398531465`, `"agent_seed":null`, malformed, "/agent_seed"},
		{"agent/request/game_start", `"cpus":1`, `"cpus":4294967296`, malformed, "/resources/cpus"},
		{"agent/request/choose", `"remaining_ms":540000`, `"remaining_ms":-1`, malformed, "/clock/remaining_ms"},
		{"agent/request/game_over", `"winner":"p1"`, `"winner":"p0"`, malformed, "/terminal"},

		{"agent/response/hello_ok", `"name":"uniform"`, `"name":""`, malformed, "/bot/name"},
		{"agent/response/hello_ok", `"version":"2.0.0"`, `"version":2`, malformed, "/bot/version"},
		{"agent/response/hello_ok", `"extensions_accepted":["x_burner"]`, `"extensions_accepted":null`, malformed, "/extensions_accepted"},
		{"agent/response/hello_ok", `"observation":["keywords"]`, `"observation":"keywords"`, malformed, "/requires/observation"},
		{"agent/response/choice", `"candidate_id":0`, `"candidate_id":"0"`, malformed, "/selection/candidate_id"},
		{"agent/response/choice", `"candidate_id":0`, `"candidate_id":true`, malformed, "/selection/candidate_id"},
		{"agent/response/choice", `"candidate_id":0`, `"candidate_id":0.0`, "malformed_json", ""},
		{"agent/response/choice", `"candidate_id":0`, `"candidate_id":0,"why":0.62`, "malformed_json", ""},
		{"agent/response/choice", `{"candidate_id":0}`, `0`, malformed, "/selection"},
		{"agent/response/ack", `"r-1"`, `1`, malformed, "/request_id"},
		{"agent/response/ack", `"ack"`, `"nack"`, malformed, "/response_type"},
		{"agent/response/ack", `"spellbench/v2"`, `"spellbench/v3"`, "protocol_mismatch", "/protocol"},
	} {
		t.Run(c.message+"/"+c.new, func(t *testing.T) {
			m, line := messageNamed(t, c.message), []byte(edited(examples()[c.message], c.old, c.new))
			_, f := decode(m, protocol.Strict, line)
			assert.Assert(t, f != nil)
			assert.Equal(t, f.Pointer, c.pointer, f.Message)
			if c.code == onlyStrict {
				_, f := decode(m, protocol.Spec, line)
				assert.Assert(t, f == nil, "%v", f)
				return
			}
			assert.Equal(t, string(f.Code), c.code)
			_, again := decode(m, protocol.Spec, line)
			assert.DeepEqual(t, again, f)
		})
	}
}

func messageNamed(t *testing.T, want string) protocol.MessageShape {
	t.Helper()
	for _, m := range protocol.Messages() {
		if name(m) == want {
			return m
		}
	}
	t.Fatalf("no message %s", want)
	return protocol.MessageShape{}
}

// What looks odd and is legal.
func TestLegalEdges(t *testing.T) {
	for _, c := range []struct{ message, old, new string }{
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":-0`},
		{"engine/request/hello", `"protocol_minor":0`, `"protocol_minor":4294967295`},
		{"engine/request/hello", `"request_type":"hello"`, `"request\u005ftype":"\u0068ello"`},
		{"engine/request/reset", `"max_steps":0`, `"max_steps":9007199254740991`},
		{"engine/request/reset", `"starting_player":"host_assigned","starting_seat":"p0"`, `"starting_player":"toss_winner_chooses","starting_seat":null`},
		{"engine/request/reset", burnNames, `{"domain_id":"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945","names":[]}`},
		{"engine/request/reset", `"name":"Mountain"`, `"name":"Lim-D\u00fbl's Vault"`},
		{"engine/request/step", `{"kind":"pass"}`, `{"kind":"nonsense","deep":[[]]}`},
		{"engine/request/step", `{"kind":"pass"}`, `{}`},
		{"engine/response/hello_ok", `"source_revision":null`, `"source_revision":""`},
		{"engine/response/hello_ok", `"catalog":[`, `"catalog":[{"catalog_id":"Empty","name":"","decklist":[{"name":"Wastes","count":4294967295}]},`},
		{"engine/response/hello_ok", `"formats":["pauper-bo1"]`, `"formats":["a","a"]`},
		{"engine/response/decision", `"text":null`, `"text":""`},
		{"engine/response/decision", `"subtypes":["bear"]`, `"subtypes":["anything_at_all"]`},
		{"engine/response/decision", `"keywords":[]`, `"keywords":null`},
		{"engine/response/terminal", `"winner":"p0"`, `"winner":"\u0070\u0030"`},
		{"agent/request/game_over", `"outcome":"p1_win","classification":"forfeit","winner":"p1"`, `"outcome":"draw","classification":"natural","winner":null`},
		{"agent/response/hello_ok", `{"observation":["keywords"],"extensions":[]}`, `null`},
		{"agent/response/hello_ok", `{"observation":["keywords"],"extensions":[]}`, `{}`},
		{"agent/response/hello_ok", `["keywords"]`, `["telepathy"]`},
		{"agent/response/hello_ok", `"bot":{`, `"x_gpu":[1,2],"bot":{"elo":null,`},
		{"agent/response/choice", `"candidate_id":0`, `"candidate_id":-1`},
		{"agent/response/choice", `"candidate_id":0`, `"candidate_id":1099511627776`},
		{"agent/response/choice", `"candidate_id":0`, `"candidate_id":0,"seat_step":false,"semantic_echo":null`},
		{"agent/response/error", `"r-7"`, `""`},
		{"agent/response/error", `"internal_error","message":"lost"`, `"out_of_coffee"`},
	} {
		t.Run(c.message+"/"+c.new, func(t *testing.T) {
			_, f := decode(messageNamed(t, c.message), protocol.Strict, []byte(edited(examples()[c.message], c.old, c.new)))
			assert.Assert(t, f == nil, "%v", f)
		})
	}
}

// Of two faults the earlier step decides: strict JSON, the object, request_id, protocol, type, fields.
func TestOrderOfDecoding(t *testing.T) {
	for _, c := range []struct{ name, line, code, id, pointer string }{
		{"JSON before the top level", `[1.5]`, "malformed_json", "", ""},
		{"JSON before the top level, a number", `9007199254740992`, "malformed_json", "", ""},
		{"JSON before the top level, a string", `"\ud800"`, "malformed_json", "", ""},
		{"JSON before everything", `{"request_id":"a","protocol":"spellbench/v1","protocol":"spellbench/v2"}`, "malformed_json", "", ""},
		{"the top level", `[1,2]`, malformed, "", ""},
		{"the top level, null", `null`, malformed, "", ""},
		{"no id before another protocol", `{"protocol":"spellbench/v1","request_type":"hello"}`, malformed, "", "/request_id"},
		{"an empty id before another protocol", `{"request_id":"","protocol":"spellbench/v1"}`, malformed, "", "/request_id"},
		{"an id of another type before no protocol", `{"request_id":["a"]}`, malformed, "", "/request_id"},
		{"no protocol before no type", `{"request_id":"a"}`, malformed, "a", "/protocol"},
		{"a protocol of another type before an unknown type", `{"request_id":"a","protocol":null,"request_type":"nonsense"}`, malformed, "a", "/protocol"},
		{"another protocol before an unknown type", `{"request_id":"a","protocol":"spellbench/v1","request_type":"nonsense"}`, "protocol_mismatch", "a", "/protocol"},
		{"another protocol before a missing type", `{"request_id":"a","protocol":"spellbench/v1"}`, "protocol_mismatch", "a", "/protocol"},
		{"another protocol before unknown fields", `{"request_id":"a","protocol":"","request_type":"hello","zz":1}`, "protocol_mismatch", "a", "/protocol"},
		{"no type before unknown fields", `{"request_id":"a","protocol":"spellbench/v2","zz":1}`, malformed, "a", "/request_type"},
		{"an unknown type before unknown fields", `{"request_id":"a","protocol":"spellbench/v2","request_type":"play","zz":1}`, malformed, "a", "/request_type"},
		{"a type of another JSON type", `{"request_id":"a","protocol":"spellbench/v2","request_type":{"hello":1}}`, malformed, "a", "/request_type"},
		{"unknown fields before missing ones", `{"request_id":"a","protocol":"spellbench/v2","request_type":"hello","zz":1}`, malformed, "a", "/zz"},
		{"missing fields before mistyped ones", `{"request_id":"a","protocol":"spellbench/v2","request_type":"probe_resample","samples":"x"}`, malformed, "a", "/game_id"},
		{"fields in their order, not the text's", `{"request_id":"a","protocol":"spellbench/v2","request_type":"probe_resample","samples":"x","game_id":1}`, malformed, "a", "/game_id"},
		{"an id in escapes is the id", `{"request_id":"\u0061\"","protocol":"spellbench/v2","request_type":"hello"}`, malformed, `a"`, "/protocol_minor"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, f := protocol.DecodeEngineRequest([]byte(c.line))
			assert.Assert(t, f != nil)
			assert.Equal(t, string(f.Code), c.code)
			assert.Equal(t, f.RequestID, c.id)
			assert.Equal(t, f.Pointer, c.pointer)
		})
	}
}

// A choice keeps what the host is to judge.
func TestChoiceKeepsEchoesAsTheyCame(t *testing.T) {
	line := edited(choiceJSON, `"candidate_id":0`, `"semantic_echo":{"b":1,"a":[ ]},"seat_step":-0,"candidate_id":-1`)
	m, f := protocol.DecodeAgentResponse([]byte(line))
	assert.Assert(t, f == nil, "%v", f)
	assert.DeepEqual(t, m.Body, &protocol.Choice{CandidateID: -1, SeatStepJSON: []byte("0"), EchoJSON: []byte(`{"a":[],"b":1}`)})
}

// A binding takes any seat decision and reads none of it.
func TestEngineBindingLeavesTheSeatDecision(t *testing.T) {
	var d protocol.Decoder
	m, f := d.EngineBinding([]byte(edited(decisionJSON, seatDecisionJSON, `{"acting_seat":"nobody"}`)))
	assert.Assert(t, f == nil, "%v", f)
	body := m.Body.(*protocol.Decision)
	assert.Equal(t, body.Step, uint64(14))
	assert.Equal(t, body.SeatDecision.ActingSeat, protocol.Seat(""))
	assert.Equal(t, m.Value.Get("seat_decision").Get("acting_seat").Str(), "nobody")
	_, f = d.EngineBinding([]byte(edited(decisionJSON, seatDecisionJSON, `[]`)))
	assert.Equal(t, f.Pointer, "/seat_decision")
	_, f = d.EngineBinding([]byte(edited(terminalJSON, `"step_count":412,`, ``)))
	assert.Equal(t, f.Pointer, "/step_count")
}

// Text that a fault quotes is short, on one line and harmless to a terminal.
func TestFaultsQuoteHarmlessly(t *testing.T) {
	long := make([]byte, 10000)
	for i := range long {
		long[i] = 'a'
	}
	for _, id := range []string{`\u001b[2J\r\n`, string(long), `😀\u009b`} {
		_, f := protocol.DecodeEngineRequest([]byte(edited(helloJSON, `"hello"`, `"`+id+`"`)))
		assert.Assert(t, len(f.Message) < 300, f.Message)
		for _, r := range f.Message {
			assert.Assert(t, r >= 0x20 && r < 0x7f || r == '…', f.Message)
		}
	}
}
