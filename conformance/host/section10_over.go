package host

// Section 10.4: what agents are told of the end.

import (
	"fmt"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

func overChecks() []check {
	checks := []check{
		{
			id: "game-over/both", section: "11.2", script: healthy(),
			doc:  "After a terminal both agents get game_over.",
			hint: "tell both, whoever won, and let them answer before their input is closed",
			judge: func(h *H) {
				h.terminals(func(g *game, end *exchange) {
					for _, s := range protocol.Seats {
						if me := g.seats[s.Index()]; me != nil && me.over == nil {
							h.undecided("an agent was not told the end")
							h.Fail(conformance.Failure{
								Cause: conformance.NoAnswer, Message: fmt.Sprintf("%s is not told that game %s is over (%s)", s, suite.Quote(g.id), h.end),
								Expected: "game_over", Got: "nothing after " + h.lastTo(me.talk),
							})
						}
					}
				})
			},
		},
		{
			id: "game-over/terminal", section: "10.4", script: healthy(),
			doc:   "game_over has the outcome, the classification, the winner and the reason of the engine's terminal.",
			hint:  "copy the four members as they are, and nothing else",
			judge: judgeTerminal,
		},
		{
			id: "game-over/seat-steps", section: "10.4", script: healthy(),
			doc:  "seat_step_count counts this seat's answered decisions; the game's counts are not for agents.",
			hint: "count the choices of each agent on their own",
			judge: func(h *H) {
				h.terminals(func(g *game, _ *exchange) {
					for _, me := range g.seats {
						if me == nil || me.over == nil {
							continue
						}
						h.x = me.over
						answered := 0
						for _, x := range me.chooses {
							if len(x.answers) > 0 {
								answered++
							}
						}
						if got := protocol.At(me.over.request, "/terminal/seat_step_count"); got.Int() != int64(answered) || !got.Exists() {
							h.wrong("/terminal/seat_step_count", fmt.Sprint(answered), shown(got), "seat_step_count")
						}
					}
				})
			},
		},
		{
			id: "game-over/last", section: "10.4", script: healthy(),
			doc:  "After game_over nothing is asked of an agent about that game.",
			hint: "game_over is sent once",
			judge: func(h *H) {
				over := map[*talk]*exchange{}
				h.judge(func(x *exchange) bool { return x.talk.role != engineRole }, func(x *exchange) {
					id := x.request.Get("game_id")
					if before := over[x.talk]; before != nil && x.kind != "game_start" && id.Exists() && id.StrIs(before.request.Get("game_id").Str()) {
						h.Fail(conformance.Failure{Cause: conformance.ExtraOutput, Message: h.name(x) + " concerns a game that is over", Expected: "nothing after game_over", Got: suite.Show(x.line)})
					}
					if x.kind == "game_over" {
						over[x.talk] = x
					}
				})
				h.toAgents("game_over", func(*exchange) {})
			},
		},
	}
	for _, e := range []struct{ name, outcome, classification, reason, what string }{
		{"draw", "draw", "natural", "stalemate", "A draw is told as one: nobody has won it."},
		{"halted", "halted", "halted", "engine_contract_failure:sbconform", "A game that the engine halts is told as halted."},
	} {
		checks = append(checks, check{
			id: "game-over/" + e.name, section: "10.4", doc: e.what, judge: judgeTerminal,
			hint: "copy the four members as they are, and nothing else",
			script: script{name: "the engine says " + e.name, games: 1, twists: []twist{{
				at: onEngine("step", 1), do: func(q *asked) { q.finish(e.outcome, e.classification, e.reason) },
			}}},
		})
	}
	for _, m := range []struct {
		name, what string
		do         func(*asked)
	}{
		{"answered-error", "answers game_over with an error", (*asked).refuse},
		{"answered-garbage", "answers game_over with no JSON", func(q *asked) { q.say([]byte("bye")) }},
		{"unanswered", "ends at game_over without an answer", func(q *asked) { q.leave(1) }},
	} {
		checks = append(checks, check{
			id: "game-over/" + m.name, section: "11.2",
			doc:  "The end of a game is told to the second agent as it is, even if the first one " + m.what + ".",
			hint: "what an agent says to game_over changes nothing",
			script: script{name: "game_over " + m.name, games: 1, twists: []twist{{
				at: func(q *asked) bool { return !q.isEngine() && q.kind == "game_over" }, do: m.do,
			}}},
			judge: func(h *H) {
				h.point()
				h.terminals(func(g *game, _ *exchange) {
					for _, s := range protocol.Seats {
						if me := g.seats[s.Index()]; me != nil && me.over == nil {
							h.undecided("an agent was not told the end")
							h.Fail(conformance.Failure{
								Cause: conformance.NoAnswer, Message: fmt.Sprintf("%s is not told that the game is over, since the other agent %s (%s)", s, m.what, h.end),
								Expected: "game_over", Got: "nothing after " + h.lastTo(me.talk),
							})
						}
					}
				})
				judgeTerminal(h)
			},
		})
	}
	return checks
}

// judgeTerminal compares what the agents are told with what the engine said.
func judgeTerminal(h *H) {
	told := 0
	h.terminals(func(g *game, end *exchange) {
		for _, me := range g.seats {
			if me == nil || me.over == nil {
				continue
			}
			told++
			h.same(me.over, "/game_id", me.start.request.Get("game_id"))
			for _, member := range []string{"outcome", "classification", "winner", "reason"} {
				h.same(me.over, "/terminal/"+member, end.answer().Get(member))
			}
		}
	})
	if told == 0 {
		h.Skipf("%s", h.never("tells no agent of the end"))
	}
}

// terminals judges every game that the engine has ended, with the request that the terminal answers, and skips
// the check if there is none.
func (h *H) terminals(judge func(g *game, end *exchange)) {
	n := 0
	for _, g := range h.games {
		if g.reset == nil {
			continue
		}
		for _, x := range append([]*exchange{g.reset}, g.steps...) {
			if x.answer().Get("response_type").StrIs("terminal") {
				judge(g, x)
				n++
				break
			}
		}
	}
	h.x = nil
	if n == 0 {
		h.Skipf("%s", h.never("plays no game to the engine's terminal"))
	}
}

// lastTo names the last request to a program.
func (h *H) lastTo(t *talk) string {
	if n := len(t.exchanges); n > 0 {
		return h.name(t.exchanges[n-1])
	}
	return "its start"
}

// refuse answers with an error.
func (q *asked) refuse() {
	q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.ErrorBody{Code: string(protocol.CodeInternalError), Message: "as sbconform wants it"}))
}

