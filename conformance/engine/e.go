package engine

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// The directions of transcript rows (Section 16).
const (
	toEngine = "host_to_engine"
	toHost   = "engine_to_host"
)

// An E is a running check that holds a process of the target. Its methods are the verbs of which
// checks are written: each either does what it says or ends the check with a verdict.
type E struct {
	*conformance.T
	Profile *protocol.EngineHelloOK // what the target said it plays; nil before Hello

	shared    *shared
	session   *session // the process and what it was asked; nil before Start
	fresh     bool     // every process must be one that nobody asked anything
	warm      bool     // a process of this check had served other checks
	p         *process.Process
	elsewhere func(*process.Command) // how processes that this check starts are run otherwise; they serve it alone
	chunked   bool                   // requests are written in pieces
	games     uint64                 // games set up by this check, each with a secret of its own
	pending   Answer                 // the decision that waits for a step
	game      string                 // the id of the game last begun
	last      *protocol.Reset        // its reset
	rows      []conformance.Row
	begin     time.Time
}

func newE(t *conformance.T, s *shared, fresh bool) *E {
	e := &E{T: t, shared: s, fresh: fresh, begin: time.Now()}
	t.Cleanup(func() { e.shared.take(e) })
	e.show()
	return e
}

// show makes what e said and heard the evidence of the check.
func (e *E) show() {
	e.SetEvidence(func() *conformance.Evidence {
		ev := &conformance.Evidence{Transcript: e.rows}
		if e.p != nil {
			ev.Timeline, ev.Stderr = e.p.Timeline(), e.p.Stderr()
		}
		return ev
	})
}

// Start gives e a process of the target: an idle one that served other checks, or one of its own.
func (e *E) Start() {
	if f := e.shared.verdict(); f != nil {
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
		f := e.failure(err, "the target can't be started")
		e.notGreeted(f)
		e.Fail(f)
	}
	e.hold(s)
}

// notGreeted remembers that the target was not greeted, which says nothing of it where it was run otherwise.
func (e *E) notGreeted(f conformance.Failure) {
	if e.elsewhere == nil {
		e.shared.notGreeted(f)
	}
}

func (e *E) hold(s *session) {
	s.checks = append(s.checks, e.Check().ID)
	e.session, e.p, e.Profile = s, s.p, nil
}

// Restart ends the target and runs it again. What was said before is no part of the evidence any more:
// a transcript is replayed to one process.
func (e *E) Restart() {
	e.session.stop()
	e.pending, e.game, e.rows = Answer{}, "", nil
	e.fresh = true
	e.Start()
}

// Hello starts the target if need be, greets it unless it was greeted, and returns what it plays.
func (e *E) Hello() *protocol.EngineHelloOK {
	if e.p == nil {
		e.Start()
	}
	if e.session.profile != nil {
		e.Profile = e.session.profile
		return e.Profile
	}
	line := e.HelloRequest()
	// What was written before is not looked for here: as the answer to hello it gets its proper name.
	e.row(toEngine, []byte(line))
	e.p.Send([]byte(line))
	raw, err := e.recv()
	if err != nil {
		f := e.failure(err, "no answer to hello")
		e.notGreeted(f)
		e.Fail(f)
	}
	a, f := e.read(line, raw)
	if f == nil && a.msg.Type != "hello_ok" {
		f = &conformance.Failure{
			Cause: conformance.WrongType, Message: "hello is not answered hello_ok", Where: "/response_type",
			Expected: "hello_ok", Got: show(a.line),
		}
	}
	if f != nil {
		e.notGreeted(*f)
		e.Fail(*f)
	}
	e.shared.greeted()
	e.Profile = a.msg.Body.(*protocol.EngineHelloOK)
	e.session.greeted(e.Profile)
	return e.Profile
}

// Fail is T's, with the kind of the request that came before the failure.
func (e *E) Fail(f conformance.Failure) {
	if f.Request == "" {
		f.Request = requestType(e.rows)
	}
	e.T.Fail(f)
}

// requestType names the last request of a transcript by its type.
func requestType(rows []conformance.Row) string {
	for _, r := range slices.Backward(rows) {
		if r.Dir == toEngine {
			return text(r.Message).kind()
		}
	}
	return ""
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
	if err := wire.Check([]byte(x)); err != nil {
		e.Errorf("a request of ours is not strict JSON: %v: %s", err, show([]byte(x)))
	}
	e.send(x)
}

// SendBad writes x, whatever it is, and a terminator.
func (e *E) SendBad(x text) { e.send(x) }

func (e *E) send(x text) {
	e.row(toEngine, []byte(x))
	if err := e.p.Quiet(0); err != nil {
		e.Fail(e.failure(err, "output that nobody asked for"))
	}
	if e.chunked {
		e.writeChunks([]byte(x))
		return
	}
	e.p.Send([]byte(x))
}

