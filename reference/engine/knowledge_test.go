package engine

import (
	"fmt"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

// facts are what viewer knows, one line a fact: "p1 hand Mountain revealed", "p1 library Mountain top 0 …".
func (s *scene) facts(viewer seat) (out []string) {
	for _, k := range s.known(viewer, true) {
		f := fmt.Sprintf("%s %s %s", k.OwnerSeat, k.Zone, k.CardName)
		if k.PositionFromTop != nil {
			f += fmt.Sprintf(" top %d", *k.PositionFromTop)
		}
		if k.PositionFromBottom != nil {
			f += fmt.Sprintf(" bottom %d", *k.PositionFromBottom)
		}
		f += " " + k.How
		if k.ObjectID != nil {
			f += " shown"
		}
		out = append(out, f)
	}
	return out
}

// seen shows the top n cards of owner's library to viewer and ends the look.
func (s *scene) seen(viewer, owner seat, n int) {
	s.look(viewer, slices.Clone(s.players[owner].zones[library][:n]), "revealed")
	s.endLook(viewer)
}

// Each row of the table of Section 6.7, as p0 sees p1's cards.
func TestKnowledge(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(s *scene)
		want []string
	}{
		{"from a public zone to the hand", func(s *scene) { s.move(s.put(1, battlefield, "Goblin Piker")[0], hand) },
			[]string{"p1 hand Goblin Piker from_public_zone"}},
		{"a known card is drawn", func(s *scene) { s.seen(0, 1, 2); s.draw(1) },
			[]string{"p1 hand Forest tracked", "p1 library Goblin Piker top 0 revealed"}},
		{"an unknown card is drawn", func(s *scene) { s.draw(1) }, nil},
		{"the hand is revealed", func(s *scene) {
			s.move(s.put(1, battlefield, "Forest")[0], hand)
			s.revealHand(1)
		}, []string{"p1 hand Forest revealed shown", "p1 hand Hill Giant revealed shown", "p1 hand Mountain revealed shown", "p1 hand Mountain revealed shown"}},
		{"the hand has been revealed", func(s *scene) { s.revealHand(1); s.endLook(0) },
			[]string{"p1 hand Hill Giant revealed", "p1 hand Mountain revealed", "p1 hand Mountain revealed"}},
		{"a card leaves the hand openly", func(s *scene) {
			s.revealHand(1)
			s.endLook(0)
			s.move(s.players[1].zones[hand][0], graveyard)
		}, []string{"p1 hand Hill Giant revealed", "p1 hand Mountain revealed"}},
		{"a card that is not known leaves openly", func(s *scene) {
			s.move(s.put(1, battlefield, "Forest")[0], hand)
			s.move(s.players[1].zones[hand][0], graveyard)
		}, []string{"p1 hand Forest from_public_zone"}},
		{"a card leaves the hand for the library", func(s *scene) {
			s.revealHand(1)
			s.endLook(0)
			s.placeOnTop(s.players[1].zones[hand][:1])
		}, []string{"p1 hand Mountain revealed"}},
		{"a card leaves the hand face down", func(s *scene) {
			s.revealHand(1)
			s.endLook(0)
			s.exileFaceDown(s.players[1].zones[hand][2])
		}, []string{"p1 hand Mountain revealed"}},
		{"the hand is shuffled away", func(s *scene) { s.revealHand(1); s.endLook(0); s.shuffleHand(1) }, nil},
		{"the library is shuffled", func(s *scene) { s.seen(0, 1, 3); s.shuffle(1) }, nil},
		{"a look", func(s *scene) { s.look(0, s.players[1].zones[library][:1], "looked_at") },
			[]string{"p1 library Forest top 0 looked_at shown"}},
		{"a look without a place", func(s *scene) { s.look(0, s.players[1].zones[library][1:2], "searching") },
			[]string{"p1 library Goblin Piker searching shown"}},
		{"after a search", func(s *scene) {
			s.look(0, s.players[1].zones[library], "searching")
			s.endLook(0)
		}, nil},
		{"a card leaves the top", func(s *scene) { s.seen(0, 1, 3); s.move(s.players[1].zones[library][0], graveyard) },
			[]string{"p1 library Goblin Piker top 0 revealed", "p1 library Hill Giant top 1 revealed"}},
		{"a card leaves the bottom", func(s *scene) {
			s.placeOnBottom(1, s.put(1, battlefield, "Forest", "Mountain"))
			s.move(s.players[1].zones[library][5], graveyard)
		}, []string{"p1 library Forest bottom 0 from_public_zone"}},
		{"public cards are put on both ends", func(s *scene) {
			s.placeOnTop(s.put(1, battlefield, "Forest", "Mountain"))
			s.placeOnBottom(1, s.put(1, battlefield, "Hill Giant"))
		}, []string{"p1 library Forest top 0 from_public_zone", "p1 library Hill Giant bottom 0 from_public_zone", "p1 library Mountain top 1 from_public_zone"}},
		{"an unknown card is put on top", func(s *scene) { s.seen(0, 1, 1); s.placeOnTop(s.players[1].zones[hand][:1]) },
			[]string{"p1 library Forest top 1 revealed"}},
		{"the owner scries", func(s *scene) {
			s.answers = []string{"Forest to top", "Goblin Piker to bottom", "Forest"}
			s.seen(0, 1, 3)
			s.arrange(1, 1, noObject, arrangement{purpose: "scry", how: "looked_at", n: 2, to: []string{"top", "bottom"}})
		}, nil},
		{"the owner surveils", func(s *scene) {
			s.answers = []string{"Forest to top", "Goblin Piker to graveyard", "Forest"}
			s.seen(0, 1, 3)
			s.arrange(1, 1, noObject, arrangement{purpose: "surveil", how: "looked_at", n: 2, to: []string{"top", "graveyard"}})
		}, []string{"p1 library Hill Giant top 1 revealed"}},
		{"a card goes to a secret place", func(s *scene) { s.seen(0, 1, 3); s.insertSecretly(s.players[1].zones[hand][0], 1) }, nil},
		{"a card goes to a place that is told", func(s *scene) { s.seen(0, 1, 2); s.moveTo(s.players[1].zones[hand][0], library, 1) },
			[]string{"p1 library Forest top 0 revealed", "p1 library Goblin Piker top 2 revealed"}},
		{"a card is fetched from within", func(s *scene) { s.seen(0, 1, 1); s.move(s.players[1].zones[library][2], hand) }, nil},
		{"a card is fetched openly from within, and not one of those known", func(s *scene) {
			s.seen(0, 1, 1)
			s.move(s.players[1].zones[library][2], battlefield)
		}, []string{"p1 library Forest top 0 revealed"}},
		{"a card is fetched openly from within, and maybe one of those known", func(s *scene) {
			s.put(1, library, "Forest", "Mountain")
			s.seen(0, 1, 1)
			s.move(s.players[1].zones[library][4], battlefield)
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.put(1, library, "Forest", "Goblin Piker", "Hill Giant", "Raging Goblin")
			s.put(1, hand, "Mountain", "Mountain", "Hill Giant")
			c.do(s)
			assert.DeepEqual(t, s.facts(0), c.want)
		})
	}
}

