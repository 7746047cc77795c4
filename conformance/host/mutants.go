package host

// Mutants: the reference host with one named fault. Each names the checks that must find it, which is what
// proves them.

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A mutant is a row of the table.
type mutant struct {
	name    string
	section string   // that it breaks
	fault   string   // in a sentence
	kills   []string // globs over ids without "host/"
	// slow faults are told by waiting in vain, late ones at the natural end of a game.
	slow, late bool
	make       func() *referee
}

// A Mutant is the reference host with one named fault, for proving checks. It is no program of its own: it has
// Play, and no Serve.
type Mutant struct {
	suite.Mutant
	Section string // of the specification, that it breaks
	Fault   string // in a sentence, what is wrong
	Short   bool   // Config.Short suffices to find it
	Play    InProcess
}

// Mutants returns every fault that the checks of this package are known to find.
func Mutants() []Mutant {
	var out []Mutant
	for _, m := range mutants() {
		out = append(out, Mutant{suite.Mutant{Name: m.name, Kills: suite.Within(Name, m.kills), Limits: m.limits()}, m.section, m.fault, !m.late, playing(m.make)})
	}
	return out
}

// limits suffice to see that a mutant does nothing more: it answers at once, or when one of its own clocks has run
// out, and these run for a second.
func (m mutant) limits() process.Limits {
	limits := process.Limits{Startup: 5 * time.Second, Answer: 5 * time.Second, Exit: 300 * time.Millisecond}
	if m.slow {
		limits.Answer = 1500 * time.Millisecond
	}
	return limits
}

// playing makes a host of its own for every run.
func playing(make func() *referee) InProcess {
	return func(ctx context.Context, dial [3]func() (Conn, error)) error {
		r := make()
		r.games = max(r.games, 1)
		terms := r.edit
		r.edit = func(m *reference.Match) {
			Brief(m)
			if terms != nil {
				terms(m)
			}
		}
		return r.run(ctx, dial)
	}
}

// Brief sets terms that cost a check little: silence lasts as long as an answer may take, and a loop as many
// answers as a cap allows. No answer of a program of ours takes a tenth of that time.
func Brief(m *reference.Match) {
	m.Time.StartupMS, m.Time.GameStartMS, m.Time.MaxDecisionMS, m.Time.EngineStepMS = 1000, 1000, 1000, 1000
	m.Limits.MaxSeatDecisionsPerTurn = 120
}

// flaws are what makes a referee a mutant. The zero flaws are none.
type flaws struct {
	// around stands between the host and its programs: what it returns is what the host takes for the answer.
	around func(*call) (string, error)
	// conn stands between the host and the bytes of a program.
	conn func(role, Conn) Conn
	// keeps says that the host plays on with an engine that it should start again.
	keeps bool
}

// connect returns what starts a program, with the fault of its connection.
func (f flaws) connect(who role, dial func() (Conn, error)) func() (Conn, error) {
	if f.conn == nil {
		return dial
	}
	return func() (Conn, error) {
		c, err := dial()
		if err != nil {
			return nil, err
		}
		return f.conn(who, c), nil
	}
}

// spoiled returns a program behind around.
func (r *referee) spoiled(who role, p *Peer) reference.Peer {
	if r.around == nil {
		return p
	}
	return &spoiled{p, r, who}
}

type spoiled struct {
	*Peer
	referee *referee
	role    role
}

func (s *spoiled) Exchange(line []byte, within time.Duration) ([]byte, error) {
	v, err := wire.Parse(line)
	if err != nil {
		return nil, err
	}
	answer, err := s.referee.around(&call{s.referee, s.role, v.Get("request_type").Str(), string(line), v, within})
	return []byte(answer), err
}

// A call is one exchange that the host is about to have. Those of two agents before their game may be had at
// the same time.
type call struct {
	referee *referee
	to      role
	request string // its type
	line    string
	value   wire.Value // of line
	within  time.Duration
}

// next sends a line to whom the call is for, and returns the answer.
func (c *call) next(line string) (string, error) { return c.ask(c.to, line) }

