package host

// Mutants of Sections 10.3 to 10.5, 11.4 and 11.5: clocks, endings, and what an agent's answers are worth.

import (
	"cmp"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	reference "github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// clockMutants keep time wrongly.
func clockMutants() []mutant {
	clock := func(edit func(*protocolgen.Node)) func() *referee {
		return edits(toAgents, "choose", at("clock", edit))
	}
	return []mutant{
		{name: "bank-stands-still", section: "11.4", fault: "remaining_ms is the whole bank at every decision", kills: []string{"clock/increment"}, make: clock(setting("remaining_ms", `600000`))},
		{name: "no-increment", section: "11.4", fault: "the increment is not added", kills: []string{"clock/increment"}, make: func() *referee {
			asked := map[role]int64{}
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if !c.concerns(toAgents, "choose") {
					return c.next(c.line)
				}
				n := asked[c.to]
				asked[c.to]++
				return c.next(rewritten(c.line, plus("clock/remaining_ms", -2000*n)))
			}}}
		}},
		{name: "bank-is-capped", section: "11.4", fault: "the bank never holds more than it began with", kills: []string{"clock/increment"}, make: clock(at("remaining_ms", func(n *protocolgen.Node) { n.Int = min(n.Int, 600_000) }))},
		{name: "time-is-free", section: "11.4", fault: "the time of a decision is not taken from the bank", kills: []string{"clock/spent"}, make: withTerms(func(m *reference.Match) { m.Clock = reference.Frozen })},
		{name: "clock-in-seconds", section: "10.3", fault: "remaining_ms is in seconds", kills: []string{"clock/first"}, make: clock(at("remaining_ms", func(n *protocolgen.Node) { n.Int /= 1000 }))},
		{name: "increment-first", section: "11.4", fault: "the increment is added before the first decision", kills: []string{"clock/first"}, make: clock(plus("remaining_ms", 2000))},
		{name: "other-maximum", section: "10.3", fault: "max_decision_ms of the clock is not the one that was declared", kills: []string{"clock/maximum"}, make: clock(plus("max_decision_ms", 1))},
		{name: "others-bank", section: "10.3", fault: "a seat is shown the bank of the other", kills: []string{"clock/spent", "clock/increment"}, make: func() *referee {
			var banks [3]int64
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if !c.concerns(toAgents, "choose") {
					return c.next(c.line)
				}
				banks[c.to] = protocol.At(c.value, "/clock/remaining_ms").Int()
				other := banks[firstAgent+secondAgent-c.to]
				if other == 0 {
					other = banks[c.to]
				}
				return c.next(rewritten(c.line, at("clock/remaining_ms", func(n *protocolgen.Node) { n.Int = other })))
			}}}
		}},
		{name: "no-patience", section: "11.4", fault: "an answer must come within a tenth of max_decision_ms", kills: []string{"clock/slow-answer"}, make: stateless(func(c *call) (string, error) {
			if c.concerns(toAgents, "choose") {
				c.within /= 10
			}
			return c.next(c.line)
		})},
	}
}