// Write writes b as it is, in one write.
func (e *E) Write(b []byte) { e.p.SendBytes(b) }

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
	if f := e.shared.hopeless(x); f != nil {
		e.Fail(*f)
	}
	begin := time.Now()
	raw, err := e.recv()
	took := time.Since(begin)
	if err != nil {
		f := e.failure(err, "no answer")
		f.Message += sent(x)
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
	line, err := e.p.Recv()
	if err != nil {
		return nil, err
	}
	line = bytes.Clone(line)
	e.row(toHost, line)
	return line, nil
}

func (e *E) row(dir string, line []byte) {
	r := conformance.Row{Dir: dir, Message: line}
	e.rows = append(e.rows, r)
	e.session.note(r)
}

// failure tells what a process fault means for a check. It ends the target, whose end tells more.
func (e *E) failure(err error, what string) conformance.Failure {
	var fault *process.Fault
	if !errors.As(err, &fault) {
		return conformance.Failure{Cause: conformance.Internal, Message: err.Error()}
	}
	if fault.Kind == process.Stopped && e.Context().Err() != nil {
		e.Skipf("the run was stopped")
	}
	if e.p != nil {
		fault = e.p.Explain(fault)
	}
	return framed(fault, what)
}

// framed is the failure of a check whose target broke the framing.
func framed(fault *process.Fault, what string) conformance.Failure {
	f := fault.Failure()
	if !strings.HasPrefix(f.Message, what) { // "no answer: no answer within 10s"
		f.Message = what + ": " + f.Message
	}
	f.Expected = "one line of strict JSON for each request"
	f.Got = show([]byte(f.Got))
	return f
}

// sent ends the message of a failure with the request that met it: last, since a title has room for the
// beginning alone, which is to say what happened.
func sent(x text) string { return "; sent " + show([]byte(x)) }

// read decodes raw as the answer to x.
func (e *E) read(x text, raw []byte) (Answer, *conformance.Failure) {
	a := Answer{e: e, sent: x, line: raw}
	decoder := protocol.Decoder{Reading: e.shared.reading()}
	msg, fault := decoder.EngineBinding(raw)
	if fault != nil {
		if e.p != nil {
			if broken := e.p.Diagnose(raw); broken != nil {
				f := framed(broken, "the answer")
				f.Message += sent(x)
				return a, &f
			}
		}
		f := illegal(fault, raw)
		return a, &f
	}
	a.msg = msg
	if want := x.ids(); !want[msg.ID] {
		return a, &conformance.Failure{
			Cause: conformance.WrongValue, Message: "an answer that carries another request's id",
			Expected: "request_id " + want.String(), Got: quote(msg.ID), Where: "/request_id",
		}
	}
	return a, nil
}

// An idSet holds the ids that an answer may carry.
type idSet map[string]bool

func (s idSet) String() string {
	var out []string
	for id := range s {
		out = append(out, quote(id))
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

// show shortens text for people. Reports escape it.
func show(b []byte) string {
	const most = 400
	if len(b) <= most {
		return string(b)
	}
	return fmt.Sprintf("%s… (%d bytes)", b[:most], len(b))
}

// wantEnd closes the target's input and returns how it ended. It fails if it goes on for as long as an
// answer may take: the text sets no time, and a slow target is none that stays.
func (e *E) wantEnd() process.Exit {
	limit := cmp.Or(e.shared.config.Limits.Answer, defaultAnswer)
	e.p.CloseInput()
	exit, ended := e.p.WaitExit(limit)
	if !ended {
		e.Fail(conformance.Failure{
			Cause: conformance.Timeout, Message: fmt.Sprintf("the target still ran %v after its stdin was closed", limit),
			Expected: "the end of the process",
		})
	}
	return exit
}

// wantSilence closes the target's input and fails if it writes anything more: the end of its output
// proves that nothing is on its way. One that does not end has been silent for as long as an answer
// may take; that it should end is another check's question.
func (e *E) wantSilence() {
	e.p.CloseInput()
	line, err := e.p.Recv()
	var fault *process.Fault
	switch {
	case err == nil:
		e.row(toHost, bytes.Clone(line))
		e.Fail(conformance.Failure{
			Cause: conformance.ExtraOutput, Message: "output that nobody asked for",
			Expected: "one line for each request", Got: show(line),
		})
	case errors.As(err, &fault) && fault.Kind != process.TimedOut && (len(fault.Pending) > 0 || fault.Kind.Cause() == conformance.Internal):
		e.Fail(e.failure(err, "output that nobody asked for"))
	}
}
