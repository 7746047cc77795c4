package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A scene is a game set up by hand whose questions are answered by display text.
type scene struct {
	*game
	t       *testing.T
	answers []string
	asked   []*protocol.SeatDecision
}

// newScene begins in a main phase of p0 with no card anywhere.
func newScene(t *testing.T, answers ...string) *scene {
	hello := Reference()
	s := &scene{t: t, answers: answers}
	s.game = &game{world: newWorld(vectorSecret.GameSecret(0), &faults{}), hello: &hello, maxSteps: 1000, maxGroups: 1000}
	s.turn, s.phase, s.active = 3, "precombat_main", 0
	s.pose = func(d *protocol.SeatDecision) bool {
		s.asked = append(s.asked, d)
		if len(s.answers) == 0 {
			t.Fatalf("nothing to answer to %v", texts(d))
		}
		want := s.answers[0]
		s.answers = s.answers[1:]
		for i, text := range texts(d) {
			if text == want {
				s.answer = i
				return true
			}
		}
		t.Fatalf("%q is not among %q", want, texts(d))
		return false
	}
	return s
}

func texts(d *protocol.SeatDecision) (out []string) {
	for _, c := range d.Candidates {
		out = append(out, *c.DisplayText)
	}
	return out
}

// put puts cards of p into a zone, permanents as if they had been there for long.
func (s *scene) put(p seat, z zone, names ...string) (hs []handle) {
	for _, n := range names {
		h := s.add(cardNamed(n), p, z)
		l := s.list(p, z)
		*l = append(*l, h)
		hs = append(hs, h)
	}
	return hs
}

// names lists the cards of a zone.
func (s *scene) names(p seat, z zone) (out []string) {
	for _, h := range *s.list(p, z) {
		out = append(out, s.objects[h].card.name)
	}
	return out
}

// ended runs f, which ends the game, and returns how.
func (s *scene) ended(f func()) (e ending) {
	s.t.Helper()
	defer func() {
		r := recover()
		assert.Equal(s.t, r, leave{})
		e = *s.end
	}()
	f()
	return
}

const pass = "Pass priority"

func TestBoltToTheFace(t *testing.T) {
	s := newScene(t, "Play Mountain", "Tap Mountain for R", "Cast Lightning Bolt", "Target p1", pass, pass, pass, pass)
	s.put(0, hand, "Lightning Bolt", "Mountain")
	s.givePriority()
	assert.Equal(t, s.players[1].life, int32(17))
	assert.DeepEqual(t, s.names(0, graveyard), []string{"Lightning Bolt"})

	assert.DeepEqual(t, texts(s.asked[0]), []string{pass, "Play Mountain"}) // not yet payable
	assert.DeepEqual(t, texts(s.asked[2]), []string{pass, "Cast Lightning Bolt"})
	assert.Equal(t, s.asked[2].Observation.Players[0].ManaPool, protocol.ManaPool{3: 1})
	aim := s.asked[3]
	assert.Equal(t, len(aim.Observation.Stack), 1)
	assert.DeepEqual(t, aim.Observation.Stack[0].Ref, *aim.Context.Source)
	assert.Equal(t, len(aim.Observation.Stack[0].Targets), 0)
	assert.DeepEqual(t, s.asked[4].Observation.Stack[0].Targets, []*protocol.Target{{Player: protocol.P1}})
	assert.Equal(t, s.asked[4].Observation.Players[0].ManaPool, protocol.ManaPool{})
	assert.DeepEqual(t, *s.asked[5].Observation.PassedSeats, []protocol.Seat{protocol.P0})
}

func TestOneLandATurn(t *testing.T) {
	s := newScene(t, "Play Mountain", pass, pass)
	s.put(0, hand, "Mountain", "Mountain")
	s.givePriority()
	assert.DeepEqual(t, texts(s.asked[1]), []string{pass, "Tap Mountain for R"})
}

// A creature that dies in response is no target any more, and the reference to it is null.
func TestSpellWhoseTargetLeft(t *testing.T) {
	s := newScene(t, "Cast Lightning Bolt", "Target Goblin Piker", "Cast Lightning Bolt", "Target Goblin Piker", pass, pass, pass, pass, pass, pass)
	s.put(0, hand, "Lightning Bolt", "Lightning Bolt")
	s.put(1, battlefield, "Goblin Piker")
	s.players[0].pool[red.index()] = 2
	s.givePriority()
	assert.DeepEqual(t, s.names(1, graveyard), []string{"Goblin Piker"})
	assert.Equal(t, len(s.names(0, graveyard)), 2)
	after := s.asked[6]
	assert.Equal(t, len(after.Observation.Stack), 1)
	assert.Assert(t, after.Observation.Stack[0].Targets[0] == nil)
}

