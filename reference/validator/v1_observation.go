package validator

// V1, Section 6: what the parts of an observation say about each other. That each part has its own
// shape is checked before, by the protocol's table.

import (
	"math"
	"strconv"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

var observationChecks = []Check{
	{"V1-pregame", "V1", "6.2", spec, "the phase is pregame exactly when turn is 0", (*Game).checkPregame},
	{"V1-active-seat", "V1", "6.2", spec, "active_seat is null only in pregame", (*Game).checkActiveNull},
	{"V1-priority-pregame", "V1", "6.2", strict, "nobody has priority in pregame", (*Game).checkPriorityPregame},

	{"V1-zone", "V1", "6.3", spec, "a record's zone is the array that holds it", eachRecord(checkZone)},
	{"V1-holder", "V1", "6.3", spec, "a permanent stands with its controller, any other card with its owner", eachRecord(checkHolder)},
	{"V1-controller", "V1", "5.1", spec, "a card without a controller has its owner as controller", eachRecord(checkController)},
	{"V1-command-controller", "V1", "5.1", strict, "an object in the command zone has its owner as controller", eachRecord(checkCommandController)},
	{"V1-permanent", "V1", "6.4", spec, "permanent is there exactly on the battlefield", eachRecord(checkPermanent)},
	{"V1-full-name", "V1", "6.4", strict, "a nameless object has no full_name", eachRecord(checkFullName)},
	{"V1-characteristics", "V1", "6.4", spec, "characteristics are null only for a hidden face-down card off the battlefield", eachRecord(checkTraitsShown)},
	{"V1-characteristics-hidden", "V1", "6.8", spec, "a hidden face-down card off the battlefield shows nothing of itself", eachRecord(checkTraitsHidden)},
	{"V1-characteristics-null", "V1", "6.4", strict, "a hidden face-down card off the battlefield has null characteristics", eachRecord(checkTraitsNull)},
	{"V1-exiled-by", "V1", "6.4", strict, "only a card in exile has exiled_by", eachRecord(checkExiledBy)},
	{"V1-attack-target", "V1", "6.4", spec, "only an attacking creature has an attack_target", eachRecord(checkAttackTarget)},
	{"V1-blocked-attackers", "V1", "6.4", spec, "only a blocking creature has blocked_attackers", eachRecord(checkBlockedAttackers)},
	{"V1-chosen", "V1", "6.10", spec, "a chosen value is of its kind", eachRecord(checkChosen)},
	{"V1-chosen-number", "V1", "6.10", strict, "a chosen number is an i32 in shortest decimal form", eachRecord(checkChosenNumber)},

	{"V1-spell", "V1", "6.5", spec, "a spell has characteristics and no source", eachStackEntry(checkSpell)},
	{"V1-ability", "V1", "6.5", spec, "an ability has no characteristics", eachStackEntry(checkAbility)},
	{"V1-ability-name", "V1", "5.1", strict, "an ability of a nameless source is nameless", eachStackEntry(checkAbilityName)},
	{"V1-divided", "V1", "6.5", strict, "divided has an amount for each target", eachStackEntry(checkDivided)},
	{"V1-power-toughness", "V1", "6.4", strict, "creatures, and only they, have power and toughness", (*Game).checkPowerToughness},
	{"V1-trigger-name", "V1", "6.6", strict, "a trigger of a nameless source is nameless", (*Game).checkTriggerName},
}

func (g *Game) checkPregame() {
	if o := &g.d.obs; o.pregame != (o.turn == 0) {
		g.fail(o.phase, "phase_step %s in turn %d", quote(o.phase), o.turn)
	}
}

func (g *Game) checkActiveNull() {
	if o := &g.d.obs; o.active.IsNull() && !o.pregame {
		g.fail(o.active, "no active player in %s", quote(o.phase))
	}
}

// The text names pregame only as an example of a time without priority.
func (g *Game) checkPriorityPregame() {
	if o := &g.d.obs; o.pregame && !o.priority.IsNull() {
		g.fail(o.priority, "%s has priority in pregame", quote(o.priority))
	}
}

// eachRecord and eachStackEntry make a check of one about one object.
func eachRecord(check func(*Game, *object)) func(*Game) { return each(inZone, check) }

func eachStackEntry(check func(*Game, *object)) func(*Game) { return each(onStack, check) }

func each(p place, check func(*Game, *object)) func(*Game) {
	return func(g *Game) {
		for i := range g.d.objects {
			if o := &g.d.objects[i]; o.place == p && !o.settled {
				check(g, o)
			}
		}
	}
}

// A record of zone library is V5's.
func checkZone(g *Game, o *object) {
	if o.zone != o.array && o.zone != libraryZone {
		g.fail(o.v.Get("zone"), "zone %s in the array %s", o.zone, o.array)
	}
}

func checkHolder(g *Game, o *object) {
	field, who := "owner_seat", o.owner
	if o.array == battlefieldZone {
		field, who = "controller_seat", o.controller
	}
	if who != o.holder {
		g.fail(o.v.Get(field), "%s %s in %s's %s", field, who, o.holder, o.array)
	}
}

func checkController(g *Game, o *object) {
	if o.array != battlefieldZone && o.array != commandZone && o.controller != o.owner {
		g.fail(o.v.Get("controller_seat"), "controller_seat %s of a card of %s in %s", o.controller, o.owner, o.array)
	}
}

// The text lists graveyard, library, hand and exile as zones without controllers; emblems and planes
// have one.
func checkCommandController(g *Game, o *object) {
	if o.array == commandZone && o.controller != o.owner {
		g.fail(o.v.Get("controller_seat"), "controller_seat %s of an object of %s", o.controller, o.owner)
	}
}

func checkPermanent(g *Game, o *object) {
	if (o.perm.v.Kind() == wire.Object) != (o.zone == battlefieldZone) {
		g.fail(o.perm.v, "permanent is %s in %s", nullness(o.perm.v), o.zone)
	}
}

func nullness(v wire.Value) string {
	if v.IsNull() {
		return "null"
	}
	return "an object"
}

func checkFullName(g *Game, o *object) {
	if o.name == nil && o.fullName.Kind() == wire.String {
		g.fail(o.fullName, "full_name %s of a nameless object", quote(o.fullName))
	}
}

// hiddenCard reports whether o is a face-down card off the battlefield that the viewer may not look at.
func (o *object) hiddenCard() bool { return o.faceDown && o.name == nil && o.zone != battlefieldZone }

func checkTraitsShown(g *Game, o *object) {
	if o.traits.v.IsNull() && !o.hiddenCard() {
		g.fail(o.traits.v, "characteristics of %s in %s are null", o.name, o.zone)
	}
}

// Characteristics that are there but say nothing leak nothing; the text does not say that they must be
// null, so that is the strict reading's to ask.
func checkTraitsHidden(g *Game, o *object) {
	t := &o.traits
	if !o.hiddenCard() || t.v.IsNull() {
		return
	}
	for _, v := range [...]wire.Value{t.supertypes, t.types, t.subtypes, t.colors, t.keyword} {
		if v.Len() > 0 {
			g.fail(v, "a hidden card shows %s", quote(v))
			return
		}
	}
	for _, v := range [...]wire.Value{t.value, t.power, t.toughness} {
		if v.Int() != 0 {
			g.fail(v, "a hidden card shows %s", quote(v))
			return
		}
	}
}

func checkTraitsNull(g *Game, o *object) {
	if o.hiddenCard() && !o.traits.v.IsNull() {
		g.fail(o.traits.v, "characteristics of a hidden card")
	}
}

func checkExiledBy(g *Game, o *object) {
	if o.exiledBy.Kind() == wire.Object && o.zone != exileZone {
		g.fail(o.exiledBy, "exiled_by of a card in %s", o.zone)
	}
}

func checkAttackTarget(g *Game, o *object) {
	if o.perm.attackTarget.Kind() == wire.Object && !o.perm.attacking {
		g.fail(o.perm.attackTarget, "attack_target of a creature that is not attacking")
	}
}

func checkBlockedAttackers(g *Game, o *object) {
	if o.perm.blocked.Len() > 0 && !o.perm.blocking {
		g.fail(o.perm.blocked, "blocked_attackers of a creature that is not blocking")
	}
}

var (
	chosenColors    = protocol.VocabularyOf("color")
	chosenCardTypes = protocol.VocabularyOf("card_type")
)

// Values of the kinds mode and other are free text.
func checkChosen(g *Game, o *object) {
	for c := range o.perm.chosen.Elems() {
		value := c.Get("value")
		word := textOf(value)
		var good bool
		switch kind := c.Get("kind"); string(textOf(kind)) {
		case "color":
			good = chosenColors.Index(word) >= 0
		case "card_type":
			good = chosenCardTypes.Index(word) >= 0
		case "creature_type", "land_type":
			good = snake(word)
		case "player":
			good = seatOf(value) != noSeat
		case "number":
			good = decimal(word)
		case "card_name":
			good = nfc(word)
		default:
			good = true
		}
		if !good {
			g.fail(value, "chosen %s %s", quote(c.Get("kind")), quote(value))
		}
	}
}

// The text says "in decimal" and no more.
func checkChosenNumber(g *Game, o *object) {
	for c := range o.perm.chosen.Elems() {
		if !c.Get("kind").StrIs("number") {
			continue
		}
		value := c.Get("value")
		word := textOf(value)
		n, err := strconv.ParseInt(string(word), 10, 64)
		if err != nil || n < math.MinInt32 || n > math.MaxInt32 || strconv.FormatInt(n, 10) != string(word) {
			g.fail(value, "chosen number %s", quote(value))
		}
	}
}

func checkSpell(g *Game, o *object) {
	switch {
	case !o.stack.spell:
	case !o.stack.sourceValue.IsNull():
		g.fail(o.stack.sourceValue, "a spell with a source")
	case o.traits.v.IsNull():
		g.fail(o.traits.v, "a spell without characteristics")
	}
}

func checkAbility(g *Game, o *object) {
	if !o.stack.spell && !o.traits.v.IsNull() {
		g.fail(o.traits.v, "an ability with characteristics")
	}
}

func checkAbilityName(g *Game, o *object) {
	if i := o.stack.source; !o.stack.spell && i >= 0 && g.d.refs[i].name == nil && o.name != nil {
		g.fail(o.v.Get("card_name"), "an ability named %s of a nameless source", o.name)
	}
}

func checkDivided(g *Game, o *object) {
	if d := o.stack.divided; d.Kind() == wire.Array && d.Len() != o.stack.targets.Len() {
		g.fail(d, "%d amounts for %d targets", d.Len(), o.stack.targets.Len())
	}
}

// By the text power and toughness are of creatures only, but printed ones of Vehicles are shown by
// some engines and read by nobody.
func (g *Game) checkPowerToughness() {
	for i := range g.d.objects {
		t := &g.d.objects[i].traits
		if t.v.Kind() != wire.Object {
			continue
		}
		for _, v := range [...]wire.Value{t.power, t.toughness} {
			if t.creature == v.IsNull() {
				g.fail(v, "%s, and creature is %t", quote(v), t.creature)
			}
		}
	}
}

func (g *Game) checkTriggerName() {
	for i := range g.d.obs.triggers {
		t := &g.d.obs.triggers[i]
		if namelessSource(t.source) && t.name.Kind() == wire.String {
			g.fail(t.name, "a trigger named %s of a nameless source", quote(t.name))
		}
	}
	for i := range g.d.candidates {
		c := &g.d.candidates[i]
		if c.kind != kindOrder {
			continue
		}
		t := c.f[fItem].Get("trigger")
		if name := t.Get("source_name"); namelessSource(t.Get("source")) && name.Kind() == wire.String {
			g.fail(name, "a trigger named %s of a nameless source", quote(name))
		}
	}
}

func namelessSource(ref wire.Value) bool { return ref.Get("card_name").IsNull() }
