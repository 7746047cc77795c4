package engine

// Section 9.1: hello, and whether the target does what its hello_ok says.

import (
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func helloChecks() []check {
	return []check{
		{
			id: "hello/answer", section: "9.1",
			doc:  "hello is answered hello_ok, with every field of the table and no other.",
			hint: "compare the answer with the table of Section 9.1, field by field",
			run:  func(e *E) { e.Hello() },
		},
		{
			id: "hello/minor-zero", section: "4.2",
			doc:  "An engine answers with a protocol_minor no greater than the host's: to 0, with 0.",
			hint: "answer the smaller of the host's minor version and your own",
			run: func(e *E) {
				e.Hello()
				e.wantMinor(0)
			},
		},
		{
			id: "hello/minor-greater", section: "4.2",
			doc:  "A host of a later minor version is greeted all the same, with a protocol_minor no greater than its own.",
			hint: "an unknown minor version is no error",
			run: func(e *E) {
				e.Hello()
				e.wantMinor(1)
				e.wantMinor(7)
				e.wantMinor(1<<32 - 1)
			},
		},
		{
			id: "hello/again", section: "9.3",
			doc:  "A second hello is answered, and the engine's identity is the same.",
			hint: "hosts pin the identity and take a drift for an engine failure",
			run: func(e *E) {
				first := *e.Hello()
				a := e.Ask(e.HelloRequest())
				a.WantType("a second hello", "hello_ok")
				e.sameIdentity(first.Engine, a)
			},
		},
		{
			id: "hello/again-in-full", section: "9.1", level: conformance.Info,
			doc: "A second hello is answered as the first was.",
			run: func(e *E) {
				e.Hello()
				a, b := e.Ask(e.HelloRequest()), e.Ask(e.HelloRequest())
				a.WantType("a second hello", "hello_ok")
				e.sameButID("a third hello", a, b)
			},
		},
		{
			id: "hello/in-game", section: "9.1",
			doc:  "A hello in the middle of a game is answered, and the pending decision is still answerable.",
			hint: "hello must not touch the game",
			run: func(e *E) {
				e.Begin()
				e.StepOn(1)
				e.Ask(e.HelloRequest()).WantType("hello in the middle of a game", "hello_ok")
				if e.pending.Decision() != nil {
					e.StillAnswerable("it")
				}
			},
		},
		{
			id: "hello/fresh-process", section: "9.3", profile: Strict,
			doc:  "Another process of the same engine has the same identity.",
			hint: "no start time, process number or random value belongs in the identity",
			run: func(e *E) {
				first := *e.Hello()
				e.Restart()
				e.Hello()
				a := e.Ask(e.HelloRequest())
				a.WantType("hello", "hello_ok")
				e.sameIdentity(first.Engine, a)
			},
		},
		{
			id: "hello/formats", section: "9.1",
			doc:  "Every format that the engine names is one that it plays.",
			hint: "list only formats whose reset is not refused as unsupported_format",
			run: func(e *E) {
				e.Hello()
				for _, f := range e.Profile.Formats {
					a := e.Try(func(r *protocol.Reset) { r.Format = f })
					if a.Code() != protocol.CodeUnsupportedDeck { // some decks belong to some formats
						a.wantBegun("a reset in the declared format " + suite.Quote(f))
					}
				}
			},
		},
		{
			id: "hello/catalog", section: "9.1",
			doc:  "Every catalog deck can be played, in some format that the engine names.",
			hint: "leave a deck that the engine can't play out of the catalog",
			run: func(e *E) {
				e.Hello()
				if len(e.Profile.Catalog) == 0 {
					e.Skipf("the catalog is empty")
				}
				for i, d := range e.Profile.Catalog {
					if e.late() {
						e.Infof("the target is slow: %d of %d catalog decks were tried, with nothing wrong", i, len(e.Profile.Catalog))
					}
					e.wantPlayable("the catalog deck "+suite.Quote(d.CatalogID), protocol.Deck{CatalogID: d.CatalogID, DeckID: protocol.DeckID(d.Decklist)})
				}
			},
		},
		{
			id: "hello/decklists", section: "9.1", level: conformance.Should,
			doc:  "An engine that takes decklists plays its own catalog decks when their lists are sent as data.",
			hint: "a deck's cards are supported whether they come by name of deck or as a list",
			run: func(e *E) {
				e.Hello()
				if !slices.Contains(e.Profile.DeckSources, "decklist") {
					e.Skipf("the target takes no decklists")
				}
				if len(e.Profile.Catalog) == 0 {
					e.Skipf("the catalog is empty")
				}
				for i, d := range e.Profile.Catalog {
					if e.late() {
						e.Infof("the target is slow: the lists of %d of %d catalog decks were tried, with nothing wrong", i, len(e.Profile.Catalog))
					}
					e.wantPlayable("the list of the catalog deck "+suite.Quote(d.CatalogID), protocol.Deck{Decklist: d.Decklist, DeckID: protocol.DeckID(d.Decklist)})
				}
			},
		},
		{
			id: "hello/extensions", section: "14",
			doc:  "Every extension that the engine names can be enabled, and a game with all of them is legal in every decision.",
			hint: "a reset that enables a declared extension is not refused as unsupported_rule",
			run: func(e *E) {
				e.Hello()
				if len(e.Profile.Extensions) == 0 {
					e.Skipf("the target declares no extension")
				}
				var names []string
				for _, x := range e.Profile.Extensions {
					if !slices.Contains(names, x.Name) {
						names = append(names, x.Name)
					}
				}
				judge := e.newJudge(e.Profile)
				e.wantProperEnd(e.watch(uniform, someGame, judge.all, e.richRules, func(r *protocol.Reset) { r.Rules.Extensions = names }))
			},
		},
		{
			id: "hello/rules", section: "9.1",
			doc:  "Every mulligan and starting_player rule that the engine names is one that it plays.",
			hint: "list only rules whose reset is not refused as unsupported_rule",
			run: func(e *E) {
				e.Hello()
				for _, m := range e.Profile.Mulligan {
					for _, s := range e.Profile.StartingPlayer {
						a := e.Reset(Capped(manyDecisions, 1), func(r *protocol.Reset) { withRules(r, m, s) })
						a.WantDecision("a reset with the declared rules " + m + " and " + s)
						e.Finish()
					}
				}
			},
		},
	}
}

func (e *E) wantMinor(host uint32) {
	a := e.Ask(text(protocol.AppendRequest(nil, e.id(), &protocol.Hello{ProtocolMinor: host})))
	a.WantType(fmt.Sprintf("hello with protocol_minor %d", host), "hello_ok")
	if got := a.msg.Body.(*protocol.EngineHelloOK).ProtocolMinor; got > host {
		a.fail(conformance.WrongValue, "the engine's protocol_minor is greater than the host's", "/protocol_minor", fmt.Sprintf("at most %d", host))
	}
}

func (e *E) sameIdentity(first protocol.EngineIdentity, a Answer) {
	got := a.msg.Body.(*protocol.EngineHelloOK).Engine
	if got.Provenance() != first.Provenance() {
		a.fail(conformance.Nondeterminism, "the engine's identity is another than before", "/engine", fmt.Sprintf("%+v", first.Provenance()))
	}
}

// sameButID fails unless both answers are equal but for their ids.
func (e *E) sameButID(what string, a, b Answer) {
	if got, want := b.withoutID(), a.withoutID(); got != want {
		x, _ := wire.Parse([]byte(want))
		y, _ := wire.Parse([]byte(got))
		where, was, is := difference(x, y)
		e.Fail(conformance.Failure{
			Cause: conformance.Nondeterminism, Message: what + " is answered otherwise than the first", Where: where,
			Expected: suite.Show(was), Got: suite.Show(is),
		})
	}
}

// withoutID returns the answer's canonical text without its id, so that answers to equal requests can
// be compared.
func (a Answer) withoutID() string {
	c := text(a.msg.Value.AppendCanonical(nil))
	return string(c.without("/request_id"))
}

// wantPlayable fails unless a game with the deck can be begun in some format.
func (e *E) wantPlayable(what string, d protocol.Deck) {
	var last Answer
	for _, f := range e.Profile.Formats {
		last = e.Try(func(r *protocol.Reset) { r.Format, r.Decks = f, [2]protocol.Deck{d, d} })
		if last.Code() != protocol.CodeUnsupportedDeck {
			break
		}
	}
	last.wantBegun("a reset with " + what)
}

// wantBegun fails unless the reset that a answers began a game: with a decision, or a natural terminal
// where the game is over at once (Section 9.2).
func (a Answer) wantBegun(what string) {
	if end := a.Terminal(); end == nil || end.Classification != "natural" {
		a.WantDecision(what)
	}
}

// withRules sets the two rules that engines declare, and what goes with them.
func withRules(r *protocol.Reset, mulligan, startingPlayer string) {
	r.Rules.Mulligan, r.Rules.StartingPlayer = mulligan, startingPlayer
	r.Rules.StartingSeat = nil
	if startingPlayer == "host_assigned" {
		r.Rules.StartingSeat = protocol.Ptr(protocol.P0)
	}
}
