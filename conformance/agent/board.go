package agent

// Section 6: the board that decisions of ours are posed on. It shows every field of an observation,
// and names outside ASCII, and is the same in every decision of a game: agents are shown legal streams
// only.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// A scenery makes the observations and references of one game, as seat p0 sees it.
type scenery struct {
	flags protocol.Flags
	turns uint64 // every decision is on a turn of its own
	looks int    // effects that have shown p0 cards of its library
}

// allFlags declares every optional field.
func allFlags() (f protocol.Flags) {
	for _, info := range protocol.ObservationFlags() {
		f.Set(info.Flag, true)
	}
	return f
}

// card is a record of a card whose owner controls it.
func card(id, name string, owner protocol.Seat, zone string, types ...string) protocol.Record {
	r := protocol.Record{
		Ref:      protocol.Ref{ObjectID: id, CardName: &name, Owner: owner, Controller: owner, Zone: zone},
		FullName: &name,
		Characteristics: &protocol.Characteristics{
			Types: types, Subtypes: []string{"human"}, Colors: []string{"red"}, ManaValue: 2, Keywords: &[]string{"haste"},
		},
	}
	if zone == "battlefield" {
		r.Permanent = &protocol.Permanent{Counters: map[string]uint32{"p1p1": 1}, Statuses: &[]string{"monstrous"}, Chosen: &[]protocol.Chosen{}}
	}
	return r
}

func creature(id, name string, owner protocol.Seat) protocol.Record {
	r := card(id, name, owner, "battlefield", "creature")
	r.Characteristics.Power, r.Characteristics.Toughness = protocol.Ptr(int32(2)), protocol.Ptr(int32(2))
	return r
}

// faceDown turns a record over; the other seat's loses its name.
func faceDown(r protocol.Record) protocol.Record {
	r.FaceDown = true
	c := *r.Characteristics
	c.Subtypes, c.Colors, c.ManaValue, c.Keywords = nil, nil, 0, &[]string{}
	r.Characteristics = &c
	if r.Owner != protocol.P0 {
		r.CardName, r.FullName = nil, nil
	}
	return r
}

// The objects of the board. Those with capitals in their ids are p1's.
var (
	bolt    = card("o-bolt", "Lightning Bolt", protocol.P0, "hand", "instant")
	vault   = card("o-vault", "Lim-Dûl's Vault", protocol.P0, "hand", "instant")
	forest  = card("o-forest", "Forest", protocol.P0, "hand", "land")
	grunt   = creature("o-grunt", "Jötun Grunt", protocol.P0)
	ogre    = creature("o-ogre", "Gray Ogre", protocol.P0)
	masked  = faceDown(creature("o-masked", "Hooded Hydra", protocol.P0))
	shock   = card("o-shock", "Shock", protocol.P0, "graveyard", "instant")
	opt     = card("o-opt", "Opt", protocol.P0, "exile", "instant")
	elves   = creature("o-ELVES", "Llanowar Elves", protocol.P1)
	wall    = creature("o-WALL", "Wall of Omens", protocol.P1)
	masked1 = faceDown(creature("o-MASKED", "Willbender", protocol.P1))
	duress  = card("o-DURESS", "Duress", protocol.P1, "graveyard", "sorcery")
	strike  = protocol.Ref{ObjectID: "o-strike", CardName: protocol.Ptr("Lightning Strike"), Owner: protocol.P0, Controller: protocol.P0, Zone: "stack"}
	rally   = protocol.Ref{ObjectID: "o-rally", CardName: protocol.Ptr("Jötun Grunt"), Owner: protocol.P0, Controller: protocol.P0, Zone: "stack"}
)

func object(r protocol.Ref) *protocol.Target  { return &protocol.Target{Object: &r} }
func person(s protocol.Seat) *protocol.Target { return &protocol.Target{Player: s} }

