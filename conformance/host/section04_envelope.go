package host

// Section 4: the envelope of requests, and their fields.

import (
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/wire"
)

// requestTypes are those that a host of v2.0 may send to an engine, and to an agent.
var requestTypes = [2][]string{{"hello", "reset", "step", "validate_deck"}, {"hello", "game_start", "choose", "game_over"}}

// typesTo returns the request types that a program knows.
func typesTo(r role) []string {
	if r == engineRole {
		return requestTypes[0]
	}
	return requestTypes[1]
}

// reserved is the request that Section 4.5 reserves.
const reserved = "probe_resample"

func envelopeChecks() []check {
	out := []check{
		{
			id: "envelope/fresh-ids", section: "4.1", script: healthy(),
			doc:  "A request_id is nonempty and unique per process: only the retransmission of a request to an engine has that of an earlier one.",
			hint: "count the requests to each process",
			judge: func(h *H) {
				h.all(func(*exchange) {})
				for _, t := range h.talks {
					seen := map[string]*exchange{}
					for _, x := range t.exchanges {
						h.x = x
						if x.id() == "" {
							h.wrong("/request_id", "a nonempty string", suite.Show(x.request.Get("request_id").Raw()), "no request_id")
						}
						if first := seen[x.id()]; first != nil && !(t.role == engineRole && wire.Equal(first.request, x.request)) {
							h.wrong("/request_id", "a fresh id", suite.Quote(x.id()), "a request_id that the process has seen")
						}
						seen[x.id()] = x
					}
				}
			},
		},
		{
			id: "envelope/known-types", section: "4.2", script: healthy(),
			doc:  "A host sends no request that the protocol does not have.",
			hint: "what the protocol has no message for is told outside it",
			judge: func(h *H) {
				h.all(func(x *exchange) {
					if x.kind != reserved && !slices.Contains(typesTo(x.talk.role), x.kind) {
						h.wrong("/request_type", "one of "+strings.Join(typesTo(x.talk.role), ", "), suite.Show(x.line), "an unknown request_type")
					}
				})
			},
		},
		{
			id: "envelope/nothing-reserved", section: "4.5", script: healthy(),
			doc:  "A host of v2.0 sends no probe_resample, and begins no game with a probe.",
			hint: "leave the noninterference probe to a later minor version",
			judge: func(h *H) {
				h.all(func(x *exchange) {
					if x.kind == reserved {
						h.Fail(conformance.Failure{Cause: conformance.ExtraOutput, Message: "a request that is reserved", Got: suite.Show(x.line)})
					}
					if probe := x.request.Get("rules").Get("probe"); x.kind == "reset" && probe.Bool() {
						h.wrong("/rules/probe", "false", "true", "a game with a probe")
					}
				})
			},
		},
	}
	for _, role := range []role{engineRole, firstAgent} {
		for _, kind := range typesTo(role) {
			if kind == "validate_deck" {
				continue // it is optional
			}
			out = append(out, legal(role, kind))
		}
	}
	return out
}

// legal is a check that requests of a type are legal.
func legal(r role, kind string) check {
	to, section := "an agent", map[string]string{"hello": "10.1", "game_start": "10.2", "choose": "10.3", "game_over": "10.4"}[kind]
	id := "envelope/legal-" + strings.ReplaceAll(kind, "_", "-")
	if r == engineRole {
		to, section = "an engine", map[string]string{"hello": "9.1", "reset": "9.2", "step": "9.4"}[kind]
	} else if kind == "hello" {
		id += "-to-agents"
	}
	return check{
		id: id, section: section, script: healthy(),
		doc:  "Each " + kind + " to " + to + " has exactly the fields of the specification, each of its type and in its range.",
		hint: "a nullable field is sent as null, and nothing is added",
		judge: func(h *H) {
			each := h.toAgents
			if r == engineRole {
				each = h.toEngine
			}
			each(kind, func(x *exchange) {
				if _, fault := decode(x); fault != nil {
					h.illegal(fault)
				}
			})
		},
	}
}
