package validator_test

// The figures that the tests start from: one board that shows every field of an observation, one
// decision of every kind on it, and a game before its first turn.

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

type (
	M = map[string]any
	L = []any
)

func plus(m M, more M) M {
	n := maps.Clone(m)
	maps.Copy(n, more)
	return n
}

// record is an object record; controller and owner are the same unless edited.
func record(id string, name any, owner, zone string, traits any) M {
	r := M{
		"object_id": id, "card_name": name, "owner_seat": owner, "controller_seat": owner, "zone": zone,
		"full_name": nil, "face_down": false, "token": false, "copy": false,
		"characteristics": traits, "permanent": nil, "exiled_by": nil,
	}
	if zone == "battlefield" {
		r["permanent"] = M{
			"tapped": false, "summoning_sick": false, "damage": 0, "counters": M{}, "attached_to": nil,
			"attacking": false, "attack_target": nil, "blocking": false, "blocked_attackers": L{},
			"phased_out": false, "statuses": L{}, "class_level": nil, "chosen": L{},
		}
	}
	return r
}

func traits(kind string, power, toughness any) M {
	return M{
		"supertypes": L{}, "types": L{kind}, "subtypes": L{}, "colors": L{}, "mana_value": 0,
		"power": power, "toughness": toughness, "keywords": L{},
	}
}

func creature(id string, name any, owner string) M {
	return record(id, name, owner, "battlefield", traits("creature", 2, 2))
}

func spell(id, name, owner, zone string) M {
	return record(id, name, owner, zone, traits("instant", nil, nil))
}

// R is the reference to a record or stack entry, T the target reference to it.
func R(r M) M {
	ref := M{}
	for _, f := range []string{"object_id", "card_name", "owner_seat", "controller_seat", "zone"} {
		ref[f] = r[f]
	}
	return ref
}

func T(r M) M { return M{"object": R(r)} }

func player(seat string) M { return M{"player": seat} }

// The objects of the board. Names with two capitals are p1's.
var (
	bolt    = spell("o-bolt", "Lightning Bolt", "p0", "hand")
	forest  = record("o-forest", "Forest", "p0", "hand", traits("land", nil, nil))
	bears   = creature("o-bears", "Grizzly Bears", "p0")
	ogre    = creature("o-ogre", "Gray Ogre", "p0")
	class   = plus(record("o-class", "Ranger Class", "p0", "battlefield", plus(traits("enchantment", nil, nil), M{"subtypes": L{"class"}})), nil)
	morph   = plus(creature("o-morph", "Hooded Hydra", "p0"), M{"face_down": true})
	shock   = spell("o-shock", "Shock", "p0", "graveyard")
	ponder  = plus(spell("o-ponder", "Ponder", "p0", "exile"), M{"exiled_by": R(bears)})
	hidden  = plus(record("o-hidden", nil, "p0", "exile", nil), M{"face_down": true})
	emblem  = record("o-emblem", "Koth", "p0", "command", traits("planeswalker", nil, nil))
	elves   = creature("o-ELVES", "Llanowar Elves", "p1")
	wall    = creature("o-WALL", "Wall of Omens", "p1")
	morph1  = plus(creature("o-MORPH", nil, "p1"), M{"face_down": true})
	duress  = spell("o-DURESS", "Duress", "p1", "graveyard")
	strike  = stackSpell("o-strike", "Lightning Strike", "p0", T(elves))
	trigger = stackAbility("o-trigger", "Grizzly Bears", "p0", R(bears), T(wall))
	look1   = M{"object_id": "o-look1", "card_name": "Island", "owner_seat": "p0", "controller_seat": "p0", "zone": "library"}
	look2   = M{"object_id": "o-look2", "card_name": "Opt", "owner_seat": "p0", "controller_seat": "p0", "zone": "library"}
)

func init() {
	class["permanent"] = plus(class["permanent"].(M), M{"class_level": 1})
}

func stackSpell(id, name, owner string, targets ...any) M {
	return M{
		"object_id": id, "card_name": name, "owner_seat": owner, "controller_seat": owner, "zone": "stack",
		"stack_kind": "spell", "source": nil, "face_down": false, "copy": false, "characteristics": traits("instant", nil, nil),
		"targets": append(L{}, targets...), "divided": nil, "modes": nil, "x_value": nil, "text": nil,
	}
}

