package agent

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
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An A is a running check with a target of its own. Its methods are the verbs of which checks are
// written: each either does what it says or ends the check with a verdict.
type A struct {
	*conformance.T

	shared *shared
	p      *process.Process
	rows   []conformance.Row

	ids   uint64 // request ids given out to this process
	games uint64
	game  *game // the game under way; nil before Begin
}

// A game is what the target is told of the game it plays.
type game struct {
	scenery
	start *protocol.GameStart
	steps uint64
	group uint64
	clock protocol.Clock
}

func newA(t *conformance.T, s *shared) *A {
	a := &A{T: t, shared: s}
	t.Cleanup(func() {
		if a.p == nil {
			return
		}
		if left := a.p.Stop().Left; len(left) > 0 {
			t.Logf("%d of the target's processes outlived it: %v", len(left), left)
		}
	})
	t.SetEvidence(func() *conformance.Evidence {
		ev := &conformance.Evidence{Transcript: a.rows}
		if a.p != nil {
			ev.Timeline, ev.Stderr = a.p.Timeline(), a.p.Stderr()
		}
		return ev
	})
	return a
}

// Start runs the target, which then is a's until the check ends.
func (a *A) Start() {
	if f := a.shared.verdict(); f != nil {
		a.Fail(*f)
	}
	p, err := process.Start(a.Context(), a.shared.config.Command, a.shared.limits())
	if err != nil {
		f := a.failure(err, "the target can't be started")
		a.shared.notGreeted(f)
		a.Fail(f)
	}
	a.p = p
}

// Restart ends the target and runs it again. What was said before is no part of the evidence any more:
// a transcript is replayed to one process.
func (a *A) Restart() {
	a.p.Stop()
	a.ids, a.game, a.rows = 0, nil, nil
	a.Start()
}

// id returns a request id in the form that Section 4.1 recommends.
func (a *A) id() string {
	a.ids++
	return fmt.Sprintf("r-%d", a.ids-1)
}

// Fail is T's, with the kind of the request that came before the failure.
func (a *A) Fail(f conformance.Failure) {
	if f.Request == "" {
		f.Request = requestType(a.rows)
	}
	a.T.Fail(f)
}

// requestType names the last request of a transcript by its type.
func requestType(rows []conformance.Row) string {
	for _, r := range slices.Backward(rows) {
		if r.Dir == host.HostToAgent {
			v := text(r.Message).value()
			if !v.Exists() {
				return "line of bad JSON"
			}
			return v.Get("request_type").Str()
		}
	}
	return ""
}

// request returns a request under a fresh id.
func (a *A) request(body any) text { return text(protocol.AppendRequest(nil, a.id(), body)) }

// Hello starts the target if need be, greets it and returns who it says it is.
func (a *A) Hello() *protocol.AgentHelloOK {
	if a.p == nil {
		a.Start()
	}
	// What was written before is not looked for here: as the answer to hello it gets its proper name.
	x := a.request(&protocol.Hello{})
	a.row(host.HostToAgent, []byte(x))
	a.p.Send([]byte(x))
	answer, f := a.receive(x)
	if f == nil {
		f = answer.isnt("hello", "hello_ok")
	}
	if f != nil {
		a.shared.notGreeted(*f)
		a.Fail(*f)
	}
	a.shared.greeted()
	return answer.msg.Body.(*protocol.AgentHelloOK)
}

// Begin greets the target if need be and starts a game.
func (a *A) Begin(mods ...func(*protocol.GameStart)) {
	if a.ids == 0 {
		a.Hello()
	}
	a.Ask(a.startRequest(mods...)).Want("a legal game_start", "ack")
}

