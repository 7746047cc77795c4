package validator

// Section 6.4: most records of a decision stand in it word for word as they stood in the one before.

import (
	"hash/maphash"
	"math"

	"github.com/spellbench/sbconform/reference/wire"
)

// A recordMemory knows records by their text, in a table of fixed size in which one may take another's
// place. It makes a decision in the course of a game twice as fast as the first one.
//
// A record that had its shape has it again (V1). And one that references nothing, in a decision that
// broke no rule, is legal again in the same array in the eyes of the same viewer: all that is asked of
// a record alone depends on these and on the engine's declarations.
type recordMemory struct {
	seed  maphash.Seed
	slots [1024]recordSlot
	texts []uint64 // of the current decision's records, in the order of the text
}

// A recordSlot holds the fingerprint of a record's text, 64 bits under a key that no engine knows, and
// what is known of it: where it is legal and, if it is, what other checks ask of it.
type recordSlot struct {
	text  uint64
	place recordPlace

	id, name          span
	owner, controller seat
	token, copy       bool
}

// A span is a string within the text of its record, from 0 to 0 for null.
type span struct{ from, to uint16 }

func (s span) of(raw []byte) text {
	if s.to == 0 {
		return nil
	}
	return text(raw[s.from:s.to])
}

// A recordPlace says what is known of a record: nothing, that it has its shape, or from legalPlaces on
// where it is legal.
type recordPlace uint8

const (
	unknown recordPlace = iota
	walked
	legalPlaces
)

func placeOf(array zone, holder, viewer seat) recordPlace {
	return legalPlaces + recordPlace(array)<<2 + recordPlace(holder)<<1 + recordPlace(viewer)
}

func newRecordMemory() recordMemory { return recordMemory{seed: maphash.MakeSeed()} }

// forget forgets everything but the key.
func (m *recordMemory) forget() { m.slots = [len(m.slots)]recordSlot{} }

// next takes in the next record of the current decision and returns its slot.
func (m *recordMemory) next(v wire.Value) *recordSlot {
	m.texts = append(m.texts, maphash.Bytes(m.seed, v.Raw()))
	return m.slot(len(m.texts) - 1)
}

// slot returns the slot of the i-th record of the current decision, as unknown if another has taken it.
func (m *recordMemory) slot(i int) *recordSlot {
	s := &m.slots[m.texts[i]%uint64(len(m.slots))]
	if s.text != m.texts[i] {
		*s = recordSlot{text: m.texts[i]}
	}
	return s
}

// settle notes that the records of the decision are legal where they are. Where strings have escapes a
// record is not all in its text.
func (m *recordMemory) settle(d *decision) {
	for i := range d.objects {
		o := &d.objects[i]
		if o.place != inZone || o.settled || o.references || !d.plain || len(o.v.Raw()) > math.MaxUint16 {
			continue
		}
		s := m.slot(int(o.record))
		s.place = placeOf(o.array, o.holder, d.acting)
		s.id, s.name = o.spanOf("object_id"), o.spanOf("card_name")
		s.owner, s.controller, s.token, s.copy = o.owner, o.controller, o.token, o.copy
	}
}

func (o *object) spanOf(member string) span {
	v := o.v.Get(member)
	if v.Kind() != wire.String {
		return span{}
	}
	from := v.Offset() - o.v.Offset() + 1
	return span{uint16(from), uint16(from + len(inside(v)))}
}

// recall makes of a settled record what other checks than those of single records ask for.
func (o *object) recall(v wire.Value, s *recordSlot) {
	raw := v.Raw()
	o.v, o.settled = v, true
	o.id, o.name = s.id.of(raw), s.name.of(raw)
	o.owner, o.controller, o.zone = s.owner, s.controller, o.array
	o.token, o.copy = s.token, s.copy
}
