package engine

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func TestHello(t *testing.T) {
	h := newHost(t, Options{})
	for _, minor := range []uint32{0, 1, 1<<32 - 1} {
		ok := h.ask(&protocol.Hello{ProtocolMinor: minor}).(*protocol.EngineHelloOK)
		assert.Equal(t, ok.ProtocolMinor, uint32(0))
		assert.Assert(t, slices.Contains(ok.Formats, "pauper-bo1"))
		assert.DeepEqual(t, ok.Catalog[0], protocol.CatalogDeck{CatalogID: "Burn", Name: "Burn", Decklist: []protocol.DeckRow{
			{Name: "Lightning Bolt", Count: 4}, {Name: "Mountain", Count: 18},
		}})
	}
}

// The request of Section 9.2, as it stands there.
func TestResetExample(t *testing.T) {
	vectors, err := os.ReadFile("../../../shared/vectors/spec-vectors.json")
	if err != nil {
		t.Skip("spec-vectors.json: ", err)
	}
	v, err := wire.Parse(vectors)
	assert.NilError(t, err)
	example := string(v.Get("first_digest_chain_value").Get("reset").Raw())

	h := newHost(t, Options{})
	d, ok := h.raw(`{"request_id":"h-2",` + example[1:]).Body.(*protocol.Decision)
	assert.Assert(t, ok, "%s", h.answer)
	assert.Equal(t, d.Step, uint64(0))
	assert.Equal(t, d.SeatDecision.ActingSeat, protocol.P0)
	assert.Equal(t, d.SeatDecision.Candidates[0].Semantic.Kind, "pass")
	o := d.SeatDecision.Observation
	assert.Equal(t, o.PhaseStep, "upkeep")
	assert.Equal(t, o.Turn, uint64(1))
	assert.Equal(t, len(*o.Players[0].Hand), 7)
	assert.Equal(t, o.Players[1].LibraryCount, uint32(15))
}

func TestResetRefusals(t *testing.T) {
	one := []protocol.DeckRow{{Name: "Mountain", Count: 1}}
	for _, c := range []struct {
		name string
		edit func(*protocol.Reset)
		want string
	}{
		{"format", func(r *protocol.Reset) { r.Format = "vintage-bo1" }, "unsupported_format"},
		{"catalog deck of p1", func(r *protocol.Reset) { r.Decks[1].CatalogID = "Elves" }, "unsupported_deck"},
		{"made-up card", func(r *protocol.Reset) {
			lists(r, one, []protocol.DeckRow{{Name: "Mountain", Count: 1}, {Name: "Made-Up Card", Count: 4}})
		}, "unsupported_deck"},
		{"billions of cards", func(r *protocol.Reset) { lists(r, []protocol.DeckRow{{Name: "Mountain", Count: 1<<32 - 1}}) }, "unsupported_deck"},
		{"deck before deck_id", func(r *protocol.Reset) {
			r.Decks[0].DeckID, r.Decks[1].CatalogID = "sha256:"+strings.Repeat("0", 64), "Elves"
		}, "unsupported_deck"},
		{"deck_id of p0", func(r *protocol.Reset) { r.Decks[0].DeckID = "sha256:" + strings.Repeat("0", 64) }, "deck_id_mismatch"},
		{"deck_id of p1", func(r *protocol.Reset) { r.Decks[1].DeckID = "sha256:" + strings.Repeat("0", 64) }, "deck_id_mismatch"},
		{"extension", func(r *protocol.Reset) { r.Rules.Extensions = []string{"x_view"} }, "unsupported_rule"},
		{"probe", func(r *protocol.Reset) { r.Rules.Probe = true }, "unsupported_rule"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, Options{})
			r := reset(0, "Burn")
			c.edit(r)
			assert.Equal(t, code(h.ask(r)), c.want)
			// A refused reset leaves everything as it was, the game id too.
			assert.Equal(t, code(h.ask(&protocol.Step{GameID: r.GameID, EchoJSON: []byte("{}")})), "step_before_reset")
			h.decision(reset(0, "Burn"))
		})
	}
}

func TestUndeclaredRules(t *testing.T) {
	hello := Reference()
	hello.Mulligan, hello.StartingPlayer, hello.DeckSources = []string{"none"}, []string{"host_assigned"}, []string{"catalog"}
	h := newHost(t, Options{Hello: &hello})
	assert.Equal(t, code(h.ask(london(reset(0, "Burn")))), "unsupported_rule")
	assert.Equal(t, code(h.ask(toss(reset(0, "Burn")))), "unsupported_rule")
	assert.Equal(t, code(h.ask(lists(reset(0, "Burn"), hello.Catalog[0].Decklist))), "unsupported_deck")
	h.decision(reset(0, "Burn"))
}

