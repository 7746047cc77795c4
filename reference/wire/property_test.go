package wire_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"github.com/spellbench/sbconform/internal/naive"
	"github.com/spellbench/sbconform/reference/wire"
)

// Properties are checked on values that a generator draws from a seed, so that a failure shows the seed.

func forSeeds(t *testing.T, claims map[string]func(r *rand.Rand) string) {
	p := gopter.DefaultTestParameters()
	p.MinSuccessfulTests = many(500)
	properties := gopter.NewProperties(p)
	for claim, holds := range claims {
		properties.Property(claim, prop.ForAll(func(seed uint64) string {
			return holds(rand.New(rand.NewPCG(seed, seed)))
		}, gen.UInt64()))
	}
	properties.TestingRun(t)
}

// value draws a value of at most so many levels.
func value(r *rand.Rand, levels int) any {
	switch n := r.IntN(9); {
	case n == 0:
		return nil
	case n == 1:
		return r.IntN(2) == 0
	case n <= 3 || levels == 0 && n > 5:
		return integer(r)
	case n <= 5:
		return text(r)
	case n == 6:
		a := naive.Array{}
		for range r.IntN(5) {
			a = append(a, value(r, levels-1))
		}
		return a
	}
	o := naive.Object{}
	for range r.IntN(1 + r.IntN(40)) {
		o[text(r)] = value(r, levels-1)
	}
	return o
}

func integer(r *rand.Rand) int64 {
	n := r.Int64N(wire.MaxInt+1) >> r.IntN(54)
	if r.IntN(2) == 0 {
		return -n
	}
	return n
}

