package protocol

// Typed messages from lines that fit their shapes. Nothing here checks: a value's shape has already
// said that every member is there and of its type.

import "github.com/spellbench/sbconform/reference/wire"

func u32(v wire.Value) uint32 { return uint32(v.Int()) }
func u53(v wire.Value) uint64 { return uint64(v.Int()) }

// or returns nil for null or a member left out, else what read makes of the value.
func or[T any](v wire.Value, read func(wire.Value) T) *T {
	if !v.Exists() || v.IsNull() {
		return nil
	}
	return Ptr(read(v))
}

// each reads a list; never nil for a list that is there.
func each[T any](v wire.Value, read func(wire.Value) T) []T {
	if v.Kind() != wire.Array {
		return nil
	}
	out := make([]T, 0, v.Len())
	for e := range v.Elems() {
		out = append(out, read(e))
	}
	return out
}

func listWith[T any](read func(wire.Value) T) func(wire.Value) []T {
	return func(v wire.Value) []T { return each(v, read) }
}

func str(v wire.Value) string { return v.Str() }

// wordOf is str for a member of a vocabulary, without a copy of the word.
func wordOf(vocabulary *Vocabulary, v wire.Value) string {
	if v.Kind() == wire.String {
		if i := vocabulary.index.find(inPlace(v)); i >= 0 {
			return vocabulary.Words[i]
		}
	}
	return v.Str()
}

func seat(v wire.Value) Seat { return Seat(wordOf(seatWords, v)) }
func i32(v wire.Value) int32 { return int32(v.Int()) }

func canonical(v wire.Value) []byte {
	if !v.Exists() {
		return nil
	}
	return v.AppendCanonical(nil)
}

func decodeHello(m message) any { return &Hello{u32(m.Get("protocol_minor"))} }

func decodeReset(m message) any {
	r := &Reset{
		GameID: str(m.Get("game_id")), Format: str(m.Get("format")), Rules: rules(m.Get("rules")),
		GameSecret: str(m.Get("game_secret")), MaxDecisions: u53(m.Get("max_decisions")), MaxSteps: u53(m.Get("max_steps")),
	}
	copy(r.Decks[:], each(m.Get("seats"), func(v wire.Value) Deck { return deck(v.Get("deck")) }))
	return r
}

func deck(v wire.Value) Deck {
	return Deck{str(v.Get("deck_id")), str(v.Get("catalog_id")), each(v.Get("decklist"), deckRow)}
}

func deckRow(v wire.Value) DeckRow { return DeckRow{str(v.Get("name")), u32(v.Get("count"))} }

func rules(v wire.Value) Rules {
	domain := v.Get("card_name_domain")
	return Rules{
		OpponentDecklist: str(v.Get("opponent_decklist")), Mulligan: str(v.Get("mulligan")),
		StartingPlayer: str(v.Get("starting_player")), StartingSeat: or(v.Get("starting_seat"), seat),
		CardNameDomain: CardNameDomain{str(domain.Get("domain_id")), each(domain.Get("names"), str)},
		Extensions:     each(v.Get("extensions"), str), Probe: v.Get("probe").Bool(),
	}
}

func decodeStep(m message) any {
	sel := m.Get("selection")
	echo := sel.Get("semantic_echo")
	return &Step{
		GameID: str(m.Get("game_id")), ExpectedStep: u53(m.Get("expected_step")),
		CandidateID: u32(sel.Get("candidate_id")), SemanticEcho: echo, EchoJSON: canonical(echo),
	}
}

func decodeValidateDeck(m message) any {
	return &ValidateDeck{str(m.Get("format")), deck(m.Get("deck"))}
}

func decodeProbeResample(m message) any {
	return &ProbeResample{str(m.Get("game_id")), u32(m.Get("samples"))}
}

func decodeEngineHelloOK(m message) any {
	return &EngineHelloOK{
		ProtocolMinor: u32(m.Get("protocol_minor")), Engine: engine(m.Get("engine")),
		Formats: each(m.Get("formats"), str), DeckSources: each(m.Get("deck_sources"), str),
		Catalog: each(m.Get("catalog"), func(v wire.Value) CatalogDeck {
			return CatalogDeck{str(v.Get("catalog_id")), str(v.Get("name")), each(v.Get("decklist"), deckRow)}
		}),
		Profile: profile(m.Value),
	}
}

func engine(v wire.Value) EngineIdentity {
	return EngineIdentity{
		Name: str(v.Get("name")), Version: str(v.Get("version")), RulesSnapshotID: str(v.Get("rules_snapshot_id")),
		CardPoolIdentity: str(v.Get("card_pool_identity")), SourceRevision: or(v.Get("source_revision"), str),
	}
}

