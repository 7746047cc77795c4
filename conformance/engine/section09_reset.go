package engine

// Section 9.2: what a reset may ask for, and how one that asks for more is refused. Each refused
// reset has one fault, since in which order faults are looked for, the text leaves open.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

// Names that no engine has.
const (
	unknownFormat  = "sbconform-unknown-format"
	unknownDeck    = "sbconform-unknown-deck"
	unknownCard    = "Sbconform's Unprinted Card"
	unknownExtName = "x_sbconform_unknown"
)

// A refusal is a reset with one fault: mod changes a legal one, or edit its text.
type refusal struct {
	id, doc, hint string
	profile       string
	codes         []protocol.Code
	mod           func(e *E, r *protocol.Reset)
	edit          func(x text) text
}

func one(c protocol.Code) []protocol.Code { return []protocol.Code{c} }

var (
	malformed   = one(protocol.CodeMalformedRequest)
	badDeck     = one(protocol.CodeUnsupportedDeck)
	badRule     = one(protocol.CodeUnsupportedRule)
	badWord     = []protocol.Code{protocol.CodeMalformedRequest, protocol.CodeUnsupportedRule}
	badList     = []protocol.Code{protocol.CodeMalformedRequest, protocol.CodeUnsupportedDeck}
	anUnlisted  = []protocol.DeckRow{{Name: unknownCard, Count: 60}}
	madeUpDeck  = protocol.Deck{DeckID: protocol.DeckID(anUnlisted), Decklist: anUnlisted}
	unknownName = protocol.Deck{DeckID: protocol.DeckID(anUnlisted), CatalogID: unknownDeck}
)

// asList returns the deck that both seats play as a list.
func (e *E) asList() protocol.Deck {
	rows := e.deckRows(e.Match().deck)
	return protocol.Deck{DeckID: protocol.DeckID(rows), Decklist: slices.Clone(rows)}
}

// withList puts a list, changed by mod, in the place of p0's deck. The deck_id fits the changed list.
func withList(mod func(rows []protocol.DeckRow) []protocol.DeckRow) func(*E, *protocol.Reset) {
	return func(e *E, r *protocol.Reset) {
		rows := mod(e.asList().Decklist)
		r.Decks[0] = protocol.Deck{DeckID: protocol.DeckID(rows), Decklist: rows}
	}
}

