package engine

// Casting and resolving spells (CR 601, 608).

// cast casts the card h from s's hand. The spell is on the stack while its target is chosen (CR 601.2a),
// and the cost, which the pool was seen to cover, is paid last (CR 601.2h).
func (g *game) cast(s seat, h handle) {
	spell := g.move(h, stack)
	o := g.objects[spell]
	if o.card.targets {
		g.chooseTargets(s, spell, 0, 1, 1, g.anyTarget)
	}
	g.pay(s, o.card.cost)
}

// anyTarget lists the players and the creatures (CR 115.4).
func (g *game) anyTarget() []target {
	targets := []target{playerTarget(0), playerTarget(1)}
	for p := range g.players {
		for _, h := range g.permanents(seat(p), isCreature) {
			targets = append(targets, objectTarget(h))
		}
	}
	return targets
}

func (g *game) targetName(t target) string {
	if t.object == noObject {
		return string(t.player.wire())
	}
	return g.objects[t.object].card.name
}

// resolve resolves the spell on top of the stack. One whose only target has left does nothing
// (CR 608.2b).
func (g *game) resolve() {
	h := g.stack[len(g.stack)-1]
	o := g.objects[h]
	if isCreature(o) {
		g.move(h, battlefield)
		return
	}
	if t := o.targets[0]; t.object == noObject || g.there(t.object, battlefield) {
		o.card.effect(g, o)
	}
	g.move(h, graveyard)
}
