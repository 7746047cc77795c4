package validator

// Sections 7.5 and 8: what a partial group has been about so far.

import (
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// maxPicked bounds what is remembered of a group. No legal block is longer: its first decision offers
// every item, and a decision offers at most 4096 (Section 7.1).
const maxPicked = protocol.MaxCandidates

// A block holds the answers given in the seat's current group.
type block struct {
	unknown bool           // the group began before the first decision seen
	kind    *protocol.Kind // of the candidates at its first substep
	count   int64          // kindArrange: card_count
	picked  []picked

	offered, left   print // kindOrder: the sum of the items offered last, and of those still to place
	nOffered, nLeft int
	remaining       int64 // kindDistribute: the amount still to assign
}

type picked struct {
	subject print
	rank    int8 // kindArrange: the destination
	placed  bool // kindArrange: its place in the order has been picked
}

// A pick is the seat's last answer, if it picked for a selection that may go on in the next group.
type pick struct {
	live  bool
	scope print
	next  int64 // the selected_count after it
}

func (b *block) add(o *offer) {
	if len(b.picked) < maxPicked {
		b.picked = append(b.picked, picked{subject: o.subject, rank: o.rank})
	}
}

func (b *block) has(subject print) bool {
	for i := range b.picked {
		if b.picked[i].subject == subject {
			return true
		}
	}
	return false
}

// observe takes in the decision of the group's next substep.
func (b *block) observe(d *decision, offers []offer) {
	if d.group.index == 0 && len(d.candidates) > 0 {
		b.kind = d.candidates[0].kind
		b.count = d.candidates[0].int(fCardCount)
	}
	b.offered, b.nOffered = print{}, len(offers)
	for i := range offers {
		b.offered = b.offered.plus(offers[i].subject)
	}
}

// answer takes in the candidate chosen.
func (s *seatState) answer(p *pending, o *offer) {
	s.pick = pick{}
	switch o.kind {
	case kindOrder:
		if s.block.kind == kindArrange {
			s.block.place(o.subject)
			break
		}
		s.block.left, s.block.nLeft = s.block.offered.minus(o.subject), s.block.nOffered-1
		s.block.add(o)
	case kindDistribute:
		s.block.remaining = o.n
		s.block.add(o)
	case kindArrange, kindAttack:
		s.block.add(o)
	case kindTarget, kindSelect, kindMode:
		s.pick = pick{true, o.scope, o.n + 1}
		s.block.add(o)
	case kindMulligan:
		if o.keep {
			s.bottom = o.n
		} else {
			s.declined++
		}
	}
}

// place notes that the card's place in an arrangement has been picked.
func (b *block) place(card print) {
	for i := range b.picked {
		if b.picked[i].subject == card {
			b.picked[i].placed = true
		}
	}
}

// continues reports whether the decision goes on with the acting seat's partial group, so that what the
// group has been about so far is known.
func (g *Game) continues() bool {
	d := &g.d
	p := g.seats[d.acting].partial
	return p.count > 0 && !g.seats[d.acting].block.unknown && d.group == group{p.id, p.index + 1, p.count}
}

// offer keeps what the state needs of a candidate.
func (g *Game) offer(c *candidate) offer {
	o := offer{kind: c.kind}
	switch c.kind {
	case kindOrder:
		o.subject = g.item(c.f[fItem])
	case kindArrange:
		o.subject, o.rank = g.object(c.f[fCard]), rankOf(c.f[fDestination])
	case kindDistribute:
		o.subject, o.n = g.target(c.f[fRecipient]), c.int(fRemaining)-c.int(fAmount)
	case kindAttack:
		o.subject = g.object(c.f[fAttacker])
	case kindTarget:
		o.subject, o.scope, o.n = g.target(c.f[fTarget]), g.scope(c), c.int(fSelectedCount)
	case kindSelect:
		o.subject, o.scope, o.n = g.target(c.f[fChoice]), g.scope(c), c.int(fSelectedCount)
	case kindMode:
		o.subject, o.scope, o.n = g.printer.ofInt(c.int(fModeIndex)), g.scope(c), c.int(fSelectedCount)
	case kindMulligan:
		o.keep, o.n = c.f[fKeep].Bool(), c.int(fMulligansTaken)
	}
	return o
}

// scope tells apart the selections that a pick can belong to.
func (g *Game) scope(c *candidate) print {
	p := g.printer.of([]byte(c.kind.Name)).then(g.object(c.f[fSource]))
	return p.then(g.printer.of(textOf(c.f[fPurpose]))).then(g.printer.ofInt(c.int(fSlot)))
}

// object prints the object that a reference names, target what a target reference does, and item what
// an order_pick item does. An item's label is for people and does not tell items apart.
func (g *Game) object(ref wire.Value) print { return g.printer.of(textOf(ref.Get("object_id"))) }

func (g *Game) target(v wire.Value) print {
	if player := v.Get("player"); player.Exists() {
		return g.printer.of(textOf(player)).then(print{})
	}
	return g.object(v.Get("object"))
}

func (g *Game) item(v wire.Value) print {
	trigger := v.Get("trigger")
	if !trigger.Exists() {
		return g.object(v.Get("object"))
	}
	p := g.object(trigger.Get("source")).then(g.printer.of(textOf(trigger.Get("source_name"))))
	p = p.then(g.printer.ofInt(position(trigger.Get("ability_index")))).then(g.printer.ofInt(trigger.Get("instance").Int()))
	for e := range trigger.Get("event_objects").Elems() {
		p = p.then(g.object(e))
	}
	return p
}

var destinations = protocol.VocabularyOf("arrange_card.destination") // in the order of Section 7.5

func rankOf(destination wire.Value) int8 { return int8(destinations.Index(textOf(destination))) }
