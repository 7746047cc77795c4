package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"github.com/spellbench/sbconform/reference/wire"
)

func lasts(d *protocol.Decision) int { return len(d.SeatDecision.Candidates) - 1 }

// covering prefers the kinds chosen least so far.
func covering() picker {
	chosen := map[string]int{}
	return func(d *protocol.Decision) int {
		best, cs := 0, d.SeatDecision.Candidates
		for i, c := range cs {
			if chosen[c.Semantic.Kind] < chosen[cs[best].Semantic.Kind] {
				best = i
			}
		}
		chosen[cs[best].Semantic.Kind]++
		return best
	}
}

// mulligansFirst has both seats take n mulligans, then chooses by pick.
func mulligansFirst(n uint32, pick picker) picker {
	return func(d *protocol.Decision) int {
		cs := d.SeatDecision.Candidates
		if s := cs[0].Semantic; s.Kind == "mulligan" {
			if s.Value("mulligans_taken").(uint32) < n && len(cs) > 1 {
				return 1
			}
			return 0
		}
		return pick(d)
	}
}

// endless are the tours that do not end by themselves.
var endless = map[string]string{"Beyond": "halted", "Loop": "truncated", "Stall": "truncated"}

// longest is more than any other tour asks.
const longest = 400

// Whatever is chosen, a tour is legal in every decision by both readings.
func TestToursAreLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	pickers := map[string]picker{
		"first": passes, "last": lasts, "cover": covering(),
		"uniform": func(d *protocol.Decision) int { return rng.IntN(len(d.SeatDecision.Candidates)) },
	}
	for _, tour := range tours() {
		t.Run(tour.name, func(t *testing.T) {
			for name, pick := range pickers {
				for _, reading := range []protocol.Reading{protocol.Spec, protocol.Strict} {
					r := caps(london(toss(reset(7, tour.name))), longest, longest)
					r.Rules.Extensions = []string{echo}
					found := judgedBy(t, validator.Options{Reading: reading}, Options{Reading: reading}, r, 2*longest, mulligansFirst(2, pick))
					assert.Equal(t, len(found), 0, "%s: %v", name, found)
				}
			}
		})
	}
}

func TestToursAreDescribed(t *testing.T) {
	catalog := map[string]bool{}
	for _, c := range Reference().Catalog {
		catalog[c.CatalogID] = true
	}
	names, sentences, decks := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, tour := range Tours() {
		assert.Assert(t, catalog[tour.CatalogID] && tour.Sentence != "", tour.CatalogID)
		names[tour.CatalogID], sentences[tour.Sentence] = true, true
	}
	for _, tour := range tours() {
		decks[protocol.DeckID(tour.deck)] = true
		for _, row := range tour.deck {
			assert.Assert(t, cardOf(row.Name) != nil, row.Name)
		}
	}
	assert.Assert(t, len(names) == len(tours()) && len(sentences) == len(names) && len(decks) == len(names))
}

// Between two different decks a tour is an ordinary game.
func TestTourAgainstAnotherDeck(t *testing.T) {
	for _, decks := range [][2]string{{"Scry", "Burn"}, {"Skirmish", "Casts"}, {"Board", "Scry"}} {
		r := reset(0, decks[0])
		r.Decks[1] = reset(0, decks[1]).Decks[1]
		found := judged(t, Options{Reading: protocol.Strict}, r, 3000, random(1))
		assert.Equal(t, len(found), 0, "%v", found)
	}
}

// A tour poses the kinds that it says it needs and no others but those of every game, and ends by
// itself.
func TestToursDoWhatTheySay(t *testing.T) {
	always := append(protocol.RequiredKinds(), "mulligan", "choose_starting_player")
	for _, tour := range tours() {
		t.Run(tour.name, func(t *testing.T) {
			posed, rewound := map[string]bool{}, false
			for _, pick := range []picker{covering(), lasts} {
				end := newHost(t, Options{}).play(caps(reset(3, tour.name), longest, longest), pick, func(d *protocol.Decision, _ wire.Value) {
					rewound = rewound || d.SeatDecision.Context.Rewind
					for _, c := range d.SeatDecision.Candidates {
						posed[c.Semantic.Kind] = true
						assert.Assert(t, slices.Contains(always, c.Semantic.Kind) || slices.Contains(tour.kinds, c.Semantic.Kind), c.Semantic.Kind)
					}
				})
				want := "natural"
				if e := endless[tour.name]; e != "" {
					want = e
				}
				assert.Equal(t, end.Classification, want)
			}
			assert.Equal(t, rewound, tour.rewinds)
			for _, k := range tour.kinds {
				assert.Assert(t, posed[k] || tour.name == "Beyond", k)
			}
		})
	}
}

