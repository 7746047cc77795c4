package validator

// Section 6: the observation as the checks see it.

import "github.com/spellbench/sbconform/reference/wire"

// A place is where an object of the observation stands.
type place uint8

const (
	inZone place = iota
	onStack
	inKnown
)

// An object is anything of the observation that has an id: a record, a stack entry, a known card.
type object struct {
	ref
	place      place
	array      zone  // inZone: the array that holds it
	holder     seat  // inZone: the player who has that array
	record     int32 // inZone: its number among the records
	settled    bool  // inZone: judged in an earlier decision; read only as far as other objects need it
	references bool  // inZone: it has references
	fullName   wire.Value
	faceDown   bool
	copy       bool
	token      bool
	traits     traits
	perm       permanent
	exiledBy   wire.Value
	stack      stackEntry
	ids        idFinding
}

// traits are characteristics (Section 6.4).
type traits struct {
	v                                                   wire.Value
	supertypes, types, subtypes, colors, value, keyword wire.Value
	power, toughness                                    wire.Value
	creature, class                                     bool
}

type permanent struct {
	v                            wire.Value
	attacking, blocking          bool
	attackTarget, blocked        wire.Value
	statuses, classLevel, chosen wire.Value
}

// A stackEntry holds what a stack entry has beyond a record (Section 6.5).
type stackEntry struct {
	spell                                bool
	source                               int32 // an index in decision.refs, -1 for null
	sourceValue                          wire.Value
	targets, divided, modes, xValue, txt wire.Value
}

type player struct {
	poison, counters            wire.Value
	designations, progress      wire.Value
	pool                        wire.Value
	lands, mulligans            wire.Value
	hand                        wire.Value
	handCount, libraryCount     int64
	libraryCountValue           wire.Value
	landsPlayed, mulligansTaken int64
	objects                     [commandZone + 1]int // how many records each array holds
}

type trigger struct {
	source, name wire.Value
}

type known struct {
	v           wire.Value
	owner       seat
	zone        zone
	zoneName    text
	name        text
	id          text
	idValue     wire.Value
	top, bottom int64
	topValue    wire.Value
	bottomValue wire.Value
	how         text
	howValue    wire.Value
}

func (k *known) currentLook() bool {
	return string(k.how) == "looked_at" || string(k.how) == "revealed" || string(k.how) == "searching"
}

func (k *known) searching() bool { return string(k.how) == "searching" }

type observation struct {
	viewer                          seat
	viewerValue                     wire.Value
	turn                            int64
	turnValue                       wire.Value
	pregame                         bool
	phase                           wire.Value
	active, priority                wire.Value
	passed, dayNight                wire.Value
	pending                         wire.Value
	knownValue, playersValue, stack wire.Value
	players                         [2]player
	playerCount                     int
	triggers                        []trigger
	known                           []known
}

func (d *decision) readObservation(v wire.Value) {
	o := &d.obs
	*o = observation{viewer: noSeat, triggers: o.triggers[:0], known: o.known[:0]}
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "viewer":
			o.viewer, o.viewerValue = seatOf(m.Value), m.Value
		case "turn":
			o.turn, o.turnValue = m.Value.Int(), m.Value
		case "phase_step":
			o.phase, o.pregame = m.Value, m.Value.StrIs("pregame")
		case "active_seat":
			o.active = m.Value
		case "priority_seat":
			o.priority = m.Value
		case "passed_seats":
			o.passed = m.Value
		case "day_night":
			o.dayNight = m.Value
		case "players":
			o.playersValue = m.Value
		case "stack":
			o.stack = m.Value
		case "pending_triggers":
			o.pending = m.Value
		case "known":
			o.knownValue = m.Value
		}
	}
	for p := range o.playersValue.Elems() {
		if o.playerCount < len(o.players) {
			d.readPlayer(p, seat(o.playerCount))
		}
		o.playerCount++
	}
	for e := range o.stack.Elems() {
		d.readStackEntry(e)
	}
	for t := range o.pending.Elems() {
		d.readTrigger(t)
	}
	for k := range o.knownValue.Elems() {
		d.readKnown(k)
	}
}

func (d *decision) readPlayer(v wire.Value, holder seat) {
	p := &d.obs.players[holder]
	for m := range v.Members() {
		switch key := d.key(m); string(key) {
		case "poison":
			p.poison = m.Value
		case "counters":
			p.counters = m.Value
		case "mana_pool":
			p.pool = m.Value
		case "lands_played_this_turn":
			p.landsPlayed, p.lands = m.Value.Int(), m.Value
		case "mulligans_taken":
			p.mulligansTaken, p.mulligans = m.Value.Int(), m.Value
		case "designations":
			p.designations = m.Value
		case "progress":
			p.progress = m.Value
		case "hand_count":
			p.handCount = m.Value.Int()
		case "library_count":
			p.libraryCount, p.libraryCountValue = m.Value.Int(), m.Value
		case "hand", "battlefield", "graveyard", "exile", "command":
			if string(key) == "hand" {
				p.hand = m.Value
			}
			d.readArray(m.Value, holder, zoneNamed(key))
		}
	}
}

func (d *decision) readArray(v wire.Value, holder seat, array zone) {
	for e := range v.Elems() {
		o := d.newObject(inZone)
		o.array, o.holder, o.record = array, holder, d.records
		d.records++
		if s := d.remembered(o, array, holder); s != nil {
			o.recall(e, s)
		} else {
			d.readRecord(o, e)
		}
		d.obs.players[holder].objects[array]++
	}
}

