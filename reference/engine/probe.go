package engine

// Section 9.7: the noninterference probe. What is hidden from the acting seat is drawn again in a copy of
// the game, consistently with what the seat knows, and the pending decision is made anew there. An
// engine that sends nothing hidden makes the same decision in every such world.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func (e *Engine) probe(p *protocol.ProbeResample) any {
	t := e.table
	switch {
	case !e.hello.Probe:
		return refuse(protocol.CodeUnsupportedRequest, "no noninterference probe here")
	case t == nil:
		return refuse(protocol.CodeStepBeforeReset, "no game has been reset")
	case p.GameID != t.id:
		return refuse(protocol.CodeGameIDMismatch, "the game is %s", quote(t.id))
	case t.pending == nil:
		return refuse(protocol.CodeGameAlreadyTerminal, "the game is over")
	case !t.game.rules.Probe:
		return refuse(protocol.CodeProbeRefused, "this game was not reset with the probe")
	}
	result := &protocol.ProbeResult{GameID: t.id}
	for size, n := len(t.id), 0; n < int(p.Samples); n++ {
		world := protocol.AppendSeatDecision(nil, t.game.resample(n))
		if size += len(world); size > wire.MaxLine/2 {
			return refuse(protocol.CodeMalformedRequest, "no answer holds %d samples of this decision; ask for at most %d", p.Samples, n)
		}
		result.Worlds = append(result.Worlds, world)
	}
	return result
}

// resample makes the pending decision in the n-th other world.
func (g *game) resample(n int) *protocol.SeatDecision {
	real := g.world
	defer func() { g.world = real }()
	g.world = real.clone()
	g.redeal(g.pending.seat, g.stream("shared", "probe", n))
	d := g.dress(g.pending)
	if g.faults.decision != nil {
		g.faults.decision(g, d)
	}
	return d
}

// redeal deals the cards that viewer does not know anew among the places where they can be.
func (g *game) redeal(viewer seat, random stream) {
	for s := range g.players {
		hidden := g.hiddenFrom(viewer, seat(s))
		cards := make([]*card, len(hidden))
		for i, h := range hidden {
			cards[i] = g.objects[h].card
		}
		if seat(s) != viewer && g.rules.OpponentDecklist == "hidden" {
			cards = g.anotherList(viewer, seat(s), cards, random)
		}
		for i := len(cards) - 1; i > 0; i-- {
			j := random.below(i + 1)
			cards[i], cards[j] = cards[j], cards[i]
		}
		for i, h := range hidden {
			g.objects[h].card = cards[i]
		}
	}
}

// hiddenFrom lists the cards of owner in hidden zones that viewer does not know. Of a hand it knows
// names: as many cards as it knows of each name stay.
func (g *game) hiddenFrom(viewer, owner seat) []handle {
	p, zones := &g.players[viewer], &g.players[owner].zones
	var hidden []handle
	for _, h := range zones[library] {
		if !g.knowsAt(viewer, h) && !g.looking(viewer, h) {
			hidden = append(hidden, h)
		}
	}
	if owner == viewer {
		return hidden
	}
	known := map[string]int{}
	for _, k := range p.holds {
		known[k.name]++
	}
	for _, h := range zones[hand] {
		switch name := g.objects[h].card.name; {
		case g.looking(viewer, h):
		case known[name] > 0:
			known[name]--
		default:
			hidden = append(hidden, h)
		}
	}
	return hidden
}

// anotherList draws the hidden cards of owner from a deck that it might be playing as far as viewer can
// tell: one of the catalog's, of the same size and with all the cards that have been seen.
func (g *game) anotherList(viewer, owner seat, own []*card, random stream) []*card {
	seen := g.seenCards(viewer, owner)
	pool := [][]*card{own}
	for _, d := range g.hello.Catalog {
		unseen := cardsOf(d.Decklist)
		if (tourOf(d.Decklist) != nil) != (g.script != nil) || len(unseen) != len(own)+len(seen) {
			continue
		}
		possible := true
		for _, c := range seen {
			i := slices.Index(unseen, c)
			if possible = i >= 0; !possible {
				break
			}
			unseen = slices.Delete(unseen, i, i+1)
		}
		if possible {
			pool = append(pool, unseen)
		}
	}
	return pool[random.below(len(pool))]
}

// seenCards lists the cards of owner's deck that are not hidden from viewer. A face-down card is counted
// as it is: only which of the others are where is drawn again.
func (g *game) seenCards(viewer, owner seat) []*card {
	hidden := g.hiddenFrom(viewer, owner)
	var seen []*card
	for h, o := range g.objects {
		if o.owner == owner && o.zone != gone && o.zone != command && !o.token && !o.copied && o.ability == "" && !slices.Contains(hidden, handle(h)) {
			seen = append(seen, o.card)
		}
	}
	return seen
}
