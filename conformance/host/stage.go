package host

// The run of a host: it is started, and the programs that it starts are played to it.

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// An ending says why a run was over.
type ending string

const (
	exited   ending = "the host ended"
	lingered ending = "the host had nothing more to say"
	stuck    ending = "the host did nothing more"
	enough   ending = "it had played enough"
	cut      ending = "the run was broken off" // what is not there may only have been yet to come
)

// A run is what came of a script: all that the host did.
type run struct {
	script   script
	events   []event
	end      ending
	exit     process.Exit
	failure  *conformance.Failure // why the host could not be run
	stopped  bool                 // by whoever runs us
	unserved error                // why we could not run it; our own fault
	points   []int                // the events at which twists happened
	declined string               // why a twist did not happen where it could have
	talks    []*talk
	games    []*game
	timeline []conformance.Moment // the host's own
	stderr   []byte
}

// A stage is a run that goes on.
type stage struct {
	config Config
	script script
	record *record
	ctx    context.Context
	cancel context.CancelFunc

	players   sync.WaitGroup
	listening atomic.Int32 // players whose stdin the host has not closed

	cutOff atomic.Bool // the run was ended while the host may have been writing

	mu       sync.Mutex
	links    []link
	procs    [3]int // processes of each role so far
	done     []int  // for each twist, how often it happened
	points   []int
	declined string
	broken   error                 // a fault of ours
	time     *protocol.TimeControl // that the host has declared
	waiting  time.Duration         // what a twist lets pass
	games    map[string]int        // by id, how many agents still play it
}

// stage runs a script.
func (s *shared) stage(x script) *run {
	ctx, cancel := context.WithTimeout(s.ctx, s.config.Most)
	defer cancel()
	st := &stage{config: s.config, script: x, record: newRecord(), ctx: ctx, cancel: cancel, done: make([]int, len(x.twists)), games: map[string]int{}}
	r := &run{script: x}
	p, cleanup, err := st.start()
	defer cleanup()
	var fault *process.Fault
	switch {
	case errors.As(err, &fault) && fault.Kind != process.StartFailed:
		r.unserved, r.stopped = err, fault.Kind == process.Stopped
		return r
	case errors.As(err, &fault):
		f := fault.Failure()
		r.failure = &f
		return r
	case err != nil:
		r.unserved = err
		return r
	}
	r.end = st.watch(p)
	st.cutOff.Store(r.end != stuck)
	r.stopped = s.ctx.Err() != nil
	st.close()
	r.exit = p.Stop()
	st.players.Wait()
	if st.record.full() {
		r.end = cut
	}
	r.events, r.points, r.declined, r.unserved = st.record.taken(), st.points, st.declined, st.broken
	r.timeline, r.stderr = p.Timeline(), p.Stderr()
	r.talks = talksOf(r.events)
	r.games = gamesOf(r.talks)
	return r
}

// start runs the host. cleanup is to be called in any case.
func (st *stage) start() (p *process.Process, cleanup func(), err error) {
	none := func() {}
	c := st.config.Command
	if f := st.config.InProcess; f != nil {
		c = process.Command{InProcess: func(io.Reader, io.Writer, io.Writer) error {
			var dial [3]func() (Conn, error)
			for r := range dial {
				dial[r] = func() (Conn, error) { return st.dial(role(r)) }
			}
			return f(st.ctx, dial)
		}}
		p, err = process.Start(st.ctx, c, st.config.Limits)
		return p, none, err
	}
	folder, err := os.MkdirTemp("", "sbconform")
	if err != nil {
		return nil, none, err
	}
	socket := filepath.Join(folder, "s")
	l, err := net.Listen("unix", socket)
	cleanup = func() {
		if l != nil {
			l.Close()
		}
		os.RemoveAll(folder)
	}
	if err != nil {
		return nil, cleanup, fmt.Errorf("no socket for the host's programs; a shorter TMPDIR may help: %w", err)
	}
	go accept(l, st.open)
	c.Argv = slices.Clone(c.Argv)
	for r, word := range Placeholders() {
		path, err := writeProgram(folder, role(r), st.config.Relay(socket, role(r).String()))
		if err != nil {
			return nil, cleanup, err
		}
		for i := range c.Argv {
			c.Argv[i] = strings.ReplaceAll(c.Argv[i], word, path)
		}
	}
	p, err = process.Start(st.ctx, c, st.config.Limits)
	return p, cleanup, err
}

