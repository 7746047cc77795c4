package goldens

// Section 11: games of the reference host, taken down.

import (
	"errors"
	"fmt"
	"time"

	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// errGone is a Peer's error when its process has ended.
var errGone = errors.New("its process has ended")

// lost are the ways in which an answer may fail to come.
var lost = map[string]error{"timeout": host.ErrTimeout, "gone": errGone}

// parties are the three peers of a host, by the name that Game.Lost has for them.
type parties struct {
	engine host.Peer
	agents [2]host.Peer
}

// play plays the game between the parties. Everything that the host sees and says is in the rows.
func (g *Game) play(p parties) (rows []Row, r host.Result, err error) {
	o := host.Options{Record: func(dir string, line []byte) { rows = append(rows, NewRow(dir, line)) }}
	if g.Strict {
		o.Reading = protocol.Strict
	}
	e, err := host.Greet(p.engine, time.Minute, o)
	if err != nil {
		return rows, r, err
	}
	var decks [2]protocol.NamedDeck
	for i, id := range g.Decks {
		var ok bool
		if decks[i], ok = e.CatalogDeck(id); !ok {
			return rows, r, fmt.Errorf("the engine has no catalog deck %.64q", id)
		}
	}
	m := e.NewMatch(g.Format, decks)
	if m.Secret, err = protocol.ParseRunSecret(g.RunSecret); err != nil {
		return rows, r, err
	}
	m.Index, m.Agents = g.Index, p.agents
	m.Rules.Mulligan, m.Rules.StartingPlayer, m.Rules.OpponentDecklist = g.Mulligan, g.StartingPlayer, g.OpponentDecklist
	m.Rules.StartingSeat = nil
	if g.StartingSeat != "" {
		m.Rules.StartingSeat = protocol.Ptr(protocol.Seat(g.StartingSeat))
	}
	m.Limits.MaxSeatDecisionsPerTurn = g.MaxSeatDecisionsPerTurn
	r, err = m.Play()
	return rows, r, err
}

// A fault makes one party fall out of its role once.
type fault struct {
	who     string // engine, p0 or p1
	request string // the request_type that it answers wrongly
	after   int    // so many right answers to it first
	says    string // what it answers, ID standing for the request_id; or
	edit    func(answer string) string
	lost    string // how the answer fails to come, a key of lost
}

// of returns p with the fault.
func (f *fault) of(p host.Peer) host.Peer { return &faulty{Peer: p, fault: *f} }

type faulty struct {
	host.Peer
	fault fault
}

func (p *faulty) Exchange(line []byte, within time.Duration) ([]byte, error) {
	answer, err := p.Peer.Exchange(line, within)
	request, perr := wire.Parse(line)
	if err != nil || perr != nil || !request.Get("request_type").StrIs(p.fault.request) {
		return answer, err
	}
	if p.fault.after--; p.fault.after != -1 {
		return answer, err
	}
	switch f := p.fault; {
	case f.lost != "":
		return nil, lost[f.lost]
	case f.edit != nil:
		return []byte(f.edit(string(answer))), nil
	default:
		return withID(f.says, request), nil
	}
}

// newParties returns the entry's reference engine and agents, fresh.
func newParties(o engine.Options, agents [2]string) (p parties, stop func(), err error) {
	e := engine.New(o)
	p.engine = host.InProcess(e.Answer)
	for i, policy := range agents {
		a, err := agent.New(agent.Options{Policy: policy})
		if err != nil {
			return p, e.Close, err
		}
		p.agents[i] = host.InProcess(a.Answer)
	}
	return p, e.Close, nil
}
