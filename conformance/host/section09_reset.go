package host

// Section 9.2 and 12: how a game is begun.

import (
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// plain is a run with an engine that declares little.
func plain() script {
	return script{name: "plain", games: 1, engine: engine.Options{Profile: "no-flags,no-mulligan,host-assigned,no-extension"}}
}

// tossing is one with an engine that has no other rules than the host would choose for itself.
func tossing() script {
	return script{name: "tossing", games: 1, engine: engine.Options{Profile: "toss,london"}}
}

func resetChecks() []check {
	const declared = "A reset names a format, a deck source and rules that the engine has declared, and extensions that it has."
	return []check{
		{
			id: "reset/declared", section: "9.2", script: healthy(), doc: declared,
			hint: "choose from what hello_ok declares", judge: (*H).wantDeclared,
		},
		{
			id: "reset/declared-little", section: "11.1", script: plain(), judge: (*H).wantDeclared,
			doc:  "Rules that the engine does not support are not asked of it: here it has no mulligans, no toss and no extension.",
			hint: "check the rules against rules_supported before any game",
		},
		{
			id: "reset/declared-toss", section: "11.1", script: tossing(), judge: (*H).wantDeclared,
			doc:  "Rules that the engine does not support are not asked of it: here the winner of the toss chooses who begins.",
			hint: "check the rules against rules_supported before any game",
		},
		{
			id: "reset/deck-ids", section: "4.3", script: healthy(),
			doc:  "deck_id is the digest of the deck's list: rows of count and name, sorted by name, as canonical JSON.",
			hint: "sum the rows of a name, sort by name, and leave no white space",
			judge: func(h *H) {
				h.toEngine("reset", func(x *exchange) {
					r := decoded[protocol.Reset](h, x)
					for i, d := range r.Decks {
						if list, known := decklist(h.hello(x), d); known && d.DeckID != protocol.DeckID(list) {
							h.wrong(fmt.Sprintf("/seats/%d/deck/deck_id", i), protocol.DeckID(list), d.DeckID, "a deck_id that is not that of the list")
						}
					}
				})
			},
		},
		{
			id: "reset/decklists", section: "12.1", script: healthy(),
			doc:  "A decklist that is sent as data has distinct names.",
			hint: "sum the counts of a name",
			judge: func(h *H) {
				h.toEngine("reset", func(x *exchange) {
					for i, d := range decoded[protocol.Reset](h, x).Decks {
						names := map[string]bool{}
						for _, row := range d.Decklist {
							if names[row.Name] {
								h.wrong(fmt.Sprintf("/seats/%d/deck/decklist", i), "one row for each name", row.Name+" twice", "a name twice in a decklist")
							}
							names[row.Name] = true
						}
					}
				})
			},
		},
		{
			id: "reset/domain-id", section: "4.3", script: healthy(),
			doc:  "card_name_domain.domain_id is the digest of the names, sorted by code point, as canonical JSON.",
			hint: "sort a copy of the names, and leave no white space",
			judge: func(h *H) {
				h.toEngine("reset", func(x *exchange) {
					d := decoded[protocol.Reset](h, x).Rules.CardNameDomain
					if want := protocol.DomainID(d.Names); d.DomainID != want {
						h.wrong("/rules/card_name_domain/domain_id", want, d.DomainID, "a domain_id that is not that of the names")
					}
				})
			},
		},
		{
			id: "reset/domain-names", section: "12.2", script: healthy(),
			doc:  "card_name_domain has every name of the decks that are played.",
			hint: "take the names of the whole pool, or of all registered decks",
			judge: func(h *H) {
				h.toEngine("reset", func(x *exchange) {
					r := decoded[protocol.Reset](h, x)
					for _, d := range r.Decks {
						list, _ := decklist(h.hello(x), d)
						for _, row := range list {
							if !slices.Contains(r.Rules.CardNameDomain.Names, row.Name) {
								h.wrong("/rules/card_name_domain/names", row.Name+" among the names", suite.Show(fmt.Sprint(r.Rules.CardNameDomain.Names)), "a domain without a card of a deck")
							}
						}
					}
				})
			},
		},
		{
			id: "reset/fresh-game-id", section: "9.2", script: healthy(),
			doc:  "A game_id is unique per engine process: none is used for a second game.",
			hint: "count the games of a run, and derive the id from the count",
			judge: func(h *H) {
				seen := map[*talk]map[string]*exchange{}
				h.toEngine("reset", func(x *exchange) {
					id := x.request.Get("game_id").Str()
					if seen[x.talk] == nil {
						seen[x.talk] = map[string]*exchange{}
					}
					if first := seen[x.talk][id]; first != nil && first.id() != x.id() {
						h.wrong("/game_id", "a fresh game_id", suite.Quote(id), "a game_id that the engine process has seen")
					}
					seen[x.talk][id] = x
				})
			},
		},
		{
			id: "reset/one-game", section: "9.2", script: healthy(),
			doc:  "No game is begun while the engine process has another that goes on.",
			hint: "play a game to its terminal, or start the engine again",
			judge: func(h *H) {
				active := map[*talk]*exchange{}
				h.judge(func(x *exchange) bool { return x.talk.role == engineRole }, func(x *exchange) {
					if before := active[x.talk]; x.kind == "reset" && before != nil && before.id() != x.id() {
						h.Fail(conformance.Failure{
							Cause: conformance.WrongType, Message: h.name(x) + " comes while " + before.request.Get("game_id").Str() + " is played",
							Expected: "one game at a time", Got: suite.Show(x.line),
						})
					}
					switch x.answer().Get("response_type").Str() {
					case "decision":
						active[x.talk] = x
					case "terminal":
						delete(active, x.talk)
					}
				})
				h.toEngine("reset", func(*exchange) {})
			},
		},
	}
}

// hello returns what the engine that is sent x has declared; it is legal.
func (h *H) hello(x *exchange) *protocol.EngineHelloOK {
	for _, first := range x.talk.exchanges {
		if first.kind != "hello" || len(first.answers) == 0 {
			continue
		}
		if m, fault := protocol.DecodeEngineResponse(first.said()); fault == nil {
			if ok, is := m.Body.(*protocol.EngineHelloOK); is {
				return ok
			}
		}
	}
	h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: h.name(x) + " comes before hello", Expected: "hello first"})
	return nil
}

