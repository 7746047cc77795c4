package engine

// A copy of a world, for taking actions back and for probing.

import "slices"

// clone returns a copy that shares nothing with w that is ever changed.
func (w *world) clone() *world {
	c := *w
	c.objects = make([]*object, len(w.objects))
	for i, o := range w.objects {
		own := *o
		own.targets, own.blocks = slices.Clone(o.targets), slices.Clone(o.blocks)
		c.objects[i] = &own
	}
	for s := range c.players {
		p := &c.players[s]
		for z := range p.zones {
			p.zones[z] = slices.Clone(p.zones[z])
		}
		p.knows, p.holds, p.looks = slices.Clone(p.knows), slices.Clone(p.holds), slices.Clone(p.looks)
	}
	c.stack, c.passed, c.triggers = slices.Clone(w.stack), slices.Clone(w.passed), slices.Clone(w.triggers)
	return &c
}
