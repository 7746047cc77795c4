package fuzz

// Sections 2, 4.1, 9 and 11.3: the state that an engine is in, as a host can know it.

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"github.com/spellbench/sbconform/reference/wire"
)

// A State is what an engine is doing (Sections 2 and 9.4).
type State uint8

const (
	Idle   State = iota // no game has been reset
	InGame              // a decision waits for a step
	Over                // the last game has its terminal
)

func (s State) String() string { return [...]string{"idle", "in-game", "over"}[s] }

// A Model follows the traffic of one engine process and says which answers are right. It is exact
// where the specification is, and takes every answer that the text leaves open.
//
// Want tells what may be answered to a line, without any effect; Judge takes the line and its answer.
// A Model is not safe for concurrent use.
type Model struct {
	reading  protocol.Reading
	requests protocol.Decoder
	answers  *protocol.Decoder // reads the next answer
	kept     *protocol.Decoder // holds the pending decision

	hello    *protocol.EngineHelloOK
	deckIDs  map[string]string // of the catalog, by catalog_id; it is what the first hello_ok lists
	live     *validator.Game
	state    State
	game     string // the id of the game last accepted
	probed   bool   // it was reset with probe: true
	step     uint64 // that the pending decision carries
	caps     [2]uint64
	grouped  bool                // the engine decomposes decisions in this game
	lost     bool                // a decision was so broken that counts are unknown
	posing   wire.Value          // the seat_decision that waits for a step
	choices  wire.Value          // its candidates
	games    map[string]struct{} // ids of accepted resets
	playable map[string]struct{} // combinations of format, decks and rules that were accepted

	due        due
	asked, got string // the classes of the last line and its answer

	last  *exchange            // the request that any engine remembers (Section 4.1)
	older map[string]*exchange // those that it may remember, by request_id
}

// An exchange is a request that an engine may have cached.
type exchange struct {
	id      string
	request []byte
	answer  []byte  // as it came; nil once it is older
	answers []brief // what the answer was, in short; several where the text leaves open which was kept
	vague   bool    // whether this request, or which of several, was cached, the text leaves open
}

// NewModel returns the Model of a process that was just started.
func NewModel(r protocol.Reading) *Model {
	return &Model{
		reading: r, answers: new(protocol.Decoder), kept: new(protocol.Decoder), live: validator.New(validator.Options{Reading: r}),
		games: map[string]struct{}{}, playable: map[string]struct{}{}, older: map[string]*exchange{},
	}
}

// State returns the state after the last answer.
func (m *Model) State() State { return m.state }

// Games returns how many resets were accepted.
func (m *Model) Games() int { return len(m.games) }

// Hello returns what the engine said it plays, or nil.
func (m *Model) Hello() *protocol.EngineHelloOK { return m.hello }

// A Fault is an answer that is not right.
type Fault struct {
	conformance.Failure
	Section string // "" where no section says so
	State   State  // in which the line was sent
	Request string // the class of the line, as "step" or "bad JSON: duplicate-key"
	Answer  string // the class of the answer, as "decision" or "error malformed_json"
	// Advisory says that the text recommends what the target does not do, and demands nothing.
	Advisory bool
	// Lasting says that the target's state is unknown from here on. An illegal decision is none that
	// lasts: it can be answered all the same.
	Lasting bool

	rows []goldens.Row // a transcript that shows it, where that is not the dialogue itself
	slow time.Duration // the fault is that an answer takes so long
	// rounds is how often in a row the whole dialogue showed the fault, which no part of it can show.
	rounds int
}

// Fingerprint is the same for faults that are the same as far as can be told from outside.
func (f *Fault) Fingerprint() string {
	out := fmt.Sprintf("%s | %s | %s | %s", f.Cause, f.State, f.Request, f.Answer)
	if f.Advisory {
		out += " | should"
	}
	return out
}

// Judge takes a line that was sent and the line that came, says what is wrong with the answer, and
// follows its effect. The model keeps both: they must not change.
func (m *Model) Judge(line, answer []byte) *Fault {
	if f := m.Take(line, answer); f != nil {
		return f
	}
	return m.Settle()
}

// Take is Judge without what the validator says of a decision, which is the most work: Settle tells
// that, and is called before the next Take. So a target can have its next line meanwhile.
func (m *Model) Take(line, answer []byte) *Fault { return m.take(m.Want(line), line, answer) }

// take is Take for a line of which the Want is known, since nothing was taken in between.
func (m *Model) take(w Want, line, answer []byte) *Fault {
	m.asked, m.got = w.Request, "malformed"
	return w.blame(m.judge(w, line, answer), answer)
}

// Settle validates the decision that Take has taken, if it has.
func (m *Model) Settle() *Fault {
	d := m.due
	m.due = due{}
	if d.answer == nil {
		return nil
	}
	return d.want.blame(m.posed(d.msg), d.answer)
}

// due is a decision that is not validated yet.
type due struct {
	want   Want
	msg    protocol.Message
	answer []byte
}

