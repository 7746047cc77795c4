package engine

// Faults that each break one rule of the live validator (Section 11.3) in one tour: what each must be
// found by is data.

import (
	"slices"
	"strconv"

	"github.com/spellbench/sbconform/reference/protocol"
)

// An edit spoils a decision of me.
type edit func(g *game, me seat, d *protocol.SeatDecision)

// breaks makes a mutant that check of the validator finds in a game between two copies of deck.
func breaks(check, deck, name, sentence, section string, e edit) Mutant {
	return Mutant{name, "if set, " + sentence, section, faults{check: check, deck: deck, decision: func(g *game, d *protocol.SeatDecision) {
		e(g, seat(d.ActingSeat.Index()), d)
	}}}
}

// ofKind limits an edit to decisions whose first candidate is of a kind and, unless it is "", a purpose.
func ofKind(kind, purpose string, e edit) edit {
	return func(g *game, me seat, d *protocol.SeatDecision) {
		s := d.Candidates[0].Semantic
		if s.Kind == kind && (purpose == "" || s.Value("purpose") == purpose) {
			e(g, me, d)
		}
	}
}

// put gives a field of candidate i another value.
func put(d *protocol.SeatDecision, i int, field string, value any) {
	s := &d.Candidates[i].Semantic
	values := slices.Clone(s.Values)
	values[protocol.KindNamed(s.Kind).FieldIndex(field)] = value
	*s = protocol.NewSemantic(s.Kind, values...)
}

func putAll(field string, value func(protocol.Semantic) any) edit {
	return func(_ *game, _ seat, d *protocol.SeatDecision) {
		for i := range d.Candidates {
			if v := d.Candidates[i].Semantic.Value(field); v != nil {
				put(d, i, field, value(d.Candidates[i].Semantic))
			}
		}
	}
}

// plus is the value of an unsigned field and n.
func plus(field string, n uint32) func(protocol.Semantic) any {
	return func(s protocol.Semantic) any { return s.Value(field).(uint32) + n }
}

func without(drop func(protocol.Semantic) bool) edit {
	return func(_ *game, _ seat, d *protocol.SeatDecision) {
		left := slices.DeleteFunc(slices.Clone(d.Candidates), func(c protocol.Candidate) bool { return drop(c.Semantic) })
		if len(left) > 0 {
			d.Candidates = left
		}
	}
}

func more(kind string, values ...any) edit {
	return func(_ *game, _ seat, d *protocol.SeatDecision) {
		d.Candidates = append(slices.Clone(d.Candidates), protocol.Candidate{Semantic: protocol.NewSemantic(kind, values...)})
	}
}

// records edits every record of a zone, of both seats where they are shown.
func records(z zone, e func(r *protocol.Record, me protocol.Seat)) edit {
	return func(_ *game, _ seat, d *protocol.SeatDecision) {
		for s := range d.Observation.Players {
			p := &d.Observation.Players[s]
			list := map[zone][]protocol.Record{battlefield: p.Battlefield, graveyard: p.Graveyard, exile: p.Exile, command: p.Command}[z]
			if z == hand && p.Hand != nil {
				list = *p.Hand
			}
			for i := range list {
				e(&list[i], d.ActingSeat)
			}
		}
	}
}

// hidden limits an edit to what is face down and nameless.
func hidden(e func(r *protocol.Record)) func(*protocol.Record, protocol.Seat) {
	return func(r *protocol.Record, _ protocol.Seat) {
		if r.FaceDown && r.CardName == nil {
			e(r)
		}
	}
}

func entries(e func(s *protocol.StackEntry, o *protocol.Observation)) edit {
	return func(_ *game, _ seat, d *protocol.SeatDecision) {
		for i := range d.Observation.Stack {
			e(&d.Observation.Stack[i], &d.Observation)
		}
	}
}