// overMutants end games wrongly (Section 10.4).
func overMutants() []mutant {
	over := func(edit func(*protocolgen.Node)) func() *referee { return edits(toAgents, "game_over", edit) }
	opposite := func(n *protocolgen.Node) {
		t := n.Get("terminal")
		for from, to := range map[string]string{"p0_win": "p1", "p1_win": "p0"} {
			if t.Get("outcome").Str == from {
				t.Set("outcome", protocolgen.Str(to+"_win")).Set("winner", protocolgen.Str(to))
				return
			}
		}
	}
	return []mutant{
		{name: "nobody-is-told", section: "10.4", fault: "there is no game_over", kills: []string{"game-over/both"}, make: omits(toAgents, "game_over")},
		{name: "one-is-told", section: "11.2", fault: "only one agent gets game_over", kills: []string{"game-over/both", "forfeit/other-told"}, make: omits(toSecond, "game_over")},
		{name: "told-twice", section: "10.4", fault: "game_over is sent again", kills: []string{"game-over/last"}, make: stateless(func(c *call) (string, error) {
			answer, err := c.next(c.line)
			if err == nil && c.concerns(toAgents, "game_over") {
				_, err = c.next(rewritten(c.line, setting("request_id", `"again"`)))
			}
			return answer, err
		})},
		{name: "asks-after-the-end", section: "10.4", fault: "a decision is put once more after game_over", kills: []string{"game-over/last"}, make: func() *referee {
			var last [3]string
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				answer, err := c.next(c.line)
				switch {
				case c.concerns(toAgents, "choose"):
					last[c.to] = rewritten(c.line, setting("request_id", `"again"`))
				case c.concerns(toAgents, "game_over") && last[c.to] != "" && err == nil:
					_, err = c.next(last[c.to])
				}
				return answer, err
			}}}
		}},
		{name: "loser-wins", late: true, section: "10.4", fault: "the loser is told to have won", kills: []string{"game-over/terminal", "forfeit/error"}, make: over(opposite)},
		{name: "own-reason", section: "10.4", fault: "the reason is the host's own word, not the engine's", kills: []string{"game-over/terminal", "game-over/draw", "game-over/halted"}, make: retells(func(t wire.Value) bool {
			return !t.Get("classification").StrIs("forfeit")
		}, renamed("game_over"))},
		{name: "draw-has-a-winner", section: "10.4", fault: "a draw is won by p0", kills: []string{"game-over/draw"}, make: retells(func(t wire.Value) bool { return t.Get("outcome").StrIs("draw") },
			func(n *protocolgen.Node) {
				setting("terminal/outcome", `"p0_win"`)(n)
				setting("terminal/winner", `"p0"`)(n)
			})},
		{name: "halt-is-a-draw", section: "10.4", fault: "a halted game is a draw", kills: []string{"game-over/halted"}, make: retells(classified("halted"),
			func(n *protocolgen.Node) {
				setting("terminal/outcome", `"draw"`)(n)
				setting("terminal/classification", `"natural"`)(n)
			})},
		{name: "counts-both-seats", section: "10.4", fault: "seat_step_count counts the answers of both seats", kills: []string{"game-over/seat-steps"}, make: countedSteps(func(own, both int64) int64 { return both })},
		{name: "counts-the-other-seat", section: "10.4", fault: "seat_step_count is the other seat's", kills: []string{"game-over/seat-steps"}, make: countedSteps(func(own, both int64) int64 { return both - own })},
		{name: "counts-one-more", section: "10.4", fault: "seat_step_count counts an answer that nobody gave", kills: []string{"game-over/seat-steps"}, make: over(plus("terminal/seat_step_count", 1))},
		{name: "gives-up-at-game-over", section: "11.2", fault: "the second agent is not told when the first answers game_over wrongly", kills: []string{"game-over/answered-error", "game-over/answered-garbage", "game-over/unanswered"}, make: func() *referee {
			failed := false
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if !c.concerns(toAgents, "game_over") {
					return c.next(c.line)
				}
				if failed {
					return "", errLost
				}
				answer, err := c.next(c.line)
				failed = err != nil || !parsed(answer).Get("response_type").StrIs("ack")
				return answer, err
			}}}
		}},
		{name: "forfeits-at-game-over", section: "11.2", fault: "an agent that answers game_over wrongly is made to lose the game that is over", kills: []string{"game-over/answered-error", "game-over/answered-garbage", "game-over/unanswered"}, make: func() *referee {
			failed := false
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				line := c.line
				if c.concerns(toAgents, "game_over") && failed {
					line = rewritten(line, func(n *protocolgen.Node) {
						setting("terminal/classification", `"forfeit"`)(n)
						renamed("forfeit:agent_error")(n)
					})
				}
				answer, err := c.next(line)
				if c.concerns(toAgents, "game_over") {
					failed = err != nil || !parsed(answer).Get("response_type").StrIs("ack")
				}
				return answer, err
			}}}
		}},
	}
}

// countedSteps puts another number for seat_step_count.
func countedSteps(f func(own, both int64) int64) func() *referee {
	return func() *referee {
		both := int64(0)
		return &referee{flaws: flaws{around: func(c *call) (string, error) {
			if c.concerns(toEngine, "step") {
				both++
			}
			if !c.concerns(toAgents, "game_over") {
				return c.next(c.line)
			}
			return c.next(rewritten(c.line, at("terminal/seat_step_count", func(n *protocolgen.Node) { n.Int = f(n.Int, both) })))
		}}}
	}
}