func profile(v wire.Value) Profile {
	supported, defaults := v.Get("rules_supported"), v.Get("engine_defaults")
	return Profile{
		Mulligan: each(supported.Get("mulligan"), str), StartingPlayer: each(supported.Get("starting_player"), str),
		Observation: flags(v.Get("observation")), DecisionKinds: each(v.Get("decision_kinds"), str),
		Defaults: EngineDefaults{ // Str is "" for null, as these fields are
			str(defaults.Get("trigger_order")), str(defaults.Get("replacement_order")),
			str(defaults.Get("combat_damage_assignment")), str(defaults.Get("mana_payment")),
		},
		Rewind: v.Get("rewind").Bool(), Probe: v.Get("fairness").Get("noninterference_probe").Bool(),
		Extensions: each(v.Get("extensions"), func(v wire.Value) Extension {
			return Extension{str(v.Get("name")), v.Get("native_ids").Bool()}
		}),
	}
}

func flags(v wire.Value) (f Flags) {
	for _, flag := range flagTable {
		f.Set(flag.Flag, v.Get(flag.Name).Bool())
	}
	return f
}

func decodeDecision(m message) any {
	d := decodeBinding(m).(*Decision)
	d.SeatDecision = seatDecision(m.Get("seat_decision"))
	return d
}

func decodeBinding(m message) any {
	return &Decision{GameID: str(m.Get("game_id")), Step: u53(m.Get("step")), Provenance: provenance(m.Get("provenance"))}
}

func provenance(v wire.Value) Provenance {
	return Provenance{str(v.Get("engine_name")), str(v.Get("engine_version")),
		str(v.Get("rules_snapshot_id")), str(v.Get("card_pool_identity"))}
}

func decodeTerminal(m message) any {
	return &Terminal{
		GameID: str(m.Get("game_id")), Outcome: str(m.Get("outcome")), Classification: str(m.Get("classification")),
		Winner: or(m.Get("winner"), seat), Reason: str(m.Get("reason")), StepCount: u53(m.Get("step_count")),
		DecisionCount: u53(m.Get("decision_count")), Provenance: provenance(m.Get("provenance")),
	}
}

func decodeProbeResult(m message) any {
	return &ProbeResult{str(m.Get("game_id")), each(m.Get("worlds"), canonical)}
}

func decodeError(m message) any {
	e := m.Get("error")
	return &ErrorBody{str(e.Get("code")), str(e.Get("message"))}
}

func decodeAgentHelloOK(m message) any {
	bot, requires := m.Get("bot"), m.Get("requires")
	return &AgentHelloOK{
		BotName: str(bot.Get("name")), BotVersion: str(bot.Get("version")),
		RequiresObservation: each(requires.Get("observation"), str), RequiresExtensions: each(requires.Get("extensions"), str),
		ExtensionsAccepted: each(m.Get("extensions_accepted"), str),
	}
}

func decodeChoice(m message) any {
	sel := m.Get("selection")
	return &Choice{sel.Get("candidate_id").Int(), canonical(sel.Get("seat_step")), canonical(sel.Get("semantic_echo"))}
}

func namedDeck(v wire.Value) NamedDeck {
	return NamedDeck{str(v.Get("deck_id")), str(v.Get("name")), each(v.Get("decklist"), deckRow)}
}

func decodeGameStart(m message) any {
	clock, limits, res := m.Get("time_control"), m.Get("limits"), m.Get("resources")
	return &GameStart{
		GameID: str(m.Get("game_id")), Seat: seat(m.Get("seat")), Format: str(m.Get("format")),
		OwnDeck: namedDeck(m.Get("own_deck")), OpponentDeck: or(m.Get("opponent_deck"), namedDeck),
		Rules: rules(m.Get("rules")), Engine: engine(m.Get("engine")), Profile: profile(m.Get("engine_profile")),
		TimeControl: TimeControl{
			u53(clock.Get("startup_ms")), u53(clock.Get("game_start_ms")), u53(clock.Get("bank_ms")),
			u53(clock.Get("increment_ms")), u53(clock.Get("max_decision_ms")), u53(clock.Get("engine_step_ms")),
		},
		Limits: Limits{
			u53(limits.Get("max_decisions")), u53(limits.Get("max_steps")), u53(limits.Get("max_seat_decisions_per_turn")),
			u53(limits.Get("max_seat_decisions_per_game")), u53(limits.Get("max_seat_steps_per_game")),
		},
		Resources: Resources{
			u53(res.Get("cpus")), u53(res.Get("memory_mb")), u53(res.Get("engine_cpus")), res.Get("gpu").Bool(),
		},
		AgentSeed: u53(m.Get("agent_seed")),
	}
}

func decodeChoose(m message) any {
	clock := m.Get("clock")
	return &Choose{str(m.Get("game_id")), canonical(m.Get("decision")),
		Clock{u53(clock.Get("remaining_ms")), u53(clock.Get("max_decision_ms"))}}
}

func decodeGameOver(m message) any {
	t := m.Get("terminal")
	return &GameOver{str(m.Get("game_id")), AgentTerminal{
		str(t.Get("outcome")), str(t.Get("classification")), or(t.Get("winner"), seat),
		str(t.Get("reason")), u53(t.Get("seat_step_count")),
	}}
}
