package engine

// Combat (CR 506 to 511). Every attacker attacks the other player, and any untapped creature may block
// any attacker, so each candidate below can be completed to a legal declaration whatever follows.

// declareAttackers has the active player declare each creature that can attack (CR 508.1).
func (g *game) declareAttackers() {
	s := g.active
	able := g.permanents(s, func(o *object) bool {
		return isCreature(o) && !o.tapped && (!o.sick || o.card.has("haste"))
	})
	if len(able) == 0 {
		return
	}
	defender := s.other()
	var attackers []handle
	g.group(s, len(able))
	for _, h := range able {
		if g.ask(question{seat: s, list: func(o *offers) {
			name := g.objects[h].card.name
			o.add("Attack "+string(defender.wire())+" with "+name, "declare_attack", h, playerTarget(defender))
			o.add("Do not attack with "+name, "declare_attack", h, nil)
		}}) == 0 {
			attackers = append(attackers, h)
		}
	}
	g.attack = len(attackers) > 0
	for _, h := range attackers {
		g.objects[h].tapped, g.objects[h].attacks = true, &target{player: defender}
	}
}

func (g *game) attackers() []handle {
	return g.permanents(g.active, func(o *object) bool { return o.attacks != nil })
}

// fights: if no attacker was declared there is no declare blockers and no combat damage step (CR 508.8).
func (g *game) fights() bool { return g.attack }

// declareBlockers has the defending player declare each creature that can block (CR 509.1).
func (g *game) declareBlockers() {
	s, attackers := g.active.other(), g.attackers()
	able := g.permanents(s, func(o *object) bool { return isCreature(o) && !o.tapped })
	if len(able) == 0 || len(attackers) == 0 {
		return
	}
	blocked := make([]handle, len(able))
	g.group(s, len(able))
	for i, h := range able {
		c := g.ask(question{seat: s, list: func(o *offers) {
			name := g.objects[h].card.name
			for _, a := range attackers {
				o.add("Block "+g.objects[a].card.name+" with "+name, "declare_block", h, a)
			}
			o.add("Do not block with "+name, "declare_block", h, nil)
		}})
		if c < len(attackers) {
			blocked[i] = attackers[c]
		}
	}
	for i, h := range able {
		if a := blocked[i]; a != noObject {
			o := g.objects[h]
			o.blocking, o.blocks = true, []handle{a}
			g.objects[a].blocked = true
		}
	}
}

// dealCombatDamage deals all combat damage at once (CR 510.2).
func (g *game) dealCombatDamage() {
	type hit struct {
		to target
		n  uint32
	}
	var hits []hit
	for _, a := range g.attackers() {
		o := g.objects[a]
		if !o.blocked {
			hits = append(hits, hit{*o.attacks, power(o)})
			continue
		}
		blockers := g.permanents(g.active.other(), func(b *object) bool { return len(b.blocks) == 1 && b.blocks[0] == a })
		for i, n := range g.assignDamage(a, blockers) {
			hits = append(hits, hit{objectTarget(blockers[i]), n}, hit{objectTarget(a), power(g.objects[blockers[i]])})
		}
	}
	for _, h := range hits {
		g.damage(h.to, h.n)
	}
}

// assignDamage divides the damage of the attacker a among its blockers (CR 510.1c): as its controller
// likes, or by the declared default lethal damage to each and the rest to the last (Section 7.6).
func (g *game) assignDamage(a handle, blockers []handle) []uint32 {
	left := power(g.objects[a])
	if g.hello.Defaults.CombatDamageAssignment == "" && len(blockers) > 1 {
		recipients := make([]target, len(blockers))
		for i, b := range blockers {
			recipients[i] = objectTarget(b)
		}
		return g.distribute(g.active, a, "combat_damage", left, 0, recipients)
	}
	amounts := make([]uint32, len(blockers))
	for i, b := range blockers {
		amounts[i] = left
		if i < len(blockers)-1 {
			amounts[i] = min(left, lethal(g.objects[b]))
		}
		left -= amounts[i]
	}
	return amounts
}

func power(o *object) uint32 { return uint32(max(o.card.power, 0)) }

// lethal is the damage that would destroy the creature o.
func lethal(o *object) uint32 {
	return uint32(max(o.card.toughness, 0)) - min(o.damage, uint32(o.card.toughness))
}

// endCombat removes every creature from combat (CR 511.3).
func (g *game) endCombat() {
	g.attack = false
	for s := range g.players {
		for _, h := range g.players[s].zones[battlefield] {
			o := g.objects[h]
			o.attacks, o.blocked, o.blocking, o.blocks = nil, false, false, nil
		}
	}
}
