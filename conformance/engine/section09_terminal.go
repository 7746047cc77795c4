package engine

// Sections 9.2 and 9.5: caps, terminals, and the next game.

import (
	"fmt"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

func terminalChecks() []check {
	out := []check{
		{
			id: "terminal/zero-steps", section: "9.2",
			doc:  "A cap of 0 is legal and reached at once: the reset is answered by a truncated terminal with both counts 0.",
			hint: "look at the caps before posing a decision, the first one too",
			run: func(e *E) {
				e.Hello()
				e.wantTruncated(e.Reset(Capped(manyDecisions, 0)), 0, 0)
			},
		},
		{
			id: "terminal/zero-decisions", section: "9.2",
			doc:  "A cap of 0 groups is legal; an engine that counts groups truncates at once.",
			hint: "look at the caps before posing a decision, the first one too",
			run: func(e *E) {
				e.Hello()
				e.playToCap(e.Reset(Capped(0, manySteps)), 0, manySteps)
			},
		},
		{
			id: "terminal/zero-both", section: "9.2",
			doc:  "With both caps 0 the reset is answered by a truncated terminal with both counts 0.",
			hint: "look at the caps before posing the first decision",
			run: func(e *E) {
				e.Hello()
				e.wantTruncated(e.Reset(Capped(0, 0)), 0, 0)
			},
		},
		{
			id: "terminal/decisions-in-groups", section: "9.2",
			doc:  "max_decisions caps physical decisions: an engine that poses a decision in several steps counts it once, and truncates when so many are completed.",
			hint: "a group counts when its last substep is answered",
			run: func(e *E) {
				for _, g := range e.recordings() {
					if e.wantCapInGroups(g) {
						return
					}
				}
				e.Skipf("no recorded game has a decision in several steps")
			},
		},
		{
			id: "terminal/step-after", section: "9.4",
			doc:  "A step after the game's terminal is game_already_terminal.",
			hint: "remember that the game is over until the next reset",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1))
				x := e.StepRequest(0).with("/expected_step", "1")
				e.Finish()
				e.Ask(x).WantError("a step after the terminal", protocol.CodeGameAlreadyTerminal)
				e.Ask(x.with("/request_id", suite.Quote(e.id()))).WantError("another step after the terminal", protocol.CodeGameAlreadyTerminal)
			},
		},
		{
			id: "terminal/step-after-zero-caps", section: "9.4",
			doc:  "A step in a game whose reset was answered by a terminal is game_already_terminal.",
			hint: "a game that ends at its reset is over like any other",
			run: func(e *E) {
				e.Hello()
				e.Reset(Capped(0, 0)).WantTerminal("a reset with caps of 0")
				e.Ask(e.passIn(e.game)).WantError("a step after the terminal", protocol.CodeGameAlreadyTerminal)
			},
		},
		{
			id: "terminal/other-game-after", section: "9.4",
			doc:  "After the terminal a step that names another game is game_id_mismatch.",
			hint: "compare game_id before asking whether the game is over",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1))
				e.Finish()
				e.Ask(e.passIn(otherGame)).WantError("a step of another game after the terminal", protocol.CodeGameIDMismatch)
			},
		},
		{
			id: "terminal/hello-after", section: "9.1",
			doc:  "After a terminal hello is answered, and the game stays terminal.",
			hint: "hello changes nothing",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1))
				game := e.game
				e.Finish()
				e.Ask(e.HelloRequest()).WantType("hello after the terminal", "hello_ok")
				e.Ask(e.passIn(game)).WantError("a step after the terminal", protocol.CodeGameAlreadyTerminal)
			},
		},
		{
			id: "terminal/next-game", section: "2",
			doc:  "One process hosts one game at a time, and as many as it is asked for after each other.",
			hint: "bring every variable of a game back to its beginning at reset",
			run: func(e *E) {
				for game := range 20 {
					d := e.Begin(Capped(manyDecisions, 3))
					if d.Step != 0 || d.SeatDecision.SeatStep != 0 || d.SeatDecision.Group.ID != 0 {
						e.pending.fail(conformance.WrongValue, fmt.Sprintf("game %d of a process does not begin at the beginning", game+1), "/step", "step, seat_step and group_id 0")
					}
					e.Finish()
				}
			},
		},
		{
			id: "terminal/old-game-id", section: "9.4",
			doc:  "Once the next game is active, a step that names the last one is game_id_mismatch.",
			hint: "compare with the game that is active now",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1))
				old := e.game
				e.Finish()
				e.Begin()
				e.Ask(e.StepRequest(0).with("/game_id", suite.Quote(old))).WantError("a step of the last game", protocol.CodeGameIDMismatch)
				e.StillAnswerable("it")
			},
		},
	}
	for _, n := range []uint64{1, 2, 3, 7, 20} {
		out = append(out,
			check{
				id: fmt.Sprintf("terminal/steps-%d", n), section: "9.2",
				doc:  fmt.Sprintf("Reaching max_steps %d ends the game as truncated, with the counts of what was answered.", n),
				hint: "a cap is reached when that many decisions are answered, not when one more is",
				run: func(e *E) {
					e.Hello()
					e.playToCap(e.Reset(Capped(manyDecisions, n)), manyDecisions, n)
				},
			},
			check{
				id: fmt.Sprintf("terminal/decisions-%d", n), section: "9.2",
				doc:  fmt.Sprintf("Reaching max_decisions %d ends the game as truncated; an engine that can't count groups goes by max_steps.", n),
				hint: "a cap is reached when that many groups are completed, not when one more is",
				run: func(e *E) {
					e.Hello()
					e.playToCap(e.Reset(Capped(n, manySteps)), n, manySteps)
				},
			})
	}
	return out
}

