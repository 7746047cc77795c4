package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

// Caps that no game of a check reaches: those of the specification's own example (Section 9.2).
const (
	manyDecisions = 10000
	manySteps     = 100000
)

// fewSteps caps games of which a check wants no more than a few steps: low, so that a game which is
// left behind is soon at its end, and higher than any such check goes.
const fewSteps = 64

// A match is a format and the deck that both seats play in it.
type match struct {
	format string
	deck   protocol.Deck
}

// matches lists the combinations that the target may be asked to play, the likeliest first.
func (e *E) matches() []match {
	formats := e.Profile.Formats
	if f := e.shared.config.Format; f != "" {
		formats = []string{f}
	}
	var decks []protocol.Deck
	switch name := e.shared.config.Deck; {
	case name != "":
		decks = []protocol.Deck{e.configuredDeck(name)}
	case e.guesses():
		for _, land := range basicLands {
			rows := []protocol.DeckRow{{Name: land, Count: 60}}
			decks = append(decks, protocol.Deck{DeckID: protocol.DeckID(rows), Decklist: rows})
		}
	default:
		for _, d := range e.Profile.Catalog {
			decks = append(decks, protocol.Deck{DeckID: protocol.DeckID(d.Decklist), CatalogID: d.CatalogID})
		}
	}
	var out []match
	for _, d := range decks {
		for _, f := range formats {
			out = append(out, match{f, d})
		}
	}
	return out
}

// basicLands are cards that every format of constructed decks allows in any number.
var basicLands = []string{"Plains", "Island", "Swamp", "Mountain", "Forest"}

// guesses reports whether nothing tells which decks the target plays: it publishes none, and takes lists.
func (e *E) guesses() bool {
	return e.shared.config.Deck == "" && len(e.Profile.Catalog) == 0 && e.has(e.Profile.DeckSources, "decklist")
}

func (e *E) configuredDeck(name string) protocol.Deck {
	for _, d := range e.Profile.Catalog {
		if d.CatalogID == name {
			return protocol.Deck{DeckID: protocol.DeckID(d.Decklist), CatalogID: d.CatalogID}
		}
	}
	rows, err := parseDeck(name)
	if err != nil {
		e.Errorf("--deck %q is no catalog deck of the target, and no list: %v", name, err)
	}
	return protocol.Deck{DeckID: protocol.DeckID(rows), Decklist: rows}
}

// parseDeck reads "4 Lightning Bolt; 18 Mountain".
func parseDeck(s string) ([]protocol.DeckRow, error) {
	var rows []protocol.DeckRow
	for part := range strings.SplitSeq(s, ";") {
		count, name, _ := strings.Cut(strings.TrimSpace(part), " ")
		n, err := strconv.ParseUint(count, 10, 32)
		if err != nil || n == 0 || strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("want rows such as 4 Lightning Bolt, not %q", part)
		}
		rows = append(rows, protocol.DeckRow{Name: strings.TrimSpace(name), Count: uint32(n)})
	}
	return rows, nil
}

// rows returns the list of a deck of ours.
func (e *E) deckRows(d protocol.Deck) []protocol.DeckRow {
	for _, c := range e.Profile.Catalog {
		if d.CatalogID != "" && c.CatalogID == d.CatalogID {
			return c.Decklist
		}
	}
	return d.Decklist
}

// Match returns the format and deck of games, or skips the check if there is none.
func (e *E) Match() match { return e.repertoire(1)[0] }

// scouts is how many combinations of format and deck are tried at most.
const scouts = 1000

// repertoire returns a match for each of the first most decks that the target plays. Which of its
// decks it plays in which of its formats hello_ok does not tell, and a request that is to have one
// fault must not have an unplayed deck beside it: so each match was begun once before it is used.
func (e *E) repertoire(most int) []match {
	s := e.shared
	s.scouting.Lock() // others wait for what is found
	defer s.scouting.Unlock()
	all := e.matches()
	if len(all) == 1 {
		return all // nothing to choose: if it is not played, whoever asks will see
	}
	for ; len(s.played) < most && s.tried < min(len(all), scouts) && !e.late(); s.tried++ {
		m := all[s.tried]
		known := slices.ContainsFunc(s.played, func(p match) bool { return p.deck.DeckID == m.deck.DeckID })
		if !known && e.scout(m) {
			s.played = append(s.played, m)
		}
	}
	switch {
	case len(s.played) > 0:
	case len(all) == 0:
		e.Skipf("the target has no catalog deck; name one that it plays with --deck")
	case e.guesses():
		e.Skipf("the target takes lists alone, and plays none of basic lands; name one that it plays with --deck")
	default:
		return all[:1] // and let whoever asks see what comes of it
	}
	return s.played[:min(most, len(s.played))]
}

