package validator_test

import (
	"strings"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"gotest.tools/v3/assert"
)

// A row is one decision, made from a figure by edits. With a pointer it breaks the check there, and
// nothing else; without one it stands at the edge of the check and is legal.
type row struct {
	check   string
	name    string
	figure  string
	edits   string // one a line
	pointer string
	given   func(*protocol.EngineHelloOK, *protocol.Reset)
}

func checkNamed(t testing.TB, name string) validator.Check {
	for _, c := range validator.Checks() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %q", name)
	return validator.Check{}
}

func (r row) validate(t *testing.T, o validator.Options) []validator.Violation {
	t.Helper()
	d := figure(t, r.figure)
	for _, line := range strings.Split(strings.TrimSpace(r.edits), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			d = edit(t, d, line)
		}
	}
	h, rs := hello(), reset()
	if r.given != nil {
		r.given(h, rs)
	}
	g := validator.New(o)
	g.Hello(h)
	g.Reset("h-2", rs)
	return g.Decision(parse(t, d))
}

func TestTable(t *testing.T) {
	for _, r := range rows {
		t.Run(r.check+"/"+r.name, func(t *testing.T) {
			c := checkNamed(t, r.check)
			got := r.validate(t, validator.Options{Reading: protocol.Strict, All: true})
			if r.pointer == "" {
				// Legal in the check's own reading; the strict one may ask for more.
				for _, v := range r.validate(t, validator.Options{Reading: c.Reading, All: true}) {
					t.Errorf("legal, but %s", v)
				}
				for _, v := range got {
					assert.Assert(t, v.Check != r.check, "%s", v)
				}
				return
			}
			if c.Reading == protocol.Spec {
				got = r.validate(t, validator.Options{All: true})
			} else {
				assert.Equal(t, len(r.validate(t, validator.Options{All: true})), 0, "the text does not ask for it")
			}
			assert.Equal(t, len(got), 1, "%v", got)
			assert.Equal(t, got[0].Check, r.check, "%v", got)
			assert.Equal(t, got[0].Rule, c.Rule)
			assert.Equal(t, got[0].Pointer, long(r.pointer), "%v", got)
			first := r.validate(t, validator.Options{Reading: c.Reading})
			assert.Equal(t, len(first), 1)
			assert.Equal(t, first[0], got[0])
		})
	}
}

func TestFiguresAreLegal(t *testing.T) {
	for name := range figures {
		for _, v := range (row{figure: name}).validate(t, validator.Options{Reading: protocol.Strict, All: true}) {
			t.Errorf("%s: %s", name, v)
		}
	}
}

// Every check has a row that breaks it and one at its edge, here or among the scripted games.
func TestEveryCheckHasRows(t *testing.T) {
	broken, legal := map[string]bool{}, map[string]bool{}
	for _, r := range rows {
		if r.pointer != "" {
			broken[r.check] = true
		} else {
			legal[r.check] = true
		}
	}
	for _, s := range scripts {
		if s.pointer != "" {
			broken[s.check] = true
		} else {
			legal[s.check] = true
		}
	}
	for _, c := range validator.Checks() {
		assert.Check(t, broken[c.Name], "no row breaks %s", c.Name)
		assert.Check(t, legal[c.Name], "no row stands at the edge of %s", c.Name)
	}
	assert.Check(t, len(rows)+len(scripts) >= 200, "%d rows", len(rows)+len(scripts))
}

func without(kind string) func(*protocol.EngineHelloOK, *protocol.Reset) {
	return func(h *protocol.EngineHelloOK, _ *protocol.Reset) {
		var kinds []string
		for _, k := range h.DecisionKinds {
			if k != kind {
				kinds = append(kinds, k)
			}
		}
		h.DecisionKinds = kinds
	}
}

