package engine

// Tours of Section 6: what an observation can show.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A board on which every field of an observation has something to say, and a stack of every kind.
func boardTour(g *game) {
	for _, s := range g.turnOrder() {
		g.richPlayer(s)
		g.richBattlefield(s)
		g.richZones(s)
	}
	g.dayNight = "day"
	g.richStack(g.active)
	for _, s := range g.turnOrder() {
		g.priorityTo(s)
	}
	g.combat()
}

func (g *game) richPlayer(s seat) {
	p := &g.players[s]
	p.poison, p.counters, p.designations = 1+uint32(s), map[string]uint32{"energy": 2, "experience": 1}, []string{"monarch"}
	p.progress = protocol.Progress{
		Dungeon: protocol.Ptr("Tomb of Annihilation"), DungeonRoom: protocol.Ptr("Trapped Entry"), RingTempted: 1, Speed: protocol.Ptr(uint32(1)),
	}
	p.pool = protocol.ManaPool{1, 1, 1, 1, 1, 1}
	p.landsPlayed = 1
}

func (g *game) richBattlefield(s seat) {
	bear := g.creatures(s, 1)[0]
	g.objects[bear].counters, g.objects[bear].damage = map[string]uint32{"p1p1": 1, "stun": 1}, 1
	g.objects[bear].statuses = []string{"goaded"}
	aura := g.take(s, "Rancor", battlefield)
	g.objects[aura].attached = protocol.Ptr(objectTarget(bear))
	class := g.take(s, "Barbarian Class", battlefield)
	g.objects[class].level = 2
	needle := g.take(s, "Pithing Needle", battlefield)
	g.objects[needle].chosen = []protocol.Chosen{{Kind: "card_name", Value: "Rancor"}, {Kind: "number", Value: "-1"}, {Kind: "player", Value: string(s.wire())}}
	g.objects[needle].tapped, g.objects[needle].phased = true, true
	g.create(cardOf("Goblin"), s)
	g.objects[g.create(cardOf("Grizzly Bears"), s)].copied = true
	g.faceDown(g.take(s, "Willbender", battlefield))
	g.take(s, "Aven Mindcensor", battlefield)
	walker := g.take(s, "Liliana of the Veil", battlefield)
	g.objects[walker].counters = map[string]uint32{"loyalty": 3}
}

// faceDown turns a permanent or spell that has just come face down.
func (g *game) faceDown(h handle) { g.objects[h].faceDown = true }

// richZones: a card that an Oblivion Ring exiled, one that only the other seat may look at, one that
// nobody may, a card with two faces, an emblem.
func (g *game) richZones(s seat) {
	ring := g.take(s.other(), "Oblivion Ring", battlefield)
	g.objects[g.take(s, "Soul Warden", exile)].exiledBy = ring
	g.exileFaceDown(g.players[s].zones[library][0])
	g.objects[g.exileFaceDown(g.players[s].zones[library][0])].lookers[s.other()] = true
	g.take(s, "Fire", graveyard)
	emblem := g.add(cardOf("Emblem"), s, command)
	g.players[s].zones[command] = append(g.players[s].zones[command], emblem)
}

func (g *game) exileFaceDown(h handle) handle {
	return g.relocate(h, exile, len(g.players[g.objects[h].owner].zones[exile]), true)
}

// richStack: a spell with modes, one with X and divided damage whose first target has left, a copy, one
// face down, an activated ability, and a triggered one whose source has left; another trigger waits.
func (g *game) richStack(s seat) {
	scry := g.spell(s, "Preordain")
	g.chooseModes(s, scry, 1, 1, "Scry 2", "Draw a card")
	fire := g.spell(s, "Fireball")
	gone := g.creatures(s, 1)[0]
	o := g.objects[fire]
	o.targets = []target{objectTarget(gone), playerTarget(s.other())}
	o.divided, o.x = &[]uint32{1, 2}, protocol.Ptr(uint32(3))
	g.move(gone, graveyard)
	copied := g.add(o.card, s, stack)
	g.objects[copied].copied = true
	g.stack = append(g.stack, copied)
	g.faceDown(g.spell(s, "Willbender"))
	needle := g.find(s, battlefield, "Pithing Needle")
	g.ability(s, needle, "activated_ability")
	g.ability(s, gone, "triggered_ability")
	g.triggers = []trigger{{source: needle, controller: s, label: "When it enters", optional: true}, {source: g.players[s].zones[hand][0], controller: s, label: "From the hand"}}
}

