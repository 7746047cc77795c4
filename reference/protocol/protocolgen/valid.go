package protocolgen

import (
	"fmt"
	"math/rand"
	"slices"
	"strconv"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Valid returns a random value of the shape, legal in both readings. The same state of rng gives the
// same value.
func Valid(s *protocol.Shape, rng *rand.Rand) *Node {
	g := generator{rng}
	return g.value(s)
}

type generator struct{ rng *rand.Rand }

func (g *generator) oneIn(n int) bool { return g.rng.Intn(n) == 0 }

func pick[T any](g *generator, list []T) T { return list[g.rng.Intn(len(list))] }

func (g *generator) value(s *protocol.Shape) *Node {
	if s.Nullable && g.oneIn(3) {
		return Null()
	}
	switch s.Type {
	case protocol.Boolean:
		return Bool(g.oneIn(2))
	case protocol.Integer:
		return Int(g.integer(s.Min, s.Max))
	case protocol.Text:
		return Str(g.text(s))
	case protocol.List:
		return g.list(s)
	case protocol.Struct:
		return g.fields(s)
	case protocol.Dict:
		n := &Node{Kind: wire.Object}
		for range g.rng.Intn(3) {
			n.Set(g.form(s.Form), g.value(s.Elem))
		}
		return n
	case protocol.OneOf:
		return g.fields(pick(g, s.Arms))
	case protocol.ByKind:
		return g.fields(pick(g, protocol.Kinds()).Shape())
	case protocol.AnyObject:
		return (&Node{Kind: wire.Object}).Set("kind", Str("pass")).Set("free", g.anything(2))
	}
	return g.anything(2)
}

// integer favours the ends of the range and the small numbers that games have.
func (g *generator) integer(lo, hi int64) int64 {
	switch g.rng.Intn(8) {
	case 0:
		return lo
	case 1:
		return hi
	case 2:
		return lo + g.rng.Int63n(hi-lo+1)
	}
	return min(max(lo, int64(g.rng.Intn(8))), hi)
}

var (
	names = []string{"Lightning Bolt", "Mountain", "Lim-Dûl's Vault", "Jötun Grunt", "Fire // Ice", "Ætherling", "Borrowed 100,000 Arrows", "+2 Mace"}
	texts = []string{"", "Pass priority", "tab\there", "\"quoted\" \\ back", "\x01\x1f", "Ünïcödé 😀 \u2028", "null", "0", "</script>"}
	snake = []string{"goblin", "p1p1", "first_strike", "time_lord", "x", "a__9", "loyalty"}
	hexes = "0123456789abcdef"
)

func (g *generator) form(f protocol.Form) string {
	switch f {
	case protocol.FormNFC:
		return pick(g, names)
	case protocol.FormSnake:
		return pick(g, snake)
	case protocol.FormExtension:
		return "x_" + pick(g, snake)
	case protocol.FormHex64:
		b := make([]byte, 64)
		for i := range b {
			b[i] = hexes[g.rng.Intn(len(hexes))]
		}
		return string(b)
	case protocol.FormSha256ID:
		return "sha256:" + g.form(protocol.FormHex64)
	}
	return pick(g, texts)
}

func (g *generator) text(s *protocol.Shape) string {
	if s.Words != nil {
		return pick(g, s.Words.Words)
	}
	if t := g.form(s.Form); t != "" || s.NonEmpty == protocol.Never {
		return t
	}
	return fmt.Sprintf("o-%04x", g.rng.Intn(1<<16))
}

func (g *generator) list(s *protocol.Shape) *Node {
	lo, hi := max(s.Min, 0), s.Max
	if s.NonEmpty != protocol.Never {
		lo = max(lo, 1)
	}
	if hi == 0 || hi > lo+3 {
		hi = lo + 3
	}
	n := List()
	if s.Elem.Words != nil && (s.Distinct != protocol.Never || s.Ordered) {
		words := slices.Clone(s.Elem.Words.Words)
		if !s.Ordered {
			g.rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		}
		for _, w := range words {
			if int64(len(n.Kids)) < lo || g.oneIn(2) {
				n.Kids = append(n.Kids, Str(w))
			}
		}
	} else {
		for range lo + g.rng.Int63n(hi-lo+1) {
			n.Kids = append(n.Kids, g.value(s.Elem))
		}
	}
	if s.Distinct != protocol.Never && s.Elem.Words == nil {
		seen := map[string]bool{}
		for i, e := range n.Kids {
			word := e
			if s.DistinctBy != "" {
				word = e.Get(s.DistinctBy)
			}
			for seen[word.Str] {
				word.Str += strconv.Itoa(i)
			}
			seen[word.Str] = true
		}
	}
	if s.BySeat {
		for i, e := range n.Kids {
			e.Set("seat", Str(string(protocol.Seats[i])))
		}
	}
	g.obey(s, n)
	return n
}

func (g *generator) fields(s *protocol.Shape) *Node {
	n := &Node{Kind: wire.Object}
	for _, f := range s.Fields {
		if !f.Optional || g.oneIn(2) {
			n.Set(f.Name, g.value(f.Shape))
		}
	}
	if s.Open && g.oneIn(2) {
		n.Set("x_unread", g.anything(1))
	}
	g.constrain(s, n)
	g.obey(s, n)
	g.rng.Shuffle(len(n.Keys), func(i, j int) {
		n.Keys[i], n.Keys[j] = n.Keys[j], n.Keys[i]
		n.Kids[i], n.Kids[j] = n.Kids[j], n.Kids[i]
	})
	return n
}

// constrain draws the compared fields again until their constraints hold: mostly from a few small
// numbers, where that happens soon.
func (g *generator) constrain(s *protocol.Shape, n *Node) {
	for try := 0; !holds(s, n); try++ {
		for _, c := range s.Constraints {
			for _, i := range []int{c.Left, c.Right} {
				f := s.Fields[i]
				x := g.integer(f.Shape.Min, f.Shape.Max)
				if try%8 != 0 {
					x = max(f.Shape.Min, int64(g.rng.Intn(5)))
				}
				n.Get(f.Name).Int = min(x, f.Shape.Max)
			}
		}
	}
}

func holds(s *protocol.Shape, n *Node) bool {
	for _, c := range s.Constraints {
		left, right := n.Get(s.Fields[c.Left].Name).Int, n.Get(s.Fields[c.Right].Name).Int
		if left > right || left == right && !c.OrEqual {
			return false
		}
	}
	return true
}

// obey makes a value that has its shape keep the shape's rules too.
func (g *generator) obey(s *protocol.Shape, n *Node) {
	for _, r := range s.Rules {
		rules[r.Name].keep(g, n)
	}
}

// anything returns an arbitrary value of at most that many levels.
func (g *generator) anything(depth int) *Node {
	switch k := g.rng.Intn(6 + 2*min(depth, 1)); k {
	case 0:
		return Null()
	case 1, 2:
		return Bool(k == 1)
	case 3:
		return Int(g.integer(-wire.MaxInt, wire.MaxInt))
	case 4, 5:
		return Str(pick(g, texts))
	case 6:
		return List(g.anything(depth-1), g.anything(depth-1))
	}
	return (&Node{Kind: wire.Object}).Set("z", g.anything(depth-1)).Set("é", g.anything(depth-1))
}

// InOrder returns a valid value with the members of every object in the table's order, as most
// engines write them; members that the table does not know come last.
func InOrder(s *protocol.Shape, n *Node) *Node {
	n = n.Clone()
	switch {
	case n.Kind == wire.Null:
	case s.Type == protocol.List:
		for i, e := range n.Kids {
			n.Kids[i] = InOrder(s.Elem, e)
		}
	case s.Type == protocol.Dict:
		for i, e := range n.Kids {
			n.Kids[i] = InOrder(s.Elem, e)
		}
	case s.Type == protocol.OneOf:
		return inOrder(s.Arms[armOf(s, n)], n)
	case s.Type == protocol.ByKind:
		return inOrder(protocol.KindNamed(n.Get("kind").Str).Shape(), n)
	case s.Type == protocol.Struct:
		return inOrder(s, n)
	}
	return n
}

func inOrder(s *protocol.Shape, n *Node) *Node {
	out := &Node{Kind: wire.Object}
	for _, f := range s.Fields {
		if v := n.Get(f.Name); v != nil {
			out.Set(f.Name, InOrder(f.Shape, v))
			n.Drop(f.Name)
		}
	}
	for i, k := range n.Keys {
		out.Set(k, n.Kids[i])
	}
	return out
}

// tells is the field by which an arm of a union is known: its last.
func tells(arm *protocol.Shape) string { return arm.Fields[len(arm.Fields)-1].Name }

func armOf(s *protocol.Shape, n *Node) int {
	return slices.IndexFunc(s.Arms, func(a *protocol.Shape) bool { return n.Get(tells(a)) != nil })
}
