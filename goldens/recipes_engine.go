package goldens

// Talks with the engine alone: every error code of Section 9.8, and what no game of a host shows.

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A talk asks a reference engine and takes down what is said.
type talk struct {
	engine *engine.Engine
	hello  protocol.EngineHelloOK
	rows   []Row
	asked  int
	last   *protocol.Decision // nil after a terminal
}

// line sends a line as it is.
func (k *talk) line(line string) {
	k.rows = append(k.rows, NewRow(HostToEngine, []byte(line)))
	answer := bytes.Clone(k.engine.Answer([]byte(line)))
	k.rows = append(k.rows, NewRow(EngineToHost, answer))
	if m, fault := protocol.DecodeEngineResponse(answer); fault == nil {
		switch body := m.Body.(type) {
		case *protocol.Decision:
			k.last = body
		case *protocol.Terminal:
			k.last = nil
		}
	}
}

// ask sends a request under the next id.
func (k *talk) ask(body any) {
	k.asked++
	k.line(string(protocol.AppendRequest(nil, requestID(k.asked), body)))
}

// again sends the last line once more.
func (k *talk) again() { k.line(string(k.rows[len(k.rows)-2].Message)) }

func requestID(n int) string { return "h-" + strconv.Itoa(n) }

// reset returns a legal reset of the engine's first deck.
func (k *talk) reset(game string) *protocol.Reset {
	c := k.hello.Catalog[0]
	deck := protocol.Deck{DeckID: protocol.DeckID(c.Decklist), CatalogID: c.CatalogID}
	p0 := protocol.P0
	return &protocol.Reset{
		GameID: game, Format: k.hello.Formats[0], Decks: [2]protocol.Deck{deck, deck},
		Rules: protocol.Rules{OpponentDecklist: "visible", Mulligan: "none", StartingPlayer: "host_assigned", StartingSeat: &p0,
			CardNameDomain: protocol.CardNameDomain{DomainID: protocol.DomainID(nil)}},
		GameSecret: vectorGameSecret, MaxDecisions: 1000, MaxSteps: 10_000,
	}
}

// vectorGameSecret is game_secret(0) of vectorSecret.
const vectorGameSecret = "7648831b4ae4148770e13149d5ebbe1c4991168413d4b38e49292cfc5538980e"

// step returns the step that picks a candidate of the last decision.
func (k *talk) step(candidate int) *protocol.Step {
	d := k.last
	return &protocol.Step{GameID: d.GameID, ExpectedStep: d.Step, CandidateID: uint32(candidate),
		EchoJSON: d.SeatDecision.Candidates[candidate].Semantic.AppendJSON(nil)}
}

// pass answers n decisions with candidate 0, or until the game is over.
func (k *talk) pass(n int) {
	for ; n > 0 && k.last != nil; n-- {
		k.ask(k.step(0))
	}
}

// greet says hello and starts a game.
func (k *talk) greet() {
	k.ask(&protocol.Hello{})
	k.ask(k.reset("g-1"))
}

func (k *talk) with(change func(*protocol.Reset)) {
	r := k.reset("g-1")
	change(r)
	k.ask(r)
}

func changed(s *protocol.Step, change func(*protocol.Step)) *protocol.Step {
	change(s)
	return s
}