// finish answers a step with a terminal that nobody wins, whose counts are right. The reference would play on: it
// is replaced by a fresh one.
func (q *asked) finish(outcome, classification, reason string) {
	steps, groups := 0, 0
	events := q.record.taken()
	for _, x := range talksOf(events) {
		if x.role != q.role || x.proc != q.proc {
			continue
		}
		for _, e := range x.exchanges {
			group := e.answer().Get("seat_decision").Get("group")
			switch {
			case e.kind == "reset":
				steps, groups = 0, 0
			case !group.Exists():
				continue
			}
			if group.Exists() {
				steps++
				if group.Get("substep_index").Int()+1 == group.Get("substep_count").Int() {
					groups++
				}
			}
		}
	}
	line := protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.Terminal{
		GameID: q.request.Get("game_id").Str(), Outcome: outcome, Classification: classification, Reason: reason,
		StepCount: uint64(steps), DecisionCount: uint64(groups),
	})
	q.close()
	q.cast()
	q.say([]byte(rewritten(string(line), func(n *protocolgen.Node) {
		n.Set("provenance", protocolgen.FromValue(q.identity()))
	})))
}

// identity is the provenance that the engine's answers carry.
func (q *asked) identity() wire.Value {
	for _, t := range talksOf(q.record.taken()) {
		if t.role != q.role || t.proc != q.proc {
			continue
		}
		for _, x := range t.exchanges {
			if p := x.answer().Get("provenance"); p.Exists() {
				return p
			}
		}
	}
	return wire.Value{}
}
