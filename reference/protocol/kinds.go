package protocol

// Sections 7.2, 7.3 and 7.7: the candidate kinds. To add a kind, add its line.

import (
	"slices"
	"strings"
)

// A Family is the context in which a kind is offered (Section 7.1).
type Family uint8

const (
	PriorityFamily Family = iota + 1 // Section 7.2
	ChoiceFamily                     // Section 7.3
)

// String returns the context.kind of the family's decisions.
func (f Family) String() string { return contextWords.Words[f-1] }

// A Kind describes one kind of candidate. Kinds are shared and never change.
type Kind struct {
	Name     string
	Family   Family
	Fields   []Field // in the specification's order, the tag "kind" left out
	Reserved bool    // Section 7.7: no v2.0 engine emits it

	shape  *Shape       // the whole semantic: "kind", then Fields
	sorted []keyedValue // the canonical order of the members
}

// keyedValue is one member of a semantic: the quoted key with its colon, and the index of its value in
// Semantic.Values, -1 for "kind" itself.
type keyedValue struct {
	key   string
	value int
}

// Shape returns the shape of the whole semantic: the field "kind", then Fields, and the constraints
// of Section 7.3 between them.
func (k *Kind) Shape() *Shape { return k.shape }

// FieldIndex returns the place of the named field in Fields and in Semantic.Values, or -1.
func (k *Kind) FieldIndex(name string) int {
	return slices.IndexFunc(k.Fields, func(f Field) bool { return f.Name == name })
}

// kindTable is written as the specification's tables are: a kind, its fields, the constraints between
// them. What stands for a field's type is listed in notation.
var kindTable = [...]*Kind{
	priority("pass", ""),
	priority("play_land", "source R, face u32"),
	priority("cast_spell", "source R, method method|null"),
	priority("activate_mana_ability", "source R, ability_index u32, mana_choice mana_symbol|null, cost_target T|null"),
	priority("activate_ability", "source R, ability_index u32"),
	priority("special_action", "source R, action special_action.action"),

	choice("choose_target", "source R, slot u32, target T, selected_count u32, minimum u32, maximum u32",
		"minimum <= maximum", "selected_count < maximum"),
	choice("finish_target_selection", "source R, slot u32, selected_count u32"),
	choice("choose_cost_target", "source R, cost_kind choose_cost_target.cost_kind, candidate R, selected_count u32, minimum u32, maximum u32",
		"minimum <= maximum", "selected_count < maximum"),
	choice("choose_cast_method", "source R, method method"),
	choice("choose_spell_mode", "source R, mode_index u32, mode_count u32, selected_count u32, minimum u32, maximum u32",
		"mode_index < mode_count", "minimum <= maximum", "maximum <= mode_count", "selected_count < maximum"),
	choice("choose_option", "source R|null, purpose choose_option.purpose, option_index u32, option_count u32, option_label text|null",
		"option_index < option_count"),
	choice("choose_color", "source R|null, purpose choose_color.purpose, color color"),
	choice("choose_number", "source R|null, purpose choose_number.purpose, value i32, minimum i32, maximum i32",
		"minimum <= value", "value <= maximum"),
	choice("choose_boolean", "source R|null, purpose choose_boolean.purpose, value bool"),
	choice("choose_name", "source R|null, purpose choose_name.purpose, value text"),
	choice("select_object", "source R|null, purpose select_object.purpose, choice T, selected_count u32, minimum u32, maximum u32",
		"minimum <= maximum", "selected_count < maximum"),
	choice("finish_selection", "source R|null, purpose finish_selection.purpose, selected_count u32"),
	choice("optional_cost", "source R, cost optional_cost.cost, pay bool"),
	choice("choose_cost_option", "source R, choice snake"),
	choice("optional_cast", "card R, method method, cast_it bool"),
	choice("mulligan", "hand_size u32, mulligans_taken u32, keep bool"),
	choice("order_pick", "source R|null, purpose order_pick.purpose, item item, position u32, count u32",
		"position < count"),
	choice("arrange_card", "source R|null, purpose arrange_card.purpose, card R, card_index u32, card_count u32, destination arrange_card.destination",
		"card_index < card_count"),
	choice("choose_replacement", "affected T, event choose_replacement.event, replacement_source R|null, replacement_index u32, replacement_count u32",
		"2 <= replacement_count", "replacement_index < replacement_count"),
	choice("choose_starting_player", "player seat"),
	choice("declare_attack", "attacker R, defender T|null"),
	choice("declare_block", "blocker R, attacker R|null"),
	choice("distribute", "source R|null, purpose distribute.purpose, recipient T, amount u32, remaining u32",
		"amount <= remaining"),
	choice("choose_pile", "source R|null, purpose choose_pile.purpose, pile_index u32, piles piles",
		"pile_index <= 1"),

	// Section 7.7 does not list the purposes of these.
	choice("pay_mana", "paying_for R, source R|null, ability_index u32|null, mana_choice mana_symbol|null, cost_target T|null").reserve(),
	choice("narrow_name", "source R|null, purpose snake, prefix text").reserve(),
	choice("narrow_number", "source R|null, purpose snake, minimum i32, maximum i32").reserve(),
}

