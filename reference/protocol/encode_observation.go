package protocol

// Section 6, written as canonical JSON.

import "github.com/spellbench/sbconform/reference/wire"

func (w *writer) ref(r *Ref) {
	w.open()
	w.strOrNull("card_name", r.CardName)
	w.str("controller_seat", string(r.Controller))
	w.str("object_id", r.ObjectID)
	w.str("owner_seat", string(r.Owner))
	w.str("zone", r.Zone)
	w.close()
}

func (w *writer) refOrNull(name string, r *Ref) {
	if r == nil {
		w.null(name)
		return
	}
	w.key(name)
	w.ref(r)
}

func (w *writer) target(t *Target) {
	w.open()
	if t.Object != nil {
		w.refOrNull("object", t.Object)
	} else {
		w.str("player", string(t.Player))
	}
	w.close()
}

func (w *writer) targetOrNull(name string, t *Target) {
	if t == nil {
		w.null(name)
		return
	}
	w.key(name)
	w.target(t)
}

func (w *writer) orderItem(i *OrderItem) {
	w.open()
	if t := i.Trigger; t != nil {
		w.key("trigger")
		w.open()
		w.uintOrNull("ability_index", t.AbilityIndex)
		list(w, "event_objects", t.EventObjects, (*writer).ref)
		w.uint("instance", uint64(t.Instance))
		w.strOrNull("label", t.Label)
		w.refOrNull("source", t.Source)
		w.strOrNull("source_name", t.SourceName)
		w.close()
	} else {
		w.refOrNull("object", i.Object)
	}
	w.close()
}

func (w *writer) observation(o *Observation) {
	w.open()
	w.seatOrNull("active_seat", o.ActiveSeat)
	w.strOrNull("day_night", o.DayNight)
	list(w, "known", o.Known, (*writer).known)
	if o.PassedSeats == nil {
		w.null("passed_seats")
	} else {
		list(w, "passed_seats", *o.PassedSeats, (*writer).seat)
	}
	if o.PendingTriggers == nil {
		w.null("pending_triggers")
	} else {
		list(w, "pending_triggers", *o.PendingTriggers, (*writer).pendingTrigger)
	}
	w.str("phase_step", o.PhaseStep)
	list(w, "players", o.Players[:], (*writer).player)
	w.seatOrNull("priority_seat", o.PrioritySeat)
	list(w, "stack", o.Stack, (*writer).stackEntry)
	w.uint("turn", o.Turn)
	w.str("viewer", string(o.Viewer))
	w.close()
}

func (w *writer) seat(s *Seat) { w.b = wire.AppendString(w.b, string(*s)) }

func (w *writer) known(k *Known) {
	w.open()
	w.str("card_name", k.CardName)
	w.str("how", k.How)
	w.strOrNull("object_id", k.ObjectID)
	w.str("owner_seat", string(k.OwnerSeat))
	w.uintOrNull("position_from_bottom", k.PositionFromBottom)
	w.uintOrNull("position_from_top", k.PositionFromTop)
	w.str("zone", k.Zone)
	w.close()
}

func (w *writer) pendingTrigger(t *PendingTrigger) {
	w.open()
	w.str("controller_seat", string(t.ControllerSeat))
	w.strOrNull("label", t.Label)
	w.bool("optional", t.Optional)
	w.refOrNull("source", t.Source)
	w.strOrNull("source_name", t.SourceName)
	w.close()
}

func (w *writer) player(p *Player) {
	w.open()
	list(w, "battlefield", p.Battlefield, (*writer).record)
	list(w, "command", p.Command, (*writer).record)
	w.countersOrNull("counters", p.Counters)
	w.stringsOrNull("designations", p.Designations)
	list(w, "exile", p.Exile, (*writer).record)
	list(w, "graveyard", p.Graveyard, (*writer).record)
	if p.Hand == nil {
		w.null("hand")
	} else {
		list(w, "hand", *p.Hand, (*writer).record)
	}
	w.uint("hand_count", uint64(p.HandCount))
	w.uint("lands_played_this_turn", uint64(p.LandsPlayedThisTurn))
	w.uint("library_count", uint64(p.LibraryCount))
	w.int("life", int64(p.Life))
	w.key("mana_pool")
	w.open()
	for _, i := range manaOrder {
		w.uint(manaWords.Words[i], uint64(p.ManaPool[i]))
	}
	w.close()
	w.uint("mulligans_taken", uint64(p.MulligansTaken))
	w.uintOrNull("poison", p.Poison)
	if g := p.Progress; g == nil {
		w.null("progress")
	} else {
		w.key("progress")
		w.open()
		w.strOrNull("dungeon", g.Dungeon)
		w.strOrNull("dungeon_room", g.DungeonRoom)
		w.uint("ring_tempted", uint64(g.RingTempted))
		w.uintOrNull("speed", g.Speed)
		w.close()
	}
	w.str("seat", string(p.Seat))
	w.close()
}

