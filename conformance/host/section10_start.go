package host

// Section 10.2: what an agent is told before its game.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func startChecks() []check {
	return []check{
		{
			id: "game-start/order", section: "10.1", script: healthy(),
			doc:  "An agent is greeted with hello, told of its game with game_start, asked to choose, and told of the end, in this order.",
			hint: "send game_start to each agent once its hello is answered, and before its first choose",
			judge: func(h *H) {
				for _, t := range h.talks {
					if t.role != engineRole {
						h.inOrder(t)
					}
				}
				h.toAgents("hello", func(*exchange) {})
			},
		},
		{
			id: "game-start/one-game", section: "2", script: healthy(),
			doc:  "An agent process serves one seat of one game at a time.",
			hint: "send game_start to an agent once, and the next one after its game_over",
			judge: func(h *H) {
				playing := map[*talk]*exchange{}
				h.judge(func(x *exchange) bool { return x.talk.role != engineRole }, func(x *exchange) {
					switch before := playing[x.talk]; {
					case x.kind == "game_over":
						delete(playing, x.talk)
					case x.kind == "game_start" && before != nil:
						h.Fail(conformance.Failure{
							Cause: conformance.ExtraOutput, Message: fmt.Sprintf("%s, before the game of %s is over", h.name(x), h.name(before)),
							Expected: "game_over first", Got: suite.Show(x.line),
						})
					case x.kind == "game_start":
						playing[x.talk] = x
					}
				})
				h.toAgents("game_start", func(*exchange) {})
			},
		},
		{
			id: "game-start/game-id", section: "10.2", script: healthy(),
			doc:  "game_start names the game by the id that the engine is given in reset.",
			hint: "one game has one id for the engine and for both agents",
			judge: func(h *H) {
				resets := map[string]bool{}
				h.toEngine("reset", func(x *exchange) { resets[x.request.Get("game_id").Str()] = true })
				h.toAgents("game_start", func(x *exchange) {
					if id := x.request.Get("game_id"); !resets[id.Str()] && h.end != cut {
						h.wrong("/game_id", "the game_id of a reset", string(id.Raw()), "a game that the engine was never told of")
					}
				})
			},
		},
		{
			id: "choose/game-id", section: "10.3", script: healthy(),
			doc:  "A choose names the game that the agent was told of in game_start.",
			hint: "one game has one id for the engine and for both agents",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					for _, x := range me.chooses {
						h.same(x, "/game_id", me.start.request.Get("game_id"))
					}
				})
			},
		},
		{
			id: "game-start/seats", section: "10.2", script: healthy(),
			doc:  "The two agents of a game have a seat each.",
			hint: "a process plays one seat, and the other process the other",
			judge: func(h *H) {
				type place struct{ game, seat string }
				taken := map[place]*exchange{}
				h.toAgents("game_start", func(x *exchange) {
					p := place{x.request.Get("game_id").Str(), x.request.Get("seat").Str()}
					if before := taken[p]; before != nil && before.talk != x.talk {
						h.wrong("/seat", "the seat that "+before.talk.String()+" does not have", suite.Quote(p.seat), "a seat that is taken")
					}
					taken[p] = x
				})
			},
		},
		ofReset("format", "10.2", "The format is that of the reset.", "/format", "/format"),
		ofReset("rules", "12.2", "The rules are those of the reset.", "/rules", "/rules"),
		{
			id: "game-start/own-deck", section: "10.2", script: healthy(),
			doc:  "own_deck is the whole list that the seat plays, with the deck_id that the engine is given.",
			hint: "deck_id is the SHA-256 of the canonical rows, one for each name, sorted by name (Section 4.3)",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					start := decoded[protocol.GameStart](h, me.start)
					h.deck("/own_deck", start.OwnDeck, g.deck(h, me.seat))
				})
			},
		},
		{
			id: "game-start/opponent-deck", section: "10.2", script: healthy(),
			doc:  "opponent_deck is the other seat's list where rules.opponent_decklist is visible, and null where it is hidden.",
			hint: "send null for a hidden list, and do not leave the field out",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					start := decoded[protocol.GameStart](h, me.start)
					switch visible := start.Rules.OpponentDecklist == "visible"; {
					case visible && start.OpponentDeck == nil:
						h.wrong("/opponent_deck", "the other seat's deck, since decklists are visible", "null", "opponent_deck")
					case !visible && start.OpponentDeck != nil:
						h.Fail(conformance.Failure{
							Cause: conformance.Leak, Message: "opponent_deck shows a list that rules.opponent_decklist hides, in " + h.name(me.start),
							Expected: "null", Got: suite.Show(me.start.request.Get("opponent_deck").Raw()), Where: "/opponent_deck",
						})
					case visible:
						h.deck("/opponent_deck", *start.OpponentDeck, g.deck(h, me.seat.Other()))
					}
				})
			},
		},
		{
			id: "game-start/engine", section: "10.2", script: healthy(),
			doc:  "engine is the engine's identity, as its hello_ok has it.",
			hint: "copy engine from hello_ok, with source_revision",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) { h.same(me.start, "/engine", g.greeting(h).Get("engine")) })
			},
		},
		{
			id: "game-start/engine-profile", section: "10.2", script: healthy(),
			doc:  "engine_profile copies seven members of the engine's hello_ok.",
			hint: "copy the values as they are: an agent reads from them which optional fields it will get",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					for _, member := range []string{"rules_supported", "observation", "decision_kinds", "engine_defaults", "rewind", "fairness", "extensions"} {
						h.same(me.start, "/engine_profile/"+member, g.greeting(h).Get(member))
					}
				})
			},
		},
		{
			id: "game-start/limits", section: "11.4", script: healthy(),
			doc:  "max_decisions and max_steps are the caps that the engine is given.",
			hint: "declare the caps once, and send the engine and the agents the same",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					for _, limit := range []string{"max_decisions", "max_steps"} {
						h.same(me.start, "/limits/"+limit, g.reset.request.Get(limit))
					}
				})
			},
		},
		{
			id: "game-start/seat-caps", section: "11.4", script: healthy(),
			doc:  "A seat's caps in a game are strictly below half of the game's, so that no seat can run a game into a truncation.",
			hint: "max_seat_decisions_per_game goes with max_decisions, max_seat_steps_per_game with max_steps",
			judge: func(h *H) {
				h.toAgents("game_start", func(x *exchange) {
					limits := x.request.Get("limits")
					for _, c := range [][2]string{{"max_seat_decisions_per_game", "max_decisions"}, {"max_seat_steps_per_game", "max_steps"}} {
						seat, whole := limits.Get(c[0]).Int(), limits.Get(c[1]).Int()
						if seat >= whole-seat {
							h.wrong("/limits/"+c[0], fmt.Sprintf("below half of %s, which is %d", c[1], whole), fmt.Sprint(seat), "a cap of a seat")
						}
					}
				})
			},
		},
		{
			id: "game-start/same-terms", section: "11.4", level: conformance.Should, script: healthy(),
			doc:  "A benchmark declares one time control, one set of limits and the resources of each agent: both seats play under the same.",
			hint: "declare them once for the run",
			judge: func(h *H) {
				h.starts(func(g *game, me *seated) {
					if other := g.seats[me.seat.Other().Index()]; other != nil {
						for _, term := range []string{"time_control", "limits", "resources"} {
							h.same(me.start, "/"+term, other.start.request.Get(term))
						}
					}
				})
			},
		},
	}
}

