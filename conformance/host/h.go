package host

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An H is a running check. Its methods are the verbs of which checks are written: each either does what it
// says or ends the check with a verdict.
type H struct {
	*conformance.T
	*run
	shared *shared // what other runs are had from

	x *exchange // that is being judged
}

// newH has the run of a script made, if nobody has yet, and returns the check that judges it.
func newH(t *conformance.T, s *shared, x script) *H {
	t.Cleanup(func() { s.judged(x) })
	h := &H{T: t, shared: s}
	h.run = h.await(x)
	t.SetEvidence(h.evidence)
	h.usable(h.run)
	return h
}

// await returns the run of a script.
func (h *H) await(x script) *run {
	r := h.shared.perform(h.T.Context(), x)
	if r == nil {
		h.Skipf("undecided: the check's time was up, or the run was stopped, before the host was done")
	}
	return r
}

// usable ends the check unless the run says something about the host.
func (h *H) usable(r *run) {
	switch {
	case r.stopped:
		h.Skipf("the run was stopped")
	case r.unserved != nil:
		h.Errorf("the host could not be run: %v", r.unserved)
	case r.failure != nil:
		h.T.Fail(*r.failure)
	}
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
	what := cmp.Or(x.kind, "line")
	if id := x.id(); id != "" {
		what += " " + suite.Show([]byte(id))
	}
	return fmt.Sprintf("%s to %s", what, x.talk)
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
	h.Fail(suite.Malformed(fault, h.x.line, h.name(h.x)+" is no legal request", "strict JSON with exactly the fields of the specification"))
}

// begun returns the games that the engine was asked to begin.
func (r *run) begun() []*game {
	return slices.DeleteFunc(slices.Clone(r.games), func(g *game) bool { return g.reset == nil })
}

// also returns the run of another script, to compare this one with it.
func (h *H) also(x script) *run {
	r := h.await(x)
	h.usable(r)
	return r
}

// played returns the games that the engine was asked to begin, and skips the check if there is none.
func (h *H) played() []*game {
	games := h.begun()
	if len(games) == 0 {
		h.Skipf("%s", h.never("begins no game"))
	}
	return games
}

// point returns the exchange in which the script's twist happened, and skips the check if it did not.
func (h *H) point() (*exchange, int) {
	switch {
	case len(h.points) > 0:
	case h.declined != "":
		h.Skipf("not asked: %s", h.declined)
	default:
		h.Skipf("%s", h.never("never came to the point that this is about"))
	}
	return h.before(h.points[0]), h.points[0]
}

// before returns the latest request before an event to the process that this is of.
func (h *H) before(at int) *exchange {
	e := h.events[at]
	for _, t := range h.talks {
		if t.role != e.role || t.proc != e.proc {
			continue
		}
		for _, x := range slices.Backward(t.exchanges) {
			if x.at < at {
				return x
			}
		}
	}
	h.Errorf("no request before event %d", at)
	return nil
}

// gameOf returns the game that a request names.
func (h *H) gameOf(x *exchange) *game {
	id := x.request.Get("game_id").Str()
	for _, g := range h.games {
		if g.id == id {
			return g
		}
	}
	h.Errorf("%s is of no game", h.name(x))
	return nil
}

// undecided ends a check whose run was broken off before what it looks for could have come.
func (h *H) undecided(what string) {
	if h.end == cut {
		h.Skipf("undecided: %s, and the run was broken off", what)
	}
}

// wantHalt fails unless the game of x was halted (Section 11.5) because of what the engine did at event at: no
// agent is asked anything more, the engine is not asked for the next step, and both agents are told. reason
// is what the ending must be called, "" if the text leaves that to the host.
func (h *H) wantHalt(x *exchange, at int, reasons ...string) {
	g := h.gameOf(x)
	for _, later := range x.talk.exchanges {
		// A host may send what was not answered once more (Section 4.1).
		if later.at > at && later.kind == "step" && later.request.Get("game_id").StrIs(g.id) && !wire.Equal(later.request, x.request) {
			h.x = later
			h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: "the game goes on with " + h.name(later), Expected: "the game is halted", Got: suite.Show(later.line)})
		}
	}
	for _, s := range g.seats {
		if s == nil {
			continue
		}
		for _, c := range s.chooses {
			if c.at > at {
				h.x = c
				h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: "the game goes on with " + h.name(c), Expected: "the game is halted", Got: suite.Show(c.line)})
			}
		}
	}
	for _, s := range g.seats {
		if s != nil {
			h.wantOver(s, protocol.Ending{Classification: "halted", Outcome: "halted"}, reasons...)
		}
	}
}

// wantOver fails unless an agent was told that its game has ended so, for one of the reasons if there are any.
func (h *H) wantOver(s *seated, e protocol.Ending, reasons ...string) {
	if s.over == nil {
		h.undecided(fmt.Sprintf("the agent of %s was not told the end", s.seat))
		h.Fail(conformance.Failure{
			Cause: conformance.NoAnswer, Message: fmt.Sprintf("the agent of %s was not told that the game is over (%s)", s.seat, h.end),
			Expected: "game_over, " + e.Classification, Request: "game_over",
		})
	}
	h.x = s.over
	over := decoded[protocol.GameOver](h, s.over)
	got := protocol.Ending{Classification: over.Terminal.Classification, Outcome: over.Terminal.Outcome}
	if over.Terminal.Winner != nil {
		got.Winner = *over.Terminal.Winner
	}
	if got != e {
		h.wrong("/terminal", ending3(e), ending3(got), "another ending than it was")
	}
	if len(reasons) > 0 && !slices.Contains(reasons, over.Terminal.Reason) {
		h.wrong("/terminal/reason", strings.Join(reasons, " or "), over.Terminal.Reason, "another reason")
	}
}

func ending3(e protocol.Ending) string {
	return fmt.Sprintf("%s, %s, winner %s", e.Classification, e.Outcome, cmp.Or(string(e.Winner), "null"))
}