// nameless returns the reference of a face-down permanent that the viewer can't look at, or nil.
func nameless(o *protocol.Observation) *protocol.Ref {
	for s := range o.Players {
		for i := range o.Players[s].Battlefield {
			if r := &o.Players[s].Battlefield[i]; r.CardName == nil {
				return &r.Ref
			}
		}
	}
	return nil
}

func known(e func(o *protocol.Observation, me, other protocol.Seat)) edit {
	return func(_ *game, me seat, d *protocol.SeatDecision) {
		e(&d.Observation, me.wire(), me.other().wire())
		slices.SortFunc(d.Observation.Known, orderKnown)
	}
}

// again puts a field of the group's substep before into every candidate.
func again(field string) edit {
	var before any
	return func(_ *game, _ seat, d *protocol.SeatDecision) {
		now := d.Candidates[0].Semantic.Value(field)
		if d.Group.SubstepIndex > 0 && before != nil {
			for i := range d.Candidates {
				put(d, i, field, before)
			}
		}
		before = now
	}
}

// offeredAgain offers what was chosen in the group's substep before once more.
func offeredAgain(field string) edit {
	var before []any
	return func(g *game, _ seat, d *protocol.SeatDecision) {
		if d.Group.SubstepIndex > 0 && g.answer < len(before) {
			d.Candidates = append(slices.Clone(d.Candidates), d.Candidates[0])
			put(d, len(d.Candidates)-1, field, before[g.answer])
		}
		before = nil
		for _, c := range d.Candidates {
			before = append(before, c.Semantic.Value(field))
		}
	}
}

func grouped(count func(uint32) uint32) edit {
	return func(_ *game, _ seat, d *protocol.SeatDecision) { d.Group.SubstepCount = count(d.Group.SubstepCount) }
}

func add1(n uint32) uint32 { return n + 1 }