var rows = []row{
	// The envelope.
	{"malformed-request-id", "another id", "priority", `/request_id = "h-3"`, "/request_id", nil},
	{"malformed-request-id", "escaped", "priority", ``, "", nil},
	{"malformed-game-id", "another game", "priority", `/game_id = "g-2"`, "/game_id", nil},
	{"malformed-game-id", "the game", "priority", ``, "", nil},
	{"malformed-step", "not 0", "priority", `/step = 1`, "/step", nil},
	{"malformed-step", "0", "priority", `/step = 0`, "", nil},

	// V1, the shapes. The protocol's table has its own tests; these show that each part is looked at.
	{"V1-shape", "unknown top field", "priority", `S/note = 1`, "S/note", nil},
	{"V1-shape", "missing top field", "priority", `delete S/extensions`, "S/extensions", nil},
	{"V1-shape", "acting seat", "priority", `S/acting_seat = "p2"`, "S/acting_seat", nil},
	{"V1-shape", "seat step is true", "priority", `S/seat_step = true`, "S/seat_step", nil},
	{"V1-shape", "seat step is negative", "priority", `S/seat_step = -1`, "S/seat_step", nil},
	{"V1-shape", "group of none", "priority", `G/substep_count = 0`, "G/substep_count", nil},
	{"V1-shape", "index is the count", "priority", `G/substep_index = 1`, "G/substep_index", nil},
	{"V1-shape", "context kind", "priority", `X/kind = "combat"`, "X/kind", nil},
	{"V1-shape", "context purpose not snake", "priority", `X/purpose = "A b"`, "X/purpose", nil},
	{"V1-shape", "context text may be empty", "priority", `X/text = ""`, "", nil},
	{"V1-shape", "context rewind", "priority", `X/rewind = 0`, "X/rewind", nil},
	{"V1-shape", "context field", "priority", `X/step = 4`, "X/step", nil},
	{"V1-shape", "phase", "priority", `O/phase_step = "main"`, "O/phase_step", nil},
	{"V1-shape", "players in order", "priority", "P0/seat = \"p1\"\nP1/seat = \"p0\"", "P0/seat", nil},
	{"V1-shape", "life is an i32", "priority", `P0/life = 2147483648`, "P0/life", nil},
	{"V1-shape", "lowest life", "priority", `P0/life = -2147483648`, "", nil},
	{"V1-shape", "mana pool lacks C", "priority", `delete P0/mana_pool/C`, "P0/mana_pool/C", nil},
	{"V1-shape", "mana pool has S", "priority", `P0/mana_pool/S = 1`, "P0/mana_pool/S", nil},
	{"V1-shape", "counter name", "priority", `P0/counters/Energy = 1`, "P0/counters/Energy", nil},
	{"V1-shape", "counter is a u32", "priority", `P0/counters/energy = -1`, "P0/counters/energy", nil},
	{"V1-shape", "progress is exact", "priority", `P0/progress/level = 1`, "P0/progress/level", nil},
	{"V1-shape", "dungeon not in NFC", "priority", `P0/progress/dungeon = "Du\u0302ngeon"`, "P0/progress/dungeon", nil},
	{"V1-shape", "name not in NFC", "priority", "P0/graveyard/0/card_name = \"Lim-Du\u0302l's Vault\"", "P0/graveyard/0/card_name", nil},
	{"V1-shape", "name in NFC", "priority", `P0/graveyard/0/card_name = "Lim-Dûl's Vault"`, "", nil},
	{"V1-shape", "supertype", "priority", `P0/battlefield/0/characteristics/supertypes/- = "elite"`, "P0/battlefield/0/characteristics/supertypes/0", nil},
	{"V1-shape", "type tribal", "priority", `P0/battlefield/0/characteristics/types/- = "tribal"`, "P0/battlefield/0/characteristics/types/1", nil},
	{"V1-shape", "type kindred", "priority", `P0/battlefield/0/characteristics/types/- = "kindred"`, "", nil},
	{"V1-shape", "colors out of order", "priority", `P0/battlefield/0/characteristics/colors = ["red","white"]`, "P0/battlefield/0/characteristics/colors/1", nil},
	{"V1-shape", "colors twice", "priority", `P0/battlefield/0/characteristics/colors = ["red","red"]`, "P0/battlefield/0/characteristics/colors/1", nil},
	{"V1-shape", "colors in order", "priority", `P0/battlefield/0/characteristics/colors = ["white","red","green"]`, "", nil},
	{"V1-shape", "stack zone", "priority", `O/stack/0/zone = "battlefield"`, "O/stack/0/zone", nil},
	{"V1-shape", "known card without a name", "priority", `O/known/1/card_name = null`, "O/known/1/card_name", nil},
	{"V1-shape", "no candidates", "priority", `S/candidates = []`, "S/candidates", nil},
	{"V1-shape", "candidate ids are dense", "priority", `C/1/candidate_id = 2`, "C/1/candidate_id", nil},
	{"V1-shape", "candidate field", "priority", `C/1/note = null`, "C/1/note", nil},
	{"V1-shape", "unknown kind", "priority", `C/1/semantic/kind = "concede"`, "C/1/semantic/kind", nil},
	{"V1-shape", "reserved kind", "number", `C/1/semantic = {"kind":"narrow_number","source":null,"purpose":"amount","minimum":0,"maximum":1}`, "C/1/semantic/kind", nil},
	{"V1-shape", "field of another kind", "priority", `C/0/semantic/face = 0`, "C/0/semantic/face", nil},
	{"V1-shape", "target of two forms", "target", `C/1/semantic/target/object = null`, "C/1/semantic/target/object", nil},
	{"V1-shape", "minimum above maximum", "target", `C/1/semantic/minimum = 2`, "C/1/semantic/minimum", nil},
	{"V1-shape", "selected_count is the maximum", "target", `C/1/semantic/selected_count = 1`, "C/1/semantic/selected_count", nil},
	{"V1-shape", "one replacement", "replacement", `C/0/semantic/replacement_count = 1`, "C/0/semantic/replacement_count", nil},
	{"V1-shape", "amount above remaining", "distribute", `C/1/semantic/amount = 4`, "C/1/semantic/amount", nil},
	{"V1-shape", "amount is all", "distribute", `C/1/semantic/amount = 3`, "", nil},
	{"V1-shape", "third pile", "pile", `C/1/semantic/pile_index = 2`, "C/1/semantic/pile_index", nil},
	{"V1-shape", "value outside its range", "number", `C/2/semantic/value = 3`, "C/2/semantic/value", nil},
	{"V1-shape", "word of another purpose", "boolean", `C/1/semantic/purpose = "vote"`, "C/1/semantic/purpose", nil},
	{"V1-shape", "cost option not snake", "cost option", `C/1/semantic/choice = "Decline"`, "C/1/semantic/choice", nil},
	{"V1-shape", "extension name", "priority", `S/extensions/x_One = 1`, "S/extensions/x_One", nil},
	{"V1-shape", "extensions is a list", "priority", `S/extensions = []`, "S/extensions", nil},

	// V1, the observation.
	{"V1-pregame", "turn 0 in a main phase", "priority", `O/turn = 0`, "O/phase_step", nil},
	{"V1-pregame", "turn 1 in pregame", "mulligan", `O/turn = 1`, "O/phase_step", nil},
	{"V1-pregame", "turn 1 in untap", "priority", "O/turn = 1\nO/phase_step = \"untap\"", "", nil},
	{"V1-active-seat", "null in a turn", "priority", `O/active_seat = null`, "O/active_seat", nil},
	{"V1-active-seat", "null in pregame", "mulligan", ``, "", nil},
	{"V1-active-seat", "known in pregame", "mulligan", `O/active_seat = "p1"`, "", nil},
	{"V1-priority-pregame", "p0 in pregame", "mulligan", `O/priority_seat = "p0"`, "O/priority_seat", nil},
	{"V1-priority-pregame", "nobody in a turn", "target", `O/priority_seat = null`, "", nil},
	{"V1-zone", "hand card in exile", "priority", `P0/exile/0/zone = "hand"`, "P0/exile/0/zone", nil},
	{"V1-zone", "graveyard card in exile", "priority", "P1/exile = @P1/graveyard\nP1/graveyard = []", "P1/exile/0/zone", nil},
	{"V1-zone", "moved with its zone", "priority", "P1/exile = @P1/graveyard\nP1/graveyard = []\nP1/exile/0/zone = \"exile\"", "", nil},
	{"V1-holder", "permanent of the other controller", "priority", `P0/battlefield/2/controller_seat = "p1"`, "P0/battlefield/2/controller_seat", nil},
	{"V1-holder", "graveyard card of the other owner", "priority", "P1/graveyard/0/owner_seat = \"p0\"\nP1/graveyard/0/controller_seat = \"p0\"", "P1/graveyard/0/owner_seat", nil},
	{"V1-holder", "stolen permanent", "priority", `P0/battlefield/2/owner_seat = "p1"`, "", nil},
	{"V1-controller", "graveyard", "priority", `P1/graveyard/0/controller_seat = "p0"`, "P1/graveyard/0/controller_seat", nil},
	{"V1-controller", "hand", "target", `P0/hand/1/controller_seat = "p1"`, "P0/hand/1/controller_seat", nil},
	{"V1-controller", "exile", "priority", `P0/exile/1/controller_seat = "p1"`, "P0/exile/1/controller_seat", nil},
	{"V1-controller", "battlefield", "priority", `P1/battlefield/1/owner_seat = "p0"
		O/stack/1/targets/0/object/owner_seat = "p0"`, "", nil},
	{"V1-command-controller", "emblem of the other", "priority", `P0/command/0/controller_seat = "p1"`, "P0/command/0/controller_seat", nil},
	{"V1-command-controller", "own emblem", "priority", ``, "", nil},
	{"V1-permanent", "null on the battlefield", "priority", `P0/battlefield/1/permanent = null`, "P0/battlefield/1/permanent", nil},
	{"V1-permanent", "there in a graveyard", "priority", `P0/graveyard/0/permanent = @P0/battlefield/0/permanent`, "P0/graveyard/0/permanent", nil},
	{"V1-permanent", "phased out", "priority", `P0/battlefield/1/permanent/phased_out = true`, "", nil},
	{"V1-full-name", "of a nameless card", "priority", `P0/exile/1/full_name = "Fire // Ice"`, "P0/exile/1/full_name", nil},
	{"V1-full-name", "of a named card", "priority", `P0/exile/0/full_name = "Ponder // Wonder"`, "", nil},
	{"V1-characteristics", "null in a graveyard", "priority", `P0/graveyard/0/characteristics = null`, "P0/graveyard/0/characteristics", nil},
	{"V1-characteristics", "null on the battlefield", "priority", `P1/battlefield/2/characteristics = null`, "P1/battlefield/2/characteristics", nil},
	{"V1-characteristics", "null of a face-down card that the viewer may look at", "priority", `P0/exile/1/card_name = "Opt"`, "P0/exile/1/characteristics", nil},
	{"V1-characteristics", "hidden card", "priority", ``, "", nil},
	{"V1-characteristics-hidden", "types", "priority", `P0/exile/1/characteristics = @P0/hand/0/characteristics`, "P0/exile/1/characteristics/types", nil},
	{"V1-characteristics-hidden", "mana value", "priority", `P0/exile/1/characteristics = {"supertypes":[],"types":[],"subtypes":[],"colors":[],"mana_value":2,"power":null,"toughness":null,"keywords":[]}`, "P0/exile/1/characteristics/mana_value", nil},
	{"V1-characteristics-hidden", "blank", "priority", `P0/exile/1/characteristics = {"supertypes":[],"types":[],"subtypes":[],"colors":[],"mana_value":0,"power":null,"toughness":null,"keywords":[]}`, "", nil},
	{"V1-characteristics-null", "blank", "priority", `P0/exile/1/characteristics = {"supertypes":[],"types":[],"subtypes":[],"colors":[],"mana_value":0,"power":null,"toughness":null,"keywords":[]}`, "P0/exile/1/characteristics", nil},
	{"V1-characteristics-null", "shown to the viewer", "priority", "P0/exile/1/card_name = \"Opt\"\nP0/exile/1/characteristics = @P0/hand/0/characteristics", "", nil},
	{"V1-exiled-by", "in a graveyard", "priority", `P0/graveyard/0/exiled_by = @P0/exile/0/exiled_by`, "P0/graveyard/0/exiled_by", nil},
	{"V1-exiled-by", "in exile", "priority", `P0/exile/1/exiled_by = @P0/exile/0/exiled_by`, "", nil},
	{"V1-attack-target", "not attacking", "priority", `P0/battlefield/1/permanent/attack_target = {"player":"p1"}`, "P0/battlefield/1/permanent/attack_target", nil},
	{"V1-attack-target", "attacking", "priority", "P0/battlefield/1/permanent/attack_target = {\"player\":\"p1\"}\nP0/battlefield/1/permanent/attacking = true", "", nil},
	{"V1-attack-target", "target has left", "priority", `P0/battlefield/1/permanent/attacking = true`, "", nil},
	{"V1-blocked-attackers", "not blocking", "priority", `P1/battlefield/0/permanent/blocked_attackers/- = @P0/exile/0/exiled_by`, "P1/battlefield/0/permanent/blocked_attackers", nil},
	{"V1-blocked-attackers", "blocking", "priority", "P1/battlefield/0/permanent/blocked_attackers/- = @P0/exile/0/exiled_by\nP1/battlefield/0/permanent/blocking = true", "", nil},
	{"V1-blocked-attackers", "attacker is gone", "priority", `P1/battlefield/0/permanent/blocking = true`, "", nil},
	{"V1-chosen", "color", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"color","value":"purple"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen", "card type", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"card_type","value":"tribal"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen", "creature type", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"creature_type","value":"Time Lord"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen", "land type", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"land_type","value":""}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen", "player", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"player","value":"p3"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen", "number", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"number","value":"1e3"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen", "name not in NFC", "priority", "P0/battlefield/0/permanent/chosen/- = {\"kind\":\"card_name\",\"value\":\"Du\u0302l\"}", "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen", "one of each", "priority", `P0/battlefield/0/permanent/chosen = [{"kind":"color","value":"green"},{"kind":"card_type","value":"kindred"},{"kind":"creature_type","value":"time_lord"},{"kind":"land_type","value":"urzas"},{"kind":"player","value":"p1"},{"kind":"number","value":"-7"},{"kind":"card_name","value":"Dûl"},{"kind":"mode","value":""},{"kind":"other","value":"Any Text!"}]`, "", nil},
	{"V1-chosen-number", "leading zero", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"number","value":"07"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen-number", "minus zero", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"number","value":"-0"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen-number", "above i32", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"number","value":"2147483648"}`, "P0/battlefield/0/permanent/chosen/0/value", nil},
	{"V1-chosen-number", "lowest", "priority", `P0/battlefield/0/permanent/chosen/- = {"kind":"number","value":"-2147483648"}`, "", nil},
	{"V1-power-toughness", "creature without power", "priority", `P0/battlefield/0/characteristics/power = null`, "P0/battlefield/0/characteristics/power", nil},
	{"V1-power-toughness", "instant with toughness", "priority", `P0/graveyard/0/characteristics/toughness = 1`, "P0/graveyard/0/characteristics/toughness", nil},
	{"V1-power-toughness", "negative power", "priority", `P0/battlefield/0/characteristics/power = -3`, "", nil},
	{"V1-spell", "with a source", "priority", `O/stack/0/source = @P0/exile/0/exiled_by`, "O/stack/0/source", nil},
	{"V1-spell", "without characteristics", "priority", `O/stack/0/characteristics = null`, "O/stack/0/characteristics", nil},
	{"V1-spell", "copy of a spell", "priority", `O/stack/0/copy = true`, "", nil},
	{"V1-ability", "with characteristics", "priority", `O/stack/1/characteristics = @O/stack/0/characteristics`, "O/stack/1/characteristics", nil},
	{"V1-ability", "whose source has left", "priority", `O/stack/1/source = null`, "", nil},
	{"V1-ability-name", "of a face-down source", "priority", "O/stack/1/source = {\"object_id\":\"o-hidden\",\"card_name\":null,\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"exile\"}", "O/stack/1/card_name", nil},
	{"V1-ability-name", "nameless ability of a face-down source", "priority", "O/stack/1/source = {\"object_id\":\"o-hidden\",\"card_name\":null,\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"exile\"}\nO/stack/1/card_name = null", "", nil},
	{"V1-divided", "two amounts for one target", "priority", `O/stack/0/divided = [1,1]`, "O/stack/0/divided", nil},
	{"V1-divided", "an amount for a target that is gone", "priority", "O/stack/0/divided = [3]\nO/stack/0/targets = [null]", "", nil},
	{"V1-trigger-name", "pending", "priority", "O/pending_triggers/0/source = {\"object_id\":\"o-hidden\",\"card_name\":null,\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"exile\"}", "O/pending_triggers/0/source_name", nil},
	{"V1-trigger-name", "order item", "order", "C/1/semantic/item/trigger/source = {\"object_id\":\"o-hidden\",\"card_name\":null,\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"exile\"}", "C/1/semantic/item/trigger/source_name", nil},
	{"V1-trigger-name", "source has left", "priority", `O/pending_triggers/0/source = null`, "", nil},

	// V1, the candidates.
	{"V1-distinct", "twice", "color", `C/1/semantic = @C/0/semantic`, "C/1/semantic", nil},
	{"V1-distinct", "same but for display_text", "color", "C/1/semantic = @C/0/semantic\nC/1/display_text = \"b\"", "C/1/semantic", nil},
	{"V1-distinct", "null and other", "priority", `C/2/semantic/method = null`, "", nil},
	{"V1-pass-first", "second", "priority", "C/0/semantic = @C/5/semantic\nC/5/semantic = {\"kind\":\"pass\"}", "C/5", nil},
	{"V1-pass-first", "alone", "priority", `S/candidates = [{"candidate_id":0,"semantic":{"kind":"pass"},"display_text":null}]`, "", nil},
	{"V1-name-domain", "card outside the pool", "name", `C/1/semantic/value = "Black Lotus"`, "C/1/semantic/value", nil},
	{"V1-name-domain", "card in another form", "name", "C/1/semantic/value = \"Lim-Du\u0302l's Vault\"", "C/1/semantic/value", nil},
	{"V1-name-domain", "creature type not snake", "name", "C/0/semantic/purpose = \"creature_type\"\nC/0/semantic/value = \"Faerie\"", "C/0/semantic/value", nil},
	{"V1-name-domain", "creature type", "name", "C/0/semantic/purpose = \"creature_type\"\nC/0/semantic/value = \"faerie\"\nX/purpose = null", "", nil},
	{"V1-name-domain", "wastes is no basic land type", "name", "C/0/semantic/purpose = \"basic_land_type\"\nC/0/semantic/value = \"wastes\"", "C/0/semantic/value", nil},
	{"V1-name-domain", "forest is one", "name", "C/0/semantic/purpose = \"basic_land_type\"\nC/0/semantic/value = \"forest\"", "", nil},
	{"V1-name-domain", "tribal is no card type", "name", "C/0/semantic/purpose = \"card_type\"\nC/0/semantic/value = \"tribal\"", "C/0/semantic/value", nil},
	{"V1-name-domain", "battle is one", "name", "C/0/semantic/purpose = \"card_type\"\nC/0/semantic/value = \"battle\"", "", nil},
	{"V1-name-domain", "any other word", "name", "C/0/semantic/purpose = \"other\"\nC/0/semantic/value = \"Odd!\"", "", nil},
	{"V1-name-empty", "empty word", "name", "C/0/semantic/purpose = \"other\"\nC/1/semantic/purpose = \"other\"\nC/0/semantic/value = \"\"\nX/purpose = \"other\"", "C/0/semantic/value", nil},
	{"V1-name-empty", "short word", "name", "C/0/semantic/purpose = \"other\"\nC/1/semantic/purpose = \"other\"\nC/0/semantic/value = \"a\"\nX/purpose = \"other\"", "", nil},
	{"V1-search-minimum", "1", "search", "C/0/semantic/minimum = 1\nC/0/semantic/maximum = 2\nC/0/semantic/selected_count = 1\nC/1/semantic/selected_count = 1\nC/1/semantic/maximum = 2\nC/2/semantic/selected_count = 1", "C/0/semantic/minimum", nil},
	{"V1-search-minimum", "0 of 2", "search", "C/0/semantic/maximum = 2\nC/1/semantic/maximum = 2", "", nil},
	{"V1-attack-self", "own player", "attack", `C/0/semantic/defender = {"player":"p0"}`, "C/0/semantic/defender", nil},
	{"V1-attack-self", "own permanent", "attack", `C/0/semantic/defender = {"object":{"object_id":"o-class","card_name":"Ranger Class","owner_seat":"p0","controller_seat":"p0","zone":"battlefield"}}`, "C/0/semantic/defender", nil},
	{"V1-attack-self", "a permanent of the other", "attack", `C/0/semantic/defender = @O/stack/0/targets/0`, "", nil},
	{"V1-starting-player", "p0 only", "starting player", `delete C/1`, "S/candidates", nil},
	{"V1-starting-player", "p1 first", "starting player", "C/0/semantic/player = \"p1\"\nC/1/semantic/player = \"p0\"", "", nil},
	{"V1-mulligan-keep", "only keep false", "mulligan", `S/candidates = [{"candidate_id":0,"semantic":{"kind":"mulligan","hand_size":7,"mulligans_taken":0,"keep":false},"display_text":null}]`, "S/candidates", nil},
	{"V1-mulligan-keep", "only keep true", "mulligan", `delete C/1`, "", nil},
	{"V1-mulligan-facts", "hand size", "mulligan", `C/1/semantic/hand_size = 6`, "C/1/semantic/hand_size", nil},
	{"V1-mulligan-facts", "mulligans taken", "mulligan", `C/1/semantic/mulligans_taken = 1`, "C/1/semantic/mulligans_taken", nil},
	{"V1-mulligan-facts", "as the viewer", "mulligan", ``, "", nil},
	{"V1-only-kind", "boolean beside mulligan", "mulligan", `C/1/semantic = {"kind":"choose_boolean","source":null,"purpose":"other","value":true}`, "C/1/semantic/kind", nil},
	{"V1-only-kind", "mulligans alone", "mulligan", ``, "", nil},
	{"V1-arrange-shared", "another purpose", "scry", "X/purpose = null\nC/1/semantic/purpose = \"dig\"", "C/1/semantic/purpose", nil},
	{"V1-arrange-shared", "destinations differ", "scry", `C/1/semantic/destination = "hand"`, "", nil},
	{"V1-search-finish", "a search that cannot end", "search", `delete C/2`, "S/candidates", nil},
	{"V1-search-finish", "nothing left to find", "search", "delete C/0\ndelete C/0\nC/0/candidate_id = 0", "", nil},
	{"V1-priority-pass", "no pass", "priority", "delete C/0\nC/0/candidate_id = 0\nC/1/candidate_id = 1\nC/2/candidate_id = 2\nC/3/candidate_id = 3\nC/4/candidate_id = 4", "C/0", nil},
	{"V1-priority-pass", "pass", "priority", ``, "", nil},
	{"V1-priority-pass", "a choice has none", "boolean", ``, "", nil},

	// V2.
	{"V2-viewer", "the other seat", "priority", "S/acting_seat = \"p1\"\nP0/hand = null\nP1/hand = []\nP1/hand_count = 0\nO/known = []\nS/candidates = [{\"candidate_id\":0,\"semantic\":{\"kind\":\"pass\"},\"display_text\":null}]\nP0/battlefield/3/card_name = null", "O/viewer", nil},
	{"V2-viewer", "the acting seat", "priority", ``, "", nil},
	{"V2-priority-holder", "the other holds it", "priority", `O/priority_seat = "p1"`, "O/priority_seat", nil},
	{"V2-priority-holder", "nobody holds it", "priority", `O/priority_seat = null`, "O/priority_seat", nil},
	{"V2-priority-holder", "a choice", "boolean", `O/priority_seat = "p1"`, "", nil},

	// V3; most of it is in the scripted games.
	{"V3-seat-step", "first is 1", "priority", `S/seat_step = 1`, "S/seat_step", nil},
	{"V3-group", "first id is 1", "priority", `G/group_id = 1`, "G/group_id", nil},
	{"V3-group", "first substep is 1", "target 2", "G/substep_index = 1\nC/0/semantic/selected_count = 1\nC/1/semantic/selected_count = 1", "G/substep_index", nil},
	{"V3-rewind", "before any action", "priority", `X/rewind = true`, "X/rewind", nil},
	{"V3-priority-size", "2", "priority", `G/substep_count = 2`, "G/substep_count", nil},
	{"V3-priority-size", "1", "priority", ``, "", nil},
	{"V3-finish-size", "2, finish only", "search", "G/substep_count = 2\nS/candidates = [{\"candidate_id\":0,\"semantic\":{\"kind\":\"finish_selection\",\"source\":null,\"purpose\":\"search\",\"selected_count\":1},\"display_text\":null}]", "G/substep_count", nil},
	{"V3-finish-size", "1", "up to 2 targets", ``, "", nil},
	{"V3-arrangement-size", "2 of 2 cards", "scry", `G/substep_count = 2`, "G/substep_count", nil},
	{"V3-arrangement-size", "4 of 2 cards", "scry", `G/substep_count = 4`, "G/substep_count", nil},
	{"V3-arrangement-size", "1 of 1 card", "scry", "G/substep_count = 1\nC/0/semantic/card_count = 1\nC/1/semantic/card_count = 1", "", nil},

	// V4.
	{"V4-unique", "in one zone", "priority", `P0/battlefield/2/object_id = "o-bears"`, "P0/battlefield/2/object_id", nil},
	{"V4-unique", "on the stack", "target", "O/stack/1/object_id = \"o-bears\"", "O/stack/1/object_id", nil},
	{"V4-unique", "in known", "scry", `O/known/2/object_id = "o-look1"`, "O/known/2/object_id", nil},
	{"V4-unique", "nearly", "priority", `P0/battlefield/2/object_id = "o-bearss"`, "", nil},
	{"V4-absent", "candidate", "priority", `C/1/semantic/source/object_id = "o-gone"`, "C/1/semantic/source", nil},
	{"V4-absent", "attached to", "priority", "P0/battlefield/1/permanent/attached_to = @O/stack/0/targets/0\nP0/battlefield/1/permanent/attached_to/object/object_id = \"o-gone\"", "P0/battlefield/1/permanent/attached_to/object", nil},
	{"V4-absent", "stack target", "priority", `O/stack/0/targets/0/object/object_id = "o-gone"`, "O/stack/0/targets/0/object", nil},
	{"V4-absent", "stack target null", "priority", `O/stack/0/targets/0 = null`, "", nil},
	{"V4-absent", "exiled by", "priority", `P0/exile/0/exiled_by/object_id = "o-gone"`, "P0/exile/0/exiled_by", nil},
	{"V4-absent", "event object", "order", `C/0/semantic/item/trigger/event_objects/0/object_id = "o-gone"`, "C/0/semantic/item/trigger/event_objects/0", nil},
	{"V4-absent", "pile", "pile", `C/1/semantic/piles/0/0/object_id = "o-gone"`, "C/1/semantic/piles/0/0", nil},
	{"V4-absent", "context source", "priority", "X/source = @P0/exile/0/exiled_by\nX/source/object_id = \"o-gone\"", "X/source", nil},
	{"V4-absent", "context source present", "priority", `X/source = @P0/exile/0/exiled_by`, "", nil},
	{"V4-match", "name", "priority", `C/3/semantic/source/card_name = "Runeclaw Bear"`, "C/3/semantic/source/card_name", nil},
	{"V4-match", "null name", "priority", `C/3/semantic/source/card_name = null`, "C/3/semantic/source/card_name", nil},
	{"V4-match", "owner", "target", `C/0/semantic/target/object/owner_seat = "p0"`, "C/0/semantic/target/object/owner_seat", nil},
	{"V4-match", "controller", "target", `C/0/semantic/target/object/controller_seat = "p0"`, "C/0/semantic/target/object/controller_seat", nil},
	{"V4-match", "zone", "target", `C/0/semantic/target/object/zone = "graveyard"`, "C/0/semantic/target/object/zone", nil},
	{"V4-match", "blocked attacker", "priority", "P1/battlefield/0/permanent/blocking = true\nP1/battlefield/0/permanent/blocked_attackers/- = @P0/exile/0/exiled_by\nP1/battlefield/0/permanent/blocked_attackers/0/card_name = \"Bear\"", "P1/battlefield/0/permanent/blocked_attackers/0/card_name", nil},
	{"V4-match", "trigger source", "priority", `O/pending_triggers/0/source/owner_seat = "p1"`, "O/pending_triggers/0/source/owner_seat", nil},
	{"V4-match", "controller of a known card", "scry", "C/0/semantic/card/controller_seat = \"p1\"\ndelete C/1", "C/0/semantic/card/controller_seat", nil},
	{"V4-match", "known card", "scry", ``, "", nil},

	// V5.
	{"V5-other-hand", "empty list", "priority", `P1/hand = []`, "P1/hand", nil},
	{"V5-other-hand", "null", "priority", ``, "", nil},
	{"V5-hand-count", "null", "target", `P0/hand = null`, "P0/hand", nil},
	{"V5-hand-count", "one card hidden", "target", `P0/hand_count = 3`, "P0/hand", nil},
	{"V5-hand-count", "empty hand", "target", "P0/hand = []\nP0/hand_count = 0", "", nil},
	{"V5-library-record", "in exile", "priority", `P0/exile/1/zone = "library"`, "P0/exile/1/zone", nil},
	{"V5-library-record", "none", "priority", ``, "", nil},
	{"V5-known-own-hand", "own hand", "priority", "O/known/0/zone = \"hand\"\nO/known/0/position_from_top = null", "O/known/0", nil},
	{"V5-known-own-hand", "the other's hand", "priority", ``, "", nil},
	{"V5-known-hand-position", "top", "priority", `O/known/1/position_from_top = 0`, "O/known/1/position_from_top", nil},
	{"V5-known-hand-position", "bottom", "priority", `O/known/1/position_from_bottom = 0`, "O/known/1/position_from_bottom", nil},
	{"V5-known-hand-position", "none", "priority", ``, "", nil},
	{"V5-known-library-position", "none", "priority", `O/known/0/position_from_top = null`, "O/known/0/position_from_top", nil},
	{"V5-known-library-position", "both", "priority", `O/known/0/position_from_bottom = 1`, "O/known/0/position_from_bottom", nil},
	{"V5-known-library-position", "both while searching", "search", "O/known/2/position_from_top = 1\nO/known/2/position_from_bottom = 1", "O/known/2/position_from_bottom", nil},
	{"V5-known-library-position", "one while searching", "search", `O/known/2/position_from_top = 1`, "", nil},
	{"V5-known-library-position", "none while searching", "search", ``, "", nil},
	{"V5-known-position-range", "top 40 of 40", "priority", `O/known/0/position_from_top = 40`, "O/known/0/position_from_top", nil},
	{"V5-known-position-range", "bottom 40 of 40", "priority", "O/known/0/position_from_top = null\nO/known/0/position_from_bottom = 40", "O/known/0/position_from_bottom", nil},
	{"V5-known-position-range", "top 39 of 40", "priority", `O/known/0/position_from_top = 39`, "", nil},
	{"V5-known-hand-count", "two of one", "priority", "P1/hand_count = 1\nO/known/- = @O/known/1", "O/known/2", nil},
	{"V5-known-hand-count", "all of them", "priority", `P1/hand_count = 1`, "", nil},
	{"V5-known-id", "tracked", "scry", "O/known/2/how = \"tracked\"", "O/known/2/object_id", nil},
	{"V5-known-id", "own placement", "scry", `O/known/0/how = "own_placement"`, "O/known/0/object_id", nil},
	{"V5-known-id", "revealed", "scry", `O/known/0/how = "revealed"`, "", nil},
	{"V5-known-order", "owner", "priority", "O/known/0/owner_seat = \"p1\"", "O/known/1", nil},
	{"V5-known-order", "name", "search", "O/known/0 = {\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Swamp\",\"object_id\":null,\"position_from_top\":9,\"position_from_bottom\":null,\"how\":\"looked_at\"}\nC/0/semantic/choice = {\"player\":\"p0\"}", "O/known/1", nil},
	{"V5-known-order", "null position comes first", "priority", "O/known/0 = {\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Opt\",\"object_id\":null,\"position_from_top\":0,\"position_from_bottom\":null,\"how\":\"looked_at\"}\nO/known/1 = {\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Opt\",\"object_id\":null,\"position_from_top\":null,\"position_from_bottom\":0,\"how\":\"looked_at\"}", "O/known/1", nil},
	{"V5-known-order", "positions by number", "priority", "O/known/1 = {\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Mountain\",\"object_id\":null,\"position_from_top\":10,\"position_from_bottom\":null,\"how\":\"looked_at\"}", "", nil},
	{"V5-known-order", "how", "priority", "O/known/- = @O/known/1\nO/known/2/how = \"from_public_zone\"", "O/known/2", nil},
	{"V5-known-order", "equal entries", "priority", `O/known/- = @O/known/1`, "", nil},
	{"V5-known-order", "names by code point", "priority", "O/known/0/card_name = \"Zo\"\nO/known/1 = {\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Æther\",\"object_id\":null,\"position_from_top\":1,\"position_from_bottom\":null,\"how\":\"looked_at\"}", "", nil},
	{"V5-candidate-order", "names", "search", "C/0/semantic/choice = @C/1/semantic/choice\nC/1/semantic/choice = {\"object\":{\"object_id\":\"o-look1\",\"card_name\":\"Island\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"library\"}}", "C/1", nil},
	{"V5-candidate-order", "visible ones between", "library pick", ``, "", nil},
	{"V5-candidate-order", "own hand is not hidden", "select", "C/0/semantic/choice = @C/1/semantic/choice\nC/1/semantic/choice = {\"object\":{\"object_id\":\"o-bolt\",\"card_name\":\"Lightning Bolt\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"hand\"}}", "", nil},
	{"V5-candidate-order", "one card several times", "scry", ``, "", nil},
	{"V5-candidate-tuples", "piles", "pile", "C/0/semantic/piles/1 = [{\"object_id\":\"o-look2\",\"card_name\":\"Opt\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"library\"},{\"object_id\":\"o-look1\",\"card_name\":\"Island\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"library\"}]", "C/1", nil},
	{"V5-candidate-tuples", "equal piles", "pile", ``, "", nil},

	// V6.
	{"V6-name", "the other's face-down permanent", "priority", `P1/battlefield/2/card_name = "Hooded Hydra"`, "P1/battlefield/2/card_name", nil},
	{"V6-name", "its full name", "priority", `P1/battlefield/2/full_name = "A // B"`, "P1/battlefield/2/full_name", nil},
	{"V6-name", "the other's face-down spell", "priority", "O/stack/0/controller_seat = \"p1\"\nO/stack/0/face_down = true", "O/stack/0/card_name", nil},
	{"V6-name", "own face-down permanent", "priority", ``, "", nil},
	{"V6-name", "face-down exile may be shown", "priority", "P1/exile/- = @P1/graveyard/0\nP1/graveyard = []\nP1/exile/0/zone = \"exile\"\nP1/exile/0/face_down = true", "", nil},
	{"V6-characteristics", "subtypes", "priority", `P1/battlefield/2/characteristics/subtypes = ["hydra"]`, "P1/battlefield/2/characteristics/subtypes", nil},
	{"V6-characteristics", "colors", "priority", `P1/battlefield/2/characteristics/colors = ["green"]`, "P1/battlefield/2/characteristics/colors", nil},
	{"V6-characteristics", "types", "priority", `P1/battlefield/2/characteristics/types = ["artifact","creature"]`, "P1/battlefield/2/characteristics/types", nil},
	{"V6-characteristics", "supertypes", "priority", `P1/battlefield/2/characteristics/supertypes = ["legendary"]`, "P1/battlefield/2/characteristics/supertypes", nil},
	{"V6-characteristics", "mana value", "priority", `P1/battlefield/2/characteristics/mana_value = 3`, "P1/battlefield/2/characteristics/mana_value", nil},
	{"V6-characteristics", "keyword", "priority", `P1/battlefield/2/characteristics/keywords = ["flying"]`, "P1/battlefield/2/characteristics/keywords", nil},
	{"V6-characteristics", "ward of a cloaked card, and a boosted power", "priority", "P1/battlefield/2/characteristics/keywords = [\"ward\"]\nP1/battlefield/2/characteristics/power = 5", "", nil},
	{"V6-details", "chosen", "priority", `P1/battlefield/2/permanent/chosen/- = {"kind":"color","value":"red"}`, "P1/battlefield/2/permanent/chosen", nil},
	{"V6-details", "counters are public", "priority", `P1/battlefield/2/permanent/counters/p1p1 = 1`, "", nil},
	{"V6-details", "targets of a face-down spell", "priority", "O/stack/0/controller_seat = \"p1\"\nO/stack/0/face_down = true\nO/stack/0/card_name = null\nO/stack/0/characteristics = @P1/battlefield/2/characteristics", "O/stack/0/targets", nil},

	// V8.
	{"V8-flag-off", "poison", "priority", `P1/poison = null`, "P0/poison", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.Poison = false }},
	{"V8-flag-off", "day_night", "priority", ``, "O/day_night", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.DayNight = false }},
	{"V8-flag-off", "passed_seats", "priority", ``, "O/passed_seats", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.PassedSeats = false }},
	{"V8-flag-off", "pending_triggers", "priority", ``, "O/pending_triggers", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.PendingTriggers = false }},
	{"V8-flag-off", "exiled_by", "priority", ``, "P0/exile/0/exiled_by", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.ExiledBy = false }},
	{"V8-flag-off", "full_name", "priority", `P0/graveyard/0/full_name = "A // B"`, "P0/graveyard/0/full_name", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.FullName = false }},
	{"V8-flag-off", "stack text", "priority", `O/stack/0/text = ""`, "O/stack/0/text", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.StackText = false }},
	{"V8-flag-off", "full_name null", "priority", ``, "", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.FullName = false }},
	{"V8-flag-on", "poison", "priority", `P1/poison = null`, "P1/poison", nil},
	{"V8-flag-on", "counters", "priority", `P1/counters = null`, "P1/counters", nil},
	{"V8-flag-on", "designations", "priority", `P1/designations = null`, "P1/designations", nil},
	{"V8-flag-on", "progress", "priority", `P1/progress = null`, "P1/progress", nil},
	{"V8-flag-on", "day_night", "priority", `O/day_night = null`, "O/day_night", nil},
	{"V8-flag-on", "passed_seats", "priority", `O/passed_seats = null`, "O/passed_seats", nil},
	{"V8-flag-on", "pending_triggers", "priority", `O/pending_triggers = null`, "O/pending_triggers", nil},
	{"V8-flag-on", "keywords", "priority", `O/stack/0/characteristics/keywords = null`, "O/stack/0/characteristics/keywords", nil},
	{"V8-flag-on", "statuses", "priority", `P0/battlefield/0/permanent/statuses = null`, "P0/battlefield/0/permanent/statuses", nil},
	{"V8-flag-on", "chosen", "priority", `P0/battlefield/0/permanent/chosen = null`, "P0/battlefield/0/permanent/chosen", nil},
	{"V8-flag-on", "level of a Class", "priority", `P0/battlefield/2/permanent/class_level = null`, "P0/battlefield/2/permanent/class_level", nil},
	{"V8-flag-on", "the four exceptions", "priority", "O/stack/0/text = null\nP0/exile/0/exiled_by = null\nP0/battlefield/0/full_name = null", "", nil},
	{"V8-class-level", "of a creature", "priority", `P0/battlefield/0/permanent/class_level = 1`, "P0/battlefield/0/permanent/class_level", nil},
	{"V8-class-level", "of a Class", "priority", `P0/battlefield/2/permanent/class_level = 3`, "", nil},
	{"V8-known", "without an id", "scry", "O/known = [{\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Island\",\"object_id\":\"o-look1\",\"position_from_top\":0,\"position_from_bottom\":null,\"how\":\"looked_at\"},{\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Opt\",\"object_id\":null,\"position_from_top\":1,\"position_from_bottom\":null,\"how\":\"looked_at\"}]", "O/known/1/object_id", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.KnownCards = false }},
	{"V8-known", "looked at now", "scry", "O/known = [{\"owner_seat\":\"p0\",\"zone\":\"library\",\"card_name\":\"Island\",\"object_id\":\"o-look1\",\"position_from_top\":0,\"position_from_bottom\":null,\"how\":\"looked_at\"}]", "", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Observation.KnownCards = false }},
	{"V8-kind", "undeclared", "boolean", `delete C/1`, "C/0/semantic/kind", without("choose_boolean")},
	{"V8-kind", "another is undeclared", "boolean", ``, "", without("choose_color")},
	{"V8-mulligan", "rule none", "mulligan", ``, "C/0/semantic/kind", func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.Rules.Mulligan = "none" }},
	{"V8-mulligan", "rule london", "mulligan", ``, "", nil},
	{"V8-starting-player", "host_assigned", "starting player", ``, "C/0/semantic/kind", func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.Rules.StartingPlayer = "host_assigned" }},
	{"V8-starting-player", "toss_winner_chooses", "starting player", ``, "", nil},
	{"V8-default", "triggers", "order", ``, "C/0/semantic/kind", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Defaults.TriggerOrder = "engine_order" }},
	{"V8-default", "replacements", "replacement", ``, "C/0/semantic/kind", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Defaults.ReplacementOrder = "engine_order" }},
	{"V8-default", "an order of cards", "order some", ``, "", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Defaults.TriggerOrder = "engine_order" }},
	{"V8-default", "mana ability in a choice", "mana payment", ``, "C/2/semantic/kind", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Defaults.ManaPayment = "engine_autopay" }},
	{"V8-default", "mana ability at priority", "priority", ``, "", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Defaults.ManaPayment = "engine_autopay" }},
	{"V8-default", "damage that is not combat damage", "distribute", ``, "", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Defaults.CombatDamageAssignment = "engine_order" }},
	{"V8-extension-declared", "x_three", "priority", `S/extensions/x_three = {}`, "S/extensions/x_three", func(_ *protocol.EngineHelloOK, r *protocol.Reset) {
		r.Rules.Extensions = append(r.Rules.Extensions, "x_three")
	}},
	{"V8-extension-declared", "x_one", "priority", `S/extensions/x_one = {"any":[1]}`, "", nil},
	{"V8-extension-enabled", "x_two", "priority", `S/extensions/x_two = null`, "S/extensions/x_two", nil},
	{"V8-extension-enabled", "x_one", "priority", `S/extensions/x_one = null`, "", nil},

	// V9.
	{"V9-family", "choice kind at priority", "priority", `C/5/semantic = {"kind":"choose_boolean","source":null,"purpose":"other","value":true}`, "C/5/semantic/kind", nil},
	{"V9-family", "priority kind in a choice", "boolean", "C/0/semantic = {\"kind\":\"pass\"}", "C/0/semantic/kind", nil},
	{"V9-family", "mana ability at priority", "priority", ``, "", nil},
	{"V9-mana", "without the purpose", "mana payment", `X/purpose = null`, "C/2/semantic/kind", nil},
	{"V9-mana", "beside a boolean", "mana payment", `C/0/semantic = {"kind":"choose_boolean","source":null,"purpose":"other","value":true}`, "C/0/semantic/kind", nil},
	{"V9-mana", "alone", "mana payment", `S/candidates = [{"candidate_id":0,"semantic":{"kind":"activate_mana_ability","source":{"object_id":"o-bears","card_name":"Grizzly Bears","owner_seat":"p0","controller_seat":"p0","zone":"battlefield"},"ability_index":0,"mana_choice":null,"cost_target":null},"display_text":null}]`, "C/0/semantic/kind", nil},
	{"V9-mana", "beside optional costs", "mana payment", ``, "", nil},
	{"V9-mana-decline", "no way out", "mana payment", `C/1/semantic/cost = "kicker"
		C/1/semantic/pay = true
		X/purpose = "mana_payment"`, "S/candidates", nil},
	{"V9-mana-decline", "only declining", "mana payment", "delete C/0\nC/0/candidate_id = 0\nC/1/candidate_id = 1", "", nil},
	{"V9-mana-purpose", "at priority", "priority", `X/purpose = "mana_payment"`, "X/purpose", nil},
	{"V9-mana-purpose", "beside a boolean", "mana payment", "delete C/2\nC/0/semantic = {\"kind\":\"choose_boolean\",\"source\":null,\"purpose\":\"other\",\"value\":true}", "C/0/semantic/kind", nil},
	{"V9-mana-purpose", "optional costs alone", "mana payment", `delete C/2`, "", nil},
	{"V9-mana-shared", "two costs", "mana payment", `C/1/semantic/cost = "kicker"`, "C/1/semantic/cost", nil},
	{"V9-mana-shared", "one cost", "mana payment", ``, "", nil},
	{"V9-purpose", "of candidates without one", "target", `X/purpose = "damage"`, "X/purpose", nil},
	{"V9-purpose", "another than theirs", "select", `X/purpose = "sacrifice"`, "X/purpose", nil},
	{"V9-purpose", "theirs", "select", ``, "", nil},
	{"V9-purpose", "null", "select", `X/purpose = null`, "", nil},

	// V10.
	{"V10-provenance", "name", "priority", `/provenance/engine_name = "other"`, "/provenance/engine_name", nil},
	{"V10-provenance", "version", "priority", `/provenance/engine_version = "2"`, "/provenance/engine_version", nil},
	{"V10-provenance", "snapshot", "priority", `/provenance/rules_snapshot_id = "s"`, "/provenance/rules_snapshot_id", nil},
	{"V10-provenance", "card pool", "priority", `/provenance/card_pool_identity = "d"`, "/provenance/card_pool_identity", nil},
	{"V10-provenance", "the same", "priority", ``, "", nil},

	// What the text says beyond V1 to V10.
	{"X-max-steps", "a decision under max_steps 0", "priority", ``, "/step", func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.MaxSteps = 0 }},
	{"X-max-steps", "a decision under max_steps 1", "priority", ``, "", func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.MaxSteps = 1 }},
	{"X-max-decisions", "a decision under max_decisions 0", "priority", ``, "/step", func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.MaxDecisions = 0 }},
	{"X-max-decisions", "a decision under max_decisions 1", "priority", ``, "", func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.MaxDecisions = 1 }},
	{"X-order-candidates", "two positions", "order", `C/1/semantic/position = 1`, "C/1/semantic/position", nil},
	{"X-order-candidates", "two purposes", "order", "X/purpose = null\nC/2/semantic/purpose = \"other\"", "C/2/semantic/purpose", nil},
	{"X-order-candidates", "a boolean", "order", `C/2/semantic = {"kind":"choose_boolean","source":null,"purpose":"other","value":true}`, "C/2/semantic/kind", nil},
	{"X-order-candidates", "one item", "library pick", ``, "", nil},
	{"X-order-position", "1 at substep 0", "order", "C/0/semantic/position = 1\nC/1/semantic/position = 1\nC/2/semantic/position = 1", "C/0/semantic/position", nil},
	{"X-order-position", "0", "order", ``, "", nil},
	{"X-order-size", "implied position posed", "order", `G/substep_count = 3`, "G/substep_count", nil},
	{"X-order-size", "fewer items than places", "order", `delete C/2`, "S/candidates", nil},
	{"X-order-size", "last of fewer places is not implied", "order some", ``, "", nil},
	{"X-order-size", "3 decisions for 2 places", "order some", `G/substep_count = 3`, "G/substep_count", nil},
	{"X-order-split", "a group of one", "order", `G/substep_count = 1`, "G/substep_count", nil},
	{"X-order-split", "one of two places", "order", "G/substep_count = 1\ndelete C/2\nC/0/semantic/count = 2\nC/1/semantic/count = 2", "", nil},
	{"X-finish-offered", "no finish at the minimum", "up to 2 targets", `delete C/2`, "S/candidates", nil},
	{"X-finish-offered", "finish of another slot", "up to 2 targets", `C/2/semantic/slot = 1`, "S/candidates", nil},
	{"X-finish-offered", "creatures that must add up", "select 1 to 2", "C/0/semantic/selected_count = 1\ndelete C/1\nX/purpose = \"tap\"", "", nil},
	{"X-finish-offered", "below the minimum", "select 1 to 2", ``, "", nil},
	{"X-finish-offered", "modes end by finish_selection", "mode", "C/0/semantic/minimum = 0\nC/1/semantic/minimum = 0\nC/2/semantic = {\"kind\":\"finish_selection\",\"source\":null,\"purpose\":\"modes\",\"selected_count\":0}", "", nil},
	{"X-finish-early", "finish below the minimum", "select 1 to 2", `C/1/semantic = {"kind":"finish_selection","source":null,"purpose":"tap","selected_count":0}`, "C/1", nil},
	{"X-finish-early", "finish of a fixed count", "target", `C/1/semantic = {"kind":"finish_target_selection","source":{"object_id":"o-strike","card_name":"Lightning Strike","owner_seat":"p0","controller_seat":"p0","zone":"stack"},"slot":0,"selected_count":0}`, "C/1", nil},
	{"X-finish-early", "at the minimum", "up to 2 targets", ``, "", nil},
	{"X-selected-count", "candidates differ", "select 1 to 2", "C/1/semantic/selected_count = 1\nC/1/semantic/minimum = 2\nC/1/semantic/maximum = 3", "C/1/semantic/selected_count", nil},
	{"X-selected-count", "finish differs", "up to 2 targets", `C/2/semantic/selected_count = 1`, "C/2/semantic/selected_count", nil},
	{"X-selected-count", "1 at substep 0", "target 2", "C/0/semantic/selected_count = 1\nC/1/semantic/selected_count = 1", "C/0/semantic/selected_count", nil},
	{"X-selected-count", "slots count apart", "target", `C/1/semantic/slot = 1`, "", nil},
	{"X-selected-start", "1 at first", "select 1 to 2", "C/0/semantic/selected_count = 1\nC/1/semantic/selected_count = 1\nC/- = {\"candidate_id\":2,\"semantic\":{\"kind\":\"finish_selection\",\"source\":null,\"purpose\":\"tap\",\"selected_count\":1},\"display_text\":null}", "C/0/semantic/selected_count", nil},
	{"X-selected-start", "0 at first", "select 1 to 2", ``, "", nil},
	{"X-fixed-size", "2 targets in a group of 3", "target 2", `G/substep_count = 3`, "G/substep_count", nil},
	{"X-fixed-size", "1 to 2 in a group of 2", "select 1 to 2", `G/substep_count = 2`, "G/substep_count", nil},
	{"X-fixed-size", "2 in 2", "select 2", ``, "", nil},
	{"X-fixed-split", "2 in groups of one", "select 2", `G/substep_count = 1`, "G/substep_count", nil},
	{"X-fixed-split", "1 in a group of one", "select", ``, "", nil},
	{"X-distribute-recipient", "two recipients", "distribute", `C/1/semantic/recipient = {"player":"p1"}`, "C/1/semantic/recipient", nil},
	{"X-distribute-remaining", "two remainders", "distribute", `C/1/semantic/remaining = 4`, "C/1/semantic/remaining", nil},
	{"X-distribute-recipient", "one", "distribute", ``, "", nil},
	{"X-declare-creature", "two attackers", "attack", `C/1/semantic/attacker = {"object_id":"o-ogre","card_name":"Gray Ogre","owner_seat":"p0","controller_seat":"p0","zone":"battlefield"}`, "C/1/semantic/attacker", nil},
	{"X-declare-creature", "two blockers", "block", `C/2/semantic/blocker = {"object_id":"o-ogre","card_name":"Gray Ogre","owner_seat":"p0","controller_seat":"p0","zone":"battlefield"}`, "C/2/semantic/blocker", nil},
	{"X-declare-creature", "a boolean", "attack", `C/1/semantic = {"kind":"choose_boolean","source":null,"purpose":"other","value":true}`, "C/1/semantic/kind", nil},
	{"X-declare-creature", "must attack", "attack", `delete C/1`, "", nil},
	{"X-pay-covered", "empty pool", "mana payment", `P0/mana_pool/G = 0`, "C/0/semantic/pay", nil},
	{"X-pay-covered", "only declining", "mana payment", "P0/mana_pool/G = 0\ndelete C/0\nC/0/candidate_id = 0\nC/1/candidate_id = 1", "", nil},
	{"X-mulligans-taken", "none were chosen", "priority", `P1/mulligans_taken = 1`, "P1/mulligans_taken", nil},
	{"X-cards", "a card from nowhere", "priority", `P0/library_count = 51`, "P0/library_count", nil},
	{"X-cards", "a whole deck", "priority", `P0/library_count = 50`, "", nil},
	{"X-cards", "an emblem is no card", "priority", "P0/library_count = 50\nP0/command/- = @P0/command/0\nP0/command/1/object_id = \"o-e2\"", "", nil},
	{"X-cards", "tokens are no cards", "priority", "P0/library_count = 51\nP0/battlefield/0/token = true", "", nil},
}
