package host

// Section 11.5: what costs a seat the game.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// An offence is an answer to choose that costs a seat the game.
type offence struct {
	name, what string
	hint       string
	section    string            // "11.5" if ""
	cause      host.Cause        // that the text names
	or         []host.Cause      // that the text leaves open beside it
	at         func(*asked) bool // the first choose of all if nil
	do         func(*asked)
	waits      func(protocol.TimeControl) uint64
	// shows reports whether an answer is this one, for the mutant that forgives it; nil if none does.
	shows func(answer string) bool
}

// offences lists what Sections 2, 10.3, 10.5 and 11.5 make a forfeit.
func offences() []offence {
	var out []offence
	hint := "" // of the offences that follow
	add := func(x offence) {
		x.hint = hint
		out = append(out, x)
	}
	says := func(text func(q *asked) string) func(*asked) { return func(q *asked) { q.say([]byte(text(q))) } }
	with := func(edit func(q *asked, n *protocolgen.Node)) func(*asked) {
		return says(func(q *asked) string { return rewritten(string(q.answer), func(n *protocolgen.Node) { edit(q, n) }) })
	}
	holds := func(s string) func(string) bool { return func(a string) bool { return strings.Contains(a, s) } }
	lacks := func(s string) func(string) bool { return func(a string) bool { return !strings.Contains(a, s) } }

	// What is no strict JSON is no answer, in whatever field (Section 2).
	hint = "hold the whole line to strict JSON before any field of it is read"
	spoiled := func(name, what, member string) {
		add(offence{name: name, what: what, section: "2", cause: host.MalformedResponse, shows: holds(member),
			do: says(func(q *asked) string { return `{` + member + "," + strings.TrimPrefix(string(q.answer), "{") })})
	}
	add(offence{name: "not-json", what: "answers with no JSON", cause: host.MalformedResponse, shows: holds("I pass"), do: says(func(*asked) string { return "I pass" })})
	add(offence{name: "json-cut-short", what: "answers with half an object", cause: host.MalformedResponse, shows: func(a string) bool { return !parsed(a).Exists() }, do: says(func(q *asked) string { return string(q.answer[:len(q.answer)-1]) })})
	add(offence{name: "json-no-object", what: "answers with an array", section: "2", cause: host.MalformedResponse, shows: func(a string) bool { return strings.HasPrefix(a, "[") }, do: says(func(q *asked) string { return "[" + string(q.answer) + "]" })})
	add(offence{name: "json-trailing", what: "answers with an object and more", section: "2", cause: host.MalformedResponse, shows: func(a string) bool { return strings.HasSuffix(a, "}{}") }, do: says(func(q *asked) string { return string(q.answer) + "{}" })})
	spoiled("json-fraction", "writes a fraction in a field that hosts ignore", `"confidence":0.75`)
	spoiled("json-exponent", "writes an exponent in a field that hosts ignore", `"nodes":1e6`)
	spoiled("json-duplicate-key", "has a key twice in a field that hosts ignore", `"note":{"a":1,"a":2}`)
	spoiled("json-lone-surrogate", "has a lone surrogate in a field that hosts ignore", `"note":"\ud83d"`)
	spoiled("json-too-deep", "nests 65 levels in a field that hosts ignore", `"tree":`+strings.Repeat("[", 64)+strings.Repeat("]", 64))
	spoiled("json-invalid-utf8", "has a byte that is no UTF-8 in a field that hosts ignore", "\"note\":\"\xff\"")
	add(offence{name: "line-too-long", what: "answers with a line of more than 8 MiB", section: "2", cause: host.MalformedResponse, or: []host.Cause{host.TransportError},
		do: says(func(q *asked) string {
			return `{"note":"` + strings.Repeat("x", wire.MaxLine) + `",` + strings.TrimPrefix(string(q.answer), "{")
		})})

	// What lacks a required field is none either (Section 10.3).
	hint = "a choice needs response_type, protocol, request_id and selection.candidate_id, each of its type"
	lacking := func(name, what string, shows func(string) bool, edit func(*protocolgen.Node), or ...host.Cause) {
		add(offence{name: name, what: what, section: "10.3", cause: host.MalformedResponse, or: or, shows: shows, do: with(func(_ *asked, n *protocolgen.Node) { edit(n) })})
	}
	lacking("no-response-type", "leaves response_type out", lacks(`"response_type"`), dropping("response_type"))
	lacking("other-response-type", "answers choose with ack", holds(`"ack"`), func(n *protocolgen.Node) {
		dropping("selection")(n)
		setting("response_type", `"ack"`)(n)
	})
	lacking("no-protocol", "leaves protocol out", lacks(`"protocol"`), dropping("protocol"))
	lacking("no-request-id", "leaves request_id out", lacks(`"request_id"`), dropping("request_id"), host.Timeout)
	lacking("other-request-id", "answers under another request_id", holds(`"r-other"`), setting("request_id", `"r-other"`), host.Timeout)
	lacking("no-selection", "leaves selection out", lacks(`"selection"`), dropping("selection"))
	lacking("no-candidate-id", "leaves candidate_id out", lacks(`"candidate_id"`), dropping("selection/candidate_id"))
	lacking("candidate-id-a-text", "writes candidate_id as a text", holds(`"candidate_id":"`), setting("selection/candidate_id", `"0"`))
	lacking("candidate-id-null", "has null for candidate_id", holds(`"candidate_id":null`), setting("selection/candidate_id", `null`))
	lacking("candidate-id-true", "has true for candidate_id", holds(`"candidate_id":true`), setting("selection/candidate_id", `true`))

	// What can't be taken is an invalid selection (Sections 10.3 and 11.5).
	hint = "compare candidate_id with the number of candidates before it is made any smaller a number"
	picks := func(name, what string, id func(q *asked) int64, shows string, or ...host.Cause) {
		x := offence{name: name, what: what, cause: host.InvalidSelection, or: or, do: with(func(q *asked, n *protocolgen.Node) {
			n.Get("selection").Set("candidate_id", protocolgen.Int(id(q)))
			setting("x_offence", suite.Quote(name))(n)
		})}
		x.shows = holds(shows)
		add(x)
	}
	count := func(q *asked) int64 { return int64(protocol.At(q.request, "/decision/candidates").Len()) }
	picks("selection-count", "picks the candidate after the last", count, `"selection-count"`)
	picks("selection-largest", "picks candidate 4294967295", func(*asked) int64 { return 1<<32 - 1 }, `"selection-largest"`)
	picks("selection-wraps", "picks candidate 4294967296", func(*asked) int64 { return 1 << 32 }, `"selection-wraps"`, host.MalformedResponse)
	picks("selection-negative", "picks candidate -1", func(*asked) int64 { return -1 }, `"selection-negative"`, host.MalformedResponse)
	echoes := func(name, what, member string, value func(q *asked) *protocolgen.Node, shows func(string) bool, or ...host.Cause) {
		add(offence{name: name, what: what, section: "10.3", cause: host.InvalidSelection, or: or, shows: shows, do: with(func(q *asked, n *protocolgen.Node) {
			n.Get("selection").Set(member, value(q))
		})})
	}
	step := func(q *asked) int64 { return protocol.At(q.request, "/decision/seat_step").Int() }
	semantic := func(q *asked) *protocolgen.Node {
		i := q.reply().Get("selection").Get("candidate_id").Int()
		return protocolgen.FromValue(protocol.At(q.request, "/decision/candidates").Elem(int(i)).Get("semantic"))
	}
	constant := func(n *protocolgen.Node) func(*asked) *protocolgen.Node {
		return func(*asked) *protocolgen.Node { return n }
	}
	hint = "compare the echo with what was sent, by value, wherever its key is present"
	echoes("seat-step-other", "echoes another seat_step", "seat_step", func(q *asked) *protocolgen.Node { return protocolgen.Int(step(q) + 1) }, holds(`"seat_step":`))
	echoes("seat-step-a-text", "echoes seat_step as a text", "seat_step", func(q *asked) *protocolgen.Node { return protocolgen.Str(fmt.Sprint(step(q))) }, holds(`"seat_step":"`), host.MalformedResponse)
	echoes("seat-step-null", "echoes null for seat_step", "seat_step", constant(protocolgen.Null()), holds(`"seat_step":null`), host.MalformedResponse)
	echoes("echo-of-another-kind", "echoes the semantic of a candidate that is not there", "semantic_echo", constant(protocolgen.FromPairs("kind", protocolgen.Str("choose_pile"))), holds(`"choose_pile"`))
	echoes("echo-with-more", "echoes the semantic with a member more", "semantic_echo", func(q *asked) *protocolgen.Node {
		return semantic(q).Set("x_more", protocolgen.Int(1))
	}, holds(`"x_more"`))
	echoes("echo-empty", "echoes an empty semantic", "semantic_echo", constant(&protocolgen.Node{Kind: wire.Object}), holds(`"semantic_echo":{}`))
	echoes("echo-null", "echoes null for the semantic", "semantic_echo", constant(protocolgen.Null()), holds(`"semantic_echo":null`), host.MalformedResponse)

	// Any error is the agent's (Section 10.5).
	hint = "whatever its code and its request_id, an error that answers choose is agent_error"
	errors := func(name, what, id, code string, or ...host.Cause) {
		add(offence{name: name, what: what, section: "10.5", cause: host.AgentError, or: or, shows: func(a string) bool { return strings.Contains(a, suite.Quote(code)) }, do: func(q *asked) {
			if id == "" {
				id = q.request.Get("request_id").Str()
			}
			q.say([]byte(rewritten(string(q.answer), func(n *protocolgen.Node) {
				dropping("selection")(n)
				setting("response_type", `"error"`)(n)
				if code == string(protocol.CodeMalformedJSON) {
					setting("request_id", `""`)(n)
				}
				n.Set("error", protocolgen.FromPairs("code", protocolgen.Str(code), "message", protocolgen.Str("as sbconform wants it")))
			})))
		}})
	}
	errors("error", "answers internal_error", "", string(protocol.CodeInternalError))
	errors("error-unknown-game", "answers unknown_game", "", string(protocol.CodeUnknownGame))
	errors("error-without-id", "answers malformed_json, with no request_id", "", string(protocol.CodeMalformedJSON))
	errors("error-of-another-code", "answers with an error code that is none of the agents'", "", "bored", host.MalformedResponse)

	// Who is gone, or silent, has lost (Section 11.4).
	hint = "where the output of an agent ends there is nothing to wait for"
	add(offence{name: "closed-output", what: "closes its output", cause: host.TransportError, do: (*asked).mute})
	add(offence{name: "exited", what: "exits", cause: host.TransportError, do: func(q *asked) { q.leave(1) }})
	add(offence{name: "exited-in-line", what: "exits in the middle of a line", cause: host.TransportError, or: []host.Cause{host.MalformedResponse}, do: func(q *asked) {
		q.write(q.answer[:len(q.answer)/2], "")
		q.leave(1)
	}})
	hint = "start a timer when choose is sent, of max_decision_ms or the bank, whichever is less"
	add(offence{name: "timeout", what: "does not answer", section: "11.4", cause: host.Timeout, do: (*asked).hang, waits: func(t protocol.TimeControl) uint64 { return min(t.BankMS, t.MaxDecisionMS) }})

	// Whose fault it is depends on nothing but whose fault it is.
	hint = "judge every answer of every seat alike"
	refusing := holds(suite.Quote(string(protocol.CodeInternalError)))
	add(offence{name: "by-p1", what: "sits at p1 and answers internal_error", section: "11.5", cause: host.AgentError, at: func(q *asked) bool { return !q.isEngine() && q.seat == protocol.P1 && q.kind == "choose" }, do: (*asked).refuse, shows: refusing})
	add(offence{name: "later", what: "answers internal_error to its fourth decision", section: "11.5", cause: host.AgentError, at: onAgent("choose", 3), do: (*asked).refuse, shows: refusing})
	return out
}