func refusals() []refusal {
	return []refusal{
		{
			id: "unknown-format", codes: one(protocol.CodeUnsupportedFormat),
			doc: "A format that the engine does not name is unsupported_format.", hint: "an unknown format is well formed: malformed_request is the wrong code",
			mod: func(_ *E, r *protocol.Reset) { r.Format = unknownFormat },
		},
		{
			id: "unknown-catalog-id", codes: badDeck,
			doc: "An unknown catalog_id is unsupported_deck.",
			mod: func(_ *E, r *protocol.Reset) { r.Decks = [2]protocol.Deck{unknownName, unknownName} },
		},
		{
			id: "unknown-catalog-id-of-p1", codes: badDeck,
			doc: "The decks of both seats count: an unknown one of p1 is unsupported_deck.", hint: "never substitute a deck, and look at both",
			mod: func(_ *E, r *protocol.Reset) { r.Decks[1] = unknownName },
		},
		{
			id: "unknown-card", codes: badDeck,
			doc: "A decklist with a card that the engine can't play is unsupported_deck.", hint: "never leave a card out or play another in its place",
			mod: func(_ *E, r *protocol.Reset) { r.Decks = [2]protocol.Deck{madeUpDeck, madeUpDeck} },
		},
		{
			id: "unknown-card-of-p1", codes: badDeck,
			doc: "The decks of both seats count: a card of p1's that the engine can't play is unsupported_deck.", hint: "never substitute a deck, and look at both",
			mod: func(_ *E, r *protocol.Reset) { r.Decks[1] = madeUpDeck },
		},
		{
			id: "undeclared-source", codes: badDeck,
			doc: "A deck from a source that is not in deck_sources is unsupported_deck, even where the deck is known.",
			mod: func(e *E, r *protocol.Reset) {
				switch {
				case !slices.Contains(e.Profile.DeckSources, "decklist"):
					r.Decks = [2]protocol.Deck{e.asList(), e.asList()}
				case !slices.Contains(e.Profile.DeckSources, "catalog"):
					r.Decks = [2]protocol.Deck{unknownName, unknownName}
				default:
					e.Skipf("the target declares both sources")
				}
			},
		},
		{
			id: "undeclared-mulligan", codes: badRule,
			doc: "A mulligan rule outside rules_supported is unsupported_rule.",
			mod: func(e *E, r *protocol.Reset) {
				r.Rules.Mulligan = e.undeclared(e.Profile.Mulligan, "london", "none")
			},
		},
		{
			id: "undeclared-starting-player", codes: badRule,
			doc: "A starting_player rule outside rules_supported is unsupported_rule.",
			mod: func(e *E, r *protocol.Reset) {
				withRules(r, r.Rules.Mulligan, e.undeclared(e.Profile.StartingPlayer, "toss_winner_chooses", "host_assigned"))
			},
		},
		{
			id: "undeclared-extension", codes: badRule,
			doc: "An extension that the engine does not declare is unsupported_rule.",
			mod: func(_ *E, r *protocol.Reset) { r.Rules.Extensions = []string{unknownExtName} },
		},
		{
			id: "undeclared-probe", codes: badRule,
			doc: "probe: true for an engine without the probe is unsupported_rule.", hint: "the value is legal: malformed_request is the wrong code",
			mod: func(e *E, r *protocol.Reset) {
				if e.Profile.Probe {
					e.Skipf("the target has the probe")
				}
				r.Rules.Probe = true
			},
		},
		{
			id: "unknown-opponent-decklist", codes: badWord,
			doc:  "opponent_decklist is visible or hidden.",
			edit: func(x text) text { return x.with("/rules/opponent_decklist", `"sometimes"`) },
		},
		{
			id: "unknown-mulligan", codes: badWord,
			doc:  "mulligan is london or none.",
			edit: func(x text) text { return x.with("/rules/mulligan", `"paris"`) },
		},
		{
			id: "unknown-starting-player", codes: badWord,
			doc:  "starting_player is host_assigned or toss_winner_chooses.",
			edit: func(x text) text { return x.with("/rules/starting_player", `"oldest_player"`) },
		},
		{
			id: "unknown-starting-seat", codes: malformed,
			doc:  "starting_seat is a seat.",
			edit: func(x text) text { return x.with("/rules/starting_seat", `"p2"`) },
		},
		{
			id: "starting-seat-missing", codes: badWord,
			doc: "With host_assigned, starting_seat is a seat and not null.",
			mod: func(e *E, r *protocol.Reset) {
				e.needRule(e.Profile.StartingPlayer, "host_assigned")
				withRules(r, r.Rules.Mulligan, "host_assigned")
			},
			edit: func(x text) text { return x.with("/rules/starting_seat", "null") },
		},
		{
			id: "starting-seat-surplus", codes: badWord,
			doc: "With toss_winner_chooses, starting_seat is null.",
			mod: func(e *E, r *protocol.Reset) {
				e.needRule(e.Profile.StartingPlayer, "toss_winner_chooses")
				withRules(r, r.Rules.Mulligan, "toss_winner_chooses")
			},
			edit: func(x text) text { return x.with("/rules/starting_seat", `"p0"`) },
		},
		{
			id: "seats-swapped", codes: malformed,
			doc:  "seats lists exactly p0 then p1.",
			edit: func(x text) text { return x.with("/seats/0/seat", `"p1"`).with("/seats/1/seat", `"p0"`) },
		},
		{
			id: "seats-equal", codes: malformed,
			doc:  "seats lists exactly p0 then p1: not p0 twice.",
			edit: func(x text) text { return x.with("/seats/1/seat", `"p0"`) },
		},
		{
			id: "one-seat", codes: malformed,
			doc:  "seats lists exactly p0 then p1: both.",
			edit: func(x text) text { return x.without("/seats/1") },
		},
		{
			id: "no-seats", codes: malformed,
			doc:  "seats lists exactly p0 then p1: an empty list is none.",
			edit: func(x text) text { return x.with("/seats", "[]") },
		},
		{
			id: "three-seats", codes: malformed,
			doc: "seats lists exactly p0 then p1: and no third.",
			edit: func(x text) text {
				third := string(text(x.mustAt("/seats/1").Raw()).with("/seat", `"p2"`))
				return x.with("/seats/-", third)
			},
		},
		{
			id: "deck-of-both-shapes", codes: malformed,
			doc: "A deck is named by catalog_id or by decklist, not by both.",
			mod: func(e *E, r *protocol.Reset) { r.Decks[0] = e.asList() },
			edit: func(x text) text {
				return x.with("/seats/0/deck/catalog_id", suite.Quote(unknownDeck))
			},
		},
		{
			id: "deck-of-neither-shape", codes: malformed,
			doc:  "A deck is named by catalog_id or by decklist: a deck_id alone is no deck.",
			edit: func(x text) text { return x.with("/seats/0/deck", `{"deck_id":`+suite.Quote(madeUpDeck.DeckID)+`}`) },
		},
		{
			id: "decklist-empty", codes: malformed, profile: Strict,
			doc: "A decklist has at least one row.",
			edit: func(x text) text {
				return x.with("/seats/0/deck", `{"deck_id":`+suite.Quote(protocol.DeckID(nil))+`,"decklist":[]}`)
			},
		},
		{
			id: "decklist-count-zero", codes: badList,
			doc:  "A row of a decklist has a count of at least 1.",
			mod:  func(e *E, r *protocol.Reset) { r.Decks[0] = e.asList() },
			edit: func(x text) text { return x.with("/seats/0/deck/decklist/0/count", "0") },
		},
		{
			id: "decklist-repeated-name", codes: badList,
			doc: "The rows of a decklist have distinct names.", hint: "do not add the counts up",
			mod: withList(func(rows []protocol.DeckRow) []protocol.DeckRow { return append(rows, rows[0]) }),
		},
		{
			id: "decklist-not-nfc", codes: badList,
			doc: "Card names are in Unicode NFC: a name with a combining accent is no card's.", hint: "do not normalize names that are sent",
			mod: withList(func(rows []protocol.DeckRow) []protocol.DeckRow {
				return append(rows, protocol.DeckRow{Name: "Lim-Du\u0302l's Vault", Count: 1})
			}),
		},
		{
			id: "decklist-case-of-name", codes: badList,
			doc: "Card names are compared as they are: in capitals a name is no card's.", hint: "do not fold case",
			mod: withList(func(rows []protocol.DeckRow) []protocol.DeckRow {
				for i, r := range rows { // a name may be all capitals as it is
					if upper := strings.ToUpper(r.Name); upper != r.Name {
						rows[i].Name = upper
						break
					}
				}
				return rows
			}),
		},
		{
			id: "secret-short", codes: malformed,
			doc: "game_secret is 64 lowercase hex characters: not 62.",
			mod: func(_ *E, r *protocol.Reset) { r.GameSecret = r.GameSecret[2:] },
		},
		{
			id: "secret-long", codes: malformed,
			doc: "game_secret is 64 lowercase hex characters: not 66.",
			mod: func(_ *E, r *protocol.Reset) { r.GameSecret += "00" },
		},
		{
			id: "secret-capitals", codes: malformed,
			doc: "game_secret is 64 lowercase hex characters: capitals are none.", hint: "most hex decoders take capitals",
			mod: func(_ *E, r *protocol.Reset) { r.GameSecret = "AB" + r.GameSecret[2:] },
		},
		{
			id: "secret-not-hex", codes: malformed,
			doc: "game_secret is 64 lowercase hex characters: g is none.",
			mod: func(_ *E, r *protocol.Reset) { r.GameSecret = "g0" + r.GameSecret[2:] },
		},
		{
			id: "secret-empty", codes: malformed,
			doc: "game_secret is 64 lowercase hex characters: not none.",
			mod: func(_ *E, r *protocol.Reset) { r.GameSecret = "" },
		},
		{
			id: "deck-id-form", codes: malformed, profile: Strict,
			doc:  "deck_id is sha256: and 64 lowercase hex characters.",
			edit: func(x text) text { return x.with("/seats/0/deck/deck_id", `"sha256:00"`) },
		},
		{
			id: "empty-format", codes: malformed, profile: Strict,
			doc:  "format is not empty.",
			edit: func(x text) text { return x.with("/format", `""`) },
		},
		{
			id: "empty-game-id", codes: malformed, profile: Strict,
			doc:  "game_id is not empty.",
			edit: func(x text) text { return x.with("/game_id", `""`) },
		},
		{
			id: "domain-id-wrong", codes: malformed, profile: Strict,
			doc: "domain_id is the digest of the names.",
			edit: func(x text) text {
				return x.with("/rules/card_name_domain/domain_id", suite.Quote("sha256:"+strings.Repeat("0", 64)))
			},
		},
		{
			id: "domain-name-repeated", codes: malformed, profile: Strict,
			doc: "The names of a domain are distinct.",
			mod: func(_ *E, r *protocol.Reset) {
				r.Rules.CardNameDomain.Names = append(r.Rules.CardNameDomain.Names, r.Rules.CardNameDomain.Names[0])
			},
		},
	}
}

