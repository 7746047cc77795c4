package agent

// Section 10.4: the end of a game in every form, and what may come after it.

import (
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/protocol"
)

// reasons are why games end so, in the words of engines and of the host.
var reasons = map[string]string{"natural": "life_zero", "truncated": "max_steps", "halted": "engine_contract_failure:candidate_limit", "forfeit": "forfeit:timeout"}

func overChecks() []check {
	var out []check
	for _, e := range protocol.Endings() {
		name := e.Classification
		if e.Outcome != name {
			name += "-" + strings.ReplaceAll(e.Outcome, "_", "-")
		}
		out = append(out, check{
			id: "game-over/" + name, section: "10.4",
			doc:  "A game_over with the classification " + e.Classification + " and the outcome " + e.Outcome + " is answered ack.",
			hint: "the classification is natural, truncated, halted or forfeit, and winner may be null",
			run: func(a *A) {
				a.Begin()
				a.Pose(sceneOf("pass"))
				a.Ask(a.overRequest(e, reasons[e.Classification])).Want("a legal game_over", "ack")
			},
		})
	}
	return append(out, []check{
		{
			id: "game-over/before-any-decision", section: "10.4",
			doc:  "A game may be over before the agent has decided anything, as when its opponent forfeits: game_over is answered ack.",
			hint: "game_over may follow game_start",
			run: func(a *A) {
				a.Begin()
				a.Ask(a.overRequest(protocol.Ending{Classification: "forfeit", Outcome: "p0_win", Winner: protocol.P0}, "forfeit:transport_error")).Want("a legal game_over", "ack")
			},
		},
		{
			id: "game-over/in-group", section: "10.4",
			doc:  "A halt may end a game in the middle of a group: game_over is answered ack.",
			hint: "game_over may follow any choice",
			run: func(a *A) {
				a.Begin()
				d := decide(a.game.midgame(), "choice", "triggers", triggers([]int{0, 1, 2}, 0, 3)...)
				d.Group.SubstepCount = 2
				a.Decide(d)
				a.Ask(a.overRequest(protocol.Ending{Classification: "halted", Outcome: "halted"}, "host_validator:V4")).Want("a legal game_over", "ack")
			},
		},
		{
			id: "game-over/reason-of-any-text", section: "9.5",
			doc:  "The reason is a nonempty phrase of the engine's: one outside ASCII with quotes is acknowledged.",
			hint: "reason is for people",
			run: func(a *A) {
				a.Begin()
				a.Ask(a.overRequest(protocol.Endings()[0], "Ünïcödé \"1\" \\ 😀")).Want("a legal game_over", "ack")
			},
		},
		{
			id: "game-over/next-game", section: "2", level: conformance.Should,
			doc:  "An agent process serves one game at a time: after game_over it serves the next.",
			hint: "reset what belongs to a game at game_start",
			run: func(a *A) {
				for range 3 {
					a.Begin()
					a.Pose(sceneOf("mulligan"))
					a.Pose(sceneOf("pass"))
					a.End(protocol.Endings()[1])
				}
			},
		},
		{
			id: "game-over/next-game-other-seat", section: "2", level: conformance.Should,
			doc:  "An agent process serves one seat of one game at a time: the seat of the next game may be the other.",
			hint: "take the seat from game_start each time",
			run: func(a *A) {
				a.Begin()
				a.Pose(sceneOf("pass"))
				a.End(protocol.Endings()[1])
				a.Begin(func(s *protocol.GameStart) { s.Seat = protocol.P1 })
				a.Pose(sceneOf("pass"))
				a.End(protocol.Endings()[0])
			},
		},
	}...)
}
