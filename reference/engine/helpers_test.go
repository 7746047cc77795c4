package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A host asks an engine and decodes the answers strictly.
type host struct {
	t      *testing.T
	engine *Engine
	id     int
	line   []byte // the last request
	answer []byte // its answer
}

func newHost(t *testing.T, o Options) *host {
	h := &host{t: t, engine: New(o)}
	t.Cleanup(h.engine.Close)
	return h
}

// ask sends a request under a new id and returns the body of the answer.
func (h *host) ask(body any) any {
	h.t.Helper()
	h.id++
	h.line = protocol.AppendRequest(nil, fmt.Sprintf("h-%d", h.id), body)
	m := h.raw(string(h.line))
	assert.Equal(h.t, m.ID, fmt.Sprintf("h-%d", h.id))
	return m.Body
}

// raw sends a line.
func (h *host) raw(line string) protocol.Message {
	h.t.Helper()
	h.answer = h.engine.Answer([]byte(line))
	m, fault := protocol.DecodeEngineResponse(h.answer)
	if fault != nil {
		h.t.Fatalf("%v\n%s", fault, h.answer)
	}
	return m
}

// code returns the code of an error answer, or what else the answer is.
func code(body any) string {
	if e, ok := body.(*protocol.ErrorBody); ok {
		return e.Code
	}
	return fmt.Sprintf("%T", body)
}

func (h *host) decision(body any) *protocol.Decision {
	h.t.Helper()
	d, ok := h.ask(body).(*protocol.Decision)
	if !ok {
		h.t.Fatalf("no decision: %s", h.answer)
	}
	return d
}

// choose makes the step that answers d with candidate i.
func choose(d *protocol.Decision, i int) *protocol.Step {
	return &protocol.Step{
		GameID: d.GameID, ExpectedStep: d.Step, CandidateID: uint32(i),
		EchoJSON: d.SeatDecision.Candidates[i].Semantic.AppendJSON(nil),
	}
}

// vectorSecret is the run secret of Section 16.
var vectorSecret = func() (r protocol.RunSecret) {
	for i := range r {
		r[i] = byte(i)
	}
	return r
}()

// reset makes game i of the vector's run between two catalog decks.
func reset(i uint64, deck string) *protocol.Reset {
	var d protocol.Deck
	for _, c := range Reference().Catalog {
		if c.CatalogID == deck {
			d = protocol.Deck{DeckID: protocol.DeckID(c.Decklist), CatalogID: deck}
		}
	}
	names := []string{"Lightning Bolt", "Mountain"}
	return &protocol.Reset{
		GameID: vectorSecret.GameID(i), Format: "pauper-bo1", Decks: [2]protocol.Deck{d, d},
		Rules: protocol.Rules{
			OpponentDecklist: "visible", Mulligan: "none", StartingPlayer: "host_assigned", StartingSeat: protocol.Ptr(protocol.P0),
			CardNameDomain: protocol.CardNameDomain{DomainID: protocol.DomainID(names), Names: names},
			Extensions:     []string{},
		},
		GameSecret: vectorSecret.GameSecret(i).String(), MaxDecisions: 10_000, MaxSteps: 100_000,
	}
}

func london(r *protocol.Reset) *protocol.Reset {
	r.Rules.Mulligan = "london"
	return r
}

func toss(r *protocol.Reset) *protocol.Reset {
	r.Rules.StartingPlayer, r.Rules.StartingSeat = "toss_winner_chooses", nil
	return r
}

func caps(r *protocol.Reset, decisions, steps uint64) *protocol.Reset {
	r.MaxDecisions, r.MaxSteps = decisions, steps
	return r
}

// lists gives both seats decklists in place of catalog decks.
func lists(r *protocol.Reset, decks ...[]protocol.DeckRow) *protocol.Reset {
	for s := range r.Decks {
		rows := decks[s%len(decks)]
		r.Decks[s] = protocol.Deck{DeckID: protocol.DeckID(rows), Decklist: rows}
	}
	return r
}

// A picker chooses among the candidates of a decision.
type picker func(d *protocol.Decision) int

func passes(*protocol.Decision) int { return 0 }

func random(seed uint64) picker {
	rng := rand.New(rand.NewPCG(seed, 0))
	return func(d *protocol.Decision) int { return rng.IntN(len(d.SeatDecision.Candidates)) }
}

// play plays a game to its end, showing watch each decision with its text.
func (h *host) play(r *protocol.Reset, pick picker, watch func(*protocol.Decision, wire.Value)) *protocol.Terminal {
	h.t.Helper()
	for body := h.ask(r); ; {
		switch b := body.(type) {
		case *protocol.Terminal:
			return b
		case *protocol.Decision:
			if watch != nil {
				v, err := wire.Parse(h.answer)
				assert.NilError(h.t, err)
				watch(b, v.Get("seat_decision"))
			}
			body = h.ask(choose(b, pick(b)))
		default:
			h.t.Fatalf("neither decision nor terminal: %s", h.answer)
		}
	}
}
