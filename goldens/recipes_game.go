package goldens

// Games: of every deck, with every cause of a forfeit, with what makes a host halt one.

import (
	"strings"

	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// vectorSecret is the run secret of the specification's test vectors (Section 16).
const vectorSecret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

// A gameRecipe is one game.
type gameRecipe struct {
	name    string
	deck    string    // a catalog_id; "" is the engine's first
	agents  [2]string // policies; "" is first
	profile string    // what the engine declares
	mutant  string    // of the engine
	fault   *fault
	terms   func(*Game) // changes the common terms; may be nil
}

func gameRecipes() (all []Recipe) {
	hello := engine.Reference()
	var games []gameRecipe
	for _, d := range hello.Catalog {
		id := strings.ToLower(strings.ReplaceAll(d.CatalogID, " ", "-"))
		games = append(games, gameRecipe{name: "game-" + id, deck: d.CatalogID, agents: both("uniform"), terms: shorter})
	}
	games = append(games, termGames()...)
	games = append(games, forfeits()...)
	games = append(games, halts()...)
	for _, g := range games {
		all = append(all, Recipe{g.name, g.record})
	}
	return all
}

// shorter picks the game of the run, of its first dozen, in which uniform agents need the fewest
// decisions with the deck that makes the longest games.
func shorter(g *Game) { g.Index = 5 }

func both(policy string) [2]string { return [2]string{policy, policy} }

// termGames are games on other terms than the common ones.
func termGames() []gameRecipe {
	return []gameRecipe{
		{name: "terms-first-agents", agents: both("first")},
		{name: "terms-bare-engine", agents: both("uniform"), profile: "no-flags,ordinary-kinds,all-defaults,no-mulligan,host-assigned,no-extension", terms: func(g *Game) {
			g.MaxSeatDecisionsPerTurn = 12
		}},
		{name: "terms-mulligan-toss", agents: both("uniform"), terms: func(g *Game) {
			g.Mulligan, g.StartingPlayer, g.OpponentDecklist, g.StartingSeat = "london", "toss_winner_chooses", "hidden", ""
		}},
		{name: "terms-second-game-of-the-run", agents: [2]string{"first", "uniform"}, terms: func(g *Game) { g.Index, g.StartingSeat = 1, "p1" }},
		{name: "cap-stalling", agents: both("uniform"), terms: func(g *Game) { g.MaxSeatDecisionsPerTurn = 4 }},
		{name: "cap-mandatory-loop", agents: both("first"), terms: short},
	}
}

// What an agent says; ID stands for the request_id.
const (
	choiceOf    = `{"protocol":"spellbench/v2","request_id":"ID","response_type":"choice","selection":`
	agentErrors = `{"error":{"code":"CODE","message":"at the agent's"},"protocol":"spellbench/v2","request_id":"ID","response_type":"error"}`
)

func agentError(code protocol.Code) string {
	return strings.Replace(agentErrors, "CODE", string(code), 1)
}

// forfeits are the causes of Section 11.5, in the ways in which an agent brings them about.
func forfeits() []gameRecipe {
	p0 := func(request string, after int, says string) *fault {
		return &fault{who: "p0", request: request, after: after, says: says}
	}
	p1 := func(request string, after int, says string) *fault {
		return &fault{who: "p1", request: request, after: after, says: says}
	}
	return []gameRecipe{
		{name: "forfeit-timeout-hello", fault: &fault{who: "p1", request: "hello", lost: "timeout"}},
		{name: "forfeit-timeout-choose", fault: &fault{who: "p0", request: "choose", after: 2, lost: "timeout"}},
		{name: "forfeit-transport-error", fault: &fault{who: "p1", request: "choose", after: 1, lost: "gone"}},
		{name: "forfeit-malformed-response-text", fault: p0("choose", 1, "candidate 0, please")},
		{name: "forfeit-malformed-response-fraction", fault: p1("choose", 0, choiceOf+`{"candidate_id":0},"value":0.5}`)},
		{name: "forfeit-malformed-response-boolean", fault: p0("choose", 0, choiceOf+`{"candidate_id":true}}`)},
		{name: "forfeit-malformed-response-request-id", fault: p1("choose", 0, `{"protocol":"spellbench/v2","request_id":"r-0","response_type":"choice","selection":{"candidate_id":0}}`)},
		{name: "forfeit-malformed-response-ack", fault: p0("choose", 0, `{"protocol":"spellbench/v2","request_id":"ID","response_type":"ack"}`)},
		{name: "forfeit-malformed-response-nameless", fault: p1("hello", 0, `{"bot":{"name":"","version":"1"},"protocol":"spellbench/v2","request_id":"ID","response_type":"hello_ok"}`)},
		{name: "forfeit-invalid-selection-range", fault: p0("choose", 3, choiceOf+`{"candidate_id":4096}}`)},
		{name: "forfeit-invalid-selection-negative", fault: p1("choose", 0, choiceOf+`{"candidate_id":-1}}`)},
		{name: "forfeit-invalid-selection-seat-step", fault: p0("choose", 0, choiceOf+`{"candidate_id":0,"seat_step":false}}`)},
		{name: "forfeit-invalid-selection-semantic", fault: p1("choose", 0, choiceOf+`{"candidate_id":0,"semantic_echo":null}}`)},
		{name: "forfeit-agent-error-internal", fault: p0("choose", 1, agentError(protocol.CodeInternalError))},
		{name: "forfeit-agent-error-pending", fault: p1("choose", 1, agentError(protocol.CodeDecisionPending))},
		{name: "forfeit-agent-error-without-id", fault: p0("choose", 0, strings.Replace(agentError(protocol.CodeMalformedJSON), `"ID"`, `""`, 1))},
		{name: "forfeit-agent-error-game-start", fault: p1("game_start", 0, agentError(protocol.CodeInternalError))},
		{name: "agent-lenient", terms: short, fault: p0("choose", 1, choiceOf+`{"candidate_id":0,"semantic_echo":{"kind":"pass"}},"x_note":["ignored"]}`)},
		{name: "agent-silent-at-the-end", terms: short, fault: &fault{who: "p0", request: "game_over", lost: "gone"}},
	}
}

// short ends the game of agents that only pass after a few decisions, in a loop.
func short(g *Game) { g.MaxSeatDecisionsPerTurn = 3 }

// halts are engines that break a rule of Section 11.3 or fault as Section 11.5 says.
func halts() []gameRecipe {
	var all []gameRecipe
	for _, mutant := range []string{
		"candidates-duplicate", "viewer-swapped", "seat-step-gap", "reference-stale", "hand-open", "ids-of-cards",
		"kind-undeclared-target", "context-kind-swapped", "provenance-drift",
		"step-gap",
	} {
		all = append(all, gameRecipe{name: "halt-" + mutant, agents: both("uniform"), mutant: mutant})
	}
	step := func(after int, f fault) *fault {
		f.who, f.request, f.after = "engine", "step", after
		return &f
	}
	strict := func(g *Game) { g.Strict = true }
	return append(all,
		gameRecipe{name: "halt-engine-timeout", fault: step(2, fault{lost: "timeout"})},
		gameRecipe{name: "halt-engine-gone", fault: step(0, fault{lost: "gone"})},
		gameRecipe{name: "halt-engine-text", fault: step(1, fault{says: "java.lang.NullPointerException"})},
		gameRecipe{name: "halt-engine-error", fault: step(1, fault{says: strings.Replace(agentErrors, "CODE", "expected_step_mismatch", 1)})},
		gameRecipe{name: "halt-engine-extra-field", fault: step(1, fault{edit: func(s string) string {
			return `{"debug":{},` + s[1:]
		}})},
		gameRecipe{name: "halt-face-down-name", fault: step(3, fault{edit: faceDownName})},
		gameRecipe{name: "halt-by-the-engine", fault: step(4, halting(func(*protocol.Terminal) {}))},
		gameRecipe{name: "halt-terminal-steps", fault: step(4, halting(func(t *protocol.Terminal) { t.StepCount++ }))},
		gameRecipe{name: "halt-terminal-decisions", fault: step(4, halting(func(t *protocol.Terminal) { t.DecisionCount-- }))},
		gameRecipe{name: "halt-terminal-provenance", fault: step(4, halting(func(t *protocol.Terminal) { t.StepCount, t.Provenance.EngineVersion = 0, "9" }))},
		gameRecipe{name: "halt-terminal-reason", fault: step(4, halting(func(t *protocol.Terminal) { t.StepCount, t.Reason = 0, " Forfeit:timeout" })), terms: strict},
	)
}

// faceDownName puts a face-down spell of the other seat on a decision's stack and shows its name.
func faceDownName(answer string) string {
	m, f := protocol.DecodeEngineResponse([]byte(answer))
	d, ok := m.Body.(*protocol.Decision)
	if f != nil || !ok {
		return answer
	}
	other := d.SeatDecision.ActingSeat.Other()
	two := int32(2)
	d.SeatDecision.Observation.Stack = []protocol.StackEntry{{
		Ref:       protocol.Ref{ObjectID: "o-0000000000000000", CardName: protocol.Ptr("Goblin Piker"), Owner: other, Controller: other, Zone: "stack"},
		StackKind: "spell", FaceDown: true,
		Characteristics: &protocol.Characteristics{Types: []string{"creature"}, Power: &two, Toughness: &two, Keywords: &[]string{}},
	}}
	return string(protocol.AppendResponse(nil, m.ID, d))
}

// halting is the fault of an engine that answers with the end of a game whose state it can't represent
// (Section 9.5), changed.
func halting(change func(*protocol.Terminal)) fault {
	return fault{edit: func(answer string) string {
		m, f := protocol.DecodeEngineResponse([]byte(answer))
		d, ok := m.Body.(*protocol.Decision)
		if f != nil || !ok {
			return answer
		}
		t := protocol.Terminal{
			GameID: d.GameID, Outcome: "halted", Classification: "halted", Reason: "engine_contract_failure:unrepresentable",
			StepCount: d.Step, DecisionCount: d.Step, // the first groups of a game are of one decision each
			Provenance: d.Provenance,
		}
		change(&t)
		return string(protocol.AppendResponse(nil, m.ID, &t))
	}}
}

func withID(text string, request wire.Value) []byte {
	return []byte(strings.ReplaceAll(text, `"ID"`, string(request.Get("request_id").Raw())))
}

// record plays the game and says in which roles its rows can be replayed: what was out of its role
// can't.
func (r gameRecipe) record() (Transcript, error) {
	deck := r.deck
	hello, _ := engine.Declared(r.profile)
	if deck == "" {
		deck = hello.Catalog[0].CatalogID
	}
	g := &Game{
		RunSecret: vectorSecret, Decks: both(deck), Format: hello.Formats[0],
		Mulligan: "none", StartingPlayer: "host_assigned", StartingSeat: "p0", OpponentDecklist: "visible", MaxSeatDecisionsPerTurn: 500,
	}
	if r.terms != nil {
		r.terms(g)
	}
	agents := r.agents
	for i := range agents {
		if agents[i] == "" {
			agents[i] = "first"
		}
	}
	p, stop, err := newParties(engine.Options{Profile: r.profile, Mutant: r.mutant}, agents)
	defer stop()
	if err != nil {
		return Transcript{}, err
	}
	t := Transcript{Entry: Entry{Profile: r.profile, Mutant: r.mutant, Agents: agents, Game: g, Roles: []string{RoleHost, RoleEngine, RoleAgent}}}
	if f := r.fault; f != nil {
		if f.lost != "" {
			g.Lost = map[string]string{f.who: f.lost}
		}
		switch f.who {
		case "engine":
			p.engine, t.Roles = f.of(p.engine), []string{RoleHost, RoleAgent}
		case "p0":
			p.agents[0], t.Agents[0] = f.of(p.agents[0]), ""
		case "p1":
			p.agents[1], t.Agents[1] = f.of(p.agents[1]), ""
		}
	}
	rows, result, err := g.play(p)
	if err != nil {
		return Transcript{}, err
	}
	t.Rows, t.Digest = rows, &result.Digest
	return t, nil
}