func stackAbility(id, name, owner string, source any, targets ...any) M {
	return plus(stackSpell(id, name, owner, targets...), M{"stack_kind": "triggered_ability", "source": source, "characteristics": nil})
}

func known(owner, zone, name string, id, top, bottom any, how string) M {
	return M{"owner_seat": owner, "zone": zone, "card_name": name, "object_id": id, "position_from_top": top, "position_from_bottom": bottom, "how": how}
}

// board is an observation of p0 in its main phase, with every flag on.
func board() M {
	return M{
		"viewer": "p0", "turn": 3, "phase_step": "precombat_main", "active_seat": "p0", "priority_seat": "p0",
		"passed_seats": L{}, "day_night": "none",
		"players": L{
			side("p0", M{"hand_count": 2, "library_count": 40, "hand": L{bolt, forest},
				"battlefield": L{bears, ogre, class, morph}, "graveyard": L{shock}, "exile": L{ponder, hidden}, "command": L{emblem}}),
			side("p1", M{"hand_count": 3, "library_count": 41, "hand": nil,
				"battlefield": L{elves, wall, morph1}, "graveyard": L{duress}}),
		},
		"stack":            L{strike, trigger},
		"pending_triggers": L{M{"source": R(bears), "source_name": "Grizzly Bears", "controller_seat": "p0", "label": nil, "optional": false}},
		"known": L{
			known("p0", "library", "Mountain", nil, 3, nil, "looked_at"),
			known("p1", "hand", "Counterspell", nil, nil, nil, "revealed"),
		},
	}
}

func side(seat string, more M) M {
	return plus(M{
		"seat": seat, "life": 20, "poison": 0, "counters": M{},
		"mana_pool":              M{"W": 0, "U": 0, "B": 0, "R": 0, "G": 0, "C": 0},
		"lands_played_this_turn": 1, "mulligans_taken": 0, "designations": L{},
		"progress":    M{"dungeon": nil, "dungeon_room": nil, "ring_tempted": 0, "speed": nil},
		"battlefield": L{}, "graveyard": L{}, "exile": L{}, "command": L{},
	}, more)
}

// pregame is an observation of p0 before the first turn.
func pregame() M {
	var cards L
	for i := range 7 {
		cards = append(cards, record(fmt.Sprintf("o-h%d", i), "Forest", "p0", "hand", traits("land", nil, nil)))
	}
	o := board()
	maps.Copy(o, M{
		"turn": 0, "phase_step": "pregame", "active_seat": nil, "priority_seat": nil,
		"players": L{
			side("p0", M{"hand_count": 7, "library_count": 53, "hand": cards, "lands_played_this_turn": 0}),
			side("p1", M{"hand_count": 7, "library_count": 53, "hand": nil, "lands_played_this_turn": 0}),
		},
		"stack": L{}, "pending_triggers": L{}, "known": L{},
	})
	return o
}

// looking is the board while p0 looks at the two cards on top of its library.
func looking() M {
	o := board()
	o["known"] = L{
		known("p0", "library", "Island", "o-look1", 0, nil, "looked_at"),
		known("p0", "library", "Mountain", nil, 3, nil, "looked_at"),
		known("p0", "library", "Opt", "o-look2", 1, nil, "looked_at"),
		known("p1", "hand", "Counterspell", nil, nil, nil, "revealed"),
	}
	return o
}

// decision is a decision of p0: the first of its game, alone in its group.
func decision(obs M, context string, purpose any, semantics ...M) M {
	var candidates L
	for i, s := range semantics {
		candidates = append(candidates, M{"candidate_id": i, "semantic": s, "display_text": nil})
	}
	return M{
		"response_type": "decision", "protocol": "spellbench/v2", "request_id": "h-2", "game_id": "g-1", "step": 0,
		"seat_decision": M{
			"acting_seat": "p0", "seat_step": 0,
			"group":       M{"group_id": 0, "substep_index": 0, "substep_count": 1},
			"context":     M{"kind": context, "source": nil, "purpose": purpose, "text": nil, "rewind": false},
			"observation": obs, "candidates": candidates, "extensions": M{},
		},
		"provenance": M{"engine_name": "figure", "engine_version": "1", "rules_snapshot_id": "r", "card_pool_identity": "c"},
	}
}

