package validator

// V4, Sections 5.1 and 5.3: ids and references.

func (g *Game) checkUniqueIDs() {
	for i := range g.d.objects {
		if o := &g.d.objects[i]; o.ids.repeated {
			g.fail(o.v.Get("object_id"), "the id %s again", o.id)
		}
	}
}

func (g *Game) checkAbsent() {
	for i := range g.d.refs {
		if r := &g.d.refs[i]; r.object < 0 {
			g.fail(r.v, "a reference to %s, which is not in the observation", r.id)
		}
	}
}

func (g *Game) checkReferences() {
	for i := range g.d.refs {
		r := &g.d.refs[i]
		if r.object < 0 {
			continue
		}
		o := &g.d.objects[r.object]
		switch {
		case !r.name.same(o.name):
			g.fail(r.v.Get("card_name"), "card_name %s of %s, whose record says %s", r.name, r.id, o.name)
		case r.owner != o.owner:
			g.fail(r.v.Get("owner_seat"), "owner_seat %s of %s, whose record says %s", r.owner, r.id, o.owner)
		case r.controller != o.controller:
			g.fail(r.v.Get("controller_seat"), "controller_seat %s of %s, whose record says %s", r.controller, r.id, o.controller)
		case r.zone != o.zone:
			g.fail(r.v.Get("zone"), "zone %s of %s, whose record says %s", r.zone, r.id, o.zone)
		}
	}
}
