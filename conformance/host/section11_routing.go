package host

// Section 11.2: how a decision comes to the agent that it is for.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// laidOut is a run in which every answer is the same JSON in another layout.
func laidOut() script {
	return script{name: "laid out", games: 1, twists: []twist{{
		often: -1, at: always,
		do: func(q *asked) { q.say(respelled(q.answer)) },
	}}}
}

// respelled returns a message with the members of its objects in another order, escapes where none are needed
// and white space wherever JSON has room for it.
func respelled(line []byte) []byte {
	v, err := wire.Parse(line)
	if err != nil {
		return line
	}
	turned := edited(v, backwards)
	return []byte(suite.Spaced(strings.NewReplacer(`"kind"`, `"\u006bind"`, `"p0"`, `"\u0070\u0030"`).Replace(string(turned))))
}

// backwards reverses the members of every object.
func backwards(n *protocolgen.Node) {
	if n.Kind == wire.Object {
		slices.Reverse(n.Keys)
		slices.Reverse(n.Kids)
	}
	for _, k := range n.Kids {
		backwards(k)
	}
}

func routingChecks() []check {
	return []check{
		{
			id: "game/played", section: "11.2", script: healthy(),
			doc:  "A host that is given an engine and two agents plays a game with them, and tells both agents that it is over.",
			hint: "what the host wrote to stderr may say why; it must play a deck of the engine's catalog, in the format that the engine names (--format)",
			judge: func(h *H) {
				for _, g := range h.begun() {
					if g.seats[0] != nil && g.seats[0].over != nil && g.seats[1] != nil && g.seats[1].over != nil {
						return
					}
				}
				h.undecided("no game was over")
				f := conformance.Failure{Cause: conformance.NoAnswer, Message: fmt.Sprintf("no game was played to its end (%s)", h.end), Expected: "hello, game_start, reset, decisions and game_over", Got: "nothing that was said to anybody"}
				for _, t := range h.talks {
					if n := len(t.exchanges); n > 0 {
						f.Got = "last to " + t.String() + ": " + suite.Show(t.exchanges[n-1].line)
					}
				}
				h.Fail(f)
			},
		},
		{
			id: "choose/acting-seat", section: "11.2", script: healthy(),
			doc:  "A decision goes to the agent that holds the acting seat, and to no other.",
			hint: "route by acting_seat",
			judge: func(h *H) {
				h.toAgents("choose", func(*exchange) {})
				for _, g := range h.games {
					for _, s := range g.seats {
						if s == nil {
							continue
						}
						for _, x := range s.chooses {
							if acting := x.request.Get("decision").Get("acting_seat").Str(); acting != string(s.seat) {
								h.x = x
								h.wrong("/decision/acting_seat", string(s.seat), acting, "a decision of the other seat")
							}
						}
					}
				}
			},
		},
		{
			id: "choose/decision", section: "11.2", script: healthy(),
			doc:  "What is forwarded is the engine's seat_decision, whole and unchanged, after the engine has sent it.",
			hint: "forward seat_decision and nothing else of the decision",
			judge: func(h *H) {
				h.eachMove(func(g *game, m move) {
					if m.choose == nil {
						return
					}
					h.x = m.choose
					want, got := m.value.Get("seat_decision"), m.choose.request.Get("decision")
					if !wire.Equal(want, got) {
						d := goldens.Compare(want.Raw(), got.Raw(), false)
						h.wrong("/decision"+d.Pointer, suite.Show(d.Want), suite.Show(d.Got), "another decision than the engine's")
					}
				})
			},
		},
		{
			id: "choose/once", section: "11.2", script: healthy(),
			doc:  "Each decision is put to its agent once: hosts do not retransmit to agents.",
			hint: "an agent that does not answer in time has lost",
			judge: func(h *H) {
				h.eachMove(func(g *game, m move) {
					if m.choose == nil && m.step != nil {
						h.x = m.step
						h.Fail(conformance.Failure{Cause: conformance.NoAnswer, Message: fmt.Sprintf("step %d was put to no agent", m.value.Get("step").Int()), Expected: "a choose for each decision"})
					}
				})
				for _, g := range h.games {
					for _, s := range g.seats {
						if s == nil {
							continue
						}
						for i, x := range s.chooses {
							if n := x.request.Get("decision").Get("seat_step").Int(); n != int64(i) {
								h.x = x
								h.wrong("/decision/seat_step", fmt.Sprint(i), fmt.Sprint(n), "a choose that does not follow the one before")
							}
						}
					}
				}
			},
		},
		{
			id: "choose/canonical", section: "11.2", script: laidOut(),
			doc:  "The decision is forwarded as canonical JSON, however the engine has written it.",
			hint: "serialize what was validated by RFC 8785: keys sorted, no white space, no needless escape",
			judge: func(h *H) {
				h.toAgents("choose", func(x *exchange) {
					got := x.request.Get("decision")
					if want := got.AppendCanonical(nil); string(want) != string(got.Raw()) {
						d := goldens.Compare(want, got.Raw(), true)
						h.Fail(conformance.Failure{
							Cause: conformance.WrongValue, Message: h.name(x) + " has a decision that is not canonical: " + string(d.Kind),
							Expected: suite.Show(d.Want), Got: suite.Show(d.Got), Where: fmt.Sprintf("byte %d", got.Offset()+d.Offset),
						})
					}
				})
			},
		},
	}
}