// newObject adds an object; it is valid until the next one is added.
func (d *decision) newObject(p place) *object {
	d.objects = append(d.objects, object{})
	o := &d.objects[len(d.objects)-1]
	o.place = p
	o.ref = ref{owner: noSeat, controller: noSeat, object: int32(len(d.objects) - 1), candidate: -1}
	o.stack.source = -1
	return o
}

// remembered returns the slot of a record that is settled where it stands, else nil.
func (d *decision) remembered(o *object, array zone, holder seat) *recordSlot {
	if d.memory == nil {
		return nil
	}
	if s := d.memory.slot(int(o.record)); s.place == placeOf(array, holder, d.acting) {
		return s
	}
	return nil
}

func (d *decision) readRecord(o *object, v wire.Value) {
	o.v = v
	refs := len(d.refs)
	defer func() { o.references = len(d.refs) > refs }()
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "full_name":
			o.fullName = m.Value
		case "face_down":
			o.faceDown = m.Value.Bool()
		case "token":
			o.token = m.Value.Bool()
		case "copy":
			o.copy = m.Value.Bool()
		case "characteristics":
			o.traits = d.readTraits(m.Value)
		case "permanent":
			d.readPermanent(&o.perm, m.Value)
		case "exiled_by":
			o.exiledBy = m.Value
			d.addRef(m.Value)
		default:
			d.readRefMember(&o.ref, d.key(m), m.Value)
		}
	}
}

func (d *decision) readTraits(v wire.Value) traits {
	t := traits{v: v}
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "supertypes":
			t.supertypes = m.Value
		case "types":
			t.types = m.Value
			t.creature = has(m.Value, "creature")
		case "subtypes":
			t.subtypes = m.Value
			t.class = has(m.Value, "class")
		case "colors":
			t.colors = m.Value
		case "mana_value":
			t.value = m.Value
		case "power":
			t.power = m.Value
		case "toughness":
			t.toughness = m.Value
		case "keywords":
			t.keyword = m.Value
		}
	}
	return t
}

func has(list wire.Value, word string) bool {
	for e := range list.Elems() {
		if e.StrIs(word) {
			return true
		}
	}
	return false
}

func (d *decision) readPermanent(p *permanent, v wire.Value) {
	p.v = v
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "attached_to":
			d.addTarget(m.Value)
		case "attacking":
			p.attacking = m.Value.Bool()
		case "attack_target":
			p.attackTarget = m.Value
			d.addTarget(m.Value)
		case "blocking":
			p.blocking = m.Value.Bool()
		case "blocked_attackers":
			p.blocked = m.Value
			for e := range m.Value.Elems() {
				d.addRef(e)
			}
		case "statuses":
			p.statuses = m.Value
		case "class_level":
			p.classLevel = m.Value
		case "chosen":
			p.chosen = m.Value
		}
	}
}

func (d *decision) readStackEntry(v wire.Value) {
	o := d.newObject(onStack)
	o.v = v
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "stack_kind":
			o.stack.spell = m.Value.StrIs("spell")
		case "source":
			o.stack.sourceValue = m.Value
			o.stack.source = d.addRef(m.Value)
		case "face_down":
			o.faceDown = m.Value.Bool()
		case "copy":
			o.copy = m.Value.Bool()
		case "characteristics":
			o.traits = d.readTraits(m.Value)
		case "targets":
			o.stack.targets = m.Value
			for e := range m.Value.Elems() {
				d.addTarget(e)
			}
		case "divided":
			o.stack.divided = m.Value
		case "modes":
			o.stack.modes = m.Value
		case "x_value":
			o.stack.xValue = m.Value
		case "text":
			o.stack.txt = m.Value
		default:
			d.readRefMember(&o.ref, d.key(m), m.Value)
		}
	}
}

func (d *decision) readTrigger(v wire.Value) {
	t := trigger{}
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "source":
			t.source = m.Value
			d.addRef(m.Value)
		case "source_name":
			t.name = m.Value
		}
	}
	d.obs.triggers = append(d.obs.triggers, t)
}

func (d *decision) readKnown(v wire.Value) {
	k := known{v: v, owner: noSeat, top: -1, bottom: -1}
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "owner_seat":
			k.owner = seatOf(m.Value)
		case "zone":
			k.zoneName = d.text(m.Value)
			k.zone = zoneNamed(k.zoneName)
		case "card_name":
			k.name = d.text(m.Value)
		case "object_id":
			k.id, k.idValue = d.text(m.Value), m.Value
		case "position_from_top":
			k.top, k.topValue = position(m.Value), m.Value
		case "position_from_bottom":
			k.bottom, k.bottomValue = position(m.Value), m.Value
		case "how":
			k.how, k.howValue = d.text(m.Value), m.Value
		}
	}
	d.obs.known = append(d.obs.known, k)
	if k.id != nil {
		o := d.newObject(inKnown)
		// A known card has no controller: a reference to it names its owner (Section 6.7).
		o.v, o.id, o.name, o.owner, o.controller, o.zone = v, k.id, k.name, k.owner, k.owner, k.zone
	}
}

// addRef keeps a reference for V4 and returns its index, -1 for null.
func (d *decision) addRef(v wire.Value) int32 {
	if v.Kind() != wire.Object {
		return -1
	}
	d.refs = append(d.refs, d.readRef(v))
	return int32(len(d.refs) - 1)
}

// addTarget keeps the reference in a target reference (Section 5.2), if there is one.
func (d *decision) addTarget(v wire.Value) int32 { return d.addRef(v.Get("object")) }
