package engine

// Section 7.5: order blocks and arrangements.

import (
	"cmp"
	"slices"
)

// order has s put items, objectItem or trigger, into an order, the last position being implied. It
// returns their indices.
func (g *game) order(s seat, source handle, purpose string, items []any, names []string) []int {
	n := len(items)
	left := make([]int, n)
	for i := range left {
		left[i] = i
	}
	var placed []int
	if n > 1 {
		g.group(s, n-1)
	}
	for position := range n - 1 {
		c := g.ask(question{seat: s, source: source, purpose: purpose, list: func(o *offers) {
			for _, i := range left {
				o.add(names[i], "order_pick", source, purpose, items[i], position, n)
			}
		}})
		placed = append(placed, left[c])
		left = slices.Delete(left, c, c+1)
	}
	return append(placed, left...)
}

// orderCards is order for cards.
func (g *game) orderCards(s seat, source handle, purpose string, hs []handle) []handle {
	items, names := make([]any, len(hs)), make([]string, len(hs))
	for i, h := range hs {
		items[i], names[i] = objectItem(h), g.objects[h].card.name
	}
	var out []handle
	for _, i := range g.order(s, source, purpose, items, names) {
		out = append(out, hs[i])
	}
	return out
}

// putTriggersOnStack has each player in turn order put the triggers it controls on the stack, in the
// order that it likes (CR 603.3b) or by the declared default in the one they wait in. It returns the
// abilities.
func (g *game) putTriggersOnStack() []handle {
	var out []handle
	for _, s := range g.turnOrder() {
		var own []trigger
		var items []any
		var names []string
		for _, t := range g.triggers {
			if t.controller == s {
				own, items, names = append(own, t), append(items, t), append(names, t.label)
			}
		}
		order := make([]int, len(own))
		for i := range order {
			order[i] = i
		}
		if g.hello.Defaults.TriggerOrder == "" && len(own) > 1 {
			order = g.order(s, noObject, "triggers", items, names)
		}
		for _, i := range order {
			out = append(out, g.ability(s, own[i].source, "triggered_ability"))
		}
	}
	g.triggers = nil
	return out
}

// ability puts an ability of source on the stack.
func (g *game) ability(s seat, source handle, kind string) handle {
	h := g.add(g.objects[source].card, s, stack)
	o := g.objects[h]
	o.ability, o.source = kind, source
	g.stack = append(g.stack, h)
	return h
}

// An arrangement sends the top cards of a library to places (Section 7.5).
type arrangement struct {
	purpose string
	how     string // looked_at or revealed
	n       int
	to      []string // the destinations
	exactly int      // so many cards go to the first destination; 0: any number
}

// destinations returns where the next card may go if the arrangement is to stay legal.
func (a arrangement) destinations(sent []string) []string {
	if a.exactly == 0 {
		return a.to
	}
	switch missing := a.exactly - count(sent, a.to[0]); missing {
	case 0:
		return a.to[1:]
	case a.n - len(sent):
		return a.to[:1]
	}
	return a.to
}

func count(list []string, word string) (n int) {
	for _, w := range list {
		n += btoi(w == word)
	}
	return n
}

// arrange has s look at the top cards of owner's library, send each to a destination, and order them
// there: one group of 2n-1 decisions. The piles of a split stay on the library; they are returned.
func (g *game) arrange(s, owner seat, source handle, a arrangement) piles {
	cards := slices.Clone(g.players[owner].zones[library])
	cards = cards[:min(a.n, len(cards))]
	a.n = len(cards)
	if a.n == 0 {
		return piles{}
	}
	g.look(s, cards, a.how)
	g.group(s, 2*a.n-1)
	var sent []string
	for i, h := range cards {
		to := a.destinations(sent)
		c := g.ask(question{seat: s, source: source, purpose: a.purpose, list: func(o *offers) {
			for _, d := range to {
				o.add(g.objects[h].card.name+" to "+d, "arrange_card", source, a.purpose, h, i, a.n, d)
			}
		}})
		sent = append(sent, to[c])
	}
	ordered := g.orderArranged(s, source, cards, sent)
	g.endLook(s)
	return g.send(s, owner, cards, ordered, slices.Contains(a.to, "bottom"))
}

// orderArranged asks for the order destination by destination.
func (g *game) orderArranged(s seat, source handle, cards []handle, sent []string) map[string][]handle {
	n, position := len(cards), 0
	ordered := map[string][]handle{}
	for _, d := range words("arrange_card.destination") {
		var left []handle
		for i, h := range cards {
			if sent[i] == d {
				left = append(left, h)
			}
		}
		for len(left) > 0 {
			c := 0
			if position < n-1 {
				hidden := g.sorted(s, left)
				c = slices.Index(left, hidden[g.ask(question{seat: s, source: source, purpose: "arrangement", list: func(o *offers) {
					for _, h := range hidden {
						o.add(g.objects[h].card.name, "order_pick", source, "arrangement", objectItem(h), position, n)
					}
				}})])
			}
			ordered[d] = append(ordered[d], left[c])
			left = slices.Delete(left, c, c+1)
			position++
		}
	}
	return ordered
}

// sorted orders hidden cards as candidates for them are (Section 7.1).
func (g *game) sorted(viewer seat, hs []handle) []handle {
	out := slices.Clone(hs)
	slices.SortFunc(out, func(a, b handle) int {
		return cmp.Or(cmp.Compare(g.objects[a].card.name, g.objects[b].card.name), cmp.Compare(g.id(viewer, a), g.id(viewer, b)))
	})
	return out
}

// send carries an arrangement out. The other seat can't tell which card goes where; those that leave
// the library leave from the top, since both know that they were there.
func (g *game) send(s, owner seat, cards []handle, ordered map[string][]handle, bottom bool) piles {
	g.arranged(s.other(), cards, bottom)
	for _, to := range []struct {
		word string
		zone zone
	}{{"graveyard", graveyard}, {"exile", exile}, {"hand", hand}, {"battlefield", battlefield}} {
		for _, h := range ordered[to.word] {
			g.rearrange(h, 0)
			g.move(h, to.zone)
		}
	}
	for _, h := range ordered["bottom"] {
		g.rearrange(h, len(g.players[owner].zones[library])-1)
		g.learn(s, placed{h, "looked_at", false})
	}
	for _, h := range slices.Backward(ordered["top"]) {
		g.rearrange(h, 0)
	}
	return piles{ordered["pile_0"], ordered["pile_1"]}
}

// rearrange moves a card within its library, where it stays the same object.
func (w *world) rearrange(h handle, at int) {
	l := &w.players[w.objects[h].owner].zones[library]
	i := slices.Index(*l, h)
	*l = slices.Insert(slices.Delete(*l, i, i+1), at, h)
}