// ask sends a line to any of the programs.
func (c *call) ask(who role, line string) (string, error) {
	answer, err := c.referee.peers[who].Exchange([]byte(line), c.within)
	return string(answer), err
}

// Building blocks of faults. A fault of several requests keeps its state in what makes it.

type around = func(*call) (string, error)

func stateless(f around) func() *referee {
	return func() *referee { return &referee{flaws: flaws{around: f}} }
}

// parties are those that a fault concerns.
type parties func(role) bool

func toEngine(r role) bool { return r == engineRole }
func toAgents(r role) bool { return r != engineRole }
func toSecond(r role) bool { return r == secondAgent }

// concerns reports whether a call is one of that type to one of those; "" is any type.
func (c *call) concerns(who parties, request string) bool {
	return who(c.to) && (request == "" || request == c.request)
}

// sends writes the text of requests anew. For "" nothing is sent, and the host has what a legal answer would be.
func sends(who parties, request string, write func(c *call, line string) string) func() *referee {
	return stateless(func(c *call) (string, error) {
		if !c.concerns(who, request) {
			return c.next(c.line)
		}
		if line := write(c, c.line); line != "" {
			return c.next(line)
		}
		return c.acked(), nil
	})
}

// acked is an ack to the request that nobody sent.
func (c *call) acked() string { return string(protocol.AppendResponse(nil, c.id(), &protocol.Ack{})) }

func (c *call) id() string { return c.value.Get("request_id").Str() }

// omits does not send what it should.
func omits(who parties, request string) func() *referee {
	return sends(who, request, func(*call, string) string { return "" })
}

// edits changes requests before they are sent.
func edits(who parties, request string, edit func(n *protocolgen.Node)) func() *referee {
	return sends(who, request, func(_ *call, line string) string { return rewritten(line, edit) })
}

func rewritten(line string, edit func(n *protocolgen.Node)) string {
	v, err := wire.Parse([]byte(line))
	if err != nil {
		return line
	}
	return string(edited(v, edit))
}

// at calls f with the member at a path, if it is there.
func at(path string, f func(n *protocolgen.Node)) func(*protocolgen.Node) {
	return func(n *protocolgen.Node) {
		for key := range strings.SplitSeq(path, "/") {
			if n = n.Get(key); n == nil {
				return
			}
		}
		f(n)
	}
}

// setting puts a value, as JSON text, in place of the member at a path, or adds it.
func setting(path, value string) func(*protocolgen.Node) {
	return func(n *protocolgen.Node) {
		keys := strings.Split(path, "/")
		for _, key := range keys[:len(keys)-1] {
			if n = n.Get(key); n == nil {
				return
			}
		}
		v, err := wire.Parse([]byte(value))
		if err != nil {
			panic(err) // the table holds what is no JSON
		}
		n.Set(keys[len(keys)-1], protocolgen.FromValue(v))
	}
}

// dropping leaves a member out.
func dropping(path string) func(*protocolgen.Node) {
	return func(n *protocolgen.Node) {
		keys := strings.Split(path, "/")
		for _, key := range keys[:len(keys)-1] {
			if n = n.Get(key); n == nil {
				return
			}
		}
		n.Drop(keys[len(keys)-1])
	}
}

// plus adds to the number at a path.
func plus(path string, by int64) func(*protocolgen.Node) {
	return at(path, func(n *protocolgen.Node) { n.Int += by })
}

// hears puts something else in place of an answer.
func hears(who parties, request string, take func(c *call, answer string) string) func() *referee {
	return stateless(func(c *call) (string, error) {
		answer, err := c.next(c.line)
		if err != nil || !c.concerns(who, request) {
			return answer, err
		}
		return take(c, answer), nil
	})
}

// choosing is a choice of candidate i in answer to the call.
func (c *call) choosing(i int64) string {
	return string(protocol.AppendResponse(nil, c.id(), &protocol.Choice{CandidateID: i}))
}

// greeting is the hello_ok of an agent that the host has made up.
func (c *call) greeting() string {
	return string(protocol.AppendResponse(nil, c.id(), &protocol.AgentHelloOK{BotName: "agent", BotVersion: "1"}))
}