// wantCapInGroups plays a recorded game again up to the decision that follows its first completed group
// of several decisions, under a cap of groups that this decision reaches. It reports whether the
// recording has one.
func (e *E) wantCapInGroups(g *recording) bool {
	var t tally
	answers := 0
	g.watch(e, func(a Answer, choice int) {
		d := a.Decision()
		if d == nil || answers > 0 {
			return
		}
		e.wantNo(t.pose(d), a)
		t.answer(d, choice)
		if t.decomposed && t.partial == nil && d.SeatDecision.Group.SubstepCount == 1 {
			answers = int(t.steps)
		}
	})
	if answers == 0 {
		return false
	}
	e.Rows, e.Profile = nil, nil
	e.Begin(func(r *protocol.Reset) {
		id, decks, rules, secret, format := r.GameID, g.reset.Decks, g.reset.Rules, g.reset.GameSecret, g.reset.Format
		*r = protocol.Reset{GameID: id, Format: format, Decks: decks, Rules: rules, GameSecret: secret, MaxDecisions: t.groups(), MaxSteps: manySteps}
	})
	for i := range answers {
		if e.pending.Decision() == nil {
			break
		}
		e.Step(g.choices[i])
	}
	e.wantTruncated(e.pending, t.steps, t.groups())
	return true
}

// wantTruncated fails unless a is a truncated terminal with those counts.
func (e *E) wantTruncated(a Answer, steps, decisions uint64) {
	t := a.WantTerminal("a game at its cap")
	switch {
	case t.Classification != "truncated":
		a.fail(conformance.WrongValue, "a game at its cap ends otherwise than truncated", "/classification", "truncated")
	case t.StepCount != steps:
		a.fail(conformance.WrongValue, "step_count is not the number of answered decisions", "/step_count", fmt.Sprint(steps))
	case t.DecisionCount != decisions:
		a.fail(conformance.WrongValue, "decision_count is not the number of completed groups", "/decision_count", fmt.Sprint(decisions))
	}
}

// beyond is how far past a cap of groups a game is followed before it counts as ignoring the cap.
const beyond = 40

