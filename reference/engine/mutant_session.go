package engine

// Faults of hello, reset, the caps, the cache and terminals (Sections 4.1 and 9).

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

func helloMutants() []Mutant {
	undeclared := func(kind string) faults {
		return faults{hello: func(h *protocol.EngineHelloOK) {
			h.DecisionKinds = slices.DeleteFunc(slices.Clone(h.DecisionKinds), func(k string) bool { return k == kind })
		}}
	}
	out := []Mutant{
		{"hello-minor-above", "if set, hello_ok answers a protocol_minor one above the request's", "4.2",
			faults{hello: func(h *protocol.EngineHelloOK) { h.ProtocolMinor++ }}},
		{"hello-no-format", "if set, formats is empty", "9.1", faults{hello: func(h *protocol.EngineHelloOK) { h.Formats = nil }}},
		{"hello-no-name", "if set, engine.name is empty", "9.1", faults{hello: func(h *protocol.EngineHelloOK) { h.Engine.Name = "" }}},
		{"hello-catalog-unlisted", "if set, a catalog is sent though deck_sources lacks it", "9.1",
			faults{hello: func(h *protocol.EngineHelloOK) { h.DeckSources = []string{"decklist"} }}},
		{"hello-catalog-count-wrong", "if set, a catalog deck is declared with one card too many", "9.1",
			faults{hello: func(h *protocol.EngineHelloOK) {
				h.Catalog = slices.Clone(h.Catalog)
				h.Catalog[0].Decklist = slices.Clone(h.Catalog[0].Decklist)
				h.Catalog[0].Decklist[0].Count++
			}}},
		{"hello-no-attack-kind", "if set, decision_kinds lacks declare_attack", "9.1", undeclared("declare_attack")},
		{"kind-undeclared-target", "if set, decision_kinds lacks choose_target, which is posed all the same", "9.1", undeclared("choose_target")},
		{"kind-undeclared-mana", "if set, decision_kinds lacks activate_mana_ability, which is posed all the same", "9.1", undeclared("activate_mana_ability")},
		{"kind-undeclared-mulligan", "if set, decision_kinds lacks mulligan, which is posed all the same", "9.1", undeclared("mulligan")},
	}
	for _, f := range flagNames {
		out = append(out, Mutant{"flag-off-value-" + f.name, "if set, the flag is declared false and the field is sent all the same", "6.9",
			faults{hello: func(h *protocol.EngineHelloOK) { *f.of(&h.Observation) = false }}})
	}
	return out
}

// flagNames are the flags whose fields are non-null in every game, one for each kind of place.
var flagNames = [...]struct {
	name string
	of   func(*protocol.Flags) *bool
}{
	{"poison", func(f *protocol.Flags) *bool { return &f.Poison }},
	{"counters", func(f *protocol.Flags) *bool { return &f.PlayerCounters }},
	{"designations", func(f *protocol.Flags) *bool { return &f.Designations }},
	{"progress", func(f *protocol.Flags) *bool { return &f.PlayerProgress }},
	{"day-night", func(f *protocol.Flags) *bool { return &f.DayNight }},
	{"passed-seats", func(f *protocol.Flags) *bool { return &f.PassedSeats }},
	{"pending-triggers", func(f *protocol.Flags) *bool { return &f.PendingTriggers }},
	{"keywords", func(f *protocol.Flags) *bool { return &f.Keywords }},
	{"stack-text", func(f *protocol.Flags) *bool { return &f.StackText }},
	{"permanent-details", func(f *protocol.Flags) *bool { return &f.PermanentDetails }},
	{"known-cards", func(f *protocol.Flags) *bool { return &f.KnownCards }},
}