// blame completes a fault.
func (w Want) blame(f *Fault, answer []byte) *Fault {
	if f != nil {
		f.State, f.Request, f.Section, f.Got = w.State, w.Request, w.Section, show(answer)
	}
	return f
}

func (m *Model) judge(w Want, line, answer []byte) *Fault {
	if x := w.Again; x != nil && x == m.last && bytes.Equal(x.answer, answer) {
		m.got = x.answers[0].class // it was judged when it came for the first time
		return nil
	}
	m.answers.Reading = m.reading
	msg, broken := m.answers.EngineBinding(answer)
	if broken != nil {
		return &Fault{Answer: "malformed at " + general(broken.Pointer), Lasting: true, Failure: conformance.Failure{
			Cause: conformance.Malformed, Message: "an answer that is no legal message: " + broken.Message,
			Expected: "a message of Section 9, field by field", Where: broken.Pointer,
		}}
	}
	m.got = class(msg)
	if !w.carries(line, msg.ID) {
		return &Fault{Answer: class(msg), Lasting: true, Failure: conformance.Failure{
			Cause: conformance.WrongValue, Message: "an answer that carries another request's id",
			Expected: "request_id " + string(wire.AppendString(nil, w.ID)), Where: "/request_id",
		}}
	}
	if w.Again != nil && w.Again.equals(msg.Value, briefly(msg)) {
		if w.Again != m.last {
			m.retire() // it was served again, or remembered: there is no telling
		}
		return nil
	}
	code := errorCode(msg)
	switch {
	case code != "" && slices.Contains(w.Codes, code):
		m.remember(w, line, answer, msg, code)
		return nil
	case code == "" && w.allows(msg.Type):
		f := m.effect(w, msg, answer)
		if f == nil || !f.Lasting {
			m.remember(w, line, answer, msg, "")
		}
		return f
	}
	cause := conformance.WrongType
	if code != "" && len(w.Codes) > 0 && !w.Accepted {
		cause = conformance.WrongCode
	}
	message := "the answer is " + briefly(msg).String()
	if w.Again != nil && len(w.Codes) == 0 && !w.Accepted {
		cause, message = conformance.WrongValue, "a retransmitted request is answered otherwise than before"
	}
	return &Fault{Answer: class(msg), Lasting: true, Failure: conformance.Failure{Cause: cause, Message: message, Expected: w.String()}}
}

// equals reports whether an answer is the cached one. Of an older request only the summary is kept.
func (x *exchange) equals(v wire.Value, b brief) bool {
	if x.answer == nil || x.vague {
		return slices.Contains(x.answers, b)
	}
	was, err := wire.Parse(x.answer)
	return err == nil && wire.Equal(was, v)
}

// effect follows an answer that is no error.
func (m *Model) effect(w Want, msg protocol.Message, answer []byte) *Fault {
	switch body := msg.Body.(type) {
	case *protocol.EngineHelloOK:
		return m.greeted(w, body)
	case *protocol.Decision:
		id, step := m.game, m.step+1
		if r, ok := w.body.(*protocol.Reset); ok {
			id, step = r.GameID, 0
		}
		if body.GameID != id || body.Step != step {
			return wrong(msg, "a decision of another game or step", fmt.Sprintf("game_id %s and step %d", wire.AppendString(nil, id), step))
		}
		m.follow(w, step)
		m.state, m.posing = InGame, msg.Value.Get("seat_decision")
		m.choices = m.posing.Get("candidates")
		m.answers, m.kept = m.kept, m.answers
		m.due = due{w, msg, answer}
	case *protocol.Terminal:
		id := m.game
		if r, ok := w.body.(*protocol.Reset); ok {
			id = r.GameID
		}
		if body.GameID != id {
			return wrong(msg, "a terminal of another game", "game_id "+string(wire.AppendString(nil, id)))
		}
		m.follow(w, m.step)
		m.state, m.posing, m.choices = Over, wire.Value{}, wire.Value{}
		return m.violated(msg, m.live.Terminal(msg.Value))
	}
	return nil
}

func wrong(msg protocol.Message, message, expected string) *Fault {
	return &Fault{Answer: class(msg), Lasting: true, Failure: conformance.Failure{Cause: conformance.WrongValue, Message: message, Expected: expected}}
}

func (m *Model) greeted(w Want, h *protocol.EngineHelloOK) *Fault {
	asked := w.body.(*protocol.Hello).ProtocolMinor
	f := &Fault{Answer: "hello_ok", Failure: conformance.Failure{Cause: conformance.WrongValue}}
	switch {
	case h.ProtocolMinor > asked:
		f.Message, f.Expected, f.Where = "a protocol_minor above the request's", fmt.Sprintf("at most %d", asked), "/protocol_minor"
		f.Answer = "hello_ok with a later minor"
	case m.hello != nil && h.Engine.Provenance() != m.hello.Engine.Provenance():
		f.Message, f.Expected, f.Where = "the engine's identity has changed since the first hello", "the same identity", "/engine"
		f.Answer = "hello_ok of another engine"
	default:
		f = nil
	}
	if m.hello == nil {
		m.hello = h
		m.deckIDs = make(map[string]string, len(h.Catalog))
		for _, c := range h.Catalog {
			if _, ok := m.deckIDs[c.CatalogID]; !ok {
				m.deckIDs[c.CatalogID] = protocol.DeckID(c.Decklist)
			}
		}
		m.live.Hello(h)
	}
	return f
}

