package protocol_test

// One legal line of every message, written by hand: the tables of broken ones are edits of these.

import "strings"

const (
	burnDeck  = `"sha256:0df0a001e3c4b74b1061b21e319a645f32fbe3173120e432864e14d6d6f2f5d2"`
	burnList  = `[{"name":"Lightning Bolt","count":4},{"name":"Mountain","count":18}]`
	burnNames = `{"domain_id":"sha256:74f7f4b39eecbed1c039cf4b229fa533069d2cdd8caf3bb6380b832eb40fb697","names":["Lightning Bolt","Mountain"]}`

	rulesJSON = `{"opponent_decklist":"visible","mulligan":"none","starting_player":"host_assigned","starting_seat":"p0",` +
		`"card_name_domain":` + burnNames + `,"extensions":[],"probe":false}`
	engineJSON  = `{"name":"burner","version":"1","source_revision":null,"rules_snapshot_id":"r","card_pool_identity":"c"}`
	provJSON    = `{"engine_name":"burner","engine_version":"1","rules_snapshot_id":"r","card_pool_identity":"c"}`
	profileJSON = `"rules_supported":{"mulligan":["none"],"starting_player":["host_assigned"]},` +
		`"observation":{"poison":false,"player_counters":false,"designations":true,"player_progress":false,"day_night":false,` +
		`"passed_seats":true,"pending_triggers":true,"keywords":true,"full_name":false,"exiled_by":true,"stack_text":false,` +
		`"permanent_details":true,"known_cards":true},` +
		`"decision_kinds":["pass","play_land","cast_spell","declare_attack","declare_block"],` +
		`"engine_defaults":{"trigger_order":null,"replacement_order":"engine_order","combat_damage_assignment":"engine_order","mana_payment":null},` +
		`"rewind":false,"fairness":{"noninterference_probe":false},"extensions":[{"name":"x_burner","native_ids":true}]`

	boltRef    = `{"object_id":"o-1","card_name":"Lightning Bolt","owner_seat":"p0","controller_seat":"p0","zone":"hand"}`
	boltRecord = `{"object_id":"o-1","card_name":"Lightning Bolt","owner_seat":"p0","controller_seat":"p0","zone":"hand",` +
		`"full_name":null,"face_down":false,"token":false,"copy":false,"characteristics":{"supertypes":[],"types":["instant"],` +
		`"subtypes":[],"colors":["red"],"mana_value":1,"power":null,"toughness":null,"keywords":[]},"permanent":null,"exiled_by":null}`
	bearRecord = `{"object_id":"o-2","card_name":"Runeclaw Bear","owner_seat":"p0","controller_seat":"p0","zone":"battlefield",` +
		`"full_name":null,"face_down":false,"token":false,"copy":false,"characteristics":{"supertypes":[],"types":["creature"],` +
		`"subtypes":["bear"],"colors":["white","green"],"mana_value":2,"power":2,"toughness":-1,"keywords":[]},` +
		`"permanent":{"tapped":false,"summoning_sick":true,"damage":0,"counters":{"p1p1":1},"attached_to":null,"attacking":true,` +
		`"attack_target":{"player":"p1"},"blocking":false,"blocked_attackers":[],"phased_out":false,"statuses":["goaded"],` +
		`"class_level":null,"chosen":[{"kind":"color","value":"red"}]},"exiled_by":null}`
	stackJSON = `{"object_id":"o-3","card_name":"Fork","owner_seat":"p1","controller_seat":"p1","zone":"stack","stack_kind":"spell",` +
		`"source":null,"face_down":false,"copy":false,"characteristics":null,"targets":[null,{"player":"p0"}],"divided":null,` +
		`"modes":[0],"x_value":3,"text":null}`
	poolJSON = `{"W":0,"U":0,"B":0,"R":1,"G":0,"C":0}`
	p0JSON   = `{"seat":"p0","life":-3,"poison":null,"counters":{"energy":2},"mana_pool":` + poolJSON + `,"lands_played_this_turn":0,` +
		`"mulligans_taken":0,"designations":["monarch"],"progress":{"dungeon":null,"dungeon_room":null,"ring_tempted":0,"speed":null},` +
		`"hand_count":1,"library_count":46,"hand":[` + boltRecord + `],"battlefield":[` + bearRecord + `],"graveyard":[],"exile":[],"command":[]}`
	p1JSON = `{"seat":"p1","life":20,"poison":null,"counters":null,"mana_pool":` + poolJSON + `,"lands_played_this_turn":0,` +
		`"mulligans_taken":0,"designations":[],"progress":null,"hand_count":1,"library_count":46,"hand":null,"battlefield":[],` +
		`"graveyard":[],"exile":[],"command":[]}`
	observationJSON = `{"viewer":"p0","turn":5,"phase_step":"precombat_main","active_seat":"p0","priority_seat":"p0","passed_seats":[],` +
		`"day_night":null,"players":[` + p0JSON + `,` + p1JSON + `],"stack":[` + stackJSON + `],"pending_triggers":[{"source":null,` +
		`"source_name":"Fork","controller_seat":"p0","label":null,"optional":true}],"known":[{"owner_seat":"p1","zone":"hand",` +
		`"card_name":"Counterspell","object_id":null,"position_from_top":null,"position_from_bottom":null,"how":"revealed"}]}`
	seatDecisionJSON = `{"acting_seat":"p0","seat_step":6,"group":{"group_id":5,"substep_index":0,"substep_count":1},` +
		`"context":{"kind":"priority","source":null,"purpose":null,"text":null,"rewind":false},"observation":` + observationJSON + `,` +
		`"candidates":[{"candidate_id":0,"semantic":{"kind":"pass"},"display_text":"Pass priority"},` +
		`{"candidate_id":1,"semantic":{"kind":"cast_spell","source":` + boltRef + `,"method":"normal"},"display_text":null},` +
		`{"candidate_id":2,"semantic":{"kind":"choose_number","source":null,"purpose":"x_value","value":2,"minimum":-1,"maximum":4},"display_text":null}],` +
		`"extensions":{"x_burner":{"anything":[true,null]}}}`

	helloJSON    = `{"request_type":"hello","protocol":"spellbench/v2","request_id":"h-1","protocol_minor":0}`
	stepJSON     = `{"request_type":"step","protocol":"spellbench/v2","request_id":"h-8","game_id":"g-1","expected_step":14,"selection":{"candidate_id":0,"semantic_echo":{"kind":"pass"}}}`
	validateJSON = `{"request_type":"validate_deck","protocol":"spellbench/v2","request_id":"h-9","format":"pauper-bo1","deck":{"decklist":` + burnList + `}}`
	probeJSON    = `{"request_type":"probe_resample","protocol":"spellbench/v2","request_id":"h-9","game_id":"g-1","samples":4}`
	resetJSON    = `{"request_type":"reset","protocol":"spellbench/v2","request_id":"h-2","game_id":"g-1","format":"pauper-bo1",` +
		`"seats":[{"seat":"p0","deck":{"deck_id":` + burnDeck + `,"catalog_id":"Burn"}},{"seat":"p1","deck":{"deck_id":` + burnDeck + `,"decklist":` + burnList + `}}],` +
		`"rules":` + rulesJSON + `,"game_secret":"7648831b4ae4148770e13149d5ebbe1c4991168413d4b38e49292cfc5538980e","max_decisions":10000,"max_steps":0}`

	helloOKJSON = `{"response_type":"hello_ok","protocol":"spellbench/v2","request_id":"h-1","protocol_minor":0,"engine":` + engineJSON + `,` +
		`"formats":["pauper-bo1"],"deck_sources":["catalog"],"catalog":[{"catalog_id":"Burn","name":"Burn","decklist":` + burnList + `}],` + profileJSON + `}`
	decisionJSON = `{"response_type":"decision","protocol":"spellbench/v2","request_id":"h-7","game_id":"g-1","step":14,"seat_decision":` +
		seatDecisionJSON + `,"provenance":` + provJSON + `}`
	terminalJSON = `{"response_type":"terminal","protocol":"spellbench/v2","request_id":"h-9","game_id":"g-1","outcome":"p0_win",` +
		`"classification":"natural","winner":"p0","reason":"p1_life_zero","step_count":412,"decision_count":388,"provenance":` + provJSON + `}`
	deckOKJSON      = `{"response_type":"deck_ok","protocol":"spellbench/v2","request_id":"h-9"}`
	probeResultJSON = `{"response_type":"probe_result","protocol":"spellbench/v2","request_id":"h-9","game_id":"g-1","worlds":[` + seatDecisionJSON + `]}`
	engineErrorJSON = `{"response_type":"error","protocol":"spellbench/v2","request_id":"","error":{"code":"malformed_json","message":""}}`

	gameStartJSON = `{"request_type":"game_start","protocol":"spellbench/v2","request_id":"r-1","game_id":"g-1","seat":"p0","format":"pauper-bo1",` +
		`"own_deck":{"deck_id":` + burnDeck + `,"name":"Burn","decklist":` + burnList + `},"opponent_deck":{"deck_id":` + burnDeck + `,"name":"Burn","decklist":` + burnList + `},` +
		`"rules":` + rulesJSON + `,"engine":` + engineJSON + `,"engine_profile":{` + profileJSON + `},` +
		`"time_control":{"startup_ms":120000,"game_start_ms":60000,"bank_ms":600000,"increment_ms":2000,"max_decision_ms":60000,"engine_step_ms":120000},` +
		`"limits":{"max_decisions":10000,"max_steps":100000,"max_seat_decisions_per_turn":500,"max_seat_decisions_per_game":4999,"max_seat_steps_per_game":49999},` +
		`"resources":{"cpus":1,"memory_mb":4096,"gpu":false,"engine_cpus":1},"agent_seed":8103969398531465}`
	chooseJSON = `{"request_type":"choose","protocol":"spellbench/v2","request_id":"r-7","game_id":"g-1","decision":` + seatDecisionJSON +
		`,"clock":{"remaining_ms":540000,"max_decision_ms":60000}}`
	gameOverJSON = `{"request_type":"game_over","protocol":"spellbench/v2","request_id":"r-3","game_id":"g-1",` +
		`"terminal":{"outcome":"p1_win","classification":"forfeit","winner":"p1","reason":"forfeit:timeout","seat_step_count":0}}`

	agentHelloOKJSON = `{"response_type":"hello_ok","protocol":"spellbench/v2","request_id":"r-0","bot":{"name":"uniform","version":"2.0.0"},` +
		`"requires":{"observation":["keywords"],"extensions":[]},"extensions_accepted":["x_burner"]}`
	ackJSON        = `{"response_type":"ack","protocol":"spellbench/v2","request_id":"r-1"}`
	choiceJSON     = `{"response_type":"choice","protocol":"spellbench/v2","request_id":"r-7","selection":{"candidate_id":0}}`
	agentErrorJSON = `{"response_type":"error","protocol":"spellbench/v2","request_id":"r-7","error":{"code":"internal_error","message":"lost"}}`
)

// examples has a line for each of the 19 messages, by the name that tests use.
func examples() map[string]string {
	return map[string]string{
		"engine/request/hello": helloJSON, "engine/request/reset": resetJSON, "engine/request/step": stepJSON,
		"engine/request/validate_deck": validateJSON, "engine/request/probe_resample": probeJSON,
		"engine/response/hello_ok": helloOKJSON, "engine/response/decision": decisionJSON, "engine/response/terminal": terminalJSON,
		"engine/response/deck_ok": deckOKJSON, "engine/response/probe_result": probeResultJSON, "engine/response/error": engineErrorJSON,
		"agent/request/hello": helloJSON, "agent/request/game_start": gameStartJSON, "agent/request/choose": chooseJSON,
		"agent/request/game_over": gameOverJSON,
		"agent/response/hello_ok": agentHelloOKJSON, "agent/response/ack": ackJSON, "agent/response/choice": choiceJSON,
		"agent/response/error": agentErrorJSON,
	}
}

// edited returns an example with the first occurrence of old changed.
func edited(example, old, new string) string {
	if !strings.Contains(example, old) {
		panic("no " + old + " in the example")
	}
	return strings.Replace(example, old, new, 1)
}
