package validator

// V6 and V7, Sections 5.3 and 6.8: face-down objects, and ids that give objects away.

import "github.com/spellbench/sbconform/reference/wire"

// concealed reports whether V6 protects o: a face-down permanent or spell that the viewer does not
// control. In exile the effect may let the viewer look (Section 6.8), which the wire does not show.
func (d *decision) concealed(o *object) bool {
	return !o.settled && o.faceDown && o.controller != d.acting && (o.zone == battlefieldZone || o.zone == stackZone)
}

func (g *Game) checkFaceDownName() {
	for i := range g.d.objects {
		o := &g.d.objects[i]
		switch {
		case !g.d.concealed(o):
		case o.name != nil:
			g.fail(o.v.Get("card_name"), "%s names a face-down object of %s", o.name, o.controller)
		case o.fullName.Kind() == wire.String:
			g.fail(o.fullName, "%s names a face-down object of %s", quote(o.fullName), o.controller)
		}
	}
}

func (g *Game) checkFaceDownTraits() {
	for i := range g.d.objects {
		o := &g.d.objects[i]
		t := &o.traits
		if !g.d.concealed(o) || t.v.Kind() != wire.Object {
			continue
		}
		var shown wire.Value
		switch {
		case t.supertypes.Len() > 0:
			shown = t.supertypes
		case t.types.Len() != 1 || !t.creature:
			shown = t.types
		case t.subtypes.Len() > 0:
			shown = t.subtypes
		case t.colors.Len() > 0:
			shown = t.colors
		case t.value.Int() != 0:
			shown = t.value
		case t.keyword.Len() > 1 || t.keyword.Len() == 1 && !has(t.keyword, "ward"):
			shown = t.keyword
		default:
			continue
		}
		g.fail(shown, "a face-down object of %s shows %s", o.controller, quote(shown))
	}
}

func (g *Game) checkFaceDownDetails() {
	for i := range g.d.objects {
		o := &g.d.objects[i]
		if !g.d.concealed(o) {
			continue
		}
		for _, v := range [...]wire.Value{o.perm.classLevel, o.perm.chosen, o.stack.targets, o.stack.divided, o.stack.modes, o.stack.xValue} {
			if v.Exists() && !v.IsNull() && (v.Kind() != wire.Array || v.Len() > 0) {
				g.fail(v, "a face-down object of %s shows %s", o.controller, quote(v))
				break
			}
		}
	}
}

func (g *Game) checkReturned() {
	for i := range g.d.objects {
		if o := &g.d.objects[i]; o.ids.returned {
			g.fail(o.v.Get("object_id"), "the id %s left %s's observation and is back", o.id, g.d.acting)
		}
	}
}

func (g *Game) checkTwoZones() {
	for i := range g.d.objects {
		if o := &g.d.objects[i]; o.ids.zone != noZone {
			g.fail(o.v.Get("object_id"), "the id %s, now in %s, was in %s", o.id, o.zone, o.ids.zone)
		}
	}
}

func (g *Game) checkTwoOwners() {
	for i := range g.d.objects {
		if o := &g.d.objects[i]; o.ids.owner != noSeat {
			g.fail(o.v.Get("object_id"), "the id %s of %s's object was of one of %s", o.id, o.owner, o.ids.owner)
		}
	}
}