func TestCreaturesAreCastAtSorcerySpeed(t *testing.T) {
	s := newScene(t, "Cast Hill Giant", pass, pass, pass, pass)
	s.put(0, hand, "Hill Giant", "Raging Goblin")
	s.players[0].pool[red.index()] = 5
	s.givePriority()
	assert.DeepEqual(t, texts(s.asked[1]), []string{pass}) // the stack is not empty
	assert.DeepEqual(t, s.names(0, battlefield), []string{"Hill Giant"})
	assert.Equal(t, s.players[0].pool[red.index()], uint32(1))
	assert.Assert(t, s.objects[s.players[0].zones[battlefield][0]].sick)
}

func TestCosts(t *testing.T) {
	for _, c := range []struct {
		cost   cost
		pool   protocol.ManaPool
		covers bool
		left   protocol.ManaPool
	}{
		{redCost(0, 1), protocol.ManaPool{}, false, protocol.ManaPool{}},
		{redCost(0, 1), protocol.ManaPool{3: 1}, true, protocol.ManaPool{}},
		{redCost(3, 1), protocol.ManaPool{3: 3}, false, protocol.ManaPool{}},
		{redCost(3, 1), protocol.ManaPool{3: 6}, true, protocol.ManaPool{3: 2}},
		{redCost(1, 1), protocol.ManaPool{0: 1, 3: 1}, true, protocol.ManaPool{}},
		{redCost(1, 1), protocol.ManaPool{0: 2}, false, protocol.ManaPool{}},
	} {
		assert.Equal(t, c.cost.covers(c.pool), c.covers)
		if c.covers {
			c.cost.pay(&c.pool)
			assert.Equal(t, c.pool, c.left)
		}
	}
}

func TestCombat(t *testing.T) {
	attack := func(name string) string { return "Attack p1 with " + name }
	for _, c := range []struct {
		name          string
		mine, theirs  []string
		attacks       []string
		blocks        []string
		life          int32
		myDead, their []string
	}{
		{"unblocked", []string{"Hill Giant"}, nil, []string{attack("Hill Giant")}, nil, 17, nil, nil},
		{"stays home", []string{"Hill Giant"}, nil, []string{"Do not attack with Hill Giant"}, nil, 20, nil, nil},
		{"not blocked", []string{"Hill Giant"}, []string{"Goblin Piker"}, []string{attack("Hill Giant")}, []string{"Do not block with Goblin Piker"}, 17, nil, nil},
		{"blocked", []string{"Hill Giant"}, []string{"Goblin Piker"}, []string{attack("Hill Giant")}, []string{"Block Hill Giant with Goblin Piker"}, 20, nil, []string{"Goblin Piker"}},
		{"trade", []string{"Goblin Piker"}, []string{"Mons's Goblin Raiders"}, []string{attack("Goblin Piker")}, []string{"Block Goblin Piker with Mons's Goblin Raiders"}, 20,
			[]string{"Goblin Piker"}, []string{"Mons's Goblin Raiders"}},
		{"two blockers, lethal damage to each in order", []string{"Hill Giant"}, []string{"Goblin Piker", "Mons's Goblin Raiders"}, []string{attack("Hill Giant")},
			[]string{"Block Hill Giant with Goblin Piker", "Block Hill Giant with Mons's Goblin Raiders"}, 20, []string{"Hill Giant"}, []string{"Goblin Piker", "Mons's Goblin Raiders"}},
		{"not enough for the second", []string{"Raging Goblin"}, []string{"Goblin Piker", "Mons's Goblin Raiders"}, []string{attack("Raging Goblin")},
			[]string{"Block Raging Goblin with Goblin Piker", "Block Raging Goblin with Mons's Goblin Raiders"}, 20, []string{"Raging Goblin"}, []string{"Goblin Piker"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t, append(append([]string(nil), c.attacks...), c.blocks...)...)
			s.hello.Defaults.CombatDamageAssignment = "engine_order"
			s.put(0, battlefield, c.mine...)
			s.put(1, battlefield, c.theirs...)
			s.declareAttackers()
			if s.fights() {
				s.declareBlockers()
				s.dealCombatDamage()
			}
			s.checkStateBasedActions()
			s.endCombat()
			assert.Equal(t, len(s.answers), 0)
			assert.Equal(t, s.players[1].life, c.life)
			assert.DeepEqual(t, s.names(0, graveyard), c.myDead)
			assert.DeepEqual(t, s.names(1, graveyard), c.their)
			assert.Equal(t, s.fights(), false)
		})
	}
}