// grouped puts a decision at a substep of a group.
func grouped(d M, index, count int) M {
	d["seat_decision"].(M)["group"] = M{"group_id": 0, "substep_index": index, "substep_count": count}
	return d
}

func pick(kind string, more M, selected, least, most int) M {
	return plus(M{"kind": kind, "source": R(strike), "selected_count": selected, "minimum": least, "maximum": most}, more)
}

func target(t M, selected, least, most int) M {
	return pick("choose_target", M{"slot": 0, "target": t}, selected, least, most)
}

func sel(purpose string, t M, selected, least, most int) M {
	return pick("select_object", M{"purpose": purpose, "choice": t}, selected, least, most)
}

func finish(purpose string, selected int) M {
	return M{"kind": "finish_selection", "source": R(strike), "purpose": purpose, "selected_count": selected}
}

func orderItem(purpose string, item M, position, count int) M {
	return M{"kind": "order_pick", "source": nil, "purpose": purpose, "item": item, "position": position, "count": count}
}

func triggerItem(instance int) M {
	return M{"trigger": M{"source": R(bears), "source_name": "Grizzly Bears", "ability_index": 0, "event_objects": L{R(shock)}, "instance": instance, "label": nil}}
}

func arrange(card M, index, count int, destination string) M {
	return M{"kind": "arrange_card", "source": R(strike), "purpose": "scry", "card": R(card), "card_index": index, "card_count": count, "destination": destination}
}

func mulligan(taken int, keep bool) M {
	return M{"kind": "mulligan", "hand_size": 7, "mulligans_taken": taken, "keep": keep}
}

func assign(recipient M, amount, remaining int) M {
	return M{"kind": "distribute", "source": R(strike), "purpose": "damage", "recipient": recipient, "amount": amount, "remaining": remaining}
}

func attack(attacker M, defender any) M {
	return M{"kind": "declare_attack", "attacker": R(attacker), "defender": defender}
}

func block(blocker M, attacker any) M {
	return M{"kind": "declare_block", "blocker": R(blocker), "attacker": attacker}
}

func tap(index int) M {
	return M{"kind": "activate_mana_ability", "source": R(bears), "ability_index": index, "mana_choice": "G", "cost_target": nil}
}

func pay(yes bool) M {
	return M{"kind": "optional_cost", "source": R(strike), "cost": "unless_payment", "pay": yes}
}

func name(purpose, value string) M {
	return M{"kind": "choose_name", "source": R(strike), "purpose": purpose, "value": value}
}

