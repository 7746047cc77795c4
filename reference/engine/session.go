package engine

// Sections 4.1 and 9: the requests of one connection, in the order of its checks.

import (
	"bytes"
	"crypto/sha256"
	"iter"
	"runtime"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An Engine answers the requests of one host. It is not safe for concurrent use.
type Engine struct {
	hello   *protocol.EngineHelloOK
	reading protocol.Reading
	faults  *faults
	last    exchange
	table   *table                // of the last accepted reset, or nil
	used    map[[32]byte]struct{} // the hashes of the game ids of accepted resets
}

// An exchange is the last request that parsed and its answer.
type exchange struct {
	id      string
	request []byte
	answer  []byte
}

// A table is a game and its place between host and engine.
type table struct {
	id      string
	game    *game
	next    func() (*protocol.SeatDecision, bool)
	stop    func()
	pending *protocol.SeatDecision // nil after the terminal
	cleanup runtime.Cleanup
}

// New returns an engine. Close it when its last game may still be going on. It panics if o names a
// mutant or a profile that does not exist.
func New(o Options) *Engine {
	hello := o.Hello
	if hello == nil {
		h, ok := Declared(o.Profile)
		if !ok {
			panic("engine: no profile " + o.Profile)
		}
		hello = &h
	}
	f := faultsOf(o.Mutant)
	return &Engine{hello: hello, faults: &f, reading: o.Reading, used: map[[32]byte]struct{}{}}
}

// Close abandons the game being played. The engine can still be asked.
func (e *Engine) Close() {
	if e.table != nil {
		e.table.leave()
	}
}

// Answer answers one request line, given without its terminator, with one line. The answer must not be
// modified.
//
// The last parsed request is kept with its answer: a host never has two requests under way (Section
// 2), so only that one can have lost its answer. Two requests are identical when their canonical
// forms are (Section 4.3): the protocol gives no meaning to a message's layout, and its game digest
// takes a retransmission for the same message by the same measure. Every answer to a parsed request
// is kept, refusals too, except the refusal of a reused id, whose first request stays in force.
func (e *Engine) Answer(line []byte) []byte {
	// A new decoder for each line: one that is kept would keep the tree of the longest line for ever.
	m, fault := (&protocol.Decoder{Reading: e.reading}).EngineRequest(line)
	if fault != nil {
		return failure(fault.RequestID, &protocol.ErrorBody{Code: string(fault.Code), Message: fault.Message})
	}
	if e.faults.request != nil {
		e.faults.request(e, m.Body)
	}
	if m.ID == e.last.id {
		if same(line, e.last.request) {
			return e.last.answer
		}
		return failure(m.ID, refuse(protocol.CodeRequestIDReuseMismatch, "this request_id came with another payload"))
	}
	// A decision is about as long as the one before.
	id := m.ID
	if e.faults.answerID != nil {
		id = e.faults.answerID(id)
	}
	answer := protocol.AppendResponse(make([]byte, 0, len(e.last.answer)+1024), id, e.serve(m.Body))
	e.last = exchange{m.ID, bytes.Clone(line), answer}
	return answer
}

// AnswerTooLong answers a line of more than 8 MiB (Section 2).
func (e *Engine) AnswerTooLong() []byte {
	return failure("", refuse(protocol.CodeMalformedJSON, "%v", wire.ErrLineTooLong))
}

func failure(id string, body *protocol.ErrorBody) []byte {
	return protocol.AppendResponse(nil, id, body)
}

// same reports whether two lines that parse are the same message.
func same(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	ca, _ := wire.AppendCanonical(nil, a)
	cb, _ := wire.AppendCanonical(nil, b)
	return bytes.Equal(ca, cb)
}

func (e *Engine) serve(body any) any {
	switch b := body.(type) {
	case *protocol.Hello:
		hello := *e.hello
		hello.ProtocolMinor = min(hello.ProtocolMinor, b.ProtocolMinor)
		if e.faults.hello != nil {
			e.faults.hello(&hello)
		}
		return &hello
	case *protocol.Reset:
		return e.reset(b)
	case *protocol.Step:
		return e.step(b)
	case *protocol.ValidateDeck:
		return e.validateDeck(b)
	default:
		return e.probe(body.(*protocol.ProbeResample))
	}
}

// reset checks everything before it changes anything: a refused reset uses up no game id.
func (e *Engine) reset(r *protocol.Reset) any {
	id := gameKey(r.GameID)
	if _, ok := e.used[id]; ok {
		return refuse(protocol.CodeMalformedRequest, "game_id has been used")
	}
	if e.table != nil && e.table.pending != nil {
		return refuse(protocol.CodeGameAlreadyActive, "a game is being played")
	}
	if !slices.Contains(e.hello.Formats, r.Format) {
		return refuse(protocol.CodeUnsupportedFormat, "no format %s", quote(r.Format))
	}
	var rows [2][]protocol.DeckRow
	for s, d := range r.Decks {
		var refused *protocol.ErrorBody
		if rows[s], refused = e.decklist(d); refused != nil {
			return refused
		}
	}
	for s, d := range r.Decks {
		if want := protocol.DeckID(rows[s]); d.DeckID != want {
			return refuse(protocol.CodeDeckIDMismatch, "the deck_id of %s is %s", seat(s).wire(), want)
		}
	}
	if refused := e.checkRules(&r.Rules); refused != nil {
		return refused
	}
	if e.faults.reset != nil {
		e.faults.reset(e, r)
	}
	secret, err := protocol.ParseGameSecret(r.GameSecret)
	if err != nil {
		return refuse(protocol.CodeMalformedRequest, "game_secret: %v", err)
	}
	e.used[id] = struct{}{}
	e.table = e.newTable(r, secret, rows)
	e.table.game.script = scriptOf(rows)
	return e.advance()
}

// gameKey stands for a game id, however long that is.
func gameKey(id string) [32]byte { return sha256.Sum256([]byte(id)) }

// checkRules refuses what the engine did not declare (Section 9.2).
func (e *Engine) checkRules(r *protocol.Rules) *protocol.ErrorBody {
	switch {
	case !slices.Contains(e.hello.Mulligan, r.Mulligan):
		return refuse(protocol.CodeUnsupportedRule, "mulligan %s", quote(r.Mulligan))
	case !slices.Contains(e.hello.StartingPlayer, r.StartingPlayer):
		return refuse(protocol.CodeUnsupportedRule, "starting_player %s", quote(r.StartingPlayer))
	case r.Probe && !e.hello.Probe:
		return refuse(protocol.CodeUnsupportedRule, "no noninterference probe here")
	}
	for _, x := range r.Extensions {
		if !slices.ContainsFunc(e.hello.Extensions, func(d protocol.Extension) bool { return d.Name == x }) {
			return refuse(protocol.CodeUnsupportedRule, "no extension %s", quote(x))
		}
	}
	return nil
}

// newTable sets up a game that is ready to be played.
func (e *Engine) newTable(r *protocol.Reset, secret protocol.GameSecret, rows [2][]protocol.DeckRow) *table {
	g := &game{world: newWorld(secret, e.faults), hello: e.hello, rules: r.Rules, maxSteps: r.MaxSteps, maxGroups: r.MaxDecisions, splits: e.reading == protocol.Strict}
	for s := range rows {
		for _, c := range cardsOf(rows[s]) {
			h := g.add(c, seat(s), library)
			g.players[s].zones[library] = append(g.players[s].zones[library], h)
		}
	}
	t := &table{id: r.GameID, game: g}
	t.next, t.stop = iter.Pull(g.play)
	// An engine that is dropped in mid-game without Close must not keep the game's coroutine.
	t.cleanup = runtime.AddCleanup(e, func(stop func()) { stop() }, t.stop)
	return t
}

// leave ends the coroutine; the table keeps the game's id and counts.
func (t *table) leave() {
	t.stop()
	t.cleanup.Stop()
	t.pending = nil
}

// advance plays on to the next decision or the end.
func (e *Engine) advance() any {
	body := e.table.advance(e.hello.Engine.Provenance())
	if e.faults.answer != nil {
		e.faults.answer(e.table, body)
	}
	return body
}

func (t *table) advance(provenance protocol.Provenance) any {
	var more bool
	if t.pending, more = t.next(); more {
		return &protocol.Decision{GameID: t.id, Step: t.game.steps, SeatDecision: *t.pending, Provenance: provenance}
	}
	t.leave()
	end := t.game.end
	return &protocol.Terminal{
		GameID: t.id, Outcome: end.outcome, Classification: end.classification, Winner: end.winner, Reason: end.reason,
		StepCount: t.game.steps, DecisionCount: t.game.groups, Provenance: provenance,
	}
}

// step checks in the order of Section 9.4.
func (e *Engine) step(s *protocol.Step) any {
	t := e.table
	switch {
	case t == nil:
		return refuse(protocol.CodeStepBeforeReset, "no game has been reset")
	case s.GameID != t.id:
		return refuse(protocol.CodeGameIDMismatch, "the game is %s", quote(t.id))
	case t.pending == nil:
		return refuse(protocol.CodeGameAlreadyTerminal, "the game is over")
	case s.ExpectedStep != t.game.steps:
		return refuse(protocol.CodeExpectedStepMismatch, "step %d is pending", t.game.steps)
	case uint64(s.CandidateID) >= uint64(len(t.pending.Candidates)):
		return refuse(protocol.CodeCandidateIDOutOfRange, "the decision has %d candidates", len(t.pending.Candidates))
	}
	semantic := t.pending.Candidates[s.CandidateID].Semantic.AppendJSON(nil)
	if !bytes.Equal(s.SemanticEcho.AppendCanonical(nil), semantic) {
		return refuse(protocol.CodeSemanticEchoMismatch, "candidate %d is %s", s.CandidateID, semantic)
	}
	t.game.answer = int(s.CandidateID)
	return e.advance()
}

// validateDeck (Section 9.6) never touches the game being played.
func (e *Engine) validateDeck(v *protocol.ValidateDeck) any {
	if !slices.Contains(e.hello.Formats, v.Format) {
		return refuse(protocol.CodeUnsupportedFormat, "no format %s", quote(v.Format))
	}
	if _, refused := e.decklist(v.Deck); refused != nil {
		return refused
	}
	return &protocol.DeckOK{}
}