// offending is the run in which an agent commits an offence.
func (x offence) offending() script {
	at := x.at
	if at == nil {
		at = onAgent("choose", 0)
	}
	return script{name: "an agent " + x.what, games: 1, twists: []twist{{at: at, do: x.do, waits: x.waits}}}
}

func forfeitChecks() []check {
	var out []check
	for _, x := range offences() {
		allowed := append([]host.Cause{x.cause}, x.or...)
		out = append(out, check{
			id: "forfeit/" + x.name, section: cmp.Or(x.section, "11.5"), hint: x.hint, script: x.offending(),
			doc: "A seat that " + x.what + " forfeits with cause " + listedCauses(allowed) + ".",
			judge: func(h *H) {
				h.point()
				h.forfeits(allowed)
				if x.waits != nil {
					h.notEarly()
				}
			},
		})
	}
	named := func(name string) offence {
		all := offences()
		return all[slices.IndexFunc(all, func(x offence) bool { return x.name == name })]
	}
	return append(out,
		check{
			id: "forfeit/other-told", section: "11.2", script: named("error").offending(),
			doc:   "After a forfeit the other seat's agent gets game_over.",
			hint:  "an adjudication ends the game as a terminal does",
			judge: func(h *H) { h.point(); h.overTo(false) },
		},
		check{
			id: "forfeit/offender-told", section: "11.2", script: named("selection-count").offending(),
			doc:   "After a forfeit the seat that lost gets game_over too: its agent is there, and has answered.",
			hint:  "end only the agents that are silent or gone",
			judge: func(h *H) { h.point(); h.overTo(true) },
		},
	)
}

