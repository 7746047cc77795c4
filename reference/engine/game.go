package engine

// A game is straight-line code that asks: play runs the rules from the first card to the last and, where
// a seat has to choose, hands out a decision and goes on with the answer. It runs as a coroutine
// (iter.Pull), so the next line after a question is the next thing that happens in the game.

import (
	"math"

	"github.com/spellbench/sbconform/reference/protocol"
)

const maxCandidates = 4096 // Section 7.1

// A game is one game being played.
type game struct {
	*world
	hello               *protocol.EngineHelloOK // what the engine declared, so what it may show
	rules               protocol.Rules
	maxSteps, maxGroups uint64
	splits              bool // max_steps may end the game inside a group

	steps, groups uint64 // answered decisions and completed groups of both seats
	counters      [2]counter
	answer        int // the candidate chosen in the decision handed out last
	pose          func(*protocol.SeatDecision) bool
	pending       question    // handed out last
	script        func(*game) // of a tour, or nil
	end           *ending
}

// A counter is one seat's place in its own stream of decisions (Section 8).
type counter struct {
	step, group    uint64
	substep, count uint32 // count is 0 between groups
}

// An ending is how a game ended (Section 9.5).
type ending struct {
	outcome, classification string
	winner                  *protocol.Seat
	reason                  string
}

// leave is what the rules panic with when the game is over, or nobody wants to know how it goes on.
// Only play recovers it.
type leave struct{}

// play plays the game, handing each decision to pose, which has put the answer into g.answer when it
// returns true. The game has an ending when play returns, unless pose returned false.
func (g *game) play(pose func(*protocol.SeatDecision) bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(leave); !ok {
				panic(r)
			}
		}
	}()
	g.pose = pose
	g.pregame()
	if g.script != nil {
		g.tour()
	}
	for {
		g.takeTurn()
	}
}

// finish ends the game.
func (g *game) finish(e ending) {
	g.end = &e
	panic(leave{})
}

func (g *game) truncate(reason string) { g.finish(ending{"truncated", "truncated", nil, reason}) }

// halt ends a game that has come to a state the engine can't put into words.
func (g *game) halt(reason string) {
	g.finish(ending{"halted", "halted", nil, "engine_contract_failure:" + reason})
}

// A question is a decision before it is dressed for the wire.
type question struct {
	seat     seat
	priority bool
	rewind   bool   // posed anew, since the action chosen could not be completed
	source   handle // the candidates' shared source, or noObject
	purpose  string // their shared purpose, or ""

	// list offers the candidates, told from the game as it stands and from nothing else: a probe asks
	// again in another world.
	list func(*offers)
}

// offers are the candidates of one decision.
type offers struct {
	game       *game
	seat       seat
	candidates []protocol.Candidate
}

// add offers a candidate; its id is its index. The values are those of protocol.NewSemantic, and
// objects, targets and items of this world besides, which are shown as the seat sees them.
func (o *offers) add(text, kind string, values ...any) {
	own := make([]any, len(values))
	for i, v := range values {
		own[i] = o.game.shown(o.seat, v)
	}
	o.candidates = append(o.candidates, protocol.Candidate{Semantic: protocol.NewSemantic(kind, own...), DisplayText: &text})
}

// choose poses q as a group of its own and returns the index of the candidate chosen.
func (g *game) choose(q question) int {
	g.group(q.seat, 1)
	return g.ask(q)
}

// group opens a group of n decisions of s, n > 0: the next n questions. The caps end a game here, and
// never inside a group, which only a halt, a host or a rewind may interrupt: a group that would not
// fit under max_steps is not begun. The reference host reads it otherwise: max_steps must be reached, if
// need be inside a group.
func (g *game) group(s seat, n int) {
	left := g.maxSteps - g.steps
	switch {
	case left == 0, left < uint64(n) && !g.splits:
		g.truncate("max_steps")
	case g.groups >= g.maxGroups:
		g.truncate("max_decisions")
	}
	c := &g.counters[s]
	c.substep, c.count = 0, uint32(n)
}

// ask poses the next decision of the open group.
func (g *game) ask(q question) int {
	if g.steps == g.maxSteps { // inside a group
		g.truncate("max_steps")
	}
	d := g.dress(q)
	n := len(d.Candidates)
	if n > maxCandidates {
		g.halt("candidate_limit")
	}
	if g.faults.decision != nil {
		g.faults.decision(g, d)
	}
	g.pending = q
	if !g.pose(d) {
		panic(leave{})
	}
	g.steps++
	c := &g.counters[q.seat]
	c.step++
	c.substep++
	if c.substep == c.count {
		g.groups++
		c.group++
		c.count = 0
	}
	return g.answer % n // a mutant may have offered more
}

// dress makes q what the acting seat receives (Section 9.3).
func (g *game) dress(q question) *protocol.SeatDecision {
	c := g.counters[q.seat]
	offered := offers{game: g, seat: q.seat}
	q.list(&offered)
	context := protocol.Context{Kind: "choice", Source: g.ref(q.seat, q.source), Rewind: q.rewind}
	if q.priority {
		context.Kind = "priority"
	}
	if q.purpose != "" {
		context.Purpose = &q.purpose
	}
	return &protocol.SeatDecision{
		ActingSeat:  q.seat.wire(),
		SeatStep:    c.step,
		Group:       protocol.Group{ID: c.group, SubstepIndex: c.substep, SubstepCount: c.count},
		Context:     context,
		Observation: g.observe(q.seat),
		Candidates:  offered.candidates,
		Extensions:  g.extensions(q.seat),
	}
}

// checkStateBasedActions applies them (CR 704.3); nothing here makes a second round necessary. A game
// that ends naturally ends here.
func (g *game) checkStateBasedActions() {
	g.checkLosses()
	for _, h := range g.dying() {
		g.dies(h)
	}
}

// checkLosses ends the game if a player has lost it (CR 104.3b, 104.3c): both at once is a draw.
func (g *game) checkLosses() {
	var lost [2]string
	for s := range g.players {
		p := &g.players[s]
		switch {
		case p.life <= 0:
			lost[s] = "life_zero"
		case p.drewNothing:
			lost[s] = "library_empty"
		}
	}
	switch {
	case lost[0] != "" && lost[1] != "":
		g.finish(ending{"draw", "natural", nil, "both_players_lost"})
	case lost[0] != "":
		g.win(1, lost[0])
	case lost[1] != "":
		g.win(0, lost[1])
	}
}

func (g *game) win(s seat, why string) {
	w := s.wire()
	g.finish(ending{string(w) + "_win", "natural", &w, string(s.other().wire()) + "_" + why})
}

// dying returns the creatures with lethal damage (CR 704.5g).
func (g *game) dying() []handle {
	var hs []handle
	for s := range g.players {
		hs = append(hs, g.permanents(seat(s), func(o *object) bool {
			return isCreature(o) && int64(o.damage) >= int64(o.card.toughness)
		})...)
	}
	return hs
}

// damage deals n damage to t (CR 120.3).
func (g *game) damage(t target, n uint32) {
	if t.object == noObject {
		life := int64(g.players[t.player].life) - int64(n)
		g.players[t.player].life = int32(max(life, math.MinInt32))
		return
	}
	g.objects[t.object].damage += n
}
