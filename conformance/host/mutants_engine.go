package host

// Mutants of Sections 2 to 4, 9 and 11.1 to 11.3: lines, envelopes, and what a host asks of the engine and takes
// from it.

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/engine"
	reference "github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// lineMutants write or read lines wrongly (Section 2).
func lineMutants() []mutant {
	replaced := func(who parties, request, old, new string) func() *referee {
		return sends(who, request, func(_ *call, line string) string { return strings.Replace(line, old, new, 1) })
	}
	return []mutant{
		{name: "writes-fractions", section: "2", fault: "protocol_minor is written with a fraction", kills: []string{"framing/strict-json"}, make: replaced(toAgents, "hello", `"protocol_minor":0`, `"protocol_minor":0.0`)},
		{name: "writes-keys-twice", section: "2", fault: "a key is there twice", kills: []string{"framing/strict-json"}, make: replaced(toAgents, "game_over", `{`, `{"protocol":"spellbench/v2",`)},
		{name: "writes-a-list", section: "2", fault: "a request is sent in a list", kills: []string{"framing/strict-json"}, make: sends(toSecond, "game_over", func(_ *call, line string) string { return "[" + line + "]" })},
		{name: "writes-a-mark", section: "2", fault: "the first line begins with a byte order mark", kills: []string{"framing/strict-json"}, make: sends(toAgents, "hello", func(_ *call, line string) string { return "\ufeff" + line })},
		{name: "forgets-newlines", section: "2", fault: "game_over has no newline", kills: []string{"framing/whole-lines"}, make: connected(func(who role, c Conn) Conn {
			return written{c, func(b []byte) []byte {
				if strings.Contains(string(b), `"game_over"`) {
					return b[:len(b)-1]
				}
				return b
			}}
		})},
		{name: "asks-ahead", section: "2", fault: "a request is sent while another is not answered", kills: []string{"framing/one-outstanding"}, make: stateless(func(c *call) (string, error) {
			if !c.concerns(toEngine, "hello") {
				return c.next(c.line)
			}
			answer, err := c.next(c.line + "\n" + rewritten(c.line, setting("request_id", `"h-ahead"`)))
			<-c.referee.peers[engineRole].answers
			return answer, err
		})},
		{name: "forwards-stderr", section: "2", fault: "what the engine writes to stderr is shown to an agent", kills: []string{"leak/stderr"}, make: stateless(func(c *call) (string, error) {
			if !c.concerns(toAgents, "game_start") {
				return c.next(c.line)
			}
			text := c.referee.stderr(engineRole)
			return c.next(rewritten(c.line, setting("own_deck/name", suite.Quote("Deck "+text))))
		})},
		{name: "keeps-all-of-stderr", section: "2", fault: "a program that writes much to stderr is given up", kills: []string{"answers/stderr-flood"}, make: func() *referee {
			size := 0
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				answer, err := c.next(c.line)
				if c.request == "step" || c.request == "choose" {
					if size += len(c.referee.stderr(c.to)); size > 1<<20 {
						return "", errLost
					}
				}
				return answer, err
			}}}
		}},
		{name: "leaves-inputs-open", section: "2", fault: "the input of a program is not closed", kills: []string{"process/input-closed"}, make: connected(func(_ role, c Conn) Conn { return unclosed{c} })},
		{name: "takes-reads-for-lines", section: "2", fault: "what one read returns is taken for a line", kills: []string{"answers/in-pieces-*"}, make: connected(func(_ role, c Conn) Conn { return filtered{c, chunks{c}} })},
		{name: "reads-by-pattern", section: "4.3", fault: "answers are read in one layout alone", kills: []string{"answers/any-layout"}, make: chokes(func(role) bool { return true }, "", func(_ *call, answer string) bool {
			return !strings.Contains(answer, `"protocol":"spellbench/v2"`)
		})},
	}
}

// stderr takes what a program has written there.
func (r *referee) stderr(who role) string {
	return string(r.peers[who].conn.(interface{ Stderr() []byte }).Stderr())
}

// A written Conn writes something else than what the host does.
type written struct {
	Conn
	edit func([]byte) []byte
}

