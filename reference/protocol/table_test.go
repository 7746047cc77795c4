package protocol_test

// What the table must be, counted against the specification.

import (
	"regexp"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func TestKindTable(t *testing.T) {
	kinds := protocol.Kinds()
	assert.Equal(t, len(kinds), 30)
	families := map[string]int{}
	for _, k := range kinds {
		families[k.Family.String()]++
		assert.Assert(t, !k.Reserved)
		assert.Equal(t, protocol.KindNamed(k.Name), k)
		for i, f := range k.Fields {
			assert.Equal(t, k.FieldIndex(f.Name), i)
		}
	}
	assert.DeepEqual(t, families, map[string]int{"priority": 6, "choice": 24})
	for _, k := range protocol.ReservedKinds() {
		assert.Assert(t, k.Reserved)
		assert.Equal(t, protocol.KindNamed(k.Name), k)
	}
	assert.Equal(t, len(protocol.ReservedKinds()), 3)
	assert.Assert(t, protocol.KindNamed("concede") == nil)
	assert.Equal(t, protocol.KindNamed("mulligan").FieldIndex("kind"), -1)
	for _, name := range protocol.RequiredKinds() {
		assert.Assert(t, protocol.KindNamed(name) != nil)
	}
}

// The constraints of Section 7.3 that compare two fields; the others are bounds of one.
func TestConstraintsOfKinds(t *testing.T) {
	want := map[string][]string{
		"choose_target":      {"minimum <= maximum", "selected_count < maximum"},
		"choose_cost_target": {"minimum <= maximum", "selected_count < maximum"},
		"select_object":      {"minimum <= maximum", "selected_count < maximum"},
		"choose_spell_mode":  {"mode_index < mode_count", "minimum <= maximum", "maximum <= mode_count", "selected_count < maximum"},
		"choose_option":      {"option_index < option_count"},
		"choose_number":      {"minimum <= value", "value <= maximum"},
		"order_pick":         {"position < count"},
		"arrange_card":       {"card_index < card_count"},
		"choose_replacement": {"replacement_index < replacement_count"},
		"distribute":         {"amount <= remaining"},
	}
	got := map[string][]string{}
	for _, k := range protocol.Kinds() {
		for _, c := range k.Shape().Constraints {
			got[k.Name] = append(got[k.Name], k.Shape().ConstraintText(c))
		}
	}
	assert.DeepEqual(t, got, want)
}

func TestVocabularies(t *testing.T) {
	names := map[string]bool{}
	for _, v := range protocol.Vocabularies() {
		assert.Assert(t, !names[v.Name], v.Name)
		names[v.Name] = true
		seen := map[string]bool{}
		for i, w := range v.Words {
			assert.Assert(t, !seen[w], "%s has %s twice", v.Name, w)
			seen[w] = true
			assert.Equal(t, v.Index([]byte(w)), i)
			assert.Assert(t, v.Has(w) && !v.Has(w+"_"), "%s %s", v.Name, w)
		}
		assert.Assert(t, !v.Has(""))
		assert.Equal(t, protocol.VocabularyOf(v.Name), v)
	}
	// Section 7.4: each purpose list ends in other.
	for _, v := range protocol.Vocabularies() {
		if regexp.MustCompile(`purpose$`).MatchString(v.Name) {
			assert.Equal(t, v.Words[len(v.Words)-1], "other", v.Name)
		}
	}
	for name, count := range map[string]int{
		"method": 25, "select_object.purpose": 20, "finish_selection.purpose": 20, "card_type": 15, "zone": 7, "phase_step": 13,
		"optional_cost.cost": 12, "choose_cost_target.cost_kind": 9, "arrange_card.destination": 8, "known.how": 6, "chosen.kind": 9,
		"choose_replacement.event": 7, "special_action.action": 6, "error_code": 17, "decision_kind": 30, "observation_flag": 13,
	} {
		assert.Equal(t, len(protocol.VocabularyOf(name).Words), count, name)
	}
}

func TestErrorCodes(t *testing.T) {
	assert.Equal(t, len(protocol.EngineCodes()), 17)
	assert.Equal(t, len(protocol.AgentCodes()), 7)
	shared := 0
	for _, c := range protocol.AgentCodes() {
		if slices.Contains(protocol.EngineCodes(), c) {
			shared++
		}
	}
	assert.Equal(t, shared, 4)
}

// Each flag gates the fields that Section 6.9 names and no others.
func TestFlags(t *testing.T) {
	gates := map[string][]string{}
	for _, s := range protocol.Shapes() {
		for _, f := range s.Fields {
			if f.Flag != protocol.NoFlag {
				assert.Assert(t, f.Shape.Nullable, "%s.%s can't be null", s.Name, f.Name)
				gates[f.Flag.String()] = append(gates[f.Flag.String()], s.Name+"."+f.Name)
			}
		}
	}
	assert.DeepEqual(t, gates, map[string][]string{
		"poison":            {"player.poison"},
		"player_counters":   {"player.counters"},
		"designations":      {"player.designations"},
		"player_progress":   {"player.progress"},
		"day_night":         {"observation.day_night"},
		"passed_seats":      {"observation.passed_seats"},
		"pending_triggers":  {"observation.pending_triggers"},
		"keywords":          {"characteristics.keywords"},
		"full_name":         {"object_record.full_name"},
		"exiled_by":         {"object_record.exiled_by"},
		"stack_text":        {"stack_entry.text"},
		"permanent_details": {"permanent.statuses", "permanent.class_level", "permanent.chosen"},
	})
	var f protocol.Flags
	for _, info := range protocol.ObservationFlags() {
		assert.Equal(t, protocol.FlagNamed(info.Name), info.Flag)
		assert.Equal(t, info.Flag.String(), info.Name)
		assert.Assert(t, !f.Has(info.Flag))
		f.Set(info.Flag, true)
		assert.Assert(t, f.Has(info.Flag))
	}
	assert.Equal(t, f, protocol.Flags{true, true, true, true, true, true, true, true, true, true, true, true, true})
	assert.Equal(t, protocol.FlagNamed("telepathy"), protocol.NoFlag)
	assert.Assert(t, !f.Has(protocol.NoFlag))
}

// A name stands for one shape, every shape has its section, and messages are all there.
func TestShapes(t *testing.T) {
	names := map[string]bool{}
	for _, s := range protocol.Shapes() {
		assert.Assert(t, !names[s.Name], "%s twice", s.Name)
		names[s.Name] = true
		assert.Assert(t, s.Section != "" && !s.Nullable, s.Name)
		assert.Assert(t, len(s.Fields) <= 16, "%s has more fields than a walker holds", s.Name)
	}
	want := []string{"hello", "reset", "step", "validate_deck", "probe_resample", "hello_ok", "decision", "terminal", "deck_ok",
		"probe_result", "error", "hello", "game_start", "choose", "game_over", "hello_ok", "ack", "choice", "error"}
	var got []string
	for _, m := range protocol.Messages() {
		got = append(got, m.Type)
	}
	assert.DeepEqual(t, got, want)
}

// The observation of Section 6 is described field by field in the specification's order.
func TestObservationFields(t *testing.T) {
	fields := map[string][]string{}
	for _, s := range protocol.Shapes() {
		for _, f := range s.Fields {
			fields[s.Name] = append(fields[s.Name], f.Name)
		}
	}
	for name, count := range map[string]int{"observation": 11, "player": 16, "object_record": 12, "characteristics": 8,
		"permanent": 13, "stack_entry": 15, "pending_trigger": 5, "known_entry": 7, "seat_decision": 7, "object_ref": 5} {
		assert.Equal(t, len(fields[name]), count, "%s: %v", name, fields[name])
	}
}

func TestAtFollowsPointers(t *testing.T) {
	v, err := wire.Parse([]byte(`{"a":[10,{"b/c":{"d~e":true}}],"":null}`))
	assert.NilError(t, err)
	for pointer, want := range map[string]string{
		"": `{"a":[10,{"b/c":{"d~e":true}}],"":null}`, "/a/0": `10`, "/a/1/b~1c/d~0e": `true`, "/": `null`,
		"/a/2": ``, "/a/x": ``, "/b": ``, "/a/0/0": ``,
	} {
		assert.Equal(t, string(protocol.At(v, pointer).Raw()), want, pointer)
	}
}

// A shape can be asked about any part of a decision; pointers then begin at that part.
func TestCheckOfAPart(t *testing.T) {
	v, err := wire.Parse([]byte(edited(decisionJSON, `"hand_count":1`, `"hand_count":-1`)))
	assert.NilError(t, err)
	obs := v.Get("seat_decision").Get("observation")
	f := protocol.ObservationShape().Check(obs, protocol.Spec)
	assert.Equal(t, f.Pointer, "/players/0/hand_count")
	assert.Equal(t, f.Offset, protocol.At(obs, f.Pointer).Offset())
	assert.Assert(t, protocol.ObjectRefShape().Check(obs, protocol.Spec) != nil)
	assert.Equal(t, protocol.KindOf(protocol.At(v, "/seat_decision/candidates/1/semantic")).Name, "cast_spell")
	assert.Assert(t, protocol.KindOf(obs) == nil)
}

func TestCheckOfALegalValueAllocatesNothing(t *testing.T) {
	v, err := wire.Parse([]byte(seatDecisionJSON))
	assert.NilError(t, err)
	assert.Equal(t, testing.AllocsPerRun(100, func() {
		if f := protocol.SeatDecisionShape().Check(v, protocol.Spec); f != nil {
			t.Fatal(f)
		}
	}), 0.0)
}
