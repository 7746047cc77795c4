package protocol

// Sections 9, 10, 11.4 and 12: the shapes of the messages.

import "slices"

// A Role is who answers: the environment role of an engine, or the agent role (Section 3).
type Role uint8

const (
	EngineRole Role = iota + 1
	AgentRole
)

// A MessageShape describes one message. Message shapes never change.
type MessageShape struct {
	Role    Role
	Request bool   // or else a response
	Type    string // request_type or response_type
	Shape   *Shape // the whole message, its envelope first
	body    func(message) any
}

// Messages returns the shapes of all messages: requests and responses of engines, then of agents.
func Messages() []MessageShape {
	return slices.Concat(engineRequests, engineResponses, agentRequests, agentResponses)
}

// SeatDecisionShape returns the shape of a seat_decision (Section 9.3).
func SeatDecisionShape() *Shape { return seatDecisionShape }

// ObservationShape returns the shape of an observation (Section 6).
func ObservationShape() *Shape { return observationShape }

// SemanticShape returns the shape of a candidate's semantic (Section 7).
func SemanticShape() *Shape { return semanticShape }

// ObjectRefShape returns the shape of an object reference (Section 5.1).
func ObjectRefShape() *Shape { return refShape }

var (
	engineRequests = []MessageShape{
		{EngineRole, true, "hello", request("hello", "9.1", field("protocol_minor", u32Shape)), decodeHello},
		{EngineRole, true, "reset", request("reset", "9.2",
			field("game_id", gameIDShape),
			field("format", formatShape),
			field("seats", &Shape{Type: List, Min: 2, Max: 2, BySeat: true, Elem: object("seat_deck", "9.2",
				field("seat", seatShape),
				field("deck", &Shape{Name: "reset_deck", Section: "9.2", Type: OneOf, Arms: []*Shape{
					object("", "9.2", field("deck_id", sha256Shape), field("catalog_id", catalogIDShape)),
					object("", "9.2", field("deck_id", sha256Shape), field("decklist", decklistShape)),
				}}),
			)}),
			field("rules", rulesShape),
			field("game_secret", &Shape{Name: "game_secret", Section: "9.2", Type: Text, Form: FormHex64}),
			field("max_decisions", u53Shape),
			field("max_steps", u53Shape),
		), decodeReset},
		{EngineRole, true, "step", request("step", "9.4",
			field("game_id", gameIDShape),
			field("expected_step", u53Shape),
			field("selection", object("", "9.4",
				field("candidate_id", u32Shape),
				field("semantic_echo", &Shape{Type: AnyObject}),
			)),
		), decodeStep},
		{EngineRole, true, "validate_deck", request("validate_deck", "9.6",
			field("format", formatShape),
			field("deck", &Shape{Name: "bare_deck", Section: "9.6", Type: OneOf, Arms: []*Shape{
				object("", "9.6", field("catalog_id", catalogIDShape)),
				object("", "9.6", field("decklist", decklistShape)),
			}}),
		), decodeValidateDeck},
		{EngineRole, true, "probe_resample", request("probe_resample", "9.7",
			field("game_id", gameIDShape),
			field("samples", u32Shape),
		), decodeProbeResample},
	}

	engineResponses = []MessageShape{
		{EngineRole, false, "hello_ok", helloOKShape, decodeEngineHelloOK},
		{EngineRole, false, "decision", response("decision", "9.3",
			field("game_id", gameIDShape),
			field("step", u53Shape),
			field("seat_decision", seatDecisionShape),
			field("provenance", provenanceShape),
		), decodeDecision},
		{EngineRole, false, "terminal", terminalShape, decodeTerminal},
		{EngineRole, false, "deck_ok", response("deck_ok", "9.6"), func(message) any { return new(DeckOK) }},
		{EngineRole, false, "probe_result", response("probe_result", "9.7",
			field("game_id", gameIDShape),
			field("worlds", listOf(seatDecisionShape)),
		), decodeProbeResult},
		{EngineRole, false, "error", object("engine_error", "9.8", append(answered("error", textShape),
			field("error", object("", "9.8", field("code", word(errorCodeWords)), field("message", textShape))))...), decodeError},
	}

	// engineBindings are engineResponses with a decision of which only the host's own part is looked at.
	engineBindings = append([]MessageShape{
		{EngineRole, false, "decision", response("decision", "9.3",
			field("game_id", gameIDShape),
			field("step", u53Shape),
			field("seat_decision", &Shape{Type: AnyObject}),
			field("provenance", provenanceShape),
		), decodeBinding},
	}, engineResponses...)

	agentRequests = []MessageShape{
		{AgentRole, true, "hello", request("hello", "10.1", field("protocol_minor", u32Shape)), decodeHello},
		{AgentRole, true, "game_start", gameStartShape, decodeGameStart},
		{AgentRole, true, "choose", request("choose", "10.3",
			field("game_id", gameIDShape),
			field("decision", seatDecisionShape),
			field("clock", object("clock", "10.3", field("remaining_ms", u53Shape), field("max_decision_ms", u53Shape))),
		), decodeChoose},
		{AgentRole, true, "game_over", request("game_over", "10.4",
			field("game_id", gameIDShape),
			field("terminal", agentTerminalShape),
		), decodeGameOver},
	}

	// An agent's answers are read leniently: other members are ignored, and what a member left out or
	// an odd value means is the host's to judge where Section 10 says so.
	agentResponses = []MessageShape{
		{AgentRole, false, "hello_ok", open("agent_hello_ok", "10.1", append(answered("hello_ok", requestIDShape),
			field("bot", open("", "10.1", field("name", filledShape), field("version", filledShape))),
			// null is read as left out: the text does not say that it may not be, and the reference
			// host takes it. The lists have no such reading.
			optional("requires", opt(open("", "10.1",
				optional("observation", listOf(textShape)),
				optional("extensions", listOf(textShape)),
			))),
			optional("extensions_accepted", listOf(textShape)),
		)...), decodeAgentHelloOK},
		{AgentRole, false, "ack", open("ack", "10.2", answered("ack", requestIDShape)...), func(message) any { return new(Ack) }},
		{AgentRole, false, "choice", open("choice", "10.3", append(answered("choice", requestIDShape),
			field("selection", open("", "10.3",
				field("candidate_id", &Shape{Name: "any_integer", Section: "4.4", Type: Integer, Min: -maxInt, Max: maxInt}),
				optional("seat_step", &Shape{Type: AnyValue}),
				optional("semantic_echo", &Shape{Type: AnyValue}),
			)),
		)...), decodeChoice},
		{AgentRole, false, "error", open("agent_error", "10.5", append(answered("error", textShape),
			field("error", open("", "10.5", field("code", textShape), optional("message", textShape))),
		)...), decodeError},
	}

	protocolShape = &Shape{Name: "protocol", Section: "4.1", Type: Text, Words: constant(Version).Words}

	rulesShape = object("rules", "12.2",
		field("opponent_decklist", word(visibleWords)),
		field("mulligan", word(mulliganWords)),
		field("starting_player", word(startWords)),
		field("starting_seat", opt(seatShape)),
		field("card_name_domain", object("card_name_domain", "12.2",
			field("domain_id", sha256Shape),
			field("names", &Shape{Type: List, Distinct: OnlyStrict,
				Elem: &Shape{Type: Text, Form: FormNFC, NonEmpty: OnlyStrict}}),
		).keeps(domainIDHashes)),
		field("extensions", &Shape{Type: List, Elem: extensionShape, Distinct: OnlyStrict}),
		field("probe", boolShape),
	).keeps(startingSeatPairs)

	engineShape = object("engine", "9.1",
		field("name", filledShape),
		field("version", filledShape),
		field("source_revision", opt(textShape)),
		field("rules_snapshot_id", filledShape),
		field("card_pool_identity", filledShape),
	)

	provenanceShape = object("provenance", "9.3",
		field("engine_name", filledShape),
		field("engine_version", filledShape),
		field("rules_snapshot_id", filledShape),
		field("card_pool_identity", filledShape),
	)

	helloOKShape = object("engine_hello_ok", "9.1",
		append(append(answered("hello_ok", requestIDShape),
			field("protocol_minor", u32Shape),
			field("engine", engineShape),
			field("formats", &Shape{Type: List, Min: 1, Elem: formatShape}),
			field("deck_sources", &Shape{Type: List, Min: 1, Elem: word(deckSourceWords), Distinct: Always}),
			field("catalog", &Shape{Type: List, Distinct: OnlyStrict, DistinctBy: "catalog_id", Elem: object("catalog_deck", "9.1",
				field("catalog_id", catalogIDShape),
				field("name", textShape),
				field("decklist", decklistShape),
			)}),
		), profileFields...)...,
	).keeps(catalogNeedsSource)

	profileFields = []Field{
		field("rules_supported", object("rules_supported", "9.1",
			field("mulligan", &Shape{Type: List, Min: 1, Elem: word(mulliganWords), Distinct: Always}),
			field("starting_player", &Shape{Type: List, Min: 1, Elem: word(startWords), Distinct: Always}),
		)),
		field("observation", flagsShape()),
		field("decision_kinds", &Shape{Name: "decision_kinds", Section: "9.1", Type: List, Elem: word(kindWords),
			Distinct: OnlyStrict, Rules: []Rule{requiredKinds}}),
		field("engine_defaults", object("engine_defaults", "7.6",
			field("trigger_order", opt(constant("engine_order"))),
			field("replacement_order", opt(constant("engine_order"))),
			field("combat_damage_assignment", opt(constant("engine_order"))),
			field("mana_payment", opt(constant("engine_autopay"))),
		)),
		field("rewind", boolShape),
		field("fairness", object("fairness", "9.1", field("noninterference_probe", boolShape))),
		field("extensions", &Shape{Type: List, Distinct: OnlyStrict, DistinctBy: "name", Elem: object("extension", "9.1",
			field("name", extensionShape),
			field("native_ids", boolShape),
		)}),
	}

	terminalShape = object("terminal", "9.5",
		append(answered("terminal", requestIDShape),
			field("game_id", gameIDShape),
			field("outcome", word(outcomeWords)),
			field("classification", word(endWords)),
			field("winner", opt(seatShape)),
			field("reason", filledShape),
			field("step_count", u53Shape),
			field("decision_count", u53Shape),
			field("provenance", provenanceShape),
		)...,
	).keeps(endingPairs)

	agentTerminalShape = object("agent_terminal", "10.4",
		field("outcome", word(outcomeWords)),
		field("classification", word(gameOverEndWords)),
		field("winner", opt(seatShape)),
		field("reason", filledShape),
		field("seat_step_count", u53Shape),
	).keeps(endingPairs)

	namedDeckShape = object("named_deck", "10.2",
		field("deck_id", sha256Shape),
		field("name", textShape),
		field("decklist", decklistShape),
	)

	gameStartShape = object("game_start", "10.2",
		append(asked("game_start"),
			field("game_id", gameIDShape),
			field("seat", seatShape),
			field("format", formatShape),
			field("own_deck", namedDeckShape),
			field("opponent_deck", opt(namedDeckShape)),
			field("rules", rulesShape),
			field("engine", engineShape),
			field("engine_profile", object("engine_profile", "10.2", profileFields...)),
			field("time_control", object("time_control", "11.4",
				field("startup_ms", u53Shape),
				field("game_start_ms", u53Shape),
				field("bank_ms", u53Shape),
				field("increment_ms", u53Shape),
				field("max_decision_ms", u53Shape),
				field("engine_step_ms", u53Shape),
			)),
			field("limits", object("limits", "11.4",
				field("max_decisions", u53Shape),
				field("max_steps", u53Shape),
				field("max_seat_decisions_per_turn", u53Shape),
				field("max_seat_decisions_per_game", u53Shape),
				field("max_seat_steps_per_game", u53Shape),
			)),
			field("resources", object("resources", "11.4",
				field("cpus", u32Shape),
				field("memory_mb", u32Shape),
				field("gpu", boolShape),
				field("engine_cpus", u32Shape),
			)),
			field("agent_seed", u53Shape),
		)...,
	).keeps(opponentDeckPairs)
)

func flagsShape() *Shape {
	var fields []Field
	for _, flag := range flagTable {
		fields = append(fields, field(flag.Name, boolShape))
	}
	return object("observation_flags", "6.9", fields...)
}

// asked and answered are the envelopes of Section 4.1.
func asked(name string) []Field {
	return []Field{field("request_type", constant(name)), field("protocol", protocolShape), field("request_id", requestIDShape)}
}

func answered(name string, id *Shape) []Field {
	return []Field{field("response_type", constant(name)), field("protocol", protocolShape), field("request_id", id)}
}

func request(name, section string, fields ...Field) *Shape {
	return object(name, section, append(asked(name), fields...)...)
}

func response(name, section string, fields ...Field) *Shape {
	return object(name, section, append(answered(name, requestIDShape), fields...)...)
}

func open(name, section string, fields ...Field) *Shape {
	s := object(name, section, fields...)
	s.Open = true
	return s
}

func optional(name string, s *Shape) Field { return Field{Name: name, Shape: s, Optional: true} }