// follow begins a game or takes a step, which was accepted.
func (m *Model) follow(w Want, step uint64) {
	switch body := w.body.(type) {
	case *protocol.Reset:
		m.games[body.GameID] = struct{}{}
		m.playable[w.combination] = struct{}{}
		m.game, m.probed, m.caps, m.grouped, m.lost = body.GameID, body.Rules.Probe, [2]uint64{body.MaxDecisions, body.MaxSteps}, false, false
		m.live.Reset(w.ID, body)
	case *protocol.Step:
		m.live.Step(w.ID, body)
	}
	m.step = step
}

// posed judges a decision that came when one was due.
func (m *Model) posed(msg protocol.Message) *Fault {
	f := m.violated(msg, m.live.Decision(msg.Value))
	if f != nil {
		m.lost = true
		return f
	}
	m.grouped = m.grouped || msg.Value.Get("seat_decision").Get("group").Get("substep_count").Int() > 1
	if m.lost {
		return nil
	}
	steps, groups := m.live.Counts()
	// Section 9.2: an engine that cannot count groups applies max_steps to both.
	if steps >= m.caps[1] || m.grouped && groups >= m.caps[0] {
		f = wrong(msg, fmt.Sprintf("the game goes on after %d steps of %d and %d groups of %d", steps, m.caps[1], groups, m.caps[0]), "a truncated terminal")
		f.Answer = "decision beyond a cap"
		f.Lasting = false
	}
	return f
}

func (m *Model) violated(msg protocol.Message, all []validator.Violation) *Fault {
	if len(all) == 0 {
		return nil
	}
	v := all[0]
	return &Fault{Answer: msg.Type + ": " + v.Check, Failure: conformance.Failure{
		Cause: conformance.Cause("validator:" + v.Rule), Message: v.Message, Expected: v.Check + " of Section " + v.Section, Where: v.Pointer,
	}}
}

// remember keeps what an engine may have cached of an exchange (Section 4.1). Requests that fail
// parsing are never cached. Where what "parsing" means is open, as for a word outside its list or
// another protocol, nothing is certain any more.
func (m *Model) remember(w Want, line, answer []byte, msg protocol.Message, code protocol.Code) {
	switch {
	case w.ID == "", code == protocol.CodeRequestIDReuseMismatch, code == protocol.CodeMalformedJSON, w.Unparsed && !w.Open && code == protocol.CodeMalformedRequest:
		return
	case w.Unparsed || w.Open && code == protocol.CodeMalformedRequest || code == protocol.CodeUnsupportedRequest || code == protocol.CodeProtocolMismatch:
		m.retire()
		x := &exchange{id: w.ID, answers: []brief{briefly(msg)}, vague: true}
		if was := m.older[w.ID]; was != nil {
			x.answers = append(was.answers, x.answers...)
		}
		m.older[w.ID] = x
		return
	}
	m.retire()
	delete(m.older, w.ID)
	m.last = &exchange{id: w.ID, request: line, answer: answer, answers: []brief{briefly(msg)}}
}

// retire makes the request that is certain to be remembered one that may be.
func (m *Model) retire() {
	if x := m.last; x != nil {
		x.answer = nil
		m.older[x.id] = x
		m.last = nil
	}
}

func errorCode(msg protocol.Message) protocol.Code {
	if e, ok := msg.Body.(*protocol.ErrorBody); ok {
		return protocol.Code(e.Code)
	}
	return ""
}

// class names an answer by its type, an error by its code too.
func class(msg protocol.Message) string {
	if c := errorCode(msg); c != "" {
		return "error " + string(c)
	}
	return msg.Type
}

// A brief is an answer's class with its place in the game.
type brief struct {
	class, game string
	step        uint64
}

func briefly(msg protocol.Message) brief {
	switch b := msg.Body.(type) {
	case *protocol.Decision:
		return brief{msg.Type, b.GameID, b.Step}
	case *protocol.Terminal:
		return brief{msg.Type, b.GameID, b.StepCount}
	}
	return brief{class: class(msg)}
}

func (b brief) String() string {
	if b.game == "" {
		return b.class
	}
	return fmt.Sprintf("%s %d of %s", b.class, b.step, b.game)
}

// show shortens text for people.
func show(b []byte) string {
	const most = 400
	if len(b) <= most {
		return string(b)
	}
	return fmt.Sprintf("%s… (%d bytes)", b[:most], len(b))
}