// scout reports whether a game of the match begins, or fails in a way that checks should see.
func (e *E) scout(m match) bool {
	plays := true
	borrowed := !e.fresh && e.session != nil && !e.session.table.open // nobody minds another game
	tried := e.Attempt(func(t *conformance.T) {
		probe := newE(t, e.shared, true)
		if borrowed {
			probe = &E{Talk: suite.Talk{T: t, Role: role(), Target: e.Target}, shared: e.shared, session: e.session, Profile: e.Profile}
		}
		probe.Hello()
		a := probe.try(m, m.play, Capped(manyDecisions, 1))
		end := a.Terminal()
		plays = a.Code() != protocol.CodeUnsupportedDeck && (end == nil || end.Classification != "natural" || end.StepCount > 0)
	})
	if borrowed && tried.Verdict == conformance.Fail {
		e.Restart() // or what is still on its way would be taken for an answer to what comes next
		e.Hello()
	}
	return plays
}

// has reports whether the target declares a rule value.
func (e *E) has(values []string, v string) bool { return slices.Contains(values, v) }

// NewGame returns a legal reset that the target should accept, with an id and a secret that no other
// game of the check has, changed by mods.
func (e *E) NewGame(mods ...func(*protocol.Reset)) *protocol.Reset {
	return e.newGame(e.Match(), mods...)
}

func (e *E) newGame(m match, mods ...func(*protocol.Reset)) *protocol.Reset {
	r := &protocol.Reset{
		GameID:     e.shared.secret.GameID(e.session.games),
		Format:     m.format,
		Decks:      [2]protocol.Deck{m.deck, m.deck},
		GameSecret: e.shared.secret.GameSecret(e.games).String(),
		Rules: protocol.Rules{
			OpponentDecklist: "visible", Mulligan: "none", StartingPlayer: "host_assigned", StartingSeat: protocol.Ptr(protocol.P0),
		},
		MaxDecisions: manyDecisions, MaxSteps: fewSteps,
	}
	e.games++
	e.session.games++
	if !e.has(e.Profile.Mulligan, "none") {
		r.Rules.Mulligan = "london"
	}
	if !e.has(e.Profile.StartingPlayer, "host_assigned") {
		r.Rules.StartingPlayer, r.Rules.StartingSeat = "toss_winner_chooses", nil
	}
	var names []string
	for _, row := range e.deckRows(m.deck) {
		names = append(names, row.Name)
	}
	slices.Sort(names)
	r.Rules.CardNameDomain.Names = slices.Compact(names)
	for _, mod := range mods {
		mod(r)
	}
	r.Rules.CardNameDomain.DomainID = protocol.DomainID(r.Rules.CardNameDomain.Names)
	return r
}

// richRules makes a game pose as many kinds of decisions as the target declares.
func (e *E) richRules(r *protocol.Reset) {
	mulligan, starting := r.Rules.Mulligan, r.Rules.StartingPlayer
	if e.has(e.Profile.Mulligan, "london") {
		mulligan = "london"
	}
	if e.has(e.Profile.StartingPlayer, "toss_winner_chooses") {
		starting = "toss_winner_chooses"
	}
	withRules(r, mulligan, starting)
}

// ResetRequest returns the request that starts the game r, under a fresh id.
func (e *E) ResetRequest(r *protocol.Reset) text {
	return text(protocol.AppendRequest(nil, e.id(), r))
}

// resetText is the request of a new game changed by mods.
func (e *E) resetText(mods ...func(*protocol.Reset)) text { return e.ResetRequest(e.NewGame(mods...)) }

