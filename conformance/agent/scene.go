package agent

// Section 7: a decision of every kind, posed on the board.

import (
	"github.com/spellbench/sbconform/reference/protocol"
)

// A scene is one kind of decision. Each call of pose makes the next legal decision of it in the same
// game; it stands alone in its group.
type scene struct {
	kind    string // the candidates' kind that it is about
	pregame bool   // before the first turn
	pose    func(s *scenery) protocol.SeatDecision
}

// decide makes a decision of p0. The counters are set when it is sent.
func decide(o protocol.Observation, context string, purpose string, semantics ...protocol.Semantic) protocol.SeatDecision {
	d := protocol.SeatDecision{
		ActingSeat: protocol.P0, Group: protocol.Group{SubstepCount: 1},
		Context: protocol.Context{Kind: context}, Observation: o,
	}
	if purpose != "" {
		d.Context.Purpose = &purpose
	}
	for _, s := range semantics {
		d.Candidates = append(d.Candidates, protocol.Candidate{Semantic: s})
	}
	// Agents must not need the texts for people: one candidate has one, others have none.
	d.Candidates[0].DisplayText = protocol.Ptr("Ünïcödé \"1\" \\ 😀")
	return d
}

// same makes the semantics of one kind that differ in one value.
func same[T any](kind string, values []T, semantic func(T) []any) []protocol.Semantic {
	var out []protocol.Semantic
	for _, v := range values {
		out = append(out, protocol.NewSemantic(kind, semantic(v)...))
	}
	return out
}

// onBoard is a scene of midgame whose candidates are of one kind and differ in one value.
func onBoard[T any](kind, purpose string, values []T, semantic func(T) []any) scene {
	return scene{kind: kind, pose: func(s *scenery) protocol.SeatDecision {
		return decide(s.midgame(), "choice", purpose, same(kind, values, semantic)...)
	}}
}

// priorityWith is a priority decision that offers a pass and these.
func priorityWith(kind string, semantics ...protocol.Semantic) scene {
	return scene{kind: kind, pose: func(s *scenery) protocol.SeatDecision {
		return decide(s.midgame(), "priority", "", append([]protocol.Semantic{protocol.NewSemantic("pass")}, semantics...)...)
	}}
}

var both = []bool{true, false}

