package engine

// Tours of Section 7.3: names, numbers, options, colors, yes and no, piles, and replacement effects.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A name of every purpose; those of cards are of the domain that the rules give.
func namesTour(g *game) {
	domains := map[string][]string{
		"card_name":       g.rules.CardNameDomain.Names,
		"creature_type":   {"bear", "goblin", "time_lord"},
		"card_type":       words("card_type"),
		"land_type":       {"desert", "forest", "urzas"},
		"basic_land_type": {"plains", "island", "swamp", "mountain", "forest"},
		"other":           {"odd", "even"},
	}
	for i, purpose := range words("choose_name.purpose") {
		s := seat(i % 2)
		if len(domains[purpose]) == 0 {
			continue // the rules name no card
		}
		needle := g.take(s, "Pithing Needle", battlefield)
		g.objects[needle].chosen = append(g.objects[needle].chosen, g.chosenName(purpose, g.name(s, needle, purpose, domains[purpose])))
	}
}

// chosenName is a name as the permanent shows it.
func (g *game) chosenName(purpose, value string) protocol.Chosen {
	switch purpose {
	case "basic_land_type":
		purpose = "land_type"
	case "other":
		return protocol.Chosen{Kind: "other", Value: value}
	}
	return protocol.Chosen{Kind: purpose, Value: value}
}

// A number of every purpose, and X on the stack.
func numbersTour(g *game) {
	a, b := g.active, g.active.other()
	g.with(a, "Fireball", func(h handle) {
		x := uint32(g.number(a, h, "x_value", 0, 4))
		g.objects[h].x = &x
		g.priorityTo(b)
	})
	for _, purpose := range words("choose_number.purpose") {
		g.number(b, noObject, purpose, -1, 2)
	}
}

// An option, a color and a yes or no of every purpose.
func wordsTour(g *game) {
	a, b := g.active, g.active.other()
	g.with(a, "Timely Reinforcements", func(h handle) {
		for _, purpose := range words("choose_option.purpose") {
			g.option(a, h, purpose, "First", "Second", "Third")
		}
		for _, purpose := range words("choose_color.purpose") {
			g.color(b, h, purpose)
		}
		for _, purpose := range words("choose_boolean.purpose") {
			g.yes(a, h, purpose)
			g.yes(b, noObject, purpose)
		}
	})
}

// The other player splits five revealed cards into two piles, one of which goes to the hand.
func pilesTour(g *game) {
	a, b := g.active, g.active.other()
	for _, purpose := range words("choose_pile.purpose") {
		g.with(a, "Fact or Fiction", func(h handle) {
			two := g.arrange(b, a, h, arrangement{purpose: "pile_split", how: "revealed", n: 5, to: []string{"pile_0", "pile_1"}})
			g.look(a, slices.Concat(two[0], two[1]), "revealed")
			for i := range two {
				two[i] = g.sorted(a, two[i])
			}
			chosen := g.pile(a, h, purpose, two)
			g.endLook(a)
			for _, c := range two[chosen] {
				g.fromTop(c, hand)
			}
			for _, c := range two[1-chosen] {
				g.fromTop(c, graveyard)
			}
		})
	}
}

// fromTop moves one of a library's known top cards.
func (g *game) fromTop(h handle, to zone) {
	g.rearrange(h, 0)
	g.move(h, to)
}

// Counters are put on a creature while two effects would change their number, and of every other event
// three effects, the last of them optional.
func replacementsTour(g *game) {
	a, b := g.active, g.active.other()
	scales, snake := g.take(a, "Hardened Scales", battlefield), g.take(a, "Winding Constrictor", battlefield)
	bear := g.creatures(a, 1)[0]
	counters := 1
	more := func() { counters++ }
	g.replace(a, objectTarget(bear), "counters", []effect{{scales, false, more}, {snake, false, more}})
	g.objects[bear].counters = map[string]uint32{"p1p1": uint32(counters)}
	third := g.take(b, "Hardened Scales", battlefield)
	for _, event := range words("choose_replacement.event") {
		g.replace(b, playerTarget(b), event, []effect{{scales, false, more}, {snake, false, more}, {third, true, more}})
	}
}
