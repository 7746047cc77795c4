// Package host is the reference host of SpellBench v2 (Section 11): it routes decisions between an
// engine and two agents, keeps their clocks and limits, judges who is at fault, and chains the game
// digest. It talks to Peers and never to a process, and reads time from a Clock that it is given.
package host

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
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

// Options say what a host holds its engine to. The zero Options are Section 11.3 to the letter.
type Options struct {
	Reading protocol.Reading // Strict adds what only the reference host asks for
	Further bool             // the validator's rules beyond V1 to V10 halt a game too, as host_validator:X-…
	// Overlook reports whether the host lets a violation of that rule pass; nil lets none. It makes a host at
	// fault, for proving that checks of hosts find one.
	Overlook func(rule string) bool
	// Record is told of every line of the wire, in order; it may be nil. A line is valid for the call.
	Record func(dir string, line []byte)
}

// An Engine is a Peer that has been greeted. It serves one game after another, until Spent.
type Engine struct {
	Hello protocol.EngineHelloOK

	peer      Peer
	opts      Options
	sent      uint64 // requests sent, for their ids
	spent     bool
	validator *validator.Game // of the process: the engine's identity must not drift from game to game
	decoder   protocol.Decoder
}

// Spent reports whether the engine must be started again before a further game: a fault has cost the
// process its trust (Section 11.3), or the host has ended a game that for the engine is still going on.
func (e *Engine) Spent() bool { return e.spent }

// Greet exchanges hello with an engine (Section 9.1). A failure is a configuration error (Section
// 11.1): there is no game yet.
func Greet(peer Peer, within time.Duration, o Options) (*Engine, error) {
	e := &Engine{peer: peer, opts: o, validator: validator.New(validator.Options{Reading: o.Reading})}
	e.decoder.Reading = o.Reading
	id := e.id()
	request := protocol.AppendRequest(nil, id, &protocol.Hello{})
	e.record(HostToEngine, request)
	answer, err := peer.Exchange(request, within)
	if err != nil {
		return nil, fmt.Errorf("engine hello: %w", err)
	}
	e.record(EngineToHost, answer)
	m, fault := e.decoder.EngineResponse(answer)
	if fault != nil {
		return nil, fmt.Errorf("engine hello: %w", fault)
	}
	switch body := m.Body.(type) {
	case *protocol.EngineHelloOK:
		if m.ID != id || body.ProtocolMinor != 0 {
			return nil, fmt.Errorf("engine hello: answered id %q, minor %d", m.ID, body.ProtocolMinor)
		}
		e.Hello = *body
		e.validator.Hello(body)
		return e, nil
	case *protocol.ErrorBody:
		return nil, fmt.Errorf("engine hello: error %s: %s", body.Code, body.Message)
	}
	return nil, fmt.Errorf("engine hello: answered %s", m.Type)
}

func (e *Engine) id() string {
	e.sent++
	return "h-" + strconv.FormatUint(e.sent, 10)
}

func (e *Engine) record(dir string, line []byte) {
	if e.opts.Record != nil {
		e.opts.Record(dir, line)
	}
}

// The directions in which Options.Record tells of lines (Section 16).
const (
	HostToEngine = "host_to_engine"
	EngineToHost = "engine_to_host"
	HostToAgent  = "host_to_agent"
	AgentToHost  = "agent_to_host"
)

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
}

// A Result is a game's row in the ledger.
type Result struct {
	Ending
	GameID        string
	StepCount     uint64         // answers of both seats that the host accepted
	DecisionCount uint64         // groups that they completed, less those that a rewind abandoned
	SeatSteps     [2]uint64      // answers of each seat
	LastSelection *protocol.Seat // whose selection preceded a halt or truncation (Section 11.5); else nil
	Digest        string
	Detail        string // what went wrong, for people; "" after a natural ending
	// Violation is the rule that the engine broke, when that ended the game.
	Violation *validator.Violation
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
