package protocol

// Sections 9 and 10, written as canonical JSON.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/spellbench/sbconform/reference/wire"
)

// AppendRequest appends a request as canonical JSON, without a terminator. Body is a *Hello, *Reset,
// *Step, *ValidateDeck, *ProbeResample, *GameStart, *Choose or *GameOver; AppendRequest panics on
// anything else. It checks nothing: a request that breaks the protocol can be written too.
func AppendRequest(dst []byte, id string, body any) []byte {
	w := writer{dst}
	w.open()
	switch b := body.(type) {
	case *Hello:
		w.str("protocol", Version)
		w.uint("protocol_minor", uint64(b.ProtocolMinor))
		w.str("request_id", id)
		w.str("request_type", "hello")
	case *Reset:
		w.str("format", b.Format)
		w.str("game_id", b.GameID)
		w.str("game_secret", b.GameSecret)
		w.uint("max_decisions", b.MaxDecisions)
		w.uint("max_steps", b.MaxSteps)
		w.asked(id, "reset")
		w.key("rules")
		w.rules(&b.Rules)
		w.key("seats")
		w.openList()
		for i := range b.Decks {
			w.elem()
			w.open()
			w.key("deck")
			w.deck(&b.Decks[i])
			w.str("seat", string(Seats[i]))
			w.close()
		}
		w.closeList()
	case *Step:
		w.uint("expected_step", b.ExpectedStep)
		w.str("game_id", b.GameID)
		w.asked(id, "step")
		w.key("selection")
		w.open()
		w.uint("candidate_id", uint64(b.CandidateID))
		w.key("semantic_echo")
		if b.EchoJSON != nil {
			w.json(b.EchoJSON)
		} else {
			w.b = b.SemanticEcho.AppendCanonical(w.b)
		}
		w.close()
	case *ValidateDeck:
		w.key("deck")
		w.deck(&b.Deck)
		w.str("format", b.Format)
		w.asked(id, "validate_deck")
	case *ProbeResample:
		w.str("game_id", b.GameID)
		w.asked(id, "probe_resample")
		w.uint("samples", uint64(b.Samples))
	case *GameStart:
		w.gameStart(id, b)
	case *Choose:
		w.key("clock")
		w.open()
		w.uint("max_decision_ms", b.Clock.MaxDecisionMS)
		w.uint("remaining_ms", b.Clock.RemainingMS)
		w.close()
		w.key("decision")
		w.b = append(w.b, b.DecisionJSON...)
		w.str("game_id", b.GameID)
		w.asked(id, "choose")
	case *GameOver:
		w.str("game_id", b.GameID)
		w.asked(id, "game_over")
		w.key("terminal")
		w.open()
		w.str("classification", b.Terminal.Classification)
		w.str("outcome", b.Terminal.Outcome)
		w.str("reason", b.Terminal.Reason)
		w.uint("seat_step_count", b.Terminal.SeatStepCount)
		w.seatOrNull("winner", b.Terminal.Winner)
		w.close()
	default:
		panic(fmt.Sprintf("protocol.AppendRequest: no request has the body %T", body))
	}
	w.close()
	return w.b
}

