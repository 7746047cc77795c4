package protocolgen

import (
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Every rule of the table can be kept and broken here, and nothing is here that the table lacks.
func TestEveryRuleHasAnEdit(t *testing.T) {
	used := map[string]bool{}
	for _, s := range protocol.Shapes() {
		for _, r := range s.Rules {
			assert.Assert(t, rules[r.Name].keep != nil, r.Name)
			used[r.Name] = true
		}
	}
	assert.Equal(t, len(used), len(rules))
}

// The same state of the generator gives the same message: a failure's seed is enough to see it again.
func TestValidIsDeterministic(t *testing.T) {
	for _, m := range protocol.Messages() {
		a, b := Valid(m.Shape, rand.New(rand.NewSource(7))), Valid(m.Shape, rand.New(rand.NewSource(7)))
		assert.Equal(t, string(a.JSON()), string(b.JSON()))
	}
}

// Breaking leaves the valid message as it was, during and after, and what it yields is always strict
// JSON: the one fault is never one of spelling.
func TestBreaksChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewSource(8))
	for _, m := range protocol.Messages() {
		valid := Valid(m.Shape, rng)
		before := string(valid.JSON())
		for b := range Breaks(m.Shape, valid) {
			if rng.Intn(50) == 0 && b.Fault != TooMany {
				assert.NilError(t, wire.Check(b.Value.JSON()))
				assert.Assert(t, string(b.Value.JSON()) != before, "%s at %s", b.Fault, b.Pointer)
			}
		}
		assert.Equal(t, string(valid.JSON()), before)
		for range Breaks(m.Shape, valid) {
			break // leaving early is fine
		}
	}
}

// All of the closed list of faults come up.
func TestAllFaultsComeUp(t *testing.T) {
	missing := map[Fault]bool{Missing: true, Unknown: true, Nulled: true, Mistyped: true, TooSmall: true, TooLarge: true, NoWord: true,
		ReservedWas: true, BadForm: true, NotNFC: true, EmptyText: true, TooFew: true, TooMany: true, Repeated: true, Unordered: true,
		WrongSeat: true, BadKey: true, NoArm: true, BothArms: true, Constraint: true, RuleBroken: true}
	rng := rand.New(rand.NewSource(9))
	for range 3 {
		for _, m := range protocol.Messages() {
			for b := range Breaks(m.Shape, Valid(m.Shape, rng)) {
				delete(missing, b.Fault)
			}
		}
	}
	assert.DeepEqual(t, missing, map[Fault]bool{})
}

func TestNodeReadsAndWritesJSON(t *testing.T) {
	const text = `{"a":[null,true,-7,"\n"],"b":{},"c":[]}`
	v, err := wire.Parse([]byte(text))
	assert.NilError(t, err)
	n := FromValue(v)
	assert.Equal(t, string(n.JSON()), text)
	c := n.Clone()
	c.Set("b", Int(1)).Set("d", Bool(false)).Drop("a")
	assert.Equal(t, string(c.JSON()), `{"b":1,"c":[],"d":false}`)
	assert.Equal(t, string(n.JSON()), text)
	assert.Assert(t, c.Get("a") == nil)
}

func TestInOrderFollowsTheTable(t *testing.T) {
	n := FromPairs("zone", Str("hand"), "owner_seat", Str("p0"), "object_id", Str("o"), "card_name", Null(), "controller_seat", Str("p1"))
	assert.Equal(t, string(InOrder(protocol.ObjectRefShape(), n).JSON()),
		`{"object_id":"o","card_name":null,"owner_seat":"p0","controller_seat":"p1","zone":"hand"}`)
}
