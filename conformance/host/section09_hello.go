package host

// Sections 9.1 and 4.2: the engine's greeting, which a host reads strictly.

import (
	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
)

// A twisted answer is what one of ours says in place of the answer that the reference gives.
type twisted struct {
	name, section string
	doc           string // what it says, in words that continue a sentence about it
	do            func(*asked)
}

// tree is an answer with an edit made in its tree.
func tree(edit func(*protocolgen.Node)) func(*asked) {
	return func(q *asked) { q.say(edited(q.reply(), edit)) }
}

// text is an answer with another text.
func text(edit func(string) string) func(*asked) {
	return func(q *asked) { q.say([]byte(edit(string(q.answer)))) }
}

// The helpers below name edits of answers.

func set(key string, v *protocolgen.Node) func(*asked) {
	return tree(func(n *protocolgen.Node) { n.Set(key, v) })
}

func drop(key string) func(*asked) { return tree(func(n *protocolgen.Node) { n.Drop(key) }) }

// kinds changes the list of decision kinds.
func kinds(edit func([]*protocolgen.Node) []*protocolgen.Node) func(*asked) {
	return tree(func(n *protocolgen.Node) { k := n.Get("decision_kinds"); k.Kids = edit(k.Kids) })
}

func badHellos() []twisted {
	return []twisted{
		{"unknown-field", "4.2", "has a field that the protocol does not know", set("build", protocolgen.Str("debug"))},
		{"unknown-flag", "9.1", "declares an observation flag that the protocol does not know",
			tree(func(n *protocolgen.Node) { n.Get("observation").Set("phyrexian", protocolgen.Bool(true)) })},
		{"missing-field", "4.2", "lacks a field", drop("engine_defaults")},
		{"missing-flag", "9.1", "lacks an observation flag", tree(func(n *protocolgen.Node) { n.Get("observation").Drop("keywords") })},
		{"null-field", "4.2", "has null where the protocol wants a value", set("formats", protocolgen.Null())},
		{"mistyped-field", "4.2", "has a string where the protocol wants true or false", set("rewind", protocolgen.Str("true"))},
		{"no-format", "9.1", "names no format", set("formats", protocolgen.List())},
		{"no-engine-name", "9.1", "has an empty engine name", tree(func(n *protocolgen.Node) { n.Get("engine").Set("name", protocolgen.Str("")) })},
		{"reserved-kind", "4.5", "declares a kind of decision that is reserved",
			kinds(func(k []*protocolgen.Node) []*protocolgen.Node { return append(k, protocolgen.Str("pay_mana")) })},
		{"unknown-kind", "9.1", "declares a kind of decision that there is not",
			kinds(func(k []*protocolgen.Node) []*protocolgen.Node { return append(k, protocolgen.Str("concede")) })},
		{"no-attacks", "9.1", "does not declare declare_attack", kinds(func(k []*protocolgen.Node) (out []*protocolgen.Node) {
			for _, x := range k {
				if x.Str != "declare_attack" {
					out = append(out, x)
				}
			}
			return out
		})},
		{"minor-above", "4.2", "has a protocol_minor above the host's", func(q *asked) {
			minor := q.request.Get("protocol_minor").Int()
			q.say(edited(q.reply(), func(n *protocolgen.Node) { n.Set("protocol_minor", protocolgen.Int(minor+1)) }))
		}},
		{"other-id", "4.1", "carries another request's id", set("request_id", protocolgen.Str("sbconform-another"))},
		{"other-protocol", "4.1", "speaks another protocol", set("protocol", protocolgen.Str("spellbench/v3"))},
		{"other-type", "9.1", "is of another response_type", set("response_type", protocolgen.Str("welcome"))},
		{"error", "9.8", "is an error", func(q *asked) {
			q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.ErrorBody{Code: "unsupported_request", Message: "not today"}))
		}},
	}
}

// faultsOfJSON are answers that are not the strict JSON of Section 2, whatever they answer.
func faultsOfJSON() []twisted {
	field := func(json string) func(*asked) {
		return text(func(s string) string { return s[:len(s)-1] + "," + json + "}" })
	}
	return []twisted{
		{"malformed-text", "2", "is no JSON", text(func(string) string { return "panic: index out of range [7]" })},
		{"malformed-cut", "2", "breaks off", text(func(s string) string { return s[:len(s)/2] })},
		{"malformed-two", "2", "is followed by itself on the same line", text(func(s string) string { return s + s })},
		{"malformed-array", "2", "is in a list", text(func(s string) string { return "[" + s + "]" })},
		{"malformed-bom", "2", "begins with a byte order mark", text(func(s string) string { return "\ufeff" + s })},
		{"malformed-key-twice", "2", "has a key twice", field(`"protocol":"spellbench/v2"`)},
		{"malformed-fraction", "2", "has a number with a fraction", field(`"x":1.5`)},
		{"malformed-exponent", "2", "has a number with an exponent", field(`"x":1e3`)},
		{"malformed-integer", "2", "has an integer beyond 2^53 - 1", field(`"x":9007199254740992`)},
		{"malformed-depth", "2", "is nested deeper than 64 levels", field(`"x":` + suite.Nested(64))},
		{"malformed-surrogate", "2", "has an unpaired surrogate", field(`"x":"\ud800"`)},
		{"malformed-utf8", "2", "is not UTF-8", field("\"x\":\"\xff\"")},
	}
}

func helloChecks() []check {
	out := []check{
		{
			id: "hello/engine-first", section: "11.1", script: healthy(),
			doc:  "The engine and every agent are greeted with hello before anything else is asked of them.",
			hint: "send hello as soon as the process is started",
			judge: func(h *H) {
				h.all(func(*exchange) {})
				for _, t := range h.talks {
					if len(t.exchanges) == 0 {
						continue
					}
					if h.x = t.exchanges[0]; h.x.kind != "hello" {
						h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: "the first request to " + t.String() + " is no hello", Expected: "hello", Got: suite.Show(h.x.line)})
					}
				}
			},
		},
	}
	for _, b := range badHellos() {
		out = append(out, badHello(b, "hello/"+b.name))
	}
	for _, b := range faultsOfJSON() {
		out = append(out, badHello(b, "hello/"+b.name))
	}
	return out
}

// playsOtherwise skips the check if the host begins no game when all is well either: that it begins none now
// would say nothing.
func (h *H) playsOtherwise() {
	if len(h.also(healthy()).begun()) == 0 {
		h.Skipf("the host begins no game when all is well either")
	}
}

// badHello is a check that no game is played with an engine that greets so.
func badHello(b twisted, id string) check {
	return check{
		id: id, section: b.section,
		doc:  "An engine is not played with whose hello_ok " + b.doc + ".",
		hint: "read the engine's answers strictly, and stop before any game where one is not as the protocol has it",
		script: script{name: id, games: 1, twists: []twist{{
			often: -1, do: b.do,
			at: func(q *asked) bool { return q.isEngine() && q.kind == "hello" },
		}}},
		judge: func(h *H) {
			x, _ := h.point()
			h.playsOtherwise()
			for _, t := range h.talks {
				for _, later := range t.exchanges {
					if t.role == engineRole && later.kind == "reset" || later.kind == "choose" {
						h.x = later
						h.Fail(conformance.Failure{
							Cause: conformance.WrongType, Message: "a game is begun with an engine whose hello_ok " + b.doc,
							Expected: "no game", Got: suite.Show(x.said()), Request: "hello",
						})
					}
				}
			}
		},
	}
}
