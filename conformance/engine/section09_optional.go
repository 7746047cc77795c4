package engine

// Sections 9.6 and 9.7: validate_deck, which an engine may leave out, and probe_resample, which is
// reserved.

import (
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// validateText is a legal validate_deck for the deck that games use, by its list if the target takes
// lists, since that has the more fields.
func (e *E) validateText() text {
	m := e.Match()
	if e.has(e.Profile.DeckSources, "decklist") {
		m.deck = e.asList()
	}
	m.deck.DeckID = ""
	return e.validate(m.format, m.deck)
}

func (e *E) validate(format string, d protocol.Deck) text {
	return text(protocol.AppendRequest(nil, e.id(), &protocol.ValidateDeck{Format: format, Deck: d}))
}

// probeText is a legal probe_resample for the game that is active.
func (e *E) probeText() text {
	return text(protocol.AppendRequest(nil, e.id(), &protocol.ProbeResample{GameID: e.game, Samples: 1}))
}

// needValidateDeck skips the check if the target does not implement validate_deck.
func (e *E) needValidateDeck() {
	e.Hello()
	if a := e.Ask(e.validateText()); a.Code() == protocol.CodeUnsupportedRequest {
		e.Skipf("the target does not implement validate_deck")
	}
}

// wantWorlds asks for so many worlds, each of which must be the decision that is pending.
func (e *E) wantWorlds(pending Answer, samples uint32) {
	a := e.Ask(text(protocol.AppendRequest(nil, e.id(), &protocol.ProbeResample{GameID: e.game, Samples: samples})))
	a.WantType("probe_resample in a game with the probe", "probe_result")
	worlds := a.msg.Value.Get("worlds")
	if worlds.Len() != int(samples) {
		a.fail(conformance.WrongValue, fmt.Sprintf("%d samples are answered by %d worlds", samples, worlds.Len()), "/worlds", fmt.Sprint(samples))
	}
	real, n := pending.msg.Value.Get("seat_decision"), 0
	for world := range worlds.Elems() {
		if !wire.Equal(real, world) {
			where, was, is := difference(real, world)
			e.Fail(conformance.Failure{
				Cause: conformance.Leak, Message: "a world that differs only in what is hidden from the acting seat differs in its decision",
				Where: fmt.Sprintf("/worlds/%d%s", n, where), Expected: suite.Show(was), Got: suite.Show(is),
			})
		}
		n++
	}
}

func optionalChecks() []check {
	out := []check{
		{
			id: "validate-deck/catalog", section: "9.6",
			doc:  "Every catalog deck is deck_ok in some format, or the request is unsupported.",
			hint: "validate_deck and reset judge a deck in the same way",
			run: func(e *E) {
				e.needValidateDeck()
				if len(e.Profile.Catalog) == 0 {
					e.Skipf("the catalog is empty")
				}
				for _, d := range e.Profile.Catalog {
					var last Answer
					for _, f := range e.Profile.Formats {
						if last = e.Ask(e.validate(f, protocol.Deck{CatalogID: d.CatalogID})); last.Code() == "" {
							break
						}
					}
					last.WantType("the catalog deck "+suite.Quote(d.CatalogID), "deck_ok")
				}
			},
		},
		{
			id: "validate-deck/agrees-with-reset", section: "9.6",
			doc:  "What validate_deck says of a deck, reset says too.",
			hint: "judge decks in one place for both",
			run: func(e *E) {
				e.needValidateDeck()
				all := e.matches()
				for _, m := range all[:min(len(all), 50)] { // a catalog may be long
					named := m.deck
					named.DeckID = ""
					a := e.Ask(e.validate(m.format, named))
					b := e.Try(m.play)
					if a.Code() == "" {
						a.WantType("a deck that validate_deck accepts", "deck_ok")
						b.WantDecision("a reset with that deck")
					} else if a.Code() != b.Code() {
						b.fail(conformance.WrongCode, "reset judges a deck otherwise than validate_deck, which answered "+a.String(), "/error/code", a.String())
					}
				}
			},
		},
		{
			id: "validate-deck/names-cards", section: "9.6", level: conformance.Should,
			doc:  "The message of unsupported_deck names the cards that are not supported.",
			hint: "authors of decks read it",
			run: func(e *E) {
				e.needValidateDeck()
				if !e.has(e.Profile.DeckSources, "decklist") {
					e.Skipf("the target takes no decklists")
				}
				a := e.Ask(e.validate(e.Match().format, protocol.Deck{Decklist: anUnlisted}))
				a.WantError("a deck of an unknown card", badDeck...)
				if message := a.msg.Body.(*protocol.ErrorBody).Message; !strings.Contains(message, unknownCard) {
					a.fail(conformance.WrongValue, "the message does not name the card", "/error/message", "a text that holds "+suite.Quote(unknownCard))
				}
			},
		},
		{
			id: "validate-deck/in-game", section: "9.6",
			doc:  "validate_deck never affects a game in progress.",
			hint: "judge the deck without touching the game",
			run: func(e *E) {
				e.Begin()
				e.StepOn(1)
				if e.pending.Decision() == nil {
					e.Skipf("the game ended at once")
				}
				e.Ask(e.validateText())
				e.Ask(e.validate(unknownFormat, protocol.Deck{CatalogID: unknownDeck}))
				e.StillAnswerable("validate_deck")
			},
		},
		{
			id: "validate-deck/before-reset", section: "9.6", fresh: true,
			doc:  "validate_deck needs no game, and begins none.",
			hint: "judge the deck without a game",
			run: func(e *E) {
				e.Hello()
				if a := e.Ask(e.validateText()); a.Code() == protocol.CodeStepBeforeReset {
					a.WantType("validate_deck before any reset", "deck_ok")
				}
				e.Ask(e.passIn(otherGame)).WantError("a step after validate_deck", protocol.CodeStepBeforeReset)
			},
		},
		{
			id: "probe/without-probe", section: "9.7",
			doc:  "An engine without the probe answers probe_resample unsupported_request.",
			hint: "what hello_ok does not declare is unsupported, in any state",
			run: func(e *E) {
				e.Begin()
				if e.Profile.Probe {
					e.Skipf("the target has the probe")
				}
				e.Ask(e.probeText()).WantError("probe_resample", protocol.CodeUnsupportedRequest)
				e.StillAnswerable("it")
			},
		},
		{
			id: "probe/refused", section: "9.7",
			doc:  "An engine with the probe answers probe_refused in a game that was not reset with probe: true.",
			hint: "look at what the reset of this game asked for",
			run: func(e *E) {
				e.Begin()
				if !e.Profile.Probe {
					e.Skipf("the target has no probe")
				}
				e.Ask(e.probeText()).WantError("probe_resample", protocol.CodeProbeRefused)
				e.StillAnswerable("it")
			},
		},
		{
			id: "probe/worlds", section: "9.7",
			doc:  "In a game reset with probe: true, probe_resample is answered by as many worlds as were asked for, all of them equal to the pending decision, and the game goes on as if nothing had happened.",
			hint: "redraw what is hidden in a copy of the game, and make the acting seat's decision from what it may know",
			run: func(e *E) {
				e.Hello()
				if !e.Profile.Probe {
					e.Skipf("the target has no probe")
				}
				e.Begin(func(r *protocol.Reset) { r.Rules.Probe = true })
				for range 20 {
					if e.pending.Decision() == nil {
						return
					}
					e.wantWorlds(e.pending, 5)
					e.Step(e.wander(e.Decision()))
				}
			},
		},
		{
			id: "probe/before-reset", section: "9.7", fresh: true,
			doc:  "Before any reset, probe_resample is unsupported_request without the probe, or step_before_reset.",
			hint: "whether the probe is there is judged before whether a game is",
			run: func(e *E) {
				e.Hello()
				e.game = otherGame
				e.Ask(e.probeText()).WantError("probe_resample before any reset", protocol.CodeUnsupportedRequest, protocol.CodeStepBeforeReset)
			},
		},
	}
	for _, c := range []struct {
		id, doc string
		codes   []protocol.Code
		request func(e *E) text
	}{
		{"unknown-format", "A format that the engine does not name is unsupported_format.", one(protocol.CodeUnsupportedFormat),
			func(e *E) text { return e.validateText().with("/format", suite.Quote(unknownFormat)) }},
		{"unknown-catalog-id", "An unknown catalog_id is unsupported_deck.", badDeck,
			func(e *E) text { return e.validate(e.Match().format, protocol.Deck{CatalogID: unknownDeck}) }},
		{"unknown-card", "A decklist with a card that the engine can't play is unsupported_deck.", badDeck,
			func(e *E) text { return e.validate(e.Match().format, protocol.Deck{Decklist: anUnlisted}) }},
		{"deck-of-both-shapes", "A deck is named by catalog_id or by decklist, not by both.", malformed,
			func(e *E) text {
				return e.validate(e.Match().format, protocol.Deck{Decklist: e.asList().Decklist}).with("/deck/catalog_id", suite.Quote(unknownDeck))
			}},
		{"deck-of-neither-shape", "A deck is named by catalog_id or by decklist: without either it is no deck.", malformed,
			func(e *E) text { return e.validateText().with("/deck", "{}") }},
		{"deck-with-deck-id", "The deck of validate_deck has no deck_id.", malformed,
			func(e *E) text { return e.validateText().with("/deck/deck_id", suite.Quote(e.asList().DeckID)) }},
	} {
		out = append(out, check{
			id: "validate-deck/" + c.id, section: "9.6", doc: c.doc, hint: "what is well formed and not played is unsupported; a wrong shape is malformed_request",
			run: func(e *E) {
				e.needValidateDeck()
				e.Ask(c.request(e)).WantError("such a validate_deck", c.codes...)
			},
		})
	}
	return out
}
