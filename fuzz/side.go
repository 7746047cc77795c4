package fuzz

// Sections 9 and 10: what differs between fuzzing an engine and fuzzing an agent.

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A side plays the host in a dialogue with one process. It knows what a move says at this moment, and
// which answers are right. All else of a run is the same for every role.
type side interface {
	first(g *generator) Move // the greeting
	next(g *generator) Move  // what to send now
	render(v Move) []byte    // the line of a move, which never holds a line feed
	expect(line []byte)      // works out what may come; after this no other move is rendered before take
	expected() expectation   // tells of it
	take(line, answer []byte) *Fault
	settle() *Fault // what take has left for the time in which the target works; called before the next take
	classes() (request, answer string)
	place() string // the state, with what of it can be told apart from outside
	greeted() bool
	lost() bool // nothing certain can be said of this process any more
}

// An expectation describes for people what may be answered to a line.
type expectation struct {
	state    State
	request  string
	right    string
	advisory bool // the text does not demand it
}

// A role is a row: how to begin a dialogue with targets of a role, and how its transcripts name it.
type role struct {
	to, from string // directions of rows
	begin    string // the kind of move that begins a game
	heads    [][]Move
	length   func(secret protocol.RunSecret, n uint64) uint64 // how many requests one process is sent
	side     func(o *Options, secret protocol.RunSecret) side
}

var hello = Move{Kind: "hello"}

func (o *Options) role() role {
	if o.Role == Agent {
		start := Move{Kind: "game_start"}
		return role{
			goldens.HostToAgent, goldens.AgentToHost, start.Kind, [][]Move{{hello}, {hello, start}}, agentLengthOf,
			func(o *Options, secret protocol.RunSecret) side { return newAgentSide(o, secret) },
		}
	}
	reset, step := Move{Kind: "reset", Caps: [2]uint64{10000, 100}}, Move{Kind: "step"}
	return role{
		goldens.HostToEngine, goldens.EngineToHost, reset.Kind, [][]Move{{hello}, {hello, reset}, {hello, reset, step}}, func(protocol.RunSecret, uint64) uint64 { return sessionLength },
		func(o *Options, secret protocol.RunSecret) side {
			m := NewModel(o.Reading)
			s := newScript(m, secret)
			s.format, s.deck = o.Format, o.Deck
			return &engineSide{model: m, s: s, places: map[string]string{}}
		},
	}
}

// Role names what a target is.
type Role string

const (
	Engine Role = "engine" // Section 9; also what "" stands for
	Agent  Role = "agent"  // Section 10
)

// named is the role with its name.
func (o *Options) named() Role { return cmp.Or(o.Role, Engine) }

// An engineSide is the host of an engine.
type engineSide struct {
	model  *Model
	s      *script
	wanted Want // what may come for the line that was sent
	course course
	text   []byte // of place, used again each time
	places map[string]string
}

func (x *engineSide) first(*generator) Move  { return hello }
func (x *engineSide) next(g *generator) Move { return g.next(x.s) }
func (x *engineSide) render(v Move) []byte   { return x.s.render(v) }
func (x *engineSide) settle() *Fault         { return x.model.Settle() }
func (x *engineSide) classes() (_, _ string) { return x.model.asked, x.model.got }
func (x *engineSide) greeted() bool          { return x.model.Hello() != nil }
func (x *engineSide) lost() bool             { return false }

func (x *engineSide) expect(line []byte) { x.wanted = x.model.Want(line) }

func (x *engineSide) expected() expectation {
	w := x.wanted
	return expectation{state: w.State, request: w.Request, right: w.String()}
}

func (x *engineSide) take(line, answer []byte) *Fault {
	games, step, state := len(x.model.games), x.model.step, x.model.state
	f := x.model.take(x.wanted, line, answer)
	begun := len(x.model.games) > games
	x.course.follow(begun, x.model.step != step || x.model.state != state, line, answer)
	x.s.answered()
	return f
}

// place names the state in which the engine is, with what of it can be told apart from outside: what
// it asks, and how many games it has played.
func (x *engineSide) place() string {
	m := x.model
	b := append(x.text[:0], m.state.String()...)
	if m.state == InGame {
		b = m.posing.Get("context").Get("kind").AppendStr(append(b, ' '))
		b = appendKinds(append(b, ' '), m.choices)
	} else {
		b = strconv.AppendInt(append(b, ' '), int64(min(len(m.games), 3+len(m.games)/8)), 10)
	}
	x.text = b
	if name, ok := x.places[string(b)]; ok {
		return name
	}
	name := string(b)
	if len(x.places) < mostPlaces {
		x.places[name] = name
	}
	return name
}

// mostPlaces bounds the names that a process has for its states.
const mostPlaces = 1000

// appendKinds names the kinds of the first candidates, up to four, each run of the same kind once.
func appendKinds(b []byte, candidates wire.Value) []byte {
	last, n := len(b), 0
	for c := range candidates.Elems() {
		at := len(b)
		if n > 0 {
			b = append(b, '+')
		}
		from := len(b)
		b = c.Get("semantic").Get("kind").AppendStr(b)
		if n > 0 && bytes.Equal(b[last:at], b[from:]) {
			b = b[:at]
			continue
		}
		if last, n = from, n+1; n == 4 {
			break
		}
	}
	return b
}