// readingMutants take a legal answer for a fault.
func readingMutants() []mutant {
	var out []mutant
	for _, x := range leniencies() {
		out = append(out, mutant{
			name: "no-" + x.name, section: cmp.Or(x.section, "10"), fault: "an agent forfeits for an answer " + x.what, kills: []string{"answers/" + x.name},
			make: chokes(toAgents, "", func(_ *call, answer string) bool { return x.shows(answer) }),
		})
	}
	return append(out, []mutant{
		{name: "no-crlf", section: "2", fault: "a carriage return at the end of an agent's line spoils it", kills: []string{"answers/crlf-agent"}, make: connected(refusing("\r\n", toAgents))},
		{name: "no-crlf-of-the-engine", section: "2", fault: "a carriage return at the end of the engine's line spoils it", kills: []string{"answers/crlf-engine"}, make: connected(refusing("\r\n", toEngine))},
		{name: "lines-of-1-mib", section: "2", fault: "a line of more than 1 MiB can't be read", kills: []string{"answers/long-line-*"}, make: connected(scanning(1 << 20))},
	}...)
}

// forfeitMutants play on with what should cost a seat the game.
func forfeitMutants() []mutant {
	var out []mutant
	for _, x := range offences() {
		if x.shows == nil {
			continue
		}
		out = append(out, mutant{
			name: "forgives-" + x.name, section: cmp.Or(x.section, "11.5"), fault: "candidate 0 is taken for the choice of an agent that " + x.what, kills: []string{"forfeit/" + x.name},
			make: forgives(func(_ *call, answer string) bool { return x.shows(answer) }),
		})
	}
	return append(out,
		mutant{name: "waits-for-agents", section: "11.4", fault: "an agent may take as long as it likes", slow: true, kills: []string{"forfeit/timeout"}, make: waiting(toAgents, "choose")},
		mutant{name: "replaces-the-lost", section: "11.5", fault: "a bot of the host's plays on for an agent that is gone", kills: []string{"forfeit/closed-output", "forfeit/exited", "forfeit/at-hello-exited", "forfeit/at-game-start-exited"}, make: stateless(func(c *call) (string, error) {
			answer, err := c.next(c.line)
			if err == nil || err == reference.ErrTimeout || c.to == engineRole {
				return answer, err
			}
			switch c.request {
			case "hello":
				return c.greeting(), nil
			case "choose":
				return c.choosing(0), nil
			}
			return c.acked(), nil
		})},
		mutant{name: "replaces-the-late", section: "11.4", fault: "candidate 0 is taken for the choice of an agent that is late", slow: true, kills: []string{"forfeit/timeout"}, make: func() *referee {
			return &referee{edit: func(m *reference.Match) { m.Clock = reference.Frozen }, flaws: flaws{around: func(c *call) (string, error) {
				answer, err := c.next(c.line)
				if err == reference.ErrTimeout && c.concerns(toAgents, "choose") {
					return c.choosing(0), nil
				}
				return answer, err
			}}}
		}},
	)
}