// manaOrder visits W, U, B, R, G, C in the order of their letters.
var manaOrder = [6]int{2, 5, 4, 3, 1, 0}

func (w *writer) counters(name string, c map[string]uint32) {
	w.key(name)
	w.open()
	for _, k := range sortedKeys(c) {
		w.uint(k, uint64(c[k]))
	}
	w.close()
}

func (w *writer) countersOrNull(name string, c *map[string]uint32) {
	if c == nil {
		w.null(name)
		return
	}
	w.counters(name, *c)
}

func (w *writer) record(r *Record) {
	w.open()
	w.strOrNull("card_name", r.CardName)
	w.characteristicsOrNull(r.Characteristics)
	w.str("controller_seat", string(r.Controller))
	w.bool("copy", r.Copy)
	w.refOrNull("exiled_by", r.ExiledBy)
	w.bool("face_down", r.FaceDown)
	w.strOrNull("full_name", r.FullName)
	w.str("object_id", r.ObjectID)
	w.str("owner_seat", string(r.Owner))
	if r.Permanent == nil {
		w.null("permanent")
	} else {
		w.key("permanent")
		w.permanent(r.Permanent)
	}
	w.bool("token", r.Token)
	w.str("zone", r.Zone)
	w.close()
}

func (w *writer) characteristicsOrNull(c *Characteristics) {
	if c == nil {
		w.null("characteristics")
		return
	}
	w.key("characteristics")
	w.open()
	w.stringsOrNull("colors", &c.Colors)
	w.stringsOrNull("keywords", c.Keywords)
	w.uint("mana_value", uint64(c.ManaValue))
	w.intOrNull("power", c.Power)
	w.stringsOrNull("subtypes", &c.Subtypes)
	w.stringsOrNull("supertypes", &c.Supertypes)
	w.intOrNull("toughness", c.Toughness)
	w.stringsOrNull("types", &c.Types)
	w.close()
}

func (w *writer) permanent(p *Permanent) {
	w.open()
	w.targetOrNull("attached_to", p.AttachedTo)
	w.targetOrNull("attack_target", p.AttackTarget)
	w.bool("attacking", p.Attacking)
	list(w, "blocked_attackers", p.BlockedAttackers, (*writer).ref)
	w.bool("blocking", p.Blocking)
	if p.Chosen == nil {
		w.null("chosen")
	} else {
		list(w, "chosen", *p.Chosen, func(w *writer, c *Chosen) {
			w.open()
			w.str("kind", c.Kind)
			w.str("value", c.Value)
			w.close()
		})
	}
	w.uintOrNull("class_level", p.ClassLevel)
	w.counters("counters", p.Counters)
	w.uint("damage", uint64(p.Damage))
	w.bool("phased_out", p.PhasedOut)
	w.stringsOrNull("statuses", p.Statuses)
	w.bool("summoning_sick", p.SummoningSick)
	w.bool("tapped", p.Tapped)
	w.close()
}

func (w *writer) stackEntry(s *StackEntry) {
	w.open()
	w.strOrNull("card_name", s.CardName)
	w.characteristicsOrNull(s.Characteristics)
	w.str("controller_seat", string(s.Controller))
	w.bool("copy", s.Copy)
	w.uintsOrNull("divided", s.Divided)
	w.bool("face_down", s.FaceDown)
	w.uintsOrNull("modes", s.Modes)
	w.str("object_id", s.ObjectID)
	w.str("owner_seat", string(s.Owner))
	w.refOrNull("source", s.Source)
	w.str("stack_kind", s.StackKind)
	list(w, "targets", s.Targets, func(w *writer, t **Target) {
		if *t == nil {
			w.raw("null")
		} else {
			w.target(*t)
		}
	})
	w.strOrNull("text", s.Text)
	w.uintOrNull("x_value", s.XValue)
	w.str("zone", s.Zone)
	w.close()
}