// undeclared returns the first of the values that the target does not declare, or skips the check.
func (e *E) undeclared(declared []string, values ...string) string {
	for _, v := range values {
		if !slices.Contains(declared, v) {
			return v
		}
	}
	e.Skipf("the target declares every value of this rule")
	return ""
}

func (e *E) needRule(declared []string, value string) {
	if !slices.Contains(declared, value) {
		e.Skipf("the target does not declare %s", value)
	}
}

func resetChecks() []check {
	var out []check
	for _, r := range refusals() {
		out = append(out, check{
			id: "reset/" + r.id, section: "9.2", doc: r.doc, hint: cmp.Or(r.hint, "judge every field of a reset before acting on any: what breaks the schema is malformed_request, what is legal and not played has a code of its own"), profile: r.profile,
			run: func(e *E) {
				e.Hello()
				x := e.resetText(func(reset *protocol.Reset) {
					if r.mod != nil {
						r.mod(e, reset)
					}
				})
				if r.edit != nil {
					x = r.edit(x)
				}
				e.Ask(x).WantError("such a reset", r.codes...)
				e.Begin() // what was refused has begun nothing
			},
		})
	}
	return append(out, []check{
		{
			id: "reset/first-decision", section: "9.3",
			doc:  "A reset is answered by the first decision of its game: step 0, seat_step 0, group 0, first substep.",
			hint: "begin all counters of a game at 0",
			run: func(e *E) {
				d := e.Begin()
				for _, c := range []struct {
					where     string
					got, want any
				}{
					{"/game_id", d.GameID, e.game},
					{"/step", d.Step, uint64(0)},
					{"/seat_decision/seat_step", d.SeatDecision.SeatStep, uint64(0)},
					{"/seat_decision/group/group_id", d.SeatDecision.Group.ID, uint64(0)},
					{"/seat_decision/group/substep_index", d.SeatDecision.Group.SubstepIndex, uint32(0)},
				} {
					if c.got != c.want {
						e.pending.fail(conformance.WrongValue, "the first decision of a game does not begin at the beginning", c.where, fmt.Sprint(c.want))
					}
				}
			},
		},
		{
			id: "reset/while-active", section: "9.2",
			doc:  "A reset while a game is active is game_already_active, and the game goes on.",
			hint: "look whether a game is active before touching it",
			run: func(e *E) {
				e.Begin()
				e.Ask(e.resetText()).WantError("a reset in the middle of a game", protocol.CodeGameAlreadyActive)
				e.StillAnswerable("it")
				if e.pending.Decision() != nil {
					e.Ask(e.resetText()).WantError("a reset in the middle of a game", protocol.CodeGameAlreadyActive)
				}
			},
		},
		{
			id: "reset/after-refusal", section: "9.4", fresh: true,
			doc:  "A reset that was refused has reset no game: a step is step_before_reset.",
			hint: "take a reset over only once all of it is found good",
			run: func(e *E) {
				e.Hello()
				r := e.NewGame(func(r *protocol.Reset) { r.Format = unknownFormat })
				e.Ask(e.ResetRequest(r)).WantError("a reset in an unknown format", protocol.CodeUnsupportedFormat)
				e.Ask(e.passIn(r.GameID)).WantError("a step after a refused reset", protocol.CodeStepBeforeReset)
			},
		},
		{
			id: "reset/refusal-keeps-id-free", section: "9.2", profile: Strict,
			doc:  "A reset that was refused uses up no game_id.",
			hint: "remember the game_id only once the reset is accepted",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1)) // finds a deck that is played
				e.Finish()
				r := e.NewGame()
				format := r.Format
				r.Format = unknownFormat
				e.Ask(e.ResetRequest(r)).WantError("a reset in an unknown format", protocol.CodeUnsupportedFormat)
				r.Format = format
				e.Ask(e.ResetRequest(r)).WantDecision("the corrected reset with the same game_id")
			},
		},
		{
			id: "reset/reused-game-id", section: "9.2",
			doc:  "A game_id is unique per engine process: reusing one is malformed_request, and the next game begins under a fresh one.",
			hint: "remember the ids of all games of the process",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1))
				first := e.game
				e.Finish()
				e.Ask(e.resetText(func(r *protocol.Reset) { r.GameID = first })).WantError("a reset with a game_id used before", protocol.CodeMalformedRequest)
				e.Begin(Capped(manyDecisions, 1))
				e.Finish()
				e.Ask(e.resetText(func(r *protocol.Reset) { r.GameID = first })).WantError("a reset with the game_id of the last game but one", protocol.CodeMalformedRequest)
			},
		},
		{
			id: "reset/deck-id-wrong", section: "9.2",
			doc:  "An engine may check deck_id and answer deck_id_mismatch; one that does not, plays.",
			hint: "no other code fits: the reset is legal",
			run: func(e *E) {
				e.Begin(Capped(manyDecisions, 1))
				e.Finish()
				a := e.Reset(func(r *protocol.Reset) { r.Decks[1].DeckID = "sha256:" + strings.Repeat("0", 64) })
				if a.Decision() == nil {
					a.WantError("a reset with a wrong deck_id", protocol.CodeDeckIDMismatch)
					e.Infof("deck_id is checked")
				}
				e.Infof("deck_id is not checked")
			},
		},
		{
			id: "reset/opponent-decklist-hidden", section: "12.2",
			doc:  "opponent_decklist hidden is a rule that every engine takes.",
			hint: "it is the host that shows or hides decklists",
			run: func(e *E) {
				e.Begin(func(r *protocol.Reset) { r.Rules.OpponentDecklist = "hidden" })
			},
		},
		{
			id: "reset/caps-at-limit", section: "9.2",
			doc:  "Both caps go up to 2^53-1.",
			hint: "a cap is no 32-bit number, and nothing should be allocated for it",
			run: func(e *E) {
				e.Begin(Capped(1<<53-1, 1<<53-1))
				e.StepOn(2)
			},
		},
		{
			id: "reset/decks-differ", section: "9.2",
			doc:  "The two seats may play different decks.",
			hint: "each seat has a deck of its own",
			run: func(e *E) {
				e.Hello()
				if len(e.Profile.Catalog) < 2 {
					e.Skipf("the catalog has fewer than two decks")
				}
				e.Begin(Capped(manyDecisions, 1))
				e.Finish()
				d := e.Profile.Catalog[len(e.Profile.Catalog)-1]
				other := protocol.Deck{DeckID: protocol.DeckID(d.Decklist), CatalogID: d.CatalogID}
				if e.Try(func(r *protocol.Reset) { r.Decks = [2]protocol.Deck{other, other} }).Code() == protocol.CodeUnsupportedDeck {
					e.Skipf("the last catalog deck is not played in this format")
				}
				e.Begin(func(r *protocol.Reset) { r.Decks[1] = other })
			},
		},
		{
			id: "reset/starting-seat-p0", section: "7.6",
			doc:  "With host_assigned, the seat named by starting_seat takes the first turn: p0.",
			hint: "toss for the first turn only where the rules of the game say so",
			run:  func(e *E) { e.wantStarting(protocol.P0) },
		},
		{
			id: "reset/starting-seat-p1", section: "7.6",
			doc:  "With host_assigned, the seat named by starting_seat takes the first turn: p1.",
			hint: "p0 does not always begin",
			run:  func(e *E) { e.wantStarting(protocol.P1) },
		},
		{
			id: "reset/mulligan-none", section: "7.6",
			doc:  "With mulligan none, both seats keep their opening hands: no mulligan is posed.",
			hint: "read the rules of the reset, not the first of those declared",
			run: func(e *E) {
				e.Hello()
				e.needRule(e.Profile.Mulligan, "none")
				e.Begin(Capped(manyDecisions, beforeTurnOne+1), func(r *protocol.Reset) { r.Rules.Mulligan = "none" })
				e.untilTurnOne(func(d *protocol.Decision) {
					if i := e.kind(d, "mulligan"); i >= 0 {
						e.pending.fail(conformance.WrongValue, "a mulligan is posed although the rule is none",
							fmt.Sprintf("/seat_decision/candidates/%d/semantic/kind", i), "no mulligan")
					}
				})
			},
		},
		{
			id: "reset/mulligan-london", section: "7.5",
			doc:  "With mulligan london, each seat is asked before the first turn whether it keeps its hand.",
			hint: "read the rules of the reset, not the first of those declared",
			run: func(e *E) {
				e.Hello()
				e.needRule(e.Profile.Mulligan, "london")
				e.Begin(Capped(manyDecisions, beforeTurnOne+1), func(r *protocol.Reset) { r.Rules.Mulligan = "london" })
				asked := map[protocol.Seat]bool{}
				e.untilTurnOne(func(d *protocol.Decision) {
					if e.kind(d, "mulligan") >= 0 {
						asked[d.SeatDecision.ActingSeat] = true
					}
				})
				for _, s := range protocol.Seats {
					if !asked[s] {
						e.Failf(conformance.WrongValue, "%s was never asked whether it keeps its hand", s)
					}
				}
			},
		},
	}...)
}

