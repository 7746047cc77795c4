package protocol

// Section 7: making a candidate's semantic.

import (
	"fmt"

	"github.com/spellbench/sbconform/reference/wire"
)

// NewSemantic makes a semantic of a kind from the values of its fields in the order of the kind
// table: string or Seat, bool, uint32 or int32 (or an int within the field's bounds), Ref or *Ref,
// Target or *Target, OrderItem or *OrderItem, [][]Ref, and nil for null. A wrong kind, number of
// values or type of value is a programming error: NewSemantic panics. It accepts a word outside a
// vocabulary and broken constraints, so that mutants can be made of it too.
func NewSemantic(kind string, values ...any) Semantic {
	k := KindNamed(kind)
	if k == nil {
		panic(fmt.Sprintf("protocol.NewSemantic: no kind %q", kind))
	}
	if len(values) != len(k.Fields) {
		panic(fmt.Sprintf("protocol.NewSemantic: %s has %d fields, got %d values", kind, len(k.Fields), len(values)))
	}
	own := make([]any, len(values))
	for i, v := range values {
		n, ok := normal(k.Fields[i].Shape, v)
		if !ok {
			panic(fmt.Sprintf("protocol.NewSemantic: %s.%s can't be %T %v", kind, k.Fields[i].Name, v, v))
		}
		own[i] = n
	}
	return Semantic{kind, own}
}

// normal returns v as Semantic.Values holds it, and whether a field of shape s can hold it.
func normal(s *Shape, v any) (any, bool) {
	switch x := v.(type) {
	case nil:
		return nil, s.Nullable
	case *Ref:
		if x == nil {
			return nil, s.Nullable
		}
		return x, s.Type == Struct
	case *Target:
		if x == nil {
			return nil, s.Nullable
		}
		return x, s.Name == targetShape.Name
	case Ref:
		return &x, s.Type == Struct
	case Target:
		return &x, s.Name == targetShape.Name
	case OrderItem:
		return &x, s.Name == itemShape.Name
	case *OrderItem:
		return x, x != nil && s.Name == itemShape.Name
	case [][]Ref:
		return x, s.Type == List
	case string:
		return x, s.Type == Text
	case Seat:
		return string(x), s.Type == Text
	case bool:
		return x, s.Type == Boolean
	case uint32:
		return x, s.Type == Integer && s.Min >= 0
	case int32:
		return x, s.Type == Integer && s.Min < 0
	case int:
		if s.Type != Integer || int64(x) < s.Min || int64(x) > s.Max {
			return nil, false
		}
		if s.Min < 0 {
			return int32(x), true
		}
		return uint32(x), true
	}
	return nil, false
}

// Value returns the value of the named field, nil for null or where the kind has no such field.
func (s Semantic) Value(field string) any {
	if k := KindNamed(s.Kind); k != nil {
		if i := k.FieldIndex(field); i >= 0 && i < len(s.Values) {
			return s.Values[i]
		}
	}
	return nil
}

// AppendJSON appends the semantic as canonical JSON. It panics on one that NewSemantic would refuse.
func (s Semantic) AppendJSON(dst []byte) []byte {
	w := writer{dst}
	w.semantic(&s)
	return w.b
}

func (w *writer) semantic(s *Semantic) {
	k := KindNamed(s.Kind)
	if k == nil || len(s.Values) != len(k.Fields) {
		panic(fmt.Sprintf("protocol: no semantic of kind %q has %d values", s.Kind, len(s.Values)))
	}
	w.open()
	for _, m := range k.sorted {
		w.comma()
		w.raw(m.key)
		if m.value < 0 {
			w.b = wire.AppendString(w.b, s.Kind)
		} else {
			w.value(s.Values[m.value])
		}
	}
	w.close()
}

// value writes one of Semantic.Values.
func (w *writer) value(v any) {
	switch x := v.(type) {
	case nil:
		w.raw("null")
	case string:
		w.b = wire.AppendString(w.b, x)
	case bool:
		if x {
			w.raw("true")
		} else {
			w.raw("false")
		}
	case uint32:
		w.b = wire.AppendInt(w.b, int64(x))
	case int32:
		w.b = wire.AppendInt(w.b, int64(x))
	case *Ref:
		w.ref(x)
	case *Target:
		w.target(x)
	case *OrderItem:
		w.orderItem(x)
	case [][]Ref:
		w.openList()
		for _, pile := range x {
			w.elem()
			w.openList()
			for i := range pile {
				w.elem()
				w.ref(&pile[i])
			}
			w.closeList()
		}
		w.closeList()
	default:
		panic(fmt.Sprintf("protocol: %T in a semantic", v))
	}
}
