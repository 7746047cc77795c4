package fuzz

// Section 10: the host of an agent. Whatever it sends is a legal request, unless a move is to be none;
// so every move can be left out, repeated or moved.

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	suite "github.com/spellbench/sbconform/conformance/agent"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An agentSide is the host of an agent, which plays one seat.
type agentSide struct {
	limit  uint64 // for an answer, in milliseconds
	secret protocol.RunSecret
	tame   bool   // this process is sent legal requests alone
	long   bool   // and this one games without end
	style  string // of the ids of requests

	hello *protocol.AgentHelloOK
	stage *suite.Stage // the game that is played; nil between games
	state State
	games uint64
	ids   map[string]struct{}
	sent  []byte // the last line

	now        ask
	tainted    bool // was sent a line that is no legal request, and refused it
	unknown    bool // and served one: what it has made of it, nobody knows
	asked, got string
	answers    protocol.Decoder
}

// An ask is the request that waits for its answer.
type ask struct {
	kind     string // of a legal request; "" of a line that is none
	class    string
	id       string
	advisory bool
	vague    bool // its candidates have fields that an echo may well leave out
}

func newAgentSide(o *Options, secret protocol.RunSecret) *agentSide {
	return &agentSide{
		limit: uint64(cmp.Or(o.Limits.Answer, 10*time.Second) / time.Millisecond), secret: secret,
		tame: isTame(secret), long: longGames(secret), style: styles[int(secret[2])%len(styles)], ids: map[string]struct{}{},
	}
}

// styles are forms of request ids, which are any nonempty string (Section 4.1): that which is recommended,
// and some over which programs stumble.
var styles = []string{
	"r-%d", "r-%d", "r-%d", "r-%d", "%d", "R %d", "é😀-%d", `"\"-%d`, strings.Repeat("r-", 500) + "%d", "{\"request_id\":%d}",
}

func isTame(secret protocol.RunSecret) bool { return secret[1]%4 != 0 }

// longGames says that a process plays games that end only when it does: what grows with each decision, or
// stops at the thousandth, shows in no other.
func longGames(secret protocol.RunSecret) bool { return isTame(secret) && secret[3] < 10 }

// Requests that a process of an agent is sent. There are two sorts of processes, so that they are short.
const (
	agentLength = sessionLength / 4
	longLength  = 1800 // where games are long
)

// agentLengthOf is that of the process of that number. No long one takes up most of a short run.
func agentLengthOf(secret protocol.RunSecret, n uint64) uint64 {
	if longGames(secret) {
		return min(longLength, agentLength*(n+1))
	}
	return agentLength
}

// legal tells which answer the requests of Section 10 want, and where the text says so.
var legal = map[string]struct{ answer, section string }{
	"hello": {"hello_ok", "10.1"}, "game_start": {"ack", "10.2"}, "choose": {"choice", "10.3"}, "game_over": {"ack", "10.4"},
}

// due is the kind of the legal request that comes nearest to what a move wants.
func (x *agentSide) due(kind string) string {
	switch {
	case x.hello == nil:
		return "hello"
	case x.stage == nil:
		return "game_start"
	case kind == "choose" && !x.stage.Done():
		return "choose"
	}
	return "game_over"
}

// render returns the line of a move.
func (x *agentSide) render(v Move) []byte {
	wild := slices.DeleteFunc(slices.Clone(v.Edits), func(e Edit) bool { return harmless[e.Op] != nil })
	var before suite.Stage
	if x.stage != nil {
		before = *x.stage
	}
	was := x.stage
	kind := x.due(v.Kind)
	body := x.body(kind, v)
	id := x.freshID()
	line := protocol.AppendRequest(nil, id, body)
	line = x.spell(kind, line, v.Edits)
	x.now = ask{kind: kind, class: kind, advisory: x.tainted || x.games > 1}
	x.now.vague = slices.ContainsFunc(v.Edits, func(e Edit) bool { return e.Op == "surplus" && strings.HasPrefix(e.At, "/decision/candidates") })
	if m, ok := body.(*protocol.Hello); ok {
		x.now.advisory = x.now.advisory || m.ProtocolMinor > 0 // Section 4.2 binds the engine to answer, no agent
	}
	if at(line, "/clock/remaining_ms").Raw() != nil && at(line, "/clock/remaining_ms").Int() == 0 {
		x.now.advisory = true // whatever it answers is too late
	}
	other := v.Kind == "again" || v.Kind == "line"
	switch {
	case v.Kind == "again" && x.sent != nil:
		line = x.sent // Section 4.1: hosts do not retransmit to agents
	case v.Kind == "line":
		line = v.Line
	}
	if len(wild) > 0 {
		for _, e := range wild {
			if edit := edits[e.Op]; edit != nil && e.Op != "state" && len(line) <= wire.MaxLine+maxPad {
				line = edit(nil, line, e)
			}
		}
		other = true
	}
	if other {
		line = bytes.ReplaceAll(line, []byte("\n"), []byte(" "))
		x.now = ask{class: "no legal " + kind, advisory: true}
		if v.Kind == "again" || v.Kind == "line" {
			x.now.class = v.Kind
		}
		// The game goes on as if it had not been.
		if x.stage = was; was != nil {
			*was = before
		}
		if x.stage == nil && x.games > 0 && kind == "game_start" {
			x.games--
		}
	}
	x.now.id = at(line, "/request_id").Str()
	x.ids[cmp.Or(x.now.id, id)] = struct{}{}
	x.sent = line
	return line
}