// notation returns the shape that a type of kindTable stands for: a vocabulary's name for one of its
// words, or one of these.
func notation(name string) *Shape {
	for _, n := range [...]struct {
		name  string
		shape *Shape
	}{
		{"R", refShape}, {"T", targetShape}, {"u32", u32Shape}, {"i32", i32Shape}, {"bool", boolShape}, {"text", textShape},
		{"snake", snakeShape}, {"seat", seatShape}, {"item", itemShape}, {"piles", pilesShape},
	} {
		if n.name == name {
			return n.shape
		}
	}
	for _, v := range kindVocabularies {
		if v.Name == name {
			return word(v)
		}
	}
	panic("protocol: the kind table has a field of the type " + name)
}

const reservedKinds = 3

// Kinds returns the thirty kinds of v2.0: the six of Section 7.2, then those of Section 7.3.
func Kinds() []*Kind { return slices.Clone(kindTable[:len(kindTable)-reservedKinds]) }

// ReservedKinds returns the three kinds of Section 7.7.
func ReservedKinds() []*Kind { return slices.Clone(kindTable[len(kindTable)-reservedKinds:]) }

// RequiredKinds returns the kinds that every hello_ok.decision_kinds has (Section 9.1).
func RequiredKinds() []string {
	return []string{"pass", "play_land", "cast_spell", "declare_attack", "declare_block"}
}

// KindNamed returns the kind of that name, a reserved one too, or nil.
func KindNamed(name string) *Kind { return kindOf([]byte(name)) }

func kindOf(name []byte) *Kind {
	if i := allKindNames.find(name); i >= 0 {
		return kindTable[i]
	}
	return nil
}

var allKindNames = newWords(kindNames(kindTable[:]))

func kindNames(list []*Kind) (names []string) {
	for _, k := range list {
		names = append(names, k.Name)
	}
	return names
}

func kindVocabulary() *Vocabulary {
	names := kindNames(kindTable[:len(kindTable)-reservedKinds])
	return &Vocabulary{"decision_kind", "7.2, 7.3", names, newWords(names)}
}

func priority(name, fields string, constraints ...string) *Kind {
	return newKind(PriorityFamily, "7.2", name, fields, constraints)
}

func choice(name, fields string, constraints ...string) *Kind {
	return newKind(ChoiceFamily, "7.3", name, fields, constraints)
}

func newKind(family Family, section, name, fields string, constraints []string) *Kind {
	k := &Kind{Name: name, Family: family, sorted: []keyedValue{{`"kind":`, -1}}}
	for i, text := range strings.FieldsFunc(fields, func(r rune) bool { return r == ',' }) {
		name, typ, _ := strings.Cut(strings.TrimSpace(text), " ")
		bare := strings.TrimSuffix(typ, "|null")
		s := notation(bare)
		if bare != typ {
			s = opt(s)
		}
		k.Fields = append(k.Fields, field(name, s))
		k.sorted = append(k.sorted, keyedValue{`"` + name + `":`, i})
	}
	slices.SortFunc(k.sorted, func(a, b keyedValue) int { return strings.Compare(a.key, b.key) })
	k.shape = object("kind_"+name, section, append([]Field{field("kind", constant(name))}, k.Fields...)...).with(constraints...)
	k.Fields = k.shape.Fields[1:]
	return k
}

// reserve marks a kind of Section 7.7.
func (k *Kind) reserve() *Kind {
	k.Reserved = true
	k.shape.Section = "7.7"
	return k
}
