package host

// Sections 10.3 and 11.4: the clock that an agent is shown.

import (
	"fmt"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

func clockChecks() []check {
	return []check{
		{
			id: "clock/first", section: "10.3", script: healthy(),
			doc:  "At a seat's first decision clock.remaining_ms is the whole bank.",
			hint: "all times are in milliseconds, and the increment comes after a decision",
			judge: func(h *H) {
				h.clocks(func(of *seated, i int) {
					if i == 0 {
						h.same(of.chooses[0], "/clock/remaining_ms", of.start.request.Get("time_control").Get("bank_ms"))
					}
				})
			},
		},
		{
			id: "clock/maximum", section: "10.3", script: healthy(),
			doc:  "clock.max_decision_ms is the cap of this decision: the one of time_control, or the bank where that is less.",
			hint: "both are in milliseconds",
			judge: func(h *H) {
				h.clocks(func(of *seated, i int) {
					declared, shown := of.start.request.Get("time_control").Get("max_decision_ms"), of.chooses[i].request.Get("clock").Get("max_decision_ms")
					if bank := remaining(of, i); bank < declared.Int() && shown.Int() == bank && shown.Exists() {
						return
					}
					h.same(of.chooses[i], "/clock/max_decision_ms", declared)
				})
			},
		},
		{
			id: "clock/increment", section: "11.4", script: healthy(),
			doc:  "After each decision increment_ms is added to the bank, which has no upper bound but that of numbers.",
			hint: "remaining = remaining - time + increment, for each seat on its own",
			judge: func(h *H) {
				h.clocks(func(of *seated, i int) {
					if i == 0 {
						return
					}
					bank, took, _ := h.spent(of, i)
					if least := bank - took; remaining(of, i) < least {
						h.wrong("/clock/remaining_ms", fmt.Sprintf("at least %d: %d before, of which %d at most were used, and the increment", least, remaining(of, i-1), took),
							fmt.Sprint(remaining(of, i)), "a bank that is too small")
					}
				})
			},
		},
		{
			id: "clock/spent", section: "11.4", script: slow(),
			doc:  "The time of a decision, from sending choose to receiving the choice, is taken from the bank.",
			hint: "remaining = remaining - time + increment, for each seat on its own",
			judge: func(h *H) {
				h.point()
				h.clocks(func(of *seated, i int) {
					if i == 0 {
						return
					}
					bank, _, took := h.spent(of, i)
					if most := bank - took; remaining(of, i) > most {
						h.wrong("/clock/remaining_ms", fmt.Sprintf("at most %d: %d before, of which at least %d were used, and the increment", most, remaining(of, i-1), took),
							fmt.Sprint(remaining(of, i)), "a bank that is too large")
					}
				})
			},
		},
		{
			id: "clock/slow-answer", section: "11.4", script: slow(),
			doc:  "A decision that exceeds neither max_decision_ms nor the bank is in time, and the game goes on with it.",
			hint: "wait for the smaller of both, from the moment when choose was sent",
			judge: func(h *H) {
				h.point()
				for _, p := range h.points {
					h.accepted(p)
				}
			},
		},
	}
}

// slow is a run in which an agent takes its time: a quarter of what it has, and no longer than we like.
func slow() script {
	return script{name: "slow", games: 1, twists: []twist{{
		often: 2,
		at: func(q *asked) bool {
			return q.kind == "choose" && q.seat == protocol.P0 && q.request.Get("clock").Get("max_decision_ms").Int() >= 4
		},
		do: func(q *asked) {
			clock := q.request.Get("clock")
			has := min(clock.Get("max_decision_ms").Int(), clock.Get("remaining_ms").Int())
			time.Sleep(min(time.Duration(has/4)*time.Millisecond, 150*time.Millisecond))
			q.say(q.answer)
		},
	}}}
}

// clocks judges decision i of every seat in every game, and skips the check if there is none.
func (h *H) clocks(judge func(of *seated, i int)) {
	n := 0
	for _, g := range h.games {
		for _, me := range g.seats {
			if me == nil {
				continue
			}
			for i, x := range me.chooses {
				h.x = x
				judge(me, i)
				n++
			}
		}
	}
	h.x = nil
	if n == 0 {
		h.Skipf("%s", h.never("puts no decision to an agent"))
	}
}

func remaining(of *seated, i int) int64 {
	return of.chooses[i].request.Get("clock").Get("remaining_ms").Int()
}

// spent returns what the bank of a seat would be at its decision i if the one before had cost it nothing, and
// the bounds of what that may have cost, in milliseconds. The host's time began when it sent choose: after the
// last answer that it had before, and before the agent read it. It ended when the host read the choice: after
// the agent wrote it, and before the host sent anything because of it. A part of a millisecond may be counted
// either way.
func (h *H) spent(of *seated, i int) (bank, most, least int64) {
	x := of.chooses[i-1]
	end := x.answeredAt()
	if end < 0 {
		end = x.at
	}
	before, after := x.at, of.chooses[i].at
	for before > 0 && h.events[before].what != told {
		before--
	}
	most = ceil(h.events[after].at - h.events[before].at)
	least = int64((h.events[end].at - h.events[x.at].at) / time.Millisecond)
	return remaining(of, i-1) + of.start.request.Get("time_control").Get("increment_ms").Int(), most, least
}

func ceil(d time.Duration) int64 { return int64((d + time.Millisecond - 1) / time.Millisecond) }

// accepted fails unless the host takes the choice that an agent made at a point.
func (h *H) accepted(point int) {
	x := h.before(point)
	of, g := h.agentOf(x)
	if of == nil || x.kind != "choose" || len(x.answers) == 0 {
		h.Skipf("%s", h.never("ends before the agent has answered"))
	}
	h.taken(g, &asking{exchange: x, of: of})
}

// taken fails unless the game goes on with the choice that x was answered.
func (h *H) taken(g *game, x *asking) {
	h.x = x.exchange
	picked := x.answer().Get("selection").Get("candidate_id").Int()
	for _, step := range g.steps {
		if step.at > x.answeredAt() {
			if got := step.request.Get("selection").Get("candidate_id"); got.Int() != picked {
				h.x = step
				h.wrong("/selection/candidate_id", fmt.Sprint(picked), shown(got), "not the selection that the agent made")
			}
			return
		}
	}
	got := h.lastSaid()
	if over := g.firstOver(); over != nil {
		got = suite.Show(over.request.Get("terminal").Raw())
	} else {
		h.undecided("no step had followed")
	}
	h.Fail(conformance.Failure{
		Cause: conformance.NoAnswer, Message: fmt.Sprintf("no step follows a legal answer of %s to %s (%s)", x.of.seat, h.name(x.exchange), h.end),
		Expected: "a step with candidate " + fmt.Sprint(picked), Got: got,
	})
}

// lastSaid is the last thing the host said, for people.
func (h *H) lastSaid() string {
	for i := len(h.events) - 1; i >= 0; i-- {
		if e := h.events[i]; e.what == heard {
			return "last, to " + e.role.String() + ": " + suite.Show(e.line)
		}
	}
	return "nothing at all"
}

// firstOver is the first game_over of the game, nil if there is none.
func (g *game) firstOver() (first *exchange) {
	for _, me := range g.seats {
		if me != nil && me.over != nil && (first == nil || me.over.at < first.at) {
			first = me.over
		}
	}
	return first
}

// agentOf returns the agent that was asked x and the game that it was asked in, nil if it was told of none.
func (h *H) agentOf(x *exchange) (of *seated, g *game) {
	for _, game := range h.games {
		for _, me := range game.seats {
			if me != nil && me.talk == x.talk && me.start.at <= x.at {
				of, g = me, game
			}
		}
	}
	return of, g
}
