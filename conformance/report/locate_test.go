package report

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestLocate(t *testing.T) {
	for _, tt := range []struct{ name, text, where, want string }{
		{"a member", `{"error":{"code":"x"}}`, "/error/code", `"x"`},
		{"an object", `{"a":1, "b": {"c":2}}`, "/b", `{"c":2}`},
		{"an element", `{"a":[1,22,3]}`, "/a/1", `22`},
		{"escaped", `{"a/b":{"c~d":7}}`, "/a~1b/c~0d", `7`},
		{"a byte", `abc`, "byte 1", `b`},
		{"a byte beyond", `abc`, "byte 3", ``},
		{"in a text cut short behind it", `{"a":{"b":1},"c":[{"d… (300 bytes)`, "/a/b", `1`},
		{"cut short within it", `{"a":"long`, "/a", `"long`},
		{"missing", `{"a":1}`, "/b", ``},
		{"an element beyond", `{"a":[1]}`, "/a/1", ``},
		{"no such path", `{"a":1}`, "/a/b", ``},
		{"no JSON", `banner`, "/a", ``},
		{"a sentence", `{"a":1}`, "the first line", ``},
		{"nothing", ``, "/a", ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from, to := locate(tt.text, tt.where)
			assert.Equal(t, tt.text[from:to], tt.want)
		})
	}
}

func FuzzLocate(f *testing.F) {
	f.Add(`{"a":[1,{"b":2}]}`, "/a/1/b")
	f.Add("\xff{", "byte 0")
	f.Fuzz(func(t *testing.T, text, where string) {
		from, to := locate(text, where)
		assert.Assert(t, 0 <= from && from <= to && to <= len(text))
	})
}
