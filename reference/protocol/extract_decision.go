package protocol

// Section 6 to 9.3: a seat decision out of a value that fits its shape.

import "github.com/spellbench/sbconform/reference/wire"

// ReadSeatDecision returns the typed form of a seat_decision that SeatDecisionShape has passed; of
// any other value it returns what it can.
func ReadSeatDecision(v wire.Value) SeatDecision { return seatDecision(v) }

// ReadSemantic returns the typed form of a semantic that SemanticShape has passed. Its Kind is "" if
// v names no kind.
func ReadSemantic(v wire.Value) Semantic { return semantic(v) }

func seatDecision(v wire.Value) SeatDecision {
	group, context := v.Get("group"), v.Get("context")
	d := SeatDecision{
		ActingSeat: seat(v.Get("acting_seat")), SeatStep: u53(v.Get("seat_step")),
		Group: Group{u53(group.Get("group_id")), u32(group.Get("substep_index")), u32(group.Get("substep_count"))},
		Context: Context{str(context.Get("kind")), or(context.Get("source"), ref), or(context.Get("purpose"), str),
			or(context.Get("text"), str), context.Get("rewind").Bool()},
		Observation: observation(v.Get("observation")),
		Candidates: each(v.Get("candidates"), func(v wire.Value) Candidate {
			return Candidate{semantic(v.Get("semantic")), or(v.Get("display_text"), str)}
		}),
	}
	for m := range v.Get("extensions").Members() {
		if d.Extensions == nil {
			d.Extensions = make(map[string]string)
		}
		d.Extensions[m.Key.Str()] = string(canonical(m.Value))
	}
	return d
}

func semantic(v wire.Value) Semantic {
	k := KindOf(v)
	if k == nil {
		return Semantic{}
	}
	s := Semantic{k.Name, make([]any, len(k.Fields))}
	for i, f := range k.Fields {
		s.Values[i] = semanticValue(f.Shape, v.Get(f.Name))
	}
	return s
}

// semanticValue returns a value as Semantic.Values holds it.
func semanticValue(s *Shape, v wire.Value) any {
	if v.IsNull() || !v.Exists() {
		return nil
	}
	switch s.Type {
	case Boolean:
		return v.Bool()
	case Integer:
		if s.Min < 0 {
			return i32(v)
		}
		return u32(v)
	case Text:
		if s.Words != nil {
			return wordOf(s.Words, v)
		}
		return v.Str()
	case Struct:
		return Ptr(ref(v))
	case List:
		return each(v, refs)
	}
	if s.Name == targetShape.Name {
		return Ptr(target(v))
	}
	return Ptr(orderItem(v))
}

func ref(v wire.Value) Ref {
	return Ref{str(v.Get("object_id")), or(v.Get("card_name"), str), seat(v.Get("owner_seat")),
		seat(v.Get("controller_seat")), wordOf(zoneWords, v.Get("zone"))}
}

func refs(v wire.Value) []Ref { return each(v, ref) }

func target(v wire.Value) Target { return Target{seat(v.Get("player")), or(v.Get("object"), ref)} }

func orderItem(v wire.Value) OrderItem {
	return OrderItem{or(v.Get("object"), ref), or(v.Get("trigger"), func(v wire.Value) TriggerItem {
		return TriggerItem{or(v.Get("source"), ref), or(v.Get("source_name"), str), or(v.Get("ability_index"), u32),
			refs(v.Get("event_objects")), u32(v.Get("instance")), or(v.Get("label"), str)}
	})}
}

func observation(v wire.Value) Observation {
	o := Observation{
		Viewer: seat(v.Get("viewer")), Turn: u53(v.Get("turn")), PhaseStep: str(v.Get("phase_step")),
		ActiveSeat: or(v.Get("active_seat"), seat), PrioritySeat: or(v.Get("priority_seat"), seat),
		PassedSeats: or(v.Get("passed_seats"), listWith(seat)), DayNight: or(v.Get("day_night"), str),
		Stack:           each(v.Get("stack"), stackEntry),
		PendingTriggers: or(v.Get("pending_triggers"), listWith(pendingTrigger)),
		Known:           each(v.Get("known"), known),
	}
	copy(o.Players[:], each(v.Get("players"), player))
	return o
}

