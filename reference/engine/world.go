package engine

// The world: objects, zones and players, and the one way in which objects move. It knows the rules of
// none of the decisions; whatever it holds can be copied and looked at.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A seat is an index: 0 for p0, 1 for p1.
type seat int8

const nobody seat = -1

func (s seat) other() seat { return 1 - s }

// wire returns the seat as messages spell it.
func (s seat) wire() protocol.Seat { return protocol.Seats[s] }

// A zone is one of the seven of Section 5.1.
type zone int8

const (
	library zone = iota
	hand
	battlefield
	graveyard
	stack
	exile
	command
	gone // an object whose card has moved on
)

var zoneNames = [...]string{"library", "hand", "battlefield", "graveyard", "stack", "exile", "command"}

func (z zone) wire() string { return zoneNames[z] }

// A handle names one object: one stay of a card in one zone (CR 400.7). Whoever still holds the handle
// of an object that has left finds it gone and can never mistake its card's next stay for it.
type handle int32

// noObject is the handle of nothing; it is always gone.
const noObject handle = 0

// An object is a card during one stay in one zone.
type object struct {
	card       *card
	owner      seat
	controller seat
	zone       zone
	before     handle    // the object that its card was in its last zone, or noObject
	ids        [2]string // what each seat calls it; see id
	looks      [2]int    // effects that have shown it to each seat
	undone     int       // rewinds that have brought it back

	faceDown bool
	lookers  [2]bool // who may look at it face down, besides the controller of a permanent or spell
	token    bool
	copied   bool
	exiledBy handle // the object whose effect exiled it and may return it

	// An object that is referred to by others keeps its maps and slices: they are replaced, never
	// changed, so that a copy of the object is a copy of its state.

	// on the battlefield
	tapped   bool
	sick     bool // not under this control since the controller's turn began (CR 302.6)
	damage   uint32
	attacks  *target // what it attacks, or nil
	blocked  bool    // it stays so when its blockers leave (CR 509.1h)
	blocking bool
	blocks   []handle
	counters map[string]uint32
	attached *target
	statuses []string
	chosen   []protocol.Chosen
	level    uint32 // of a Class
	phased   bool

	// on the stack
	targets []target
	ability string // its stack_kind, or "" for a spell
	source  handle // of an ability
	divided *[]uint32
	modes   *[]uint32
	x       *uint32
}

// A target is a player or else an object.
type target struct {
	player seat // nobody when it is an object
	object handle
}

func playerTarget(s seat) target   { return target{player: s} }
func objectTarget(h handle) target { return target{player: nobody, object: h} }

// A player is one seat's side of the world.
type player struct {
	life        int32
	pool        protocol.ManaPool
	landsPlayed uint32 // this turn
	mulligans   uint32
	shuffles    int  // of the library, so that each has its own stream
	drewNothing bool // has drawn from an empty library (CR 704.5b)

	// zones holds the player's objects by zone, except the stack. Index 0 is the top of the library
	// and the oldest object elsewhere. The battlefield lists what the player controls.
	zones [command + 1][]handle
	knows []placed // see knowledge.go
	holds []held
	looks []look

	poison       uint32
	counters     map[string]uint32
	designations []string
	progress     protocol.Progress
}

// A world is a whole game state.
type world struct {
	faults  *faults
	secret  protocol.GameSecret
	minter  protocol.IDMinter
	objects []*object // by handle; a handle is never used twice
	players [2]player
	stack   []handle // index 0 is the bottom

	turn   uint64
	phase  string // observation.phase_step
	active seat   // nobody until the starting player is known
	holder seat   // who has priority, or nobody
	passed []seat // who has passed in succession
	attack bool   // attackers were declared in this combat

	dayNight string
	triggers []trigger // waiting to be put on the stack
}

// A trigger is a triggered ability that waits to be put on the stack (Section 6.6).
type trigger struct {
	source     handle
	controller seat
	label      string
	ability    int      // the index of the ability
	instance   int      // numbers triggers that are otherwise alike
	events     []handle // the objects of the triggering event
	optional   bool
}

func newWorld(secret protocol.GameSecret, f *faults) *world {
	w := &world{
		faults: f, secret: secret, minter: secret.Minter(), objects: []*object{{zone: gone}},
		phase: "pregame", active: nobody, holder: nobody, dayNight: "none",
	}
	for s := range w.players {
		w.players[s].life = 20
	}
	return w
}

// add makes a new object of s, in no list yet.
func (w *world) add(c *card, owner seat, z zone) handle {
	w.objects = append(w.objects, &object{card: c, owner: owner, controller: owner, zone: z})
	return handle(len(w.objects) - 1)
}