func recordMutants() []Mutant {
	on := func(check, name, sentence, section string, e edit) Mutant {
		return breaks(check, "Board", name, sentence, section, e)
	}
	text := protocol.Ptr[string]
	return []Mutant{
		on("V1-priority-pregame", "priority-in-pregame", "a seat has priority in pregame", "6.2", func(_ *game, me seat, d *protocol.SeatDecision) {
			if d.Observation.PhaseStep == "pregame" {
				d.Observation.PrioritySeat = protocol.Ptr(me.wire())
			}
		}),
		on("V1-holder", "permanent-of-the-other", "permanents are controlled by the seat they do not stand with", "6.3", records(battlefield, func(r *protocol.Record, _ protocol.Seat) { r.Controller = r.Controller.Other() })),
		on("V1-controller", "graveyard-controlled", "cards in a graveyard are controlled by the other seat", "5.1", records(graveyard, func(r *protocol.Record, _ protocol.Seat) { r.Controller = r.Owner.Other() })),
		on("V1-command-controller", "emblem-controlled", "an emblem is controlled by the other seat", "5.1", records(command, func(r *protocol.Record, _ protocol.Seat) { r.Controller = r.Owner.Other() })),
		on("V1-full-name", "hidden-full-name", "a hidden card shows its full name", "6.4", records(exile, hidden(func(r *protocol.Record) { r.FullName = text("Fire // Ice") }))),
		on("V1-characteristics", "characteristics-missing", "cards in hand have no characteristics", "6.4", records(hand, func(r *protocol.Record, _ protocol.Seat) { r.Characteristics = nil })),
		on("V1-characteristics-hidden", "hidden-characteristics", "a hidden card in exile shows its types", "6.8", records(exile, hidden(func(r *protocol.Record) {
			r.Characteristics = &protocol.Characteristics{Types: []string{"land"}, Keywords: &[]string{}}
		}))),
		on("V1-characteristics-null", "hidden-characteristics-empty", "a hidden card in exile shows empty characteristics", "6.4", records(exile, hidden(func(r *protocol.Record) { r.Characteristics = &protocol.Characteristics{Keywords: &[]string{}} }))),
		on("V1-exiled-by", "exiled-by-on-battlefield", "permanents are exiled by themselves", "6.4", records(battlefield, func(r *protocol.Record, _ protocol.Seat) { r.ExiledBy = protocol.Ptr(r.Ref) })),
		on("V1-attack-target", "attack-target-at-home", "creatures that do not attack have an attack target", "6.4", records(battlefield, func(r *protocol.Record, me protocol.Seat) {
			if !r.Permanent.Attacking {
				r.Permanent.AttackTarget = &protocol.Target{Player: me}
			}
		})),
		on("V1-blocked-attackers", "blocks-without-blocking", "creatures that do not block have blocked attackers", "6.4", records(battlefield, func(r *protocol.Record, _ protocol.Seat) {
			if !r.Permanent.Blocking {
				r.Permanent.BlockedAttackers = []protocol.Ref{r.Ref}
			}
		})),
		on("V1-chosen", "chosen-purple", "permanents have the chosen color purple", "6.10", records(battlefield, func(r *protocol.Record, _ protocol.Seat) {
			r.Permanent.Chosen = &[]protocol.Chosen{{Kind: "color", Value: "purple"}}
		})),
		on("V1-chosen-number", "chosen-number-padded", "a chosen number is written 007", "6.10", records(battlefield, func(r *protocol.Record, _ protocol.Seat) {
			r.Permanent.Chosen = &[]protocol.Chosen{{Kind: "number", Value: "007"}}
		})),
		on("V1-spell", "spell-with-source", "spells have a source", "6.5", entries(func(s *protocol.StackEntry, _ *protocol.Observation) { s.Source = protocol.Ptr(s.Ref) })),
		on("V1-ability", "ability-with-characteristics", "abilities have characteristics", "6.5", entries(func(s *protocol.StackEntry, _ *protocol.Observation) {
			if s.StackKind != "spell" {
				s.Characteristics = &protocol.Characteristics{Keywords: &[]string{}}
			}
		})),
		on("V1-ability-name", "ability-names-hidden", "an ability of a face-down permanent has a name", "5.1", entries(func(s *protocol.StackEntry, o *protocol.Observation) {
			if r := nameless(o); s.StackKind != "spell" && r != nil {
				s.Source = r
			}
		})),
		on("V1-divided", "divided-short", "a spell's division has an amount too many", "6.5", entries(func(s *protocol.StackEntry, _ *protocol.Observation) {
			if s.Divided != nil {
				s.Divided = protocol.Ptr(append(slices.Clone(*s.Divided), 1))
			}
		})),
		on("V1-power-toughness", "creature-without-power", "creatures have no power", "6.4", records(battlefield, func(r *protocol.Record, _ protocol.Seat) { r.Characteristics.Power = nil })),
		on("V1-trigger-name", "trigger-names-hidden", "a waiting trigger of a face-down permanent has a name", "6.6", func(_ *game, _ seat, d *protocol.SeatDecision) {
			for i := range *d.Observation.PendingTriggers {
				if r := nameless(&d.Observation); r != nil {
					(*d.Observation.PendingTriggers)[i].Source = r
				}
			}
		}),
		on("V6-name", "face-down-named", "face-down permanents of the other seat are named", "6.8", records(battlefield, hidden(func(r *protocol.Record) { r.CardName = text("Willbender") }))),
		on("V6-characteristics", "face-down-colored", "face-down permanents of the other seat show their color", "6.8", records(battlefield, hidden(func(r *protocol.Record) { r.Characteristics.Colors = []string{"blue"} }))),
		on("V6-details", "face-down-chosen", "face-down permanents of the other seat show what was chosen for them", "6.8", records(battlefield, hidden(func(r *protocol.Record) { r.Permanent.Chosen = &[]protocol.Chosen{{Kind: "color", Value: "blue"}} }))),
		on("V7-owners", "owner-changes", "permanents change their owner with every decision", "5.1", func(_ *game, _ seat, d *protocol.SeatDecision) {
			for s := range d.Observation.Players {
				for i := range d.Observation.Players[s].Battlefield {
					d.Observation.Players[s].Battlefield[i].Owner = protocol.Seats[d.SeatStep%2]
				}
			}
		}),
		on("V8-flag-on", "poison-missing", "poison is declared and null", "6.9", func(_ *game, me seat, d *protocol.SeatDecision) { d.Observation.Players[me].Poison = nil }),
		on("V8-class-level", "level-of-any", "permanents that are no Classes have a level", "6.4", records(battlefield, func(r *protocol.Record, _ protocol.Seat) { r.Permanent.ClassLevel = protocol.Ptr(uint32(1)) })),
		on("V8-extension-enabled", "extension-not-enabled", "the extension is sent though the game does not enable it", "14", func(_ *game, _ seat, d *protocol.SeatDecision) { d.Extensions = map[string]string{echo: "{}"} }),
		on("X-cards", "library-count-above", "library_count is one too high", "6.3", func(_ *game, me seat, d *protocol.SeatDecision) { d.Observation.Players[me].LibraryCount++ }),
		on("X-turn", "turn-runs-back", "turns are counted backwards", "6.2", func(g *game, _ seat, d *protocol.SeatDecision) {
			if d.Observation.Turn > 0 {
				d.Observation.Turn = 10_000 - g.steps
			}
		}),
		on("X-active-seat", "active-seat-viewer", "active_seat is always the viewer", "6.2", func(_ *game, me seat, d *protocol.SeatDecision) { d.Observation.ActiveSeat = protocol.Ptr(me.wire()) }),
		on("X-lands-played", "lands-run-back", "lands_played_this_turn falls", "6.3", func(g *game, me seat, d *protocol.SeatDecision) {
			d.Observation.Players[me].LandsPlayedThisTurn = uint32(10_000 - g.steps)
		}),
		on("X-mulligans-back", "mulligans-run-back", "mulligans_taken falls", "6.3", func(g *game, me seat, d *protocol.SeatDecision) {
			d.Observation.Players[me].MulligansTaken = uint32(10_000 - g.steps)
		}),
		on("X-mulligans-taken", "mulligans-above", "mulligans_taken is one too high", "6.3", func(_ *game, me seat, d *protocol.SeatDecision) { d.Observation.Players[me].MulligansTaken++ }),
	}
}