// causeMutants give a forfeit another cause, or another ending.
func causeMutants() []mutant {
	var out []mutant
	for _, cause := range reference.Causes() {
		var kills []string
		for _, x := range offences() {
			if x.cause == cause {
				kills = append(kills, "forfeit/"+x.name)
			}
		}
		if cause == reference.Stalling {
			kills = []string{"stalling/real-choices", "stalling/tie", "stalling/other-seat"}
		}
		other := reference.Stalling
		if cause == reference.Stalling {
			other = reference.Timeout
		}
		out = append(out, mutant{
			name: "another-word-for-" + strings.ReplaceAll(string(cause), "_", "-"), section: "11.5", fault: "a forfeit for " + string(cause) + " is told as " + string(other),
			slow: cause == reference.Timeout, kills: kills, make: retells(forfeited(string(cause)), renamed("forfeit:"+string(other))),
		})
	}
	forfeit := classified("forfeit")
	return append(out, []mutant{
		{name: "forfeit-without-winner", section: "11.5", fault: "a forfeit has no winner", kills: []string{"forfeit/error", "forfeit/not-json"}, make: retells(forfeit, setting("terminal/winner", `null`))},
		{name: "forfeit-is-natural", section: "11.5", fault: "a forfeit is told as a natural win", kills: []string{"forfeit/error", "forfeit/selection-count"}, make: retells(forfeit, setting("terminal/classification", `"natural"`))},
		{name: "bare-cause", section: "11.5", fault: "the reason of a forfeit is its cause alone", kills: []string{"forfeit/error", "forfeit/selection-count"}, make: retells(forfeit, at("terminal/reason", func(n *protocolgen.Node) {
			n.Str = strings.TrimPrefix(n.Str, "forfeit:")
		}))},
		{name: "forfeit-halts", section: "11.5", fault: "a game that an agent spoils is halted", kills: []string{"forfeit/error", "forfeit/not-json"}, make: retells(forfeit, func(n *protocolgen.Node) {
			setting("terminal/classification", `"halted"`)(n)
			setting("terminal/outcome", `"halted"`)(n)
			setting("terminal/winner", `null`)(n)
			renamed("agent_fault")(n)
		})},
		{name: "offender-is-not-told", section: "11.2", fault: "the seat that forfeits gets no game_over", kills: []string{"forfeit/offender-told"}, make: func() *referee {
			var failed [3]bool
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if c.concerns(toAgents, "game_over") && failed[c.to] {
					return c.acked(), nil
				}
				answer, err := c.next(c.line)
				if c.concerns(toAgents, "choose") {
					failed[c.to] = err == nil && !c.legal(answer)
				}
				return answer, err
			}}}
		}},
		{name: "p0-always-forfeits", section: "11.5", fault: "p0 loses by forfeit whoever is at fault", kills: []string{"forfeit/by-p1"}, make: retells(forfeit, func(n *protocolgen.Node) {
			setting("terminal/outcome", `"p1_win"`)(n)
			setting("terminal/winner", `"p1"`)(n)
		})},
		{name: "first-answer-forfeits-not", section: "11.5", fault: "only the first answers of an agent are judged", kills: []string{"forfeit/later"}, make: func() *referee {
			asked := 0
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				answer, err := c.next(c.line)
				if c.concerns(toAgents, "choose") {
					if asked++; asked > 4 && err == nil && !c.legal(answer) {
						return c.choosing(0), nil
					}
				}
				return answer, err
			}}}
		}},
	}...)
}

// failedStartMutants play with agents that did not get as far as a game (Sections 11.1 and 11.4).
func failedStartMutants() []mutant {
	return []mutant{
		{name: "plays-without-hello-ok", section: "10.1", fault: "an agent that does not answer hello as it should plays all the same", kills: []string{"forfeit/at-hello-error", "forfeit/at-hello-garbage", "forfeit/at-hello-ack", "forfeit/at-hello-no-*", "forfeit/at-hello-empty-name"}, make: hears(toAgents, "hello", func(c *call, answer string) string {
			if v := parsed(answer); v.Get("response_type").StrIs("hello_ok") && v.Get("bot").Get("name").Len() > 0 && v.Get("bot").Get("version").Len() > 0 {
				return answer
			}
			return c.greeting()
		})},
		{name: "plays-without-ack", section: "10.2", fault: "an agent that does not answer game_start with ack plays all the same", kills: []string{"forfeit/at-game-start-error", "forfeit/at-game-start-choice", "forfeit/at-game-start-garbage"}, make: hears(toAgents, "game_start", func(c *call, _ string) string { return c.acked() })},
		{name: "plays-with-the-slow", section: "11.4", fault: "an agent that is not ready in time is taken for ready", slow: true, kills: []string{"forfeit/at-game-start-silent"}, make: stateless(func(c *call) (string, error) {
			answer, err := c.next(c.line)
			if err == reference.ErrTimeout && c.concerns(toAgents, "game_start") {
				return c.acked(), nil
			}
			return answer, err
		})},
		{name: "waits-for-ack", section: "11.4", fault: "an agent may take as long as it likes for game_start", slow: true, kills: []string{"forfeit/at-game-start-silent"}, make: waiting(toAgents, "game_start")},
		{name: "requirements-unread", section: "11.1", fault: "what an agent requires is not looked at", kills: []string{"preflight/requires-observation", "preflight/requires-extension"}, make: hears(toAgents, "hello", func(_ *call, answer string) string { return rewritten(answer, dropping("requires")) })},
		{name: "requirements-forfeit", section: "11.1", fault: "an agent whose requirements are not met forfeits", kills: []string{"preflight/requires-observation", "preflight/requires-extension"}, make: hears(toAgents, "hello", func(c *call, answer string) string {
			if v := parsed(answer).Get("requires"); v.Get("observation").Len()+v.Get("extensions").Len() > 0 {
				return c.refusing()
			}
			return answer
		})},
		{name: "requirements-refused", section: "11.1", fault: "an agent that requires anything is refused", kills: []string{"preflight/requires-met"}, make: hears(toAgents, "hello", func(_ *call, answer string) string {
			if v := parsed(answer).Get("requires"); v.Get("observation").Len() > 0 {
				return rewritten(answer, setting("requires/observation", `["no_such_flag"]`))
			}
			return answer
		})},
	}
}

