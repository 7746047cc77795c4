package validator_test

import (
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

// section61 is the observation that Section 6.1 shows, made from its facts.
func section61() M {
	swiftspear := creature("o-4da06fc1e8253b34", "Monastery Swiftspear", "p0")
	swiftspear["characteristics"] = M{
		"supertypes": L{}, "types": L{"creature"}, "subtypes": L{"human", "monk"}, "colors": L{"red"}, "mana_value": 1,
		"power": 2, "toughness": 3, "keywords": L{"haste", "prowess"},
	}
	swiftspear["permanent"].(M)["counters"] = M{"p1p1": 1}
	sprite := creature("o-6fc281e30a475d56", "Spellstutter Sprite", "p1")
	sprite["characteristics"] = M{
		"supertypes": L{}, "types": L{"creature"}, "subtypes": L{"faerie", "wizard"}, "colors": L{"blue"}, "mana_value": 2,
		"power": 1, "toughness": 1, "keywords": L{"flash", "flying"},
	}
	sprite["permanent"].(M)["tapped"] = true
	bare := M{"poison": nil, "counters": nil, "progress": nil, "lands_played_this_turn": 0}
	return M{
		"viewer": "p0", "turn": 5, "phase_step": "precombat_main", "active_seat": "p0", "priority_seat": "p0",
		"passed_seats": L{}, "day_night": nil,
		"players": L{
			plus(side("p0", plus(bare, M{"life": 14, "hand_count": 2, "library_count": 46, "hand": L{
				plus(spell("o-1a7f3c9e5b2d4801", "Lightning Bolt", "p0", "hand"), M{"characteristics": plus(traits("instant", nil, nil), M{"colors": L{"red"}, "mana_value": 1})}),
				plus(record("o-2b8e4dafc6031912", "Mountain", "p0", "hand", plus(traits("land", nil, nil), M{"supertypes": L{"basic"}, "subtypes": L{"mountain"}})), nil),
			}, "battlefield": L{swiftspear}})), nil),
			side("p1", plus(bare, M{"life": 11, "mulligans_taken": 1, "hand_count": 3, "library_count": 47, "hand": nil, "battlefield": L{sprite}})),
		},
		"stack": L{}, "pending_triggers": L{},
		"known": L{
			known("p0", "library", "Mountain", nil, 0, nil, "looked_at"),
			known("p1", "hand", "Counterspell", nil, nil, nil, "revealed"),
		},
	}
}

// section93 is the decision that Section 9.3 shows, with the observation that it leaves out.
func section93() M {
	o := section61()
	hand := o["players"].(L)[0].(M)["hand"].(L)
	d := decision(o, "priority", nil,
		M{"kind": "pass"},
		M{"kind": "play_land", "source": R(hand[1].(M)), "face": 0},
		M{"kind": "cast_spell", "source": R(hand[0].(M)), "method": "normal"})
	d["step"] = 14
	sd := d["seat_decision"].(M)
	sd["seat_step"] = 6
	sd["group"] = M{"group_id": 5, "substep_index": 0, "substep_count": 1}
	return d
}

func TestSpecificationExamples(t *testing.T) {
	h := hello()
	h.Observation = protocol.Flags{
		Designations: true, PassedSeats: true, PendingTriggers: true, Keywords: true, ExiledBy: true, PermanentDetails: true, KnownCards: true,
	}
	g := validator.New(validator.Options{Reading: protocol.Strict, All: true})
	g.Hello(h)
	for _, v := range g.Decision(parse(t, section93())) {
		t.Error(v)
	}
}

// A game without a Reset is under way: its counters begin where they are, and are held to from there.
func TestUnderWay(t *testing.T) {
	for _, tc := range []struct {
		name   string
		first  []string
		second []string
		check  string
	}{
		{"goes on", nil, nil, ""},
		{"step jumps", nil, []string{"/step = 16"}, "malformed-step"},
		{"seat_step jumps", nil, []string{"S/seat_step = 8"}, "V3-seat-step"},
		{"group_id jumps", nil, []string{"G/group_id = 7"}, "V3-group"},
		{"begins within a group", []string{"G/substep_count = 2", "G/substep_index = 1", "X/kind = \"choice\"", "S/candidates = [{\"candidate_id\":0,\"display_text\":null,\"semantic\":{\"kind\":\"declare_attack\",\"attacker\":{\"object_id\":\"o-4da06fc1e8253b34\",\"card_name\":\"Monastery Swiftspear\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"battlefield\"},\"defender\":null}}]"}, nil, ""},
		{"begins with a rewind", []string{"X/rewind = true"}, nil, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := validator.New(validator.Options{Reading: protocol.Strict})
			first := clone(t, section93())
			for _, e := range tc.first {
				first = edit(t, first, e)
			}
			for _, v := range g.Decision(parse(t, first)) {
				t.Error(v)
			}
			g.Step("h-3", &protocol.Step{ExpectedStep: 14})
			second := clone(t, section93())
			for _, e := range append([]string{"/step = 15", "S/seat_step = 7", "G/group_id = 6"}, tc.second...) {
				second = edit(t, second, e)
			}
			var got string
			for _, v := range g.Decision(parse(t, second)) {
				got = v.Check
			}
			if got != tc.check {
				t.Errorf("got %q, want %q", got, tc.check)
			}
		})
	}
}