// Between them the tours show every kind and every word of a candidate, every phase and kind of stack
// entry, and every field with something in it.
func TestToursShowEverything(t *testing.T) {
	seen := map[string]bool{} // field=word, and the paths of fields that are neither null nor empty
	var walk func(path string, v wire.Value)
	walk = func(path string, v wire.Value) {
		switch v.Kind() {
		case wire.Object:
			for m := range v.Members() {
				walk(path+"."+m.Key.Str(), m.Value)
			}
		case wire.Array:
			for e := range v.Elems() {
				walk(path, e)
			}
		default:
			if !v.IsNull() {
				seen[path] = true
			}
		}
	}
	words := func(v wire.Value) {
		for c := range v.Get("candidates").Elems() {
			s := c.Get("semantic")
			kind := s.Get("kind").Str()
			seen[kind] = true
			for m := range s.Members() {
				if m.Value.Kind() == wire.String {
					seen[kind+"."+m.Key.Str()+"="+m.Value.Str()] = true
				}
			}
		}
	}
	for _, tour := range tours() {
		for _, pick := range []picker{lasts, covering()} {
			newHost(t, Options{}).play(caps(london(toss(reset(3, tour.name))), longest, longest), mulligansFirst(3, pick), func(d *protocol.Decision, v wire.Value) {
				walk("", v.Get("observation"))
				words(v)
				seen["phase="+d.SeatDecision.Observation.PhaseStep] = true
				for _, e := range d.SeatDecision.Observation.Stack {
					seen["stack="+e.StackKind] = true
				}
				for _, k := range d.SeatDecision.Observation.Known {
					seen["how="+k.How] = true
				}
			})
		}
	}
	var missing []string
	want := func(key string) {
		if !seen[key] {
			missing = append(missing, key)
		}
	}
	for _, k := range protocol.Kinds() {
		want(k.Name)
		for _, f := range k.Fields {
			if f.Shape.Words == nil || f.Shape.Words.Name == "seat" {
				continue
			}
			for _, w := range f.Shape.Words.Words {
				want(k.Name + "." + f.Name + "=" + w)
			}
		}
	}
	for prefix, name := range map[string]string{"phase=": "phase_step", "stack=": "stack_kind", "how=": "known.how"} {
		for _, w := range protocol.VocabularyOf(name).Words {
			want(prefix + w)
		}
	}
	for _, path := range observationPaths {
		want(path)
	}
	// The vocabularies of selections are one; modes are only ever finished by it (Section 7.5).
	missing = slices.DeleteFunc(missing, func(m string) bool { return m == "select_object.purpose=modes" })
	slices.Sort(missing)
	assert.Equal(t, len(missing), 0, "%q", missing)
}

// observationPaths are the fields of Section 6, as far down as their values.
var observationPaths = []string{
	".viewer", ".turn", ".phase_step", ".active_seat", ".priority_seat", ".passed_seats", ".day_night",
	".players.life", ".players.poison", ".players.counters.energy", ".players.designations", ".players.progress.dungeon",
	".players.progress.dungeon_room", ".players.progress.ring_tempted", ".players.progress.speed",
	".players.hand.object_id", ".players.graveyard.full_name", ".players.command.object_id", ".players.exile.exiled_by.object_id",
	".players.battlefield.card_name", ".players.battlefield.face_down", ".players.battlefield.token", ".players.battlefield.copy",
	".players.battlefield.characteristics.supertypes", ".players.battlefield.characteristics.subtypes", ".players.battlefield.characteristics.colors",
	".players.battlefield.characteristics.power", ".players.battlefield.characteristics.toughness", ".players.battlefield.characteristics.keywords",
	".players.battlefield.permanent.counters.p1p1", ".players.battlefield.permanent.counters.loyalty",
	".players.battlefield.permanent.attached_to.object.object_id", ".players.battlefield.permanent.attack_target.player",
	".players.battlefield.permanent.attack_target.object.object_id", ".players.battlefield.permanent.blocked_attackers.object_id",
	".players.battlefield.permanent.statuses", ".players.battlefield.permanent.class_level", ".players.battlefield.permanent.chosen.value",
	".stack.source.object_id", ".stack.characteristics.types", ".stack.targets.player", ".stack.targets.object.object_id",
	".stack.divided", ".stack.modes", ".stack.x_value", ".stack.text",
	".pending_triggers.source.object_id", ".pending_triggers.source_name", ".pending_triggers.label",
	".known.object_id", ".known.position_from_top", ".known.position_from_bottom",
}
