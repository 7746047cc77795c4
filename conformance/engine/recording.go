package engine

import (
	"slices"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/protocol"
)

// Bounds of a recording.
const (
	recordedDecks   = 3       // how many decks are recorded
	recordedAnswers = 400     // answers of one game
	recordedBytes   = 8 << 20 // of the lines of one game
)

// A recording is one game of random choices under the richest rules that the target declares. Checks
// that only look at what an engine sends review the same recordings, so that the target plays them
// once and not once for each check.
type recording struct {
	profile *protocol.EngineHelloOK
	reset   *protocol.Reset
	rows    []conformance.Row
	answers []Answer // decoded once for all: nothing of them is changed any more
	choices []int    // the candidate chosen after each answer
}

// play sets the match of a game.
func (m match) play(r *protocol.Reset) {
	r.Format, r.Decks = m.format, [2]protocol.Deck{m.deck, m.deck}
}

// recordings returns the recorded games, and records them if no other check has done so.
func (e *E) recordings() []*recording {
	e.shared.recording.Lock() // others wait for the same games
	defer e.shared.recording.Unlock()
	games := e.shared.recordings
	if games == nil {
		e.fresh = true // what is recorded for all must not depend on who was there before
		e.Hello()
		record := func(m match, p policy) {
			if len(games) > 0 && e.late() {
				return
			}
			if g := e.recordGame(m, p); g != nil {
				games = append(games, g)
			}
		}
		decks := e.repertoire(recordedDecks)
		for _, m := range decks {
			record(m, uniform)
		}
		if e.has(e.Profile.Mulligan, "london") {
			record(decks[0], reluctant)
		}
		if len(games) == 0 {
			e.Skipf("the target plays none of its catalog decks in the formats it names")
		}
		e.shared.recordings = games
	}
	e.Profile = games[0].profile
	return games
}

// recordGame plays one game; nil if the target does not play the deck in this format.
func (e *E) recordGame(m match, p policy) *recording {
	begin := len(e.Rows)
	g := &recording{profile: e.Profile}
	a := e.Reset(Capped(manyDecisions, recordedAnswers), e.richRules, m.play)
	if a.Code() == protocol.CodeUnsupportedDeck {
		return nil
	}
	a.WantDecision("a legal reset")
	g.reset = e.last
	size := 0
	for {
		d := e.pending.Decision()
		g.answers = append(g.answers, e.pending)
		size += len(e.pending.line)
		if d == nil {
			break
		}
		if size > recordedBytes || len(g.answers) > recordedAnswers || e.late() {
			break
		}
		g.choices = append(g.choices, p(e, d))
		e.Step(g.choices[len(g.choices)-1])
	}
	g.rows = slices.Clip(e.Rows[begin:]) // whoever appends to it, appends to a copy
	if e.pending.Decision() != nil {
		e.Restart() // leaves the game that was too long to record whole
		e.Hello()
	}
	return g
}

// watch shows every answer of g with the candidate that was chosen next; 0 at the end.
func (g *recording) watch(e *E, see func(Answer, int)) {
	e.Rows, e.last, e.game = g.rows, g.reset, g.reset.GameID
	for i, a := range g.answers {
		a.e = e // who looks is who fails
		choice := 0
		if i < len(g.choices) {
			choice = g.choices[i]
		}
		see(a, choice)
	}
}

// review shows every answer of every recorded game.
func (e *E) review(see func(Answer)) {
	for _, g := range e.recordings() {
		g.watch(e, func(a Answer, _ int) { see(a) })
	}
}