func TestResetOrderOfChecks(t *testing.T) {
	h := newHost(t, Options{})
	bad := reset(1, "Burn")
	bad.Format, bad.Decks[0].CatalogID, bad.Decks[1].DeckID, bad.Rules.Probe = "x", "x", "sha256:"+strings.Repeat("1", 64), true
	h.decision(reset(0, "Burn"))
	used := *bad
	used.GameID = vectorSecret.GameID(0)
	assert.Equal(t, code(h.ask(&used)), "malformed_request")
	assert.Equal(t, code(h.ask(bad)), "game_already_active")

	h = newHost(t, Options{})
	assert.Equal(t, code(h.ask(bad)), "unsupported_format")
	bad.Format = "pauper-bo1"
	assert.Equal(t, code(h.ask(bad)), "unsupported_deck")
	bad.Decks[0].CatalogID = "Burn"
	assert.Equal(t, code(h.ask(bad)), "deck_id_mismatch")
	bad.Decks[1].DeckID = bad.Decks[0].DeckID
	assert.Equal(t, code(h.ask(bad)), "unsupported_rule")
}

func TestStepOrderOfChecks(t *testing.T) {
	h := newHost(t, Options{})
	bad := &protocol.Step{GameID: "g-other", ExpectedStep: 9, CandidateID: 1<<32 - 1, EchoJSON: []byte(`{"kind":"nonsense"}`)}
	assert.Equal(t, code(h.ask(bad)), "step_before_reset")
	d := h.decision(reset(0, "Burn"))
	assert.Equal(t, code(h.ask(bad)), "game_id_mismatch")
	bad.GameID = d.GameID
	assert.Equal(t, code(h.ask(bad)), "expected_step_mismatch")
	bad.ExpectedStep = 0
	assert.Equal(t, code(h.ask(bad)), "candidate_id_out_of_range")
	bad.CandidateID = uint32(len(d.SeatDecision.Candidates))
	assert.Equal(t, code(h.ask(bad)), "candidate_id_out_of_range")
	bad.CandidateID = 0
	assert.Equal(t, code(h.ask(bad)), "semantic_echo_mismatch")
	bad.EchoJSON = []byte(`{"kind":"pass","x":1}`)
	assert.Equal(t, code(h.ask(bad)), "semantic_echo_mismatch")
	bad.EchoJSON = []byte(` { "kind" : "p\u0061ss" } `)
	next, ok := h.ask(bad).(*protocol.Decision)
	assert.Assert(t, ok)
	assert.Equal(t, next.Step, uint64(1))

	// After the terminal the game is still known.
	h = newHost(t, Options{})
	h.ask(caps(reset(0, "Burn"), 0, 0))
	assert.Equal(t, code(h.ask(&protocol.Step{GameID: "g-other", EchoJSON: []byte("{}")})), "game_id_mismatch")
	assert.Equal(t, code(h.ask(&protocol.Step{GameID: d.GameID, ExpectedStep: 9, EchoJSON: []byte("{}")})), "game_already_terminal")
}

// The echo is compared as a value, so the order of its keys does not count.
func TestEchoKeyOrder(t *testing.T) {
	h := newHost(t, Options{})
	d := h.decision(london(reset(0, "Burn")))
	s := choose(d, 0)
	s.EchoJSON = []byte(`{"keep":true,"hand_size":7,"mulligans_taken":-0,"kind":"mulligan"}`)
	_, ok := h.ask(s).(*protocol.Decision)
	assert.Assert(t, ok, "%s", h.answer)
}

func TestOneGameAfterAnother(t *testing.T) {
	h := newHost(t, Options{})
	for i := range uint64(3) {
		h.play(caps(reset(i, "Burn"), 10, 10), passes, nil)
		assert.Equal(t, code(h.ask(reset(i, "Burn"))), "malformed_request") // a reused game id
	}
}

// Requests beside the game never disturb it.
func TestRequestsInMidGame(t *testing.T) {
	h := newHost(t, Options{})
	d := h.decision(reset(0, "Burn"))
	h.ask(&protocol.Hello{})
	h.ask(&protocol.ValidateDeck{Format: "pauper-bo1", Deck: protocol.Deck{CatalogID: "Burn"}})
	assert.Equal(t, code(h.ask(reset(1, "Burn"))), "game_already_active")
	assert.Equal(t, code(h.ask(&protocol.ProbeResample{GameID: d.GameID, Samples: 1})), "unsupported_request")
	h.raw("{")
	assert.Equal(t, h.ask(choose(d, 0)).(*protocol.Decision).Step, uint64(1))
}

