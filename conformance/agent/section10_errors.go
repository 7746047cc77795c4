package agent

// Section 10.5: what an agent answers to a request that it cannot serve. No host sends any of these, and
// Section 10.6 leaves error answers open, so nothing here is a must.

import (
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A refusal is a row: a request that can't be served in a game under way.
type refusal struct {
	name, section, what string
	make                func(a *A) text
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
		{"not-json", "10.5", "that is not JSON", line("hello?")},
		{"cut-short", "10.5", "that ends in the middle", func(a *A) text { x := a.request(&protocol.Hello{}); return x[:len(x)/2] }},
		{"deep", "10.5", "of 5,000 levels", line(strings.Repeat("[", 5_000))},
		{"invalid-utf8", "10.5", "that is not UTF-8", line("{\"request_id\":\"\xff\"}")},
		{"empty-object", "10.5", "that is an empty object", line("{}")},
		{"no-object", "10.5", "that is no object", line("[]")},
		{"no-request-type", "10.5", "without request_type", choose(without("request_type"))},
		{"unknown-request-type", "10.5", "of an unknown request_type", choose(setting("request_type", `"x_future"`))},
		{"request-type-list", "10.5", "whose request_type is a list", choose(setting("request_type", `["choose"]`))},
		{"other-protocol", "10.5", "of another protocol", choose(setting("protocol", `"spellbench/v1"`))},
		{"unknown-game", "10.5", "that decides in a game that the agent does not play", choose(setting("game_id", `"g-other"`))},
		{"game-over-unknown", "10.5", "that ends a game that the agent does not play", func(a *A) text {
			return a.overRequest(protocol.Endings()[0], "life_zero").edited(setting("game_id", `"g-other"`))
		}},
		{"no-decision", "10.5", "to choose without a decision", choose(without("decision"))},
		{"no-candidates", "10.5", "to choose without candidates", choose(without("decision", "candidates"))},
		{"candidates-empty", "10.5", "to choose from nothing", choose(func(n *protocolgen.Node) { n.Get("decision").Set("candidates", protocolgen.List()) })},
		{"candidates-null", "10.5", "to choose from null", choose(func(n *protocolgen.Node) { n.Get("decision").Set("candidates", protocolgen.Null()) })},
		{"game-active", "10.5", "that starts another game while one is played", func(a *A) text {
			g := a.game
			defer func() { a.game = g }()
			return a.startRequest()
		}},
	}
}

func refusalChecks() []check {
	var out []check
	for _, r := range refusals() {
		out = append(out, check{
			id: "refusals/" + r.name, section: r.section, level: conformance.Should,
			doc:  "An agent answers a request that it cannot serve with an error: here one " + r.what + ".",
			hint: "answer every line, and catch what goes wrong in one place",
			run: func(a *A) {
				a.Begin()
				x := r.make(a)
				a.SendBad(x)
				a.Read(x).WantError("a line " + r.what)
			},
		}, check{
			id: "refusals/" + r.name + "-then-on", section: r.section, level: conformance.Should,
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
			x := text(strings.Repeat(" ", wire.MaxLine+margin))
			a.SendBad(x)
			a.Read(x).WantError("a line of more than 8 MiB")
			a.Pose(sceneOf("pass"))
		},
	}, check{
		id: "refusals/choose-first", section: "10.5", level: conformance.Should,
		doc:  "A choose before any game_start names a game that the agent does not play, and is answered with an error.",
		hint: "there is no game yet, and no seed",
		run: func(a *A) {
			a.Hello()
			a.startRequest() // which is never sent
			a.Ask(a.chooseRequest(sceneOf("pass").posed(a))).WantError("a choose before game_start")
		},
	})
}
