package process

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/wire"
)

func ignore([]byte, time.Duration) {}

// collect hands out every line there is.
func collect(l *lines) (out []string) {
	for {
		text, r, ok := l.next()
		switch {
		case !ok:
			return out
		case r.long:
			out = append(out, "too long")
		default:
			out = append(out, string(text))
		}
	}
}

func TestLines(t *testing.T) {
	full := strings.Repeat("x", wire.MaxLine)
	for _, c := range []struct {
		name, in string
		want     []string
		rest     string
		crlf     int
	}{
		{name: "nothing"},
		{name: "a line", in: "a\n", want: []string{"a"}},
		{name: "an empty line", in: "\n", want: []string{""}},
		{name: "no newline", in: "a", rest: "a"},
		{name: "a line and half of one", in: "a\nb", want: []string{"a"}, rest: "b"},
		{name: "CRLF", in: "a\r\n\r\nb\n", want: []string{"a", "", "b"}, crlf: 2},
		{name: "a carriage return inside and two at the end", in: "a\rb\r\r\n", want: []string{"a\rb\r"}, crlf: 1},
		{name: "the longest line", in: full + "\n", want: []string{full}},
		{name: "the longest line and CRLF", in: full + "\r\n", want: []string{full}, crlf: 1},
		{name: "one byte too long", in: full + "x\na\n", want: []string{"too long", "a"}},
		{name: "one byte too long and CRLF", in: full + "x\r\na\n", want: []string{"too long", "a"}},
		{name: "too long twice", in: full + "xx\n" + full + "xxx\na\n", want: []string{"too long", "too long", "a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range []int{1 << 30, 64 << 10, 4093} {
				var l lines
				for b := []byte(c.in); len(b) > 0; b = b[min(size, len(b)):] {
					l.take(b[:min(size, len(b))], 0, ignore)
				}
				assert.Assert(t, reflect.DeepEqual(collect(&l), c.want)) // DeepEqual of gotest.tools would print 8 MiB
				assert.Equal(t, string(l.rest()), c.rest)
				assert.Equal(t, l.crlf, c.crlf)
				assert.Equal(t, l.total, int64(len(c.in)))
			}
		})
	}
}

// However a stream is cut into pieces, and whenever lines are taken out, the lines are those that
// wire.Reader reads.
func TestLinesAreThoseOfTheWire(t *testing.T) {
	parameters := gopter.DefaultTestParameters()
	properties := gopter.NewProperties(parameters)
	text := gen.SliceOf(gen.OneConstOf("a", "bb", "\n", "\r", "\r\n", "{}", "")).Map(func(s []string) string { return strings.Join(s, "") })
	properties.Property("same lines", prop.ForAll(func(in string, seed uint64) bool {
		var want []string
		for r := wire.NewReader(strings.NewReader(in)); ; {
			line, err := r.ReadLine()
			if err != nil {
				break
			}
			want = append(want, string(line))
		}
		rnd := rand.New(rand.NewPCG(seed, 1))
		var l lines
		var got, seen []string
		for b := []byte(in); len(b) > 0; {
			n := 1 + rnd.IntN(len(b))
			l.take(b[:n], 0, func(text []byte, _ time.Duration) { seen = append(seen, string(text)) })
			b = b[n:]
			if rnd.IntN(2) == 0 {
				got = append(got, collect(&l)...)
			} else if text, _, ok := l.next(); ok {
				got = append(got, string(text))
			}
		}
		got = append(got, collect(&l)...)
		return reflect.DeepEqual(got, want) && reflect.DeepEqual(seen, want)
	}, text, gen.UInt64()))
	properties.TestingRun(t)
}

// A line is valid until the next call, whatever comes in meanwhile.
func TestLineStays(t *testing.T) {
	var l lines
	l.take([]byte("first\nsecond\n"), 0, ignore)
	text, _, _ := l.next()
	l.take(bytes.Repeat([]byte("z\n"), 1000), 0, ignore)
	assert.Equal(t, string(text), "first")
}

// Whatever comes, what is kept is bounded.
func TestLinesBounded(t *testing.T) {
	for _, c := range []struct {
		name, piece string
		flood       bool
	}{
		{"no newline", strings.Repeat("x", 1<<16), true},
		{"short lines", strings.Repeat("x\n", 1<<15), true},
		{"empty lines", strings.Repeat("\n", 1<<16), true},
		{"long lines", strings.Repeat("x", 1<<20) + "\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l lines
			for range 2 << 10 {
				l.take([]byte(c.piece), 0, ignore)
				assert.Assert(t, cap(l.buf) < 40<<20)
				assert.Assert(t, cap(l.recs) < 4*maxLines)
			}
			assert.Equal(t, l.flooded, c.flood)
			assert.Equal(t, l.total, int64(2<<10*len(c.piece)))
		})
	}
	t.Run("lines that are taken out are no flood", func(t *testing.T) {
		var l lines
		for range 100 {
			l.take(append(bytes.Repeat([]byte("x"), 1<<20), "\nhalf"...), 0, ignore)
			_, _, ok := l.next()
			assert.Assert(t, ok)
			assert.Assert(t, cap(l.buf) < 4<<20)
		}
		assert.Assert(t, !l.flooded)
	})
}
