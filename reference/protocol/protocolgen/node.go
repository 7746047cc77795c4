// Package protocolgen makes messages out of the protocol's table: valid ones at random, and from a
// valid one every message that is broken in exactly one place, with the pointer to that place. Tests
// of decoders, schemas and validators and the fuzzer share it.
package protocolgen

import (
	"slices"

	"github.com/spellbench/sbconform/reference/wire"
)

// A Node is a JSON value that can be changed before it is written.
type Node struct {
	Kind wire.Kind // Null, Bool, Int, String, Array or Object
	Bool bool
	Int  int64
	Str  string
	Keys []string // of an object, in the order of writing
	Kids []*Node  // elements, or the members' values
}

// Null, Bool, Int, Str and List make Nodes.
func Null() *Node                    { return &Node{Kind: wire.Null} }
func Bool(b bool) *Node              { return &Node{Kind: wire.Bool, Bool: b} }
func Int(x int64) *Node              { return &Node{Kind: wire.Int, Int: x} }
func Str(s string) *Node             { return &Node{Kind: wire.String, Str: s} }
func List(elems ...*Node) *Node      { return &Node{Kind: wire.Array, Kids: elems} }
func (n *Node) index(key string) int { return slices.Index(n.Keys, key) }

// Get returns the member named key, or nil.
func (n *Node) Get(key string) *Node {
	if i := n.index(key); i >= 0 {
		return n.Kids[i]
	}
	return nil
}

// Set replaces or adds a member and returns n.
func (n *Node) Set(key string, v *Node) *Node {
	if i := n.index(key); i >= 0 {
		n.Kids[i] = v
	} else {
		n.Keys, n.Kids = append(n.Keys, key), append(n.Kids, v)
	}
	return n
}

// Drop removes a member.
func (n *Node) Drop(key string) {
	if i := n.index(key); i >= 0 {
		n.Keys, n.Kids = slices.Delete(n.Keys, i, i+1), slices.Delete(n.Kids, i, i+1)
	}
}

// Clone returns a deep copy.
func (n *Node) Clone() *Node {
	c := *n
	c.Keys = slices.Clone(n.Keys)
	c.Kids = make([]*Node, len(n.Kids))
	for i, k := range n.Kids {
		c.Kids[i] = k.Clone()
	}
	return &c
}

// FromValue returns a parsed value as a Node.
func FromValue(v wire.Value) *Node {
	n := &Node{Kind: v.Kind(), Bool: v.Bool(), Int: v.Int(), Str: v.Str()}
	for e := range v.Elems() {
		n.Kids = append(n.Kids, FromValue(e))
	}
	for m := range v.Members() {
		n.Keys, n.Kids = append(n.Keys, m.Key.Str()), append(n.Kids, FromValue(m.Value))
	}
	return n
}

// Append appends n as JSON text, its members in their order.
func (n *Node) Append(dst []byte) []byte {
	switch n.Kind {
	case wire.Bool:
		if n.Bool {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case wire.Int:
		return wire.AppendInt(dst, n.Int)
	case wire.String:
		return wire.AppendString(dst, n.Str)
	case wire.Array, wire.Object:
		open, close := byte('['), byte(']')
		if n.Kind == wire.Object {
			open, close = '{', '}'
		}
		dst = append(dst, open)
		for i, k := range n.Kids {
			if i > 0 {
				dst = append(dst, ',')
			}
			if n.Kind == wire.Object {
				dst = append(wire.AppendString(dst, n.Keys[i]), ':')
			}
			dst = k.Append(dst)
		}
		return append(dst, close)
	}
	return append(dst, "null"...)
}

// String returns the JSON text, for test failures.
func (n *Node) String() string { return string(n.JSON()) }

// JSON returns n as JSON text.
func (n *Node) JSON() []byte { return n.Append(nil) }

// FromPairs makes an object: key, *Node, key, *Node.
func FromPairs(pairs ...any) *Node {
	n := &Node{Kind: wire.Object}
	for i := 0; i < len(pairs); i += 2 {
		n.Set(pairs[i].(string), pairs[i+1].(*Node))
	}
	return n
}
