package wire_test

import (
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/spellbench/sbconform/internal/naive"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

// agree compares everything this package says of a line with what the naive implementation says of it.
func agree(t testing.TB, line []byte) {
	t.Helper()
	v, err := naive.Parse(line)
	if err != nil {
		refuses(t, line, *err.(*wire.Error))
		return
	}
	accepts(t, line, naive.Canonical(v))
}

// refuses fails the test unless the line is refused everywhere with want.
func refuses(t testing.TB, line []byte, want wire.Error) {
	t.Helper()
	same := func(err error) {
		t.Helper()
		if e, ok := err.(*wire.Error); !ok || *e != want {
			t.Fatalf("%.200q: got %v, want %v", line, err, &want)
		}
	}
	same(wire.Check(line))
	v, err := wire.Parse(line)
	same(err)
	assert.Equal(t, v, wire.Value{})
	dst, err := wire.AppendCanonical([]byte("before"), line)
	same(err)
	assert.Equal(t, string(dst), "before")
	_, err = wire.Digest(line)
	same(err)
}

// accepts fails the test unless the line is accepted everywhere and has the canonical form want.
func accepts(t testing.TB, line []byte, want string) {
	t.Helper()
	if err := wire.Check(line); err != nil {
		t.Fatalf("%.200q: %v", line, err)
	}
	v, err := wire.Parse(line)
	assert.NilError(t, err)
	same := func(what, got string) {
		t.Helper()
		if got != want {
			t.Fatalf("%.200q: %s is %.200q, want %.200q", line, what, got, want)
		}
	}
	dst, err := wire.AppendCanonical([]byte("before"), line)
	assert.NilError(t, err)
	same("AppendCanonical", string(dst[len("before"):]))
	same("Value.AppendCanonical", string(v.AppendCanonical(nil)))
	same("rebuilt", string(rebuild(nil, v)))
	assert.Equal(t, v.IsCanonical(), string(v.Raw()) == want)
	sum, err := wire.Digest(line)
	assert.NilError(t, err)
	assert.Equal(t, sum, sha256.Sum256([]byte(want)))
	assert.Equal(t, wire.DigestValue(v), sum)
}

// rebuild spells v canonically from what the accessors of Value say.
func rebuild(dst []byte, v wire.Value) []byte {
	switch v.Kind() {
	case wire.Null:
		return append(dst, "null"...)
	case wire.Bool:
		if v.Bool() {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case wire.Int:
		return wire.AppendInt(dst, v.Int())
	case wire.String:
		return wire.AppendString(dst, v.Str())
	case wire.Array:
		dst = append(dst, '[')
		n := 0
		for e := range v.Elems() {
			if n++; n > 1 {
				dst = append(dst, ',')
			}
			dst = rebuild(dst, e)
		}
		if n != v.Len() {
			panic("Len")
		}
		return append(dst, ']')
	}
	keys := make([]string, 0, v.Len())
	values := make(map[string]wire.Value, v.Len())
	for m := range v.Members() {
		keys = append(keys, m.Key.Str())
		values[m.Key.Str()] = m.Value
	}
	if len(keys) != v.Len() {
		panic("Len")
	}
	slices.SortFunc(keys, wire.CompareKeys)
	dst = append(dst, '{')
	for i, k := range keys {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(wire.AppendString(dst, k), ':')
		dst = rebuild(dst, values[k])
	}
	return append(dst, '}')
}
