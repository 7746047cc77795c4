package agent

// Section 10.5: what an agent answers to a request that it cannot serve. No host sends any of these, and
// Section 10.6 leaves error answers open, so nothing here is a must.

import (
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A refusal is a row: a request that can't be served in a game under way.
type refusal struct {
	name, what string
	// minimal requests are those that the minimal agent of Section 10.6, which keeps no account of the
	// game, serves like any other.
	minimal bool
	make    func(a *A) text
}

// without returns an edit that leaves a member of the request out.
func without(keys ...string) func(*protocolgen.Node) {
	return func(n *protocolgen.Node) {
		for _, k := range keys[:len(keys)-1] {
			n = n.Get(k)
		}
		n.Drop(keys[len(keys)-1])
	}
}

func setting(key, value string) func(*protocolgen.Node) {
	return func(n *protocolgen.Node) { n.Set(key, text(value).node()) }
}

func refusals() []refusal {
	choose := func(edit func(*protocolgen.Node)) func(*A) text {
		return func(a *A) text {
			g := *a.game // the decision is not one of the game's
			defer func() { *a.game = g }()
			return a.chooseRequest(sceneOf("pass").posed(a)).edited(edit)
		}
	}
	line := func(s string) func(*A) text { return func(*A) text { return text(s) } }
	return []refusal{
		{"not-json", "that is not JSON", false, line("hello?")},
		{"cut-short", "that ends in the middle", false, func(a *A) text { x := a.request(&protocol.Hello{}); return x[:len(x)/2] }},
		{"deep", "of 5,000 levels", false, line(strings.Repeat("[", 5_000))},
		{"invalid-utf8", "that is not UTF-8", false, line("{\"request_type\":\"\xff\",\"protocol\":\"spellbench/v2\",\"request_id\":\"r-9\"}")},
		{"empty-object", "that is an empty object", false, line("{}")},
		{"no-object", "that is no object", false, line("[]")},
		{"no-request-type", "without request_type", false, choose(without("request_type"))},
		{"unknown-request-type", "of an unknown request_type", false, choose(setting("request_type", `"x_future"`))},
		{"request-type-list", "whose request_type is a list", false, choose(setting("request_type", `["choose"]`))},
		{"other-protocol", "of another protocol", false, choose(setting("protocol", `"spellbench/v1"`))},
		{"unknown-game", "that decides in a game that the agent does not play", true, choose(setting("game_id", `"g-other"`))},
		{"game-over-unknown", "that ends a game that the agent does not play", true, func(a *A) text {
			return a.overRequest(protocol.Endings()[0], "life_zero").edited(setting("game_id", `"g-other"`))
		}},
		{"no-decision", "to choose without a decision", false, choose(without("decision"))},
		{"no-candidates", "to choose without candidates", false, choose(without("decision", "candidates"))},
		{"candidates-empty", "to choose from nothing", false, choose(func(n *protocolgen.Node) { n.Get("decision").Set("candidates", protocolgen.List()) })},
		{"candidates-null", "to choose from null", false, choose(func(n *protocolgen.Node) { n.Get("decision").Set("candidates", protocolgen.Null()) })},
		{"game-active", "that starts another game while one is played", true, func(a *A) text {
			g := a.game
			defer func() { a.game = g }()
			return a.startRequest()
		}},
	}
}

func (r refusal) level() conformance.Level {
	if r.minimal {
		return conformance.May
	}
	return conformance.Should
}

func refusalChecks() []check {
	var out []check
	for _, r := range refusals() {
		out = append(out, check{
			id: "refusals/" + r.name, section: "10.5", level: r.level(),
			doc:  "An agent answers a request that it cannot serve with an error: here one " + r.what + ".",
			hint: "answer every line, and catch what goes wrong in one place",
			run: func(a *A) {
				a.Begin()
				x := r.make(a)
				a.SendBad(x)
				a.Read(x).WantError("a line " + r.what)
			},
		}, check{
			id: "refusals/" + r.name + "-then-on", section: "10.5", level: conformance.Should,
			doc:  "An agent that was sent a request that it cannot serve goes on: after one " + r.what + " the game is played on.",
			hint: "an error must leave the game as it was",
			run: func(a *A) {
				a.Begin()
				x := r.make(a)
				a.SendBad(x)
				a.Read(x) // whatever it is
				a.Pose(sceneOf("pass"))
			},
		})
	}
	return append(out, check{
		id: "refusals/over-long-line", section: "2", level: conformance.Should,
		doc:  "Every reader rejects lines of more than 8 MiB: an agent answers with an error, and the next request as ever.",
		hint: "count the bytes of a line, and drop the rest of one that is too long",
		run: func(a *A) {
			a.Begin()
			x := text(strings.Repeat(" ", wire.MaxLine+suite.Margin))
			a.SendBad(x)
			a.Read(x).WantError("a line of more than 8 MiB")
			a.Pose(sceneOf("pass"))
		},
	}, check{
		id: "refusals/choose-first", section: "10.5", level: conformance.May,
		doc:  "A choose before any game_start names a game that the agent does not play, and is answered with an error.",
		hint: "there is no game yet, and no seed",
		run: func(a *A) {
			a.Hello()
			a.startRequest() // which is never sent
			a.Ask(a.chooseRequest(sceneOf("pass").posed(a))).WantError("a choose before game_start")
		},
	})
}
