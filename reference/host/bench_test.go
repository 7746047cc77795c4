package host_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"gotest.tools/v3/assert"
)

// A script is a Peer that says what was said before.
type script struct {
	lines [][]byte
	next  int
}

func (s *script) Exchange([]byte, time.Duration) ([]byte, error) {
	s.next++
	return s.lines[s.next-1], nil
}

func (s *script) Kill() {}

// BenchmarkHost is the host's own work on a game, without that of the engine and the agents: reading
// and checking each decision, the validator, forwarding, the choice, the step and the digest. Its bytes
// are those of the engine's answers.
func BenchmarkHost(b *testing.B) {
	var said [3][][]byte // by the engine, p0 and p1
	m := match(b)
	c := m.Engine.Hello.Catalog[1]
	deck := protocol.NamedDeck{DeckID: protocol.DeckID(c.Decklist), Name: c.Name, Decklist: c.Decklist}
	m.Decks = [2]protocol.NamedDeck{deck, deck}
	m.Agents = [2]host.Peer{bot(b, "uniform"), bot(b, "uniform")}
	engine, err := host.Greet(&taker{Peer: newEngine(b), said: &said[0]}, time.Second, host.Options{})
	assert.NilError(b, err)
	m.Engine = engine
	for i, p := range m.Agents {
		m.Agents[i] = &taker{Peer: p, said: &said[1+i]}
	}
	_, err = m.Play()
	assert.NilError(b, err)
	b.SetBytes(int64(len(bytes.Join(said[0], nil))))
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		fresh, err := host.Greet(&script{lines: said[0]}, time.Second, host.Options{})
		assert.NilError(b, err)
		m.Engine = fresh
		m.Agents = [2]host.Peer{&script{lines: said[1]}, &script{lines: said[2]}}
		_, err = m.Play()
		assert.NilError(b, err)
	}
	b.ReportMetric(float64(len(said[0]))*float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}

// A taker takes down what a peer says.
type taker struct {
	host.Peer
	said *[][]byte
}

func (p *taker) Exchange(line []byte, within time.Duration) ([]byte, error) {
	answer, err := p.Peer.Exchange(line, within)
	*p.said = append(*p.said, bytes.Clone(answer))
	return answer, err
}
