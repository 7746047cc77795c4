package engine

// Section 4.1, retransmission: the same request again has the same answer and no effect.
//
// How far back an engine remembers, the text leaves open in practice: checks repeat only the request
// just before, byte for byte, and what goes further is information.

import (
	"bytes"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// again repeats the request of a and wants its answer.
func (e *E) again(what string, a Answer) {
	e.Ask(a.sent).WantSame(what+", retransmitted,", a)
}

func retransmissionChecks() []check {
	const hint = "keep the last request's line with its answer, and look there before doing anything"
	return []check{
		{
			id: "retransmission/hello", section: "4.1", hint: hint,
			doc: "A hello that is retransmitted has the answer that it had.",
			run: func(e *E) {
				e.Hello()
				e.again("hello", e.Ask(e.HelloRequest()))
			},
		},
		{
			id: "retransmission/reset", section: "4.1", hint: hint,
			doc: "A reset that is retransmitted has the answer that it had, and its game is not begun again.",
			run: func(e *E) {
				e.Begin()
				e.again("a reset", e.pending)
				e.StepOn(2)
			},
		},
		{
			id: "retransmission/step", section: "4.1", hint: hint,
			doc: "A step that is retransmitted has the answer that it had, and the game does not advance twice.",
			run: func(e *E) {
				e.Begin()
				for range 3 {
					if e.Step(0).Decision() == nil {
						return
					}
					e.again("a step", e.pending)
				}
				step := e.Decision().Step
				if d := e.Step(0).Decision(); d != nil && d.Step != step+1 {
					e.pending.fail(conformance.WrongValue, "the step after a retransmitted one leads elsewhere", "/step", "one more than before")
				}
			},
		},
		{
			id: "retransmission/step-twice", section: "4.1", hint: hint,
			doc: "A request may be retransmitted more than once.",
			run: func(e *E) {
				e.Begin()
				a := e.Step(0)
				e.again("a step", a)
				e.again("a step", a)
				e.StepOn(1)
			},
		},
		{
			id: "retransmission/refused-step", section: "4.1", hint: hint,
			doc: "A step that was refused is refused again in the same way when it is retransmitted.",
			run: func(e *E) {
				e.Begin()
				for _, x := range []text{
					e.StepRequest(0).with("/expected_step", "7"),
					e.StepRequest(0).with("/selection/candidate_id", "4294967295"),
				} {
					e.again("a refused step", e.Ask(x))
				}
				e.StillAnswerable("it")
			},
		},
		{
			id: "retransmission/refused-reset", section: "4.1", hint: hint,
			doc: "A reset that was refused is refused again in the same way when it is retransmitted.",
			run: func(e *E) {
				e.Hello()
				e.again("a refused reset", e.Ask(e.resetText(func(r *protocol.Reset) { r.Format = unknownFormat })))
				e.Begin()
			},
		},
		{
			id: "retransmission/terminal", section: "4.1", hint: hint,
			doc: "The last step of a game has its terminal again when it is retransmitted, and not game_already_terminal.",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 2))
				e.Finish()
				e.again("the last step", e.pending)
			},
		},
		{
			id: "retransmission/reset-to-terminal", section: "4.1", hint: hint,
			doc: "A reset that is answered by a terminal has it again when it is retransmitted, and its game_id is not taken for a reused one.",
			run: func(e *E) {
				e.Hello()
				a := e.Reset(Capped(0, 0))
				a.WantTerminal("a reset with caps of 0")
				e.again("a reset", a)
			},
		},
		{
			id: "retransmission/reused-id-step", section: "4.1", hint: "compare the payload as well as the id",
			doc: "A request_id with another payload is request_id_reuse_mismatch and has no effect: here the step that follows.",
			run: func(e *E) {
				e.Begin()
				e.Advance()
				x := e.StepRequest(0).with("/request_id", suite.Quote(e.pending.msg.ID))
				e.Ask(x).WantError("the next step under the id of the last", protocol.CodeRequestIDReuseMismatch)
				e.StillAnswerable("it")
			},
		},
		{
			id: "retransmission/reused-id-candidate", section: "4.1", hint: "compare the payload as well as the id",
			doc: "A request_id with another payload is request_id_reuse_mismatch: here the same step with another candidate.",
			run: func(e *E) {
				e.Begin()
				a := e.Step(0)
				e.Ask(a.sent.with("/selection/candidate_id", "4294967295")).WantError("a step's id with another candidate", protocol.CodeRequestIDReuseMismatch)
			},
		},
		{
			id: "retransmission/reused-id-reset", section: "4.1", hint: "compare the payload as well as the id",
			doc: "A request_id with another payload is request_id_reuse_mismatch: here a reset with another secret.",
			run: func(e *E) {
				e.Begin()
				e.Ask(e.pending.sent.with("/game_secret", suite.Quote(e.shared.secret.GameSecret(1<<40).String()))).
					WantError("a reset's id with another secret", protocol.CodeRequestIDReuseMismatch)
				e.StillAnswerable("it")
			},
		},
		{
			id: "retransmission/reused-id-hello", section: "4.1", hint: "every request is remembered, not only reset and step",
			doc: "A request_id with another payload is request_id_reuse_mismatch: here a reset under the id of a hello.",
			run: func(e *E) {
				e.Hello()
				a := e.Ask(e.HelloRequest())
				e.Ask(e.resetText().with("/request_id", suite.Quote(a.msg.ID))).WantError("a reset under the id of a hello", protocol.CodeRequestIDReuseMismatch)
				e.Begin()
			},
		},
		{
			id: "retransmission/parse-failure-is-not-kept", section: "4.1", hint: "remember a request only once it was parsed",
			doc: "A request that fails parsing is never cached: the corrected one may have its id.",
			run: func(e *E) {
				e.Hello()
				x := e.resetText()
				e.Ask(x.with("/surplus", "0")).WantError("a reset with an unknown field", protocol.CodeMalformedRequest)
				a := e.Ask(x)
				if a.Code() == protocol.CodeUnsupportedDeck {
					e.Skipf("the target does not play this deck in this format")
				}
				a.WantDecision("the corrected reset under the same id")
			},
		},
		{
			id: "retransmission/parse-failure-forgets-nothing", section: "4.1", hint: "leave the remembered answer alone when a line fails parsing",
			doc: "A request that fails parsing is never cached, so that under a used id it leaves the remembered answer as it was.",
			run: func(e *E) {
				e.Begin()
				a := e.Step(0)
				e.Ask(a.sent.with("/surplus", "0")).WantError("a step with an unknown field under a used id",
					protocol.CodeMalformedRequest, protocol.CodeRequestIDReuseMismatch) // which is judged first, the text does not say
				e.again("the step before it", a)
			},
		},
		{
			id: "retransmission/reuse-forgets-nothing", section: "4.1", hint: "do not remember the refusal of a reused id",
			doc: "After request_id_reuse_mismatch the request that owns the id is still answered as before.",
			run: func(e *E) {
				e.Begin()
				a := e.Step(0)
				e.Ask(a.sent.with("/selection/candidate_id", "4294967295")).WantError("a step's id with another candidate", protocol.CodeRequestIDReuseMismatch)
				e.again("the step before it", a)
			},
		},
		{
			id: "retransmission/mismatch-of-protocol-is-not-kept", section: "4.1", profile: Strict,
			doc:  "A request of another protocol version is never cached: the corrected one may have its id.",
			hint: "keep nothing of a request of another protocol",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest()
				e.Ask(x.with("/protocol", `"spellbench/v1"`)).WantError("a hello of protocol version 1", protocol.CodeProtocolMismatch)
				e.Ask(x).WantType("the corrected hello under the same id", "hello_ok")
			},
		},
		{
			id: "retransmission/same-bytes", section: "4.1", profile: Strict,
			doc:  "The cached response is the same line, byte for byte.",
			hint: "keep the line that was written, and write it again",
			run: func(e *E) {
				e.Begin()
				a := e.Step(0)
				if b := e.Ask(a.sent); !bytes.Equal(a.line, b.line) {
					b.fail(conformance.WrongValue, "a retransmitted step is answered in other bytes", "", suite.Show(a.line))
				}
			},
		},
		{
			id: "retransmission/other-layout", section: "4.1",
			doc:  "The same request in another layout is either the same payload or another one: it has the cached response or request_id_reuse_mismatch.",
			hint: "it must not be taken for a new request",
			run: func(e *E) {
				e.Begin()
				a := e.Step(0)
				b := e.Ask(a.sent.backwards(""))
				switch {
				case b.Code() == protocol.CodeRequestIDReuseMismatch:
					e.Infof("payloads are compared as bytes: another order of keys is request_id_reuse_mismatch")
				case wire.Equal(a.msg.Value, b.msg.Value):
					e.Infof("payloads are compared as values: another order of keys is the same request")
				}
				b.WantSame("a step repeated with another order of keys", a)
			},
		},
		{
			id: "retransmission/depth", section: "4.1", level: conformance.Info,
			doc: "How many requests back a retransmission is recognised.",
			run: func(e *E) {
				e.Begin()
				older := e.Step(0)
				if older.Decision() == nil {
					e.Skipf("the game ended at once")
				}
				e.StepOn(3)
				b := e.Ask(older.sent)
				if wire.Equal(older.msg.Value, b.msg.Value) {
					e.Infof("a step is recognised four requests later")
				}
				e.Infof("a step is not recognised four requests later, but answered %s", b)
			},
		},
	}
}