// ofReset is a check of a member of game_start that the reset has too.
func ofReset(name, section, doc, pointer, inReset string) check {
	return check{id: "game-start/" + name, section: section, doc: doc, script: healthy(), hint: "send the agents what the engine was sent", judge: func(h *H) {
		h.starts(func(g *game, me *seated) { h.same(me.start, pointer, protocol.At(g.reset.request, inReset)) })
	}}
}

// starts judges every game_start whose game the engine was asked to begin, and skips the check if there is none.
func (h *H) starts(judge func(g *game, me *seated)) {
	n := 0
	for _, g := range h.games {
		for _, me := range g.seats {
			if me != nil && g.reset != nil {
				h.x = me.start
				judge(g, me)
				n++
			}
		}
	}
	h.x = nil
	if n == 0 {
		h.Skipf("%s", h.never("begins no game of which it tells an agent"))
	}
}

// same fails unless a value of a request is the one that another message has.
func (h *H) same(x *exchange, pointer string, want wire.Value) {
	h.x = x
	got := protocol.At(x.request, pointer)
	if !got.Exists() || !want.Exists() || !wire.Equal(got, want) {
		h.wrong(pointer, shown(want), shown(got), "%s", lastWord(pointer))
	}
}

func shown(v wire.Value) string {
	if !v.Exists() {
		return "nothing"
	}
	return suite.Show(v.Raw())
}