// AppendResponse appends a response as canonical JSON, without a terminator. Body is an engine's
// *EngineHelloOK, *Decision, *Terminal, *DeckOK or *ProbeResult, an agent's *AgentHelloOK, *Ack or
// *Choice, or either's *ErrorBody; AppendResponse panics on anything else. Like AppendRequest it
// checks nothing.
func AppendResponse(dst []byte, id string, body any) []byte {
	w := writer{dst}
	w.open()
	switch b := body.(type) {
	case *EngineHelloOK:
		w.key("catalog")
		w.openList()
		for i := range b.Catalog {
			w.elem()
			w.open()
			w.str("catalog_id", b.Catalog[i].CatalogID)
			w.key("decklist")
			w.decklist(b.Catalog[i].Decklist)
			w.str("name", b.Catalog[i].Name)
			w.close()
		}
		w.closeList()
		w.stringsOrNull("decision_kinds", &b.DecisionKinds)
		w.stringsOrNull("deck_sources", &b.DeckSources)
		w.key("engine")
		w.engine(&b.Engine)
		w.key("engine_defaults")
		w.defaults(&b.Defaults)
		w.key("extensions")
		w.extensions(b.Extensions)
		w.key("fairness")
		w.fairness(b.Probe)
		w.stringsOrNull("formats", &b.Formats)
		w.key("observation")
		w.flags(&b.Observation)
		w.str("protocol", Version)
		w.uint("protocol_minor", uint64(b.ProtocolMinor))
		w.str("request_id", id)
		w.str("response_type", "hello_ok")
		w.bool("rewind", b.Rewind)
		w.key("rules_supported")
		w.rulesSupported(&b.Profile)
	case *Decision:
		w.str("game_id", b.GameID)
		w.str("protocol", Version)
		w.provenance(&b.Provenance)
		w.str("request_id", id)
		w.str("response_type", "decision")
		w.key("seat_decision")
		w.seatDecision(&b.SeatDecision)
		w.uint("step", b.Step)
	case *Terminal:
		w.str("classification", b.Classification)
		w.uint("decision_count", b.DecisionCount)
		w.str("game_id", b.GameID)
		w.str("outcome", b.Outcome)
		w.str("protocol", Version)
		w.provenance(&b.Provenance)
		w.str("reason", b.Reason)
		w.str("request_id", id)
		w.str("response_type", "terminal")
		w.uint("step_count", b.StepCount)
		w.seatOrNull("winner", b.Winner)
	case *DeckOK:
		w.answer(id, "deck_ok")
	case *ProbeResult:
		w.str("game_id", b.GameID)
		w.answer(id, "probe_result")
		w.key("worlds")
		w.openList()
		for _, world := range b.Worlds {
			w.elem()
			w.json(world)
		}
		w.closeList()
	case *ErrorBody:
		w.key("error")
		w.open()
		w.str("code", b.Code)
		w.str("message", b.Message)
		w.close()
		w.answer(id, "error")
	case *AgentHelloOK:
		w.key("bot")
		w.open()
		w.str("name", b.BotName)
		w.str("version", b.BotVersion)
		w.close()
		if b.ExtensionsAccepted != nil {
			w.stringsOrNull("extensions_accepted", &b.ExtensionsAccepted)
		}
		w.str("protocol", Version)
		w.str("request_id", id)
		if b.RequiresObservation != nil || b.RequiresExtensions != nil {
			w.key("requires")
			w.open()
			if b.RequiresExtensions != nil {
				w.stringsOrNull("extensions", &b.RequiresExtensions)
			}
			if b.RequiresObservation != nil {
				w.stringsOrNull("observation", &b.RequiresObservation)
			}
			w.close()
		}
		w.str("response_type", "hello_ok")
	case *Ack:
		w.answer(id, "ack")
	case *Choice:
		w.answer(id, "choice")
		w.key("selection")
		w.open()
		w.int("candidate_id", b.CandidateID)
		if b.SeatStepJSON != nil {
			w.key("seat_step")
			w.json(b.SeatStepJSON)
		}
		if b.EchoJSON != nil {
			w.key("semantic_echo")
			w.json(b.EchoJSON)
		}
		w.close()
	default:
		panic(fmt.Sprintf("protocol.AppendResponse: no response has the body %T", body))
	}
	w.close()
	return w.b
}

// AppendSeatDecision appends a seat_decision as canonical JSON.
func AppendSeatDecision(dst []byte, d *SeatDecision) []byte {
	w := writer{dst}
	w.seatDecision(d)
	return w.b
}

// json writes JSON text in its canonical form; text that is not strict JSON is a programming error.
func (w *writer) json(text []byte) {
	b, err := wire.AppendCanonical(w.b, text)
	if err != nil {
		panic("protocol: a message can't hold this text: " + err.Error())
	}
	w.b = b
}

