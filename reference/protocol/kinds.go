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

// The shapes below are all that kinds are made of; opt marks R|null and its like.
var kindTable = [...]*Kind{
	kind(PriorityFamily, "pass"),
	kind(PriorityFamily, "play_land", field("source", refShape), field("face", u32Shape)),
	kind(PriorityFamily, "cast_spell", field("source", refShape), field("method", opt(word(methodWords)))),
	kind(PriorityFamily, "activate_mana_ability", field("source", refShape), field("ability_index", u32Shape), field("mana_choice", opt(word(manaWords))), field("cost_target", opt(targetShape))),
	kind(PriorityFamily, "activate_ability", field("source", refShape), field("ability_index", u32Shape)),
	kind(PriorityFamily, "special_action", field("source", refShape), field("action", word(actionWords))),

	kind(ChoiceFamily, "choose_target", field("source", refShape), field("slot", u32Shape), field("target", targetShape), field("selected_count", u32Shape), field("minimum", u32Shape), field("maximum", u32Shape)).with("minimum<=maximum", "selected_count<maximum"),
	kind(ChoiceFamily, "finish_target_selection", field("source", refShape), field("slot", u32Shape), field("selected_count", u32Shape)),
	kind(ChoiceFamily, "choose_cost_target", field("source", refShape), field("cost_kind", word(costKindWords)), field("candidate", refShape), field("selected_count", u32Shape), field("minimum", u32Shape), field("maximum", u32Shape)).with("minimum<=maximum", "selected_count<maximum"),
	kind(ChoiceFamily, "choose_cast_method", field("source", refShape), field("method", word(methodWords))),
	kind(ChoiceFamily, "choose_spell_mode", field("source", refShape), field("mode_index", u32Shape), field("mode_count", u32Shape), field("selected_count", u32Shape), field("minimum", u32Shape), field("maximum", u32Shape)).with("mode_index<mode_count", "minimum<=maximum", "maximum<=mode_count", "selected_count<maximum"),
	kind(ChoiceFamily, "choose_option", field("source", opt(refShape)), field("purpose", word(optionPurpose)), field("option_index", u32Shape), field("option_count", u32Shape), field("option_label", opt(textShape))).with("option_index<option_count"),
	kind(ChoiceFamily, "choose_color", field("source", opt(refShape)), field("purpose", word(colorPurpose)), field("color", word(colorWords))),
	kind(ChoiceFamily, "choose_number", field("source", opt(refShape)), field("purpose", word(numberPurpose)), field("value", i32Shape), field("minimum", i32Shape), field("maximum", i32Shape)).with("minimum<=value", "value<=maximum"),
	kind(ChoiceFamily, "choose_boolean", field("source", opt(refShape)), field("purpose", word(booleanPurpose)), field("value", boolShape)),
	kind(ChoiceFamily, "choose_name", field("source", opt(refShape)), field("purpose", word(namePurpose)), field("value", textShape)),
	kind(ChoiceFamily, "select_object", field("source", opt(refShape)), field("purpose", word(selectPurpose)), field("choice", targetShape), field("selected_count", u32Shape), field("minimum", u32Shape), field("maximum", u32Shape)).with("minimum<=maximum", "selected_count<maximum"),
	kind(ChoiceFamily, "finish_selection", field("source", opt(refShape)), field("purpose", word(finishPurpose)), field("selected_count", u32Shape)),
	kind(ChoiceFamily, "optional_cost", field("source", refShape), field("cost", word(costWords)), field("pay", boolShape)),
	kind(ChoiceFamily, "choose_cost_option", field("source", refShape), field("choice", snakeShape)),
	kind(ChoiceFamily, "optional_cast", field("card", refShape), field("method", word(methodWords)), field("cast_it", boolShape)),
	kind(ChoiceFamily, "mulligan", field("hand_size", u32Shape), field("mulligans_taken", u32Shape), field("keep", boolShape)),
	kind(ChoiceFamily, "order_pick", field("source", opt(refShape)), field("purpose", word(orderPurpose)), field("item", itemShape), field("position", u32Shape), field("count", u32Shape)).with("position<count"),
	kind(ChoiceFamily, "arrange_card", field("source", opt(refShape)), field("purpose", word(arrangePurpose)), field("card", refShape), field("card_index", u32Shape), field("card_count", u32Shape), field("destination", word(destinationWords))).with("card_index<card_count"),
	kind(ChoiceFamily, "choose_replacement", field("affected", targetShape), field("event", word(eventWords)), field("replacement_source", opt(refShape)), field("replacement_index", u32Shape), field("replacement_count", integer(2, maxU32))).with("replacement_index<replacement_count"),
	kind(ChoiceFamily, "choose_starting_player", field("player", seatShape)),
	kind(ChoiceFamily, "declare_attack", field("attacker", refShape), field("defender", opt(targetShape))),
	kind(ChoiceFamily, "declare_block", field("blocker", refShape), field("attacker", opt(refShape))),
	kind(ChoiceFamily, "distribute", field("source", opt(refShape)), field("purpose", word(dividePurpose)), field("recipient", targetShape), field("amount", u32Shape), field("remaining", u32Shape)).with("amount<=remaining"),
	kind(ChoiceFamily, "choose_pile", field("source", opt(refShape)), field("purpose", word(pilePurpose)), field("pile_index", integer(0, 1)), field("piles", pilesShape)),

	// Section 7.7. Their purposes are not listed by the specification.
	kind(ChoiceFamily, "pay_mana", field("paying_for", refShape), field("source", opt(refShape)), field("ability_index", opt(u32Shape)), field("mana_choice", opt(word(manaWords))), field("cost_target", opt(targetShape))).reserve(),
	kind(ChoiceFamily, "narrow_name", field("source", opt(refShape)), field("purpose", snakeShape), field("prefix", textShape)).reserve(),
	kind(ChoiceFamily, "narrow_number", field("source", opt(refShape)), field("purpose", snakeShape), field("minimum", i32Shape), field("maximum", i32Shape)).reserve(),
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

func field(name string, s *Shape) Field { return Field{Name: name, Shape: s} }

func kind(family Family, name string, fields ...Field) *Kind {
	k := &Kind{Name: name, Family: family, Fields: fields}
	k.shape = object("kind_"+name, "7.3", append([]Field{field("kind", constant(name))}, fields...)...)
	if family == PriorityFamily {
		k.shape.Section = "7.2"
	}
	k.sorted = append(k.sorted, keyedValue{`"kind":`, -1})
	for i, fl := range fields {
		k.sorted = append(k.sorted, keyedValue{`"` + fl.Name + `":`, i})
	}
	slices.SortFunc(k.sorted, func(a, b keyedValue) int { return strings.Compare(a.key, b.key) })
	return k
}

// with adds constraints such as "minimum<=maximum".
func (k *Kind) with(constraints ...string) *Kind {
	k.shape.with(constraints...)
	return k
}

func (k *Kind) reserve() *Kind {
	k.Reserved = true
	k.shape.Section = "7.7"
	return k
}
