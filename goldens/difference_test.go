package goldens_test

import (
	"testing"

	"github.com/spellbench/sbconform/goldens"
	"gotest.tools/v3/assert"
)

func TestCompare(t *testing.T) {
	for _, tc := range []struct {
		name, want, got string
		kind            goldens.DifferenceKind
		offset          int
		pointer         string
		spelling        bool // the values are the same
	}{
		{"white space", `{"a":1,"b":[2]}`, `{"a":1, "b":[2]}`, goldens.Whitespace, 7, "", true},
		{"white space in a list", `{"a":[1,2]}`, `{"a":[1, 2]}`, goldens.Whitespace, 8, "/a/1", true},
		{"key order", `{"a":1,"b":2}`, `{"b":2,"a":1}`, goldens.KeyOrder, 2, "", true},
		{"key order further in", `{"x":{"a":1,"b":2}}`, `{"x":{"b":2,"a":1}}`, goldens.KeyOrder, 7, "/x", true},
		{"an escape", `{"a":"A"}`, `{"a":"\u0041"}`, goldens.Escape, 6, "/a", true},
		{"two escapes", `{"a":"\t"}`, `{"a":"\u0009"}`, goldens.Escape, 7, "/a", true},
		{"the digits of an escape", `{"a":"\u001f"}`, `{"a":"\u001F"}`, goldens.Escape, 11, "/a", true},
		{"a zero with a sign", `{"a":0}`, `{"a":-0}`, goldens.NumberForm, 5, "/a", true},
		{"a fraction", `{"a":1}`, `{"a":1.0}`, goldens.NumberForm, 6, "", false},
		{"an exponent", `{"a":[10]}`, `{"a":[1e1]}`, goldens.NumberForm, 7, "/a/0", false},
		{"a value", `{"a":[{"b":1}]}`, `{"a":[{"b":2}]}`, goldens.OtherValue, 11, "/a/0/b", false},
		{"a value behind another order", `{"a":1,"b":2}`, `{"b":3,"a":1}`, goldens.OtherValue, 2, "/b", false},
		{"a member too few", `{"a/b":1,"c":2}`, `{"c":2}`, goldens.OtherValue, 2, "/a~1b", false},
		{"a member too many", `{"a":1}`, `{"a":1,"~":2}`, goldens.OtherValue, 6, "/~0", false},
		{"an element too many", `[1]`, `[1,2]`, goldens.OtherValue, 2, "/1", false},
		{"another type", `{"a":"1"}`, `{"a":1}`, goldens.OtherValue, 5, "/a", false},
		{"text", `{"a":1}`, `hello`, goldens.NotJSON, 0, "", false},
		{"cut", `{"a":1}`, `{"a":1`, goldens.NotJSON, 6, "", false},
		{"text for text", `hello`, `help`, goldens.NotJSON, 3, "", false},
		{"nothing", `{}`, ``, goldens.NotJSON, 0, "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := goldens.Compare([]byte(tc.want), []byte(tc.got), true)
			assert.Assert(t, d != nil)
			assert.Equal(t, d.Kind, tc.kind, "%s", d)
			assert.Equal(t, d.Offset, tc.offset)
			assert.Equal(t, d.Pointer, tc.pointer)
			assert.Equal(t, goldens.Compare([]byte(tc.want), []byte(tc.got), false) == nil, tc.spelling)
		})
	}
	assert.Assert(t, goldens.Compare([]byte("same"), []byte("same"), true) == nil)
}
