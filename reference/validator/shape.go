package validator

// V1, Sections 6 and 7: whether the parts of a decision have the shapes of the protocol's table.
//
// Object records are most of a decision; what recordMemory knows of them need not be walked again. The
// table's own walker judges everything else, and says what is wrong with a decision.

import (
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

var (
	recordShape = recordIn(protocol.ObservationShape())
	// holders are the shapes with records somewhere below them.
	holders = holdersIn(map[*protocol.Shape]bool{}, protocol.SeatDecisionShape())
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

func holdersIn(found map[*protocol.Shape]bool, s *protocol.Shape) map[*protocol.Shape]bool {
	below := s.Elem != nil && (s.Elem == recordShape || holdersIn(found, s.Elem)[s.Elem])
	for i := range s.Fields {
		below = holdersIn(found, s.Fields[i].Shape)[s.Fields[i].Shape] || below
	}
	if below {
		found[s] = true
	}
	return found
}

// fits reports whether v has the shape s. false says only that the table's walker must look.
func (g *Game) fits(s *protocol.Shape, v wire.Value) bool {
	switch {
	case s == recordShape:
		return g.recordFits(v)
	case !holders[s] || len(s.Constraints)+len(s.Rules) > 0 || s.Ordered || s.Distinct != protocol.Never:
		return s.Check(v, g.opts.Reading) == nil
	case v.IsNull():
		return s.Nullable
	case s.Type == protocol.Struct && !s.Open && v.Kind() == wire.Object:
		return g.fieldsFit(s, v)
	case s.Type == protocol.List && v.Kind() == wire.Array:
		return g.elementsFit(s, v)
	}
	return false
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
func (g *Game) fieldsFit(s *protocol.Shape, v wire.Value) bool {
	n := 0
	for m := range v.Members() {
		name := g.d.key(m)
		at := n
		if at >= len(s.Fields) || s.Fields[at].Name != string(name) {
			for at = range s.Fields {
				if s.Fields[at].Name == string(name) {
					break
				}
			}
		}
		if f := &s.Fields[at]; f.Name != string(name) || !g.fits(f.Shape, m.Value) {
			return false
		}
		n++
	}
	return n == len(s.Fields)
}

func (g *Game) elementsFit(s *protocol.Shape, v wire.Value) bool {
	n := int64(0)
	for e := range v.Elems() {
		if !g.fits(s.Elem, e) || s.BySeat && (n > 1 || !e.Get("seat").StrIs(string(protocol.Seats[n]))) {
			return false
		}
		n++
	}
	return n >= s.Min && (s.Max == 0 || n <= s.Max) && (n > 0 || !s.NonEmpty.In(g.opts.Reading))
}
