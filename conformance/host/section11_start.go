package host

// Sections 11.1 and 11.4: agents that do not get as far as a game.

import (
	"fmt"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
)

func failedStartChecks() []check {
	with := func(edit func(*protocolgen.Node)) func(*asked) {
		return func(q *asked) { q.say([]byte(rewritten(string(q.answer), edit))) }
	}
	starting := func(t protocol.TimeControl) uint64 { return t.GameStartMS }
	var out []check
	for _, x := range []struct {
		name, what, request string
		do                  func(*asked)
		waits               func(protocol.TimeControl) uint64
	}{
		{"hello-error", "answers hello with an error", "hello", (*asked).refuse, nil},
		{"hello-garbage", "answers hello with no JSON", "hello", func(q *asked) { q.say([]byte("hello")) }, nil},
		{"hello-ack", "answers hello with ack", "hello", func(q *asked) {
			q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.Ack{}))
		}, nil},
		{"hello-no-bot", "names no bot in hello_ok", "hello", with(dropping("bot")), nil},
		{"hello-no-version", "names no version of its bot", "hello", with(dropping("bot/version")), nil},
		{"hello-empty-name", "has an empty name for its bot", "hello", with(setting("bot/name", `""`)), nil},
		{"hello-exited", "exits at hello", "hello", func(q *asked) { q.leave(1) }, nil},
		{"game-start-error", "answers game_start with an error", "game_start", (*asked).refuse, nil},
		{"game-start-garbage", "answers game_start with no JSON", "game_start", func(q *asked) { q.say([]byte("ready")) }, nil},
		{"game-start-choice", "answers game_start with a choice", "game_start", func(q *asked) {
			q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.Choice{}))
		}, nil},
		{"game-start-exited", "exits at game_start", "game_start", func(q *asked) { q.leave(1) }, nil},
		{"game-start-silent", "does not answer game_start", "game_start", (*asked).hang, starting},
	} {
		out = append(out, check{
			id: "forfeit/at-" + x.name, section: "11.4",
			doc:    "A seat whose agent " + x.what + " is not asked for decisions: it is refused before the run, or forfeits the game.",
			hint:   "startup_ms bounds hello, game_start_ms game_start; an agent that has not answered either as it should plays no game",
			script: script{name: "an agent " + x.what, games: 1, twists: []twist{{at: onAgent(x.request, 0), do: x.do, waits: x.waits}}},
			judge:  (*H).notPlayed,
		})
	}
	return out
}

// notPlayed fails if the agent that misbehaved is asked for a decision, or if a game with it ends in anything but
// its forfeit.
func (h *H) notPlayed() {
	x, _ := h.point()
	for _, later := range x.talk.exchanges {
		if later.at > x.at && later.kind == "choose" {
			h.x = later
			h.Fail(conformance.Failure{
				Cause: conformance.WrongType, Message: h.name(later) + " asks an agent that should not play",
				Expected: "no decision for an agent that has not started as it should", Got: suite.Show(later.line),
			})
		}
	}
	next := h.successor(x.talk)
	for _, g := range h.games {
		over := g.firstOver()
		if over == nil || over.at > next {
			continue
		}
		h.x = over
		terminal := over.request.Get("terminal")
		loser := h.seatOf(g, x.talk)
		if !terminal.Get("classification").StrIs("forfeit") {
			h.wrong("/terminal/classification", suite.Quote("forfeit"), shown(terminal.Get("classification")), "the end of a game with an agent that could not start")
		}
		if loser != "" && !terminal.Get("winner").StrIs(string(loser.Other())) {
			h.wrong("/terminal/winner", suite.Quote(string(loser.Other())), shown(terminal.Get("winner")), "the winner of a game in which %s could not start", loser)
		}
	}
	h.x = x
	if h.end == stuck {
		h.Fail(conformance.Failure{
			Cause: conformance.Timeout, Message: fmt.Sprintf("nothing comes of the answer to %s (%s)", h.name(x), h.end), Expected: "game_over, or the end of the run", Got: h.lastSaid(),
		})
	}
}

// successor returns the event at which the program of a process is started anew, for another game; one past the
// last if it is not.
func (h *H) successor(t *talk) int {
	for i, e := range h.events {
		if e.what == started && e.role == t.role && e.proc > t.proc {
			return i
		}
	}
	return len(h.events)
}

// seatOf returns the seat that a process has in a game, or that the other agent leaves it; "" if nobody knows.
func (h *H) seatOf(g *game, t *talk) protocol.Seat {
	for _, me := range g.seats {
		switch {
		case me == nil:
		case me.talk == t:
			return me.seat
		}
	}
	for _, me := range g.seats {
		if me != nil {
			return me.seat.Other()
		}
	}
	return ""
}
