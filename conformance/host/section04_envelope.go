package host

// Section 4: the envelope of requests.

import (
	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/wire"
)

func envelopeChecks() []check {
	return []check{
		{
			id: "envelope/unique-ids", section: "4.1", script: healthy(),
			doc:  "A request_id is unique per process: only the retransmission of a request to an engine has that of an earlier one.",
			hint: "count the requests to each process",
			judge: func(h *H) {
				h.all(func(*exchange) {})
				for _, t := range h.talks {
					seen := map[string]*exchange{}
					for _, x := range t.exchanges {
						if first := seen[x.id()]; first != nil && !(t.role == engineRole && wire.Equal(first.request, x.request)) {
							h.x = x
							h.wrong("/request_id", "a fresh id", quote(x.id()), "a request_id that the process has seen")
						}
						seen[x.id()] = x
					}
				}
			},
		},
		{
			id: "envelope/no-retransmission-to-agents", section: "4.1", script: healthy(),
			doc: "Hosts do not retransmit to agents.",
			judge: func(h *H) {
				last := map[*talk]*exchange{}
				h.toAgents("hello", func(*exchange) {})
				h.judge(func(x *exchange) bool { return x.talk.role != engineRole }, func(x *exchange) {
					if before := last[x.talk]; before != nil && wire.Equal(before.request, x.request) {
						h.Fail(conformance.Failure{Cause: conformance.ExtraOutput, Message: h.name(x) + " was sent twice", Got: show(x.line)})
					}
					last[x.talk] = x
				})
			},
		},
	}
}