// startRequest returns a fresh game_start and makes its game the one under way.
func (a *A) startRequest(mods ...func(*protocol.GameStart)) text {
	start := a.newGame()
	for _, mod := range mods {
		mod(start)
	}
	start.Rules.CardNameDomain.DomainID = protocol.DomainID(start.Rules.CardNameDomain.Names)
	limit := milliseconds(a.shared.time().Max)
	a.game = &game{
		start: start, scenery: scenery{flags: start.Profile.Observation},
		clock: protocol.Clock{RemainingMS: start.TimeControl.BankMS, MaxDecisionMS: min(limit, start.TimeControl.MaxDecisionMS)},
	}
	return a.request(start)
}

// chooseRequest returns the request to decide d, the next decision of the game under way.
func (a *A) chooseRequest(d *protocol.SeatDecision) text {
	g := a.game
	d.SeatStep = g.steps
	if d.Group.SubstepIndex == 0 {
		d.Group.ID = g.group
	}
	g.steps++
	if d.Group.SubstepIndex+1 == d.Group.SubstepCount {
		g.group = d.Group.ID + 1
	}
	line := protocol.AppendSeatDecision(nil, d)
	if g.start.Seat == protocol.P1 {
		line = fromP1(line)
	}
	return a.request(&protocol.Choose{GameID: g.start.GameID, DecisionJSON: line, Clock: g.clock})
}

// Decide poses d and returns the index of the candidate that the target chooses.
func (a *A) Decide(d protocol.SeatDecision) int { return a.Ask(a.chooseRequest(&d)).WantChoice() }

// Pose poses the next decision of a scene.
func (a *A) Pose(s scene) int { return a.Decide(s.pose(&a.game.scenery)) }

// End ends the game under way.
func (a *A) End(e protocol.Ending) {
	a.Ask(a.overRequest(e, "life_zero")).Want("a legal game_over", "ack")
	a.game = nil
}

func (a *A) overRequest(e protocol.Ending, reason string) text {
	over := &protocol.GameOver{GameID: a.game.start.GameID, Terminal: protocol.AgentTerminal{
		Outcome: e.Outcome, Classification: e.Classification, Reason: reason, SeatStepCount: a.game.steps,
	}}
	if e.Winner != "" {
		over.Terminal.Winner = &e.Winner
	}
	return a.request(over)
}

// Send writes x and its terminator without waiting. A check that sends bad bytes on purpose uses
// SendBad; here bad bytes are a fault of ours.
func (a *A) Send(x text) {
	if a.short() {
		a.Skipf("undecided: the %d answers so far took all the time that the check has; --check-timeout gives more", a.ids)
	}
	if err := wire.Check([]byte(x)); err != nil {
		a.Errorf("a request of ours is not strict JSON: %v: %s", err, show([]byte(x)))
	}
	a.SendBad(x)
}

// short reports whether the check has less time left than an answer may take: an agent that thinks for
// long, and is in time with every answer, must not be blamed for all of them together.
func (a *A) short() bool {
	deadline, bounded := a.Context().Deadline()
	return bounded && time.Until(deadline) < a.shared.limits().Answer
}

// SendBad writes x, whatever it is, and a terminator.
func (a *A) SendBad(x text) {
	a.row(host.HostToAgent, []byte(x))
	a.Quiet(0)
	a.p.Send([]byte(x))
}

// Write writes b as it is, in one write.
func (a *A) Write(b string) { a.p.SendBytes([]byte(b)) }

// Ask sends x and reads the answer.
func (a *A) Ask(x text) Answer {
	a.Send(x)
	return a.Read(x)
}

// Read reads the answer to x.
func (a *A) Read(x text) Answer {
	answer, f := a.receive(x)
	if f != nil {
		a.Fail(*f)
	}
	return answer
}