// playToCap plays the game that a began with first candidates until it ends, and judges when it did.
func (e *E) playToCap(a Answer, decisions, steps uint64) {
	var t tally
	e.pending = a
	for a.Decision() != nil {
		e.wantNo(t.pose(a.Decision()), a)
		switch {
		case t.steps >= steps:
			a.fail(conformance.WrongValue, fmt.Sprintf("after %d answers a game with max_steps %d goes on", t.steps, steps), "/response_type", "terminal")
		case t.groups() >= decisions && t.decomposed:
			a.fail(conformance.WrongValue, fmt.Sprintf("after %d groups a game with max_decisions %d goes on", t.groups(), decisions), "/response_type", "terminal")
		case t.groups() >= decisions+beyond:
			// Section 9.2 lets an engine that cannot count groups go by max_steps alone.
			e.Infof("max_decisions %d is not applied: %d groups of one decision each were completed", decisions, t.groups())
		}
		t.answer(a.Decision(), 0)
		a = e.Step(0)
	}
	end := a.WantTerminal("a game that was begun")
	e.wantNo(t.end(end), a)
	if end.Classification != "truncated" {
		if end.Classification == "halted" && end.Reason != "engine_contract_failure:candidate_limit" {
			a.fail(conformance.WrongValue, "the engine halts a game of its own deck", "/classification", "natural or truncated")
		}
		if t.steps >= steps || t.groups() >= decisions {
			e.wantNaturalEnd(a, t.steps)
		}
		e.Skipf("the game ended by itself after %d answers", t.steps)
	}
	if t.groups() < decisions && t.steps < steps {
		e.wantNoRoom(a, &t, steps)
	}
	if t.groups() > decisions {
		a.fail(conformance.WrongValue, fmt.Sprintf("the game is truncated after %d groups, past max_decisions %d", t.groups(), decisions), "/decision_count", fmt.Sprint(decisions))
	}
}

// wantNoRoom judges a game that was truncated below both caps. Section 8 lets no cap interrupt a group,
// so an engine may end the game before a group that would pass max_steps, and it must be such a group
// that comes next. The same game under a greater cap tells.
func (e *E) wantNoRoom(a Answer, t *tally, steps uint64) {
	if t.partial == nil {
		if d := e.replay(t.steps).Decision(); d != nil && t.steps+uint64(d.SeatDecision.Group.SubstepCount) > steps {
			e.Logf("truncated after %d answers, before a group of %d that would pass max_steps %d", t.steps, d.SeatDecision.Group.SubstepCount, steps)
			return
		}
	}
	a.fail(conformance.WrongValue, fmt.Sprintf("the game is truncated after %d answers in %d groups, below both caps", t.steps, t.groups()),
		"/classification", fmt.Sprintf("truncated at max_decisions %d or max_steps %d", e.last.MaxDecisions, steps))
}

// wantNaturalEnd judges a game that ended by itself at its cap: under a greater cap it ends there too.
func (e *E) wantNaturalEnd(a Answer, steps uint64) {
	if e.replay(steps).Decision() != nil {
		a.fail(conformance.WrongValue, fmt.Sprintf("a cap ends the game after %d answers, and it is called natural", steps), "/classification", "truncated")
	}
}

// replay plays the game played last again, with the same answers and under caps that it does not
// reach, and returns what came after so many answers.
func (e *E) replay(steps uint64) Answer {
	again := *e.last
	e.Begin(func(r *protocol.Reset) {
		r.MaxSteps = manySteps
		r.GameSecret, r.Format, r.Rules, r.Decks = again.GameSecret, again.Format, again.Rules, again.Decks
	})
	e.StepOn(int(steps))
	return e.pending
}

// wantNo fails with a breach of the counters of Sections 8 and 9.3.
func (e *E) wantNo(b *breach, a Answer) {
	if b != nil {
		a.fail(conformance.WrongValue, b.message, b.where, b.want)
	}
}
