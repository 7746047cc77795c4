package validator

// V1, Sections 6 and 7: whether the parts of a decision have the shapes of the protocol's table.
//
// Most of a decision stands in it as it stood in the one before. What is above object records is gone
// through here; records, and all else, are known by their text (recordMemory, shapeMemory), and only what
// is new is left to the table's own walker. It also says what is wrong with a decision.

import (
	"hash/maphash"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

var (
	recordShape  = recordIn(protocol.ObservationShape())
	decisionForm = formOf(protocol.SeatDecisionShape(), new(uint64))
)

func recordIn(observation *protocol.Shape) *protocol.Shape {
	return fieldOf(fieldOf(observation, "players").Elem, "graveyard").Elem
}

func fieldOf(s *protocol.Shape, name string) *protocol.Shape {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return s.Fields[i].Shape
		}
	}
	panic("the protocol's table has no field " + name)
}

// A form is a shape with what is to be done about it: a record is looked up; what is above records is
// gone through here; all else is the walker's.
type form struct {
	shape  *protocol.Shape
	number uint64 // no other form has it
	kind   formKind
	fields []form // of an object above records
	elem   *form  // of a list above records
}

type formKind uint8

const (
	walkedForm formKind = iota
	recordForm
	objectForm
	listForm
)

func formOf(s *protocol.Shape, forms *uint64) form {
	*forms++
	f := form{shape: s, number: *forms}
	switch {
	case s == recordShape:
		f.kind = recordForm
	case len(s.Constraints)+len(s.Rules) > 0 || s.Ordered || s.Distinct != protocol.Never:
	case s.Type == protocol.Struct && !s.Open:
		above := false
		for i := range s.Fields {
			f.fields = append(f.fields, formOf(s.Fields[i].Shape, forms))
			above = above || f.fields[i].kind != walkedForm
		}
		if above {
			f.kind = objectForm
		}
	case s.Type == protocol.List:
		if elem := formOf(s.Elem, forms); elem.kind != walkedForm {
			f.kind, f.elem = listForm, &elem
		}
	}
	return f
}

// fits reports whether v has the form f. false says only that the table's walker must look.
func (g *Game) fits(f *form, v wire.Value) bool {
	switch f.kind {
	case recordForm:
		return g.recordFits(v)
	case objectForm:
		if v.Kind() == wire.Object {
			return g.fieldsFit(f, v)
		}
		return v.IsNull() && f.shape.Nullable
	case listForm:
		if v.Kind() == wire.Array {
			return g.elementsFit(f, v)
		}
		return v.IsNull() && f.shape.Nullable
	}
	if v.Kind() < wire.Array {
		return f.shape.Check(v, g.opts.Reading) == nil
	}
	slot, text := g.shapes.find(f, v)
	if *slot == text {
		return true
	}
	if f.shape.Check(v, g.opts.Reading) != nil {
		return false
	}
	*slot = text
	return true
}

// A shapeMemory knows the texts of arrays and objects that had their shape, in a table of fixed size in
// which one may take another's place.
type shapeMemory struct {
	seed  maphash.Seed
	texts [2048]uint64
}

// forget forgets everything but the key.
func (m *shapeMemory) forget() { m.texts = [len(m.texts)]uint64{} }

// find returns the slot of v as a value of the form, and what it holds if v is known: 64 bits under a key
// that no engine knows.
func (m *shapeMemory) find(f *form, v wire.Value) (slot *uint64, text uint64) {
	const odd = 0x9e3779b97f4a7c15 // so that a text has a place of its own for each form
	text = maphash.Bytes(m.seed, v.Raw()) + f.number*odd
	return &m.texts[text%uint64(len(m.texts))], text
}

func (g *Game) recordFits(v wire.Value) bool {
	slot := g.records.next(v)
	if slot.place == unknown {
		if recordShape.Check(v, g.opts.Reading) != nil {
			return false
		}
		slot.place = walked
	}
	return true
}

// Strict JSON has no key twice: as many known members as fields are all of them.
func (g *Game) fieldsFit(f *form, v wire.Value) bool {
	fields, n := f.shape.Fields, 0
	for m := range v.Members() {
		name := g.d.key(m)
		at := n
		if at >= len(fields) || fields[at].Name != string(name) {
			for at = range fields {
				if fields[at].Name == string(name) {
					break
				}
			}
		}
		if fields[at].Name != string(name) || !g.fits(&f.fields[at], m.Value) {
			return false
		}
		n++
	}
	return n == len(fields)
}

func (g *Game) elementsFit(f *form, v wire.Value) bool {
	s, n := f.shape, int64(0)
	for e := range v.Elems() {
		if !g.fits(f.elem, e) || s.BySeat && (n > 1 || !e.Get("seat").StrIs(string(protocol.Seats[n]))) {
			return false
		}
		n++
	}
	return n >= s.Min && (s.Max == 0 || n <= s.Max) && (n > 0 || !s.NonEmpty.In(g.opts.Reading))
}
