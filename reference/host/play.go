package host

// Section 11.2: one game from its first message to its last.

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// The directions in which Match.Record tells of lines (Section 16).
const (
	hostToEngine = "host_to_engine"
	engineToHost = "engine_to_host"
	hostToAgent  = "host_to_agent"
	agentToHost  = "agent_to_host"
)

// A game is a match that is being played.
type game struct {
	*Match
	id      string
	seats   [2]seat
	tally   tally
	digest  *protocol.GameDigest
	decoder protocol.Decoder // of the engine's answers
	result  Result
	step    uint64 // the binding step of the pending decision
	last    *protocol.Seat
}

// Play plays the match. An error is one of configuration (Section 11.1): nothing was played. Whatever
// the peers do is an Ending.
func (m *Match) Play() (Result, error) {
	if err := m.Preflight(); err != nil {
		return Result{}, err
	}
	if m.Engine.broke {
		return Result{}, errors.New("the engine broke the protocol in an earlier game: start it again")
	}
	g := &game{Match: m, id: m.Secret.GameID(m.Index), tally: tally{limits: m.Limits}}
	g.result.GameID = g.id
	resetLine := protocol.AppendRequest(nil, m.Engine.id(), g.reset())
	reset := mustParse(resetLine)
	g.digest = protocol.NewGameDigest(reset)
	end, err := g.startAgents()
	if err != nil {
		return Result{}, err
	}
	adjudicated := true
	if end == nil {
		if m.Watch != nil {
			m.Watch.Reset(reset)
		}
		end, adjudicated = g.loop(resetLine)
	}
	g.result.Ending = *end
	if end.Classification == "halted" && adjudicated {
		m.Engine.broke = true
	}
	if adjudicated {
		g.digest.Adjudicate(protocol.Adjudication{
			Classification: end.Classification, Outcome: end.Outcome, Reason: end.Reason, Winner: end.Winner})
	}
	g.result.Digest = g.digest.Sum()
	g.result.LastSelection = g.last
	for i := range g.seats {
		g.result.SeatSteps[i] = g.seats[i].steps
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
		if c.CatalogID == d.Name && protocol.DeckID(c.Decklist) == d.DeckID {
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

func (g *game) record(dir string, line []byte) {
	if g.Record != nil {
		g.Record(dir, line)
	}
}

// loop plays from the reset to the end. adjudicated: the ending is the host's, not the engine's.
func (g *game) loop(request []byte) (end *Ending, adjudicated bool) {
	for {
		answer, terminal, end := g.askEngine(request)
		switch {
		case end != nil:
			return end, true
		case terminal != nil:
			return terminal, false
		}
		line, end := g.askSeat(answer)
		if end != nil {
			return end, true
		}
		request = line
	}
}

// fault is an engine fault (Section 11.5) with the word that the ledger's reason carries.
func (g *game) fault(word, format string, args ...any) *Ending {
	g.result.Detail = fmt.Sprintf(format, args...)
	return new(halt("host_engine_fault:" + word))
}

// askEngine sends a reset or step and returns the decision that answers it, or how the game ended:
// by the engine's terminal, or by the host's judgement.
func (g *game) askEngine(request []byte) (decision wire.Value, terminal, end *Ending) {
	none := wire.Value{}
	g.record(hostToEngine, request)
	line, err := g.Engine.peer.Exchange(request, time.Duration(g.Time.EngineStepMS)*time.Millisecond)
	switch {
	case errors.Is(err, ErrTimeout):
		g.Engine.peer.Kill()
		return none, nil, g.fault("timeout", "the engine did not answer within %d ms", g.Time.EngineStepMS)
	case err != nil:
		return none, nil, g.fault("transport", "the engine is gone: %v", err)
	}
	g.record(engineToHost, line)
	req := mustParse(request)
	if req.Get("request_type").StrIs("step") {
		// A step is part of the chain from the moment it is answered, with whatever.
		g.digest.Add(req)
		if g.Watch != nil {
			g.Watch.Step(req)
		}
	}
	m, fault := g.decoder.EngineBinding(line)
	// What is not even strict JSON can't be chained (Section 11.8).
	if m.Value.Exists() {
		g.digest.Add(m.Value)
	}
	switch {
	case fault != nil:
		return none, nil, g.fault("malformed", "the engine's answer: %v", fault)
	case m.ID != req.Get("request_id").Str():
		return none, nil, g.fault("malformed", "the answer to %s names request %q", req.Get("request_id").Raw(), m.ID)
	}
	switch body := m.Body.(type) {
	case *protocol.ErrorBody:
		return none, nil, g.fault("error", "the engine answered %s: %s", body.Code, body.Message)
	case *protocol.Terminal:
		terminal, end = g.judgeTerminal(body, m.Value)
		return none, terminal, end
	case *protocol.Decision:
		return m.Value, nil, g.judgeDecision(body, m.Value)
	}
	return none, nil, g.fault("malformed", "the engine answered %s", m.Type)
}

// judgeDecision holds a decision to its binding, then to the live validator.
func (g *game) judgeDecision(d *protocol.Decision, v wire.Value) *Ending {
	switch {
	case d.GameID != g.id:
		return g.fault("malformed", "the decision names game %q", d.GameID)
	case d.Step != g.step:
		return g.fault("malformed", "the decision has step %d, not %d", d.Step, g.step)
	case g.Watch != nil:
		if rule := g.Watch.Decision(v); rule != "" {
			return g.violation("decision", rule)
		}
	}
	return nil
}

// violation is a breach of the live validator's rules (Section 11.3).
func (g *game) violation(what, rule string) *Ending {
	g.result.Detail = fmt.Sprintf("the %s breaks rule %s", what, rule)
	return new(halt("host_validator:" + rule))
}

// judgeTerminal judges the engine's terminal: the validator's rules, then its reason and its counts.
// A terminal that holds is the game's ending as it stands.
func (g *game) judgeTerminal(t *protocol.Terminal, v wire.Value) (terminal, end *Ending) {
	if t.GameID != g.id {
		return nil, g.fault("malformed", "the terminal names game %q", t.GameID)
	}
	if g.Watch != nil {
		if rule := g.Watch.Terminal(v); rule != "" {
			return nil, g.violation("terminal", rule)
		}
	}
	for _, ours := range []string{"host_validator:", "host_engine_fault:", "forfeit:"} {
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(t.Reason)), ours) {
			return nil, g.fault("terminal_reason", "the engine's reason %q is one of the host's", t.Reason)
		}
	}
	if t.StepCount != g.step {
		return nil, g.fault("terminal_counts", "step_count is %d after %d answered decisions", t.StepCount, g.step)
	}
	g.result.StepCount, g.result.DecisionCount = t.StepCount, t.DecisionCount
	return &Ending{t.Classification, t.Outcome, t.Reason, t.Winner}, nil
}

// askSeat puts a decision to the seat it is for and returns the step that answers it, or the ending
// that the seat's answer, or the cap it reached, brings about.
func (g *game) askSeat(v wire.Value) (step []byte, end *Ending) {
	d := v.Get("seat_decision")
	s := protocol.Seat(d.Get("acting_seat").Str())
	if s != protocol.P0 && s != protocol.P1 {
		return nil, new(halt("host_validator:V1"))
	}
	me := &g.seats[s.Index()]
	pick, end := g.choose(me, s, d)
	if end != nil {
		return nil, end
	}
	me.steps++
	g.last = &s
	candidates := d.Get("candidates")
	semantic := elem(candidates, pick).Get("semantic")
	group := d.Get("group")
	real := candidates.Len() > 1 && !semantic.Get("kind").StrIs("pass")
	last := group.Get("substep_index").Int()+1 == group.Get("substep_count").Int()
	if g.tally.answer(s, uint64(d.Get("observation").Get("turn").Int()), real, last) {
		g.result.Detail = fmt.Sprintf("%s reached a cap", s)
		return nil, new(g.tally.blame(s))
	}
	step = protocol.AppendRequest(nil, g.Engine.id(), &protocol.Step{
		GameID: g.id, ExpectedStep: g.step, CandidateID: uint32(pick), EchoJSON: semantic.AppendCanonical(nil)})
	g.step++
	return step, nil
}

// startAgents greets both agents and starts their games at the same time, since loading a model may
// take minutes. p0's failure counts first.
func (g *game) startAgents() (*Ending, error) {
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
				o.rows = append(o.rows, row{dir, append([]byte(nil), line...)})
			})
		})
	}
	wg.Wait()
	for _, o := range out {
		for _, r := range o.rows {
			g.record(r.dir, r.line)
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

type row struct {
	dir  string
	line []byte
}

// elem returns element i of a list, Absent beyond its end.
func elem(list wire.Value, i int64) wire.Value {
	for e := range list.Elems() {
		if i == 0 {
			return e
		}
		i--
	}
	return wire.Value{}
}