// stallingMutants miss or misjudge a seat that reaches a cap (Section 11.4).
func stallingMutants() []mutant {
	told := func(actual func(*protocol.Limits)) func() *referee {
		return func() *referee {
			var declared protocol.Limits
			r := edits(toAgents, "game_start", func(n *protocolgen.Node) {
				n.Get("limits").Set("max_seat_decisions_per_turn", protocolgen.Int(int64(declared.MaxSeatDecisionsPerTurn)))
			})()
			r.edit = func(m *reference.Match) {
				declared = m.Limits
				actual(&m.Limits)
			}
			return r
		}
	}
	swap := func(n *protocolgen.Node) {
		t := n.Get("terminal")
		winner := protocol.P0
		if t.Get("winner").Str == string(winner) {
			winner = protocol.P1
		}
		t.Set("winner", protocolgen.Str(string(winner))).Set("outcome", protocolgen.Str(string(winner)+"_win"))
	}
	return []mutant{
		{name: "no-cap", section: "11.4", fault: "the cap of a turn is not kept", kills: []string{"stalling/cap"}, make: told(func(l *protocol.Limits) { l.MaxSeatDecisionsPerTurn = 4000 })},
		{name: "cap-plus-one", section: "11.4", fault: "a seat gets one answer more than its cap of a turn", kills: []string{"stalling/cap"}, make: told(func(l *protocol.Limits) { l.MaxSeatDecisionsPerTurn++ })},
		{name: "cap-minus-one", section: "11.4", fault: "a seat gets one answer less than its cap of a turn", kills: []string{"stalling/cap"}, make: told(func(l *protocol.Limits) { l.MaxSeatDecisionsPerTurn-- })},
		{name: "cap-of-game-forgotten", section: "11.4", fault: "the cap of decisions in a game is not kept", kills: []string{"stalling/cap"}, make: func() *referee {
			r := edits(toAgents, "game_start", setting("limits/max_seat_decisions_per_game", `50`))()
			return r
		}},
		{name: "stalling-blames-the-other", section: "11.4", fault: "the seat that did not stall forfeits", kills: []string{"stalling/real-choices", "stalling/tie", "stalling/other-seat"}, make: retells(forfeited("stalling"), swap)},
		{name: "stalling-blames-whoever-capped", section: "11.4", fault: "the seat that reached the cap forfeits, however few real choices it made", kills: []string{"stalling/other-seat"}, make: func() *referee {
			last := engineRole
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if c.concerns(toAgents, "choose") {
					last = c.to
				}
				line := c.line
				if c.concerns(toAgents, "game_over") && forfeited("stalling")(c.value.Get("terminal")) {
					winner := `"p1"`
					if last == secondAgent {
						winner = `"p0"`
					}
					line = rewritten(line, func(n *protocolgen.Node) {
						setting("terminal/winner", winner)(n)
						setting("terminal/outcome", winner[:3]+`_win"`)(n)
					})
				}
				return c.next(line)
			}}}
		}},
		{name: "loop-is-stalling", section: "11.4", fault: "a loop of mandatory actions is a forfeit of p0", kills: []string{"stalling/mandatory-loop"}, make: retells(func(t wire.Value) bool { return t.Get("reason").StrIs("mandatory_loop") }, func(n *protocolgen.Node) {
			setting("terminal/classification", `"forfeit"`)(n)
			setting("terminal/outcome", `"p1_win"`)(n)
			setting("terminal/winner", `"p1"`)(n)
			renamed("forfeit:stalling")(n)
		})},
		{name: "loop-has-another-name", section: "11.5", fault: "the reason of a mandatory loop's draw is draw", kills: []string{"stalling/mandatory-loop"}, make: retells(func(t wire.Value) bool { return t.Get("reason").StrIs("mandatory_loop") }, renamed("draw"))},
		{name: "stalling-is-a-loop", section: "11.4", fault: "whoever reaches a cap, the game is drawn", kills: []string{"stalling/real-choices", "stalling/tie", "stalling/other-seat"}, make: retells(forfeited("stalling"), func(n *protocolgen.Node) {
			setting("terminal/classification", `"natural"`)(n)
			setting("terminal/outcome", `"draw"`)(n)
			setting("terminal/winner", `null`)(n)
			renamed("mandatory_loop")(n)
		})},
	}
}