func TestCombatDamageIsDistributed(t *testing.T) {
	s := newScene(t, "Attack p1 with Hill Giant", "Block Hill Giant with Goblin Piker", "Block Hill Giant with Goblin Piker", "0 to Goblin Piker", "3 to Goblin Piker")
	s.put(0, battlefield, "Hill Giant")
	s.put(1, battlefield, "Goblin Piker", "Goblin Piker")
	s.declareAttackers()
	s.declareBlockers()
	s.dealCombatDamage()
	s.checkStateBasedActions()
	assert.DeepEqual(t, texts(s.asked[4]), []string{"3 to Goblin Piker"})
	assert.DeepEqual(t, s.names(0, graveyard), []string{"Hill Giant"})
	assert.DeepEqual(t, s.names(1, graveyard), []string{"Goblin Piker"})
}

func TestWhoCanAttackAndBlock(t *testing.T) {
	s := newScene(t, "Attack p1 with Raging Goblin", "Attack p1 with Hill Giant", "Block Raging Goblin with Goblin Piker")
	mine := s.put(0, battlefield, "Raging Goblin", "Goblin Piker", "Mountain", "Hill Giant", "Hill Giant")
	s.objects[mine[0]].sick, s.objects[mine[1]].sick = true, true // haste, and none
	s.objects[mine[4]].tapped = true
	theirs := s.put(1, battlefield, "Goblin Piker", "Hill Giant")
	s.objects[theirs[1]].tapped = true
	s.declareAttackers()
	s.declareBlockers()
	assert.Equal(t, len(s.asked), 3)
	assert.DeepEqual(t, s.asked[1].Group, protocol.Group{ID: 0, SubstepIndex: 1, SubstepCount: 2})
	assert.DeepEqual(t, texts(s.asked[2]), []string{"Block Raging Goblin with Goblin Piker", "Block Hill Giant with Goblin Piker", "Do not block with Goblin Piker"})

	board := s.observe(1).Players
	goblin, piker := board[0].Battlefield[0].Permanent, board[1].Battlefield[0].Permanent
	assert.Assert(t, goblin.Tapped && goblin.Attacking && piker.Blocking)
	assert.DeepEqual(t, goblin.AttackTarget, &protocol.Target{Player: protocol.P1})
	assert.DeepEqual(t, piker.BlockedAttackers, []protocol.Ref{board[0].Battlefield[0].Ref})
	// The attacker dies: the blocker stays one, the reference goes; its own attacker deals nothing.
	s.move(mine[0], graveyard)
	piker = s.observe(1).Players[1].Battlefield[0].Permanent
	assert.Assert(t, piker.Blocking && len(piker.BlockedAttackers) == 0)
	s.move(theirs[0], graveyard)
	s.dealCombatDamage()
	assert.Equal(t, s.players[1].life, int32(17))
}

// An attacker that dies before blocks leaves nothing to block, but the steps of the combat take place.
func TestAttackerThatLeft(t *testing.T) {
	s := newScene(t, "Attack p1 with Hill Giant")
	giant := s.put(0, battlefield, "Hill Giant")[0]
	s.put(1, battlefield, "Goblin Piker")
	s.declareAttackers()
	s.move(giant, graveyard)
	assert.Assert(t, s.fights())
	s.declareBlockers()
	s.dealCombatDamage()
	s.endCombat()
	assert.Assert(t, !s.fights())
	assert.Equal(t, s.players[1].life, int32(20))
}

// A blocked attacker stays blocked when its blocker dies.
func TestBlockerThatLeft(t *testing.T) {
	s := newScene(t, "Attack p1 with Hill Giant", "Block Hill Giant with Goblin Piker")
	s.put(0, battlefield, "Hill Giant")
	piker := s.put(1, battlefield, "Goblin Piker")[0]
	s.declareAttackers()
	s.declareBlockers()
	s.move(piker, graveyard)
	s.dealCombatDamage()
	assert.Equal(t, s.players[1].life, int32(20))
}

func TestDamageWearsOff(t *testing.T) {
	s := newScene(t)
	giant := s.put(0, battlefield, "Hill Giant")[0]
	s.damage(objectTarget(giant), 2)
	s.checkStateBasedActions()
	s.cleanup()
	s.damage(objectTarget(giant), 2)
	s.checkStateBasedActions()
	assert.DeepEqual(t, s.names(0, battlefield), []string{"Hill Giant"})
}