// engineTalks are named for the code that they end in, where they do.
var engineTalks = []struct {
	name    string
	say     func(*talk)
	profile string // what the engine declares
}{
	{"code-malformed_json", func(k *talk) {
		k.line("{")
		k.line("")
		k.line("\xff")
		k.line(`{"a":1,"\u0061":2}`)
		k.line(`{"a":1.0}`)
		k.line(`{"a":9007199254740992}`)
		k.line(`{"a":"\ud800"}`)
		k.line(strings.Repeat("[", 65) + strings.Repeat("]", 65))
		k.ask(&protocol.Hello{})
	}, ""},
	{"code-malformed_request", func(k *talk) {
		k.line(`[1]`)
		k.line(`"hello"`)
		k.line(`{"protocol":"spellbench/v2","protocol_minor":0,"request_type":"hello"}`)
		k.line(`{"protocol":"spellbench/v2","protocol_minor":0,"request_id":"h-1","request_type":["hello"]}`)
		k.line(`{"protocol":"spellbench/v2","protocol_minor":0,"request_id":"h-1","request_type":"hello","x_debug":true}`)
		k.line(`{"protocol":"spellbench/v2","request_id":"h-1","request_type":"hello"}`)
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.MaxSteps = 1 })
		k.pass(1)
		k.ask(k.reset("g-1")) // used
		k.ask(k.reset("g-2"))
	}, ""},
	{"code-protocol_mismatch", func(k *talk) {
		k.line(`{"protocol":"spellbench/v1","request_id":"h-1","request_type":"hello"}`)
	}, ""},
	{"code-request_id_reuse_mismatch", func(k *talk) {
		k.greet()
		k.ask(k.step(0))
		k.again()
		k.line(strings.Replace(string(k.rows[len(k.rows)-2].Message), `"candidate_id":0`, `"candidate_id":1`, 1))
		k.pass(1)
	}, ""},
	{"code-step_before_reset", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.ask(&protocol.Step{GameID: "g-1", EchoJSON: []byte(`{"kind":"pass"}`)})
	}, ""},
	{"code-game_already_active", func(k *talk) {
		k.greet()
		k.ask(k.reset("g-2"))
		k.pass(1)
	}, ""},
	{"code-game_id_mismatch", func(k *talk) {
		k.greet()
		k.ask(changed(k.step(0), func(s *protocol.Step) { s.GameID, s.ExpectedStep = "g-2", 7 }))
	}, ""},
	{"code-expected_step_mismatch", func(k *talk) {
		k.greet()
		k.ask(changed(k.step(0), func(s *protocol.Step) { s.ExpectedStep, s.CandidateID = 1, 4096 }))
	}, ""},
	{"code-candidate_id_out_of_range", func(k *talk) {
		k.greet()
		for _, id := range []uint32{4096, 1<<32 - 1} {
			k.ask(changed(k.step(0), func(s *protocol.Step) { s.CandidateID = id }))
		}
	}, ""},
	{"code-semantic_echo_mismatch", func(k *talk) {
		k.greet()
		for _, echo := range []string{`{}`, `{"kind":"nonsense"}`, `{"kind":"pass","x":0}`} {
			k.ask(changed(k.step(0), func(s *protocol.Step) { s.EchoJSON = []byte(echo) }))
		}
		k.pass(1)
	}, ""},
	{"code-unsupported_format", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.Format = "no-such-format" })
		k.ask(&protocol.ValidateDeck{Format: "no-such-format", Deck: protocol.Deck{CatalogID: k.hello.Catalog[0].CatalogID}})
	}, ""},
	{"code-unsupported_deck", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.Decks[1].CatalogID = "No Such Deck" })
		list := []protocol.DeckRow{{Name: "No Such Card", Count: 60}}
		k.with(func(r *protocol.Reset) { r.Decks[0] = protocol.Deck{DeckID: protocol.DeckID(list), Decklist: list} })
		k.ask(&protocol.ValidateDeck{Format: k.hello.Formats[0], Deck: protocol.Deck{Decklist: list}})
	}, ""},
	{"code-deck_id_mismatch", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.Decks[1].DeckID = "sha256:" + strings.Repeat("0", 64) })
	}, ""},
	{"code-unsupported_rule", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.Rules.Extensions = []string{"x_no_such_extension"} })
	}, ""},
	{"code-unsupported_request", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.ask(&protocol.ProbeResample{GameID: "g-1", Samples: 1})
	}, ""},
	{"code-probe_refused", func(k *talk) {
		k.greet()
		k.ask(&protocol.ProbeResample{GameID: "g-1", Samples: 1})
		k.pass(1)
	}, "probe"},
	{"probe", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.Rules.Probe = true })
		k.pass(3)
		k.ask(&protocol.ProbeResample{GameID: "g-1", Samples: 2})
		k.pass(1)
	}, "probe"},
	{"code-game_already_terminal", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.MaxSteps = 2 })
		step := k.step(0)
		k.pass(2)
		k.ask(step)
	}, ""},

	{"truncated-max-steps", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.MaxSteps = 5 })
		k.pass(5)
	}, ""},
	{"truncated-max-decisions", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.MaxDecisions = 5 })
		k.pass(5)
	}, ""},
	{"truncated-at-once", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.with(func(r *protocol.Reset) { r.MaxSteps = 0 })
	}, ""},
	{"validate-deck", func(k *talk) {
		c := k.hello.Catalog[0]
		k.ask(&protocol.Hello{})
		k.ask(&protocol.ValidateDeck{Format: k.hello.Formats[0], Deck: protocol.Deck{CatalogID: c.CatalogID}})
		k.ask(&protocol.ValidateDeck{Format: k.hello.Formats[0], Deck: protocol.Deck{Decklist: c.Decklist}})
	}, ""},
	{"retransmission", func(k *talk) {
		k.ask(&protocol.Hello{})
		k.again()
		k.ask(k.reset("g-1"))
		k.again()
		k.ask(k.step(0))
		k.again()
		k.ask(changed(k.step(0), func(s *protocol.Step) { s.CandidateID = 4096 }))
		k.again()
		k.pass(1)
	}, ""},
}

func engineRecipes() (all []Recipe) {
	for _, e := range engineTalks {
		all = append(all, Recipe{"engine-" + e.name, func() (Transcript, error) {
			hello, _ := engine.Declared(e.profile)
			k := &talk{engine: engine.New(engine.Options{Profile: e.profile}), hello: hello}
			defer k.engine.Close()
			e.say(k)
			return Transcript{Entry{Profile: e.profile, Roles: []string{RoleEngine}}, k.rows}, nil
		}})
	}
	return all
}