// writeProgram writes a program that takes no arguments and runs a command line: a script of two lines, since
// nothing else works whatever the host does to the environment, the folder and the name that it runs it by.
func writeProgram(folder string, r role, argv []string) (string, error) {
	name, text := r.String(), "#!/bin/sh\nexec "+report.Quote(argv)+"\n"
	if runtime.GOOS == "windows" {
		name, text = name+".cmd", `@"`+strings.Join(argv, `" "`)+"\"\r\n"
	}
	path := filepath.Join(folder, name)
	return path, os.WriteFile(path, []byte(text), 0o700)
}

// dial starts a program for a host in this process.
func (st *stage) dial(r role) (Conn, error) {
	if st.ctx.Err() != nil {
		return nil, st.ctx.Err()
	}
	mine, theirs := pair()
	st.open(r, mine)
	return theirs, nil
}

// maxPrograms is how many programs a host may start in a run, which needs a dozen at most.
const maxPrograms = 200

// open begins to play a program that the host has started.
func (st *stage) open(r role, l link) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if len(st.links) == maxPrograms {
		st.cancel()
	}
	if st.ctx.Err() != nil {
		l.exit(0)
		return
	}
	p := &player{stage: st, role: r, proc: st.procs[r], link: l, record: st.record, counts: map[string]int{}}
	st.procs[r]++
	st.links = append(st.links, l)
	st.record.add(r, p.proc, started, nil)
	st.listening.Add(1)
	st.players.Go(p.play)
}

// close ends every program.
func (st *stage) close() {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.cancel()
	for _, l := range st.links {
		l.exit(0)
	}
}

// watch waits until the host is done.
func (st *stage) watch(p *process.Process) ending {
	const tick = 20 * time.Millisecond
	for {
		if _, gone := p.WaitExit(tick); gone {
			st.settle()
			return exited
		}
		if st.ctx.Err() != nil || st.record.full() {
			return cut
		}
		limit, complete := st.patience()
		switch quiet := st.record.quiet(); {
		case complete && st.played() >= st.most():
			return enough
		case st.played() > 2*st.most(): // it begins the next before we look
			return cut
		case complete && quiet > st.config.Limits.Exit:
			return lingered
		case quiet > limit:
			return stuck
		}
	}
}

// settle waits a little for what a host that has ended has written: it is on its way through the relays, each of
// which then has nothing more to pass on.
func (st *stage) settle() {
	for end := time.Now().Add(st.config.Limits.Exit); st.listening.Load() > 0 && time.Now().Before(end); {
		time.Sleep(2 * time.Millisecond)
	}
}

// most is how many games the run is for.
func (st *stage) most() int {
	if st.script.games > 0 {
		return st.script.games
	}
	return 2
}

// played counts the games that are over for both agents.
func (st *stage) played() (n int) {
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, playing := range st.games {
		if playing == 0 {
			n++
		}
	}
	return n
}

// patience returns how long the host may do nothing, and whether every game that it has begun is over.
func (st *stage) patience() (limit time.Duration, complete bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	complete = len(st.games) > 0
	for _, playing := range st.games {
		complete = complete && playing == 0
	}
	if st.procs == [3]int{} {
		return st.config.Limits.Startup, false
	}
	return st.config.Limits.Answer + st.waiting, complete
}

// A player is one process of the engine or of an agent.
type player struct {
	stage  *stage
	role   role
	proc   int
	link   link
	record *record
	gone   atomic.Bool

	seat   protocol.Seat // an agent's, from its game_start on
	game   string        // the id of the game that it plays, "" if none
	counts map[string]int
	last   []byte                   // the latest line
	did    *twist                   // what was done in place of answering it; nil if it was answered
	serve  func(line []byte) []byte // the reference
	close  func()
}

// A read is what came from the host: a line, or why there is none.
type read struct {
	line []byte
	err  error
}

