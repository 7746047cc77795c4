package host

// Section 11.2: one game from its first message to its last.

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A game is a match that is being played.
type game struct {
	*Match
	id     string
	seats  [2]seat
	tally  tally
	digest *protocol.GameDigest
	result Result
	step   uint64 // the binding step of the pending decision
	last   *protocol.Seat

	sent struct { // the step that is being answered; its buffers are used again for the next one
		body       protocol.Step
		line, echo []byte
	}
}

// Play plays the match. An error is one of configuration (Section 11.1): nothing was played. Whatever
// the peers do is an Ending.
func (m *Match) Play() (Result, error) {
	if err := m.Preflight(); err != nil {
		return Result{}, err
	}
	if m.Engine.spent {
		return Result{}, errors.New("the engine's last game did not end by its own word: start it again")
	}
	g := &game{Match: m, id: m.Secret.GameID(m.Index), tally: tally{limits: m.Limits}}
	g.result.GameID = g.id
	reset := m.reset()
	id := m.Engine.id()
	line := protocol.AppendRequest(nil, id, reset)
	g.digest = protocol.NewGameDigest(mustParse(line))
	end, err := g.startAgents()
	if err != nil {
		return Result{}, err
	}
	adjudicated := true
	if end == nil {
		m.Engine.validator.Reset(id, reset)
		end, adjudicated = g.loop(id, line)
		m.Engine.spent = adjudicated
		_, g.result.DecisionCount = m.Engine.validator.Counts()
	}
	g.result.Ending = *end
	if adjudicated {
		g.digest.Adjudicate(protocol.Adjudication{
			Classification: end.Classification, Outcome: end.Outcome, Reason: end.Reason, Winner: end.Winner})
	}
	g.result.Digest = g.digest.Sum()
	if end.Classification == "halted" || end.Classification == "truncated" {
		g.result.LastSelection = g.last
	}
	for i := range g.seats {
		g.result.SeatSteps[i] = g.seats[i].steps
		g.result.StepCount += g.seats[i].steps
	}
	g.tellAgents()
	return g.result, nil
}

func (m *Match) reset() *protocol.Reset {
	r := &protocol.Reset{
		GameID: m.Secret.GameID(m.Index), Format: m.Format, Rules: m.Rules,
		GameSecret:   m.Secret.GameSecret(m.Index).String(),
		MaxDecisions: m.Limits.MaxDecisions, MaxSteps: m.Limits.MaxSteps,
	}
	for i, d := range m.Decks {
		r.Decks[i] = m.Engine.deck(d)
	}
	return r
}

// deck names a deck as the engine takes it: by its catalog where that has the very list, else as data.
func (e *Engine) deck(d protocol.NamedDeck) protocol.Deck {
	for _, c := range e.Hello.Catalog {
		if c.Name == d.Name && protocol.DeckID(c.Decklist) == d.DeckID {
			return protocol.Deck{DeckID: d.DeckID, CatalogID: c.CatalogID}
		}
	}
	return protocol.Deck{DeckID: d.DeckID, Decklist: d.Decklist}
}

// mustParse parses a line of our own making.
func mustParse(line []byte) wire.Value {
	v, err := wire.Parse(line)
	if err != nil {
		panic(fmt.Sprintf("host wrote a line that is not strict JSON: %v: %.200s", err, line))
	}
	return v
}

// loop plays from the reset, given with its id, to the end. adjudicated: the ending is the host's, not
// the engine's.
func (g *game) loop(id string, request []byte) (end *Ending, adjudicated bool) {
	for {
		answer, terminal, end := g.askEngine(id, request)
		switch {
		case end != nil:
			return end, true
		case terminal != nil:
			return terminal, false
		}
		if id, request, end = g.askSeat(answer); end != nil {
			return end, true
		}
	}
}

// askSeat puts a decision to the seat it is for and returns the step that answers it, or the ending
// that the seat's answer, or the cap it reached, brings about.
func (g *game) askSeat(d wire.Value) (id string, step []byte, end *Ending) {
	s := protocol.P0 // the validator has seen that it is a seat
	if d.Get("acting_seat").StrIs(string(protocol.P1)) {
		s = protocol.P1
	}
	me := &g.seats[s.Index()]
	pick, semantic, end := g.choose(me, s, d)
	if end != nil {
		return "", nil, end
	}
	me.steps++
	g.last = &s
	id = g.Engine.id()
	sent := &g.sent
	sent.echo = semantic.AppendCanonical(sent.echo[:0])
	sent.body = protocol.Step{GameID: g.id, ExpectedStep: g.step, CandidateID: uint32(pick), EchoJSON: sent.echo}
	// The answer counts from now on, whether or not a cap keeps its step from being sent.
	g.Engine.validator.Step(id, &sent.body)
	g.step++
	group := d.Get("group")
	real := d.Get("candidates").Len() > 1 && !semantic.Get("kind").StrIs("pass")
	last := group.Get("substep_index").Int()+1 == group.Get("substep_count").Int()
	if g.tally.answer(s, uint64(d.Get("observation").Get("turn").Int()), real, last) {
		g.result.Detail = fmt.Sprintf("%s reached a cap", s)
		return "", nil, new(g.tally.blame(s))
	}
	sent.line = protocol.AppendRequest(sent.line[:0], id, &sent.body)
	return id, sent.line, nil
}

// chainStep adds a step of our own to the digest. It is in canonical form, where all that precedes the
// request_id is of our making too: the first that looks like it is it.
func (g *game) chainStep(id string, line []byte) {
	before, after, _ := bytes.Cut(line, []byte(`"request_id":"`+id+`",`))
	g.digest.AddCanonical(before, after)
}

// startAgents greets both agents and starts their games at the same time, since loading a model may
// take minutes. p0's failure counts first.
func (g *game) startAgents() (*Ending, error) {
	type row struct {
		dir  string
		line []byte
	}
	type outcome struct {
		end  *Ending
		err  error
		rows []row
		why  string
	}
	var out [2]outcome
	var wg sync.WaitGroup
	for i, s := range protocol.Seats {
		g.seats[i] = seat{peer: g.Agents[i], clock: newSeatClock(g.Time)}
		wg.Go(func() {
			o := &out[i]
			o.end, o.why, o.err = g.startSeat(&g.seats[i], s, func(dir string, line []byte) {
				o.rows = append(o.rows, row{dir, bytes.Clone(line)})
			})
		})
	}
	wg.Wait()
	// p0's lines go before p1's, whoever was faster, so that equal games leave equal records.
	for _, o := range out {
		for _, r := range o.rows {
			g.Engine.record(r.dir, r.line)
		}
	}
	for _, o := range out {
		if o.err != nil {
			return nil, o.err
		}
	}
	for _, o := range out {
		if o.end != nil {
			g.result.Detail = o.why
			return o.end, nil
		}
	}
	return nil, nil
}