func resetMutants() []Mutant {
	before := func(f func(*protocol.Reset)) faults {
		return faults{reset: func(_ *Engine, r *protocol.Reset) { f(r) }}
	}
	onReset := func(f func(*Engine, *protocol.Reset)) faults {
		return faults{request: func(e *Engine, body any) {
			if r, ok := body.(*protocol.Reset); ok {
				f(e, r)
			}
		}}
	}
	const many = 1 << 40
	return []Mutant{
		{"max-steps-ignored", "if set, max_steps does not end a game", "9.2", before(func(r *protocol.Reset) { r.MaxSteps = many })},
		{"max-decisions-ignored", "if set, max_decisions does not end a game", "9.2", before(func(r *protocol.Reset) { r.MaxDecisions = many })},
		{"max-steps-late", "if set, a game goes on for one decision beyond max_steps", "9.2", before(func(r *protocol.Reset) { r.MaxSteps++ })},
		{"max-decisions-late", "if set, a game goes on for one group beyond max_decisions", "9.2", before(func(r *protocol.Reset) { r.MaxDecisions++ })},
		{"max-steps-early", "if set, a game is truncated one decision before max_steps", "9.2", before(func(r *protocol.Reset) { r.MaxSteps -= min(r.MaxSteps, 1) })},
		{"caps-zero-unlimited", "if set, a cap of 0 means none", "9.2", before(func(r *protocol.Reset) {
			if r.MaxSteps == 0 {
				r.MaxSteps = many
			}
			if r.MaxDecisions == 0 {
				r.MaxDecisions = many
			}
		})},
		{"starting-seat-ignored", "if set, p0 takes the first turn whatever starting_seat says", "7.6", before(func(r *protocol.Reset) {
			if r.Rules.StartingSeat != nil {
				r.Rules.StartingSeat = protocol.Ptr(protocol.P0)
			}
		})},
		{"toss-not-posed", "if set, the toss winner is not asked and p0 begins", "7.6", before(func(r *protocol.Reset) { r.Rules.StartingSeat = protocol.Ptr(protocol.P0) })},
		{"mulligan-always", "if set, mulligans are offered under mulligan none too", "7.6", before(func(r *protocol.Reset) { r.Rules.Mulligan = "london" })},
		{"mulligan-never", "if set, mulligans are not offered under london", "7.5", before(func(r *protocol.Reset) { r.Rules.Mulligan = "none" })},
		{"secret-ignored", "if set, every game has the same secret", "11.6", before(func(r *protocol.Reset) { r.GameSecret = protocol.GameSecret{}.String() })},
		{"secret-half", "if set, the second half of the game secret changes nothing", "11.6", before(func(r *protocol.Reset) {
			r.GameSecret = r.GameSecret[:32] + protocol.GameSecret{}.String()[32:]
		})},
		{"secret-stale", "if set, a game's randomness depends on how many games the process has played", "11.8", faults{reset: func(e *Engine, r *protocol.Reset) {
			s, _ := protocol.ParseGameSecret(r.GameSecret)
			s[0] += byte(len(e.used))
			r.GameSecret = s.String()
		}}},
		{"deck-substituted", "if set, a deck the engine does not know is replaced by its first catalog deck", "9.2", onReset(func(e *Engine, r *protocol.Reset) {
			for s := range r.Decks {
				if _, refused := e.decklist(r.Decks[s]); refused != nil {
					first := e.hello.Catalog[0]
					r.Decks[s] = protocol.Deck{DeckID: protocol.DeckID(first.Decklist), CatalogID: first.CatalogID}
				}
			}
		})},
		{"reset-any-format", "if set, every format is played", "9.2", onReset(func(e *Engine, r *protocol.Reset) { r.Format = e.hello.Formats[0] })},
		{"reset-extensions-ignored", "if set, unknown extensions in the rules are ignored", "9.2", onReset(func(_ *Engine, r *protocol.Reset) { r.Rules.Extensions = nil })},
		{"reset-probe-ignored", "if set, probe: true is ignored", "9.2", onReset(func(_ *Engine, r *protocol.Reset) { r.Rules.Probe = false })},
		{"reset-while-active", "if set, a reset abandons the game being played", "9.2", onReset(func(e *Engine, _ *protocol.Reset) { e.Close() })},
		{"reset-game-id-reused", "if set, a game_id may be used again", "9.2", onReset(func(e *Engine, _ *protocol.Reset) { clear(e.used) })},
		{"reset-game-id-consumed", "if set, a refused reset uses up its game_id", "9.4", onReset(func(e *Engine, r *protocol.Reset) {
			if e.table == nil && !slices.Contains(e.hello.Formats, r.Format) {
				e.used[gameKey(r.GameID)] = struct{}{}
			}
		})},
		{"step-any-game", "if set, a step may name any game", "9.4", onStep(func(t *table, s *protocol.Step) { s.GameID = t.id })},
		{"step-any-step", "if set, expected_step is not looked at", "9.4", onStep(func(t *table, s *protocol.Step) { s.ExpectedStep = t.game.steps })},
		{"step-candidate-wraps", "if set, a candidate_id beyond the list is taken modulo its length", "9.4", onStep(func(t *table, s *protocol.Step) {
			if t.pending != nil {
				s.CandidateID %= uint32(len(t.pending.Candidates))
			}
		})},
		{"validate-deck-abandons", "if set, validate_deck ends the game being played", "9.6", faults{request: func(e *Engine, body any) {
			if _, ok := body.(*protocol.ValidateDeck); ok {
				e.Close()
			}
		}}},
		{"cache-none", "if set, a retransmitted request is served again", "4.1", faults{request: func(e *Engine, _ any) { e.last = exchange{} }}},
		{"cache-advances", "if set, a retransmitted step advances the game once more", "4.1", faults{request: func(e *Engine, body any) {
			e.last = exchange{}
			if s, ok := body.(*protocol.Step); ok && e.table != nil && e.table.pending != nil && s.ExpectedStep+1 == e.table.game.steps {
				s.ExpectedStep++
			}
		}}},
	}
}