// list returns the list that holds the objects of z which owner owns, or on the battlefield controls.
func (w *world) list(s seat, z zone) *[]handle {
	if z == stack {
		return &w.stack
	}
	return &w.players[s].zones[z]
}

// move takes h out of its zone and puts its card last into another: a new object, whose handle it
// returns. Last is the bottom of a library, the top of the stack and the youngest elsewhere.
func (w *world) move(h handle, to zone) handle {
	o := w.objects[h]
	at := len(*w.list(o.owner, to))
	if o.zone == to && to != battlefield {
		at-- // the card itself leaves the list first
	}
	return w.moveTo(h, to, at)
}

// moveTo puts the card of h at an index of its owner's list of a zone.
func (w *world) moveTo(h handle, to zone, at int) handle { return w.relocate(h, to, at, false) }

// relocate is moveTo for a card that may arrive face down.
func (w *world) relocate(h handle, to zone, at int, faceDown bool) handle {
	o := w.objects[h]
	from := o.zone
	wasSeen := [2]bool{w.seen(0, o), w.seen(1, o)}
	w.leave(h, to)
	n := w.add(o.card, o.owner, to)
	w.objects[n].before = h
	w.objects[n].sick = to == battlefield
	w.objects[n].faceDown = faceDown
	l := w.list(o.owner, to)
	*l = slices.Insert(*l, at, n)
	w.moved(n, from, wasSeen, at < len(*l)-1)
	return n
}

// leave takes h out of its zone. A token or an ability leaves for nowhere.
func (w *world) leave(h handle, to zone) {
	o := w.objects[h]
	from := w.list(o.owner, o.zone)
	if o.zone == battlefield {
		from = w.list(o.controller, o.zone)
	}
	i := slices.Index(*from, h)
	if o.zone == library {
		w.leaving(h, i, to)
	}
	*from = slices.Delete(*from, i, i+1)
	o.zone = gone
}

// seen reports whether viewer sees which card o is, for it lies openly or viewer may look at it.
func (w *world) seen(viewer seat, o *object) bool {
	switch {
	case o.zone == library, o.zone == gone:
		return false
	case o.zone == hand:
		return false // its owner knows it by other ways
	case !o.faceDown:
		return true
	}
	return o.lookers[viewer] || o.zone != exile && o.controller == viewer
}

// create puts a token onto the battlefield.
func (w *world) create(c *card, s seat) handle {
	h := w.add(c, s, battlefield)
	w.objects[h].token, w.objects[h].sick = true, true
	l := w.list(s, battlefield)
	*l = append(*l, h)
	return h
}

// dies moves a permanent to the graveyard, where a token is not for long (CR 111.7).
func (w *world) dies(h handle) {
	if w.objects[h].token {
		w.leave(h, gone)
		return
	}
	w.move(h, graveyard)
}

// find returns the first object of s in a zone with a name, or noObject.
func (w *world) find(s seat, z zone, name string) handle {
	for _, h := range w.players[s].zones[z] {
		if w.objects[h].card.name == name {
			return h
		}
	}
	return noObject
}

// shuffle randomizes a library (CR 701.24) from a stream of its own.
func (w *world) shuffle(s seat) {
	p := &w.players[s]
	w.stream(string(s.wire()), "library_shuffle", p.shuffles).shuffle(p.zones[library])
	p.shuffles++
	for v := range w.players {
		w.forgetLibrary(seat(v), s)
	}
}

// shuffleHand shuffles a hand into its owner's library.
func (w *world) shuffleHand(s seat) {
	w.forgetHand(s)
	for cards := &w.players[s].zones[hand]; len(*cards) > 0; {
		w.move((*cards)[0], library)
	}
	w.shuffle(s)
}

// draw moves the top card of a library to its owner's hand (CR 121.1).
func (w *world) draw(s seat) {
	p := &w.players[s]
	if len(p.zones[library]) == 0 {
		p.drewNothing = true
		return
	}
	w.move(p.zones[library][0], hand)
}

// there reports whether h is still in zone z.
func (w *world) there(h handle, z zone) bool { return w.objects[h].zone == z }

// permanents returns the handles of what s controls on the battlefield for which ok holds, oldest first.
func (w *world) permanents(s seat, ok func(*object) bool) []handle {
	var hs []handle
	for _, h := range w.players[s].zones[battlefield] {
		if ok(w.objects[h]) {
			hs = append(hs, h)
		}
	}
	return hs
}

func isCreature(o *object) bool { return o.card.is("creature") }