// freshID returns an id that the process was not sent before.
func (x *agentSide) freshID() string {
	for n := len(x.ids); ; n++ {
		id := fmt.Sprintf(x.style, n)
		if _, taken := x.ids[id]; !taken {
			return id
		}
	}
}

// body makes a request of a kind for a move.
func (x *agentSide) body(kind string, v Move) any {
	switch kind {
	case "hello":
		return &protocol.Hello{ProtocolMinor: uint32(v.Pick)}
	case "game_start":
		x.games++
		kinds := uint64(suite.Starts())
		seat := protocol.Seats[(uint64(x.secret[0])+v.Pick/kinds)&1] // a process may serve the other one in its next game
		x.stage = suite.NewStage(v.Pick%kinds, x.secret.GameID(x.games), seat, x.secret.AgentSeed(x.games, seat), x.limit, x.hello)
		return x.stage.GameStart()
	case "choose":
		w := suite.Wish{Scene: v.Pick}
		for _, e := range v.Edits {
			if wish := wishes[e.Op]; wish != nil {
				wish(&w, uint64(max(e.N, 0)))
			}
		}
		return x.stage.Choose(w)
	default:
		return x.stage.GameOver(v.Pick)
	}
}

// wishes are the edits of a choose that say what should be decided.
var wishes = map[string]func(w *suite.Wish, n uint64){
	"special":    func(w *suite.Wish, n uint64) { w.Special = n },
	"candidates": func(w *suite.Wish, n uint64) { w.Candidates = n },
	"rewind":     func(w *suite.Wish, _ uint64) { w.Rewind = true },
	"group":      func(w *suite.Wish, _ uint64) { w.Group = true },
}

func (x *agentSide) expect([]byte) {} // render knows

// expected tells what a line of the last render may be answered.
func (x *agentSide) expected() expectation {
	right := "one line of strict JSON with the envelope of an answer"
	if x.now.kind != "" {
		right = legal[x.now.kind].answer
	}
	return expectation{state: x.state, request: x.now.class, right: right, advisory: x.now.advisory}
}

func (x *agentSide) classes() (_, _ string) { return x.asked, x.got }
func (x *agentSide) settle() *Fault         { return nil }
func (x *agentSide) greeted() bool          { return x.hello != nil }
func (x *agentSide) lost() bool             { return x.unknown }

func (x *agentSide) take(line, answer []byte) *Fault {
	w := x.now
	state := x.state
	x.asked, x.got = w.class, "malformed"
	f := x.judge(w, line, answer)
	if f != nil {
		f.State, f.Request, f.Got = state, w.class, show(answer)
		f.Lasting = !f.Advisory // what hello_ok wants ends nothing
		f.Advisory = f.Advisory || w.advisory
		f.Section = cmp.Or(legal[w.kind].section, "10.5")
	}
	return f
}

func (x *agentSide) judge(w ask, line, answer []byte) *Fault {
	msg, broken := x.answers.AgentResponse(answer)
	if broken != nil {
		return &Fault{Answer: "malformed at " + general(broken.Pointer), Failure: conformance.Failure{
			Cause: conformance.Malformed, Message: "an answer that no host can read: " + broken.Message,
			Expected: "strict JSON with the fields that Section 10 requires", Where: broken.Pointer,
		}}
	}
	x.got = class(msg)
	if w.kind == "" {
		return x.judgeOther(w, line, msg)
	}
	if msg.ID != w.id && !(msg.ID == "" && errorCode(msg) != "") {
		return &Fault{Answer: class(msg), Failure: conformance.Failure{
			Cause: conformance.WrongValue, Message: "an answer that carries another request's id",
			Expected: "request_id " + quote(w.id), Where: "/request_id",
		}}
	}
	if want := legal[w.kind].answer; msg.Type != want {
		return &Fault{Answer: class(msg), Failure: conformance.Failure{
			Cause: conformance.WrongType, Message: "a legal " + w.kind + " is answered " + class(msg), Expected: want, Where: "/response_type",
		}}
	}
	switch body := msg.Body.(type) {
	case *protocol.AgentHelloOK:
		x.hello = body
		return unmet(body)
	case *protocol.Ack:
		x.state = InGame
		if w.kind == "game_over" {
			x.state, x.stage = Over, nil
		}
	case *protocol.Choice:
		return x.chosen(line, body)
	}
	return nil
}