func text(r *rand.Rand) string {
	alphabets := []string{"abcdefghijklmnopqrstuvwxyz_", "ab", "\"\\/\b\f\n\r\t\x00\x1f\x7f ", "\u00e9\u0301\u20ac\u4e00\u2028\ue000\uffff\U00010000\U0001f600\U0010ffff"}
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteString("same_beginning_"[:r.IntN(16)])
	}
	for range r.IntN(1 + r.IntN(24)) {
		alphabet := []rune(alphabets[r.IntN(len(alphabets))*r.IntN(2)])
		b.WriteRune(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

// spell writes v in any legal way: any order of members, any white space, any escapes, any sign of zero.
func spell(r *rand.Rand, v any) string {
	space := func() string { return strings.Repeat(" ", r.IntN(2)) + []string{"", "", "", "\t", "\r\n"}[r.IntN(5)] }
	quote := func(s string) string {
		var b strings.Builder
		for _, c := range s {
			short := map[rune]string{'"': `\"`, '\\': `\\`, '/': `\/`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}[c]
			how := r.IntN(4)
			switch {
			case short != "" && how < 2:
				b.WriteString(short)
			case c < ' ' || c == '"' || c == '\\' || how == 3:
				for _, u := range utf16.Encode([]rune{c}) {
					fmt.Fprintf(&b, []string{`\u%04x`, `\u%04X`}[r.IntN(2)], u)
				}
			default:
				b.WriteRune(c)
			}
		}
		return `"` + b.String() + `"`
	}
	var s string
	switch v := v.(type) {
	case nil:
		s = "null"
	case bool:
		s = fmt.Sprint(v)
	case int64:
		if s = fmt.Sprint(v); v == 0 && r.IntN(2) == 0 {
			s = "-0"
		}
	case string:
		s = quote(v)
	case naive.Array:
		var parts []string
		for _, e := range v {
			parts = append(parts, spell(r, e))
		}
		s = "[" + strings.Join(parts, ",") + space() + "]"
	case naive.Object:
		var parts []string
		for k, e := range v {
			parts = append(parts, space()+quote(k)+space()+":"+spell(r, e))
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		s = "{" + strings.Join(parts, ",") + space() + "}"
	}
	return space() + s + space()
}

func canonical(line []byte) string {
	c, err := wire.AppendCanonical(nil, line)
	if err != nil {
		panic(fmt.Sprintf("%q: %v", line, err))
	}
	return string(c)
}

func TestCanonicalProperties(t *testing.T) {
	forSeeds(t, map[string]func(r *rand.Rand) string{
		"canonical form is idempotent": func(r *rand.Rand) string {
			c := canonical([]byte(spell(r, value(r, 5))))
			return differ(canonical([]byte(c)), c)
		},
		"printing and parsing is the identity": func(r *rand.Rand) string {
			line := []byte(spell(r, value(r, 5)))
			v, _ := wire.Parse(line)
			return differ(string(rebuild(nil, v)), canonical(line))
		},
		"order, space, escapes and the sign of zero leave the canonical form, the digest and equality alone": func(r *rand.Rand) string {
			v := value(r, 5)
			a, b := []byte(spell(r, v)), []byte(spell(r, v))
			if s := differ(canonical(a), canonical(b)); s != "" {
				return s
			}
			da, _ := wire.Digest(a)
			db, _ := wire.Digest(b)
			va, _ := wire.Parse(a)
			vb, _ := wire.Parse(b)
			if da != db || !wire.Equal(va, vb) {
				return fmt.Sprintf("digests %x, %x of %q and %q", da, db, a, b)
			}
			return ""
		},
		"a changed byte of a canonical line changes the digest or is refused": func(r *rand.Rand) string {
			line := []byte(canonical([]byte(spell(r, value(r, 3)))))
			before, _ := wire.Digest(line)
			changed := bytes.Clone(line)
			changed[r.IntN(len(line))] ^= byte(1 + r.IntN(255))
			after, err := wire.Digest(changed)
			if err == nil && after == before {
				return fmt.Sprintf("%q and %q", line, changed)
			}
			return ""
		},
		"the naive implementation agrees": func(r *rand.Rand) string {
			line := []byte(spell(r, value(r, 5)))
			v, err := naive.Parse(line)
			if err != nil {
				return err.Error()
			}
			return differ(canonical(line), naive.Canonical(v))
		},
		"every part of a tree renders as the line of its text does": func(r *rand.Rand) string {
			v, _ := wire.Parse([]byte(spell(r, naive.Array{value(r, 4), value(r, 4)})))
			for e := range v.Elems() {
				if s := differ(string(e.AppendCanonical(nil)), canonical(e.Raw())); s != "" {
					return s
				}
			}
			return ""
		},
		"keys sort as their UTF-16BE does": func(r *rand.Rand) string {
			a, b := text(r), text(r)
			if got, want := wire.CompareKeys(a, b), strings.Compare(naive.UTF16(a), naive.UTF16(b)); got != want {
				return fmt.Sprintf("%q, %q: %d, want %d", a, b, got, want)
			}
			return ""
		},
		"the reader gives the same lines however the bytes are cut": func(r *rand.Rand) string {
			var stream []byte
			for range r.IntN(10) {
				stream = append(stream, strings.Repeat(text(r), r.IntN(3))...)
				stream = append(stream, []string{"\n", "\r\n", "\r\r\n", "\n\n", "\r"}[r.IntN(5)]...)
			}
			return differ(readAll(&cutter{stream, r}), readAll(bytes.NewReader(stream)))
		},
	})
}

func differ(got, want string) string {
	if got == want {
		return ""
	}
	return fmt.Sprintf("got %.300q\nwant %.300q", got, want)
}

// A cutter gives its bytes in pieces of any size, none included.
type cutter struct {
	rest []byte
	r    *rand.Rand
}

func (c *cutter) Read(p []byte) (int, error) {
	n := copy(p, c.rest[:c.r.IntN(min(len(c.rest), 7)+1)])
	if c.rest = c.rest[n:]; len(c.rest) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// readAll returns what a Reader makes of a stream: the lines, and the error at the end.
func readAll(src io.Reader) string {
	r := wire.NewReader(src)
	var b strings.Builder
	for {
		line, err := r.ReadLine()
		fmt.Fprintf(&b, "%q %v\n", line, err)
		if err != nil && err != wire.ErrLineTooLong && err != io.ErrUnexpectedEOF {
			return b.String()
		}
	}
}
