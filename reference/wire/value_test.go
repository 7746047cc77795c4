package wire_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

func TestValue(t *testing.T) {
	v, err := wire.Parse([]byte(` {"n":null,"t":true,"f":false,"i":-12,"s":"a\u0062c","p":"plain","a":[1,"x",[],{}],"o":{"k":0},"":9} `))
	assert.NilError(t, err)
	assert.Equal(t, v.Kind(), wire.Object)
	assert.Equal(t, v.Len(), 9)
	assert.Equal(t, v.Offset(), 1)

	assert.Assert(t, v.Get("n").IsNull())
	assert.Assert(t, v.Get("t").Bool())
	assert.Assert(t, !v.Get("f").Bool())
	assert.Equal(t, v.Get("i").Int(), int64(-12))
	assert.Equal(t, string(v.Get("i").Raw()), "-12")
	assert.Equal(t, v.Get("i").Offset(), 34)
	assert.Equal(t, v.Get("s").Str(), "abc")
	assert.Assert(t, v.Get("s").StrIs("abc"))
	assert.Assert(t, !v.Get("s").StrIs(`a\u0062c`))
	assert.Assert(t, v.Get("p").StrIs("plain"))
	assert.Equal(t, string(v.Get("p").AppendStr([]byte("not "))), "not plain")
	assert.Equal(t, v.Get("a").Len(), 4)
	assert.Equal(t, v.Get("o").Get("k").Int(), int64(0))
	assert.Equal(t, v.Get("").Int(), int64(9))

	var kinds []wire.Kind
	for e := range v.Get("a").Elems() {
		kinds = append(kinds, e.Kind())
	}
	assert.DeepEqual(t, kinds, []wire.Kind{wire.Int, wire.String, wire.Array, wire.Object})
	for i, k := range kinds {
		assert.Equal(t, v.Get("a").Elem(i).Kind(), k)
	}
	for _, i := range []int{-1, len(kinds)} {
		assert.Assert(t, !v.Get("a").Elem(i).Exists())
	}
	var keys []string
	for m := range v.Members() {
		keys = append(keys, m.Key.Str())
	}
	assert.Equal(t, strings.Join(keys, ","), "n,t,f,i,s,p,a,o,") // in the order of the text, sorted or not
	for m := range v.Members() {
		assert.Equal(t, m.Key.Str(), "n")
		break
	}
	for e := range v.Get("a").Elems() {
		assert.Equal(t, e.Int(), int64(1))
		break
	}
}

// Every method may be called on every Value, also on one that is not there.
func TestValueOfAnotherKind(t *testing.T) {
	line, err := wire.Parse([]byte(`[null,true,7,"s",[1],{"a":1}]`))
	assert.NilError(t, err)
	values := []wire.Value{{}, line.Get("no")}
	for e := range line.Elems() {
		values = append(values, e)
	}
	for _, v := range values {
		k := v.Kind()
		assert.Equal(t, v.Exists(), k != wire.Absent)
		assert.Equal(t, v.IsNull(), k == wire.Null)
		assert.Equal(t, v.Bool(), k == wire.Bool)
		assert.Equal(t, v.Int() != 0, k == wire.Int)
		assert.Equal(t, v.Str() != "", k == wire.String)
		assert.Equal(t, v.StrIs("s"), k == wire.String)
		assert.Equal(t, v.Len() > 0, k == wire.Array || k == wire.Object)
		assert.Equal(t, v.Get("a").Exists(), k == wire.Object)
		assert.Equal(t, string(v.AppendCanonical(nil)), string(v.Raw()))
		assert.Equal(t, v.Offset() > 0, k != wire.Absent)
		assert.Equal(t, v.IsCanonical(), k != wire.Absent)
		n := 0
		for range v.Elems() {
			n++
		}
		for range v.Members() {
			n++
		}
		assert.Equal(t, n, v.Len())
	}
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{`{"a":1}`, `{ "\u0061" : 1 }`, true},
		{`[0]`, `[-0]`, true},
		{`"A"`, `"\u0041"`, true},
		{`[1,2]`, `[2,1]`, false},
		{`[]`, `{}`, false},
		{`[ ]`, `{ }`, false},
		{`"1"`, `1`, false},
		{`[ 1]`, `[ 1,2]`, false},
		{`{"b":1,"a":2}`, `{"b":2,"a":1}`, false},
	} {
		a, err := wire.Parse([]byte(c.a))
		assert.NilError(t, err)
		b, err := wire.Parse([]byte(c.b))
		assert.NilError(t, err)
		assert.Equal(t, wire.Equal(a, b), c.want, "%s %s", c.a, c.b)
		assert.Equal(t, wire.Equal(b, a), c.want, "%s %s", c.a, c.b)
		assert.Assert(t, !wire.Equal(a, wire.Value{}))
	}
	assert.Assert(t, wire.Equal(wire.Value{}, wire.Value{}))
}