func TestValidateDeck(t *testing.T) {
	many := make([]protocol.DeckRow, 0, 9)
	for _, n := range "abcdefghi" {
		many = append(many, protocol.DeckRow{Name: strings.Repeat(string(n), 1000), Count: 1})
	}
	for _, c := range []struct {
		name, format string
		deck         protocol.Deck
		want         string
	}{
		{"catalog", "pauper-bo1", protocol.Deck{CatalogID: "Burn"}, "*protocol.DeckOK"},
		{"decklist", "pauper-bo1", protocol.Deck{Decklist: []protocol.DeckRow{{Name: "Mons's Goblin Raiders", Count: 60}}}, "*protocol.DeckOK"},
		{"format first", "x", protocol.Deck{CatalogID: "x"}, "unsupported_format"},
		{"unknown catalog deck", "pauper-bo1", protocol.Deck{CatalogID: "burn"}, "unsupported_deck"},
		{"unknown cards", "pauper-bo1", protocol.Deck{Decklist: many}, "unsupported_deck"},
		{"too many cards", "pauper-bo1", protocol.Deck{Decklist: []protocol.DeckRow{{Name: "Mountain", Count: maxDeck + 1}}}, "unsupported_deck"},
		{"no cards", "pauper-bo1", protocol.Deck{Decklist: []protocol.DeckRow{}}, "unsupported_deck"},
		{"as many as may be", "pauper-bo1", protocol.Deck{Decklist: []protocol.DeckRow{{Name: "Mountain", Count: maxDeck}}}, "*protocol.DeckOK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := newHost(t, Options{}).ask(&protocol.ValidateDeck{Format: c.format, Deck: c.deck})
			assert.Equal(t, code(body), c.want)
			if e, ok := body.(*protocol.ErrorBody); ok {
				assert.Assert(t, len(e.Message) < 1000)
			}
		})
	}
	body := newHost(t, Options{}).ask(&protocol.ValidateDeck{Format: "pauper-bo1", Deck: protocol.Deck{Decklist: []protocol.DeckRow{{Name: "Storm Crow", Count: 4}}}})
	assert.Assert(t, strings.Contains(body.(*protocol.ErrorBody).Message, "Storm Crow"))
}

func TestRetransmission(t *testing.T) {
	h := newHost(t, Options{})
	again := func(line string) string { return string(h.engine.Answer([]byte(line))) }
	d := h.decision(reset(0, "Burn"))
	assert.Equal(t, again(string(h.line)), string(h.answer), "a reset")

	next := h.ask(choose(d, 0)).(*protocol.Decision)
	line, answer := string(h.line), string(h.answer)
	assert.Equal(t, again(line), answer, "a step")
	assert.Equal(t, again(" "+strings.Replace(line, `"protocol"`, `"pr\u006ftocol"`, 1)), answer, "another layout")
	h.raw("{")
	assert.Equal(t, again(line), answer, "a broken line between")
	h.raw(`{"request_type":"hello","protocol":"spellbench/v1","request_id":"` + "h-2" + `","protocol_minor":0}`)
	assert.Equal(t, again(line), answer, "another protocol under the same id")

	changed := strings.Replace(line, `"candidate_id":0`, `"candidate_id":1`, 1)
	assert.Equal(t, code(h.raw(changed).Body), "request_id_reuse_mismatch")
	assert.Equal(t, again(line), answer, "a mismatch is not cached")
	assert.Equal(t, h.ask(choose(next, 0)).(*protocol.Decision).Step, uint64(2), "the game moved once")

	assert.Equal(t, code(h.ask(choose(next, 0))), "expected_step_mismatch")
	assert.Equal(t, again(string(h.line)), string(h.answer), "a refusal")
	assert.Equal(t, code(h.ask(reset(0, "Burn"))), "malformed_request")
	assert.Equal(t, again(string(h.line)), string(h.answer), "a reused game id")
}

func TestRetransmittedTerminal(t *testing.T) {
	h := newHost(t, Options{})
	h.play(caps(reset(0, "Burn"), 3, 3), passes, nil)
	line, answer := h.line, string(h.answer)
	assert.Equal(t, string(h.engine.Answer(line)), answer)
}

func TestUnreadableRequests(t *testing.T) {
	for line, want := range map[string]string{
		"":                         "malformed_json",
		"   ":                      "malformed_json",
		"{":                        "malformed_json",
		`{"a":1.5}`:                "malformed_json",
		`[]`:                       "malformed_request",
		`null`:                     "malformed_request",
		`{"request_type":"hello"}`: "malformed_request",
	} {
		m := newHost(t, Options{}).raw(line)
		assert.Equal(t, m.ID, "")
		assert.Equal(t, code(m.Body), want, line)
	}
	h := newHost(t, Options{})
	m := h.raw(`{"request_type":"hello","protocol":"spellbench/v1","request_id":"a","protocol_minor":0}`)
	assert.Equal(t, m.ID, "a")
	assert.Equal(t, code(m.Body), "protocol_mismatch")
	assert.Equal(t, code(h.raw(`{"request_type":"pause","protocol":"spellbench/v2","request_id":"a"}`).Body), "malformed_request")
}

// Whatever is done to an engine, no coroutine of an abandoned game stays behind.
func TestNoGoroutineStays(t *testing.T) {
	before := runtime.NumGoroutine()
	for i := range uint64(20) {
		e := New(Options{})
		e.Answer(protocol.AppendRequest(nil, "h-1", reset(i, "Burn")))
		if i%2 == 0 {
			e.Close()
			e.Close()
		}
	}
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		runtime.GC()
		runtime.Gosched()
	}
	assert.Assert(t, runtime.NumGoroutine() <= before)
}