func knowledgeMutants() []Mutant {
	on := func(check, name, sentence string, e edit) Mutant {
		return breaks(check, "Knowledge", name, sentence, "6.7", e)
	}
	card := func(owner protocol.Seat, zone string) protocol.Known {
		return protocol.Known{OwnerSeat: owner, Zone: zone, CardName: "Forest", How: "revealed"}
	}
	return []Mutant{
		on("V5-known-own-hand", "known-own-hand", "known lists the viewer's own hand", known(func(o *protocol.Observation, me, _ protocol.Seat) { o.Known = append(o.Known, card(me, "hand")) })),
		on("V5-known-hand-position", "known-hand-position", "known hand cards have a position", known(func(o *protocol.Observation, _, other protocol.Seat) {
			k := card(other, "hand")
			k.PositionFromTop = new(uint32)
			o.Known = append(o.Known, k)
		})),
		on("V5-known-library-position", "known-nowhere", "known library cards have no position", known(func(o *protocol.Observation, me, _ protocol.Seat) { o.Known = append(o.Known, card(me, "library")) })),
		on("V5-known-position-range", "known-below", "a known card lies below the library", known(func(o *protocol.Observation, me, _ protocol.Seat) {
			k := card(me, "library")
			k.PositionFromTop = protocol.Ptr(uint32(1000))
			o.Known = append(o.Known, k)
		})),
		on("V5-known-hand-count", "known-hand-above", "more cards of a hand are known than it has", known(func(o *protocol.Observation, _, other protocol.Seat) {
			for range 50 {
				o.Known = append(o.Known, card(other, "hand"))
			}
		})),
		on("V5-known-id", "known-id-kept", "a card that is remembered has an id", known(func(o *protocol.Observation, me, _ protocol.Seat) {
			k := card(me, "library")
			k.PositionFromTop, k.How, k.ObjectID = new(uint32), "tracked", protocol.Ptr("o-1")
			o.Known = append(o.Known, k)
		})),
	}
}