// figures are the decisions that rows of the table start from, one of every kind among them.
var figures = map[string]func() M{
	"priority": func() M {
		return decision(board(), "priority", nil,
			M{"kind": "pass"},
			M{"kind": "play_land", "source": R(forest), "face": 0},
			M{"kind": "cast_spell", "source": R(bolt), "method": "normal"},
			M{"kind": "activate_ability", "source": R(bears), "ability_index": 0},
			M{"kind": "special_action", "source": R(morph), "action": "turn_face_up"},
			tap(0))
	},
	"target": func() M {
		return decision(board(), "choice", nil, target(T(elves), 0, 1, 1), target(player("p1"), 0, 1, 1))
	},
	"target 2": func() M {
		return grouped(decision(board(), "choice", nil, target(T(elves), 0, 2, 2), target(T(wall), 0, 2, 2)), 0, 2)
	},
	"up to 2 targets": func() M {
		return decision(board(), "choice", nil, target(T(elves), 0, 0, 2), target(T(wall), 0, 0, 2),
			M{"kind": "finish_target_selection", "source": R(strike), "slot": 0, "selected_count": 0})
	},
	"cost target": func() M {
		c := func(r M) M {
			return pick("choose_cost_target", M{"cost_kind": "sacrifice", "candidate": R(r)}, 0, 1, 1)
		}
		return decision(board(), "choice", nil, c(bears), c(ogre))
	},
	"cast method": func() M {
		return decision(board(), "choice", nil, M{"kind": "choose_cast_method", "source": R(bolt), "method": "normal"},
			M{"kind": "choose_cast_method", "source": R(bolt), "method": "flashback"})
	},
	"mode": func() M {
		c := func(i int) M { return pick("choose_spell_mode", M{"mode_index": i, "mode_count": 3}, 0, 1, 3) }
		return decision(board(), "choice", nil, c(0), c(1), c(2))
	},
	"option": func() M {
		c := func(i int) M {
			return M{"kind": "choose_option", "source": nil, "purpose": "odd_or_even", "option_index": i, "option_count": 2, "option_label": ""}
		}
		return decision(board(), "choice", "odd_or_even", c(0), c(1))
	},
	"color": func() M {
		return decision(board(), "choice", "mana", M{"kind": "choose_color", "source": nil, "purpose": "mana", "color": "white"},
			M{"kind": "choose_color", "source": nil, "purpose": "mana", "color": "green"})
	},
	"number": func() M {
		c := func(x int) M {
			return M{"kind": "choose_number", "source": R(strike), "purpose": "x_value", "value": x, "minimum": 0, "maximum": 2}
		}
		return decision(board(), "choice", "x_value", c(0), c(1), c(2))
	},
	"boolean": func() M {
		c := func(x bool) M {
			return M{"kind": "choose_boolean", "source": nil, "purpose": "may_ability", "value": x}
		}
		return decision(board(), "choice", "may_ability", c(true), c(false))
	},
	"name": func() M {
		return decision(board(), "choice", "card_name", name("card_name", "Lightning Bolt"), name("card_name", "Lim-Dûl's Vault"))
	},
	"select": func() M {
		return decision(board(), "choice", "discard", sel("discard", T(bolt), 0, 1, 1), sel("discard", T(forest), 0, 1, 1))
	},
	"select 2": func() M {
		return grouped(decision(board(), "choice", "sacrifice", sel("sacrifice", T(bears), 0, 2, 2), sel("sacrifice", T(ogre), 0, 2, 2), sel("sacrifice", T(class), 0, 2, 2)), 0, 2)
	},
	"select 1 to 2": func() M {
		return decision(board(), "choice", "tap", sel("tap", T(bears), 0, 1, 2), sel("tap", T(ogre), 0, 1, 2))
	},
	"search": func() M {
		o := board()
		o["known"] = L{
			known("p0", "library", "Island", "o-look1", nil, nil, "searching"),
			known("p0", "library", "Mountain", nil, 3, nil, "looked_at"),
			known("p0", "library", "Opt", "o-look2", nil, nil, "searching"),
		}
		return decision(o, "choice", "search", sel("search", T(look1), 0, 0, 1), sel("search", T(look2), 0, 0, 1), finish("search", 0))
	},
	"mana payment": func() M {
		d := decision(board(), "choice", "mana_payment", pay(true), pay(false), tap(0))
		d["seat_decision"].(M)["observation"].(M)["players"].(L)[0].(M)["mana_pool"].(M)["G"] = 1
		return d
	},
	"cost option": func() M {
		return decision(board(), "choice", nil, M{"kind": "choose_cost_option", "source": R(strike), "choice": "discard"},
			M{"kind": "choose_cost_option", "source": R(strike), "choice": "decline"})
	},
	"optional cast": func() M {
		c := func(x bool) M {
			return M{"kind": "optional_cast", "card": R(ponder), "method": "madness", "cast_it": x}
		}
		return decision(board(), "choice", nil, c(true), c(false))
	},
	"mulligan": func() M { return decision(pregame(), "choice", nil, mulligan(0, true), mulligan(0, false)) },
	"starting player": func() M {
		c := func(s string) M { return M{"kind": "choose_starting_player", "player": s} }
		return decision(pregame(), "choice", nil, c("p0"), c("p1"))
	},
	"order": func() M {
		c := func(i int) M { return orderItem("triggers", triggerItem(i), 0, 3) }
		return grouped(decision(board(), "choice", "triggers", c(0), c(1), c(2)), 0, 2)
	},
	"order some": func() M {
		c := func(r M) M { return orderItem("library_top", M{"object": R(r)}, 0, 2) }
		return grouped(decision(board(), "choice", "library_top", c(bolt), c(forest), c(shock)), 0, 2)
	},
	"scry": func() M {
		return grouped(decision(looking(), "choice", "scry", arrange(look1, 0, 2, "top"), arrange(look1, 0, 2, "bottom")), 0, 3)
	},
	"library pick": func() M {
		return grouped(decision(looking(), "choice", "library_bottom", orderItem("library_bottom", M{"object": R(look1)}, 0, 3),
			orderItem("library_bottom", M{"object": R(shock)}, 0, 3), orderItem("library_bottom", M{"object": R(look2)}, 0, 3)), 0, 2)
	},
	"replacement": func() M {
		c := func(i int) M {
			return M{"kind": "choose_replacement", "affected": T(bears), "event": "damage", "replacement_source": R(elves), "replacement_index": i, "replacement_count": 2}
		}
		return decision(board(), "choice", nil, c(0), c(1))
	},
	"attack": func() M {
		return grouped(decision(board(), "choice", nil, attack(bears, player("p1")), attack(bears, nil)), 0, 2)
	},
	"block": func() M {
		return grouped(decision(board(), "choice", nil, block(bears, R(elves)), block(bears, R(wall)), block(bears, nil)), 0, 2)
	},
	"distribute": func() M {
		return grouped(decision(board(), "choice", "damage", assign(T(elves), 1, 3), assign(T(elves), 2, 3)), 0, 2)
	},
	"pile": func() M {
		c := func(i int) M {
			return M{"kind": "choose_pile", "source": nil, "purpose": "effect", "pile_index": i, "piles": L{L{R(shock)}, L{R(look1), R(look2)}}}
		}
		return decision(looking(), "choice", "effect", c(0), c(1))
	},
}

