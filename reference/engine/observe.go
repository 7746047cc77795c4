package engine

// Section 6: what a seat sees. Everything a seat is sent about the world is made here, and each field
// behind a flag is null unless the engine declared the flag (Section 6.9).

import "github.com/spellbench/sbconform/reference/protocol"

func (g *game) observe(viewer seat) protocol.Observation {
	flags := &g.hello.Observation
	o := protocol.Observation{
		Viewer:       viewer.wire(),
		Turn:         g.turn,
		PhaseStep:    g.phase,
		ActiveSeat:   seatOrNull(g.active),
		PrioritySeat: seatOrNull(g.holder),
		Stack:        make([]protocol.StackEntry, 0, len(g.stack)),
	}
	if flags.PassedSeats {
		passed := make([]protocol.Seat, len(g.passed))
		for i, s := range g.passed {
			passed[i] = s.wire()
		}
		o.PassedSeats = &passed
	}
	if flags.DayNight {
		o.DayNight = protocol.Ptr("none")
	}
	for s := range g.players {
		o.Players[s] = g.player(viewer, seat(s))
	}
	for _, h := range g.stack {
		o.Stack = append(o.Stack, g.stackEntry(viewer, h))
	}
	if flags.PendingTriggers {
		o.PendingTriggers = &[]protocol.PendingTrigger{} // no card here triggers
	}
	if flags.KnownCards {
		o.Known = g.known(viewer)
	}
	return o
}

func seatOrNull(s seat) *protocol.Seat {
	if s == nobody {
		return nil
	}
	return protocol.Ptr(s.wire())
}

func (g *game) player(viewer, s seat) protocol.Player {
	flags, p := &g.hello.Observation, &g.players[s]
	out := protocol.Player{
		Seat:                s.wire(),
		Life:                p.life,
		ManaPool:            p.pool,
		LandsPlayedThisTurn: p.landsPlayed,
		MulligansTaken:      p.mulligans,
		HandCount:           uint32(len(p.zones[hand])),
		LibraryCount:        uint32(len(p.zones[library])),
		Battlefield:         g.records(viewer, p.zones[battlefield]),
		Graveyard:           g.records(viewer, p.zones[graveyard]),
		Exile:               g.records(viewer, p.zones[exile]),
		Command:             g.records(viewer, p.zones[command]),
	}
	if s == viewer {
		own := g.records(viewer, p.zones[hand])
		out.Hand = &own
	}
	if flags.Poison {
		out.Poison = new(uint32)
	}
	if flags.PlayerCounters {
		out.Counters = &map[string]uint32{}
	}
	if flags.Designations {
		out.Designations = &[]string{}
	}
	if flags.PlayerProgress {
		out.Progress = &protocol.Progress{}
	}
	return out
}

func (g *game) records(viewer seat, hs []handle) []protocol.Record {
	out := make([]protocol.Record, len(hs))
	for i, h := range hs {
		out[i] = g.record(viewer, h)
	}
	return out
}

func (g *game) record(viewer seat, h handle) protocol.Record {
	o := g.objects[h]
	r := protocol.Record{Ref: g.reference(viewer, h), Characteristics: g.characteristics(o.card)}
	if o.zone == battlefield {
		r.Permanent = g.permanent(viewer, o)
	}
	return r
}

// reference refers to h, which is not gone, as viewer sees it (Section 5.1). No object here is ever
// hidden from a seat that is sent a reference to it.
func (w *world) reference(viewer seat, h handle) protocol.Ref {
	o := w.objects[h]
	return protocol.Ref{
		ObjectID: w.id(viewer, h), CardName: &o.card.name,
		Owner: o.owner.wire(), Controller: o.controller.wire(), Zone: o.zone.wire(),
	}
}

// ref is the same where there may be nothing to refer to: null once h is gone.
func (w *world) ref(viewer seat, h handle) *protocol.Ref {
	if w.objects[h].zone == gone {
		return nil
	}
	return protocol.Ptr(w.reference(viewer, h))
}

// targetRef is the target reference of t (Section 5.2): null once its object is gone.
func (w *world) targetRef(viewer seat, t target) *protocol.Target {
	if t.object == noObject {
		return &protocol.Target{Player: t.player.wire()}
	}
	if r := w.ref(viewer, t.object); r != nil {
		return &protocol.Target{Object: r}
	}
	return nil
}

func (w *world) itemRef(viewer seat, h handle) *protocol.OrderItem {
	return &protocol.OrderItem{Object: w.ref(viewer, h)}
}

func (g *game) characteristics(c *card) *protocol.Characteristics {
	out := &protocol.Characteristics{
		Supertypes: c.supertypes, Types: c.types, Subtypes: c.subtypes, Colors: c.colors, ManaValue: c.cost.value(),
	}
	if c.is("creature") {
		out.Power, out.Toughness = &c.power, &c.toughness
	}
	if g.hello.Observation.Keywords {
		out.Keywords = &c.keywords
	}
	return out
}

func (g *game) permanent(viewer seat, o *object) *protocol.Permanent {
	p := &protocol.Permanent{
		Tapped:        o.tapped,
		SummoningSick: o.sick,
		Damage:        o.damage,
		Attacking:     o.attacks != nobody,
		Blocking:      o.blocking,
	}
	if p.Attacking {
		p.AttackTarget = g.targetRef(viewer, playerTarget(o.attacks))
	}
	for _, a := range o.blocks {
		if r := g.ref(viewer, a); r != nil {
			p.BlockedAttackers = append(p.BlockedAttackers, *r)
		}
	}
	if g.hello.Observation.PermanentDetails {
		p.Statuses, p.Chosen = &[]string{}, &[]protocol.Chosen{}
	}
	return p
}

// stackEntry is Section 6.5's. Everything on the stack here is a spell.
func (g *game) stackEntry(viewer seat, h handle) protocol.StackEntry {
	o := g.objects[h]
	e := protocol.StackEntry{
		Ref:             g.reference(viewer, h),
		StackKind:       "spell",
		Characteristics: g.characteristics(o.card),
		Targets:         make([]*protocol.Target, len(o.targets)),
	}
	for i, t := range o.targets {
		e.Targets[i] = g.targetRef(viewer, t)
	}
	if g.hello.Observation.StackText && o.card.text != "" {
		e.Text = &o.card.text
	}
	return e
}
