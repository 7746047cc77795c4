package engine

// Mutants: the engine with one named fault each, for proving that a check or a validator finds it. A
// mutant is a row of data in one of the mutant_*.go files; the engine itself knows only the few places
// below where a fault may bite.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A Mutant is one fault.
type Mutant struct {
	Name     string // lowercase words and hyphens
	Sentence string // what is wrong, beginning "if set, "
	Section  string // of the specification, which it breaks
	faults   faults
}

// Check names the check of the validator that finds the mutant in a game of Deck, or "" where none is
// promised: the fault is not in a game's messages, or the check depends on what is played.
func (m Mutant) Check() string { return m.faults.check }

// Deck is the catalog deck in whose game the mutant shows, or "" for any.
func (m Mutant) Deck() string { return m.faults.deck }

// Mutants returns every mutant that Options.Mutant may name.
func Mutants() []Mutant {
	return slices.Concat(helloMutants(), resetMutants(), answerMutants(), decisionMutants(), observationMutants(), secretMutants(),
		recordMutants(), knowledgeMutants(), choiceMutants(), declarationMutants())
}

// faults are the places where a mutant bites; all are nil in the reference.
type faults struct {
	check, deck string // see Mutant

	hello    func(*protocol.EngineHelloOK)                       // edits what is declared, not what is done
	request  func(e *Engine, body any)                           // spoils or repairs a parsed request before the cache sees it
	reset    func(e *Engine, r *protocol.Reset)                  // the same for an accepted reset, before its game begins
	answerID func(id string) string                              // edits the request_id of an answer
	answer   func(t *table, body any)                            // edits a decision or terminal
	decision func(g *game, d *protocol.SeatDecision)             // edits a decision before it becomes the pending one
	id       func(w *world, viewer seat, h handle) string        // mints ids
	seed     func(w *world, who, purpose string, n int) [32]byte // seeds streams
}

// faultsOf returns the faults of the mutant named; the empty name has none.
func faultsOf(name string) faults {
	if name == "" {
		return faults{}
	}
	for _, m := range Mutants() {
		if m.Name == name {
			return m.faults
		}
	}
	panic("engine: no mutant " + name)
}
