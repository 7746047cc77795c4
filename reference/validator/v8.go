package validator

// V8, Sections 6.9, 7.6, 9.1 and 14: what the engine shows against what it declared.

import (
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A gate says which flag an optional field has.
type gate struct {
	flag      protocol.Flag
	mayBeNull bool // although the flag is true: the four exceptions of Section 6.9
}

// gated yields every optional field of the observation with its gate.
func (d *decision) gated(yield func(wire.Value, gate) bool) {
	o := &d.obs
	if !(yield(o.passed, gate{flag: protocol.FlagPassedSeats}) && yield(o.dayNight, gate{flag: protocol.FlagDayNight}) &&
		yield(o.pending, gate{flag: protocol.FlagPendingTriggers})) {
		return
	}
	for i := range o.players {
		p := &o.players[i]
		if !(yield(p.poison, gate{flag: protocol.FlagPoison}) && yield(p.counters, gate{flag: protocol.FlagPlayerCounters}) &&
			yield(p.designations, gate{flag: protocol.FlagDesignations}) && yield(p.progress, gate{flag: protocol.FlagPlayerProgress})) {
			return
		}
	}
	for i := range d.objects {
		if !d.objects[i].gated(yield) {
			return
		}
	}
}

func (o *object) gated(yield func(wire.Value, gate) bool) bool {
	if o.place == inKnown || o.settled {
		return true
	}
	if o.traits.v.Kind() == wire.Object && !yield(o.traits.keyword, gate{flag: protocol.FlagKeywords}) {
		return false
	}
	if o.place == onStack {
		return yield(o.stack.txt, gate{protocol.FlagStackText, true})
	}
	if !yield(o.fullName, gate{protocol.FlagFullName, true}) || !yield(o.exiledBy, gate{protocol.FlagExiledBy, true}) {
		return false
	}
	return o.perm.v.Kind() != wire.Object ||
		yield(o.perm.statuses, gate{flag: protocol.FlagPermanentDetails}) &&
			yield(o.perm.classLevel, gate{protocol.FlagPermanentDetails, !o.traits.class}) &&
			yield(o.perm.chosen, gate{flag: protocol.FlagPermanentDetails})
}

func (g *Game) checkFlagOff() {
	if g.profile == nil {
		return
	}
	for v, gate := range g.d.gated {
		if !v.IsNull() && !g.profile.has[gate.flag] {
			g.fail(v, "the flag %s is false", gate.flag)
		}
	}
}

func (g *Game) checkFlagOn() {
	if g.profile == nil {
		return
	}
	for v, gate := range g.d.gated {
		if v.IsNull() && g.profile.has[gate.flag] && !gate.mayBeNull {
			g.fail(v, "null, and the flag %s is true", gate.flag)
		}
	}
}

func (g *Game) checkClassLevel() {
	for i := range g.d.objects {
		if o := &g.d.objects[i]; o.perm.classLevel.Kind() == wire.Int && !o.traits.class {
			g.fail(o.perm.classLevel, "a class level of a permanent that is no Class")
		}
	}
}

func (g *Game) checkKnownUndeclared() {
	if g.profile == nil || g.profile.has[protocol.FlagKnownCards] {
		return
	}
	for i := range g.d.obs.known {
		switch k := &g.d.obs.known[i]; {
		case k.id == nil:
			g.fail(k.idValue, "known_cards is false, and %s has no id", k.name)
		case !k.currentLook():
			g.fail(k.howValue, "known_cards is false, and %s is known as %s", k.name, k.how)
		}
	}
}

func (g *Game) checkKindDeclared() {
	if g.profile == nil {
		return
	}
	for i := range g.d.candidates {
		if c := &g.d.candidates[i]; !g.profile.kinds[c.kind] {
			g.fail(c.kindValue, "%s is not in decision_kinds", quote(c.kindValue))
		}
	}
}

func (g *Game) checkMulliganRule() {
	if c := g.d.first(kindMulligan); c != nil && g.rules != nil && !g.rules.mulligans {
		g.fail(c.kindValue, "a mulligan under the rule none")
	}
}

func (g *Game) checkTossRule() {
	if c := g.d.first(kindStartingPlayer); c != nil && g.rules != nil && !g.rules.toss {
		g.fail(c.kindValue, "the starting player is chosen under host_assigned")
	}
}

// By the text an engine may answer these itself under a declared rule; that it then never asks is the
// reference host's reading.
func (g *Game) checkDefaults() {
	if g.profile == nil {
		return
	}
	defaults := &g.profile.defaults
	for i := range g.d.candidates {
		c := &g.d.candidates[i]
		var answered bool
		switch c.kind {
		case kindOrder:
			answered = defaults.TriggerOrder != "" && c.is(fPurpose, "triggers")
		case kindReplacement:
			answered = defaults.ReplacementOrder != ""
		case kindDistribute:
			answered = defaults.CombatDamageAssignment != "" && c.is(fPurpose, "combat_damage")
		case kindMana:
			answered = defaults.ManaPayment != "" && !g.d.context.priority
		}
		if answered {
			g.fail(c.kindValue, "%s, which a declared default answers", quote(c.kindValue))
			return
		}
	}
}

func (g *Game) checkRewindDeclared() {
	if c := &g.d.context; c.rewind && g.profile != nil && !g.profile.rewind {
		g.fail(c.rewindValue, "a rewind by an engine that declares none")
	}
}

func (g *Game) checkExtensionDeclared() {
	if g.profile == nil {
		return
	}
	for m := range g.d.extensions.Members() {
		if name := textOf(m.Key); !g.profile.extensions[string(name)] {
			g.fail(m.Value, "the extension %s is not declared", name)
		}
	}
}

func (g *Game) checkExtensionEnabled() {
	if g.rules == nil {
		return
	}
	for m := range g.d.extensions.Members() {
		if name := textOf(m.Key); !g.rules.extensions[string(name)] {
			g.fail(m.Value, "the extension %s is not enabled for this game", name)
		}
	}
}
