package engine

// Section 7.3: values. Each of these poses one decision about a number, a name, a color or the like; the
// source may be noObject.

import "fmt"

func (g *game) number(s seat, source handle, purpose string, lowest, highest int) int {
	return lowest + g.choose(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
		for n := lowest; n <= highest; n++ {
			o.add(fmt.Sprint(n), "choose_number", source, purpose, n, lowest, highest)
		}
	}})
}

func (g *game) option(s seat, source handle, purpose string, labels ...string) int {
	return g.choose(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
		for i, l := range labels {
			o.add(l, "choose_option", source, purpose, i, len(labels), l)
		}
	}})
}

func (g *game) color(s seat, source handle, purpose string) string {
	colors := words("color")
	return colors[g.choose(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
		for _, c := range colors {
			o.add(c, "choose_color", source, purpose, c)
		}
	}})]
}

func (g *game) yes(s seat, source handle, purpose string) bool {
	return g.choose(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
		o.add("Yes", "choose_boolean", source, purpose, true)
		o.add("No", "choose_boolean", source, purpose, false)
	}}) == 0
}

func (g *game) name(s seat, source handle, purpose string, domain []string) string {
	return domain[g.choose(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
		for _, n := range domain {
			o.add("Name "+n, "choose_name", source, purpose, n)
		}
	}})]
}

// pile has s choose one of two piles of cards.
func (g *game) pile(s seat, source handle, purpose string, two piles) int {
	return g.choose(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
		for i, cards := range two {
			o.add(fmt.Sprintf("Pile %d: %d cards", i, len(cards)), "choose_pile", source, purpose, i, two)
		}
	}})
}

// distribute has s divide an amount among recipients, at least minimum to each, one decision for each
// in one group.
func (g *game) distribute(s seat, source handle, purpose string, amount, minimum uint32, recipients []target) []uint32 {
	amounts := make([]uint32, len(recipients))
	g.group(s, len(recipients))
	for i, r := range recipients {
		least, most := minimum, amount-minimum*uint32(len(recipients)-1-i)
		if i == len(recipients)-1 {
			least = amount
		}
		amounts[i] = least + uint32(g.ask(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
			for n := least; n <= most; n++ {
				o.add(fmt.Sprintf("%d to %s", n, g.targetName(r)), "distribute", source, purpose, r, n, amount)
			}
		}}))
		amount -= amounts[i]
	}
	return amounts
}

// An effect replaces an event (CR 616.1).
type effect struct {
	source   handle
	optional bool
	apply    func()
}

// replace applies the effects that replace one event: the affected player, or the controller of the
// affected object, chooses which comes next, as long as there are two; one that is optional is asked
// for. Under the declared default they apply in the engine's order.
func (g *game) replace(s seat, affected target, event string, effects []effect) {
	for len(effects) > 0 {
		i := 0
		if len(effects) > 1 && g.hello.Defaults.ReplacementOrder == "" {
			i = g.choose(question{seat: s, list: func(o *offers) {
				for i, e := range effects {
					o.add(g.objects[e.source].card.name, "choose_replacement", affected, event, e.source, i, len(effects))
				}
			}})
		}
		e := effects[i]
		if !e.optional || g.yes(s, e.source, "optional_replacement") {
			e.apply()
		}
		effects = append(append([]effect{}, effects[:i]...), effects[i+1:]...)
	}
}
