package agent

// Section 4.2: agents are lenient readers. They ignore unknown fields anywhere in what they receive.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
)

// A surplus is a field that no agent knows.
type surplus struct {
	name, what, key, value string
}

var surpluses = []surplus{
	{"null", "null", "surplus", `null`},
	{"text", "a string", "surplus", `"p1"`},
	{"number", "the largest integer", "surplus", `9007199254740991`},
	{"list", "a list", "surplus", `[[],{},[null]]`},
	{"object", "an object", "surplus", `{"candidate_id":7,"request_id":"r-999","kind":"pass"}`},
	{"extension-key", "an x_ field", "x_surplus", `true`},
	{"empty-key", "a field with an empty name", "", `0`},
	{"unicode-key", "a field with a name outside ASCII", "é😀", `0`},
	{"prototype-key", "a field named __proto__", "__proto__", `{"candidates":[]}`},
	{"answer-key", "a field named as one of an answer", "response_type", `"choice"`},
}

// added puts the field into every object of a message but those that are maps of the engine's own
// words: there it would not be unknown.
func (s surplus) added(n *protocolgen.Node) {
	open := map[*protocolgen.Node]bool{}
	objects(n, func(o *protocolgen.Node) {
		for i, key := range o.Keys {
			if slices.Contains([]string{"counters", "extensions"}, key) {
				open[o.Kids[i]] = true
			}
		}
	})
	value := text(s.value).node()
	objects(n, func(o *protocolgen.Node) {
		if !open[o] {
			o.Keys = append([]string{s.key}, o.Keys...)
			o.Kids = append([]*protocolgen.Node{value}, o.Kids...)
		}
	})
}

// readingMessages are the four requests of Section 10, each sent edited in a conversation of its own.
var readingMessages = []struct {
	name, section string
	ask           func(a *A, edit func(*protocolgen.Node))
}{
	{"hello", "10.1", func(a *A, edit func(*protocolgen.Node)) {
		a.Start()
		a.Ask(a.request(&protocol.Hello{}).edited(edit)).Want("the edited hello", "hello_ok")
	}},
	{"game-start", "10.2", func(a *A, edit func(*protocolgen.Node)) {
		a.Hello()
		a.Ask(a.startRequest().edited(edit)).Want("the edited game_start", "ack")
		a.Pose(sceneOf("pass"))
	}},
	{"choose", "10.3", func(a *A, edit func(*protocolgen.Node)) {
		a.Begin()
		for _, s := range scenes() {
			// An echo may well leave out what its agent does not know.
			a.Ask(a.chooseRequest(s.posed(a)).edited(edit)).WantCandidate()
		}
	}},
	{"game-over", "10.4", func(a *A, edit func(*protocolgen.Node)) {
		a.Begin()
		a.Ask(a.overRequest(protocol.Endings()[0], "life_zero").edited(edit)).Want("the edited game_over", "ack")
	}},
}

func readingChecks() []check {
	var out []check
	for _, s := range surpluses {
		out = append(out, check{
			id: "reading/unknown-" + s.name, section: "4.2",
			doc:  "Agents ignore unknown fields anywhere in what they receive: here " + s.what + " in every object of every request.",
			hint: "read the fields that you need, and leave the others alone",
			run: func(a *A) {
				for i, m := range readingMessages {
					if i > 0 {
						a.Restart()
					}
					m.ask(a, s.added)
				}
			},
		})
	}
	for _, m := range readingMessages {
		if m.name == "choose" {
			continue // a host sends the decision in canonical form
		}
		out = append(out, check{
			id: "reading/key-order-" + m.name, section: "4.3",
			doc:  "The order of an object's members has no meaning: here that of " + m.name + " is reversed.",
			hint: "read JSON with a JSON library",
			run:  func(a *A) { m.ask(a, backwards) },
		})
	}
	return append(out, check{
		id: "reading/white-space", section: "2",
		doc:  "White space between the tokens of JSON has no meaning: here in a game_start.",
		hint: "read JSON with a JSON library",
		run: func(a *A) {
			a.Hello()
			a.Ask(a.startRequest().spaced()).Want("a game_start with white space", "ack")
			a.Pose(sceneOf("pass"))
		},
	}, check{
		id: "reading/escapes", section: "2",
		doc:  "A character of a string may be escaped: here every letter of the keys and strings of a game_start.",
		hint: "read JSON with a JSON library",
		run: func(a *A) {
			a.Hello()
			x := a.startRequest()
			a.Ask(x.escaped()).Want("a game_start with escapes", "ack")
			a.Pose(sceneOf("pass")) // whose game_id is spelt plainly
		},
	})
}
