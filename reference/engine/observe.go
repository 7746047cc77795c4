package engine

// Section 6: what a seat sees. Everything a seat is sent about the world is made here, and each field
// behind a flag is null unless the engine declared the flag (Section 6.9).

import (
	"maps"

	"github.com/spellbench/sbconform/reference/protocol"
)

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
		o.DayNight = protocol.Ptr(g.dayNight)
	}
	for s := range g.players {
		o.Players[s] = g.player(viewer, seat(s))
	}
	for _, h := range g.stack {
		o.Stack = append(o.Stack, g.stackEntry(viewer, h))
	}
	if flags.PendingTriggers {
		waiting := g.pendingTriggers(viewer)
		o.PendingTriggers = &waiting
	}
	o.Known = g.known(viewer, flags.KnownCards)
	return o
}

// pendingTriggers are Section 6.6's: one whose source is hidden from the viewer is left out.
func (g *game) pendingTriggers(viewer seat) []protocol.PendingTrigger {
	out := []protocol.PendingTrigger{}
	for _, t := range g.triggers {
		o := g.objects[t.source]
		if o.zone == library || o.zone == hand && o.owner != viewer {
			continue
		}
		out = append(out, protocol.PendingTrigger{
			Source: g.ref(viewer, t.source), SourceName: g.nameFor(viewer, o), ControllerSeat: t.controller.wire(),
			Label: &t.label, Optional: t.optional,
		})
	}
	return out
}

// nameFor is the name of o's card, or nil where the viewer may not know it.
func (w *world) nameFor(viewer seat, o *object) *string {
	if o.faceDown && o.zone != gone && !w.seen(viewer, o) {
		return nil
	}
	return &o.card.name
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
		out.Poison = &p.poison
	}
	if flags.PlayerCounters {
		own := maps.Clone(p.counters)
		out.Counters = &own
	}
	if flags.Designations {
		out.Designations = &p.designations
	}
	if flags.PlayerProgress {
		out.Progress = &p.progress
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
	r := protocol.Record{
		Ref: g.reference(viewer, h), FaceDown: o.faceDown, Token: o.token, Copy: o.copied,
		Characteristics: g.characteristics(viewer, o),
	}
	if g.hello.Observation.FullName && o.card.fullName != "" && r.CardName != nil {
		r.FullName = &o.card.fullName
	}
	if g.hello.Observation.ExiledBy && o.exiledBy != noObject {
		r.ExiledBy = g.ref(viewer, o.exiledBy)
	}
	if o.zone == battlefield {
		r.Permanent = g.permanent(viewer, o)
	}
	return r
}

// reference refers to h, which is not gone, as viewer sees it (Section 5.1).
func (w *world) reference(viewer seat, h handle) protocol.Ref {
	o := w.objects[h]
	return protocol.Ref{
		ObjectID: w.id(viewer, h), CardName: w.nameFor(viewer, o),
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

// shown turns what the world is made of into what viewer is shown of it: objects, targets, items and
// piles; any other value is itself.
func (w *world) shown(viewer seat, v any) any {
	switch x := v.(type) {
	case handle:
		return w.ref(viewer, x)
	case target:
		return w.targetRef(viewer, x)
	case objectItem:
		return &protocol.OrderItem{Object: w.ref(viewer, handle(x))}
	case trigger:
		return &protocol.OrderItem{Trigger: w.triggerItem(viewer, x)}
	case piles:
		return [][]protocol.Ref{w.refs(viewer, x[0]), w.refs(viewer, x[1])}
	}
	return v
}

// An objectItem is an item of an order block that is an object.
type objectItem handle

// piles are two piles of cards.
type piles [2][]handle

// refs leaves out what is gone.
func (w *world) refs(viewer seat, hs []handle) []protocol.Ref {
	out := []protocol.Ref{}
	for _, h := range hs {
		if r := w.ref(viewer, h); r != nil {
			out = append(out, *r)
		}
	}
	return out
}

// triggerItem is Section 7.3's. The instance counts the same triggers before it in the waiting list.
func (w *world) triggerItem(viewer seat, t trigger) *protocol.TriggerItem {
	return &protocol.TriggerItem{
		Source: w.ref(viewer, t.source), SourceName: w.nameFor(viewer, w.objects[t.source]),
		AbilityIndex: protocol.Ptr(uint32(t.ability)), EventObjects: w.refs(viewer, t.events), Instance: uint32(t.instance), Label: &t.label,
	}
}

// faceDownCreature is all that can be seen of a face-down permanent or spell (CR 708.2).
var faceDownCreature = card{types: []string{"creature"}, power: 2, toughness: 2}

func (g *game) characteristics(viewer seat, o *object) *protocol.Characteristics {
	c := o.card
	switch {
	case o.faceDown && (o.zone == battlefield || o.zone == stack):
		c = &faceDownCreature
	case o.faceDown && !g.seen(viewer, o):
		return nil
	}
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
		Counters:      o.counters,
		PhasedOut:     o.phased,
		SummoningSick: o.sick,
		Damage:        o.damage,
		Attacking:     o.attacks != nil,
		Blocking:      o.blocking,
	}
	if p.Attacking {
		p.AttackTarget = g.targetRef(viewer, *o.attacks)
	}
	if o.attached != nil {
		p.AttachedTo = g.targetRef(viewer, *o.attached)
	}
	for _, a := range o.blocks {
		if r := g.ref(viewer, a); r != nil {
			p.BlockedAttackers = append(p.BlockedAttackers, *r)
		}
	}
	if g.hello.Observation.PermanentDetails {
		p.Statuses, p.Chosen = &o.statuses, &o.chosen
		if o.level > 0 {
			p.ClassLevel = &o.level
		}
	}
	return p
}

// stackEntry is Section 6.5's.
func (g *game) stackEntry(viewer seat, h handle) protocol.StackEntry {
	o := g.objects[h]
	e := protocol.StackEntry{
		Ref:       g.reference(viewer, h),
		StackKind: "spell",
		FaceDown:  o.faceDown,
		Copy:      o.copied,
		Targets:   make([]*protocol.Target, len(o.targets)),
		Divided:   o.divided, Modes: o.modes, XValue: o.x,
	}
	if o.ability != "" {
		e.StackKind, e.Source = o.ability, g.ref(viewer, o.source)
	} else {
		e.Characteristics = g.characteristics(viewer, o)
	}
	for i, t := range o.targets {
		e.Targets[i] = g.targetRef(viewer, t)
	}
	if g.hello.Observation.StackText && o.card.text != "" && !o.faceDown {
		e.Text = &o.card.text
	}
	return e
}
