package protocol

// Sections 4.4, 5 and 7.3: the shapes that messages share.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/wire"
)

const (
	maxU32 = 1<<32 - 1
	minI32 = -1 << 31
	maxI32 = 1<<31 - 1
	maxInt = wire.MaxInt
)

var (
	boolShape   = &Shape{Name: "bool", Section: "4.4", Type: Boolean}
	u32Shape    = &Shape{Name: "u32", Section: "4.4", Type: Integer, Max: maxU32}
	u53Shape    = &Shape{Name: "u53", Section: "4.4", Type: Integer, Max: maxInt}
	i32Shape    = &Shape{Name: "i32", Section: "4.4", Type: Integer, Min: minI32, Max: maxI32}
	textShape   = &Shape{Name: "text", Section: "4.4", Type: Text}
	snakeShape  = &Shape{Name: "snake", Section: "4.4", Type: Text, Form: FormSnake}
	nameShape   = &Shape{Name: "card_name", Section: "4.4", Type: Text, Form: FormNFC}
	seatShape   = word(seatWords)
	sha256Shape = &Shape{Name: "sha256_id", Section: "4.3", Type: Text, Form: FormSha256ID}
	filledShape = &Shape{Name: "nonempty_text", Section: "9.1", Type: Text, NonEmpty: Always}
	// The text asks for no more of these ids than that they are strings.
	objectIDShape  = &Shape{Name: "object_id", Section: "5.1", Type: Text, NonEmpty: OnlyStrict}
	gameIDShape    = &Shape{Name: "game_id", Section: "9.2", Type: Text, NonEmpty: OnlyStrict}
	formatShape    = &Shape{Name: "format", Section: "9.2", Type: Text, NonEmpty: OnlyStrict}
	catalogIDShape = &Shape{Name: "catalog_id", Section: "9.2", Type: Text, NonEmpty: OnlyStrict}
	requestIDShape = &Shape{Name: "request_id", Section: "4.1", Type: Text, NonEmpty: Always}
	extensionShape = &Shape{Name: "extension_name", Section: "14", Type: Text, Form: FormExtension}

	refShape = object("object_ref", "5.1", refFields...)

	refFields = []Field{
		field("object_id", objectIDShape),
		field("card_name", opt(nameShape)),
		field("owner_seat", seatShape),
		field("controller_seat", seatShape),
		field("zone", word(zoneWords)),
	}

	targetShape = &Shape{Name: "target_ref", Section: "5.2", Type: OneOf, Arms: []*Shape{
		object("", "5.2", field("player", seatShape)),
		object("", "5.2", field("object", refShape)),
	}}

	itemShape = &Shape{Name: "order_item", Section: "7.3", Type: OneOf, Arms: []*Shape{
		object("", "7.3", field("object", refShape)),
		object("", "7.3", field("trigger", triggerItemShape)),
	}}

	triggerItemShape = object("trigger_item", "7.3",
		field("source", opt(refShape)),
		field("source_name", opt(nameShape)),
		field("ability_index", opt(u32Shape)),
		field("event_objects", listOf(refShape)),
		field("instance", u32Shape),
		field("label", opt(textShape)),
	)

	pilesShape = &Shape{Name: "piles", Section: "7.3", Type: List, Min: 2, Max: 2, Elem: listOf(refShape)}

	deckRowShape = object("deck_row", "12.1",
		field("name", &Shape{Type: Text, Form: FormNFC, NonEmpty: OnlyStrict}),
		field("count", integer(1, maxU32)),
	)
	decklistShape = &Shape{Name: "decklist", Section: "12.1", Type: List, Elem: deckRowShape,
		NonEmpty: OnlyStrict, Distinct: Always, DistinctBy: "name"}

	semanticShape = &Shape{Name: "semantic", Section: "7.1", Type: ByKind}
)

// object makes a Struct of exactly these fields.
func object(name, section string, fields ...Field) *Shape {
	s := &Shape{Name: name, Section: section, Type: Struct, Fields: fields, canonical: make([]uint8, len(fields)+1)}
	order := make([]uint8, len(fields))
	for i, f := range fields {
		order[i] = uint8(i)
		if !f.Optional {
			s.required++
		}
	}
	slices.SortFunc(order, func(a, b uint8) int { return strings.Compare(fields[a].Name, fields[b].Name) })
	at := 0
	for _, i := range order {
		s.canonical[at] = i
		at = int(i) + 1
	}
	return s
}

// with adds constraints, such as "minimum <= maximum". One with a number, such as "pile_index <= 1",
// bounds the field itself.
func (s *Shape) with(constraints ...string) *Shape {
	for _, text := range constraints {
		part := strings.Fields(text)
		left, right := s.fieldNamed([]byte(part[0])), s.fieldNamed([]byte(part[2]))
		switch {
		case left < 0:
			lo, _ := strconv.ParseInt(part[0], 10, 64)
			s.Fields[right].Shape = integer(lo, s.Fields[right].Shape.Max)
		case right < 0:
			hi, _ := strconv.ParseInt(part[2], 10, 64)
			s.Fields[left].Shape = integer(s.Fields[left].Shape.Min, hi)
		default:
			s.Constraints = append(s.Constraints, Constraint{left, right, part[1] == "<="})
		}
	}
	return s
}

// keeps adds the rules.
func (s *Shape) keeps(rules ...Rule) *Shape {
	s.Rules = append(s.Rules, rules...)
	return s
}

// opt makes a shape that null has too.
func opt(s *Shape) *Shape {
	n := *s
	n.Nullable = true
	return &n
}

func field(name string, s *Shape) Field { return Field{Name: name, Shape: s} }

func word(v *Vocabulary) *Shape {
	return &Shape{Name: v.Name, Section: v.Section, Type: Text, Words: v}
}

// constant is a text of which there is only one. It is no vocabulary.
func constant(text string) *Shape {
	list := []string{text}
	return &Shape{Type: Text, Words: &Vocabulary{Words: list, index: newWords(list)}}
}

func integer(lo, hi int64) *Shape { return &Shape{Type: Integer, Min: lo, Max: hi} }

func listOf(elem *Shape) *Shape { return &Shape{Type: List, Elem: elem} }

// gated makes a field that is null when its observation flag is false.
func gated(name string, flag Flag, s *Shape) Field {
	return Field{Name: name, Shape: opt(s), Flag: flag}
}