func onStep(f func(*table, *protocol.Step)) faults {
	return faults{request: func(e *Engine, body any) {
		if s, ok := body.(*protocol.Step); ok && e.table != nil {
			f(e.table, s)
		}
	}}
}

func answerMutants() []Mutant {
	decision := func(f func(*table, *protocol.Decision)) faults {
		return faults{answer: func(t *table, body any) {
			if d, ok := body.(*protocol.Decision); ok {
				f(t, d)
			}
		}}
	}
	terminal := func(f func(*protocol.Terminal)) faults {
		return faults{answer: func(_ *table, body any) {
			if d, ok := body.(*protocol.Terminal); ok {
				f(d)
			}
		}}
	}
	return []Mutant{
		{"step-gap", "if set, the binding step counts by two", "9.3", decision(func(_ *table, d *protocol.Decision) { d.Step *= 2 })},
		{"step-from-one", "if set, the first decision is step 1", "9.3", decision(func(_ *table, d *protocol.Decision) { d.Step++ })},
		{"provenance-drift", "if set, the engine's version changes from the fourth decision on", "9.3", decision(func(_ *table, d *protocol.Decision) {
			if d.Step >= 3 {
				d.Provenance.EngineVersion += "+"
			}
		})},
		{"decision-other-game", "if set, decisions name another game", "9.3", decision(func(_ *table, d *protocol.Decision) { d.GameID += "x" })},
		{"terminal-step-count", "if set, step_count is one too high", "9.5", terminal(func(t *protocol.Terminal) { t.StepCount++ })},
		{"terminal-decision-count", "if set, decision_count is one too high", "9.5", terminal(func(t *protocol.Terminal) { t.DecisionCount++ })},
		{"terminal-forfeit", "if set, natural terminals are classified as forfeit", "9.5", terminal(func(t *protocol.Terminal) {
			if t.Classification == "natural" {
				t.Classification = "forfeit"
			}
		})},
		{"terminal-winner-swapped", "if set, winner is the loser", "9.5", terminal(func(t *protocol.Terminal) {
			if t.Winner != nil {
				t.Winner = protocol.Ptr(t.Winner.Other())
			}
		})},
		{"terminal-truncated-winner", "if set, a truncated game has a winner", "9.5", terminal(func(t *protocol.Terminal) {
			if t.Outcome == "truncated" {
				t.Winner = protocol.Ptr(protocol.P0)
			}
		})},
		{"terminal-no-reason", "if set, reason is empty", "9.5", terminal(func(t *protocol.Terminal) { t.Reason = "" })},
		{"terminal-host-reason", "if set, reason claims a forfeit, which only hosts declare", "9.5", terminal(func(t *protocol.Terminal) { t.Reason = "forfeit:timeout" })},
		{"terminal-provenance", "if set, the terminal names another engine", "14", terminal(func(t *protocol.Terminal) { t.Provenance.EngineName += "x" })},
	}
}