// objectID finds the ids of objects in a line.
var objectID = regexp.MustCompile(`"object_id":("(?:[^"\\]|\\.)*")`)

func leakChecks() []check {
	return []check{{
		id: "leak/other-seat", section: "3", script: healthy(),
		doc:  "An agent is shown its own seat's decisions alone: no object id that only the other seat was shown is in anything that it is sent.",
		hint: "keep what is said to the two agents apart",
		judge: func(h *H) {
			h.toAgents("choose", func(*exchange) {})
			for _, g := range h.games {
				var ids [2]map[string]bool // that the engine showed each seat
				for i := range ids {
					ids[i] = map[string]bool{}
				}
				if g.reset == nil {
					continue
				}
				for _, m := range g.moves() {
					if s := m.acting(); s == protocol.P0 || s == protocol.P1 {
						for _, found := range objectID.FindAllSubmatch(m.value.Get("seat_decision").Raw(), -1) {
							ids[s.Index()][string(found[1])] = true
						}
					}
				}
				for _, s := range g.seats {
					if s == nil {
						continue
					}
					for _, x := range s.talk.exchanges {
						for _, found := range objectID.FindAllSubmatch(x.line, -1) {
							if id := string(found[1]); ids[s.seat.Other().Index()][id] && !ids[s.seat.Index()][id] {
								h.x = x
								h.Fail(conformance.Failure{Cause: conformance.Leak, Message: h.name(x) + " has an object id that only the other seat was shown", Got: id})
							}
						}
					}
				}
			}
		},
	}}
}

// wantPlayed fails unless a game was begun, as the host does when all is well, and every game went on to the
// engine's own end. what says what the host should have put up with.
func (h *H) wantPlayed(what string) {
	if len(h.begun()) == 0 {
		well := h.also(healthy())
		if len(well.begun()) == 0 {
			h.Skipf("%s", h.never("begins no game"))
		}
		h.undecided("no game was begun")
		h.Fail(conformance.Failure{Cause: conformance.NoAnswer, Message: fmt.Sprintf("no game was begun (%s) although %s", h.end, what), Expected: "a game, as in a run in which nothing is out of the ordinary"})
	}
	for i, g := range h.begun() {
		if i > 0 && (h.end == cut || h.end == enough) && !g.told() {
			continue // a game was seen to go on, and this one was not let
		}
		last := append([]*exchange{g.reset}, g.steps...)
		if x := last[len(last)-1]; !x.answer().Get("response_type").StrIs("terminal") {
			if !g.told() {
				h.undecided("the game was not over")
			}
			h.hurried(g, x)
			f := conformance.Failure{Cause: conformance.WrongType, Message: fmt.Sprintf("the game did not go on (%s) although %s", h.end, what), Expected: "the game goes on"}
			for _, s := range g.seats {
				if s != nil && s.over != nil {
					f.Got, f.Request = suite.Show(s.over.line), "game_over"
				}
			}
			h.Fail(f)
		}
		for _, s := range g.seats {
			if s != nil && s.over != nil {
				if e := s.over.request.Get("terminal").Get("classification").Str(); e == "forfeit" {
					h.x = s.over
					h.wrong("/terminal/classification", "the engine's ending", e, "a game lost although %s", what)
				}
			}
		}
	}
}

// patient is the clock from which on a host that calls an answer late has not read it: the longest line takes a
// busy machine less.
const patient = 5 * time.Second

// hurried skips the check if the host has ended g because the answer to x came too late for a short clock.
func (h *H) hurried(g *game, x *exchange) {
	for _, s := range g.seats {
		if s == nil || s.over == nil {
			continue
		}
		m, fault := decode(s.start)
		if fault != nil {
			continue
		}
		clock := m.Body.(*protocol.GameStart).TimeControl
		budget := time.Duration(min(clock.EngineStepMS, clock.MaxDecisionMS)) * time.Millisecond
		if took := h.events[s.over.at].at - h.events[x.at].at; budget < patient && took >= budget {
			h.Skipf("undecided: the host ended the game after %v, and its clock is %v; give it one of %v", took.Round(time.Millisecond), budget, patient)
		}
	}
}

// tolerance is a check that a game goes on although the answers of one of ours are spelled or written in
// another way than the reference's.
func tolerance(id, section, doc, what string, often int, at func(*asked) bool, do func(*asked)) check {
	return check{
		id: id, section: section, doc: doc,
		hint:   "read bytes up to a newline, with room for 8 MiB, and drop a carriage return before it",
		script: script{name: id, games: 1, twists: []twist{{often: often, at: at, do: do}}},
		judge:  func(h *H) { h.point(); h.wantPlayed(what) },
	}
}