func listedCauses(causes []host.Cause) string {
	var words []string
	for _, c := range causes {
		words = append(words, string(c))
	}
	return strings.Join(words, " or ")
}

// offender returns the agent that committed the offence, and what it was asked.
func (h *H) offender() (of *seated, x *exchange, g *game) {
	x, _ = h.point()
	if of, g = h.agentOf(x); of == nil {
		h.Skipf("%s", h.never("tells the agent of no game"))
	}
	return of, x, g
}

// forfeits fails unless the offence ended the game as a forfeit of the offender with one of some causes.
func (h *H) forfeits(causes []host.Cause) {
	of, x, g := h.offender()
	h.x = x
	h.nothingAfter(g, x)
	winner := of.seat.Other()
	told := 0
	for _, me := range g.seats {
		if me == nil || me.over == nil {
			continue
		}
		told++
		h.x = me.over
		for _, w := range [][2]string{{"classification", "forfeit"}, {"outcome", string(winner) + "_win"}, {"winner", string(winner)}} {
			pointer := "/terminal/" + w[0]
			if got := protocol.At(me.over.request, pointer); !got.StrIs(w[1]) {
				h.wrong(pointer, suite.Quote(w[1]), shown(got), "%s, when %s has forfeited", w[0], of.seat)
			}
		}
		got := protocol.At(me.over.request, "/terminal/reason")
		if !slices.ContainsFunc(causes, func(c host.Cause) bool { return got.StrIs("forfeit:" + string(c)) }) {
			if got.StrIs("forfeit:" + string(host.Timeout)) {
				h.hurried(g, x)
			}
			h.wrong("/terminal/reason", "forfeit:"+listedCauses(causes), shown(got), "the reason of the forfeit")
		}
	}
	h.x = x
	if told == 0 {
		h.undecided("nobody was told the end")
		h.Fail(conformance.Failure{
			Cause: conformance.NoAnswer, Message: fmt.Sprintf("nobody is told that %s has forfeited by its answer to %s (%s)", of.seat, h.name(x), h.end),
			Expected: "game_over", Got: h.lastSaid(),
		})
	}
}

