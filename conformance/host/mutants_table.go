package host

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	reference "github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// mutants returns every fault that the suite is known to find.
func mutants() []mutant {
	return slices.Concat(lineMutants(), envelopeMutants(), greetingMutants(), resetMutants(), stepMutants(), faultMutants(), startMutants(), chooseMutants(), clockMutants(), overMutants(), readingMutants(),
		forfeitMutants(), causeMutants(), failedStartMutants(), stallingMutants(), secretMutants(), gameMutants())
}

// startMutants begin games wrongly (Section 10.2).
func startMutants() []mutant {
	start := func(edit func(*protocolgen.Node)) func() *referee { return edits(toAgents, "game_start", edit) }
	return []mutant{
		{name: "never-resets", section: "11.2", fault: "the agents are told of a game, and the engine is not", kills: []string{"game/played"}, make: omits(toEngine, "reset")},
		{name: "never-greets-agents", section: "10.1", fault: "agents are not greeted", kills: []string{"game-start/order"},
			make: stateless(func(c *call) (string, error) {
				if c.concerns(toAgents, "hello") {
					return c.greeting(), nil
				}
				return c.next(c.line)
			})},
		{name: "starts-before-hello", section: "10.1", fault: "an agent is told of its game, and then greeted", kills: []string{"game-start/order"},
			make: func() *referee {
				return &referee{flaws: flaws{around: func(c *call) (string, error) {
					if c.concerns(toAgents, "hello") {
						return c.greeting(), nil
					}
					answer, err := c.next(c.line)
					if c.concerns(toAgents, "game_start") && err == nil {
						_, err = c.next(string(protocol.AppendRequest(nil, "late", &protocol.Hello{})))
					}
					return answer, err
				}}}
			}},
		{name: "never-starts", section: "10.2", fault: "an agent is asked to choose in a game that it was never told of", kills: []string{"game-start/order"}, make: omits(toSecond, "game_start")},
		{name: "starts-twice", section: "2", fault: "an agent is started again while its game is on", kills: []string{"game-start/one-game"}, make: twice(toAgents, "game_start")},
		{name: "other-game-id", section: "10.2", fault: "game_start names another game than the reset", kills: []string{"game-start/game-id"}, make: start(setting("game_id", `"g-0123456789abcdef"`))},
		{name: "same-seat", section: "10.2", fault: "both agents are given p0", kills: []string{"game-start/seats"}, make: start(setting("seat", `"p0"`))},
		{name: "other-format", section: "10.2", fault: "the agents are told of another format", kills: []string{"game-start/format"}, make: start(setting("format", `"pauper"`))},
		{name: "own-deck-short", section: "10.2", fault: "the last row of own_deck is left out", kills: []string{"game-start/own-deck"}, make: start(at("own_deck/decklist", func(n *protocolgen.Node) { n.Kids = n.Kids[:len(n.Kids)-1] }))},
		{name: "own-deck-id", section: "4.3", fault: "own_deck has the id of another list", kills: []string{"game-start/own-deck"}, make: start(setting("own_deck/deck_id", `"sha256:`+strings.Repeat("0", 64)+`"`))},
		{name: "own-deck-count", section: "10.2", fault: "own_deck has one card more", kills: []string{"game-start/own-deck"}, make: start(at("own_deck/decklist", func(n *protocolgen.Node) { n.Kids[0].Get("count").Int++ }))},
		{name: "opponent-withheld", section: "10.2", fault: "opponent_deck is null though decklists are visible", kills: []string{"game-start/opponent-deck"}, make: start(setting("opponent_deck", `null`))},
		{name: "opponent-other-list", section: "10.2", fault: "opponent_deck has one card more", kills: []string{"game-start/opponent-deck"}, make: start(at("opponent_deck/decklist", func(n *protocolgen.Node) { n.Kids[0].Get("count").Int++ }))},
		{name: "opponent-shown", section: "10.2", fault: "opponent_deck is shown though decklists are hidden", kills: []string{"game-start/opponent-deck"}, make: func() *referee {
			r := start(func(n *protocolgen.Node) { n.Set("opponent_deck", n.Get("own_deck")) })()
			r.edit = func(m *reference.Match) { m.Rules.OpponentDecklist = "hidden" }
			return r
		}},
		{name: "other-rules", section: "10.2", fault: "the agents are told of other rules than the engine", kills: []string{"game-start/rules"}, make: start(at("rules/card_name_domain", func(n *protocolgen.Node) { n.Get("names").Kids = n.Get("names").Kids[:1] }))},
		{name: "other-starting-seat", section: "12.2", fault: "one agent is told that the other seat starts", kills: []string{"game-start/rules"}, make: edits(toSecond, "game_start", setting("rules/starting_seat", `"p1"`))},
		{name: "other-engine", section: "10.2", fault: "the agents are told of another engine", kills: []string{"game-start/engine"}, make: start(setting("engine/version", `"0"`))},
		{name: "profile-without-extensions", section: "10.2", fault: "engine_profile lists no extensions", kills: []string{"game-start/engine-profile"}, make: start(setting("engine_profile/extensions", `[]`))},
		{name: "profile-of-five-kinds", section: "10.2", fault: "engine_profile has the five kinds that every engine has", kills: []string{"game-start/engine-profile"}, make: start(setting("engine_profile/decision_kinds", `["pass","play_land","cast_spell","declare_attack","declare_block"]`))},
		{name: "profile-without-flags", section: "10.2", fault: "engine_profile has an observation flag turned off", kills: []string{"game-start/engine-profile"}, make: start(setting("engine_profile/observation/known_cards", `false`))},
		{name: "profile-rewinds", section: "10.2", fault: "engine_profile has rewind the other way round", kills: []string{"game-start/engine-profile"}, make: start(at("engine_profile/rewind", func(n *protocolgen.Node) { n.Bool = !n.Bool }))},
		{name: "other-caps", section: "11.4", fault: "the agents are told of another max_steps than the engine", kills: []string{"game-start/limits"}, make: start(plus("limits/max_steps", 1))},
		{name: "other-decision-cap", section: "11.4", fault: "the agents are told of another max_decisions than the engine", kills: []string{"game-start/limits"}, make: start(plus("limits/max_decisions", 1))},
		{name: "seat-cap-half", section: "11.1", fault: "a seat's cap of decisions is half of the game's", kills: []string{"game-start/seat-caps"}, make: start(setting("limits/max_seat_decisions_per_game", `5000`))},
		{name: "seat-cap-of-steps", section: "11.4", fault: "a seat's cap of steps is the game's", kills: []string{"game-start/seat-caps"}, make: start(setting("limits/max_seat_steps_per_game", `100000`))},
		{name: "unequal-banks", section: "11.4", fault: "p1 has a smaller bank", kills: []string{"game-start/same-terms"}, make: edits(toSecond, "game_start", setting("time_control/bank_ms", `300000`))},
		{name: "unequal-resources", section: "11.4", fault: "p1 has more memory", kills: []string{"game-start/same-terms"}, make: edits(toSecond, "game_start", setting("resources/memory_mb", `8192`))},
	}
}