// scenes returns a scene for each kind of v2.0, those before the first turn first.
func scenes() []scene {
	sem := protocol.NewSemantic
	return []scene{
		{kind: "choose_starting_player", pregame: true, pose: func(s *scenery) protocol.SeatDecision {
			return decide(s.pregame(), "choice", "", same("choose_starting_player", protocol.Seats[:], func(w protocol.Seat) []any { return []any{w} })...)
		}},
		{kind: "mulligan", pregame: true, pose: func(s *scenery) protocol.SeatDecision {
			return decide(s.pregame(), "choice", "", same("mulligan", both, func(keep bool) []any { return []any{7, 0, keep} })...)
		}},

		priorityWith("pass"),
		priorityWith("play_land", sem("play_land", forest.Ref, 0), sem("play_land", forest.Ref, 1)),
		priorityWith("cast_spell", sem("cast_spell", bolt.Ref, "normal"), sem("cast_spell", vault.Ref, nil)),
		priorityWith("activate_mana_ability", sem("activate_mana_ability", grunt.Ref, 0, "R", nil),
			sem("activate_mana_ability", grunt.Ref, 0, nil, object(ogre.Ref)), sem("activate_mana_ability", grunt.Ref, 1, "C", person(protocol.P1))),
		priorityWith("activate_ability", sem("activate_ability", grunt.Ref, 0), sem("activate_ability", masked.Ref, 1)),
		priorityWith("special_action", sem("special_action", masked.Ref, "turn_face_up"), sem("special_action", bolt.Ref, "foretell")),

		onBoard("choose_target", "", []*protocol.Target{object(elves.Ref), object(masked1.Ref), object(rally), person(protocol.P1)},
			func(t *protocol.Target) []any { return []any{strike, 0, t, 0, 1, 1} }),
		{kind: "finish_target_selection", pose: func(s *scenery) protocol.SeatDecision {
			return decide(s.midgame(), "choice", "", sem("choose_target", strike, 1, object(elves.Ref), 0, 0, 2), sem("choose_target", strike, 1, object(wall.Ref), 0, 0, 2),
				sem("finish_target_selection", strike, 1, 0))
		}},
		onBoard("choose_cost_target", "", []protocol.Ref{grunt.Ref, ogre.Ref}, func(r protocol.Ref) []any { return []any{strike, "sacrifice", r, 0, 1, 1} }),
		onBoard("choose_cast_method", "", []string{"normal", "flashback", "mdfc_back"}, func(m string) []any { return []any{bolt.Ref, m} }),
		onBoard("choose_spell_mode", "", []int{0, 1, 2}, func(i int) []any { return []any{strike, i, 3, 0, 1, 1} }),
		onBoard("choose_option", "odd_or_even", []int{0, 1}, func(i int) []any { return []any{nil, "odd_or_even", i, 2, nil} }),
		onBoard("choose_color", "mana", []string{"white", "blue", "black", "red", "green"}, func(c string) []any { return []any{nil, "mana", c} }),
		onBoard("choose_number", "x_value", []int{-2147483648, -1, 0, 2147483647},
			func(x int) []any { return []any{strike, "x_value", x, -2147483648, 2147483647} }),
		onBoard("choose_boolean", "may_ability", both, func(yes bool) []any { return []any{strike, "may_ability", yes} }),
		onBoard("choose_name", "card_name", domain, func(name string) []any { return []any{strike, "card_name", name} }),
		{kind: "select_object", pose: func(s *scenery) protocol.SeatDecision {
			v := s.searching()
			var out []protocol.Semantic
			for _, r := range v.cards {
				out = append(out, sem("select_object", strike, "search", object(r), 0, 0, 1))
			}
			return decide(v.Observation, "choice", "search", append(out, sem("finish_selection", strike, "search", 0))...)
		}},
		{kind: "finish_selection", pose: func(s *scenery) protocol.SeatDecision {
			picks := same("select_object", []protocol.Ref{bolt.Ref, vault.Ref}, func(r protocol.Ref) []any { return []any{nil, "discard", object(r), 0, 0, 2} })
			return decide(s.midgame(), "choice", "discard", append(picks, sem("finish_selection", nil, "discard", 0))...)
		}},
		onBoard("optional_cost", "", both, func(pay bool) []any { return []any{strike, "kicker", pay} }),
		onBoard("choose_cost_option", "", []string{"discard", "decline"}, func(c string) []any { return []any{strike, c} }),
		onBoard("optional_cast", "", both, func(yes bool) []any { return []any{opt.Ref, "madness", yes} }),
		{kind: "order_pick", pose: func(s *scenery) protocol.SeatDecision {
			return decide(s.midgame(), "choice", "triggers", same("order_pick", []int{0, 1}, func(i int) []any {
				return []any{nil, "triggers", protocol.OrderItem{Trigger: &protocol.TriggerItem{Source: &grunt.Ref, SourceName: grunt.CardName,
					EventObjects: []protocol.Ref{shock.Ref}, Instance: uint32(i)}}, 0, 2}
			})...)
		}},
		{kind: "arrange_card", pose: func(s *scenery) protocol.SeatDecision {
			v := s.looking()
			return decide(v.Observation, "choice", "scry", same("arrange_card", []string{"top", "bottom"}, func(to string) []any {
				return []any{strike, "scry", v.cards[0], 0, 1, to}
			})...)
		}},
		onBoard("choose_replacement", "", []int{0, 1}, func(i int) []any { return []any{object(grunt.Ref), "damage", elves.Ref, i, 2} }),
		{kind: "declare_attack", pose: func(s *scenery) protocol.SeatDecision {
			o := s.midgame()
			o.PhaseStep, o.PrioritySeat = "declare_attackers", nil
			return decide(o, "choice", "", same("declare_attack", []*protocol.Target{person(protocol.P1), nil}, func(t *protocol.Target) []any { return []any{grunt.Ref, t} })...)
		}},
		{kind: "declare_block", pose: func(s *scenery) protocol.SeatDecision {
			o := s.midgame()
			o.PhaseStep, o.PrioritySeat, o.ActiveSeat = "declare_blockers", nil, protocol.Ptr(protocol.P1)
			return decide(o, "choice", "", same("declare_block", []*protocol.Ref{&elves.Ref, &wall.Ref, nil}, func(r *protocol.Ref) []any { return []any{grunt.Ref, r} })...)
		}},
		onBoard("distribute", "damage", []int{3}, func(n int) []any { return []any{strike, "damage", object(elves.Ref), n, n} }),
		{kind: "choose_pile", pose: func(s *scenery) protocol.SeatDecision {
			v := s.looking()
			piles := [][]protocol.Ref{{shock.Ref}, v.cards}
			return decide(v.Observation, "choice", "effect", same("choose_pile", []int{0, 1}, func(i int) []any {
				return []any{nil, "effect", i, piles}
			})...)
		}},
	}
}

// sceneOf returns the scene of a kind.
func sceneOf(kind string) scene {
	for _, s := range scenes() {
		if s.kind == kind {
			return s
		}
	}
	panic("no scene of kind " + kind)
}

// posed returns the next decision of the scene in the game under way.
func (s scene) posed(a *A) *protocol.SeatDecision { return new(s.pose(&a.game.scenery)) }
