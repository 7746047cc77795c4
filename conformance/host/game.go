package host

// A record, told as what it is: requests and answers of each process, and games.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A talk is what was said with one process.
type talk struct {
	role      role
	proc      int
	exchanges []*exchange
	ended     int // the event that ended it, -1 if the host did not
}

// An exchange is one request of the host's and what it was answered.
type exchange struct {
	talk    *talk
	at      int // the event that the request is
	line    []byte
	request wire.Value // Absent if it is not strict JSON
	kind    string     // its request_type
	early   bool       // it came before the request before it was answered

	answers []answer // usually one
}

// An answer is a line that a program said.
type answer struct {
	at    int
	line  []byte
	value wire.Value // Absent if it is not strict JSON
}

// answer returns what the exchange was answered first, or Absent.
func (x *exchange) answer() wire.Value {
	if len(x.answers) == 0 {
		return wire.Value{}
	}
	return x.answers[0].value
}

// said returns the line that it was answered first, nil if there is none.
func (x *exchange) said() []byte {
	if len(x.answers) == 0 {
		return nil
	}
	return x.answers[0].line
}

// answeredAt returns the event of the answer, -1 if there is none.
func (x *exchange) answeredAt() int {
	if len(x.answers) == 0 {
		return -1
	}
	return x.answers[0].at
}

// id returns the request_id.
func (x *exchange) id() string { return x.request.Get("request_id").Str() }

// talksOf parts events by process, in the order in which these were started.
func talksOf(events []event) (talks []*talk) {
	type key struct {
		role role
		proc int
	}
	open := map[key]*talk{}
	for i, e := range events {
		k := key{e.role, e.proc}
		t := open[k]
		switch e.what {
		case started:
			t = &talk{role: e.role, proc: e.proc, ended: -1}
			open[k] = t
			talks = append(talks, t)
		case heard:
			x := &exchange{talk: t, at: i, line: e.line}
			x.request, _ = wire.Parse(e.line)
			x.kind = x.request.Get("request_type").Str()
			if n := len(t.exchanges); n > 0 {
				x.early = len(t.exchanges[n-1].answers) == 0
			}
			t.exchanges = append(t.exchanges, x)
		case told:
			a := answer{at: i, line: e.line}
			a.value, _ = wire.Parse(e.line)
			if x := t.waiting(a.value.Get("request_id").Str()); x != nil {
				x.answers = append(x.answers, a)
			}
		case ended:
			t.ended = i
		}
	}
	return talks
}

// waiting returns the exchange that an answer of an id belongs to: the first of that id without one, or the
// last of all. At most one is waiting unless the host pipelines, so it is looked for from the end.
func (t *talk) waiting(id string) (found *exchange) {
	for i, x := range slices.Backward(t.exchanges) {
		if len(x.answers) > 0 && i < len(t.exchanges)-backlog {
			break
		}
		if len(x.answers) == 0 && x.id() == id {
			found = x
		}
	}
	if n := len(t.exchanges); found == nil && n > 0 {
		return t.exchanges[n-1]
	}
	return found
}

// A game is one game of a run, by its game_id.
type game struct {
	id    string
	reset *exchange   // nil if the engine was not asked to begin it
	steps []*exchange // in order
	seats [2]*seated  // nil for a seat that no agent was given
}

// told reports whether an agent was told that the game is over.
func (g *game) told() bool {
	return g.seats[0] != nil && g.seats[0].over != nil || g.seats[1] != nil && g.seats[1].over != nil
}

// A seated is an agent in a game.
type seated struct {
	talk    *talk
	seat    protocol.Seat
	start   *exchange
	chooses []*exchange
	over    *exchange // nil if it was not told the end
}

// gamesOf finds the games, in the order in which the host first names them.
func gamesOf(talks []*talk) (games []*game) {
	byID := map[string]*game{}
	named := func(x *exchange) *game {
		id := x.request.Get("game_id").Str()
		g := byID[id]
		if g == nil {
			g = &game{id: id}
			byID[id] = g
			games = append(games, g)
		}
		return g
	}
	for _, t := range talks {
		var me *seated
		for _, x := range t.exchanges {
			switch {
			case t.role == engineRole && x.kind == "reset":
				if g := named(x); g.reset == nil {
					g.reset = x
				}
			case t.role == engineRole && x.kind == "step":
				g := named(x)
				g.steps = append(g.steps, x)
			case t.role == engineRole:
			case x.kind == "game_start":
				me = &seated{talk: t, seat: protocol.Seat(x.request.Get("seat").Str()), start: x}
				if me.seat == protocol.P0 || me.seat == protocol.P1 {
					named(x).seats[me.seat.Index()] = me
				}
			case me != nil && x.kind == "choose":
				me.chooses = append(me.chooses, x)
			case me != nil && x.kind == "game_over":
				me.over = x
			}
		}
	}
	return games
}
