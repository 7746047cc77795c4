package host

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An H is a running check. Its methods are the verbs of which checks are written: each either does what it
// says or ends the check with a verdict.
type H struct {
	*conformance.T
	*run

	x *exchange // that is being judged
}

// newH has the run of a script made, if nobody has yet, and returns the check that judges it.
func newH(t *conformance.T, s *shared, x script) *H {
	h := &H{T: t, run: s.perform(t.Context(), x)}
	if h.run == nil {
		t.Skipf("undecided: the check's time was up, or the run was stopped, before the host was done")
	}
	t.SetEvidence(h.evidence)
	switch {
	case h.stopped:
		t.Skipf("the run was stopped")
	case h.unserved != nil:
		t.Errorf("the host could not be run: %v", h.unserved)
	case h.run.failure != nil:
		t.Fail(*h.run.failure)
	}
	return h
}

func (h *H) evidence() *conformance.Evidence {
	moments := slices.Concat(timeline(h.events), h.timeline)
	slices.SortStableFunc(moments, func(a, b conformance.Moment) int { return cmp.Compare(a.At, b.At) })
	return &conformance.Evidence{Transcript: transcript(h.events), Timeline: moments, Stderr: h.stderr}
}

// Fail is T's, with the kind of the request that is being judged.
func (h *H) Fail(f conformance.Failure) {
	if f.Request == "" && h.x != nil {
		f.Request = h.x.kind
	}
	h.T.Fail(f)
}

// wrong fails with a value of the request that is being judged.
func (h *H) wrong(where, expected, got, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if h.x != nil {
		message = fmt.Sprintf("%s, in %s", message, h.name(h.x))
	}
	h.Fail(conformance.Failure{Cause: conformance.WrongValue, Message: message, Expected: expected, Got: got, Where: where})
}

// name says which request x is.
func (h *H) name(x *exchange) string {
	return fmt.Sprintf("%s %s to %s", cmp.Or(x.kind, "line"), show([]byte(x.id())), x.talk)
}

func (t *talk) String() string {
	if t.proc == 0 {
		return t.role.String()
	}
	return fmt.Sprintf("%s's process %d", t.role, t.proc+1)
}

// all judges every request, and skips the check if there is none.
func (h *H) all(judge func(x *exchange)) {
	if h.judge(func(*exchange) bool { return true }, judge) == 0 {
		h.Skipf("%s", h.never("asks nobody anything"))
	}
}

// toEngine judges every request of a type to engines, and skips the check if there is none.
func (h *H) toEngine(kind string, judge func(x *exchange)) {
	if h.judge(func(x *exchange) bool { return x.kind == kind && x.talk.role == engineRole }, judge) == 0 {
		h.Skipf("%s", h.never("sends no "+kind+" to the engine"))
	}
}

// toAgents does the same for agents.
func (h *H) toAgents(kind string, judge func(x *exchange)) {
	if h.judge(func(x *exchange) bool { return x.kind == kind && x.talk.role != engineRole }, judge) == 0 {
		h.Skipf("%s", h.never("sends no "+kind+" to an agent"))
	}
}

// judge judges some requests and returns how many.
func (h *H) judge(which func(*exchange) bool, judge func(x *exchange)) (n int) {
	for _, t := range h.talks {
		for _, x := range t.exchanges {
			if which(x) {
				h.x = x
				judge(x)
				n++
			}
		}
	}
	h.x = nil
	return n
}

// never is the reason of a check that has nothing to judge.
func (h *H) never(what string) string {
	return fmt.Sprintf("the host %s in this run (%s)", what, h.end)
}

// decoded returns the body of a request as its decoder reads it, or fails.
func decoded[T any](h *H, x *exchange) *T {
	m, fault := decode(x)
	if fault != nil {
		h.x = x
		h.illegal(fault)
	}
	body, ok := m.Body.(*T)
	if !ok {
		h.Errorf("%s decodes to %T", h.name(x), m.Body)
	}
	return body
}

// decode reads a request as strictly as the text allows.
func decode(x *exchange) (protocol.Message, *protocol.Fault) {
	if x.talk.role == engineRole {
		return protocol.DecodeEngineRequest(x.line)
	}
	return protocol.DecodeAgentRequest(x.line)
}

// illegal fails with a request that its decoder refuses.
func (h *H) illegal(fault *protocol.Fault) {
	h.Fail(conformance.Failure{
		Cause: conformance.Malformed, Message: fmt.Sprintf("%s is no legal request: %s", h.name(h.x), fault.Message),
		Expected: "strict JSON with exactly the fields of the specification", Got: show(h.x.line),
		Where: cmp.Or(fault.Pointer, fmt.Sprintf("byte %d", fault.Offset)),
	})
}

// show shortens text for people. Reports escape it.
func show(b []byte) string { return conformance.Clip(string(b), 400) }

func quote(s string) string { return string(wire.AppendString(nil, s)) }
