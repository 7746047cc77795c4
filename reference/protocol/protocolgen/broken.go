package protocolgen

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Fault is what is wrong with a broken message. The list is closed.
type Fault string

const (
	Missing     Fault = "missing"    // a field is left out
	Unknown     Fault = "unknown"    // there is another
	Nulled      Fault = "null"       // null where a value is wanted
	Mistyped    Fault = "mistyped"   // a value of another JSON type
	TooSmall    Fault = "too small"  // an integer below its range
	TooLarge    Fault = "too large"  // or above
	NoWord      Fault = "no word"    // a word outside the vocabulary
	ReservedWas Fault = "reserved"   // a kind of Section 7.7
	BadForm     Fault = "bad form"   // a string spelled as its form forbids
	NotNFC      Fault = "not NFC"    // a name in another normalization form
	EmptyText   Fault = "empty text" // "" where the text or the reference host wants more
	TooFew      Fault = "too few"    // elements of a list
	TooMany     Fault = "too many"   // likewise
	Repeated    Fault = "repeated"   // an element twice
	Unordered   Fault = "unordered"  // elements out of their order
	WrongSeat   Fault = "wrong seat" // p1 before p0
	BadKey      Fault = "bad key"    // a key of an open object
	NoArm       Fault = "no arm"     // neither form of a union
	BothArms    Fault = "both arms"  // or both at once
	Constraint  Fault = "constraint" // one integer against another (Section 7.3)
	RuleBroken  Fault = "rule"       // a Rule of the table
)

// A Broken is a value with exactly one fault.
type Broken struct {
	Fault   Fault
	Rule    string // the name of the rule, for RuleBroken
	Pointer string // where a walker that goes by the table reports it
	When    protocol.Applies
	Value   *Node // the whole value; valid until the loop goes on
}

// Breaks yields, for a valid value of the shape, every value that differs from it in one place and is
// invalid for that. The fault is the only one: what the pointer names is what is wrong.
func Breaks(s *protocol.Shape, valid *Node) iter.Seq[Broken] {
	return func(yield func(Broken) bool) {
		b := breaker{root: valid.Clone(), yield: yield}
		b.value(s, b.root, "")
	}
}

type breaker struct {
	root  *Node
	yield func(Broken) bool
	done  bool
}

// with changes n, but none of its kids, for the length of one yield.
func (b *breaker) with(n *Node, f Fault, when protocol.Applies, pointer string, edit func(*Node)) {
	if b.done || when == protocol.Never {
		return
	}
	was := *n
	n.Keys, n.Kids = slices.Clone(n.Keys), slices.Clone(n.Kids)
	edit(n)
	b.done = !b.yield(Broken{f, "", pointer, when, b.root})
	*n = was
}

// try is with for an edit that reaches into the kids, and that may turn out not to be possible.
func (b *breaker) try(n *Node, f Fault, rule string, when protocol.Applies, edit func(*Node) (string, bool)) {
	if b.done || when == protocol.Never {
		return
	}
	was := *n
	*n = *n.Clone()
	if pointer, ok := edit(n); ok {
		b.done = !b.yield(Broken{f, rule, pointer, when, b.root})
	}
	*n = was
}

func become(v *Node) func(*Node) { return func(n *Node) { *n = *v } }

func below(pointer, step string) string {
	return pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(step)
}

