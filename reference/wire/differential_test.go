package wire_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/corpus"
	"github.com/spellbench/sbconform/internal/naive"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

// pieces are what lines at the edge between legal and not are made of.
var pieces = []string{
	"{", "}", "[", "]", ",", ":", `"`, " ", "\n", "\r", "\t", `{"`, `":`, `","`, `":"`, `"},{"`, `[[[[[[[[`, `]]]]]]]]`,
	`"a"`, `"b"`, `"a":`, `"b":1,`, `"a":1,`, `"\u0061":1,`, `"\u0062":`, `{"a":1,"a"`, `{"b":1,"a":{}}`, `"abcdefgh"`, `"abcdefghi":0,`, `"abcdefgh\u0069":0,`,
	"0", "1", "-", "-0", "12345678", "9007199254740991", "9007199254740992", ".", "e", "E", "+", "true", "false", "null", "tru", "nul",
	`\`, `\\`, `\"`, `\/`, `\n`, `\u`, `\u0041`, `\u001f`, `\u001F`, `\u00`, `\ud83d`, `\ude00`, `\ud8`, `\x`,
	"\x00", "\x1f", "\x7f", "\x80", "\xff", "\xc3", "\xe2\x82", "\u00e9", "\u20ac", "\u2028", "\ue000", "\uffff", "\ufeff", "\U0001f600", "\xed\xa0\x80", "\xf0\x9f\x98",
	strings.Repeat("plain text ", 6), strings.Repeat(`"k":[`, 9),
}

// many returns n, or in a short test a tenth of it.
func many(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestRandomLines(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 4))
	for n := range many(100_000) {
		var line []byte
		for range 1 + r.IntN(10) {
			line = append(line, pieces[r.IntN(len(pieces))]...)
		}
		switch n % 4 { // inside a string or an object there is more to go wrong
		case 0:
			line = slices.Concat([]byte(`["`), line, []byte(`"]`))
		case 1:
			line = slices.Concat([]byte(`{"`), line, []byte(`":1}`))
		case 2:
			line = slices.Concat([]byte(`{"x":{`), line, []byte(`},"a":1}`))
		}
		agree(t, line)
	}
}

// Every line of the corpus, with one byte changed, removed, or doubled, or cut off there.
func TestMutatedCorpus(t *testing.T) {
	lines, err := corpus.Lines()
	assert.NilError(t, err)
	r := rand.New(rand.NewPCG(3, 5))
	for _, l := range lines {
		text := l.Text.Bytes()
		if len(text) > 400 || testing.Short() && r.IntN(10) > 0 {
			continue
		}
		for i := range text {
			changed := bytes.Clone(text)
			changed[i] ^= 1 << r.IntN(8)
			agree(t, changed)
			agree(t, slices.Delete(bytes.Clone(text), i, i+1))
			agree(t, slices.Insert(bytes.Clone(text), i, text[i]))
			agree(t, text[:i])
		}
	}
}

// What encoding/json takes that we refuse. It takes nothing else, and refuses nothing that we take, but for
// the length of a line, of which it knows nothing.
var takenByEncodingJSON = []wire.Reason{
	wire.InvalidUTF8,       // it puts U+FFFD
	wire.UnpairedSurrogate, // the same
	wire.Fraction,          // as RFC 8259 does
	wire.Exponent,          // the same
	wire.IntegerRange,      // it has no bound of its own
	wire.Depth,             // its bound is 10,000
	wire.DuplicateKey,      // the last counts
	wire.LineTooLong,
}

func TestAgainstEncodingJSON(t *testing.T) {
	lines, err := corpus.Lines()
	assert.NilError(t, err)
	for _, l := range lines {
		text := l.Text.Bytes()
		if testing.Short() && len(text) > 100_000 {
			continue
		}
		if !l.Accept {
			assert.Assert(t, !json.Valid(text) || slices.Contains(takenByEncodingJSON, l.Reason), l.Name)
			continue
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var v any
		assert.NilError(t, d.Decode(&v), l.Name)
		again, err := json.Marshal(v)
		assert.NilError(t, err, l.Name)
		// It writes keys in the order of bytes, -0, and <, >, &, U+2028 and U+2029 as escapes: canonical
		// form undoes all of that.
		canonical, err := wire.AppendCanonical(nil, again)
		assert.NilError(t, err, l.Name)
		assert.Equal(t, string(canonical), string(l.Canonical.Bytes()), l.Name)
	}
}

// The order of keys is that of their UTF-16, for all pairs of characters at the edges of UTF-8's lengths.
func TestCompareKeys(t *testing.T) {
	keys := []string{"", "a", "a\x00", "ab", "b", "\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\ue001", "\uefff", "\uf000",
		"\ufdd0", "\uffff", "\U00010000", "\U0001f600", "\U0010ffff", "abcdefgh", "abcdefghi", "abcdefg\ue000", "abcdefg\U0001f600", "abcdefgh\ue000", "abcdefgh\U0001f600"}
	for _, a := range keys {
		for _, b := range keys {
			want := strings.Compare(naive.UTF16(a), naive.UTF16(b))
			assert.Equal(t, wire.CompareKeys(a, b), want, "%q %q", a, b)
			if want != 0 {
				agree(t, append(wire.AppendString(append(wire.AppendString([]byte("{"), a), ":1,"...), b), ":2}"...))
			}
		}
	}
}

// Objects of the same kind one after another, so that shapes are recognised, with keys that agree in their
// first eight bytes.
func TestShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	keys := []string{"a", "b", "zone", "abcdefgh", "abcdefgh1", "abcdefgh2", "abcdefgh3", `abcdefgh\u0031`, "owner_seat", "owner_se", "\u00e9", "\ue000", "\U0001f600", `\n`, "card_name", "x"}
	for range many(5000) {
		var line []byte
		line = append(line, '[')
		order := r.Perm(len(keys))[:1+r.IntN(len(keys))]
		for n := range 1 + r.IntN(4) {
			if n > 0 {
				line = append(line, ',')
			}
			line = append(line, '{')
			for i, k := range order {
				if i > 0 {
					line = append(line, ',')
				}
				line = append(append(append(line, '"'), keys[k]...), `":0`...)
			}
			line = append(line, '}')
			if r.IntN(2) == 0 {
				i, j := r.IntN(len(order)), r.IntN(len(order))
				order[i], order[j] = order[j], order[i]
			}
		}
		agree(t, append(line, ']'))
	}
}

