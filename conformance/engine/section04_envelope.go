package engine

// Section 4.1: the envelope of requests and of their answers.

import (
	"cmp"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A badEnvelope is one fault in the envelope of a request that is otherwise legal.
type badEnvelope struct {
	id, doc, hint string
	pointer, raw  string // what stands where; raw "" leaves the field out
	code          protocol.Code
	unreadable    bool // the fault is in the id, so that the answer carries ""
}

var badEnvelopes = []badEnvelope{
	{id: "id-missing", doc: "A request without request_id is malformed_request, and answered with the empty id.", pointer: "/request_id", code: protocol.CodeMalformedRequest, unreadable: true},
	{id: "id-number", doc: "A request_id that is no string is malformed_request, and answered with the empty id.", hint: "do not turn the number into a string", pointer: "/request_id", raw: "7", code: protocol.CodeMalformedRequest, unreadable: true},
	{id: "id-null", doc: "A request_id of null is malformed_request, and answered with the empty id.", pointer: "/request_id", raw: "null", code: protocol.CodeMalformedRequest, unreadable: true},
	{id: "id-array", doc: "A request_id that is an array is malformed_request, and answered with the empty id.", pointer: "/request_id", raw: `["h-1"]`, code: protocol.CodeMalformedRequest, unreadable: true},
	{id: "id-empty", doc: "A request_id is a nonempty string.", pointer: "/request_id", raw: `""`, code: protocol.CodeMalformedRequest, unreadable: true},
	{id: "protocol-missing", doc: "A request without protocol is malformed_request.", pointer: "/protocol", code: protocol.CodeMalformedRequest},
	{id: "protocol-null", doc: "A protocol that is no string is malformed_request: null.", hint: "protocol_mismatch is for strings alone", pointer: "/protocol", raw: "null", code: protocol.CodeMalformedRequest},
	{id: "protocol-number", doc: "A protocol that is no string is malformed_request: a number.", hint: "protocol_mismatch is for strings alone", pointer: "/protocol", raw: "2", code: protocol.CodeMalformedRequest},
	{id: "protocol-v1", doc: "The protocol of version 1 is protocol_mismatch.", pointer: "/protocol", raw: `"spellbench/v1"`, code: protocol.CodeProtocolMismatch},
	{id: "protocol-minor-in-name", doc: "Minor versions are no part of the protocol string.", hint: "compare the whole string, not its beginning", pointer: "/protocol", raw: `"spellbench/v2.0"`, code: protocol.CodeProtocolMismatch},
	{id: "protocol-capitals", doc: "The protocol string is compared as it is.", hint: "do not fold case", pointer: "/protocol", raw: `"SpellBench/v2"`, code: protocol.CodeProtocolMismatch},
	{id: "protocol-space", doc: "The protocol string is compared as it is.", hint: "do not trim it", pointer: "/protocol", raw: `"spellbench/v2 "`, code: protocol.CodeProtocolMismatch},
	{id: "protocol-empty", doc: "An empty protocol is a string other than spellbench/v2.", pointer: "/protocol", raw: `""`, code: protocol.CodeProtocolMismatch},
	{id: "type-missing", doc: "A request without request_type is malformed_request.", pointer: "/request_type", code: protocol.CodeMalformedRequest},
	{id: "type-null", doc: "A request_type of null is malformed_request.", pointer: "/request_type", raw: "null", code: protocol.CodeMalformedRequest},
	{id: "type-array", doc: "A request_type that is an array is malformed_request.", hint: "a list is no key of a table: look at the type before looking it up", pointer: "/request_type", raw: `["hello"]`, code: protocol.CodeMalformedRequest},
	{id: "type-object", doc: "A request_type that is an object is malformed_request.", hint: "an object is no key of a table: look at the type before looking it up", pointer: "/request_type", raw: `{"hello":0}`, code: protocol.CodeMalformedRequest},
	{id: "type-unknown", doc: "An unknown request_type is malformed_request.", hint: "unsupported_request is for requests that the protocol knows", pointer: "/request_type", raw: `"teleport"`, code: protocol.CodeMalformedRequest},
	{id: "type-capitals", doc: "A request_type is compared as it is.", hint: "do not fold case", pointer: "/request_type", raw: `"Hello"`, code: protocol.CodeMalformedRequest},
	{id: "type-of-a-response", doc: "The name of a response is no request_type.", pointer: "/request_type", raw: `"hello_ok"`, code: protocol.CodeMalformedRequest},
	{id: "type-inherited", doc: "A request_type is a name of the protocol, not of anything that the engine's own tables inherit.", hint: "look it up in a table without a prototype: every object of JavaScript has a constructor", pointer: "/request_type", raw: `"constructor"`, code: protocol.CodeMalformedRequest},
	{id: "type-of-the-agent-role", doc: "The requests of the agent role are unknown to an engine.", hint: "unsupported_request is for the optional requests of the engine role", pointer: "/request_type", raw: `"game_over"`, code: protocol.CodeMalformedRequest},
}

func envelopeChecks() []check {
	var out []check
	for _, b := range badEnvelopes {
		out = append(out, check{
			id: "envelope/" + b.id, section: "4.1", doc: b.doc, hint: cmp.Or(b.hint, "judge request_id first, then protocol, then request_type, and all of them before anything else"),
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest()
				what := "a hello with " + b.pointer[1:] + " " + b.raw
				if b.raw == "" {
					x, what = x.without(b.pointer), "a hello without "+b.pointer[1:]
				} else {
					x = x.with(b.pointer, b.raw)
				}
				if a := e.Ask(x); b.unreadable {
					a.WantUnreadable(what, b.code)
				} else {
					a.WantError(what, b.code)
				}
				e.Ask(e.HelloRequest()).WantType("hello after it", "hello_ok")
			},
		})
	}
	return append(out, []check{
		{
			id: "envelope/id-echo", section: "4.1",
			doc:  "A response carries the request_id of its request, whatever string that is.",
			hint: "keep the id as a string: no number, no length limit, no pattern",
			run: func(e *E) {
				e.Hello()
				for _, id := range []string{"1", " ", "007", "r-é–😀", `"\/`, "null", strings.Repeat("x", 5000)} {
					e.Ask(e.HelloRequest().with("/request_id", suite.Quote(id))).WantType("hello with the id "+suite.Show(suite.Quote(id)), "hello_ok")
				}
			},
		},
		{
			id: "envelope/id-echo-in-errors", section: "4.1",
			doc:  "An error carries the request_id of its request wherever that can be read.",
			hint: "the empty id is for requests whose id can't be read",
			run: func(e *E) {
				e.Hello()
				for _, x := range []text{
					e.HelloRequest().with("/protocol", `"spellbench/v1"`),
					e.HelloRequest().without("/protocol"),
					e.HelloRequest().without("/request_type"),
					e.HelloRequest().with("/surplus", "0"),
					e.resetText(func(r *protocol.Reset) { r.Format = unknownFormat }),
				} {
					if a := e.Ask(x); a.Code() == "" {
						a.wrongType(suite.Show(x), "error")
					}
				}
			},
		},
		{
			id: "envelope/protocol-in-reset", section: "4.1",
			doc:  "The protocol of every request counts, not only that of hello.",
			hint: "check the envelope before looking at the request's type",
			run: func(e *E) {
				e.Hello()
				e.Ask(e.resetText().with("/protocol", `"spellbench/v1"`)).WantError("a reset of protocol version 1", protocol.CodeProtocolMismatch)
				e.Begin()
				e.Ask(e.StepRequest(0).with("/protocol", `"spellbench/v1"`)).WantError("a step of protocol version 1", protocol.CodeProtocolMismatch)
				e.StillAnswerable("it")
			},
		},
		{
			id: "envelope/id-before-protocol", section: "4.1", profile: Strict,
			doc:  "A request_id that can't be read is judged before the protocol.",
			hint: "judge request_id first",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest().with("/protocol", `"spellbench/v1"`).without("/request_id")
				e.Ask(x).WantUnreadable("a hello of protocol version 1 without an id", protocol.CodeMalformedRequest)
			},
		},
		{
			id: "envelope/protocol-before-fields", section: "4.1", profile: Strict,
			doc:  "A protocol mismatch is judged before the type and the fields of a request.",
			hint: "judge the protocol before all that it gives a meaning to",
			run: func(e *E) {
				e.Hello()
				x := e.HelloRequest().with("/protocol", `"spellbench/v1"`).with("/surplus", "0")
				e.Ask(x).WantError("a hello of protocol version 1 with an unknown field", protocol.CodeProtocolMismatch)
				e.Ask(x.with("/request_type", `"teleport"`).with("/request_id", suite.Quote(e.id()))).
					WantError("a request of protocol version 1 and unknown type", protocol.CodeProtocolMismatch)
			},
		},
	}...)
}