func TestAppendString(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"", `""`},
		{"plain", `"plain"`},
		{"a\"b\\c/", `"a\"b\\c/"`},
		{"\b\f\n\r\t\x00\x1f\x7f", `"\b\f\n\r\t\u0000\u001f` + "\x7f\""},
		{"Lim-D\u00fbl's\u2028", "\"Lim-D\u00fbl's\u2028\""},
		{"bad\xff!", "\"bad\ufffd!\""},
		{"\xe2\x82", "\"\ufffd\ufffd\""},
	} {
		assert.Equal(t, string(wire.AppendString(nil, c.s)), c.want)
	}
}

// A Parser may be used again, also after a line that it refuses; what it gave before is then no longer valid.
func TestParserAgain(t *testing.T) {
	var p wire.Parser
	for _, line := range []string{`{"a":[1,2,3]}`, `[`, `{"a":1,"a":2}`, `"x"`, `{"b":{"c":[],"a":0}}`} {
		v, err := p.Parse([]byte(line))
		again, err2 := wire.Parse([]byte(line))
		assert.Equal(t, err == nil, err2 == nil)
		assert.Equal(t, string(v.AppendCanonical(nil)), string(again.AppendCanonical(nil)))
	}
}

func TestReasons(t *testing.T) {
	names := map[string]bool{}
	for _, r := range wire.Reasons() {
		assert.Assert(t, r.Name() != "" && r.String() != "" && !names[r.Name()], r)
		names[r.Name()] = true
	}
	assert.Equal(t, len(names), 16)
	assert.Equal(t, wire.Reason(0).Name(), "")
	assert.Equal(t, wire.Reason(200).Name(), "")
	assert.Equal(t, wire.Reason(200).String(), "Reason(200)")
	err := wire.Check([]byte(`{"a":1,"a":2}`))
	assert.Error(t, err, "duplicate object key at byte 7")
}

// Nothing is allocated for lines of ordinary shape once the memory is there.
func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("under the race detector sync.Pool forgets at random")
	}
	record := `{"object_id":"o-1a7f3c9e5b2d4801","card_name":"Lightning Bolt","owner_seat":"p0","controller_seat":"p0","zone":"hand","power":null,"count":3,"text":"a\nb"}`
	line := []byte(`{"records":[` + strings.Repeat(record+",", 50) + record + `],"step": 4}`)
	canonical, err := wire.AppendCanonical(nil, line)
	assert.NilError(t, err)
	var p wire.Parser
	buf := make([]byte, 0, 2*len(line))
	for name, f := range map[string]func(){
		"Check":                     func() { _ = wire.Check(line) },
		"Parser.Parse":              func() { _, _ = p.Parse(line) },
		"AppendCanonical":           func() { buf, _ = wire.AppendCanonical(buf[:0], line) },
		"AppendCanonical, in order": func() { buf, _ = wire.AppendCanonical(buf[:0], canonical) },
		"Digest":                    func() { _, _ = wire.Digest(line) },
		"StrIs": func() {
			v, _ := p.Parse(line)
			for e := range v.Get("records").Elems() {
				if !e.Get("text").StrIs("a\nb") {
					panic("text")
				}
			}
		},
	} {
		f()
		assert.Equal(t, testing.AllocsPerRun(100, f), 0.0, name)
	}
	assert.Assert(t, bytes.Equal(buf, canonical))
}