// kind returns the index of the first candidate of that kind, or -1.
func (e *E) kind(d *protocol.Decision, kind string) int {
	return slices.IndexFunc(d.SeatDecision.Candidates, func(c protocol.Candidate) bool { return c.Semantic.Kind == kind })
}

// beforeTurnOne bounds the decisions before the first turn: two seats with seven cards pose far fewer.
const beforeTurnOne = 200

// untilTurnOne calls see on every decision up to the first of turn 1, answering with first candidates:
// of a mulligan that keeps the hand, since an engine may list its candidates in any order.
func (e *E) untilTurnOne(see func(*protocol.Decision)) {
	for range beforeTurnOne {
		d := e.pending.Decision()
		if d == nil {
			e.pending.WantDecision("the game, before its first turn,")
		}
		see(d)
		if d.SeatDecision.Observation.Turn > 0 {
			return
		}
		e.Step(keeping(e, d))
	}
	e.Failf(conformance.WrongValue, "%d decisions are answered and turn 1 has not begun", beforeTurnOne)
}

// keeping returns the first candidate that takes no mulligan.
func keeping(_ *E, d *protocol.Decision) int {
	for i, c := range d.SeatDecision.Candidates {
		if c.Semantic.Kind != "mulligan" || c.Semantic.Values[2] == true { // the field keep
			return i
		}
	}
	return 0
}

func (e *E) wantStarting(seat protocol.Seat) {
	e.Hello()
	e.needRule(e.Profile.StartingPlayer, "host_assigned")
	e.Begin(Capped(manyDecisions, beforeTurnOne+1), func(r *protocol.Reset) {
		r.Rules.StartingPlayer, r.Rules.StartingSeat = "host_assigned", protocol.Ptr(seat)
	})
	e.untilTurnOne(func(d *protocol.Decision) {
		o := d.SeatDecision.Observation
		if o.Turn == 1 && (o.ActiveSeat == nil || *o.ActiveSeat != seat) {
			e.pending.fail(conformance.WrongValue, "another seat than starting_seat takes the first turn", "/seat_decision/observation/active_seat", suite.Quote(string(seat)))
		}
	})
}

// passIn returns a step that passes in a game, whether there is such a game or not.
func (e *E) passIn(game string) text {
	return text(protocol.AppendRequest(nil, e.id(), &protocol.Step{GameID: game, EchoJSON: []byte(`{"kind":"pass"}`)}))
}
