package host

// Section 9.4: how a selection goes back to the engine.

import (
	"fmt"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A move is one decision of a game and what became of it.
type move struct {
	asked  *exchange // the request that the decision answers
	value  wire.Value
	choose *exchange // that put it to an agent; nil if none did
	seat   *seated   // who was asked
	step   *exchange // that followed it to the engine; nil if none did
}

// acting returns the seat that decides.
func (m move) acting() protocol.Seat {
	return protocol.Seat(m.value.Get("seat_decision").Get("acting_seat").Str())
}

// moves returns the decisions of a game, in order. To each belongs the choose that is of its seat_step and the
// step that follows in the same process.
func (g *game) moves() (out []move) {
	requests := append([]*exchange{g.reset}, g.steps...)
	for i, x := range requests {
		v := x.answer()
		if !v.Get("response_type").StrIs("decision") {
			continue
		}
		m := move{asked: x, value: v}
		if i+1 < len(requests) {
			m.step = requests[i+1]
		}
		n := v.Get("seat_decision").Get("seat_step").Int()
		if s := m.acting(); s == protocol.P0 || s == protocol.P1 {
			if who := g.seats[s.Index()]; who != nil && n >= 0 && n < int64(len(who.chooses)) {
				m.choose, m.seat = who.chooses[n], who
			}
		}
		out = append(out, m)
	}
	return out
}

func stepChecks() []check {
	return []check{
		{
			id: "step/binding", section: "9.4", script: healthy(),
			doc:  "A step names the game, and in expected_step the step of the pending decision.",
			hint: "copy step from the decision",
			judge: func(h *H) {
				h.eachMove(func(g *game, m move) {
					if m.step == nil {
						return
					}
					h.x = m.step
					step := decoded[protocol.Step](h, m.step)
					if want := uint64(m.value.Get("step").Int()); step.ExpectedStep != want {
						h.wrong("/expected_step", fmt.Sprint(want), fmt.Sprint(step.ExpectedStep), "another step than that of the pending decision")
					}
				})
			},
		},
		{
			id: "step/selection", section: "9.4", script: healthy(),
			doc:  "A step carries the candidate that the agent chose, and that candidate's semantic as semantic_echo.",
			hint: "copy semantic from the candidate that was forwarded",
			judge: func(h *H) {
				h.eachMove(func(g *game, m move) {
					if m.step == nil {
						return
					}
					h.x = m.step
					step := decoded[protocol.Step](h, m.step)
					if m.choose == nil || m.choose.answeredAt() < 0 || m.choose.answeredAt() > m.step.at {
						h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: h.name(m.step) + " comes before the agent has chosen", Expected: "the agent's choice first", Got: suite.Show(m.step.line)})
					}
					chosen := m.choose.answer().Get("selection").Get("candidate_id").Int()
					if int64(step.CandidateID) != chosen {
						h.wrong("/selection/candidate_id", fmt.Sprint(chosen), fmt.Sprint(step.CandidateID), "another candidate than the agent chose")
					}
					want := m.value.Get("seat_decision").Get("candidates").Elem(int(chosen)).Get("semantic")
					if !wire.Equal(want, step.SemanticEcho) {
						h.wrong("/selection/semantic_echo", suite.Show(want.Raw()), suite.Show(step.SemanticEcho.Raw()), "a semantic_echo that is not the candidate's semantic")
					}
				})
			},
		},
		{
			id: "step/none-after-terminal", section: "9.5", script: healthy(),
			doc:  "Nothing is asked of a game after its terminal.",
			hint: "end the loop at a terminal",
			judge: func(h *H) {
				for _, g := range h.played() {
					var over *exchange
					for _, x := range append([]*exchange{g.reset}, g.steps...) {
						if over != nil && x.id() != over.id() {
							h.x = x
							h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: h.name(x) + " comes after the game's terminal", Expected: "no step", Got: suite.Show(x.line)})
						}
						if x.answer().Get("response_type").StrIs("terminal") {
							over = x
						}
					}
				}
			},
		},
	}
}

// eachMove judges every decision of every game, and skips the check if there is none.
func (h *H) eachMove(judge func(*game, move)) {
	n := 0
	for _, g := range h.played() {
		for _, m := range g.moves() {
			judge(g, m)
			n++
		}
	}
	h.x = nil
	if n == 0 {
		h.Skipf("%s", h.never("has no game with a decision"))
	}
}