// receive reads the answer to x: a message that a host can read, and that carries the id of x.
func (a *A) receive(x text) (Answer, *conformance.Failure) {
	requestType := x.value().Get("request_type").Str()
	if f := a.shared.hopeless(requestType); f != nil {
		return Answer{}, f
	}
	begin := time.Now()
	raw, err := a.p.Recv()
	if err != nil {
		f := a.failure(err, "no answer")
		f.Message += sent(x)
		if time.Since(begin) >= 100*time.Millisecond { // waited in vain, whatever the fault is called
			a.shared.unanswered(requestType, f)
		}
		return Answer{}, &f
	}
	a.shared.answered(requestType)
	raw = bytes.Clone(raw)
	a.row(host.AgentToHost, raw)
	if took, most := a.p.AnswerTime(), a.shared.time().Max; requestType == "choose" && took > most {
		return Answer{}, &conformance.Failure{
			Cause: conformance.Timeout, Message: fmt.Sprintf("a decision was answered after %v", took.Round(time.Millisecond)),
			Expected: fmt.Sprintf("an answer within the max_decision_ms of %v", most), Got: show(raw),
		}
	}
	return a.read(x, raw)
}

// read decodes raw as the answer to x.
func (a *A) read(x text, raw []byte) (Answer, *conformance.Failure) {
	answer := Answer{a: a, sent: x, line: raw}
	msg, fault := protocol.DecodeAgentResponse(raw)
	if fault != nil {
		if broken := a.p.Diagnose(raw); broken != nil {
			f := framed(broken, "the answer")
			f.Message += sent(x)
			return answer, &f
		}
		return answer, &conformance.Failure{
			Cause: conformance.Malformed, Message: "an answer that no host can read: " + fault.Message,
			Expected: "strict JSON with the fields that Section 10 requires", Got: show(raw),
			Where: cmp.Or(fault.Pointer, fmt.Sprintf("byte %d", fault.Offset)),
		}
	}
	answer.msg = msg
	request := x.value()
	if !request.Exists() {
		return answer, nil // a lenient reader may see an id in what is not JSON, and none is as good
	}
	want := request.Get("request_id").Str()
	if msg.ID != want && !(answer.Code() != "" && msg.ID == "") { // an agent that can't read the id says ""
		return answer, &conformance.Failure{
			Cause: conformance.WrongValue, Message: "an answer that carries another request's id",
			Expected: "request_id " + quote(want), Got: quote(msg.ID), Where: "/request_id",
		}
	}
	return answer, nil
}

// Quiet fails if the target writes anything within d.
func (a *A) Quiet(d time.Duration) {
	if err := a.p.Quiet(d); err != nil {
		a.Fail(a.failure(err, "output that nobody asked for"))
	}
}

func (a *A) row(dir string, line []byte) {
	a.rows = append(a.rows, conformance.Row{Dir: dir, Message: line})
}

// failure tells what a process fault means for a check. It ends the target, whose end tells more.
func (a *A) failure(err error, what string) conformance.Failure {
	var fault *process.Fault
	if !errors.As(err, &fault) {
		return conformance.Failure{Cause: conformance.Internal, Message: err.Error()}
	}
	if fault.Kind == process.Stopped && a.Context().Err() != nil {
		a.Skipf("the run was stopped")
	}
	if a.p != nil {
		fault = a.p.Explain(fault)
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

// wantEnd closes the target's input and fails if it goes on for as long as an answer may take, or, where
// it may still be starting, its start.
func (a *A) wantEnd() process.Exit {
	limit := a.shared.answerLimit()
	if a.ids == 0 {
		limit = max(limit, a.shared.startup())
	}
	a.p.CloseInput()
	exit, ended := a.p.WaitExit(limit)
	if !ended {
		a.Fail(conformance.Failure{
			Cause: conformance.Timeout, Message: fmt.Sprintf("the target still ran %v after its stdin was closed", limit),
			Expected: "the end of the process",
		})
	}
	return exit
}

func milliseconds(d time.Duration) uint64 { return uint64(d / time.Millisecond) }

// show shortens text for people. Reports escape it.
func show(b []byte) string {
	const most = 400
	if len(b) <= most {
		return string(b)
	}
	return fmt.Sprintf("%s… (%d bytes)", b[:most], len(b))
}

func quote(s string) string { return string(wire.AppendString(nil, s)) }