// asked and answer write the three members of the envelope, which stand together in most messages.
func (w *writer) asked(id, name string) {
	w.str("protocol", Version)
	w.str("request_id", id)
	w.str("request_type", name)
}

func (w *writer) answer(id, name string) {
	w.str("protocol", Version)
	w.str("request_id", id)
	w.str("response_type", name)
}

func (w *writer) decklist(rows []DeckRow) {
	w.openList()
	for i := range rows {
		w.elem()
		w.open()
		w.uint("count", uint64(rows[i].Count))
		w.str("name", rows[i].Name)
		w.close()
	}
	w.closeList()
}

func (w *writer) deck(d *Deck) {
	w.open()
	if d.Decklist == nil {
		w.str("catalog_id", d.CatalogID)
	}
	if d.DeckID != "" {
		w.str("deck_id", d.DeckID)
	}
	if d.Decklist != nil {
		w.key("decklist")
		w.decklist(d.Decklist)
	}
	w.close()
}

func (w *writer) rules(r *Rules) {
	w.open()
	w.key("card_name_domain")
	w.open()
	w.str("domain_id", r.CardNameDomain.DomainID)
	w.stringsOrNull("names", &r.CardNameDomain.Names)
	w.close()
	w.stringsOrNull("extensions", &r.Extensions)
	w.str("mulligan", r.Mulligan)
	w.str("opponent_decklist", r.OpponentDecklist)
	w.bool("probe", r.Probe)
	w.str("starting_player", r.StartingPlayer)
	w.seatOrNull("starting_seat", r.StartingSeat)
	w.close()
}

func (w *writer) engine(e *EngineIdentity) {
	w.open()
	w.str("card_pool_identity", e.CardPoolIdentity)
	w.str("name", e.Name)
	w.str("rules_snapshot_id", e.RulesSnapshotID)
	w.strOrNull("source_revision", e.SourceRevision)
	w.str("version", e.Version)
	w.close()
}

func (w *writer) provenance(p *Provenance) {
	w.key("provenance")
	w.open()
	w.str("card_pool_identity", p.CardPoolIdentity)
	w.str("engine_name", p.EngineName)
	w.str("engine_version", p.EngineVersion)
	w.str("rules_snapshot_id", p.RulesSnapshotID)
	w.close()
}

func (w *writer) defaults(d *EngineDefaults) {
	w.open()
	w.wordOrNull("combat_damage_assignment", d.CombatDamageAssignment)
	w.wordOrNull("mana_payment", d.ManaPayment)
	w.wordOrNull("replacement_order", d.ReplacementOrder)
	w.wordOrNull("trigger_order", d.TriggerOrder)
	w.close()
}

func (w *writer) extensions(list []Extension) {
	w.openList()
	for _, e := range list {
		w.elem()
		w.open()
		w.str("name", e.Name)
		w.bool("native_ids", e.NativeIDs)
		w.close()
	}
	w.closeList()
}

func (w *writer) fairness(probe bool) {
	w.open()
	w.bool("noninterference_probe", probe)
	w.close()
}

func (w *writer) flags(f *Flags) {
	w.open()
	for _, flag := range sortedFlags {
		w.bool(flag.String(), f.Has(flag))
	}
	w.close()
}

// sortedFlags are the flags in the canonical order of their names.
var sortedFlags = slices.SortedFunc(func(yield func(Flag) bool) {
	for _, f := range flagTable {
		if !yield(f.Flag) {
			return
		}
	}
}, func(a, b Flag) int { return cmp.Compare(flagTable[a-1].Name, flagTable[b-1].Name) })

func (w *writer) rulesSupported(p *Profile) {
	w.open()
	w.stringsOrNull("mulligan", &p.Mulligan)
	w.stringsOrNull("starting_player", &p.StartingPlayer)
	w.close()
}