// backlog is how many lines may wait for a program that is slow to answer. A host that keeps to the protocol
// never has more than one; more than so many end the run.
const backlog = 64

// play answers the host until it closes the program's stdin.
func (p *player) play() {
	defer p.link.exit(0)
	p.cast()
	defer p.close()
	defer p.over()
	lines := make(chan read, backlog)
	go p.listen(lines)
	for r := range lines {
		if r.err == nil && !p.gone.Load() {
			p.survive(func() { p.hear(r.line) })
		}
	}
}

// survive calls f. A panic ends the program, as it would a process: an engine with a fault may well come upon one
// when the host lets it play on. Of any other program it is our fault.
func (p *player) survive(f func()) {
	defer func() {
		x := recover()
		if x == nil {
			return
		}
		p.record.notef(p.role, p.proc, "crashes: %v", x)
		p.gone.Store(true)
		p.link.exit(2)
		if p.stage.script.engine.Mutant == "" {
			p.stage.mu.Lock()
			defer p.stage.mu.Unlock()
			p.stage.broken = fmt.Errorf("%s: panic: %v\n%s", p.role, x, debug.Stack())
		}
	}()
	f()
}

// listen reads lines while earlier ones are answered, so that what comes too soon is seen to.
func (p *player) listen(lines chan<- read) {
	defer close(lines)
	defer p.stage.listening.Add(-1)
	in := wire.NewReader(toTheEnd{p.link})
	for {
		line, err := in.ReadLine()
		switch {
		case err == nil:
			p.record.add(p.role, p.proc, heard, line)
			select {
			case lines <- read{line: slices.Clone(line)}:
				continue
			default:
				p.record.flooded()
				return
			}
		case errors.Is(err, wire.ErrLineTooLong):
			p.record.add(p.role, p.proc, oddLine, []byte("a line of more than 8 MiB"))
			continue
		case errors.Is(err, io.ErrUnexpectedEOF) && !(p.ending() && p.stage.cutOff.Load()):
			p.record.add(p.role, p.proc, oddLine, line)
		}
		if !p.gone.Load() && !p.ending() {
			p.record.add(p.role, p.proc, ended, nil)
		}
		return
	}
}

// ending reports whether the run is over, so that what ends now need not be the host's doing.
func (p *player) ending() bool { return p.stage.ctx.Err() != nil }

// toTheEnd reads a link whose end is an end, whoever made it: what came before must not be lost.
type toTheEnd struct{ link }