// nothingAfter fails if the game goes on after the offence: with a step, or with another choose.
func (h *H) nothingAfter(g *game, x *exchange) {
	for _, step := range g.steps {
		if step.at > h.points[0] {
			h.x = step
			h.Fail(conformance.Failure{
				Cause: conformance.WrongType, Message: fmt.Sprintf("%s goes on with the game, though %s has cost a seat the game", h.name(step), h.name(x)),
				Expected: "game_over to the agents", Got: suite.Show(step.line),
			})
		}
	}
	for _, again := range g.asked() {
		if again.at > h.points[0] {
			h.x = again.exchange
			h.Fail(conformance.Failure{
				Cause: conformance.ExtraOutput, Message: fmt.Sprintf("%s goes on with the game, though %s has cost a seat the game", h.name(again.exchange), h.name(x)),
				Expected: "game_over to the agents", Got: suite.Show(again.line),
			})
		}
	}
}

// overTo fails unless the offender, or the other seat, was told of the end.
func (h *H) overTo(offender bool) {
	of, x, g := h.offender()
	me := of
	if !offender {
		me = g.seats[of.seat.Other().Index()]
	}
	h.x = x
	switch {
	case me == nil:
		h.Skipf("%s", h.never("tells the other agent of no game"))
	case me.over == nil:
		h.undecided("an agent was not told the end")
		h.Fail(conformance.Failure{
			Cause: conformance.NoAnswer, Message: fmt.Sprintf("%s is not told that the game is over, since %s has forfeited (%s)", me.seat, of.seat, h.end),
			Expected: "game_over", Got: "nothing after " + h.lastTo(me.talk),
		})
	}
}

// notEarly fails if the host gave the offender less than half of its time. The rest is ours to have lost: the
// host's clock began when it sent the request.
func (h *H) notEarly() {
	of, x, g := h.offender()
	over := g.firstOver()
	if over == nil {
		return
	}
	clock := x.request.Get("clock")
	has := min(clock.Get("max_decision_ms").Int(), clock.Get("remaining_ms").Int())
	if took := (h.events[over.at].at - h.events[x.at].at).Milliseconds(); took < has/2 {
		h.x = x
		h.wrong("/clock", fmt.Sprintf("%d ms", has), fmt.Sprintf("%d ms", took), "%s had less time than it was told", of.seat)
	}
}