// Reset starts a game and returns the target's answer, which may be anything.
func (e *E) Reset(mods ...func(*protocol.Reset)) Answer {
	r := e.NewGame(mods...)
	a := e.Ask(e.ResetRequest(r))
	e.game, e.last, e.pending = r.GameID, r, a
	return a
}

// Begin greets the target if need be, starts a game and returns its first decision.
func (e *E) Begin(mods ...func(*protocol.Reset)) *protocol.Decision {
	if e.Profile == nil {
		e.Hello()
	}
	a := e.Reset(mods...)
	if end := a.Terminal(); end != nil && end.Classification == "natural" && e.last.MaxSteps > 0 && e.last.MaxDecisions > 0 {
		e.Skipf("the game is degenerate: it is over before its first decision (%s)", end.Reason)
	}
	return a.WantDecision("a legal reset")
}

// Decision returns the decision that waits for a step.
func (e *E) Decision() *protocol.Decision {
	d := e.pending.Decision()
	if d == nil {
		panic("no decision is pending")
	}
	return d
}

// Echo returns the semantic of a candidate of the pending decision, in the canonical form in which
// hosts copy it (Sections 4.3 and 9.4): how the target spelled it is no matter of ours.
func (e *E) Echo(candidate int) string {
	rows := e.pending.msg.Value.Get("seat_decision").Get("candidates")
	return string(rows.Elem(candidate).Get("semantic").AppendCanonical(nil))
}

// StepRequest returns the step that chooses a candidate of the pending decision, under a fresh id.
func (e *E) StepRequest(candidate int) text {
	return text(protocol.AppendRequest(nil, e.id(), &protocol.Step{
		GameID: e.game, ExpectedStep: e.Decision().Step, CandidateID: uint32(candidate), EchoJSON: []byte(e.Echo(candidate)),
	}))
}

// Step answers the pending decision with a candidate and returns what came: a decision or a terminal.
func (e *E) Step(candidate int) Answer {
	a := e.Ask(e.StepRequest(candidate))
	if a.Decision() == nil && a.Terminal() == nil {
		a.wrongType("a legal step", "decision or terminal")
	}
	e.pending = a
	return a
}

// Advance answers the pending decision with its first candidate, and skips the check if that ends the
// game: it needs a decision.
func (e *E) Advance() *protocol.Decision {
	d := e.Step(0).Decision()
	if d == nil {
		e.Skipf("the game is over after %d answers", e.pending.Terminal().StepCount)
	}
	return d
}

// StillAnswerable fails unless the pending decision is answered as if nothing had happened since.
func (e *E) StillAnswerable(after string) {
	step := e.Decision().Step
	a := e.Ask(e.StepRequest(0))
	if d := a.Decision(); d != nil && d.Step != step+1 {
		a.fail(conformance.WrongValue, "after "+after+" the next decision has another step", "/step", fmt.Sprint(step+1))
	}
	if a.Decision() == nil && a.Terminal() == nil {
		a.wrongType("the pending decision, after "+after+",", "decision or terminal")
	}
	e.pending = a
}

// StepOn answers n decisions with their first candidates. It ends early with the game.
func (e *E) StepOn(n int) {
	for range n {
		if e.pending.Decision() == nil {
			return
		}
		e.Step(0)
	}
}

// Finish plays a game that was begun with Capped to its end.
func (e *E) Finish() *protocol.Terminal {
	for e.pending.Decision() != nil {
		e.Step(0)
	}
	return e.pending.WantTerminal("the last step")
}

// Try starts a game of one step, plays it to its end if it begins, and returns the answer to its reset.
func (e *E) Try(mods ...func(*protocol.Reset)) Answer {
	return e.try(e.Match(), append([]func(*protocol.Reset){Capped(manyDecisions, 1)}, mods...)...)
}

func (e *E) try(m match, mods ...func(*protocol.Reset)) Answer {
	r := e.newGame(m, mods...)
	a := e.Ask(e.ResetRequest(r))
	if a.Decision() != nil {
		e.game, e.last, e.pending = r.GameID, r, a
		e.Finish()
	}
	return a
}

// Capped sets both caps.
func Capped(decisions, steps uint64) func(*protocol.Reset) {
	return func(r *protocol.Reset) { r.MaxDecisions, r.MaxSteps = decisions, steps }
}