func answerChecks() []check {
	engines := func(q *asked) bool { return q.isEngine() }
	agents := func(q *asked) bool { return !q.isEngine() }
	crlf := func(q *asked) { q.write(q.answer, "\r\n") }
	padded := func(q *asked) {
		q.write(append(slices.Clip(q.answer), strings.Repeat(" ", wire.MaxLine-suite.Margin-len(q.answer))...), "\n")
	}
	pieces := func(q *asked) {
		third := len(q.answer) / 3
		q.inPieces(q.answer[:third], q.answer[third:2*third], q.answer[2*third:])
	}
	flood := func(q *asked) {
		q.complain([]byte(strings.Repeat(complaint+"\n", 40_000)))
		q.say(q.answer)
	}
	laid := laidOut()
	return []check{
		tolerance("answers/crlf-engine", "2", `A line of the engine that ends with \r\n is read like any other.`, "the engine ends its lines with a carriage return and a newline", -1, engines, crlf),
		tolerance("answers/crlf-agent", "2", `A line of an agent that ends with \r\n is read like any other.`, "the agents end their lines with a carriage return and a newline", -1, agents, crlf),
		tolerance("answers/long-line-engine", "2", "Every reader accepts lines up to 8 MiB: here a decision followed by spaces to 16 bytes less.", "a line of the engine has almost 8 MiB", 1, onEngine("step", faultAt), padded),
		tolerance("answers/long-line-agent", "2", "Every reader accepts lines up to 8 MiB: here a choice followed by spaces to 16 bytes less.", "a line of an agent has almost 8 MiB", 1, onAgent("choose", 2), padded),
		tolerance("answers/in-pieces-engine", "2", "A line is a line however its bytes arrive: here those of the engine in three pieces.", "the engine writes a line in pieces", 12, engines, pieces),
		tolerance("answers/in-pieces-agent", "2", "A line is a line however its bytes arrive: here those of the agents in three pieces.", "an agent writes a line in pieces", 12, agents, pieces),
		{
			id: "answers/any-layout", section: "4.3", script: laid,
			doc:   "Engines and agents may write their answers in any valid JSON layout: members in another order, white space, escapes.",
			hint:  "parse the answers as JSON, and compare values",
			judge: func(h *H) { h.point(); h.wantPlayed("the answers are the same JSON in another layout") },
		},
		{
			id: "answers/stderr-flood", section: "2", level: conformance.Should,
			doc:    "stderr is never part of the protocol: a program that writes megabytes there is played with like any other.",
			hint:   "read stderr all the time, or let it go where yours goes",
			script: script{name: "stderr flood", games: 1, twists: []twist{{at: onEngine("step", 2), do: flood}, {at: onAgent("choose", 1), do: flood}}},
			judge:  func(h *H) { h.point(); h.wantPlayed("programs write more than a megabyte to stderr") },
		},
	}
}

// Preflight, Section 11.1.

func preflightChecks() []check {
	requires := func(id, doc string, unmet *protocol.AgentHelloOK, profile string) check {
		id = "preflight/" + id
		x := script{name: id, games: 1, twists: []twist{{
			often: -1, at: func(q *asked) bool { return q.role == secondAgent && q.kind == "hello" },
			do: func(q *asked) {
				ok := *unmet
				ok.BotName, ok.BotVersion = "demanding", "1"
				q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &ok))
			},
		}}}
		x.engine.Profile = profile
		return check{
			id: id, section: "11.1", doc: doc, script: x,
			hint: "check requires against the engine's hello_ok and the rules before the first game",
			judge: func(h *H) {
				_, at := h.point()
				h.playsOtherwise()
				h.judge(func(x *exchange) bool { return x.at > at && (x.kind == "reset" || x.kind == "choose") }, func(x *exchange) {
					h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: "a game is begun with an agent whose requirements are not met: " + h.name(x), Expected: "a configuration error before any game", Got: suite.Show(x.line)})
				})
				h.judge(func(x *exchange) bool { return x.at > at && x.kind == "game_over" }, func(x *exchange) {
					if c := x.request.Get("terminal").Get("classification"); c.StrIs("forfeit") {
						h.wrong("/terminal/classification", "a configuration error, and no game", string(c.Raw()), "an unmet requirement is no forfeit")
					}
				})
			},
		}
	}
	met := requires("requires-met", "An agent whose requirements are met is played with.", &protocol.AgentHelloOK{RequiresObservation: []string{"keywords", "known_cards"}}, "")
	met.judge = func(h *H) { h.point(); h.wantPlayed("an agent requires what the engine declares") }
	met.hint = "compare the flags' names with hello_ok.observation"
	return []check{
		requires("requires-observation", "An agent that requires an observation flag which the engine declares false is refused before any game.",
			&protocol.AgentHelloOK{RequiresObservation: []string{"poison"}}, "no-poison"),
		requires("requires-extension", "An agent that requires an extension which the game does not have is refused before any game.",
			&protocol.AgentHelloOK{RequiresExtensions: []string{"x_sbconform_nobody_has_it"}}, ""),
		met,
	}
}
