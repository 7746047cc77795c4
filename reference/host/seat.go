package host

// Section 10 from the host's side: what is asked of an agent, and what its answers are worth
// (Section 11.5).

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A seat is one agent in one game.
type seat struct {
	peer    Peer
	clock   seatClock
	sent    uint64 // requests, for their ids: they encode nothing beyond this agent's own count (Section 4.1)
	steps   uint64 // answered decisions
	gone    bool   // killed or lost: it gets no game_over
	decoder protocol.Decoder

	choose         protocol.Choose // what follows is used again for each decision
	buf, canonical []byte
}

func (s *seat) id() string {
	s.sent++
	return "r-" + strconv.FormatUint(s.sent-1, 10)
}

// ask sends one request and returns the answer that Section 10 lets a host read, or the cause of a
// forfeit and why.
func (s *seat) ask(body any, within time.Duration, record func(string, []byte)) (m protocol.Message, cause Cause, why string) {
	id := s.id()
	s.buf = protocol.AppendRequest(s.buf[:0], id, body)
	record(HostToAgent, s.buf)
	line, err := s.peer.Exchange(s.buf, within)
	if err != nil {
		s.gone = true
		s.peer.Kill()
		if errors.Is(err, ErrTimeout) {
			return m, Timeout, fmt.Sprintf("no answer to %s within %v", id, within)
		}
		return m, TransportError, fmt.Sprintf("the agent is gone: %v", err)
	}
	record(AgentToHost, line)
	m, fault := s.decoder.AgentResponse(line)
	// An agent that cannot read the id says "" (Section 4.1).
	_, refused := m.Body.(*protocol.ErrorBody)
	switch {
	case fault != nil:
		return m, MalformedResponse, fmt.Sprintf("the answer to %s: %v", id, fault)
	case m.ID != id && !(refused && m.ID == ""):
		return m, MalformedResponse, fmt.Sprintf("the answer to %s names request %q", id, m.ID)
	case refused:
		e := m.Body.(*protocol.ErrorBody)
		return m, AgentError, fmt.Sprintf("the agent answered %s with error %s: %s", id, e.Code, e.Message)
	}
	return m, "", ""
}

// startSeat greets the agent of a seat and starts its game. An error is one of configuration.
func (g *game) startSeat(s *seat, who protocol.Seat, record func(string, []byte)) (end *Ending, why string, err error) {
	lose := func(cause Cause, why string) (*Ending, string, error) {
		return new(forfeit(who, cause)), fmt.Sprintf("%s: %s", who, why), nil
	}
	m, cause, why := s.ask(&protocol.Hello{}, milliseconds(g.Time.StartupMS), record)
	if cause != "" {
		return lose(cause, why)
	}
	ok, is := m.Body.(*protocol.AgentHelloOK)
	if !is {
		return lose(MalformedResponse, "hello was answered "+m.Type)
	}
	if err := g.Requires(ok); err != nil {
		return nil, "", fmt.Errorf("%s: %w", who, err)
	}
	m, cause, why = s.ask(g.gameStart(who), milliseconds(g.Time.GameStartMS), record)
	if _, is := m.Body.(*protocol.Ack); cause == "" && !is {
		cause, why = MalformedResponse, "game_start was answered "+m.Type
	}
	if cause != "" {
		return lose(cause, why)
	}
	return nil, "", nil
}

func (g *game) gameStart(who protocol.Seat) *protocol.GameStart {
	start := &protocol.GameStart{
		GameID: g.id, Seat: who, Format: g.Format, OwnDeck: g.Decks[who.Index()], Rules: g.Rules,
		Engine: g.Engine.Hello.Engine, Profile: g.Engine.Hello.Profile,
		TimeControl: g.Time, Limits: g.Limits, Resources: g.Resources, AgentSeed: g.Secret.AgentSeed(g.Index, who),
	}
	if g.Rules.OpponentDecklist == "visible" {
		start.OpponentDeck = &g.Decks[who.Other().Index()]
	}
	return start
}

// choose puts a seat decision to its agent and returns the index and semantic of the candidate it
// picks.
func (g *game) choose(s *seat, who protocol.Seat, d wire.Value) (pick int64, semantic wire.Value, end *Ending) {
	lose := func(cause Cause, why string) (int64, wire.Value, *Ending) {
		g.result.Detail = fmt.Sprintf("%s: %s", who, why)
		return 0, wire.Value{}, new(forfeit(who, cause))
	}
	s.choose = protocol.Choose{
		GameID: g.id, DecisionJSON: s.forward(d),
		Clock: protocol.Clock{RemainingMS: s.clock.bank, MaxDecisionMS: g.Time.MaxDecisionMS},
	}
	sent := g.Clock()
	m, cause, why := s.ask(&s.choose, s.clock.budget(), g.Engine.record)
	took := g.Clock() - sent
	// Lateness is judged before content: what a late answer says does not matter.
	if !s.gone && !s.clock.spend(took) {
		s.gone = true
		s.peer.Kill()
		return lose(Timeout, fmt.Sprintf("answered %s after %v", m.ID, took))
	}
	if cause != "" {
		return lose(cause, why)
	}
	c, is := m.Body.(*protocol.Choice)
	if !is {
		return lose(MalformedResponse, "choose was answered "+m.Type)
	}
	candidates := d.Get("candidates")
	if c.CandidateID < 0 || c.CandidateID >= int64(candidates.Len()) {
		return lose(InvalidSelection, fmt.Sprintf("candidate %d of %d", c.CandidateID, candidates.Len()))
	}
	semantic = elem(candidates, c.CandidateID).Get("semantic")
	// The optional echoes must be right where there are any (Section 10.3). The decoder gives them in
	// canonical form.
	for _, echo := range []struct {
		name string
		got  []byte
		want wire.Value
	}{
		{"seat_step", c.SeatStepJSON, d.Get("seat_step")},
		{"semantic_echo", c.EchoJSON, semantic},
	} {
		if echo.got == nil {
			continue
		}
		if want := echo.want.AppendCanonical(nil); !bytes.Equal(echo.got, want) {
			return lose(InvalidSelection, fmt.Sprintf("%s is %.80s, not %.80s", echo.name, echo.got, want))
		}
	}
	return c.CandidateID, semantic, nil
}

// forward returns the canonical form of a decision, as the engine wrote it where that is it.
func (s *seat) forward(d wire.Value) []byte {
	if d.IsCanonical() {
		return d.Raw()
	}
	s.canonical = d.AppendCanonical(s.canonical[:0])
	return s.canonical
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

// tellAgents sends game_over to each agent that is still there, p0 first. What they answer does not
// matter any more.
func (g *game) tellAgents() {
	e := g.result.Ending
	for i := range g.seats {
		s := &g.seats[i]
		if s.gone || s.sent == 0 {
			continue
		}
		s.ask(&protocol.GameOver{GameID: g.id, Terminal: protocol.AgentTerminal{
			Outcome: e.Outcome, Classification: e.Classification, Winner: e.Winner, Reason: e.Reason, SeatStepCount: s.steps,
		}}, milliseconds(g.Time.GameStartMS), g.Engine.record)
	}
}
