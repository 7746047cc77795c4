package host

// The reference host as a target.

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Reference returns the reference host as one that plays so many games, each with fresh agents, in the engine's
// first format with its first deck. edit changes the terms of a match before it is played; it may be nil.
func Reference(games int, o host.Options, edit func(*host.Match)) InProcess {
	return func(ctx context.Context, dial [3]func() (Conn, error)) error {
		return (&referee{games: games, options: o, edit: edit}).run(ctx, dial)
	}
}

// A referee plays the games of one reference host.
type referee struct {
	games   int
	options host.Options
	edit    func(*host.Match)
	flaws

	dial   [3]func() (Conn, error)
	engine *host.Engine
	peers  [3]*Peer // that play now, by role
}

// run plays all games.
func (r *referee) run(ctx context.Context, dial [3]func() (Conn, error)) error {
	r.dial = dial
	defer r.close()
	for i := range uint64(r.games) {
		if err := r.play(i); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

func (r *referee) close() {
	if p := r.peers[engineRole]; p != nil {
		p.Kill()
	}
}

// start starts a program and returns it as the host is to see it.
func (r *referee) start(who role) (host.Peer, error) {
	p, err := Dial(r.connect(who, r.dial[who]))
	if err != nil {
		return nil, err
	}
	r.peers[who] = p
	return r.spoiled(who, p), nil
}

func (r *referee) play(i uint64) error {
	if r.engine == nil || r.engine.Spent() {
		peer, err := r.restart()
		if err != nil {
			return err
		}
		if r.engine, err = host.Greet(peer, 5*time.Second, r.options); err != nil {
			return err
		}
	}
	e := r.engine
	if len(e.Hello.Catalog) == 0 {
		return errors.New("the engine has no catalog")
	}
	deck, _ := e.CatalogDeck(e.Hello.Catalog[0].CatalogID)
	m := e.NewMatch(e.Hello.Formats[0], [2]protocol.NamedDeck{deck, deck})
	begin := time.Now()
	m.Index, m.Clock = i, func() time.Duration { return time.Since(begin) }
	for b := range m.Secret {
		m.Secret[b] = byte(b)
	}
	if r.edit != nil {
		r.edit(m)
	}
	for s := range m.Agents {
		peer, err := r.start(firstAgent + role(s))
		if err != nil {
			return err
		}
		defer r.peers[firstAgent+role(s)].Kill()
		m.Agents[s] = peer
	}
	_, err := m.Play()
	return err
}

// restart starts the engine, in place of the one that there was.
func (r *referee) restart() (host.Peer, error) {
	if r.keeps && r.peers[engineRole] != nil {
		return r.spoiled(engineRole, r.peers[engineRole]), nil
	}
	r.close()
	return r.start(engineRole)
}

// A Peer is a program that a host in this process has started, as the reference host wants it.
type Peer struct {
	conn    Conn
	answers chan read
}

// Dial starts a program.
func Dial(dial func() (Conn, error)) (*Peer, error) {
	conn, err := dial()
	if err != nil {
		return nil, err
	}
	p := &Peer{conn, make(chan read, backlog)}
	go func() {
		in := wire.NewReader(conn)
		for {
			line, err := in.ReadLine()
			p.answers <- read{append([]byte(nil), line...), err}
			if err != nil && !errors.Is(err, wire.ErrLineTooLong) {
				close(p.answers)
				return
			}
		}
	}()
	return p, nil
}

// Exchange implements host.Peer.
func (p *Peer) Exchange(line []byte, within time.Duration) ([]byte, error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	wrote := make(chan error, 1)
	text := append(append([]byte(nil), line...), '\n')
	go func() {
		_, err := p.conn.Write(text)
		wrote <- err
	}()
	select {
	case err := <-wrote:
		if err != nil {
			return nil, err
		}
	case <-timer.C:
		return nil, host.ErrTimeout
	}
	select {
	case r, open := <-p.answers:
		switch {
		case !open:
			return nil, io.EOF
		case errors.Is(r.err, wire.ErrLineTooLong):
			return nil, nil // a line, but none that could be an answer
		case errors.Is(r.err, io.ErrUnexpectedEOF):
			return nil, io.EOF // half a line is none
		}
		return r.line, r.err
	case <-timer.C:
		return nil, host.ErrTimeout
	}
}

// Kill implements host.Peer: the program's stdin is closed, and what it says is not listened to any more.
func (p *Peer) Kill() {
	p.conn.Close()
	go func() {
		for range p.answers {
		}
	}()
}