// The owner of a library knows what it placed and saw there, and its own hand is not listed.
func TestKnowledgeOfOnesOwn(t *testing.T) {
	s := newScene(t, "Forest to top", "Goblin Piker to bottom", "Forest")
	s.put(1, library, "Forest", "Goblin Piker", "Hill Giant")
	s.put(1, hand, "Mountain")
	s.arrange(1, 1, noObject, arrangement{purpose: "scry", how: "looked_at", n: 2, to: []string{"top", "bottom"}})
	s.placeOnTop(s.players[1].zones[hand])
	assert.DeepEqual(t, s.facts(1), []string{"p1 library Forest top 1 looked_at", "p1 library Goblin Piker bottom 0 looked_at", "p1 library Mountain top 0 own_placement"})
	s.draw(1)
	assert.DeepEqual(t, s.facts(1), []string{"p1 library Forest top 0 looked_at", "p1 library Goblin Piker bottom 0 looked_at"})
}

// Without the flag only what is being shown is listed.
func TestKnowledgeUndeclared(t *testing.T) {
	s := newScene(t)
	s.put(1, library, "Forest", "Goblin Piker")
	s.seen(0, 1, 2)
	assert.Equal(t, len(s.known(0, false)), 0)
	s.look(0, s.players[1].zones[library][:1], "looked_at")
	assert.Equal(t, len(s.known(0, false)), 1)
	assert.Equal(t, len(s.known(0, true)), 2)
}

// A look gives an id that no other look gives.
func TestEveryLookHasItsIDs(t *testing.T) {
	s, seen := newScene(t), map[string]bool{}
	h := s.put(1, library, "Forest")[0]
	for range 3 {
		for v := range s.players {
			s.look(seat(v), []handle{h}, "looked_at")
			id := s.id(seat(v), h)
			assert.Assert(t, !seen[id])
			seen[id] = true
			assert.Equal(t, *s.known(seat(v), true)[0].ObjectID, id)
			s.endLook(seat(v))
		}
	}
}