// chooseMutants put decisions wrongly (Sections 10.3 and 11.2).
func chooseMutants() []mutant {
	decision := func(edit func(*protocolgen.Node)) func() *referee {
		return edits(toAgents, "choose", at("decision", edit))
	}
	return []mutant{
		{name: "asks-the-other-seat", section: "11.2", fault: "a decision is put to the other seat's agent", kills: []string{"choose/acting-seat"}, make: stateless(func(c *call) (string, error) {
			if c.concerns(toAgents, "choose") {
				return c.ask(firstAgent+secondAgent-c.to, c.line)
			}
			return c.next(c.line)
		})},
		{name: "shows-both", section: "11.2", fault: "a decision is put to both agents, and the acting seat's choice is taken", kills: []string{"choose/acting-seat", "leak/other-seat"}, make: stateless(func(c *call) (string, error) {
			if c.concerns(toAgents, "choose") {
				if _, err := c.ask(firstAgent+secondAgent-c.to, c.line); err != nil {
					return "", err
				}
			}
			return c.next(c.line)
		})},
		{name: "asks-twice", section: "4.1", fault: "a choose is retransmitted", kills: []string{"choose/once"}, make: twice(toAgents, "choose")},
		{name: "asks-until-it-likes-it", section: "11.5", fault: "an agent whose answer is at fault is asked again, under a new id", kills: []string{"forfeit/error", "forfeit/selection-count", "forfeit/not-json"}, make: stateless(func(c *call) (string, error) {
			answer, err := c.next(c.line)
			if err != nil || !c.concerns(toAgents, "choose") || c.legal(answer) {
				return answer, err
			}
			again, err := c.next(rewritten(c.line, setting("request_id", `"again"`)))
			return strings.Replace(again, `"again"`, suite.Quote(c.id()), 1), err
		})},
		{name: "other-game-id-in-choose", section: "10.3", fault: "a choose names another game", kills: []string{"choose/game-id"}, make: edits(toAgents, "choose", setting("game_id", `"g-0123456789abcdef"`))},
		{name: "no-display-texts", section: "11.2", fault: "display texts are not forwarded", kills: []string{"choose/decision"}, make: decision(at("candidates", func(n *protocolgen.Node) {
			for _, c := range n.Kids {
				c.Set("display_text", protocolgen.Null())
			}
		}))},
		{name: "candidates-reversed", section: "11.2", fault: "candidates are forwarded in another order", kills: []string{"choose/decision"}, make: decision(at("candidates", func(n *protocolgen.Node) { slices.Reverse(n.Kids) }))},
		{name: "own-seat-step", section: "11.2", fault: "seat_step is counted by the host, from 1", kills: []string{"choose/decision"}, make: decision(plus("seat_step", 1))},
		{name: "adds-to-extensions", section: "11.2", fault: "the host adds an extension of its own", kills: []string{"choose/decision"}, make: decision(setting("extensions/x_arena", `1`))},
		{name: "spaces-in-decision", section: "4.3", fault: "the forwarded decision is written with white space", kills: []string{"choose/canonical"}, make: sends(toAgents, "choose", func(_ *call, line string) string {
			return strings.Replace(line, `"decision":{`, `"decision":{ `, 1)
		})},
		{name: "decision-as-received", section: "4.3", fault: "decisions are forwarded as the engine wrote them", kills: []string{"choose/canonical"}, make: func() *referee {
			received := ""
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if c.concerns(toAgents, "choose") && received != "" {
					d := protocol.At(c.value, "/decision")
					before, after := c.line[:d.Offset()], c.line[d.Offset()+len(d.Raw()):]
					return c.next(before + received + after)
				}
				answer, err := c.next(c.line)
				if d := parsed(answer).Get("seat_decision"); c.to == engineRole && d.Exists() {
					received = string(d.Raw())
				}
				return answer, err
			}}}
		}},
		{name: "keys-in-other-order", section: "4.3", fault: "the forwarded decision has its keys in the order of the specification's example", kills: []string{"choose/canonical"}, make: decision(func(n *protocolgen.Node) {
			slices.Reverse(n.Keys)
			slices.Reverse(n.Kids)
		})},
		{name: "global-ids", section: "4.1", fault: "the requests of both agents and the engine are counted together in the ids that agents get", kills: []string{"leak/request-ids"}, make: func() *referee {
			n := int64(0)
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if c.request == "hello" || c.request == "game_start" { // of both agents at the same time
					return c.next(c.line)
				}
				if n++; c.to == engineRole {
					return c.next(c.line)
				}
				return c.renamed("r-" + strconv.FormatInt(100+n, 10))
			}}}
		}},
		{name: "steps-in-ids", section: "13", fault: "the ids of choose hold the step of the game", kills: []string{"leak/request-ids"}, make: func() *referee {
			step := int64(0)
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if c.concerns(toAgents, "choose") {
					return c.renamed(fmt.Sprintf("choose-%d", step))
				}
				answer, err := c.next(c.line)
				if v := parsed(answer).Get("step"); c.to == engineRole && v.Exists() {
					step = v.Int()
				}
				return answer, err
			}}}
		}},
	}
}

// renamed sends the request of a call under another id.
func (c *call) renamed(id string) (string, error) {
	answer, err := c.next(rewritten(c.line, setting("request_id", suite.Quote(id))))
	return strings.Replace(answer, `"request_id":`+suite.Quote(id), `"request_id":`+suite.Quote(c.id()), 1), err
}

// legal reports whether an answer is a choice that the host would take.
func (c *call) legal(answer string) bool {
	v := parsed(answer)
	i := v.Get("selection").Get("candidate_id")
	return v.Get("request_id").StrIs(c.id()) && i.Kind() == wire.Int && i.Int() >= 0 && i.Int() < int64(protocol.At(c.value, "/decision/candidates").Len())
}

// twice sends requests again once they are answered.
func twice(who parties, request string) func() *referee {
	return stateless(func(c *call) (string, error) {
		if c.concerns(who, request) {
			if _, err := c.next(c.line); err != nil {
				return "", err
			}
		}
		return c.next(c.line)
	})
}