// secretMutants give away or reuse what is secret (Section 11.6).
func secretMutants() []mutant {

	games := func(n int, make func() *referee) func() *referee {
		return func() *referee { r := make(); r.games = n; return r }
	}
	seed := func(f func(c *call, of protocol.GameSecret) uint64) func() *referee {
		return func() *referee {
			var of protocol.GameSecret
			return &referee{
				edit: func(m *reference.Match) { of = m.Secret.GameSecret(m.Index) },
				flaws: flaws{around: func(c *call) (string, error) {
					if !c.concerns(toAgents, "game_start") {
						return c.next(c.line)
					}
					return c.next(rewritten(c.line, at("agent_seed", func(n *protocolgen.Node) { n.Int = int64(f(c, of)) })))
				}},
			}
		}
	}
	return []mutant{
		{name: "speaking-game-id", section: "11.6", fault: "the game's id is its number in the schedule", kills: []string{"secrets/game-id"}, make: func() *referee {
			var real string
			return &referee{
				edit: func(m *reference.Match) { real = m.Secret.GameID(m.Index) },
				flaws: flaws{around: func(c *call) (string, error) {
					if real == "" { // nobody has been told of a game
						return c.next(c.line)
					}
					answer, err := c.next(strings.ReplaceAll(c.line, real, "game-0"))
					return strings.ReplaceAll(answer, "game-0", real), err
				}},
			}
		}},
		{name: "equal-seeds", section: "11.6", fault: "both agents get the same seed", kills: []string{"secrets/seeds-differ"}, make: edits(toAgents, "game_start", setting("agent_seed", `7`))},
		{name: "seed-from-game-secret", section: "11.6", fault: "agent_seed is derived from the game secret", kills: []string{"secrets/no-derived-seed"}, make: seed(func(c *call, of protocol.GameSecret) uint64 {
			return protocol.RunSecret(of).AgentSeed(0, protocol.Seat(c.value.Get("seat").Str()))
		})},
		{name: "seed-is-the-secret", section: "11.6", fault: "agent_seed is the beginning of the game secret", kills: []string{"secrets/no-derived-seed"}, make: seed(func(c *call, of protocol.GameSecret) uint64 {
			return masked(of[:]) ^ uint64(c.to-firstAgent)
		})},
		{name: "shows-the-secret", section: "11.6", fault: "the agents are told the game secret", kills: []string{"secrets/never-sent"}, make: func() *referee {
			var of string
			return &referee{
				edit: func(m *reference.Match) { of = m.Secret.GameSecret(m.Index).String() },
				flaws: flaws{around: func(c *call) (string, error) {
					if !c.concerns(toAgents, "game_start") {
						return c.next(c.line)
					}
					return c.next(rewritten(c.line, setting("own_deck/name", suite.Quote("Deck "+of))))
				}},
			}
		}},
		{name: "one-secret-for-all", section: "11.6", fault: "all games have the same secret", kills: []string{"secrets/games-differ"}, make: games(2, edits(toEngine, "reset", setting("game_secret", suite.Quote(strings.Repeat("5a", 32)))))},
		{name: "one-seed-for-all", section: "11.6", fault: "a seat has the same seed in all games", kills: []string{"secrets/games-differ"}, make: games(2, seed(func(c *call, _ protocol.GameSecret) uint64 { return uint64(c.to) }))},
	}
}