// decklist returns the list of a deck, if the engine's catalog or the deck itself has one.
func decklist(hello *protocol.EngineHelloOK, d protocol.Deck) ([]protocol.DeckRow, bool) {
	if d.CatalogID == "" {
		return d.Decklist, true
	}
	i := slices.IndexFunc(hello.Catalog, func(c protocol.CatalogDeck) bool { return c.CatalogID == d.CatalogID })
	if i < 0 {
		return nil, false
	}
	return hello.Catalog[i].Decklist, true
}

// wantDeclared fails if a reset asks for what the engine has not declared.
func (h *H) wantDeclared() {
	h.toEngine("reset", func(x *exchange) {
		r, hello := decoded[protocol.Reset](h, x), h.hello(x)
		one := func(where, got string, declared []string) {
			if !slices.Contains(declared, got) {
				h.wrong(where, fmt.Sprintf("one of %q", declared), suite.Quote(got), "what the engine does not declare")
			}
		}
		one("/format", r.Format, hello.Formats)
		one("/rules/mulligan", r.Rules.Mulligan, hello.Mulligan)
		one("/rules/starting_player", r.Rules.StartingPlayer, hello.StartingPlayer)
		var extensions, decks []string
		for _, e := range hello.Extensions {
			extensions = append(extensions, e.Name)
		}
		for _, c := range hello.Catalog {
			decks = append(decks, c.CatalogID)
		}
		for i, name := range r.Rules.Extensions {
			one(fmt.Sprintf("/rules/extensions/%d", i), name, extensions)
		}
		for i, d := range r.Decks {
			where := fmt.Sprintf("/seats/%d/deck", i)
			if d.CatalogID == "" {
				one(where, "decklist", hello.DeckSources)
				continue
			}
			one(where, "catalog", hello.DeckSources)
			one(where+"/catalog_id", d.CatalogID, decks)
		}
		if r.Rules.Probe && !hello.Probe {
			h.wrong("/rules/probe", "false", "true", "what the engine does not declare")
		}
	})
}
