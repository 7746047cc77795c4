package engine

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// The directions of transcript rows (Section 16).
const (
	toEngine = "host_to_engine"
	toHost   = "engine_to_host"
)

// role is the engine's (Section 9).
func role() suite.Role {
	return suite.Role{To: toEngine, From: toHost, Requests: []string{"hello", "reset", "step", "validate_deck", "probe_resample"}}
}

// An E is a running check that holds a process of the target. Its methods are the verbs of which
// checks are written: each either does what it says or ends the check with a verdict.
type E struct {
	suite.Talk
	Profile *protocol.EngineHelloOK // what the target said it plays; nil before Hello

	shared    *shared
	session   *session               // the process and what it was asked; nil before Start
	fresh     bool                   // every process must be one that nobody asked anything
	warm      bool                   // a process of this check had served other checks
	elsewhere func(*process.Command) // how processes that this check starts are run otherwise; they serve it alone
	chunked   bool                   // requests are written in pieces
	games     uint64                 // games set up by this check, each with a secret of its own
	pending   Answer                 // the decision that waits for a step
	game      string                 // the id of the game last begun
	last      *protocol.Reset        // its reset
	begin     time.Time
}

func newE(t *conformance.T, s *shared, fresh bool) *E {
	e := &E{Talk: suite.Talk{T: t, Role: role()}, shared: s, fresh: fresh, begin: time.Now()}
	t.Cleanup(func() { e.shared.take(e) })
	e.Witness()
	return e
}

// Start gives e a process of the target: an idle one that served other checks, or one of its own.
func (e *E) Start() {
	if f := e.shared.health.Lost(); f != nil {
		e.Fail(*f)
	}
	if !e.fresh {
		if s := e.shared.idle(e.Context()); s != nil {
			e.hold(s)
			e.warm = true
			return
		}
	}
	limits, remark := e.shared.limits()
	if remark != "" {
		e.Logf("%s", remark)
	}
	command := e.shared.config.Command
	if e.elsewhere != nil {
		e.elsewhere(&command)
	}
	s, err := newSession(e.Context(), command, limits)
	if err != nil {
		f := e.Failure(err, "the target can't be started")
		e.notGreeted(f)
		e.Fail(f)
	}
	e.hold(s)
}

// notGreeted remembers that the target was not greeted, which says nothing of it where it was run otherwise.
func (e *E) notGreeted(f conformance.Failure) {
	if e.elsewhere == nil {
		e.shared.health.NotGreeted(f)
	}
}

func (e *E) hold(s *session) {
	s.checks = append(s.checks, e.Check().ID)
	e.session, e.Target, e.Profile = s, s.p, nil
}

// Restart ends the target and runs it again. What was said before is no part of the evidence any more:
// a transcript is replayed to one process.
func (e *E) Restart() {
	e.session.stop()
	e.pending, e.game, e.Rows = Answer{}, "", nil
	e.fresh = true
	e.Start()
}

// Hello starts the target if need be, greets it unless it was greeted, and returns what it plays.
func (e *E) Hello() *protocol.EngineHelloOK {
	if e.Target == nil {
		e.Start()
	}
	if e.session.profile != nil {
		e.Profile = e.session.profile
		return e.Profile
	}
	line := e.HelloRequest()
	// What was written before is not looked for here: as the answer to hello it gets its proper name.
	e.row(toEngine, []byte(line))
	e.Target.Send([]byte(line))
	raw, err := e.recv()
	if err != nil {
		f := e.Failure(err, "no answer to hello")
		e.notGreeted(f)
		e.Fail(f)
	}
	a, f := e.read(line, raw)
	if f == nil && a.msg.Type != "hello_ok" {
		f = new(suite.WrongType("hello is not answered hello_ok", "hello_ok", a.line))
	}
	if f != nil {
		e.notGreeted(*f)
		e.Fail(*f)
	}
	e.shared.health.Greeted()
	e.Profile = a.msg.Body.(*protocol.EngineHelloOK)
	e.session.greeted(e.Profile)
	return e.Profile
}

// late reports whether half of the check's time is gone. A check that plays as long as it has time to
// ends then: a slow engine is none that is wrong.
func (e *E) late() bool {
	end, ok := e.Context().Deadline()
	return ok && time.Since(e.begin) > end.Sub(e.begin)/2
}

// id returns a request id that the process has not seen.
func (e *E) id() string {
	e.session.ids++
	return fmt.Sprintf("h-%d", e.session.ids)
}

// HelloRequest returns a fresh hello.
func (e *E) HelloRequest() text {
	return text(protocol.AppendRequest(nil, e.id(), &protocol.Hello{}))
}

