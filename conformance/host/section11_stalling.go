package host

// Section 11.4: seats that reach a cap.

import (
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A loop is a game that never gets anywhere: the engine poses the same decisions again and again in one turn.
type loop struct {
	name string
	both bool    // p0 and p1 are asked in turn; else p0 alone
	real [2]bool // which seat makes real choices; the other passes
}

func stallingChecks() []check {
	alone := loop{name: "p0 stalls", real: [2]bool{true, false}}
	return []check{
		{
			id: "stalling/cap", section: "11.4", script: alone.script(),
			doc:  "A seat that reaches one of its caps ends the game: it is asked for no decision more, and for none less.",
			hint: "count a seat's answers in the turn that observation.turn names, and in the game; the answer that reaches the cap is the last",
			judge: func(h *H) {
				g, capped := h.looped()
				asked := g.asked()
				if capped+1 < len(asked) {
					h.x = asked[capped+1].exchange
					h.Fail(conformance.Failure{
						Cause: conformance.WrongType, Message: fmt.Sprintf("%s comes after %s has reached a cap", h.name(h.x), asked[capped].of.seat),
						Expected: "game_over to the agents", Got: suite.Show(h.x.line),
					})
				}
			},
		},
		stalling("real-choices", "At a cap the seat with more real choices among the last 250 answers of both seats forfeits with cause stalling.", alone),
		stalling("tie", "At a cap the seat that reached it forfeits, if both made as many real choices.", loop{name: "both stall", both: true, real: [2]bool{true, true}}),
		stalling("other-seat", "At a cap the other seat forfeits, if it made more real choices than the one that reached the cap.", loop{name: "p1 stalls", both: true, real: [2]bool{false, true}}),
		stalling("mandatory-loop", "At a cap without any real choice among the last 250 answers the game is a draw with the reason mandatory_loop.", loop{name: "nobody stalls", both: true}),
	}
}

// stalling is a check of how a loop ends.
func stalling(name, doc string, l loop) check {
	return check{
		id: "stalling/" + name, section: "11.4", doc: doc, script: l.script(),
		hint: "a real choice is no pass, and was one of two candidates or more",
		judge: func(h *H) {
			g, capped := h.looped()
			want := blame(g.asked(), capped)
			for _, me := range g.seats {
				if me == nil || me.over == nil {
					continue
				}
				h.x = me.over
				terminal := me.over.request.Get("terminal")
				for _, w := range [][2]string{
					{"classification", suite.Quote(want.Classification)}, {"outcome", suite.Quote(want.Outcome)}, {"winner", winnerText(want.Winner)}, {"reason", suite.Quote(want.Reason)},
				} {
					if got := terminal.Get(w[0]); string(got.AppendCanonical(nil)) != w[1] {
						h.wrong("/terminal/"+w[0], w[1], shown(got), "%s, when %s has reached a cap", w[0], g.asked()[capped].of.seat)
					}
				}
			}
			h.x = nil
			if g.firstOver() == nil {
				h.undecided("nobody was told the end")
				h.Fail(conformance.Failure{Cause: conformance.NoAnswer, Message: fmt.Sprintf("nobody is told of the end when a seat has reached a cap (%s)", h.end), Expected: "game_over", Got: h.lastSaid()})
			}
		},
	}
}

func winnerText(s *protocol.Seat) string {
	if s == nil {
		return "null"
	}
	return suite.Quote(string(*s))
}

// longest is how many answers of a seat a loop has for reaching a cap.
const longest = 2500

// script is the run of a loop. It is played once.
func (l loop) script() script {
	s := &looping{loop: l}
	return script{
		name: "in a loop " + l.name, games: 1, whole: true,
		engine: engine.Options{Profile: "no-mulligan,host-assigned"},
		twists: []twist{
			{often: -1, at: s.turns, do: s.pose},
			{often: -1, at: func(q *asked) bool { s.learn(q); return !q.isEngine() && q.kind == "choose" }, do: s.choose},
		},
	}
}

// A looping is a loop that goes on.
type looping struct {
	loop
	base   [2]*protocolgen.Node // a decision of each seat to pose again
	next   protocol.Seat        // who is asked next
	step   int64                // of the last decision
	posed  [2]int64             // decisions of each seat since the loop began
	cap    int64                // the smallest of the caps; 0 until it is known
	around bool                 // the loop has begun
	engine wire.Value           // the provenance of the engine's answers
}

// learn reads the caps.
func (s *looping) learn(q *asked) {
	if q.kind != "game_start" {
		return
	}
	limits := q.request.Get("limits")
	s.cap = min(limits.Get("max_seat_decisions_per_turn").Int(), limits.Get("max_seat_decisions_per_game").Int(), limits.Get("max_seat_steps_per_game").Int())
}

// turns reports whether the loop has begun, or begins with the answer that the engine is about to give.
func (s *looping) turns(q *asked) bool {
	if !q.isEngine() || s.cap > longest {
		return false
	}
	if s.around {
		return q.kind == "step"
	}
	d := q.reply().Get("seat_decision")
	if !d.Get("context").Get("kind").StrIs("priority") {
		return false
	}
	seat := protocol.Seat(d.Get("acting_seat").Str())
	s.base[seat.Index()], s.step = s.of(d, seat), q.reply().Get("step").Int()
	s.next, s.engine = seat.Other(), q.reply().Get("provenance")
	if !s.both {
		s.next = protocol.P0
	}
	s.around = s.base[0] != nil && (!s.both || s.base[1] != nil)
	return false
}

// of makes of a decision one that is always worth a thought: to pass, or to play a card.
func (s *looping) of(d wire.Value, seat protocol.Seat) *protocolgen.Node {
	n := protocolgen.FromValue(d)
	hand := protocol.At(d, fmt.Sprintf("/observation/players/%d/hand", seat.Index()))
	card := hand.Elem(0)
	for c := range hand.Elems() {
		if strings.Contains(string(c.Get("characteristics").Get("types").Raw()), `"land"`) {
			card = c
		}
	}
	ref := protocolgen.FromPairs()
	for _, k := range []string{"object_id", "card_name", "owner_seat", "controller_seat", "zone"} {
		ref.Set(k, protocolgen.FromValue(card.Get(k)))
	}
	candidate := func(id int64, semantic *protocolgen.Node) *protocolgen.Node {
		return protocolgen.FromPairs("candidate_id", protocolgen.Int(id), "semantic", semantic, "display_text", protocolgen.Null())
	}
	return n.Set("candidates", protocolgen.List(
		candidate(0, protocolgen.FromPairs("kind", protocolgen.Str("pass"))),
		candidate(1, protocolgen.FromPairs("kind", protocolgen.Str("play_land"), "source", ref, "face", protocolgen.Int(0))),
	))
}

// pose answers a step with the next decision of the loop, or ends a game that no cap ends.
func (s *looping) pose(q *asked) {
	i := s.next.Index()
	if s.posed[i] > s.cap+2 {
		q.finish("draw", "natural", "nobody_ends_it")
		return
	}
	s.step++
	s.posed[i]++
	d := s.base[i]
	d.Get("seat_step").Int++
	d.Get("group").Get("group_id").Int++
	if s.both {
		s.next = s.next.Other()
	}
	line := rewritten(string(q.answer), func(n *protocolgen.Node) {
		*n = *protocolgen.FromPairs(
			"response_type", protocolgen.Str("decision"), "protocol", protocolgen.Str(protocol.Version),
			"request_id", protocolgen.FromValue(q.request.Get("request_id")), "game_id", protocolgen.FromValue(q.request.Get("game_id")),
			"step", protocolgen.Int(s.step), "seat_decision", d, "provenance", protocolgen.FromValue(s.engine),
		)
	})
	q.say([]byte(line))
}

// choose answers as the loop wants it: real choices once it has begun.
func (s *looping) choose(q *asked) {
	pick := int64(0)
	if s.around && s.real[q.seat.Index()] && protocol.At(q.request, "/decision/candidates").Len() == 2 {
		pick = 1
	}
	q.say(protocol.AppendResponse(nil, q.request.Get("request_id").Str(), &protocol.Choice{CandidateID: pick}))
}

// looped returns the game of the loop and which of its answers reached a cap. It skips the check if none did, and
// fails where the host ended the game before.
func (h *H) looped() (g *game, capped int) {
	if len(h.games) == 0 || h.games[0].reset == nil {
		h.Skipf("%s", h.never("begins no game"))
	}
	g = h.games[0]
	asked := g.asked()
	capped, of := reached(asked)
	over := g.firstOver()
	switch {
	case capped >= 0:
		return g, capped
	case over == nil:
		h.undecided("nobody was told the end")
		h.Skipf("%s", h.never("ends before a seat has reached a cap"))
	}
	reason := over.request.Get("terminal").Get("reason")
	if reason.StrIs("mandatory_loop") || reason.StrIs("forfeit:"+string(host.Stalling)) {
		h.x = over
		h.wrong("/terminal/reason", "no end yet: "+of, shown(reason), "the reason of a game in which nobody has reached a cap")
	}
	h.Skipf("undecided: no cap is reached: the game ends with the reason %s before, and a run has %d answers at most", suite.Show(reason.Raw()), longest)
	return nil, 0
}

// A counter counts what caps bound, of one seat.
type counter struct{ turn, inTurn, groups, answers int64 }

// reached returns the first answer with which a seat reached one of its caps, -1 if there is none, and how far
// they had got.
func reached(asked []*asking) (capped int, far string) {
	var seats [2]counter
	for i, x := range asked {
		if len(x.answers) == 0 {
			continue
		}
		c := &seats[x.of.seat.Index()]
		d, limits := x.request.Get("decision"), x.of.start.request.Get("limits")
		if turn := d.Get("observation").Get("turn").Int(); turn != c.turn {
			c.turn, c.inTurn = turn, 0
		}
		c.inTurn++
		c.answers++
		if g := d.Get("group"); g.Get("substep_index").Int()+1 == g.Get("substep_count").Int() {
			c.groups++
		}
		if c.inTurn >= limits.Get("max_seat_decisions_per_turn").Int() || c.groups >= limits.Get("max_seat_decisions_per_game").Int() || c.answers >= limits.Get("max_seat_steps_per_game").Int() {
			return i, ""
		}
	}
	return -1, fmt.Sprintf("p0 has answered %d decisions of its last turn, p1 %d", seats[0].inTurn, seats[1].inTurn)
}

// window is how many answers of both seats the blame for a cap looks back on.
const window = 250

// blame is how Section 11.4 ends a game whose answer i reached a cap.
func blame(asked []*asking, i int) host.Ending {
	var real [2]int
	for _, x := range asked[max(0, i+1-window) : i+1] {
		if x.real() {
			real[x.of.seat.Index()]++
		}
	}
	loser := asked[i].of.seat
	if real[loser.Other().Index()] > real[loser.Index()] {
		loser = loser.Other()
	}
	if real == [2]int{} {
		return host.Ending{Classification: "natural", Outcome: "draw", Reason: "mandatory_loop"}
	}
	winner := loser.Other()
	return host.Ending{Classification: "forfeit", Outcome: string(winner) + "_win", Reason: "forfeit:" + string(host.Stalling), Winner: &winner}
}

// real reports whether a real choice was made: no pass, among two candidates or more.
func (x *asking) real() bool {
	candidates := protocol.At(x.request, "/decision/candidates")
	picked := candidates.Elem(int(x.answer().Get("selection").Get("candidate_id").Int()))
	return candidates.Len() > 1 && picked.Exists() && !picked.Get("semantic").Get("kind").StrIs("pass")
}