func choiceMutants() []Mutant {
	const flag = "choose_boolean"
	is := func(field string, value any) func(protocol.Semantic) bool {
		return func(s protocol.Semantic) bool { return s.Value(field) == value }
	}
	kindIs := func(kind string) func(protocol.Semantic) bool {
		return func(s protocol.Semantic) bool { return s.Kind == kind }
	}
	fixed := func(e edit) edit { // selections of exactly two
		return ofKind("select_object", "", func(g *game, me seat, d *protocol.SeatDecision) {
			if s := d.Candidates[0].Semantic; s.Value("minimum") == s.Value("maximum") {
				e(g, me, d)
			}
		})
	}
	variable := func(e edit) edit {
		return ofKind("select_object", "", func(g *game, me seat, d *protocol.SeatDecision) {
			if s := d.Candidates[0].Semantic; s.Value("minimum") != s.Value("maximum") && s.Value("purpose") != "search" {
				e(g, me, d)
			}
		})
	}
	last := func(field string, value func(protocol.Semantic) any) edit {
		return func(_ *game, _ seat, d *protocol.SeatDecision) {
			if i := len(d.Candidates) - 1; i > 0 && d.Candidates[i].Semantic.Value(field) != nil {
				put(d, i, field, value(d.Candidates[i].Semantic))
			}
		}
	}
	within := func(e edit) edit { // where a position can still be raised
		return func(g *game, me seat, d *protocol.SeatDecision) {
			s := d.Candidates[0].Semantic
			for _, f := range [][2]string{{"position", "count"}, {"card_index", "card_count"}} {
				if v, ok := s.Value(f[0]).(uint32); ok && v+1 < s.Value(f[1]).(uint32) {
					e(g, me, d)
				}
			}
		}
	}
	constant := func(v any) func(protocol.Semantic) any { return func(protocol.Semantic) any { return v } }
	return []Mutant{
		breaks("V1-name-domain", "Names", "name-of-no-domain", "a card name outside the domain is offered", "7.5", ofKind("choose_name", "card_name", last("value", constant("Black Lotus")))),
		breaks("V1-name-empty", "Names", "name-empty", "an empty name is offered", "7.3", ofKind("choose_name", "other", last("value", constant("")))),
		breaks("V1-search-minimum", "Selections", "search-must-find", "a search must find a card", "7.5", ofKind("select_object", "search", putAll("minimum", constant(uint32(1))))),
		breaks("V1-search-finish", "Selections", "search-endless", "a search can't be ended", "7.5", ofKind("select_object", "search", without(kindIs("finish_selection")))),
		breaks("V1-attack-self", "Board", "attacks-itself", "a creature may attack its controller", "7.5", ofKind("declare_attack", "", func(_ *game, me seat, d *protocol.SeatDecision) {
			put(d, 0, "defender", &protocol.Target{Player: me.wire()})
		})),
		breaks("V1-starting-player", "Draw", "toss-without-choice", "the toss winner must begin", "7.5", ofKind("choose_starting_player", "", without(is("player", "p1")))),
		breaks("V1-only-kind", "Draw", "mulligan-beside", "a mulligan is offered beside another choice", "7.5", ofKind("mulligan", "", more(flag, nil, "other", true))),
		breaks("V1-arrange-shared", "Scry", "arrange-two-cards", "a decision sends one of two cards", "7.5", within(ofKind("arrange_card", "", last("card_index", plus("card_index", 1))))),
		breaks("V1-priority-pass", "Casts", "pass-missing", "passing is not offered", "7.1", without(kindIs("pass"))),

		breaks("V3-priority-size", "Draw", "priority-of-two", "a priority decision is the first of two", "8", ofKind("pass", "", grouped(add1))),
		breaks("V3-finish-size", "Selections", "finish-of-two", "a decision that can finish is the first of two", "8", variable(grouped(add1))),
		breaks("V3-arrangement-size", "Scry", "arrangement-short", "an arrangement has a decision too many", "7.5", ofKind("arrange_card", "", grouped(add1))),
		breaks("V3-natural", "Words", "ends-in-group", "a game ends within a group", "8", func(g *game, _ seat, d *protocol.SeatDecision) {
			if s := d.Candidates[0].Semantic; s.Kind == flag && s.Value("purpose") == "other" && s.Value("source") == nil {
				d.Group.SubstepCount++
			}
		}),

		breaks("V5-candidate-order", "Selections", "search-unordered", "found cards are offered backwards", "7.1", ofKind("select_object", "search", func(_ *game, _ seat, d *protocol.SeatDecision) {
			d.Candidates = slices.Clone(d.Candidates)
			slices.Reverse(d.Candidates[:len(d.Candidates)-1])
		})),
		breaks("V5-candidate-tuples", "Piles", "piles-unordered", "the first pile's candidate shows its cards backwards", "7.1", ofKind("choose_pile", "", func(_ *game, _ seat, d *protocol.SeatDecision) {
			own := d.Candidates[0].Semantic.Value("piles").([][]protocol.Ref)
			back := [][]protocol.Ref{slices.Clone(own[0]), slices.Clone(own[1])}
			slices.Reverse(back[0])
			slices.Reverse(back[1])
			put(d, 0, "piles", back)
		})),

		breaks("V9-mana", "Payment", "mana-without-purpose", "mana abilities are offered in a choice of no purpose", "7.1", ofKind("activate_mana_ability", "", func(_ *game, _ seat, d *protocol.SeatDecision) { d.Context.Purpose = nil })),
		breaks("V9-mana-decline", "Payment", "mana-not-declined", "paying can't be declined", "7.1", without(is("pay", false))),
		breaks("V9-mana-shared", "Payment", "mana-two-costs", "two costs are paid in one decision", "7.1", func(g *game, me seat, d *protocol.SeatDecision) {
			if d.Context.Purpose != nil && *d.Context.Purpose == "mana_payment" {
				source := d.Candidates[len(d.Candidates)-1].Semantic.Value("source")
				more("optional_cost", source, "kicker", false)(g, me, d)
			}
		}),
		breaks("V9-purpose", "Words", "purpose-of-another", "context.purpose is another than the candidates'", "9.3", ofKind(flag, "", func(_ *game, _ seat, d *protocol.SeatDecision) { d.Context.Purpose = protocol.Ptr("vote") })),

		breaks("X-order-candidates", "Blocks", "order-two-positions", "a pick offers items for two positions", "7.5", within(ofKind("order_pick", "", last("position", plus("position", 1))))),
		breaks("X-order-position", "Blocks", "order-from-one", "positions begin at 1", "7.5", within(ofKind("order_pick", "", putAll("position", plus("position", 1))))),
		breaks("X-order-size", "Blocks", "order-poses-last", "a block has a decision too many", "7.5", ofKind("order_pick", "library_bottom", grouped(func(n uint32) uint32 { return n + 2 }))),
		breaks("X-order-split", "Blocks", "order-in-groups", "a block is posed as groups of one", "8", ofKind("order_pick", "", func(_ *game, _ seat, d *protocol.SeatDecision) {
			d.Group = protocol.Group{ID: d.Group.ID, SubstepCount: 1}
		})),
		breaks("X-order-items", "Blocks", "order-item-again", "an item is offered again", "7.5", ofKind("order_pick", "library_bottom", offeredAgain("item"))),
		breaks("X-mulligan-bottom", "Draw", "bottom-one-more", "a mulligan puts a card too many on the bottom", "7.5", ofKind("order_pick", "mulligan_bottom", putAll("count", plus("count", 1)))),
		breaks("X-arrange-substep", "Scry", "arrange-index-ahead", "cards are counted one ahead", "7.5", within(ofKind("arrange_card", "", putAll("card_index", plus("card_index", 1))))),
		breaks("X-arrange-card", "Scry", "arrange-card-again", "a card is sent twice", "7.5", ofKind("arrange_card", "", again("card"))),
		breaks("X-arrange-order", "Scry", "arrange-pick-ahead", "the positions of an arrangement are counted one ahead", "7.5", within(ofKind("order_pick", "arrangement", putAll("position", plus("position", 1))))),

		breaks("X-finish-offered", "Selections", "finish-missing", "a selection can't be finished", "7.5", variable(without(kindIs("finish_selection")))),
		breaks("X-finish-early", "Modes", "finish-early", "modes can be finished before one is chosen", "7.5", ofKind("choose_spell_mode", "", func(g *game, me seat, d *protocol.SeatDecision) {
			if s := d.Candidates[0].Semantic; s.Value("minimum") != s.Value("maximum") && s.Value("selected_count") == uint32(0) {
				more("finish_selection", s.Value("source"), "modes", 0)(g, me, d)
			}
		})),
		breaks("X-selected-count", "Selections", "selected-ahead", "selected_count of a fixed selection is one too high", "7.5", fixed(func(g *game, me seat, d *protocol.SeatDecision) {
			if d.Group.SubstepIndex == 0 {
				putAll("selected_count", plus("selected_count", 1))(g, me, d)
			}
		})),
		breaks("X-selected-start", "Selections", "selected-from-one", "selected_count begins at 1", "7.5", variable(func(g *game, me seat, d *protocol.SeatDecision) {
			if d.Candidates[0].Semantic.Value("selected_count") == uint32(0) {
				putAll("selected_count", plus("selected_count", 1))(g, me, d)
			}
		})),
		breaks("X-fixed-size", "Selections", "fixed-of-three", "a selection of two is a group of three", "7.5", fixed(grouped(add1))),
		breaks("X-fixed-split", "Selections", "fixed-in-groups", "a selection of two is posed as groups of one", "8", fixed(func(_ *game, _ seat, d *protocol.SeatDecision) {
			d.Group = protocol.Group{ID: d.Group.ID, SubstepCount: 1}
		})),
		breaks("X-picked-again", "Selections", "picked-again", "what has been picked is offered again", "7.5", fixed(offeredAgain("choice"))),
		breaks("X-distribute-recipient", "Divisions", "recipient-again", "a recipient is asked for twice", "7.5", ofKind("distribute", "", again("recipient"))),
		breaks("X-distribute-rest", "Divisions", "rest-kept-back", "the last recipient may be given less than what remains", "7.5", ofKind("distribute", "", func(g *game, me seat, d *protocol.SeatDecision) {
			s := d.Candidates[0].Semantic
			if rest := s.Value("remaining").(uint32); d.Group.SubstepIndex+1 == d.Group.SubstepCount && rest > 0 {
				more("distribute", s.Value("source"), s.Value("purpose"), s.Value("recipient"), rest-1, rest)(g, me, d)
			}
		})),
		breaks("X-distribute-remaining", "Divisions", "remaining-above", "remaining does not fall", "7.5", ofKind("distribute", "", func(g *game, me seat, d *protocol.SeatDecision) {
			if d.Group.SubstepIndex > 0 {
				putAll("remaining", plus("remaining", 1))(g, me, d)
			}
		})),
		breaks("X-declare-creature", "Board", "declare-two-creatures", "a decision of a declaration is about two creatures", "7.5", ofKind("declare_attack", "", func(_ *game, _ seat, d *protocol.SeatDecision) {
			for _, r := range d.Observation.Players[d.ActingSeat.Index()].Battlefield {
				put(d, len(d.Candidates)-1, "attacker", protocol.Ptr(r.Ref))
			}
		})),
		breaks("X-declare-again", "Board", "declare-again", "a creature's attack is asked for twice", "7.5", ofKind("declare_attack", "", again("attacker"))),
		breaks("X-pay-covered", "Payment", "pays-nothing", "paying is offered with an empty pool", "7.1", ofKind("activate_mana_ability", "", func(g *game, me seat, d *protocol.SeatDecision) {
			if d.Context.Purpose != nil {
				more("optional_cost", d.Candidates[len(d.Candidates)-1].Semantic.Value("source"), "unless_payment", true)(g, me, d)
			}
		})),
	}
}