// Send writes x and its terminator without waiting. A check that sends bad bytes on purpose uses
// SendBad; here bad bytes are a fault of ours.
func (e *E) Send(x text) {
	e.Vouch([]byte(x))
	e.send(x)
}

// SendBad writes x, whatever it is, and a terminator.
func (e *E) SendBad(x text) { e.send(x) }

func (e *E) send(x text) {
	e.row(toEngine, []byte(x))
	e.Quiet(0)
	if e.chunked {
		e.writeChunks(string(x))
		return
	}
	e.Target.Send([]byte(x))
}

// Ask sends x and reads the answer.
func (e *E) Ask(x text) Answer {
	e.Send(x)
	return e.Read(x)
}

// AskBad is Ask for bad bytes.
func (e *E) AskBad(x text) Answer {
	e.SendBad(x)
	return e.Read(x)
}

// Read reads the answer to x: a legal message that carries the id of x, or the empty id if x has none
// that can be read.
func (e *E) Read(x text) Answer {
	if f := e.shared.health.Hopeless(x.kind()); f != nil {
		e.Fail(*f)
	}
	begin := time.Now()
	raw, err := e.recv()
	took := time.Since(begin)
	if err != nil {
		f := e.Failure(err, "no answer")
		f.Message += suite.Sent(x)
		if took >= 100*time.Millisecond { // waited in vain, whatever the fault is called
			e.shared.unanswered(x, f)
		}
		e.Fail(f)
	}
	e.shared.answered(x, took)
	a, f := e.read(x, raw)
	if f != nil {
		e.Fail(*f)
	}
	e.session.table.follow(a)
	return a
}

func (e *E) recv() ([]byte, error) {
	line, err := e.Target.Recv()
	if err != nil {
		return nil, err
	}
	line = bytes.Clone(line)
	e.row(toHost, line)
	return line, nil
}

func (e *E) row(dir string, line []byte) {
	e.Row(dir, line)
	e.session.note(conformance.Row{Dir: dir, Message: line})
}

// read decodes raw as the answer to x.
func (e *E) read(x text, raw []byte) (Answer, *conformance.Failure) {
	a := Answer{e: e, sent: x, line: raw}
	decoder := protocol.Decoder{Reading: e.shared.reading()}
	msg, fault := decoder.EngineBinding(raw)
	if fault != nil {
		if f := e.Misframed([]byte(x), raw); f != nil {
			return a, f
		}
		return a, new(illegal(fault, raw))
	}
	a.msg = msg
	if want := x.ids(); !want[msg.ID] {
		return a, new(suite.WrongID(want.String(), msg.ID))
	}
	return a, nil
}

// An idSet holds the ids that an answer may carry.
type idSet map[string]bool

func (s idSet) String() string {
	var out []string
	for id := range s {
		out = append(out, suite.Quote(id))
	}
	return strings.Join(out, " or ")
}

// ids returns the ids that an answer to x may carry: its own; of a line that can't be parsed, the
// empty id, and also its own, since a reader may well have seen the id before the fault (Section 4.1
// asks for the empty id only where the id "cannot be read").
func (x text) ids() idSet {
	v, err := wire.Parse([]byte(x))
	if err == nil {
		return idSet{v.Get("request_id").Str(): true}
	}
	out := idSet{"": true}
	const key = `"request_id":"`
	if i := strings.Index(string(x), key); i >= 0 {
		rest := string(x[i+len(key):])
		if j := strings.IndexByte(rest, '"'); j >= 0 && j < 100 {
			out[rest[:j]] = true
		}
	}
	return out
}

// wantEnd is WantEnd for as long as an answer may take.
func (e *E) wantEnd() process.Exit {
	return e.WantEnd(e.shared.config.Limits.WithDefaults().Answer)
}

// wantSilence closes the target's input and fails if it writes anything more: the end of its output
// proves that nothing is on its way. One that does not end has been silent for as long as an answer
// may take; that it should end is another check's question.
func (e *E) wantSilence() {
	e.Target.CloseInput()
	line, err := e.Target.Recv()
	var fault *process.Fault
	switch {
	case err == nil:
		e.row(toHost, bytes.Clone(line))
		e.Fail(conformance.Failure{
			Cause: conformance.ExtraOutput, Message: "output that nobody asked for",
			Expected: "one line for each request", Got: suite.Show(line),
		})
	case errors.As(err, &fault) && fault.Kind != process.TimedOut && (len(fault.Pending) > 0 || fault.Kind.Cause() == conformance.Internal):
		e.Fail(e.Failure(err, "output that nobody asked for"))
	}
}