// combat has one creature attack the planeswalker and one the player, who blocks it.
func (g *game) combat() {
	a, b := g.active, g.active.other()
	attackers := g.creatures(a, 2)
	walker := g.find(b, battlefield, "Liliana of the Veil")
	g.phase = "declare_attackers"
	g.stack, g.triggers = g.stack[:0:0], nil
	g.group(a, len(attackers))
	for _, h := range attackers {
		to := []target{objectTarget(walker), playerTarget(b)}
		if i := g.ask(question{seat: a, list: func(o *offers) {
			for _, t := range to {
				o.add("Attack "+g.targetName(t), "declare_attack", h, t)
			}
			o.add("Do not attack", "declare_attack", h, nil)
		}}); i < len(to) {
			g.objects[h].attacks = &to[i]
		}
	}
	blocker := g.creatures(b, 1)[0]
	g.phase = "declare_blockers"
	if attackers = g.attackers(); len(attackers) > 0 {
		g.declareBlockers()
	}
	g.objects[blocker].blocking = true
	g.priorityTo(a)
	g.priorityTo(b)
	g.endCombat()
}

// Every step and phase of a turn asks both players something.
func phasesTour(g *game) {
	for i := range steps {
		g.phase = steps[i].name
		for _, s := range g.turnOrder() {
			g.yes(s, noObject, "may_ability")
			if steps[i].priority {
				g.priorityTo(s)
			}
		}
		g.passed = nil
	}
}

// Every event of the table of Section 6.7, and after each a decision of the seat whose knowledge it
// changes.
func knowledgeTour(g *game) {
	a, b := g.active, g.active.other()
	top := func() handle { return g.players[a].zones[library][0] }
	bottom := func() handle { cards := g.players[a].zones[library]; return cards[len(cards)-1] }
	both := func() { g.yes(b, noObject, "other"); g.yes(a, noObject, "other") }

	g.move(g.creatures(a, 1)[0], hand) // from a public zone to the hand
	both()
	g.revealTop(a, 3)
	g.draw(a) // known on the library, and drawn
	both()
	g.revealHand(a)
	g.with(b, "Duress", func(h handle) {
		g.selectObjects(b, h, "discard", 1, 1, targetsOf(g.sorted(b, g.players[a].zones[hand])))
	})
	g.endLook(b)
	g.move(g.players[a].zones[hand][0], graveyard) // from the hand to a public zone
	both()
	g.placeOnTop(g.orderCards(a, noObject, "library_top", g.players[a].zones[hand][:2])) // unidentified
	both()
	g.exileFaceDown(g.players[a].zones[hand][0])
	both()
	g.placeOnBottom(a, g.creatures(a, 2)) // public cards to the bottom, and one to the top
	g.placeOnTop(g.creatures(a, 1))
	both()
	g.move(bottom(), graveyard) // from either end
	g.move(top(), graveyard)
	both()
	g.with(a, "Preordain", func(h handle) {
		g.arrange(a, a, h, arrangement{purpose: "scry", how: "looked_at", n: 2, to: []string{"top", "bottom"}})
	})
	both()
	g.revealTop(a, 2)
	g.insertSecretly(g.players[a].zones[hand][0], 1)
	both()
	g.revealTop(a, 2)
	g.revealTop(b, 2)
	cards := g.players[a].zones[library]
	g.move(cards[len(cards)/2], hand) // a tutor without a shuffle
	both()
	g.shuffle(b)
	both()
	g.move(g.creatures(a, 1)[0], hand)
	g.shuffleHand(a)
	both()
}

// revealTop reveals the top cards of a library to both players while each decides something.
func (g *game) revealTop(s seat, n int) {
	for v := range g.players {
		g.look(seat(v), slices.Clone(g.players[s].zones[library][:n]), "revealed")
		g.yes(seat(v), noObject, "reveal")
		g.endLook(seat(v))
	}
}

// insertSecretly puts a card into its owner's library where the other seat can't tell.
func (g *game) insertSecretly(h handle, at int) {
	owner := g.objects[h].owner
	g.forgetLibrary(owner.other(), owner)
	g.moveTo(h, library, at)
}