// declarationMutants declare other than they do.
func declarationMutants() []Mutant {
	hello := func(check, deck, name, sentence, section string, f func(*protocol.EngineHelloOK)) Mutant {
		return Mutant{name, "if set, " + sentence, section, faults{check: check, deck: deck, hello: f}}
	}
	return []Mutant{
		hello("V8-default", "Triggers", "default-asked-triggers", "the declared order of triggers is asked for all the same", "7.6", func(h *protocol.EngineHelloOK) { h.Defaults.TriggerOrder = "engine_order" }),
		hello("V8-default", "Replacements", "default-asked-replacements", "the declared order of replacements is asked for all the same", "7.6", func(h *protocol.EngineHelloOK) { h.Defaults.ReplacementOrder = "engine_order" }),
		hello("V8-default", "Divisions", "default-asked-damage", "the declared assignment of damage is asked for all the same", "7.6", func(h *protocol.EngineHelloOK) { h.Defaults.CombatDamageAssignment = "engine_order" }),
		hello("V8-default", "Payment", "default-asked-mana", "mana is asked for though autopay is declared", "7.6", func(h *protocol.EngineHelloOK) { h.Defaults.ManaPayment = "engine_autopay" }),
		hello("V8-rewind", "Rewinds", "rewind-undeclared", "actions are undone though no rewind is declared", "8", func(h *protocol.EngineHelloOK) { h.Rewind = false }),
		{"toss-always", "if set, the toss winner is asked though the host named the starting player", "7.6", faults{check: "V8-starting-player", deck: "Draw",
			reset: func(_ *Engine, r *protocol.Reset) { r.Rules.StartingSeat = nil }}},
		{"request-id-other", "if set, answers carry another request_id", "4.1", faults{check: "malformed-request-id", deck: "Draw", answerID: func(id string) string { return id + "x" }}},
		{"terminal-truncated-early", "if set, games that end by themselves are called truncated", "9.2", faults{check: "V3-truncated", deck: "Draw", answer: func(_ *table, body any) {
			if t, ok := body.(*protocol.Terminal); ok && t.Classification == "natural" {
				t.Outcome, t.Classification, t.Winner = "truncated", "truncated", nil
			}
		}}},
		{"looks-stale", "if set, a card that is looked at again has its old id", "5.3", faults{check: "V7-returned", deck: "Scry", id: func(w *world, viewer seat, h handle) string {
			return w.minter.ObjectID(string(viewer.wire()) + ":object-" + strconv.Itoa(int(h)))
		}}},
		{"rewind-ids-stale", "if set, an undone action gives its objects their old ids back", "5.3", faults{check: "V7-returned", deck: "Rewinds", id: func(w *world, viewer seat, h handle) string {
			return w.minter.ObjectID(string(viewer.wire()) + ":object-" + strconv.Itoa(int(h)))
		}}},
		{"rewind-counted", "if set, groups that were undone count", "9.5", faults{check: "terminal_counts-decisions", deck: "Rewinds", answer: func(_ *table, body any) {
			if t, ok := body.(*protocol.Terminal); ok {
				t.DecisionCount = t.StepCount
			}
		}}},
	}
}