func (w *writer) profile(p *Profile) {
	w.open()
	w.stringsOrNull("decision_kinds", &p.DecisionKinds)
	w.key("engine_defaults")
	w.defaults(&p.Defaults)
	w.key("extensions")
	w.extensions(p.Extensions)
	w.key("fairness")
	w.fairness(p.Probe)
	w.key("observation")
	w.flags(&p.Observation)
	w.bool("rewind", p.Rewind)
	w.key("rules_supported")
	w.rulesSupported(p)
	w.close()
}

func (w *writer) namedDeck(d *NamedDeck) {
	w.open()
	w.str("deck_id", d.DeckID)
	w.key("decklist")
	w.decklist(d.Decklist)
	w.str("name", d.Name)
	w.close()
}

func (w *writer) gameStart(id string, g *GameStart) {
	w.uint("agent_seed", g.AgentSeed)
	w.key("engine")
	w.engine(&g.Engine)
	w.key("engine_profile")
	w.profile(&g.Profile)
	w.str("format", g.Format)
	w.str("game_id", g.GameID)
	w.key("limits")
	w.open()
	w.uint("max_decisions", g.Limits.MaxDecisions)
	w.uint("max_seat_decisions_per_game", g.Limits.MaxSeatDecisionsPerGame)
	w.uint("max_seat_decisions_per_turn", g.Limits.MaxSeatDecisionsPerTurn)
	w.uint("max_seat_steps_per_game", g.Limits.MaxSeatStepsPerGame)
	w.uint("max_steps", g.Limits.MaxSteps)
	w.close()
	if g.OpponentDeck == nil {
		w.null("opponent_deck")
	} else {
		w.key("opponent_deck")
		w.namedDeck(g.OpponentDeck)
	}
	w.key("own_deck")
	w.namedDeck(&g.OwnDeck)
	w.asked(id, "game_start")
	w.key("resources")
	w.open()
	w.uint("cpus", g.Resources.CPUs)
	w.uint("engine_cpus", g.Resources.EngineCPUs)
	w.bool("gpu", g.Resources.GPU)
	w.uint("memory_mb", g.Resources.MemoryMB)
	w.close()
	w.key("rules")
	w.rules(&g.Rules)
	w.str("seat", string(g.Seat))
	w.key("time_control")
	w.open()
	w.uint("bank_ms", g.TimeControl.BankMS)
	w.uint("engine_step_ms", g.TimeControl.EngineStepMS)
	w.uint("game_start_ms", g.TimeControl.GameStartMS)
	w.uint("increment_ms", g.TimeControl.IncrementMS)
	w.uint("max_decision_ms", g.TimeControl.MaxDecisionMS)
	w.uint("startup_ms", g.TimeControl.StartupMS)
	w.close()
}

func (w *writer) seatDecision(d *SeatDecision) {
	w.open()
	w.str("acting_seat", string(d.ActingSeat))
	w.key("candidates")
	w.openList()
	for i := range d.Candidates {
		w.elem()
		w.open()
		w.uint("candidate_id", uint64(i))
		w.strOrNull("display_text", d.Candidates[i].DisplayText)
		w.key("semantic")
		w.semantic(&d.Candidates[i].Semantic)
		w.close()
	}
	w.closeList()
	w.key("context")
	w.open()
	w.str("kind", d.Context.Kind)
	w.strOrNull("purpose", d.Context.Purpose)
	w.bool("rewind", d.Context.Rewind)
	w.refOrNull("source", d.Context.Source)
	w.strOrNull("text", d.Context.Text)
	w.close()
	w.key("extensions")
	w.open()
	for _, name := range sortedKeys(d.Extensions) {
		w.key(name)
		w.json([]byte(d.Extensions[name]))
	}
	w.close()
	w.key("group")
	w.open()
	w.uint("group_id", d.Group.ID)
	w.uint("substep_count", uint64(d.Group.SubstepCount))
	w.uint("substep_index", uint64(d.Group.SubstepIndex))
	w.close()
	w.key("observation")
	w.observation(&d.Observation)
	w.uint("seat_step", d.SeatStep)
	w.close()
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.SortedFunc(maps.Keys(m), wire.CompareKeys)
}