func (b *breaker) value(s *protocol.Shape, n *Node, at string) {
	if n.Kind == wire.Null && s.Nullable {
		b.mistype(s, n, at)
		return
	}
	if s.Type == protocol.AnyValue {
		return
	}
	if !s.Nullable {
		b.with(n, Nulled, protocol.Always, at, become(Null()))
	}
	b.mistype(s, n, at)
	switch s.Type {
	case protocol.Integer:
		if s.Min > -wire.MaxInt {
			b.with(n, TooSmall, protocol.Always, at, become(Int(s.Min-1)))
		}
		if s.Max < wire.MaxInt {
			b.with(n, TooLarge, protocol.Always, at, become(Int(s.Max+1)))
		}
	case protocol.Text:
		b.text(s, n, at)
	case protocol.List:
		b.list(s, n, at)
	case protocol.Struct:
		b.fields(s, n, at)
	case protocol.Dict:
		b.with(n, BadKey, protocol.Always, below(at, "Bad/Key"), func(n *Node) { n.Set("Bad/Key", Int(1)) })
		for i, k := range n.Keys {
			b.value(s.Elem, n.Kids[i], below(at, k))
		}
	case protocol.OneOf:
		b.oneOf(s, n, at)
	case protocol.ByKind:
		tag := below(at, "kind")
		b.with(n.Get("kind"), NoWord, protocol.Always, tag, become(Str("nonsense")))
		b.with(n.Get("kind"), ReservedWas, protocol.Always, tag, become(Str("pay_mana")))
		b.with(n.Get("kind"), Mistyped, protocol.Always, tag, become(List(Str("pass"))))
		b.with(n, Missing, protocol.Always, tag, func(n *Node) { n.Drop("kind") })
		b.members(protocol.KindNamed(n.Get("kind").Str).Shape(), n, at, "kind")
	}
}

// mistype puts values of other types in a value's place, those first that lax readers take for it.
func (b *breaker) mistype(s *protocol.Shape, n *Node, at string) {
	var others []*Node
	switch s.Type {
	case protocol.Boolean:
		others = []*Node{Int(0), Str("true")}
	case protocol.Integer:
		others = []*Node{Bool(true), Str("1"), List()}
	case protocol.Text:
		others = []*Node{Int(7), Bool(false), List(Str("a"))}
	case protocol.List:
		others = []*Node{{Kind: wire.Object}, Str("")}
	case protocol.AnyValue:
	default:
		others = []*Node{List(), Str("{}"), Int(0)}
	}
	for _, o := range others {
		b.with(n, Mistyped, protocol.Always, at, become(o))
	}
}

func (b *breaker) text(s *protocol.Shape, n *Node, at string) {
	if s.Words != nil {
		b.with(n, NoWord, protocol.Always, at, become(Str("nonsense")))
		b.with(n, NoWord, protocol.Always, at, become(Str(n.Str+" ")))
		return
	}
	if s.Form == protocol.FormAny || s.Form == protocol.FormNFC {
		b.with(n, EmptyText, s.NonEmpty, at, become(Str("")))
	}
	var bad []string
	switch s.Form {
	case protocol.FormNFC:
		b.with(n, NotNFC, protocol.Always, at, become(Str("Lim-Du\u0302l's Vault")))
	case protocol.FormSnake:
		bad = []string{"", "Goblin", "9lives", "first-strike", "a b", "é", "a\n"}
	case protocol.FormExtension:
		bad = []string{"", "x_", "y_a", "x_A", "x_a\n", "xx_a"}
	case protocol.FormHex64:
		bad = []string{"", strings.Repeat("A", 64), strings.Repeat("a", 63), strings.Repeat("a", 65), strings.Repeat("g", 64)}
	case protocol.FormSha256ID:
		bad = []string{"", "sha256:", strings.Repeat("a", 64), "sha256:" + strings.Repeat("A", 64), "SHA256:" + strings.Repeat("a", 64)}
	}
	for _, t := range bad {
		b.with(n, BadForm, protocol.Always, at, become(Str(t)))
	}
}