// midgame is a turn of p0, with cards in every zone.
func (s *scenery) midgame() protocol.Observation {
	s.turns++
	attached := ogre
	p := *attached.Permanent
	p.Tapped, p.SummoningSick, p.Damage = true, true, 1
	p.Statuses = &[]string{}
	p.Chosen = &[]protocol.Chosen{{Kind: "color", Value: "red"}, {Kind: "other", Value: "Ünïcödé 😀"}}
	attached.Permanent = &p
	exiled := opt
	exiled.ExiledBy = &grunt.Ref
	o := protocol.Observation{
		Viewer: protocol.P0, Turn: s.turns, PhaseStep: "precombat_main", ActiveSeat: protocol.Ptr(protocol.P0), PrioritySeat: protocol.Ptr(protocol.P0),
		PassedSeats: &[]protocol.Seat{}, DayNight: protocol.Ptr("none"),
		Players: [2]protocol.Player{player(protocol.P0), player(protocol.P1)},
		Stack: []protocol.StackEntry{
			{Ref: strike, StackKind: "spell", Characteristics: bolt.Characteristics, Targets: []*protocol.Target{object(elves.Ref), nil},
				Divided: &[]uint32{2, 1}, Modes: &[]uint32{0}, XValue: protocol.Ptr(uint32(3)), Text: protocol.Ptr("\"Strike\" \\ the elves\n")},
			{Ref: rally, StackKind: "triggered_ability", Source: &grunt.Ref, Targets: []*protocol.Target{person(protocol.P1)}},
		},
		PendingTriggers: &[]protocol.PendingTrigger{{Source: &grunt.Ref, SourceName: grunt.CardName, ControllerSeat: protocol.P0}},
		Known: []protocol.Known{
			{OwnerSeat: protocol.P0, Zone: "library", CardName: "Mountain", PositionFromTop: protocol.Ptr(uint32(3)), How: "looked_at"},
			{OwnerSeat: protocol.P1, Zone: "hand", CardName: "Counterspell", How: "revealed"},
		},
	}
	mine, theirs := &o.Players[0], &o.Players[1]
	mine.Hand, mine.HandCount = &[]protocol.Record{bolt, vault, forest}, 3
	mine.Battlefield = []protocol.Record{grunt, attached, masked}
	mine.Graveyard, mine.Exile = []protocol.Record{shock}, []protocol.Record{exiled}
	mine.Life, mine.ManaPool[4] = -2, 1
	theirs.HandCount = 3
	theirs.Battlefield, theirs.Graveyard = []protocol.Record{elves, wall, masked1}, []protocol.Record{duress}
	return s.show(o)
}

// pregame is before the first turn: seven cards a side, and no choice made.
func (s *scenery) pregame() protocol.Observation {
	var hand []protocol.Record
	for i := range 7 {
		hand = append(hand, card(fmt.Sprintf("o-hand-%d", i), "Forest", protocol.P0, "hand", "land"))
	}
	o := protocol.Observation{
		Viewer: protocol.P0, PhaseStep: "pregame", PassedSeats: &[]protocol.Seat{}, DayNight: protocol.Ptr("none"),
		Players: [2]protocol.Player{player(protocol.P0), player(protocol.P1)}, PendingTriggers: &[]protocol.PendingTrigger{},
	}
	for i := range o.Players {
		o.Players[i].HandCount = 7
	}
	o.Players[0].Hand = &hand
	return s.show(o)
}

func player(who protocol.Seat) protocol.Player {
	return protocol.Player{
		Seat: who, Life: 20, Poison: protocol.Ptr(uint32(0)), Counters: &map[string]uint32{"energy": 2}, LibraryCount: 10,
		Designations: &[]string{}, Progress: &protocol.Progress{},
	}
}

// A view is an observation in which p0 sees cards of its library, with the references to them.
type view struct {
	protocol.Observation
	cards []protocol.Ref
}

// looking is midgame while p0 looks at the two cards on top of its library, each time with fresh ids.
func (s *scenery) looking() view {
	return s.viewing("looked_at", protocol.Ptr(uint32(0)), protocol.Ptr(uint32(1)))
}

