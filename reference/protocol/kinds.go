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
	Name        string
	Family      Family
	Fields      []Field      // in the specification's order, the tag "kind" left out
	Constraints []Constraint // between Fields, by index
	Reserved    bool         // Section 7.7: no v2.0 engine emits it

	shape  *Shape   // the whole semantic: "kind", then Fields
	sorted []member // the canonical order of the members
}

// member is one member of a semantic: the quoted key with its colon, and the index of its value in
// Semantic.Values, -1 for "kind" itself.
type member struct {
	key   string
	value int
}

// Shape returns the shape of the whole semantic: the field "kind", then Fields.
func (k *Kind) Shape() *Shape { return k.shape }

// FieldIndex returns the place of the named field in Fields and in Semantic.Values, or -1.
func (k *Kind) FieldIndex(name string) int {
	return slices.IndexFunc(k.Fields, func(f Field) bool { return f.Name == name })
}

// The shapes below are all that kinds are made of; opt marks R|null and its like.
var kindTable = [...]*Kind{
	kind(PriorityFamily, "pass"),
	kind(PriorityFamily, "play_land", f("source", refShape), f("face", u32Shape)),
	kind(PriorityFamily, "cast_spell", f("source", refShape), f("method", opt(word(methodWords)))),
	kind(PriorityFamily, "activate_mana_ability", f("source", refShape), f("ability_index", u32Shape), f("mana_choice", opt(word(manaWords))), f("cost_target", opt(targetShape))),
	kind(PriorityFamily, "activate_ability", f("source", refShape), f("ability_index", u32Shape)),
	kind(PriorityFamily, "special_action", f("source", refShape), f("action", word(actionWords))),

	kind(ChoiceFamily, "choose_target", f("source", refShape), f("slot", u32Shape), f("target", targetShape), f("selected_count", u32Shape), f("minimum", u32Shape), f("maximum", u32Shape)).with("minimum<=maximum", "selected_count<maximum"),
	kind(ChoiceFamily, "finish_target_selection", f("source", refShape), f("slot", u32Shape), f("selected_count", u32Shape)),
	kind(ChoiceFamily, "choose_cost_target", f("source", refShape), f("cost_kind", word(costKindWords)), f("candidate", refShape), f("selected_count", u32Shape), f("minimum", u32Shape), f("maximum", u32Shape)).with("minimum<=maximum", "selected_count<maximum"),
	kind(ChoiceFamily, "choose_cast_method", f("source", refShape), f("method", word(methodWords))),
	kind(ChoiceFamily, "choose_spell_mode", f("source", refShape), f("mode_index", u32Shape), f("mode_count", u32Shape), f("selected_count", u32Shape), f("minimum", u32Shape), f("maximum", u32Shape)).with("mode_index<mode_count", "minimum<=maximum", "maximum<=mode_count", "selected_count<maximum"),
	kind(ChoiceFamily, "choose_option", f("source", opt(refShape)), f("purpose", word(optionPurpose)), f("option_index", u32Shape), f("option_count", u32Shape), f("option_label", opt(textShape))).with("option_index<option_count"),
	kind(ChoiceFamily, "choose_color", f("source", opt(refShape)), f("purpose", word(colorPurpose)), f("color", word(colorWords))),
	kind(ChoiceFamily, "choose_number", f("source", opt(refShape)), f("purpose", word(numberPurpose)), f("value", i32Shape), f("minimum", i32Shape), f("maximum", i32Shape)).with("minimum<=value", "value<=maximum"),
	kind(ChoiceFamily, "choose_boolean", f("source", opt(refShape)), f("purpose", word(booleanPurpose)), f("value", boolShape)),
	kind(ChoiceFamily, "choose_name", f("source", opt(refShape)), f("purpose", word(namePurpose)), f("value", textShape)),
	kind(ChoiceFamily, "select_object", f("source", opt(refShape)), f("purpose", word(selectPurpose)), f("choice", targetShape), f("selected_count", u32Shape), f("minimum", u32Shape), f("maximum", u32Shape)).with("minimum<=maximum", "selected_count<maximum"),
	kind(ChoiceFamily, "finish_selection", f("source", opt(refShape)), f("purpose", word(finishPurpose)), f("selected_count", u32Shape)),
	kind(ChoiceFamily, "optional_cost", f("source", refShape), f("cost", word(costWords)), f("pay", boolShape)),
	kind(ChoiceFamily, "choose_cost_option", f("source", refShape), f("choice", snakeShape)),
	kind(ChoiceFamily, "optional_cast", f("card", refShape), f("method", word(methodWords)), f("cast_it", boolShape)),
	kind(ChoiceFamily, "mulligan", f("hand_size", u32Shape), f("mulligans_taken", u32Shape), f("keep", boolShape)),
	kind(ChoiceFamily, "order_pick", f("source", opt(refShape)), f("purpose", word(orderPurpose)), f("item", itemShape), f("position", u32Shape), f("count", u32Shape)).with("position<count"),
	kind(ChoiceFamily, "arrange_card", f("source", opt(refShape)), f("purpose", word(arrangePurpose)), f("card", refShape), f("card_index", u32Shape), f("card_count", u32Shape), f("destination", word(destinationWords))).with("card_index<card_count"),
	kind(ChoiceFamily, "choose_replacement", f("affected", targetShape), f("event", word(eventWords)), f("replacement_source", opt(refShape)), f("replacement_index", u32Shape), f("replacement_count", integer(2, maxU32))).with("replacement_index<replacement_count"),
	kind(ChoiceFamily, "choose_starting_player", f("player", seatShape)),
	kind(ChoiceFamily, "declare_attack", f("attacker", refShape), f("defender", opt(targetShape))),
	kind(ChoiceFamily, "declare_block", f("blocker", refShape), f("attacker", opt(refShape))),
	kind(ChoiceFamily, "distribute", f("source", opt(refShape)), f("purpose", word(dividePurpose)), f("recipient", targetShape), f("amount", u32Shape), f("remaining", u32Shape)).with("amount<=remaining"),
	kind(ChoiceFamily, "choose_pile", f("source", opt(refShape)), f("purpose", word(pilePurpose)), f("pile_index", integer(0, 1)), f("piles", pilesShape)),

	// Section 7.7. Their purposes are not listed by the specification.
	kind(ChoiceFamily, "pay_mana", f("paying_for", refShape), f("source", opt(refShape)), f("ability_index", opt(u32Shape)), f("mana_choice", opt(word(manaWords))), f("cost_target", opt(targetShape))).reserve(),
	kind(ChoiceFamily, "narrow_name", f("source", opt(refShape)), f("purpose", snakeShape), f("prefix", textShape)).reserve(),
	kind(ChoiceFamily, "narrow_number", f("source", opt(refShape)), f("purpose", snakeShape), f("minimum", i32Shape), f("maximum", i32Shape)).reserve(),
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

func f(name string, s *Shape) Field { return Field{Name: name, Shape: s} }

func kind(family Family, name string, fields ...Field) *Kind {
	tag := vocabulary(name, "7", name)
	k := &Kind{Name: name, Family: family, Fields: fields}
	k.shape = &Shape{Name: "kind_" + name, Section: "7.3", Type: Struct, Fields: append([]Field{f("kind", word(tag))}, fields...)}
	if family == PriorityFamily {
		k.shape.Section = "7.2"
	}
	k.sorted = append(k.sorted, member{`"kind":`, -1})
	for i, fl := range fields {
		k.sorted = append(k.sorted, member{`"` + fl.Name + `":`, i})
	}
	slices.SortFunc(k.sorted, func(a, b member) int { return strings.Compare(a.key, b.key) })
	return k
}

// with adds constraints such as "minimum<=maximum".
func (k *Kind) with(texts ...string) *Kind {
	for _, t := range texts {
		left, right, _ := strings.Cut(t, "<")
		bare := strings.TrimPrefix(right, "=")
		c := Constraint{k.FieldIndex(left), k.FieldIndex(bare), bare != right}
		k.Constraints = append(k.Constraints, c)
		// The whole shape has "kind" before the others.
		k.shape.Constraints = append(k.shape.Constraints, Constraint{c.Left + 1, c.Right + 1, c.OrEqual})
	}
	return k
}

func (k *Kind) reserve() *Kind {
	k.Reserved = true
	k.shape.Section = "7.7"
	return k
}