func (w written) Write(b []byte) (int, error) {
	if _, err := w.Conn.Write(w.edit(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// An unclosed Conn stays open.
type unclosed struct{ Conn }

func (unclosed) Close() error { return nil }

// chunks is a reader of which each read ends with a newline.
type chunks struct{ io.Reader }

func (c chunks) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b[:len(b)-1])
	if n > 0 && b[n-1] != '\n' {
		b[n] = '\n'
		n++
	}
	return n, err
}

// envelopeMutants send what is no legal request (Section 4).
func envelopeMutants() []mutant {
	out := []mutant{
		{name: "one-id-for-all", section: "4.1", fault: "all requests have one id", kills: []string{"envelope/fresh-ids"}, make: stateless(func(c *call) (string, error) {
			if c.to == engineRole {
				return c.next(c.line)
			}
			return c.renamed("r")
		})},
		{name: "empty-ids", section: "4.1", fault: "agents get requests with an empty id", kills: []string{"envelope/fresh-ids"}, make: stateless(func(c *call) (string, error) {
			if !c.concerns(toAgents, "game_over") {
				return c.next(c.line)
			}
			return c.renamed("")
		})},
		{name: "pings", section: "4.2", fault: "a request that the protocol does not have is sent first", kills: []string{"envelope/known-types"}, make: beforehand("hello", `{"request_type":"ping","protocol":"spellbench/v2","request_id":"ping"}`)},
		{name: "probes", section: "4.5", fault: "the reserved probe is asked for", kills: []string{"envelope/nothing-reserved"}, make: beforehand("reset", `{"request_type":"probe_resample","protocol":"spellbench/v2","request_id":"probe","game_id":"g","samples":1}`)},
	}
	for _, r := range []struct {
		who           parties
		request, kill string
		member        string // that is left out
	}{
		{toEngine, "hello", "legal-hello", "protocol_minor"},
		{toEngine, "reset", "legal-reset", "max_steps"},
		{toEngine, "step", "legal-step", "expected_step"},
		{toAgents, "hello", "legal-hello-to-agents", "protocol_minor"},
		{toAgents, "game_start", "legal-game-start", "resources"},
		{toAgents, "choose", "legal-choose", "clock"},
		{toAgents, "game_over", "legal-game-over", "terminal"},
	} {
		section := map[string]string{"reset": "9.2", "step": "9.4", "game_start": "10.2", "choose": "10.3", "game_over": "10.4", "hello": "10.1"}[r.request]
		if r.kill == "legal-hello" {
			section = "9.1"
		}
		to := strings.ReplaceAll(strings.TrimPrefix(r.kill, "legal-"), "_", "-")
		out = append(out,
			mutant{name: "adds-to-" + to, section: section, fault: r.request + " has a member that is not the protocol's", kills: []string{"envelope/" + r.kill}, make: edits(r.who, r.request, setting("x_arena", `"one"`))},
			mutant{name: "leaves-out-of-" + to, section: section, fault: r.request + " has no " + r.member, kills: []string{"envelope/" + r.kill}, make: edits(r.who, r.request, dropping(r.member))},
		)
	}
	return out
}

// beforehand sends the engine a line before its first request of a type.
func beforehand(request, line string) func() *referee {
	return func() *referee {
		asked := false
		return &referee{flaws: flaws{around: func(c *call) (string, error) {
			if c.concerns(toEngine, request) && !asked {
				asked = true
				if _, err := c.next(line); err != nil {
					return "", err
				}
			}
			return c.next(c.line)
		}}}
	}
}

// greetingMutants play with an engine that does not greet as it should, or is not greeted (Sections 9.1 and 4.2).
func greetingMutants() []mutant {
	hello := engine.Reference()
	greeting := func(c *call) string { return string(protocol.AppendResponse(nil, c.id(), &hello)) }
	return []mutant{
		{name: "never-greets-the-engine", section: "11.1", fault: "the engine is not greeted", kills: []string{"hello/engine-first"}, make: sendsNot("hello", greeting)},
		{name: "reads-no-hello-ok", section: "9.1", fault: "whatever the engine answers to hello, the host takes what it knows of it", kills: []string{"hello/*-field", "hello/*-flag", "hello/no-*", "hello/*-kind", "hello/minor-above", "hello/other-*", "hello/error", "hello/malformed-*"},
			make: hears(toEngine, "hello", func(c *call, _ string) string { return greeting(c) })},
		{name: "forgives-unknown-fields", section: "4.2", fault: "unknown fields of the engine's answers are ignored", kills: []string{"hello/unknown-field", "fault/unknown-field", "fault/extension-outside"},
			make: hears(toEngine, "", func(_ *call, answer string) string {
				return rewritten(answer, func(n *protocolgen.Node) {
					for _, key := range []string{"build", "x_debug", "duration_ms"} {
						n.Drop(key)
					}
				})
			})},
		{name: "takes-any-minor", section: "4.2", fault: "the engine's minor version is not looked at", kills: []string{"hello/minor-above"}, make: hears(toEngine, "hello", func(_ *call, answer string) string { return rewritten(answer, setting("protocol_minor", `0`)) })},
		{name: "takes-any-id", section: "4.1", fault: "the request_id of the engine's answers is not looked at", kills: []string{"hello/other-id", "fault/other-id"}, make: hears(toEngine, "", func(c *call, answer string) string {
			return rewritten(answer, setting("request_id", suite.Quote(c.id())))
		})},
		{name: "takes-any-protocol", section: "4.1", fault: "the protocol of the engine's answers is not looked at", kills: []string{"hello/other-protocol", "fault/other-protocol"}, make: hears(toEngine, "", func(_ *call, answer string) string {
			return rewritten(answer, setting("protocol", suite.Quote(protocol.Version)))
		})},
		{name: "lenient-json", section: "2", fault: "the engine's JSON is read leniently", kills: []string{"hello/malformed-key-twice", "hello/malformed-fraction", "fault/malformed-exponent", "fault/malformed-integer", "fault/malformed-depth", "fault/malformed-surrogate", "fault/malformed-utf8", "fault/malformed-bom", "fault/malformed-two", "fault/malformed-array"},
			make: hears(toEngine, "", func(_ *call, answer string) string {
				if parsed(answer).Kind() == wire.Object {
					return answer
				}
				for _, try := range []string{
					strings.TrimPrefix(answer, "\ufeff"), strings.Trim(answer, "[]"), answer[:len(answer)/2],
					answer[:max(strings.LastIndex(answer, `,"x":`), 0)] + "}", answer[:max(strings.LastIndex(answer, `,"protocol":`), 0)] + "}",
				} {
					if parsed(try).Kind() == wire.Object {
						return try
					}
				}
				return answer
			})},
	}
}

// sendsNot keeps the requests of a type from the engine, and makes their answers up.
func sendsNot(request string, answer func(*call) string) func() *referee {
	return stateless(func(c *call) (string, error) {
		if c.concerns(toEngine, request) {
			return answer(c), nil
		}
		return c.next(c.line)
	})
}

// resetMutants begin games as the engine can't have them (Section 9.2).
func resetMutants() []mutant {
	reset := func(edit func(*protocolgen.Node)) func() *referee { return edits(toEngine, "reset", edit) }
	of := func(games int, make func() *referee) func() *referee {
		return func() *referee { r := make(); r.games = games; return r }
	}
	list := protocolgen.List(protocolgen.FromPairs("name", protocolgen.Str("Mountain"), "count", protocolgen.Int(20)), protocolgen.FromPairs("name", protocolgen.Str("Mountain"), "count", protocolgen.Int(20)))
	return []mutant{
		{name: "undeclared-format", section: "9.2", fault: "the format is none of the engine's", kills: []string{"reset/declared"}, make: reset(setting("format", `"vintage-bo3"`))},
		{name: "undeclared-extension", section: "9.2", fault: "an extension is enabled that the engine does not have", kills: []string{"reset/declared"}, make: reset(setting("rules/extensions", `["x_of_another_engine"]`))},
		{name: "always-london", section: "11.1", fault: "London mulligans are played whatever the engine supports", kills: []string{"reset/declared-little"}, make: reset(setting("rules/mulligan", `"london"`))},
		{name: "always-host-assigned", section: "11.1", fault: "the host says who begins whatever the engine supports", kills: []string{"reset/declared-toss"}, make: reset(func(n *protocolgen.Node) {
			setting("rules/starting_player", `"host_assigned"`)(n)
			setting("rules/starting_seat", `"p0"`)(n)
		})},
		{name: "deck-id-of-nothing", section: "4.3", fault: "deck_id is the digest of no list", kills: []string{"reset/deck-ids"}, make: reset(at("seats", func(n *protocolgen.Node) {
			n.Kids[1].Get("deck").Set("deck_id", protocolgen.Str(protocol.DeckID(nil)))
		}))},
		{name: "names-twice", section: "12.1", fault: "a decklist has a name twice", kills: []string{"reset/decklists"}, make: reset(at("seats", func(n *protocolgen.Node) {
			deck := n.Kids[0].Get("deck")
			deck.Drop("catalog_id")
			deck.Set("decklist", list)
		}))},
		{name: "domain-id-of-nothing", section: "4.3", fault: "domain_id is the digest of no names", kills: []string{"reset/domain-id"}, make: reset(setting("rules/card_name_domain/domain_id", suite.Quote(protocol.DomainID(nil))))},
		{name: "domain-id-unsorted", section: "4.3", fault: "domain_id is the digest of the names as they are, not sorted", kills: []string{"reset/domain-id"}, make: reset(at("rules/card_name_domain", func(n *protocolgen.Node) {
			slices.Reverse(n.Get("names").Kids)
			n.Set("domain_id", protocolgen.Str(digest(n.Get("names"))))
		}))},
		{name: "domain-of-one-name", section: "12.2", fault: "the domain of card names is one name", kills: []string{"reset/domain-names"}, make: withTerms(func(m *reference.Match) {
			names := m.Rules.CardNameDomain.Names[:1]
			m.Rules.CardNameDomain = protocol.CardNameDomain{DomainID: protocol.DomainID(names), Names: names}
		})},
		{name: "one-game-id", section: "9.2", fault: "all games have one id", kills: []string{"reset/fresh-game-id"}, make: of(2, withTerms(func(m *reference.Match) { m.Index = 0 }))},
		{name: "resets-again", section: "9.2", fault: "a second game is begun while the first goes on", kills: []string{"reset/one-game"}, make: stateless(func(c *call) (string, error) {
			answer, err := c.next(c.line)
			if err == nil && c.concerns(toEngine, "reset") {
				_, err = c.next(rewritten(c.line, func(n *protocolgen.Node) {
					setting("request_id", `"again"`)(n)
					setting("game_id", `"g-0123456789abcdef"`)(n)
				}))
			}
			return answer, err
		})},
	}
}

// digest is the digest of a value's canonical form.
func digest(n *protocolgen.Node) string {
	v, err := wire.Parse(n.JSON())
	if err != nil {
		panic(err) // a Node writes JSON
	}
	return fmt.Sprintf("sha256:%x", wire.DigestValue(v))
}

// stepMutants pass selections on wrongly (Section 9.4).
func stepMutants() []mutant {
	step := func(edit func(*protocolgen.Node)) func() *referee { return edits(toEngine, "step", edit) }
	return []mutant{
		{name: "steps-from-one", section: "9.4", fault: "expected_step is counted from one", kills: []string{"step/binding"}, make: step(plus("expected_step", 1))},
		{name: "echo-of-nothing", section: "9.4", fault: "semantic_echo is always pass", kills: []string{"step/selection"}, make: step(setting("selection/semantic_echo", `{"kind":"pass"}`))},
		{name: "other-candidate", section: "9.4", fault: "the next candidate is passed on", kills: []string{"step/selection"}, make: step(plus("selection/candidate_id", 1))},
		{name: "steps-after-the-end", section: "9.5", fault: "a step is sent after the terminal", kills: []string{"step/none-after-terminal"}, make: stateless(func(c *call) (string, error) {
			answer, err := c.next(c.line)
			if err == nil && c.concerns(toEngine, "step") && parsed(answer).Get("response_type").StrIs("terminal") {
				_, err = c.next(rewritten(c.line, setting("request_id", `"again"`)))
			}
			return answer, err
		})},
	}
}

// faultMutants bear what should halt a game, or halt it wrongly (Sections 11.3 and 11.5).
func faultMutants() []mutant {
	out := []mutant{
		{name: "halts-are-draws", section: "11.5", fault: "a game that the host halts is told as a draw", kills: []string{"fault/error", "fault/unknown-error", "fault/missing-field", "fault/other-*", "fault/step-*", "fault/terminal-*", "fault/line-too-long", "fault/exit*", "fault/closed-output", "fault/malformed-*", "fault/reset-*", "validation/v*"},
			make: retells(classified("halted"), func(n *protocolgen.Node) {
				setting("terminal/outcome", `"draw"`)(n)
				setting("terminal/classification", `"natural"`)(n)
			})},
		{name: "engine-faults-forfeit", section: "11.5", fault: "p1 forfeits for what the engine does", kills: []string{"fault/error", "fault/malformed-text", "fault/exit"}, make: retells(classified("halted"), func(n *protocolgen.Node) {
			setting("terminal/outcome", `"p0_win"`)(n)
			setting("terminal/classification", `"forfeit"`)(n)
			setting("terminal/winner", `"p0"`)(n)
			renamed("forfeit:transport_error")(n)
		})},
		{name: "halts-untold", section: "11.5", fault: "agents are not told that a game is halted", kills: []string{"fault/error", "fault/malformed-text", "fault/exit"}, make: sends(toAgents, "game_over", func(c *call, line string) string {
			if classified("halted")(c.value.Get("terminal")) {
				return ""
			}
			return line
		})},
		{name: "waits-for-the-engine", section: "11.4", fault: "the engine may take as long as it likes", slow: true, kills: []string{"fault/timeout"}, make: waiting(toEngine, "step")},
		{name: "takes-any-game", section: "9.3", fault: "the game that the engine's answers name is not looked at", kills: []string{"fault/other-game", "fault/reset-other-game"}, make: hears(toEngine, "", func(c *call, answer string) string {
			if id := c.value.Get("game_id"); id.Exists() {
				return rewritten(answer, setting("game_id", string(id.Raw())))
			}
			return answer
		})},
		{name: "takes-any-step", section: "9.3", fault: "the step that the engine's answers name is not looked at", kills: []string{"fault/step-skipped", "fault/step-repeated", "fault/reset-step-one"}, make: hears(toEngine, "", func(c *call, answer string) string {
			next := int64(0)
			if c.request == "step" {
				next = c.value.Get("expected_step").Int() + 1
			}
			return rewritten(answer, at("step", func(n *protocolgen.Node) { n.Int = next }))
		})},
		{name: "retells-any-terminal", section: "9.5", fault: "an engine's terminal is told as it is, whatever it says", kills: []string{"fault/terminal-winner", "fault/terminal-no-winner", "fault/terminal-outcome", "fault/terminal-no-reason"}, make: func() *referee {
			said := ""
			return &referee{flaws: flaws{around: func(c *call) (string, error) {
				if c.concerns(toAgents, "game_over") && said != "" {
					return c.next(rewritten(c.line, func(n *protocolgen.Node) {
						for _, member := range []string{"outcome", "classification", "winner", "reason"} {
							setting("terminal/"+member, string(parsed(said).Get(member).Raw()))(n)
						}
					}))
				}
				answer, err := c.next(c.line)
				if c.concerns(toEngine, "step") && parsed(answer).Get("response_type").StrIs("terminal") {
					said = answer
				}
				return answer, err
			}}}
		}},
		{name: "keeps-the-engine", section: "11.3", fault: "an engine that has broken a rule plays the next game", kills: []string{"validation/engine-restarted"}, make: func() *referee {
			return &referee{games: 2, flaws: flaws{keeps: true}}
		}},
	}
	for i := 1; i <= 10; i++ {
		rule := fmt.Sprintf("V%d", i)
		kills := []string{"validation/" + strings.ToLower(rule) + "-*"}
		if rule == "V5" { // a hand of another length breaks further rules
			kills = []string{"validation/v5-hand-open", "validation/v5-hand-empty-list", "validation/v5-known-*", "validation/v5-search-*"}
		}
		out = append(out, mutant{name: "overlooks-" + strings.ToLower(rule), section: "11.3", fault: "decisions are not held to rule " + rule, kills: kills, make: overlooks(rule)})
	}
	return append(out, mutant{name: "violations-without-rule", section: "11.3", fault: "the reason of a halt does not name the rule that was broken", kills: []string{"validation/v*"}, make: retells(func(t wire.Value) bool {
		return strings.HasPrefix(t.Get("reason").Str(), "host_validator:")
	}, renamed("host_validator"))})
}

// errLost is what a host hears that has lost a program.
var errLost = errors.New("lost")

// gameMutants take what is legal for a fault (Section 11.3).
func gameMutants() []mutant {
	distrusts := func(fault func(c *call, decision wire.Value) bool) func() *referee {
		return stateless(func(c *call) (string, error) {
			answer, err := c.next(c.line)
			if err == nil && c.request == "step" && fault(c, parsed(answer).Get("seat_decision")) {
				return "", errLost
			}
			return answer, err
		})
	}
	return []mutant{
		{name: "gives-up-early", section: "11.3", fault: "every game is halted at its fourth step", kills: []string{"games/*"}, make: distrusts(func(c *call, _ wire.Value) bool {
			return c.value.Get("expected_step").Int() == 3
		})},
		{name: "knows-no-rewinds", section: "11.3", fault: "a declared rewind is taken for a violation", kills: []string{"games/rewinds"}, make: distrusts(func(_ *call, d wire.Value) bool {
			return d.Get("context").Get("rewind").Bool()
		})},
		{name: "knows-no-targets", section: "11.3", fault: "a choice of targets is taken for a violation", kills: []string{"games/targets"}, make: distrusts(func(_ *call, d wire.Value) bool {
			return d.Get("candidates").Elem(0).Get("semantic").Get("kind").StrIs("choose_target")
		})},
	}
}