func TestDiscardToSeven(t *testing.T) {
	s := newScene(t, "Discard Hill Giant", "Discard Mountain")
	s.put(0, hand, "Mountain", "Mountain", "Mountain", "Hill Giant", "Mountain", "Mountain", "Mountain", "Mountain", "Mountain")
	s.cleanup()
	assert.DeepEqual(t, s.names(0, graveyard), []string{"Hill Giant", "Mountain"})
	assert.Equal(t, len(s.names(0, hand)), 7)
	second := s.asked[1]
	assert.DeepEqual(t, second.Group, protocol.Group{SubstepIndex: 1, SubstepCount: 2})
	assert.Equal(t, *second.Context.Purpose, "discard")
	assert.Equal(t, len(second.Candidates), 8)
	assert.Equal(t, second.Candidates[0].Semantic.Value("selected_count"), uint32(1))
	assert.Equal(t, second.Observation.Players[0].HandCount, uint32(9)) // all are discarded at once
}

func TestEndings(t *testing.T) {
	p0, p1 := protocol.P0, protocol.P1
	for _, c := range []struct {
		name  string
		life  [2]int32
		empty [2]bool
		want  ending
	}{
		{"life", [2]int32{3, 0}, [2]bool{}, ending{"p0_win", "natural", &p0, "p1_life_zero"}},
		{"below zero", [2]int32{-2, 1}, [2]bool{}, ending{"p1_win", "natural", &p1, "p0_life_zero"}},
		{"library", [2]int32{20, 20}, [2]bool{true, false}, ending{"p1_win", "natural", &p1, "p0_library_empty"}},
		{"both", [2]int32{0, 20}, [2]bool{false, true}, ending{"draw", "natural", nil, "both_players_lost"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			for p := range s.players {
				s.players[p].life, s.players[p].drewNothing = c.life[p], c.empty[p]
			}
			assert.DeepEqual(t, s.ended(s.checkStateBasedActions), c.want, cmp.AllowUnexported(ending{}))
		})
	}
}

// A deck of fewer than seven cards has lost before anything is asked.
func TestDegenerateGame(t *testing.T) {
	few := []protocol.DeckRow{{Name: "Mountain", Count: 6}}
	enough := []protocol.DeckRow{{Name: "Mountain", Count: 7}}
	for _, c := range []struct {
		decks [][]protocol.DeckRow
		want  string
	}{
		{[][]protocol.DeckRow{few, few}, "draw"},
		{[][]protocol.DeckRow{few, enough}, "p1_win"},
		{[][]protocol.DeckRow{enough, few}, "p0_win"},
	} {
		end, ok := newHost(t, Options{}).ask(lists(reset(0, "Burn"), c.decks...)).(*protocol.Terminal)
		assert.Assert(t, ok)
		assert.Equal(t, end.Outcome, c.want)
		assert.Equal(t, end.StepCount, uint64(0))
	}
}

func TestCandidateLimit(t *testing.T) {
	s := newScene(t)
	end := s.ended(func() {
		s.choose(question{seat: 0, list: func(o *offers) {
			for range maxCandidates + 1 {
				o.add("", "pass")
			}
		}})
	})
	assert.Equal(t, end.outcome, "halted")
	assert.Equal(t, end.reason, "engine_contract_failure:candidate_limit")
}

func TestManaEmptiesAfterEveryStep(t *testing.T) {
	s := newScene(t, "Tap Mountain for R", pass, pass, pass, pass)
	s.put(0, battlefield, "Mountain")
	s.put(0, library, "Mountain", "Mountain")
	s.phase = "upkeep"
	s.turn = 0 // the turn to come is the first: no draw step
	s.end = nil
	s.pose = stopAt(s, "precombat_main")
	s.runTurn()
	last := s.asked[len(s.asked)-1]
	assert.Equal(t, last.Observation.PhaseStep, "precombat_main")
	assert.Equal(t, last.Observation.Players[0].ManaPool, protocol.ManaPool{})
	assert.Equal(t, s.asked[1].Observation.Players[0].ManaPool, protocol.ManaPool{3: 1})
}

// stopAt answers as before until a phase is reached, and leaves there.
func stopAt(s *scene, phase string) func(*protocol.SeatDecision) bool {
	pose := s.pose
	return func(d *protocol.SeatDecision) bool {
		if d.Observation.PhaseStep == phase {
			s.asked = append(s.asked, d)
			return false
		}
		return pose(d)
	}
}

func (s *scene) runTurn() {
	defer func() { assert.Equal(s.t, recover(), leave{}) }()
	s.takeTurn()
}
