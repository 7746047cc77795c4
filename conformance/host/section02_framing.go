package host

// Section 2: a line of strict JSON for each request, one at a time.

import (
	"fmt"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/wire"
)

// healthy is a run in which everybody does as they should.
func healthy() script { return script{name: "healthy", whole: true, spare: true} }

// leisurely is one that a host may end for itself, unless it plays very many games.
func leisurely() script { return script{name: "leisurely", games: 20} }

// unhurried is one in which every program takes its time for the first requests, so that a host which does not
// wait for an answer is seen not to.
func unhurried() script {
	return script{name: "unhurried", games: 1, twists: []twist{{
		often: 24,
		at:    always,
		do: func(q *asked) {
			time.Sleep(15 * time.Millisecond)
			q.say(q.answer)
		},
	}}}
}

func framingChecks() []check {
	return []check{
		{
			id: "framing/strict-json", section: "2", script: healthy(),
			doc:  "Every line that a host sends is strict JSON with an object at the top.",
			hint: "write integers only, no NaN, every key once, and UTF-8",
			judge: func(h *H) {
				h.all(func(x *exchange) {
					if err := wire.Check(x.line); err != nil {
						f := conformance.Failure{Cause: conformance.Framing, Message: "a line that is not strict JSON: " + err.Error(), Expected: "strict JSON", Got: suite.Show(x.line)}
						if e, ok := err.(*wire.Error); ok {
							f.Where = fmt.Sprintf("byte %d", e.Offset)
						}
						h.Fail(f)
					}
					if x.request.Kind() != wire.Object {
						h.Fail(conformance.Failure{Cause: conformance.Framing, Message: "a line whose top level is no object", Expected: "one JSON object", Got: suite.Show(x.line)})
					}
				})
			},
		},
		{
			id: "framing/whole-lines", section: "2", script: healthy(),
			doc:  "Every line that a host sends ends with a newline and has at most 8 MiB.",
			hint: "write the newline with the line, and flush both",
			judge: func(h *H) {
				for _, e := range h.events {
					if e.what == oddLine {
						h.Fail(conformance.Failure{Cause: conformance.Framing, Message: "bytes to " + e.role.String() + " that are no line", Expected: "a line of at most 8 MiB with its newline", Got: suite.Show(e.line)})
					}
				}
				h.all(func(*exchange) {})
			},
		},
		{
			id: "framing/one-outstanding", section: "2", script: unhurried(),
			doc:  "A sender must not pipeline: at most one request is outstanding per process.",
			hint: "read the answer before the next request is sent",
			judge: func(h *H) {
				h.all(func(x *exchange) {
					if x.early {
						h.Fail(conformance.Failure{
							Cause: conformance.ExtraOutput, Message: h.name(x) + " came before the request before it was answered",
							Expected: "one request at a time", Got: suite.Show(x.line),
						})
					}
				})
			},
		},
		{
			id: "process/input-closed", section: "2", level: conformance.Should, script: leisurely(),
			doc:  "Closing stdin ends a process: when the host has ended, no program of its has its stdin open.",
			hint: "do not let a program inherit the pipes of another",
			judge: func(h *H) {
				h.all(func(*exchange) {})
				if h.end != exited {
					h.Skipf("undecided: %s before it was done", h.end)
				}
				for _, t := range h.talks {
					if t.ended < 0 {
						h.Fail(conformance.Failure{Cause: conformance.LeftProcesses, Message: "the host has ended, and the stdin of " + t.String() + " is open", Expected: "the end of its input"})
					}
				}
			},
		},
		{
			id: "leak/stderr", section: "2", script: complaining(),
			doc:  "stderr is never part of the protocol: what a program writes there reaches no other program.",
			hint: "read each program's stderr for yourself, or let it go where yours goes",
			judge: func(h *H) {
				h.all(func(x *exchange) {
					if strings.Contains(string(x.line), complaint) {
						h.Fail(conformance.Failure{Cause: conformance.Leak, Message: h.name(x) + " holds what another program wrote to stderr", Got: suite.Show(x.line)})
					}
				})
			},
		},
	}
}

// complaint is what programs write to stderr.
const complaint = "sbconform-wrote-this-to-stderr"

// complaining is a run in which programs write to stderr.
func complaining() script {
	return script{name: "complaining", games: 1, twists: []twist{{
		often: 40,
		at:    always,
		do: func(q *asked) {
			q.complain([]byte(complaint + "\n"))
			q.say(q.answer)
		},
	}}}
}