// unmet blames a requirement that no host can meet.
func unmet(h *protocol.AgentHelloOK) *Fault {
	extension := func(name string) bool {
		rest, ok := strings.CutPrefix(name, "x_")
		return ok && rest != "" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
	}
	flag := func(name string) bool { return protocol.FlagNamed(name) != protocol.NoFlag }
	for _, list := range []struct {
		where, want string
		names       []string
		ok          func(string) bool
	}{
		{"/requires/observation", "flags of Section 6.9", h.RequiresObservation, flag},
		{"/requires/extensions", "names of the form x_name", h.RequiresExtensions, extension},
		{"/extensions_accepted", "names of the form x_name", h.ExtensionsAccepted, extension},
	} {
		if i := slices.IndexFunc(list.names, func(name string) bool { return !list.ok(name) }); i >= 0 {
			return &Fault{Answer: "hello_ok that wants " + list.where, Advisory: true, Failure: conformance.Failure{
				Cause: conformance.WrongValue, Message: "what no host can meet: " + show([]byte(list.names[i])), Expected: list.want, Where: list.where,
			}}
		}
	}
	return nil
}

// judgeOther judges the answer to a line that is no legal request. An agent may read leniently, and
// need not err (Sections 4.2 and 10.6), so whatever belongs to the line is right.
func (x *agentSide) judgeOther(w ask, line []byte, msg protocol.Message) *Fault {
	x.tainted = true
	x.unknown = errorCode(msg) == ""
	if !(Want{ID: w.id, badJSON: true}).carries(line, msg.ID) && msg.ID != "" {
		return &Fault{Answer: class(msg), Failure: conformance.Failure{
			Cause: conformance.WrongValue, Message: "an answer that carries another request's id",
			Expected: "the request_id of the line, or an empty one", Where: "/request_id",
		}}
	}
	return nil
}

// chosen judges a choice (Section 10.3).
func (x *agentSide) chosen(line []byte, c *protocol.Choice) *Fault {
	decision := at(line, "/decision")
	all := decision.Get("candidates")
	invalid := func(class, message, where, want string) *Fault {
		return &Fault{Answer: "choice " + class, Failure: conformance.Failure{Cause: conformance.WrongValue, Message: message, Where: where, Expected: want}}
	}
	if c.CandidateID < 0 || c.CandidateID >= int64(all.Len()) {
		return invalid("out of range", "no candidate has the chosen candidate_id", "/selection/candidate_id", fmt.Sprintf("an integer from 0 to %d", all.Len()-1))
	}
	chosen := nth(all, int(c.CandidateID))
	for _, echo := range []struct {
		name string
		got  []byte
		want wire.Value
	}{{"seat_step", c.SeatStepJSON, decision.Get("seat_step")}, {"semantic_echo", c.EchoJSON, chosen.Get("semantic")}} {
		if echo.got == nil {
			continue
		}
		x.got += " with " + echo.name
		if want := echo.want.AppendCanonical(nil); !bytes.Equal(want, echo.got) && !(x.now.vague && echo.name == "semantic_echo") {
			return invalid("with another "+echo.name, "the optional "+echo.name+" is there and is not the decision's", "/selection/"+echo.name, show(want))
		}
	}
	switch n := int64(all.Len()); {
	case n == 1:
	case c.CandidateID == 0:
		x.got += " of the first"
	case c.CandidateID == n-1:
		x.got += " of the last"
	}
	x.stage.Chosen(int(c.CandidateID))
	return nil
}

// place names the state in which the agent is: what it was asked last, and how many games it has played.
func (x *agentSide) place() string {
	out := fmt.Sprintf("%s %d", x.state, min(x.games, 3))
	if x.tainted {
		out += " refused"
	}
	d := at(x.sent, "/decision")
	if !d.Exists() {
		return out
	}
	var kinds []string
	for c := range d.Get("candidates").Elems() {
		if k := c.Get("semantic").Get("kind").Str(); !slices.Contains(kinds, k) && len(kinds) < 4 {
			kinds = append(kinds, k)
		}
	}
	return out + " " + d.Get("context").Get("kind").Str() + " " + strings.Join(kinds, "+")
}