func (b *breaker) list(s *protocol.Shape, n *Node, at string) {
	size := int64(len(n.Kids))
	if s.Min > 0 {
		b.with(n, TooFew, protocol.Always, at, func(n *Node) { n.Kids = n.Kids[:s.Min-1] })
	} else {
		b.with(n, TooFew, s.NonEmpty, at, func(n *Node) { n.Kids = nil })
	}
	if s.Max > 0 && size > 0 {
		b.with(n, TooMany, protocol.Always, at, func(n *Node) {
			for int64(len(n.Kids)) <= s.Max {
				n.Kids = append(n.Kids, n.Kids[0])
			}
		})
	}
	if size > 0 && s.Max == 0 {
		last := below(at, strconv.FormatInt(size, 10))
		again := func(n *Node) { n.Kids = append(n.Kids, n.Kids[0]) }
		switch {
		case s.Ordered:
			b.with(n, Repeated, protocol.Always, last, again)
		case s.DistinctBy != "":
			b.with(n, Repeated, s.Distinct, below(last, s.DistinctBy), again)
		default:
			b.with(n, Repeated, s.Distinct, last, again)
		}
	}
	if s.Ordered && size > 1 {
		b.with(n, Unordered, protocol.Always, below(at, "1"), func(n *Node) { n.Kids[0], n.Kids[1] = n.Kids[1], n.Kids[0] })
	}
	if s.BySeat {
		b.with(n, WrongSeat, protocol.Always, below(below(at, "0"), "seat"), func(n *Node) { slices.Reverse(n.Kids) })
	}
	for i, e := range n.Kids {
		b.value(s.Elem, e, below(at, strconv.Itoa(i)))
	}
	b.rules(s, n, at)
}

func (b *breaker) fields(s *protocol.Shape, n *Node, at string) {
	b.members(s, n, at, "")
}

// members breaks an object's fields, all but the one named skip.
func (b *breaker) members(s *protocol.Shape, n *Node, at, skip string) {
	if !s.Open {
		b.with(n, Unknown, protocol.Always, below(at, "x_extra"), func(n *Node) { n.Set("x_extra", Null()) })
	}
	for _, f := range s.Fields {
		v := n.Get(f.Name)
		if f.Name == skip || v == nil {
			continue
		}
		if !f.Optional {
			b.with(n, Missing, protocol.Always, below(at, f.Name), func(n *Node) { n.Drop(f.Name) })
		}
		b.value(f.Shape, v, below(at, f.Name))
	}
	for _, c := range s.Constraints {
		left, right := s.Fields[c.Left], s.Fields[c.Right]
		b.try(n, Constraint, "", protocol.Always, func(n *Node) (string, bool) {
			x := n.Get(right.Name).Int
			if c.OrEqual {
				x++
			}
			n.Get(left.Name).Int = x
			// Only this constraint may break, and both stay in their own ranges.
			for _, other := range s.Constraints {
				a, z := n.Get(s.Fields[other.Left].Name).Int, n.Get(s.Fields[other.Right].Name).Int
				if other != c && (a > z || a == z && !other.OrEqual) {
					return "", false
				}
			}
			return below(at, left.Name), x <= left.Shape.Max && x >= left.Shape.Min
		})
	}
	b.rules(s, n, at)
}

func (b *breaker) rules(s *protocol.Shape, n *Node, at string) {
	for _, r := range s.Rules {
		b.try(n, RuleBroken, r.Name, r.When, func(n *Node) (string, bool) {
			pointer, ok := rules[r.Name].breaks(n)
			return at + pointer, ok
		})
	}
}

func (b *breaker) oneOf(s *protocol.Shape, n *Node, at string) {
	arm := s.Arms[armOf(s, n)]
	b.with(n, NoArm, protocol.Always, at, func(n *Node) { n.Drop(tells(arm)) })
	// With both there, the first arm is taken and the second's field is one too many.
	b.with(n, BothArms, protocol.Always, below(at, tells(s.Arms[1])), func(n *Node) {
		for _, a := range s.Arms {
			if n.Get(tells(a)) == nil {
				n.Set(tells(a), Null())
			}
		}
	})
	b.with(n, Unknown, protocol.Always, below(at, "x_extra"), func(n *Node) { n.Set("x_extra", Null()) })
	for _, f := range arm.Fields {
		if f.Name != tells(arm) {
			b.with(n, Missing, protocol.Always, below(at, f.Name), func(n *Node) { n.Drop(f.Name) })
		}
		b.value(f.Shape, n.Get(f.Name), below(at, f.Name))
	}
}
