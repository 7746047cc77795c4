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

	// on the battlefield
	tapped   bool
	sick     bool // not under this control since the controller's turn began (CR 302.6)
	damage   uint32
	attacks  seat // the player it attacks, or nobody
	blocked  bool // it stays so when its blockers leave (CR 509.1h)
	blocking bool
	blocks   []handle

	// on the stack
	targets []target
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
}

func newWorld(secret protocol.GameSecret, f *faults) *world {
	w := &world{
		faults: f, secret: secret, minter: secret.Minter(), objects: []*object{{zone: gone}},
		phase: "pregame", active: nobody, holder: nobody,
	}
	for s := range w.players {
		w.players[s].life = 20
	}
	return w
}

// add makes a new object of s, in no list yet.
func (w *world) add(c *card, owner seat, z zone) handle {
	w.objects = append(w.objects, &object{card: c, owner: owner, controller: owner, zone: z, attacks: nobody})
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
	from := w.list(o.owner, o.zone)
	if o.zone == battlefield {
		from = w.list(o.controller, o.zone)
	}
	i := slices.Index(*from, h)
	*from = slices.Delete(*from, i, i+1)
	if o.zone == library {
		w.forget(h)
	}
	o.zone = gone

	n := w.add(o.card, o.owner, to)
	w.objects[n].before = h
	w.objects[n].sick = to == battlefield
	l := w.list(o.owner, to)
	*l = append(*l, n)
	return n
}

// shuffle randomizes a library (CR 701.24) from a stream of its own.
func (w *world) shuffle(s seat) {
	p := &w.players[s]
	w.stream(string(s.wire()), "library_shuffle", p.shuffles).shuffle(p.zones[library])
	p.shuffles++
	w.forgetLibrary(s)
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
