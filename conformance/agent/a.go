package agent

import (
	"bytes"
	"fmt"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
)

// An A is a running check with a target of its own. Its methods are the verbs of which checks are
// written: each either does what it says or ends the check with a verdict.
type A struct {
	suite.Talk

	shared *shared

	ids   uint64 // request ids given out to this process
	games uint64
	game  *game // the game under way; nil before Begin
}

// role is the agent's (Section 10).
func role() suite.Role {
	return suite.Role{To: host.HostToAgent, From: host.AgentToHost, Requests: []string{"hello", "game_start", "choose", "game_over"}}
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
	a := &A{Talk: suite.Talk{T: t, Role: role()}, shared: s}
	t.Cleanup(func() {
		if a.Target == nil {
			return
		}
		if left := a.Target.Stop().Left; len(left) > 0 {
			t.Logf("%d of the target's processes outlived it: %v", len(left), left)
		}
	})
	a.Witness()
	return a
}

// Start runs the target, which then is a's until the check ends.
func (a *A) Start() {
	if f := a.shared.health.Lost(); f != nil {
		a.Fail(*f)
	}
	p, err := process.Start(a.Context(), a.shared.config.Command, a.shared.limits())
	if err != nil {
		f := a.Failure(err, "the target can't be started")
		a.shared.health.NotGreeted(f)
		a.Fail(f)
	}
	a.Target = p
}

// Restart ends the target and runs it again. What was said before is no part of the evidence any more:
// a transcript is replayed to one process.
func (a *A) Restart() {
	a.Target.Stop()
	a.ids, a.game, a.Rows = 0, nil, nil
	a.Start()
}

// id returns a request id in the form that Section 4.1 recommends.
func (a *A) id() string {
	a.ids++
	return fmt.Sprintf("r-%d", a.ids-1)
}

// request returns a request under a fresh id.
func (a *A) request(body any) text { return text(protocol.AppendRequest(nil, a.id(), body)) }

// Hello starts the target if need be, greets it and returns who it says it is.
func (a *A) Hello() *protocol.AgentHelloOK {
	if a.Target == nil {
		a.Start()
	}
	// What was written before is not looked for here: as the answer to hello it gets its proper name.
	x := a.request(&protocol.Hello{})
	a.Row(host.HostToAgent, []byte(x))
	a.Target.Send([]byte(x))
	answer, f := a.receive(x)
	if f == nil {
		f = answer.isnt("hello", "hello_ok")
	}
	if f != nil {
		a.shared.health.NotGreeted(*f)
		a.Fail(*f)
	}
	a.shared.health.Greeted()
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
	a.Vouch([]byte(x))
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
	a.Row(host.HostToAgent, []byte(x))
	a.Quiet(0)
	a.Target.Send([]byte(x))
}

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
	kind := a.Role.Kind([]byte(x))
	if f := a.shared.health.Hopeless(kind); f != nil {
		return Answer{}, f
	}
	begin := time.Now()
	raw, err := a.Target.Recv()
	if err != nil {
		f := a.Failure(err, "no answer")
		f.Message += suite.Sent(x)
		if time.Since(begin) >= 100*time.Millisecond { // waited in vain, whatever the fault is called
			a.shared.health.Unanswered(kind, f)
		}
		return Answer{}, &f
	}
	a.shared.health.Answered(kind)
	raw = bytes.Clone(raw)
	a.Row(host.AgentToHost, raw)
	if took, most := a.Target.AnswerTime(), a.shared.time().Max; kind == "choose" && took > most {
		return Answer{}, &conformance.Failure{
			Cause: conformance.Timeout, Message: fmt.Sprintf("a decision was answered after %v", took.Round(time.Millisecond)),
			Expected: fmt.Sprintf("an answer within the max_decision_ms of %v", most), Got: suite.Show(raw),
		}
	}
	return a.read(x, raw)
}

// read decodes raw as the answer to x.
func (a *A) read(x text, raw []byte) (Answer, *conformance.Failure) {
	answer := Answer{a: a, sent: x, line: raw}
	msg, fault := protocol.DecodeAgentResponse(raw)
	if fault != nil {
		if f := a.Misframed([]byte(x), raw); f != nil {
			return answer, f
		}
		return answer, new(suite.Malformed(fault, raw, "an answer that no host can read", "strict JSON with the fields that Section 10 requires"))
	}
	answer.msg = msg
	request := x.value()
	if !request.Exists() {
		return answer, nil // a lenient reader may see an id in what is not JSON, and none is as good
	}
	want := request.Get("request_id").Str()
	if msg.ID != want && !(answer.Code() != "" && msg.ID == "") { // an agent that can't read the id says ""
		return answer, new(suite.WrongID(suite.Quote(want), msg.ID))
	}
	return answer, nil
}

// wantEnd is WantEnd for as long as an answer may take or, where the target may still be starting, its
// start.
func (a *A) wantEnd() process.Exit {
	limit := a.shared.answerLimit()
	if a.ids == 0 {
		limit = max(limit, a.shared.startup())
	}
	return a.WantEnd(limit)
}

func milliseconds(d time.Duration) uint64 { return uint64(d / time.Millisecond) }