func lastWord(pointer string) string { return pointer[strings.LastIndex(pointer, "/")+1:] }

// inOrder fails at the first request to an agent that comes before what must precede it.
func (h *H) inOrder(t *talk) {
	greeted, started := false, false
	for _, x := range t.exchanges {
		h.x = x
		answered := len(x.answers) > 0
		fail := func(what string) {
			h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: fmt.Sprintf("%s, %s", h.name(x), what), Expected: "hello, game_start, any number of choose, game_over", Got: suite.Show(x.line)})
		}
		switch x.kind {
		case "hello":
			if started {
				fail("after game_start")
			}
			greeted = greeted || answered
		case "game_start":
			if !greeted {
				fail("before hello is answered")
			}
			started = started || answered
		case "choose", "game_over":
			if !started {
				fail("before game_start is answered")
			}
			started = x.kind == "choose"
		}
	}
}

// greeting is the hello_ok of the engine process that plays the game.
func (g *game) greeting(h *H) wire.Value {
	for _, x := range g.reset.talk.exchanges {
		if x.kind == "hello" && x.answer().Get("response_type").StrIs("hello_ok") {
			return x.answer()
		}
	}
	h.Skipf("%s", h.never("resets an engine that it has not greeted"))
	return wire.Value{}
}

// A listed is a deck as the engine is given it.
type listed struct {
	id   string
	list []protocol.DeckRow
}

// deck returns what a seat plays.
func (g *game) deck(h *H, s protocol.Seat) listed {
	d := decoded[protocol.Reset](h, g.reset).Decks[s.Index()]
	list, known := decklist(h.hello(g.reset), d)
	if !known {
		h.Skipf("the host plays deck %s, which is in no catalog of the engine's", suite.Quote(d.CatalogID))
	}
	return listed{d.DeckID, list}
}

// deck fails unless an agent is shown the deck that is played. The order of rows is free, and deck_id does not
// depend on it.
func (h *H) deck(pointer string, got protocol.NamedDeck, want listed) {
	if id, list := protocol.DeckID(got.Decklist), protocol.DeckID(want.list); id != list {
		h.wrong(pointer+"/decklist", fmt.Sprintf("%d rows with deck_id %s", len(want.list), list), fmt.Sprintf("%d rows with deck_id %s", len(got.Decklist), id), "a list that is not played")
	}
	if got.DeckID != want.id {
		h.wrong(pointer+"/deck_id", want.id, got.DeckID, "deck_id")
	}
	if id := protocol.DeckID(got.Decklist); got.DeckID != id {
		h.wrong(pointer+"/deck_id", id, got.DeckID, "a deck_id that is not its list's")
	}
}

// An asking is a choose and whom it was sent to.
type asking struct {
	*exchange
	of *seated
}

// asked returns what both agents were asked in the game, in order.
func (g *game) asked() (out []*asking) {
	for _, me := range g.seats {
		if me != nil {
			for _, x := range me.chooses {
				out = append(out, &asking{x, me})
			}
		}
	}
	slices.SortFunc(out, func(a, b *asking) int { return a.at - b.at })
	return out
}
