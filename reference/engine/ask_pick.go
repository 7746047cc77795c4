package engine

// Section 7.5: targets, selections and modes, one pick a decision. A fixed number of picks is one
// group, a variable one is a group for each decision and ends with a finish candidate.

import "slices"

// picks has s pick minimum to maximum of n things. offer offers the pick of the i-th after picked
// earlier ones, and finish the end. It returns what was picked, in order.
func (g *game) picks(q question, n, minimum, maximum int, offer func(o *offers, i, picked int), finish func(o *offers, picked int)) []int {
	var picked []int
	fixed := minimum == maximum
	if fixed && maximum > 0 {
		g.group(q.seat, maximum)
	}
	for len(picked) < maximum && len(picked) < n {
		var open []int
		for i := range n {
			if !slices.Contains(picked, i) {
				open = append(open, i)
			}
		}
		q.list = func(o *offers) {
			for _, i := range open {
				offer(o, i, len(picked))
			}
			if !fixed && len(picked) >= minimum {
				finish(o, len(picked))
			}
		}
		if !fixed {
			g.group(q.seat, 1)
		}
		c := g.ask(q)
		if c == len(open) {
			break
		}
		picked = append(picked, open[c])
	}
	return picked
}

// chooseTargets has s choose targets for one requirement of spell, slot, which keeps them.
func (g *game) chooseTargets(s seat, spell handle, slot, minimum, maximum int, from func() []target) []target {
	targets := from()
	picked := g.picks(question{seat: s, source: spell}, len(targets), minimum, maximum, func(o *offers, i, picked int) {
		o.add("Target "+g.targetName(targets[i]), "choose_target", spell, slot, targets[i], picked, minimum, maximum)
	}, func(o *offers, picked int) {
		o.add("No more targets", "finish_target_selection", spell, slot, picked)
	})
	chosen := make([]target, len(picked))
	for i, p := range picked {
		chosen[i] = targets[p]
	}
	o := g.objects[spell]
	o.targets = append(slices.Clip(o.targets), chosen...)
	return chosen
}

// selectObjects has s pick objects or players without targeting them.
func (g *game) selectObjects(s seat, source handle, purpose string, minimum, maximum int, from []target) []target {
	q := question{seat: s, source: source, purpose: purpose}
	picked := g.picks(q, len(from), minimum, maximum, func(o *offers, i, picked int) {
		o.add("Pick "+g.targetName(from[i]), "select_object", source, purpose, from[i], picked, minimum, maximum)
	}, func(o *offers, picked int) {
		o.add("Pick no more", "finish_selection", source, purpose, picked)
	})
	chosen := make([]target, len(picked))
	for i, p := range picked {
		chosen[i] = from[p]
	}
	return chosen
}

// chooseModes has s choose modes of spell, which keeps them in the order printed.
func (g *game) chooseModes(s seat, spell handle, minimum, maximum int, modes ...string) {
	picked := g.picks(question{seat: s, source: spell}, len(modes), minimum, maximum, func(o *offers, i, picked int) {
		o.add(modes[i], "choose_spell_mode", spell, i, len(modes), picked, minimum, maximum)
	}, func(o *offers, picked int) {
		o.add("No more modes", "finish_selection", spell, "modes", picked)
	})
	chosen := make([]uint32, len(picked))
	for i, p := range picked {
		chosen[i] = uint32(p)
	}
	slices.Sort(chosen)
	g.objects[spell].modes = &chosen
}

// targetsOf makes targets of objects.
func targetsOf(hs []handle) []target {
	out := make([]target, len(hs))
	for i, h := range hs {
		out[i] = objectTarget(h)
	}
	return out
}
