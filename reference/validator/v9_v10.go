package validator

// V9 and V10, Sections 7.1 and 9.3: the context, and the engine's identity.

import (
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Mana abilities in a choice are V9-mana's.
func (g *Game) checkFamily() {
	d := &g.d
	want := protocol.ChoiceFamily
	if d.context.priority {
		want = protocol.PriorityFamily
	}
	for i := range d.candidates {
		if c := &d.candidates[i]; c.kind != nil && c.kind.Family != want && (c.kind != kindMana || d.context.priority) {
			g.fail(c.kindValue, "%s in a %s decision", quote(c.kindValue), want)
		}
	}
}

// manaPayment reports whether the decision says that it pays a mana cost during resolution.
func (d *decision) manaPayment() bool { return d.context.purpose.StrIs("mana_payment") }

func (g *Game) checkManaChoice() {
	d := &g.d
	mana := d.first(kindMana)
	switch {
	case d.context.priority || mana == nil:
		return
	case !d.manaPayment():
		g.fail(mana.kindValue, "a mana ability in a choice of purpose %s", quote(d.context.purpose))
		return
	case d.first(kindOptionalCost) == nil:
		g.fail(mana.kindValue, "mana abilities and no optional cost")
		return
	}
	for i := range d.candidates {
		if c := &d.candidates[i]; c.kind != kindMana && c.kind != kindOptionalCost {
			g.fail(c.kindValue, "%s beside mana abilities", quote(c.kindValue))
		}
	}
}

func (g *Game) checkManaDecline() {
	d := &g.d
	if d.context.priority || !d.manaPayment() || d.first(kindOptionalCost) == nil {
		return
	}
	for i := range d.candidates {
		if c := &d.candidates[i]; c.kind == kindOptionalCost && !c.f[fPay].Bool() {
			return
		}
	}
	g.fail(d.candidatesValue, "no candidate declines to pay")
}

func (g *Game) checkManaPurpose() {
	d := &g.d
	switch {
	case !d.manaPayment():
		return
	case d.context.priority:
		g.fail(d.context.purpose, "mana_payment at priority")
	case d.first(kindOptionalCost) == nil:
		g.fail(d.context.purpose, "mana_payment without an optional cost")
	}
	for i := range d.candidates {
		if c := &d.candidates[i]; !d.context.priority && c.kind != kindMana && c.kind != kindOptionalCost {
			g.fail(c.kindValue, "%s in a mana payment", quote(c.kindValue))
		}
	}
}

func (g *Game) checkManaShared() {
	d := &g.d
	first := d.first(kindOptionalCost)
	if first == nil || !d.manaPayment() {
		return
	}
	for i := range d.candidates {
		c := &d.candidates[i]
		for _, f := range [...]field{fSource, fCost} {
			if c.kind == kindOptionalCost && !equal(c.f[f], first.f[f]) {
				g.fail(c.f[f], "%s, and %s in the first cost", quote(c.f[f]), quote(first.f[f]))
			}
		}
	}
}

// The text: context.purpose repeats the shared purpose "when there is one". Kinds without a purpose
// share none.
func (g *Game) checkPurpose() {
	d := &g.d
	if d.context.purpose.IsNull() || d.manaPayment() {
		return
	}
	var shared wire.Value
	for i := range d.candidates {
		p := d.candidates[i].f[fPurpose]
		switch {
		case !p.Exists():
		case !shared.Exists():
			shared = p
		case !equal(p, shared):
			g.fail(d.context.purpose, "purpose %s of candidates that share none", quote(d.context.purpose))
			return
		}
	}
	if !shared.Exists() || !equal(shared, d.context.purpose) {
		g.fail(d.context.purpose, "purpose %s, and %s in the candidates", quote(d.context.purpose), quote(shared))
	}
}

// Without a hello the first identity seen is the one that may not change.
func (g *Game) checkProvenance() {
	v := g.d.message.Get("provenance")
	if g.provenance == nil {
		g.provenance = &protocol.Provenance{
			EngineName: v.Get("engine_name").Str(), EngineVersion: v.Get("engine_version").Str(),
			RulesSnapshotID: v.Get("rules_snapshot_id").Str(), CardPoolIdentity: v.Get("card_pool_identity").Str(),
		}
	}
	for _, f := range [...]struct{ name, want string }{
		{"engine_name", g.provenance.EngineName},
		{"engine_version", g.provenance.EngineVersion},
		{"rules_snapshot_id", g.provenance.RulesSnapshotID},
		{"card_pool_identity", g.provenance.CardPoolIdentity},
	} {
		if got := v.Get(f.name); !got.StrIs(f.want) {
			g.fail(got, "%s, and %.64q before", quote(got), f.want)
		}
	}
}