// searching is midgame while p0 searches its library.
func (s *scenery) searching() view { return s.viewing("searching", nil, nil) }

func (s *scenery) viewing(how string, first, second *uint32) view {
	v := view{Observation: s.midgame()}
	s.looks++
	var entries []protocol.Known
	for i, c := range []struct {
		name string
		at   *uint32
	}{{"Island", first}, {"Ætherling", second}} {
		id := fmt.Sprintf("o-look-%d-%d", s.looks, i)
		v.cards = append(v.cards, protocol.Ref{ObjectID: id, CardName: &c.name, Owner: protocol.P0, Controller: protocol.P0, Zone: "library"})
		entries = append(entries, protocol.Known{OwnerSeat: protocol.P0, Zone: "library", CardName: c.name, ObjectID: &id, PositionFromTop: c.at, How: how})
	}
	// Known entries are sorted by owner, zone and name (Section 6.7), and Æ comes after all of ASCII.
	if len(v.Known) > 0 {
		v.Known = []protocol.Known{entries[0], v.Known[0], entries[1], v.Known[1]}
	} else {
		v.Known = entries
	}
	return v
}

// show takes away what the flags do not declare (Section 6.9).
func (s *scenery) show(o protocol.Observation) protocol.Observation {
	f := &s.flags
	clear(&o.PassedSeats, f.PassedSeats)
	clear(&o.DayNight, f.DayNight)
	clear(&o.PendingTriggers, f.PendingTriggers)
	if !f.KnownCards {
		o.Known = nil
	}
	for i := range o.Players {
		p := &o.Players[i]
		clear(&p.Poison, f.Poison)
		clear(&p.Counters, f.PlayerCounters)
		clear(&p.Designations, f.Designations)
		clear(&p.Progress, f.PlayerProgress)
		for _, zone := range []*[]protocol.Record{p.Hand, &p.Battlefield, &p.Graveyard, &p.Exile, &p.Command} {
			if zone == nil {
				continue
			}
			shown := make([]protocol.Record, len(*zone))
			for j, r := range *zone {
				shown[j] = s.record(r)
			}
			*zone = shown
		}
	}
	for i := range o.Stack {
		e := &o.Stack[i]
		clear(&e.Text, f.StackText)
		e.Characteristics = s.characteristics(e.Characteristics)
	}
	return o
}

func (s *scenery) record(r protocol.Record) protocol.Record {
	clear(&r.FullName, s.flags.FullName)
	clear(&r.ExiledBy, s.flags.ExiledBy)
	r.Characteristics = s.characteristics(r.Characteristics)
	if r.Permanent != nil {
		p := *r.Permanent
		clear(&p.Statuses, s.flags.PermanentDetails)
		clear(&p.Chosen, s.flags.PermanentDetails)
		r.Permanent = &p
	}
	return r
}

func (s *scenery) characteristics(c *protocol.Characteristics) *protocol.Characteristics {
	if c == nil || s.flags.Keywords {
		return c
	}
	copy := *c
	copy.Keywords = nil
	return &copy
}

func clear[T any](field **T, declared bool) {
	if !declared {
		*field = nil
	}
}

// fromP1 turns the table around: the decision of p0 becomes the same decision of p1.
func fromP1(decision []byte) []byte {
	n := text(decision).node()
	var swap func(*protocolgen.Node)
	swap = func(n *protocolgen.Node) {
		for _, k := range n.Kids {
			swap(k)
		}
		switch {
		case n.Kind != wire.String:
		case n.Str == "p0":
			n.Str = "p1"
		case n.Str == "p1":
			n.Str = "p0"
		}
	}
	swap(n)
	o := n.Get("observation")
	slices.Reverse(o.Get("players").Kids) // p0 comes first in both
	// Known entries are sorted by owner first (Section 6.7).
	slices.SortStableFunc(o.Get("known").Kids, func(a, b *protocolgen.Node) int {
		return cmp.Compare(a.Get("owner_seat").Str, b.Get("owner_seat").Str)
	})
	return n.JSON()
}