// refusing is an error in answer to the call.
func (c *call) refusing() string {
	return string(protocol.AppendResponse(nil, c.id(), &protocol.ErrorBody{Code: string(protocol.CodeInternalError), Message: "a mutant's"}))
}

// forgives takes candidate 0 for the choice where an agent's answer is at fault.
func forgives(bad func(c *call, answer string) bool) func() *referee {
	return hears(toAgents, "choose", func(c *call, answer string) string {
		if bad(c, answer) {
			return c.choosing(0)
		}
		return answer
	})
}

// chokes takes an answer for an error for something that it must bear.
func chokes(who parties, request string, bad func(c *call, answer string) bool) func() *referee {
	return hears(who, request, func(c *call, answer string) string {
		if bad(c, answer) {
			return c.refusing()
		}
		return answer
	})
}

// parsed returns an answer as a tree, Absent if it is not strict JSON.
func parsed(answer string) wire.Value {
	v, err := wire.Parse([]byte(answer))
	if err != nil {
		return wire.Value{}
	}
	return v
}

// retells changes the endings that agents are told of, where they are of a kind.
func retells(of func(terminal wire.Value) bool, edit func(n *protocolgen.Node)) func() *referee {
	return sends(toAgents, "game_over", func(c *call, line string) string {
		if !of(c.value.Get("terminal")) {
			return line
		}
		return rewritten(line, edit)
	})
}

func forfeited(cause string) func(wire.Value) bool {
	return func(t wire.Value) bool { return t.Get("reason").StrIs("forfeit:" + cause) }
}

func classified(as string) func(wire.Value) bool {
	return func(t wire.Value) bool { return t.Get("classification").StrIs(as) }
}

// overlooks lets violations of a rule pass.
func overlooks(rule string) func() *referee {
	return func() *referee {
		return &referee{options: reference.Options{Overlook: func(r string) bool { return r == rule }}}
	}
}

// renamed gives an ending another reason.
func renamed(reason string) func(*protocolgen.Node) {
	return setting("terminal/reason", suite.Quote(reason))
}

// withTerms plays on other terms.
func withTerms(terms func(*reference.Match)) func() *referee {
	return func() *referee { return &referee{edit: terms} }
}

// waiting waits for an answer as long as it takes.
func waiting(who parties, request string) func() *referee {
	return stateless(func(c *call) (string, error) {
		if c.concerns(who, request) {
			c.within = time.Hour
		}
		return c.next(c.line)
	})
}

// A filtered Conn reads something else than what the program wrote.
type filtered struct {
	Conn
	r io.Reader
}

func (f filtered) Read(b []byte) (int, error) { return f.r.Read(b) }

// connected is a host with the fault of its connections.
func connected(conn func(role, Conn) Conn) func() *referee {
	return func() *referee { return &referee{flaws: flaws{conn: conn}} }
}

// refusing returns the fault of a host that takes no line with such an end from some programs.
func refusing(end string, of parties) func(role, Conn) Conn {
	return func(who role, c Conn) Conn {
		return pipedLines(c, func(line []byte) []byte {
			if of(who) && bytes.HasSuffix(line, []byte(end)) {
				return []byte("\n")
			}
			return line
		}, wire.MaxLine+2)
	}
}

// scanning returns the fault of a host that reads lines of so many bytes, and no longer ones.
func scanning(most int) func(role, Conn) Conn {
	return func(_ role, c Conn) Conn { return pipedLines(c, func(line []byte) []byte { return line }, most) }
}

// pipedLines edits the lines that a program writes. Its output ends at one that is longer than most.
func pipedLines(c Conn, edit func([]byte) []byte, most int) Conn {
	r, w := io.Pipe()
	go func() {
		in := bufio.NewReaderSize(c, 64<<10)
		var line []byte
		for {
			part, err := in.ReadSlice('\n')
			line = append(line, part...)
			switch {
			case len(line) > most:
				w.CloseWithError(bufio.ErrTooLong)
				return
			case err == bufio.ErrBufferFull:
				continue
			case err != nil:
				w.CloseWithError(err)
				return
			}
			if _, err := w.Write(edit(line)); err != nil {
				return
			}
			line = line[:0]
		}
	}()
	return filtered{c, r}
}
