package host

// Section 11.5: what an engine can do wrong in a game, which halts it.

import (
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// faultAt is the step whose answer is at fault: a few are answered well before it.
const faultAt = 7

// endedWith says a terminal that ends the game here, in place of the reference's decision, with an edit.
func endedWith(edit func(*protocolgen.Node)) func(*asked) {
	return func(q *asked) {
		d := q.reply()
		n := protocolgen.FromPairs(
			"response_type", protocolgen.Str("terminal"), "protocol", protocolgen.Str(protocol.Version),
			"request_id", protocolgen.FromValue(d.Get("request_id")), "game_id", protocolgen.FromValue(d.Get("game_id")),
			"outcome", protocolgen.Str("halted"), "classification", protocolgen.Str("halted"), "winner", protocolgen.Null(),
			"reason", protocolgen.Str("engine_contract_failure:end_of_the_test"),
			"step_count", protocolgen.FromValue(d.Get("step")), "decision_count", protocolgen.FromValue(d.Get("step")),
			"provenance", protocolgen.FromValue(d.Get("provenance")),
		)
		edit(n)
		q.say(n.JSON())
	}
}

// naturally makes a terminal a natural one.
func naturally(outcome string, winner *protocolgen.Node) func(*protocolgen.Node) {
	return func(n *protocolgen.Node) {
		n.Set("outcome", protocolgen.Str(outcome)).Set("classification", protocolgen.Str("natural"))
		n.Set("winner", winner).Set("reason", protocolgen.Str("p1_life_zero"))
	}
}

// faults are answers to a step that halt the game.
func faults() []twisted {
	return append([]twisted{
		{"error", "11.5", "is an error", func(q *asked) {
			q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.ErrorBody{Code: "expected_step_mismatch", Message: "not so fast"}))
		}},
		{"unknown-error", "9.8", "is an error with a code that is none", func(q *asked) {
			q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.ErrorBody{Code: "try_again", Message: "not so fast"}))
		}},
		{"unknown-field", "4.2", "has a field that the protocol does not know", set("build", protocolgen.Str("debug"))},
		{"extension-outside", "14", "has an x_ field outside seat_decision.extensions", set("x_debug", protocolgen.Int(1))},
		{"missing-field", "4.2", "lacks a field", drop("provenance")},
		{"other-id", "4.1", "carries another request's id", set("request_id", protocolgen.Str("sbconform-another"))},
		{"other-protocol", "4.1", "speaks another protocol", set("protocol", protocolgen.Str("spellbench/v3"))},
		{"other-type", "9.4", "is of another response_type", set("response_type", protocolgen.Str("ack"))},
		{"other-game", "9.3", "names another game", set("game_id", protocolgen.Str("g-0000000000000000"))},
		{"step-skipped", "9.3", "skips a step", tree(func(n *protocolgen.Node) { n.Get("step").Int++ })},
		{"step-repeated", "9.3", "repeats a step", tree(func(n *protocolgen.Node) { n.Get("step").Int-- })},
		{"terminal-forfeit", "9.5", "is a terminal classified as a forfeit, which hosts alone declare",
			endedWith(func(n *protocolgen.Node) {
				naturally("p0_win", protocolgen.Str("p0"))(n)
				n.Set("classification", protocolgen.Str("forfeit"))
			})},
		{"terminal-winner", "9.5", "is a terminal whose winner is not that of its outcome", endedWith(naturally("p0_win", protocolgen.Str("p1")))},
		{"terminal-no-winner", "9.5", "is a terminal of a won game without a winner", endedWith(naturally("p1_win", protocolgen.Null()))},
		{"terminal-outcome", "9.5", "is a halted terminal with a winning outcome", endedWith(func(n *protocolgen.Node) { n.Set("outcome", protocolgen.Str("p0_win")) })},
		{"terminal-no-reason", "9.5", "is a terminal with an empty reason", endedWith(func(n *protocolgen.Node) { n.Set("reason", protocolgen.Str("")) })},
		{"terminal-unknown-field", "4.2", "is a terminal with a field that the protocol does not know", endedWith(func(n *protocolgen.Node) { n.Set("duration_ms", protocolgen.Int(17)) })},
		{"line-too-long", "2", "is longer than 8 MiB", text(func(s string) string { return s + strings.Repeat(" ", wire.MaxLine+suite.Margin-len(s)) })},
		{"exit", "11.5", "never comes, since the engine has ended", func(q *asked) { q.leave(3) }},
		{"exit-in-line", "11.5", "breaks off without a newline, since the engine has ended", func(q *asked) {
			q.write(q.answer[:len(q.answer)/2], "")
			q.leave(3)
		}},
		{"closed-output", "11.5", "never comes, since the engine has closed its output", func(q *asked) { q.mute() }},
	}, faultsOfJSON()...)
}

func faultChecks() []check {
	var out []check
	for _, f := range faults() {
		out = append(out, fault(f, "fault/"+f.name, onEngine("step", faultAt), nil))
	}
	for _, f := range []twisted{
		{"reset-error", "11.5", "is an error", func(q *asked) {
			q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.ErrorBody{Code: "unsupported_deck", Message: "no such cards"}))
		}},
		{"reset-unknown-field", "4.2", "has a field that the protocol does not know", set("build", protocolgen.Str("debug"))},
		{"reset-other-game", "9.3", "names another game", set("game_id", protocolgen.Str("g-0000000000000000"))},
		{"reset-step-one", "9.3", "is numbered from one", set("step", protocolgen.Int(1))},
		{"reset-exit", "11.5", "never comes, since the engine has ended", func(q *asked) { q.leave(3) }},
	} {
		k := fault(f, "fault/"+f.name, onEngine("reset", 0), nil)
		k.doc = "A game is halted when the engine's answer to reset " + f.doc + "."
		out = append(out, k)
	}
	late := twisted{"timeout", "11.4", "does not come within engine_step_ms", func(q *asked) { q.hang() }}
	return append(out, fault(late, "fault/timeout", onEngine("step", faultAt), func(t protocol.TimeControl) uint64 { return t.EngineStepMS }))
}

// fault is a check that the game is halted when the engine answers so.
func fault(f twisted, id string, at func(*asked) bool, waits func(protocol.TimeControl) uint64) check {
	return check{
		id: id, section: f.section,
		doc:    "A game is halted when the engine's answer to a step " + f.doc + ".",
		hint:   "check every answer of the engine before using any of it, and tell both agents that the game is halted",
		script: script{name: id, games: 1, twists: []twist{{at: at, do: f.do, waits: waits}}},
		judge:  func(h *H) { h.wantHalt(h.point()) },
	}
}
