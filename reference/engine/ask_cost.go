package engine

// Sections 7.1 and 7.5: costs, and the ways of casting.

import "github.com/spellbench/sbconform/reference/protocol"

// payWith has s pay a cost of spell with n of the objects given, one a decision.
func (g *game) payWith(s seat, spell handle, costKind string, n int, from []handle) []handle {
	picked := g.picks(question{seat: s, source: spell}, len(from), n, n, func(o *offers, i, picked int) {
		o.add("Pay with "+g.objects[from[i]].card.name, "choose_cost_target", spell, costKind, from[i], picked, n, n)
	}, nil)
	paid := make([]handle, len(picked))
	for i, p := range picked {
		paid[i] = from[p]
	}
	return paid
}

// paysOptional asks whether s pays an optional cost of spell.
func (g *game) paysOptional(s seat, spell handle, cost string) bool {
	return g.choose(question{seat: s, source: spell, list: func(o *offers) {
		o.add("Pay", "optional_cost", spell, cost, true)
		o.add("Do not pay", "optional_cost", spell, cost, false)
	}}) == 0
}

// paysMana asks s to pay c while a spell or ability resolves: s may float mana first, paying is offered
// once the pool covers it, and declining always is (CR 605.3a). Under the declared autopay the engine
// taps the lands.
func (g *game) paysMana(s seat, source handle, optional string, c cost) bool {
	if g.autopay() {
		if !g.affords(s, c) || !g.paysOptional(s, source, optional) {
			return false
		}
		g.pay(s, c)
		return true
	}
	for {
		lands, covered := g.manaSources(s), c.covers(g.players[s].pool)
		choice := g.choose(question{seat: s, source: source, purpose: "mana_payment", list: func(o *offers) {
			for _, h := range lands {
				land := g.objects[h].card
				o.add("Tap "+land.name+" for "+string(land.taps), "activate_mana_ability", h, 0, string(land.taps), nil)
			}
			if covered {
				o.add("Pay", "optional_cost", source, optional, true)
			}
			o.add("Do not pay", "optional_cost", source, optional, false)
		}})
		switch {
		case choice < len(lands):
			g.tapForMana(s, lands[choice], g.objects[lands[choice]].card.taps)
		case covered && choice == len(lands):
			g.pay(s, c)
			return true
		default:
			return false
		}
	}
}

// costOption has s choose among alternative ways to pay.
func (g *game) costOption(s seat, spell handle, ways ...string) int {
	return g.choose(question{seat: s, source: spell, list: func(o *offers) {
		for _, w := range ways {
			o.add("Pay by "+w, "choose_cost_option", spell, w)
		}
	}})
}

// castMethod has s choose how spell is cast.
func (g *game) castMethod(s seat, spell handle, methods ...string) int {
	return g.choose(question{seat: s, source: spell, list: func(o *offers) {
		for _, m := range methods {
			o.add("Cast by "+m, "choose_cast_method", spell, m)
		}
	}})
}

// castsOffered asks whether s casts a card that it is offered.
func (g *game) castsOffered(s seat, card handle, method string) bool {
	return g.choose(question{seat: s, list: func(o *offers) {
		name := g.objects[card].card.name
		o.add("Cast "+name, "optional_cast", card, method, true)
		o.add("Do not cast "+name, "optional_cast", card, method, false)
	}}) == 0
}

// An act is something a seat may do when a tour gives it priority.
type act struct {
	text, kind string
	values     []any
}

func does(text, kind string, values ...any) act { return act{text, kind, values} }

// priorityTo gives s priority to pass or to do one of the acts; it returns which, or -1.
func (g *game) priorityTo(s seat, acts ...act) int { return g.priority(s, false, acts) }

func (g *game) priority(s seat, rewind bool, acts []act) int {
	held := g.holder
	g.holder = s
	choice := g.choose(question{seat: s, priority: true, rewind: rewind, list: func(o *offers) {
		o.add("Pass priority", "pass")
		for _, a := range acts {
			o.add(a.text, a.kind, a.values...)
		}
	}})
	g.holder = held
	if choice == 0 {
		g.passed = append(g.passed, s)
		if len(g.passed) == len(g.players) {
			g.passed = nil
		}
	} else {
		g.passed = nil
	}
	return choice - 1
}

// words returns a vocabulary of the protocol.
func words(vocabulary string) []string { return protocol.VocabularyOf(vocabulary).Words }
