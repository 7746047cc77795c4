// Package validator implements the live validation of Section 11.3: a Game watches the messages
// between a host and an engine and names every rule that the engine breaks.
//
// The rules are a table (checks.go): V1 to V10 of the specification, each in its sub-checks, then what
// the text says beyond them (X-…). A rule is tagged with the reading it belongs to: Spec for what the
// text says, Strict for what only the reference host asks for.
//
// A Game reads the parser's tree. A decision without a fault costs no allocation once the Game has
// seen a few of its size, and the only memory that grows with the game is that of the object ids seen.
package validator

import (
	"fmt"
	"hash/maphash"
	"strconv"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Violation is one broken rule.
type Violation struct {
	Rule    string           // "V1" to "V10", "X-…", "malformed", "terminal_counts" or "terminal_reason"
	Check   string           // the sub-check of the rule, unique in Checks
	Section string           // of the specification
	Reading protocol.Reading // Spec, or Strict for what only the reference host asks for
	Pointer string           // the JSON pointer (RFC 6901) of the fault in the message
	Message string           // one line for people, at most 1,024 bytes; values of the engine are quoted and cut
}

func (v Violation) String() string {
	return fmt.Sprintf("%s (%s, section %s) at %q: %s", v.Rule, v.Check, v.Section, v.Pointer, v.Message)
}

// Options say what a Game reports.
type Options struct {
	Reading protocol.Reading // Strict adds the rules that only the reference host has
	All     bool             // report every violation of a message, not only the first
}

// maxViolations bounds what one message of an engine that breaks a rule everywhere is reported for.
const maxViolations = 100

// A Game validates the games of one engine process, one after the other. Its methods are called in
// the order of the messages: Hello with the hello_ok, Reset with each reset that the engine accepts,
// then Decision with its answer, Step with the step sent, Decision, and so on to Terminal. A step that
// the engine refuses with an error is followed by the next Step. The zero Game is not valid; see New.
type Game struct {
	opts    Options
	printer printer

	profile    *profile // nil before Hello
	provenance *protocol.Provenance
	rules      *rules // nil before Reset

	underWay  bool // no Reset has been seen
	requestID string
	binding   int64 // the step that the next decision must have
	answered  int64 // step_count
	counted   int64 // decision_count
	seats     [2]seatState
	table     public
	pending   pending
	step      *protocol.Step // sent, and not refused so far
	lost      bool           // a decision of this game did not have its shape

	d       decision
	dup     duplicates
	records recordMemory
	shapes  shapeMemory
	current *Check
	found   []Violation
}

// New returns a Game that waits for Hello or Reset. Without a Hello the declarations (V8) are not
// checked and the first provenance seen is the one that V10 holds the others to. Without a Reset the
// game is taken to be under way: each seat's first decision is where it stands.
func New(o Options) *Game {
	return &Game{opts: o, underWay: true, printer: newPrinter(), dup: newDuplicates(), records: newRecordMemory(), shapes: shapeMemory{seed: maphash.MakeSeed()}}
}

// Hello takes the engine's hello_ok.
func (g *Game) Hello(h *protocol.EngineHelloOK) {
	g.profile = newProfile(h)
	g.records.forget()
	g.shapes.forget()
	p := h.Engine.Provenance()
	g.provenance = &p
}

// Reset begins a game and forgets the one before. id is the request_id.
func (g *Game) Reset(id string, r *protocol.Reset) {
	g.rules = newRules(r, g.profile)
	g.requestID, g.underWay = id, false
	g.binding, g.answered, g.counted = 0, 0, 0
	g.seats, g.table = [2]seatState{}, public{}
	g.pending.offers, g.pending.shown, g.step, g.lost = g.pending.offers[:0], false, nil, false
}

// Step takes the step that was sent. It counts once a Decision or Terminal follows.
func (g *Game) Step(id string, s *protocol.Step) { g.requestID, g.step = id, s }

// Decision validates a decision, given as the whole message that protocol.Decoder's EngineBinding or
// EngineResponse has let pass, and returns the rules it breaks, in the order of Section 11.3.
//
// After a decision whose parts do not have their shapes nobody knows what was asked: what follows in
// that game is not judged.
func (g *Game) Decision(message wire.Value) []Violation {
	if !g.begin(message) {
		return nil
	}
	if g.underWay && !g.table.seen {
		g.binding = message.Get("step").Int()
	}
	g.run(bindingChecks)
	g.run(stepChecks)
	if g.done() || !g.readDecision() {
		g.lost = true
		return g.found
	}
	if g.underWay && g.seats[g.d.acting].ids.now == 1 {
		g.seats[g.d.acting].join(&g.d)
	}
	g.run(decisionChecks)
	if g.found == nil {
		g.records.settle(&g.d)
	}
	g.observe()
	return g.found
}

// Terminal validates a terminal, given as the whole message, like Decision.
func (g *Game) Terminal(message wire.Value) []Violation {
	if !g.begin(message) {
		return nil
	}
	g.pending.shown = false
	g.run(terminalChecks)
	return g.found
}

// begin takes in a message; it reports false when the game is lost.
func (g *Game) begin(message wire.Value) bool {
	g.settle()
	g.found = nil
	g.d.begin(message)
	g.records.texts = g.records.texts[:0]
	return !g.lost
}

func (g *Game) run(checks []Check) {
	if g.done() {
		return
	}
	for i := range checks {
		c := &checks[i]
		if c.Reading > g.opts.Reading {
			continue
		}
		g.current = c
		c.run(g)
		if g.done() {
			return
		}
	}
}

// done reports whether enough was found.
func (g *Game) done() bool {
	return len(g.found) >= maxViolations || len(g.found) > 0 && !g.opts.All
}

// fail reports that the current check fails at v.
func (g *Game) fail(v wire.Value, format string, args ...any) {
	if g.done() { // before the pointer is looked for: a message may fail a check everywhere
		return
	}
	g.failAt(pointerTo(g.d.message, v), format, args...)
}

func (g *Game) failAt(pointer, format string, args ...any) {
	if g.done() {
		return
	}
	c := g.current
	g.found = append(g.found, Violation{c.Rule, c.Name, c.Section, c.Reading, pointer, cut(fmt.Sprintf(format, args...), 1024)})
}

// quote shows a value of the engine: its JSON, printable and short.
func quote(v wire.Value) string {
	if !v.Exists() {
		return "nothing"
	}
	raw := v.Raw()
	shown := strconv.QuoteToASCII(string(raw[:min(len(raw), 64)]))
	return cut(shown[1:len(shown)-1], 96)
}

func (t text) String() string {
	if t == nil {
		return "null"
	}
	return cut(strconv.QuoteToASCII(string(t[:min(len(t), 64)])), 96)
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n]
}
