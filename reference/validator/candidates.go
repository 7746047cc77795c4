package validator

// Section 7: the candidates as the checks see them.

import (
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// The kinds that some check treats apart. Every other kind is known by the protocol's table alone.
var (
	kindPass           = protocol.KindNamed("pass")
	kindMana           = protocol.KindNamed("activate_mana_ability")
	kindTarget         = protocol.KindNamed("choose_target")
	kindFinishTarget   = protocol.KindNamed("finish_target_selection")
	kindMode           = protocol.KindNamed("choose_spell_mode")
	kindName           = protocol.KindNamed("choose_name")
	kindSelect         = protocol.KindNamed("select_object")
	kindFinish         = protocol.KindNamed("finish_selection")
	kindOptionalCost   = protocol.KindNamed("optional_cost")
	kindMulligan       = protocol.KindNamed("mulligan")
	kindOrder          = protocol.KindNamed("order_pick")
	kindArrange        = protocol.KindNamed("arrange_card")
	kindReplacement    = protocol.KindNamed("choose_replacement")
	kindStartingPlayer = protocol.KindNamed("choose_starting_player")
	kindAttack         = protocol.KindNamed("declare_attack")
	kindBlock          = protocol.KindNamed("declare_block")
	kindDistribute     = protocol.KindNamed("distribute")
)

// A field is a member of some kind's semantic.
type field uint8

const (
	// Those that hold references, in the order of their names, which is the order V5 compares them in.
	fAffected field = iota
	fAttacker
	fBlocker
	fCandidate
	fCard
	fChoice
	fCostTarget
	fDefender
	fItem
	fPiles
	fRecipient
	fReplacementSource
	fSource
	fTarget
	refFields // how many there are

	fAmount
	fCardCount
	fCardIndex
	fCost
	fCount
	fDestination
	fHandSize
	fKeep
	fMaximum
	fMinimum
	fModeIndex
	fMulligansTaken
	fPay
	fPlayer
	fPosition
	fPurpose
	fRemaining
	fSelectedCount
	fSlot
	fValue
	fieldCount
)

// fieldNamed returns the field of that name; fieldCount for any other, which no check asks about.
func fieldNamed(name text) field {
	switch string(name) {
	case "affected":
		return fAffected
	case "attacker":
		return fAttacker
	case "blocker":
		return fBlocker
	case "candidate":
		return fCandidate
	case "card":
		return fCard
	case "choice":
		return fChoice
	case "cost_target":
		return fCostTarget
	case "defender":
		return fDefender
	case "item":
		return fItem
	case "piles":
		return fPiles
	case "recipient":
		return fRecipient
	case "replacement_source":
		return fReplacementSource
	case "source":
		return fSource
	case "target":
		return fTarget
	case "amount":
		return fAmount
	case "card_count":
		return fCardCount
	case "card_index":
		return fCardIndex
	case "cost":
		return fCost
	case "count":
		return fCount
	case "destination":
		return fDestination
	case "hand_size":
		return fHandSize
	case "keep":
		return fKeep
	case "maximum":
		return fMaximum
	case "minimum":
		return fMinimum
	case "mode_index":
		return fModeIndex
	case "mulligans_taken":
		return fMulligansTaken
	case "pay":
		return fPay
	case "player":
		return fPlayer
	case "position":
		return fPosition
	case "purpose":
		return fPurpose
	case "remaining":
		return fRemaining
	case "selected_count":
		return fSelectedCount
	case "slot":
		return fSlot
	case "value":
		return fValue
	}
	return fieldCount
}

type candidate struct {
	v, semantic, kindValue wire.Value
	kind                   *protocol.Kind
	f                      [fieldCount]wire.Value
	firstRef, refsEnd      int32 // its references, in decision.refs
}

// is reports whether field f holds the word.
func (c *candidate) is(f field, word string) bool { return c.f[f].StrIs(word) }

func (c *candidate) int(f field) int64 { return c.f[f].Int() }

func (d *decision) readCandidates(v wire.Value) {
	d.candidatesValue = v
	for e := range v.Elems() {
		d.candidates = append(d.candidates, candidate{v: e})
		c := &d.candidates[len(d.candidates)-1]
		c.semantic = e.Get("semantic")
		for m := range c.semantic.Members() {
			key := d.key(m)
			if string(key) == "kind" {
				c.kindValue = m.Value
				c.kind = protocol.KindNamed(string(d.text(m.Value)))
			} else if f := fieldNamed(key); f < fieldCount {
				c.f[f] = m.Value
			}
		}
		d.readCandidateRefs(c, int32(len(d.candidates)-1))
	}
}

func (d *decision) readCandidateRefs(c *candidate, index int32) {
	c.firstRef = int32(len(d.refs))
	for f := range refFields {
		v := c.f[f]
		if v.Kind() != wire.Object && f != fPiles {
			continue // null, or choose_cost_option's choice, which is a word
		}
		switch f {
		case fItem:
			d.readItemRefs(v)
		case fPiles:
			for pile := range v.Elems() {
				d.addRefs(pile)
			}
		case fAffected, fChoice, fCostTarget, fDefender, fRecipient, fTarget:
			d.addTarget(v)
		default:
			d.addRef(v)
		}
	}
	c.refsEnd = int32(len(d.refs))
	for i := c.firstRef; i < c.refsEnd; i++ {
		d.refs[i].candidate = index
	}
}

func (d *decision) readItemRefs(item wire.Value) {
	if d.addTarget(item) >= 0 {
		return
	}
	trigger := item.Get("trigger")
	d.addRefs(trigger.Get("event_objects"))
	d.addRef(trigger.Get("source"))
}

func (d *decision) addRefs(list wire.Value) {
	for e := range list.Elems() {
		d.addRef(e)
	}
}
