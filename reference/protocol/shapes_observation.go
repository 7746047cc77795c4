package protocol

// Section 6: the shape of an observation. Conditions that reach across fields (a record's zone and
// the array that holds it, face-down objects, references) are the validator's.

var (
	observationShape = object("observation", "6.2",
		field("viewer", seatShape),
		field("turn", u53Shape),
		field("phase_step", word(phaseWords)),
		field("active_seat", opt(seatShape)),
		field("priority_seat", opt(seatShape)),
		gated("passed_seats", FlagPassedSeats, listOf(seatShape)),
		gated("day_night", FlagDayNight, word(dayNightWords)),
		field("players", &Shape{Type: List, Min: 2, Max: 2, Elem: playerShape, BySeat: true}),
		field("stack", listOf(stackEntryShape)),
		gated("pending_triggers", FlagPendingTriggers, listOf(pendingTriggerShape)),
		field("known", listOf(knownShape)),
	)

	playerShape = object("player", "6.3",
		field("seat", seatShape),
		field("life", i32Shape),
		gated("poison", FlagPoison, u32Shape),
		gated("counters", FlagPlayerCounters, countersShape),
		field("mana_pool", manaPoolShape),
		field("lands_played_this_turn", u32Shape),
		field("mulligans_taken", u32Shape),
		gated("designations", FlagDesignations, listOf(snakeShape)),
		gated("progress", FlagPlayerProgress, progressShape),
		field("hand_count", u32Shape),
		field("library_count", u32Shape),
		field("hand", opt(listOf(recordShape))),
		field("battlefield", listOf(recordShape)),
		field("graveyard", listOf(recordShape)),
		field("exile", listOf(recordShape)),
		field("command", listOf(recordShape)),
	)

	countersShape = &Shape{Name: "counters", Section: "6.10", Type: Dict, Form: FormSnake, Elem: u32Shape}

	manaPoolShape = object("mana_pool", "6.3",
		field("W", u32Shape), field("U", u32Shape), field("B", u32Shape), field("R", u32Shape), field("G", u32Shape), field("C", u32Shape))

	progressShape = object("progress", "6.3",
		field("dungeon", opt(nameShape)),
		field("dungeon_room", opt(textShape)),
		field("ring_tempted", u32Shape),
		field("speed", opt(u32Shape)),
	)

	recordShape = object("object_record", "6.4", append(refFields[:len(refFields):len(refFields)],
		gated("full_name", FlagFullName, nameShape),
		field("face_down", boolShape),
		field("token", boolShape),
		field("copy", boolShape),
		field("characteristics", opt(characteristicsShape)),
		field("permanent", opt(permanentShape)),
		gated("exiled_by", FlagExiledBy, refShape),
	)...)

	characteristicsShape = object("characteristics", "6.4",
		field("supertypes", listOf(word(supertypeWords))),
		field("types", listOf(word(cardTypeWords))),
		field("subtypes", listOf(snakeShape)),
		field("colors", &Shape{Type: List, Elem: word(colorWords), Ordered: true}),
		field("mana_value", u32Shape),
		field("power", opt(i32Shape)),
		field("toughness", opt(i32Shape)),
		gated("keywords", FlagKeywords, listOf(snakeShape)),
	)

	permanentShape = object("permanent", "6.4",
		field("tapped", boolShape),
		field("summoning_sick", boolShape),
		field("damage", u32Shape),
		field("counters", countersShape),
		field("attached_to", opt(targetShape)),
		field("attacking", boolShape),
		field("attack_target", opt(targetShape)),
		field("blocking", boolShape),
		field("blocked_attackers", listOf(refShape)),
		field("phased_out", boolShape),
		gated("statuses", FlagPermanentDetails, listOf(snakeShape)),
		gated("class_level", FlagPermanentDetails, u32Shape),
		gated("chosen", FlagPermanentDetails, listOf(chosenShape)),
	)

	chosenShape = object("chosen", "6.4", field("kind", word(chosenWords)), field("value", textShape))

	stackEntryShape = object("stack_entry", "6.5",
		field("object_id", objectIDShape),
		field("card_name", opt(nameShape)),
		field("owner_seat", seatShape),
		field("controller_seat", seatShape),
		field("zone", constant("stack")),
		field("stack_kind", word(stackKindWords)),
		field("source", opt(refShape)),
		field("face_down", boolShape),
		field("copy", boolShape),
		field("characteristics", opt(characteristicsShape)),
		field("targets", listOf(opt(targetShape))),
		field("divided", opt(listOf(u32Shape))),
		field("modes", opt(listOf(u32Shape))),
		field("x_value", opt(u32Shape)),
		gated("text", FlagStackText, textShape),
	)

	pendingTriggerShape = object("pending_trigger", "6.6",
		field("source", opt(refShape)),
		field("source_name", opt(nameShape)),
		field("controller_seat", seatShape),
		field("label", opt(textShape)),
		field("optional", boolShape),
	)

	knownShape = object("known_entry", "6.7",
		field("owner_seat", seatShape),
		field("zone", word(knownZoneWords)),
		field("card_name", nameShape),
		field("object_id", opt(objectIDShape)),
		field("position_from_top", opt(u32Shape)),
		field("position_from_bottom", opt(u32Shape)),
		field("how", word(howWords)),
	)
)