func (r toTheEnd) Read(b []byte) (int, error) {
	n, err := r.link.Read(b)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// cast makes the reference that the program is.
func (p *player) cast() {
	p.close = func() {}
	if p.role == engineRole {
		o := p.stage.script.engine
		hello, known := engine.Declared(o.Profile)
		if !known {
			panic("a script names the profile " + o.Profile)
		}
		if f := p.stage.config.Format; f != "" {
			hello.Formats = []string{f}
		}
		if edit := p.stage.script.hello; edit != nil {
			edit(&hello)
		}
		o.Hello = &hello
		e := engine.New(o)
		p.serve, p.close = e.Answer, e.Close
		if x := p.stage.script; !x.whole || x.spare && p.stage.config.Short {
			p.serve = func(line []byte) []byte { return halted(e.Answer(shortened(line, cmp.Or(x.length, shortGame)))) }
		}
		return
	}
	policy := p.stage.script.policy
	if policy == "" {
		policy = "uniform"
	}
	a, err := agent.New(agent.Options{Policy: policy})
	if err != nil {
		panic(err) // a script names a policy that is not there
	}
	p.serve = func(line []byte) []byte { return outspoken(a.Answer(line)) }
}

// outspoken returns an agent's hello_ok with the members that it may leave out, and any other answer as it is: a
// host that wrongly wants them must not refuse every run, but only those that are about it.
func outspoken(line []byte) []byte {
	v, err := wire.Parse(line)
	if err != nil || !v.Get("response_type").StrIs("hello_ok") || v.Get("requires").Exists() {
		return line
	}
	return edited(v, func(n *protocolgen.Node) {
		n.Set("requires", protocolgen.FromPairs("observation", protocolgen.List(), "extensions", protocolgen.List()))
		n.Set("extensions_accepted", protocolgen.List())
	})
}

// shortGame is how many answers of the agents a game has that need not be a whole one: what a run is for has
// happened by then, and one of hundreds of answers costs time and memory.
const shortGame = 80

// shortened returns a reset with so low a cap that the game ends after so many answers, and any other request as
// it is.
func shortened(line []byte, answers int64) []byte {
	v, err := wire.Parse(line)
	if err != nil || !v.Get("request_type").StrIs("reset") || v.Get("max_steps").Int() <= answers {
		return line
	}
	return edited(v, func(n *protocolgen.Node) { n.Set("max_steps", protocolgen.Int(answers)) })
}

// halted returns the terminal that comes of that cap as one that needs no cap: an engine may always halt a game
// (Section 9.5). Any other answer is returned as it is.
func halted(line []byte) []byte {
	v, err := wire.Parse(line)
	if err != nil || !v.Get("classification").StrIs("truncated") {
		return line
	}
	return edited(v, func(n *protocolgen.Node) {
		n.Set("classification", protocolgen.Str("halted")).Set("outcome", protocolgen.Str("halted"))
		n.Set("reason", protocolgen.Str("engine_contract_failure:end_of_the_test"))
	})
}

// edited returns the JSON text of a value with an edit made in it.
func edited(v wire.Value, edit func(*protocolgen.Node)) []byte {
	n := protocolgen.FromValue(v)
	edit(n)
	return n.JSON()
}

// hear answers a line, or does what the script says.
func (p *player) hear(line []byte) {
	q := &asked{player: p, line: line}
	q.request, _ = wire.Parse(line)
	q.kind = q.request.Get("request_type").Str()
	if q.kind == "game_start" {
		p.begin(line)
	}
	q.nth = p.counts[q.kind]
	p.counts[q.kind]++
	q.answer = slices.Clone(p.serve(line))
	// A request that is sent once more is answered as it was before (Section 4.1).
	if !bytes.Equal(line, p.last) {
		p.last, p.did = bytes.Clone(line), p.stage.twistAt(q)
	}
	if p.did != nil {
		p.did.do(q)
	} else if q.answer != nil {
		q.say(q.answer)
	}
	if q.kind == "game_over" {
		p.over()
	}
}

// begin learns the terms of a game.
func (p *player) begin(line []byte) {
	m, fault := protocol.DecodeAgentRequest(line)
	if fault != nil {
		return
	}
	start := m.Body.(*protocol.GameStart)
	p.over()
	p.seat, p.game = start.Seat, start.GameID
	p.stage.mu.Lock()
	defer p.stage.mu.Unlock()
	p.stage.time = &start.TimeControl
	p.stage.games[p.game]++
}

// over ends the game that an agent plays: it was told so, or it is gone.
func (p *player) over() {
	if p.game == "" {
		return
	}
	p.stage.mu.Lock()
	defer p.stage.mu.Unlock()
	p.stage.games[p.game]--
	p.game = ""
}

// twistAt returns the twist that happens at q, nil if none does.
func (st *stage) twistAt(q *asked) *twist {
	st.mu.Lock()
	defer st.mu.Unlock()
	for i := range st.script.twists {
		t := &st.script.twists[i]
		if often := max(t.often, 1); t.often >= 0 && st.done[i] >= often || !t.at(q) {
			continue
		}
		if t.waits != nil {
			if st.time == nil {
				continue
			}
			ms := t.waits(*st.time)
			if budget := time.Duration(ms) * time.Millisecond; ms > uint64(st.config.Limits.Answer/time.Millisecond) {
				st.declined = fmt.Sprintf("the host would wait %v, and --timeout is %v", budget, st.config.Limits.Answer)
				continue
			} else {
				st.waiting = budget
			}
		}
		st.done[i]++
		if at := st.record.notef(q.role, q.proc, "misbehaves at %s", q.kind); at >= 0 {
			st.points = append(st.points, at)
		}
		return t
	}
	return nil
}

// write writes a line with its terminator, "" for none, and any number of them.
func (p *player) write(line []byte, terminator string) {
	p.record.add(p.role, p.proc, told, line)
	p.link.out(append(slices.Clip(line), terminator...))
}
