package engine

// Section 8: an action that can't be completed is undone, and the priority decision is posed again
// without it.

import "slices"

// attempt gives s priority. It carries out the act chosen; if that fails, everything since is undone and
// s is asked again without that act. Only a tour that needs rewind to be declared attempts anything.
func (g *game) attempt(s seat, acts []act, carryOut func(act int) bool) {
	open := make([]int, len(acts))
	for i := range open {
		open[i] = i
	}
	for again := false; ; again = true {
		offered := make([]act, len(open))
		for i, a := range open {
			offered[i] = acts[a]
		}
		before, groups := g.world.clone(), g.groups
		i := g.priority(s, again, offered)
		if i < 0 || carryOut(open[i]) {
			return
		}
		g.undo(before, groups)
		open = slices.Delete(open, i, i+1)
	}
}

// undo takes the world back. What has been answered stays counted; groups that were begun since are
// abandoned, and their ids are not used again. An object that had left comes back under fresh ids,
// since an id that has left an observation never returns (Section 5.3).
func (g *game) undo(before *world, groups uint64) {
	now := g.world
	for h, o := range now.objects {
		if h >= len(before.objects) {
			before.objects = append(before.objects, &object{card: o.card, owner: o.owner, controller: o.controller, zone: gone})
			continue
		}
		was := before.objects[h]
		was.looks, was.undone = o.looks, o.undone
		if was.zone != o.zone {
			was.ids, was.undone = [2]string{}, o.undone+1
		} else {
			was.ids = o.ids
		}
	}
	g.world, g.groups = before, groups
	for s := range g.counters {
		if c := &g.counters[s]; c.count > 0 {
			c.group++
			c.count = 0
		}
	}
}
