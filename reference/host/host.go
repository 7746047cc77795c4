// Package host is the reference host of SpellBench v2 (Section 11): it routes decisions between an
// engine and two agents, keeps their clocks and limits, judges who is at fault, and chains the game
// digest. It talks to Peers and never to a process, and reads time from a Clock that it is given.
package host

import (
	"errors"
	"fmt"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Peer answers each line with one line.
type Peer interface {
	// Exchange sends line and returns the answer, valid until the next call. The write and the wait
	// for the answer may each take within. The error is ErrTimeout when no complete answer came in
	// time; any other error means that the peer is gone.
	Exchange(line []byte, within time.Duration) ([]byte, error)
	// Kill ends the peer at once.
	Kill()
}

// ErrTimeout is a Peer's error when no complete answer came in time.
var ErrTimeout = errors.New("no answer in time")

// A Clock tells the time since some fixed moment.
type Clock func() time.Duration

// An Engine is a Peer that has been greeted. It serves one game after another.
type Engine struct {
	Hello protocol.EngineHelloOK

	peer  Peer
	sent  uint64 // requests sent, for their ids
	broke bool   // a fault has cost the process its trust: no further game (Section 11.3)
}

// Greet exchanges hello with an engine (Section 9.1). A failure is a configuration error (Section
// 11.1): there is no game yet.
func Greet(peer Peer, within time.Duration) (*Engine, error) {
	e := &Engine{peer: peer}
	id := e.id()
	answer, err := peer.Exchange(protocol.AppendRequest(nil, id, &protocol.Hello{}), within)
	if err != nil {
		return nil, fmt.Errorf("engine hello: %w", err)
	}
	m, fault := protocol.DecodeEngineResponse(answer)
	if fault != nil {
		return nil, fmt.Errorf("engine hello: %w", fault)
	}
	switch body := m.Body.(type) {
	case *protocol.EngineHelloOK:
		if m.ID != id || body.ProtocolMinor != 0 {
			return nil, fmt.Errorf("engine hello: answered id %q, minor %d", m.ID, body.ProtocolMinor)
		}
		e.Hello = *body
		return e, nil
	case *protocol.ErrorBody:
		return nil, fmt.Errorf("engine hello: error %s: %s", body.Code, body.Message)
	}
	return nil, fmt.Errorf("engine hello: answered %s", m.Type)
}

func (e *Engine) id() string {
	e.sent++
	return fmt.Sprintf("h-%d", e.sent)
}

// A Match is one game to play.
type Match struct {
	Secret    protocol.RunSecret
	Index     uint64 // of the game in the run's schedule
	Engine    *Engine
	Agents    [2]Peer // fresh for this game; p0's, then p1's
	Format    string
	Decks     [2]protocol.NamedDeck
	Rules     protocol.Rules
	Time      protocol.TimeControl
	Limits    protocol.Limits
	Resources protocol.Resources
	Clock     Clock
	Watch     Watcher                       // may be nil
	Record    func(dir string, line []byte) // every line of the wire, in order; may be nil
}

// A Watcher observes the engine's side of a game and names the rule of Section 11.3 that a decision
// or terminal breaks, or "".
type Watcher interface {
	Reset(request wire.Value)
	Decision(response wire.Value) (rule string)
	Step(request wire.Value)
	Terminal(response wire.Value) (rule string)
}

// A Result is a game's row in the ledger.
type Result struct {
	Ending
	GameID        string
	StepCount     uint64    // answered decisions of both seats, as the engine saw them
	DecisionCount uint64    // completed groups of both seats
	SeatSteps     [2]uint64 // answered decisions of each seat
	LastSelection *protocol.Seat
	Digest        string
	Detail        string // what went wrong, for people; "" after a natural ending
}

// An Ending is how a game ended (Sections 9.5 and 11.5).
type Ending struct {
	Classification string // natural, truncated, halted, forfeit
	Outcome        string // p0_win, p1_win, draw, truncated, halted
	Reason         string
	Winner         *protocol.Seat
}

func winFor(s protocol.Seat) (string, *protocol.Seat) { return string(s) + "_win", &s }

// A Cause is why a seat forfeits (Section 11.5). The list is closed.
type Cause string

const (
	Timeout           Cause = "timeout"
	Stalling          Cause = "stalling"
	MalformedResponse Cause = "malformed_response"
	InvalidSelection  Cause = "invalid_selection"
	AgentError        Cause = "agent_error"
	TransportError    Cause = "transport_error"
)

// Causes lists the causes of a forfeit.
func Causes() []Cause {
	return []Cause{Timeout, Stalling, MalformedResponse, InvalidSelection, AgentError, TransportError}
}

// forfeit is the ending in which s loses for cause.
func forfeit(s protocol.Seat, cause Cause) Ending {
	outcome, winner := winFor(s.Other())
	return Ending{"forfeit", outcome, "forfeit:" + string(cause), winner}
}

// halt is the ending of an engine fault or a validator's violation.
func halt(reason string) Ending { return Ending{"halted", "halted", reason, nil} }

// mandatoryLoop is the draw of CR 104.4b that the host finds at a cap (Section 11.4).
var mandatoryLoop = Ending{"natural", "draw", "mandatory_loop", nil}
