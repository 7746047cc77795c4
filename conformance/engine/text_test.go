package engine

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestEdits(t *testing.T) {
	const x = text(`{"a":{"b":1,"c":[2,3]},"d":"e"}`)
	for _, c := range []struct {
		name      string
		got, want text
	}{
		{"replace", x.with("/a/b", "true"), `{"a":{"b":true,"c":[2,3]},"d":"e"}`},
		{"replace an element", x.with("/a/c/1", "null"), `{"a":{"b":1,"c":[2,null]},"d":"e"}`},
		{"add a member", x.with("/a/z", "0"), `{"a":{"z":0,"b":1,"c":[2,3]},"d":"e"}`},
		{"add to an empty object", text(`{"a":{}}`).with("/a/z", "0"), `{"a":{"z":0}}`},
		{"add an element", x.with("/a/c/-", "4"), `{"a":{"b":1,"c":[2,3,4]},"d":"e"}`},
		{"drop the first", x.without("/a/b"), `{"a":{"c":[2,3]},"d":"e"}`},
		{"drop the last", x.without("/d"), `{"a":{"b":1,"c":[2,3]}}`},
		{"drop an element", x.without("/a/c/0"), `{"a":{"b":1,"c":[3]},"d":"e"}`},
		{"drop the only one", text(`{"a":1}`).without("/a"), `{}`},
		{"drop the first of a spaced one", text(`{ "a" : 1 , "b" : 2 }`).without("/a"), `{ "b" : 2 }`},
		{"drop the last of a spaced one", text(`{ "a" : 1 , "b" : 2 }`).without("/b"), `{ "a" : 1 }`},
		{"drop the only one of a spaced one", text(`{ "a" : 1 }`).without("/a"), `{}`},
		{"repeat", x.twice("/a/b", `"b"`), `{"a":{"b":1,"b":1,"c":[2,3]},"d":"e"}`},
		{"backwards", x.backwards(""), `{"d":"e","a":{"b":1,"c":[2,3]}}`},
		{"backwards below", x.backwards("/a"), `{"a":{"c":[2,3],"b":1},"d":"e"}`},
		{"escaped once more", text(`{"\u0061":"\u0062e"}`).escaped(), `{"\u0061":"\u0062e"}`},
		{"escaped", text(`{"a":["be",""]}`).escaped(), `{"\u0061":["\u0062e",""]}`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.got, c.want) })
	}
	assert.DeepEqual(t, x.fields(), []string{"/a", "/a/b", "/a/c", "/d"})
	assert.DeepEqual(t, x.fields("/a"), []string{"/a", "/d"})
	assert.DeepEqual(t, text(`{"a":[{"b":1}],"c":{"d":2}}`).objects(), []string{"", "/a/0", "/c"})
}