// figure returns a copy of a figure that may be edited.
func figure(t testing.TB, name string) any {
	t.Helper()
	make, ok := figures[name]
	if !ok {
		make, ok = later[name]
	}
	assert.Assert(t, ok, "no figure %q", name)
	return clone(t, make())
}

func clone(t testing.TB, v any) any {
	t.Helper()
	b, err := json.Marshal(v)
	assert.NilError(t, err)
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	var out any
	assert.NilError(t, d.Decode(&out))
	return out
}

// Short names for the beginnings of pointers.
var starts = strings.NewReplacer(
	"S/", "/seat_decision/", "O/", "/seat_decision/observation/", "C/", "/seat_decision/candidates/",
	"P0/", "/seat_decision/observation/players/0/", "P1/", "/seat_decision/observation/players/1/",
	"G/", "/seat_decision/group/", "X/", "/seat_decision/context/")

func long(pointer string) string {
	if i := strings.Index(pointer, "/"); i > 0 {
		return starts.Replace(pointer[:i+1]) + pointer[i+1:]
	}
	return pointer
}

// edit changes the tree as its text says: "POINTER = JSON" sets or adds a value (a last "-" appends),
// "POINTER = @POINTER" copies one, "delete POINTER" takes one away.
func edit(t testing.TB, root any, text string) any {
	t.Helper()
	if p, ok := strings.CutPrefix(text, "delete "); ok {
		return put(t, root, parts(p), nil, true)
	}
	p, value, ok := strings.Cut(text, " = ")
	assert.Assert(t, ok, "no edit: %s", text)
	if from, ok := strings.CutPrefix(value, "@"); ok {
		return put(t, root, parts(p), clone(t, at(t, root, parts(from))), false)
	}
	d := json.NewDecoder(strings.NewReader(value))
	d.UseNumber()
	var v any
	assert.NilError(t, d.Decode(&v), "%s", text)
	return put(t, root, parts(p), v, false)
}

func parts(pointer string) []string { return strings.Split(long(pointer), "/")[1:] }

func at(t testing.TB, v any, path []string) any {
	t.Helper()
	for _, p := range path {
		switch x := v.(type) {
		case map[string]any:
			v = x[p]
		case []any:
			i, err := strconv.Atoi(p)
			assert.NilError(t, err)
			v = x[i]
		default:
			t.Fatalf("no %q in %T", p, v)
		}
	}
	return v
}

func put(t testing.TB, v any, path []string, value any, remove bool) any {
	t.Helper()
	if len(path) == 0 {
		return value
	}
	switch x := v.(type) {
	case map[string]any:
		if remove && len(path) == 1 {
			delete(x, path[0])
		} else {
			x[path[0]] = put(t, x[path[0]], path[1:], value, remove)
		}
		return x
	case []any:
		if path[0] == "-" {
			return append(x, value)
		}
		i, err := strconv.Atoi(path[0])
		assert.NilError(t, err)
		if remove && len(path) == 1 {
			return append(x[:i:i], x[i+1:]...)
		}
		x[i] = put(t, x[i], path[1:], value, remove)
		return x
	}
	t.Fatalf("no %q in %T", path[0], v)
	return nil
}

