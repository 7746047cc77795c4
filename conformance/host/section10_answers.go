package host

// Section 10: what a host bears in the answers of agents, and Section 2: what it bears of their lines.

import (
	"cmp"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A leniency is a way to answer that a host must bear.
type leniency struct {
	name, what string
	section    string // "10" if ""
	hint       string
	// to is the type of the requests that are answered so; "" is every one.
	to string
	// say returns the answer, given the usual one.
	say func(q *asked) []byte
	// shows reports whether an answer is one of these, for the mutant that can't bear it.
	shows func(answer string) bool
}

// leniencies lists what Section 10 wants borne.
func leniencies() []leniency {
	with := func(edit func(q *asked, n *protocolgen.Node)) func(*asked) []byte {
		return func(q *asked) []byte {
			return []byte(rewritten(string(q.answer), func(n *protocolgen.Node) { edit(q, n) }))
		}
	}
	holds := func(s string) func(string) bool { return func(a string) bool { return strings.Contains(a, s) } }
	chosen := func(q *asked) wire.Value {
		i := q.reply().Get("selection").Get("candidate_id").Int()
		return protocol.At(q.request, "/decision/candidates").Elem(int(i)).Get("semantic")
	}
	const selection = "selection"
	return []leniency{
		{name: "unknown-field", what: "with a member that the protocol does not know", say: with(func(_ *asked, n *protocolgen.Node) {
			setting("thinking", `{"lines":["a","b"],"depth":3}`)(n)
		}), shows: holds(`"thinking"`)},
		{name: "unknown-x-field", what: "with an x_ member", say: with(func(_ *asked, n *protocolgen.Node) { setting("x_note", `null`)(n) }), shows: holds(`"x_note"`)},
		{name: "unknown-in-selection", what: "with an unknown member in selection", to: "choose", say: with(func(_ *asked, n *protocolgen.Node) { setting("selection/score", `17`)(n) }), shows: holds(`"score"`)},
		{name: "unknown-in-bot", what: "with an unknown member in bot", to: "hello", say: with(func(_ *asked, n *protocolgen.Node) { setting("bot/author", `"somebody"`)(n) }), shows: holds(`"author"`)},
		{name: "unknown-in-requires", what: "with an unknown member in requires", to: "hello", say: with(func(_ *asked, n *protocolgen.Node) {
			setting("requires", `{"observation":[],"extensions":[],"x_kinds":[]}`)(n)
		}), shows: holds(`"x_kinds"`)},
		{name: "full-hello", what: "to hello with every optional member", section: "10.1", to: "hello", say: with(func(_ *asked, n *protocolgen.Node) {
			setting("requires", `{"observation":[],"extensions":[]}`)(n)
			setting("extensions_accepted", `["x_sbconform_none","x_gorge_view_v1"]`)(n)
		}), shows: holds(`"x_sbconform_none"`)},
		{name: "requires-one-list", what: "with one of the two lists of requires alone", section: "10.1", to: "hello", say: with(func(_ *asked, n *protocolgen.Node) {
			setting("requires", `{"extensions":[]}`)(n)
		}), shows: holds(`"requires":{"extensions":[]}`)},
		{name: "bot-of-any-name", what: "with a name beyond ASCII", to: "hello", say: with(func(_ *asked, n *protocolgen.Node) {
			setting("bot", `{"name":"Schöpfer 造物 🜁","version":"2.0-β"}`)(n)
		}), shows: holds("造")},
		{name: "seat-step", what: "with the right seat_step", section: "10.3", to: "choose", say: with(func(q *asked, n *protocolgen.Node) {
			n.Get(selection).Set("seat_step", protocolgen.FromValue(protocol.At(q.request, "/decision/seat_step")))
		}), shows: holds(`"seat_step"`)},
		{name: "echo", what: "with the right semantic_echo", section: "10.3", to: "choose", say: with(func(q *asked, n *protocolgen.Node) {
			n.Get(selection).Set("semantic_echo", protocolgen.FromValue(chosen(q)))
		}), shows: func(a string) bool {
			e := parsed(a).Get(selection).Get("semantic_echo")
			return e.Exists() && e.IsCanonical()
		}},
		{name: "echo-in-another-layout", what: "with the right semantic_echo, its keys in another order", section: "10.3", hint: "compare values, not texts", to: "choose", say: with(func(q *asked, n *protocolgen.Node) {
			echo := protocolgen.FromValue(chosen(q))
			backwards(echo)
			n.Get(selection).Set("semantic_echo", echo)
		}), shows: func(a string) bool {
			return strings.Contains(a, `"semantic_echo":{`) && !parsed(a).Get(selection).Get("semantic_echo").IsCanonical()
		}},
	}
}

// answersTolerated is how many choices a run needs to show that a host bears a way to answer. The last of two is
// asked after an answer of this kind was taken.
const answersTolerated = 2

func lenientChecks() []check {
	var out []check
	for _, x := range leniencies() {
		out = append(out, check{
			id: "answers/" + x.name, section: cmp.Or(x.section, "10"), hint: cmp.Or(x.hint, "read the fields that you need, and leave the rest"),
			doc: "A host takes an answer " + x.what + ".",
			script: script{name: "answers " + x.name, games: 1, policy: "last", twists: []twist{
				{often: -1, at: func(q *asked) bool {
					return !q.isEngine() && q.answer != nil && (x.to == "" || x.to == q.kind)
				}, do: func(q *asked) { q.say(x.say(q)) }},
				{at: func(q *asked) bool { return q.isEngine() && q.kind == "step" && q.nth == answersTolerated }, do: func(q *asked) { q.finish("draw", "natural", "agreed") }},
			}},
			judge: func(h *H) { h.borne() },
		})
	}
	return out
}

// borne fails unless a game is played on with every answer of the agents in it.
func (h *H) borne() {
	h.point()
	h.wantPlayed("every answer was legal")
	for _, g := range h.begun() {
		for _, x := range g.asked() {
			if len(x.answers) > 0 {
				h.taken(g, x)
			}
		}
	}
}