func player(v wire.Value) Player {
	p := Player{
		Seat: seat(v.Get("seat")), Life: i32(v.Get("life")), Poison: or(v.Get("poison"), u32),
		Counters: or(v.Get("counters"), counters), LandsPlayedThisTurn: u32(v.Get("lands_played_this_turn")),
		MulligansTaken: u32(v.Get("mulligans_taken")), Designations: or(v.Get("designations"), listWith(str)),
		Progress: or(v.Get("progress"), func(v wire.Value) Progress {
			return Progress{or(v.Get("dungeon"), str), or(v.Get("dungeon_room"), str), u32(v.Get("ring_tempted")), or(v.Get("speed"), u32)}
		}),
		HandCount: u32(v.Get("hand_count")), LibraryCount: u32(v.Get("library_count")),
		Hand: or(v.Get("hand"), listWith(record)), Battlefield: each(v.Get("battlefield"), record),
		Graveyard: each(v.Get("graveyard"), record), Exile: each(v.Get("exile"), record), Command: each(v.Get("command"), record),
	}
	pool := v.Get("mana_pool")
	for i, symbol := range manaWords.Words {
		p.ManaPool[i] = u32(pool.Get(symbol))
	}
	return p
}

func counters(v wire.Value) map[string]uint32 {
	c := make(map[string]uint32, v.Len())
	for m := range v.Members() {
		c[m.Key.Str()] = u32(m.Value)
	}
	return c
}

func record(v wire.Value) Record {
	return Record{
		Ref: ref(v), FullName: or(v.Get("full_name"), str), FaceDown: v.Get("face_down").Bool(),
		Token: v.Get("token").Bool(), Copy: v.Get("copy").Bool(),
		Characteristics: or(v.Get("characteristics"), characteristics),
		Permanent:       or(v.Get("permanent"), permanent), ExiledBy: or(v.Get("exiled_by"), ref),
	}
}

func characteristics(v wire.Value) Characteristics {
	return Characteristics{
		each(v.Get("supertypes"), str), each(v.Get("types"), str), each(v.Get("subtypes"), str), each(v.Get("colors"), str),
		u32(v.Get("mana_value")), or(v.Get("power"), i32), or(v.Get("toughness"), i32), or(v.Get("keywords"), listWith(str)),
	}
}

func permanent(v wire.Value) Permanent {
	return Permanent{
		Tapped: v.Get("tapped").Bool(), SummoningSick: v.Get("summoning_sick").Bool(), Damage: u32(v.Get("damage")),
		Counters: counters(v.Get("counters")), AttachedTo: or(v.Get("attached_to"), target),
		Attacking: v.Get("attacking").Bool(), AttackTarget: or(v.Get("attack_target"), target),
		Blocking: v.Get("blocking").Bool(), BlockedAttackers: refs(v.Get("blocked_attackers")),
		PhasedOut: v.Get("phased_out").Bool(), Statuses: or(v.Get("statuses"), listWith(str)),
		ClassLevel: or(v.Get("class_level"), u32), Chosen: or(v.Get("chosen"), listWith(func(v wire.Value) Chosen {
			return Chosen{str(v.Get("kind")), str(v.Get("value"))}
		})),
	}
}

func stackEntry(v wire.Value) StackEntry {
	return StackEntry{
		Ref: ref(v), StackKind: str(v.Get("stack_kind")), Source: or(v.Get("source"), ref),
		FaceDown: v.Get("face_down").Bool(), Copy: v.Get("copy").Bool(),
		Characteristics: or(v.Get("characteristics"), characteristics),
		Targets:         each(v.Get("targets"), func(v wire.Value) *Target { return or(v, target) }),
		Divided:         or(v.Get("divided"), listWith(u32)), Modes: or(v.Get("modes"), listWith(u32)),
		XValue: or(v.Get("x_value"), u32), Text: or(v.Get("text"), str),
	}
}

func pendingTrigger(v wire.Value) PendingTrigger {
	return PendingTrigger{or(v.Get("source"), ref), or(v.Get("source_name"), str), seat(v.Get("controller_seat")),
		or(v.Get("label"), str), v.Get("optional").Bool()}
}

func known(v wire.Value) Known {
	return Known{seat(v.Get("owner_seat")), str(v.Get("zone")), str(v.Get("card_name")), or(v.Get("object_id"), str),
		or(v.Get("position_from_top"), u32), or(v.Get("position_from_bottom"), u32), str(v.Get("how"))}
}
