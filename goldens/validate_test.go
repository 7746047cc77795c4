package goldens_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"gotest.tools/v3/assert"
)

// A talk is a conversation with the reference engine that is taken down.
type talk struct {
	t      *testing.T
	engine *engine.Engine
	rows   []goldens.Row
	n      int
	last   *protocol.Decision
}

func newTalk(t *testing.T) *talk {
	e := engine.New(engine.Options{})
	t.Cleanup(e.Close)
	return &talk{t: t, engine: e}
}

// ask sends a request under the next id.
func (k *talk) ask(body any) {
	k.n++
	k.line(protocol.AppendRequest(nil, fmt.Sprintf("h-%d", k.n), body))
}

func (k *talk) line(line []byte) {
	k.rows = append(k.rows, goldens.Row{Dir: goldens.HostToEngine, Message: line})
	answer := bytes.Clone(k.engine.Answer(line))
	k.rows = append(k.rows, goldens.Row{Dir: goldens.EngineToHost, Message: answer})
	if m, fault := protocol.DecodeEngineResponse(answer); fault == nil {
		if d, ok := m.Body.(*protocol.Decision); ok {
			k.last = d
		}
	}
}

func (k *talk) begin(game string) {
	deck := protocol.Deck{DeckID: "sha256:" + strings.Repeat("0", 64), CatalogID: "Skirmish"}
	p0 := protocol.P0
	deck.DeckID = protocol.DeckID(engine.Reference().Catalog[1].Decklist)
	k.ask(&protocol.Reset{
		GameID: game, Format: "pauper-bo1", Decks: [2]protocol.Deck{deck, deck},
		Rules: protocol.Rules{OpponentDecklist: "visible", Mulligan: "london", StartingPlayer: "host_assigned", StartingSeat: &p0,
			CardNameDomain: protocol.CardNameDomain{DomainID: protocol.DomainID(nil)}},
		GameSecret: strings.Repeat("ab", 32), MaxDecisions: 1000, MaxSteps: 60,
	})
}

// answer answers the pending decision with its last candidate but n.
func (k *talk) answer(n int) {
	d := k.last
	id := max(0, len(d.SeatDecision.Candidates)-1-n)
	k.ask(&protocol.Step{
		GameID: d.GameID, ExpectedStep: d.Step, CandidateID: uint32(id),
		EchoJSON: d.SeatDecision.Candidates[id].Semantic.AppendJSON(nil),
	})
}

// game plays until the cap.
func game(t *testing.T) *talk {
	k := newTalk(t)
	k.ask(&protocol.Hello{})
	k.begin("g-1")
	for range 60 {
		k.answer(1)
	}
	return k
}

func validate(t *testing.T, rows []goldens.Row, gzipped bool) (goldens.Summary, []goldens.Finding) {
	t.Helper()
	var b bytes.Buffer
	w := goldens.NewWriter(&b)
	if gzipped {
		w = goldens.NewGzipWriter(&b)
	}
	for _, r := range rows {
		assert.NilError(t, w.Write(r))
	}
	assert.NilError(t, w.Close())
	var found []goldens.Finding
	sum, err := goldens.Validate(goldens.NewReader(&b, goldens.Limits{}), validator.Options{Reading: protocol.Strict, All: true},
		func(f goldens.Finding) { found = append(found, f) })
	assert.NilError(t, err)
	assert.Equal(t, sum.Findings, len(found))
	return sum, found
}

func TestValidateFindsNothingInALegalGame(t *testing.T) {
	k := game(t)
	for _, gzipped := range []bool{false, true} {
		sum, found := validate(t, k.rows, gzipped)
		assert.Equal(t, len(found), 0, "%v", found)
		assert.DeepEqual(t, sum, goldens.Summary{Rows: 124, Games: 1, Decisions: 60, Terminals: 1})
	}
}

// What a host may do between the requests of a game changes nothing about it.
func TestValidateFollowsTheHost(t *testing.T) {
	k := newTalk(t)
	k.ask(&protocol.Hello{})
	k.ask(&protocol.Step{GameID: "g-1", EchoJSON: []byte("{}")}) // refused: no game
	k.begin("g-1")
	k.line(k.rows[len(k.rows)-2].Message)                                                       // sent again
	k.ask(&protocol.Step{GameID: "g-2", EchoJSON: []byte("{}")})                                // refused
	k.ask(&protocol.Step{GameID: "g-1", CandidateID: 4096, EchoJSON: []byte("{}")})             // refused
	k.line([]byte(`{"request_type":`))                                                          // refused
	k.ask(&protocol.ValidateDeck{Format: "pauper-bo1", Deck: protocol.Deck{CatalogID: "Burn"}}) // about no game
	for range 60 {
		k.answer(0)
		k.line(k.rows[len(k.rows)-2].Message)
	}
	k.begin("g-2")
	k.answer(0)
	k.rows = append(k.rows, goldens.Row{Dir: goldens.HostToAgent, Message: []byte(`{}`)}, goldens.Row{Dir: goldens.AgentToHost, Message: []byte(`{}`)})
	sum, found := validate(t, k.rows, false)
	assert.Equal(t, len(found), 0, "%v", found)
	assert.Equal(t, sum.Games, 2)
	assert.Equal(t, sum.Decisions, 62)
}

func TestValidateFindings(t *testing.T) {
	k := game(t)
	for _, tc := range []struct {
		name    string
		row     int // counted from 0
		change  func(line string) string
		check   string
		pointer string
	}{
		{"a counter", 5, replace(`"seat_step":0`, `"seat_step":2`), "V3-seat-step", "/seat_decision/seat_step"},
		{"a name", 3, replace(`"viewer":"p0"`, `"viewer":"p1"`), "V2-viewer", "/seat_decision/observation/viewer"},
		{"the counts", 123, replace(`"step_count":60`, `"step_count":59`), "terminal_counts-steps", "/step_count"},
		{"the identity", 7, replace(`"engine_version":"0.1.0"`, `"engine_version":"0.2.0"`), "V10-provenance", "/provenance/engine_version"},
		{"a field", 1, replace(`"rewind":true`, `"rewind":0`), "malformed-shape", "/rewind"},
		{"an answer that is no JSON", 123, func(s string) string { return s + "}" }, "malformed-json", ""},
		{"an answer of another type", 1, func(string) string { return string(k.rows[3].Message) }, "malformed-answer", "/response_type"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rows := append([]goldens.Row(nil), k.rows...)
			was := string(rows[tc.row].Message)
			rows[tc.row].Message = []byte(tc.change(was))
			assert.Assert(t, string(rows[tc.row].Message) != was)
			_, found := validate(t, rows, false)
			assert.Assert(t, len(found) > 0)
			assert.Equal(t, found[0].Row, tc.row+1)
			assert.Equal(t, found[0].Check, tc.check)
			assert.Equal(t, found[0].Pointer, tc.pointer)
		})
	}
}

func replace(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

func TestValidateStopsAtAnUnreadableRow(t *testing.T) {
	in := `{"dir":"host_to_engine","message":{}}` + "\n" + `{"dir":"engine_to_host"}` + "\n"
	sum, err := goldens.Validate(goldens.NewReader(strings.NewReader(in), goldens.Limits{}), validator.Options{}, func(goldens.Finding) {})
	assert.ErrorContains(t, err, "row 2")
	assert.Equal(t, sum.Rows, 1)
	_, err = goldens.Validate(goldens.NewReader(brokenReader{}, goldens.Limits{}), validator.Options{}, func(goldens.Finding) {})
	assert.ErrorIs(t, err, io.ErrClosedPipe)
}

// brokenReader is a file that cannot be read.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