// A digest is taken in chunks of 16 KiB: everything that can meet the end of one does.
func TestDigestAcrossChunks(t *testing.T) {
	parts := []string{
		`{"b":1,"a":"` + strings.Repeat("x", 40) + `"}`,
		`"` + strings.Repeat("y", 20_000) + `"`,
		`"` + strings.Repeat("z", 16_384-34) + `"`,
		`"` + strings.Repeat(`\u0041`, 20_000) + `"`,
		`"` + strings.Repeat(`\u001F`, 5_000) + `"`,
		`[` + strings.Repeat("[ ],", 9_000) + `-0]`,
		`{"z":[` + strings.Repeat(`{"d":[],"c":{}},`, 900) + `7],"y":{ }}`,
		`{"` + strings.Repeat(`\u006b`, 17_000) + `":0,"a":1}`,
	}
	r := rand.New(rand.NewPCG(8, 8))
	for range many(300) {
		line := strings.Repeat(" ", r.IntN(2)) + "["
		for range r.IntN(40) {
			line += strings.Repeat(parts[0]+",", r.IntN(20)) + parts[r.IntN(len(parts))] + ","
		}
		line += " 0]"
		canonical, err := wire.AppendCanonical(nil, []byte(line))
		assert.NilError(t, err)
		sum, err := wire.Digest([]byte(line))
		assert.NilError(t, err)
		assert.Equal(t, sum, sha256.Sum256(canonical))
	}
}

func TestMarkBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const edges = "\x00\x1f\x20\x21\x22\x23\x5b\x5c\x5d\x7f\x80\x9f\xa0\xa2\xdc\xff"
	for range many(10_000) {
		text := make([]byte, 64*r.IntN(4))
		for i := range text {
			text[i] = byte(r.IntN(256))
			if r.IntN(2) == 0 {
				text[i] = edges[r.IntN(len(edges))]
			}
		}
		got, want := make([]byte, len(text)/8), make([]byte, len(text)/8)
		gotUnion, wantUnion := wire.MarkBlocks(got, text), wire.MarkBlocksGo(want, text)
		assert.DeepEqual(t, got, want)
		assert.Equal(t, gotUnion == 0, wantUnion == 0)
		for i, c := range text {
			assert.Equal(t, want[i/8]>>(i%8)&1 == 1, c == '"' || c == '\\' || c < ' ', "%q", text)
		}
	}
}

// Objects of so many keys that they are sorted and compared in passes, whatever their keys have in common.
func TestManyKeys(t *testing.T) {
	const n = 9000
	long := strings.Repeat("common ", 5)
	for name, key := range map[string]func(i int) string{
		"in order":                 func(i int) string { return fmt.Sprintf("%06d", i) },
		"shuffled":                 func(i int) string { return fmt.Sprintf("%06d", i*7919%n) },
		"short and long":           func(i int) string { return fmt.Sprint(i * 7919 % n) },
		"alike in the first 8":     func(i int) string { return fmt.Sprintf("12345678%d", i*7919%n) },
		"alike in the first 35":    func(i int) string { return fmt.Sprintf("%s%d", long, i*7919%n) },
		"half of them alike":       func(i int) string { return fmt.Sprintf("%s%d", long[i%2*35:], i*7919%n) },
		"with zeros at the end":    func(i int) string { return fmt.Sprintf("%04d", i/10*7) + strings.Repeat(`\u0000`, i%10) },
		"with many zeros":          func(i int) string { return fmt.Sprint(i%3) + strings.Repeat(`\u0000`, i/3) },
		"escaped":                  func(i int) string { return fmt.Sprintf(`\u006b%d`, i*7919%n) },
		"beyond the basic plane":   func(i int) string { return string(rune(0xf000 + i*7919%n*8)) },
		"alike and then beyond it": func(i int) string { return "abcdefgh" + string(rune(0xf000+i*7919%n*8)) },
		"alike, beyond it, at 6":   func(i int) string { return "abcdef" + string(rune(0xf000+i*7919%n*8)) },
	} {
		t.Run(name, func(t *testing.T) {
			size := n
			if strings.Contains(name, "many zeros") {
				size = 5000
			}
			var b strings.Builder
			var ends []int
			b.WriteString(`{"first":0`)
			for i := range size {
				ends = append(ends, b.Len())
				fmt.Fprintf(&b, `,"%s":%d`, key(i), i%10)
			}
			line := b.String()
			agree(t, []byte(line+"}"))
			for _, i := range []int{0, size / 2, size - 1} {
				agree(t, fmt.Appendf(nil, `%s,"%s":1}`, line, key(i)))
				if testing.Short() {
					break
				}
				again := fmt.Sprintf(`,"%s":1,"%s":1`, key(i), key(size/3))
				agree(t, []byte(line[:ends[size*3/4]]+again+line[ends[size*3/4]:]+"}"))
			}
		})
	}
}