func parse(t testing.TB, v any) wire.Value {
	t.Helper()
	b, err := json.Marshal(v)
	assert.NilError(t, err)
	return parseText(t, string(b))
}

func parseText(t testing.TB, line string) wire.Value {
	t.Helper()
	v, err := wire.Parse([]byte(line))
	assert.NilError(t, err)
	return v
}

// hello declares everything; reset enables everything.
func hello() *protocol.EngineHelloOK {
	h := &protocol.EngineHelloOK{Engine: protocol.EngineIdentity{Name: "figure", Version: "1", RulesSnapshotID: "r", CardPoolIdentity: "c"}}
	for _, f := range protocol.ObservationFlags() {
		h.Observation.Set(f.Flag, true)
	}
	for _, k := range protocol.Kinds() {
		h.DecisionKinds = append(h.DecisionKinds, k.Name)
	}
	h.Rewind = true
	h.Extensions = []protocol.Extension{{Name: "x_one"}, {Name: "x_two"}}
	return h
}

func reset() *protocol.Reset {
	deck := protocol.Deck{Decklist: []protocol.DeckRow{{Name: "Forest", Count: 60}}}
	return &protocol.Reset{
		GameID: "g-1", Decks: [2]protocol.Deck{deck, deck}, MaxDecisions: 100, MaxSteps: 100,
		Rules: protocol.Rules{Mulligan: "london", StartingPlayer: "toss_winner_chooses", Extensions: []string{"x_one"},
			CardNameDomain: protocol.CardNameDomain{Names: []string{"Lightning Bolt", "Lim-Dûl's Vault"}}},
	}
}

// quiet is a small board for games of several decisions: a creature a side, nothing else.
func quiet(viewer string) M {
	o := board()
	maps.Copy(o, M{"viewer": viewer, "priority_seat": viewer, "stack": L{}, "pending_triggers": L{}, "known": L{}})
	var hands = M{"p0": nil, "p1": nil}
	hands[viewer] = L{}
	o["players"] = L{
		side("p0", M{"hand_count": 0, "library_count": 40, "hand": hands["p0"], "battlefield": L{bears}}),
		side("p1", M{"hand_count": 0, "library_count": 41, "hand": hands["p1"], "battlefield": L{elves}}),
	}
	return o
}

// act is a quiet priority decision: pass, or use the creature.
func act(seat string, creature M) func() M {
	return func() M {
		d := decision(quiet(seat), "priority", nil, M{"kind": "pass"}, M{"kind": "activate_ability", "source": R(creature), "ability_index": 0})
		d["seat_decision"].(M)["acting_seat"] = seat
		return d
	}
}

// later are the figures that cannot begin a game.
var later = map[string]func() M{}

func init() {
	figures["p0 acts"], figures["p1 acts"] = act("p0", bears), act("p1", elves)
	figures["p0 blocks"] = func() M {
		return grouped(decision(quiet("p0"), "choice", nil, block(bears, R(elves)), block(bears, nil)), 0, 2)
	}
	figures["p1 mulligan"] = func() M {
		d := figures["mulligan"]()
		sd := d["seat_decision"].(M)
		sd["acting_seat"] = "p1"
		o := sd["observation"].(M)
		players := o["players"].(L)
		hand := players[0].(M)["hand"].(L)
		var own L
		for _, c := range hand {
			own = append(own, plus(c.(M), M{"owner_seat": "p1", "controller_seat": "p1"}))
		}
		o["viewer"] = "p1"
		o["players"] = L{plus(players[0].(M), M{"hand": nil}), plus(players[1].(M), M{"hand": own})}
		return d
	}
	later["bottom"] = func() M {
		o := pregame()
		var picks []M
		for _, c := range o["players"].(L)[0].(M)["hand"].(L) {
			picks = append(picks, orderItem("mulligan_bottom", M{"object": R(c.(M))}, 0, 1))
		}
		o["players"].(L)[0].(M)["mulligans_taken"] = 1
		return decision(o, "choice", "mulligan_bottom", picks...)
	}
	later["arranged"] = func() M {
		return grouped(decision(looking(), "choice", "arrangement", arranged(look1, 0), arranged(look2, 0)), 2, 3)
	}
}

func arranged(card M, position int) M {
	return plus(orderItem("arrangement", M{"object": R(card)}, position, 2), M{"source": R(strike)})
}
