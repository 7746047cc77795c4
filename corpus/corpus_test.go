package corpus_test

import (
	"strings"
	"testing"

	"github.com/spellbench/sbconform/corpus"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

func TestLines(t *testing.T) {
	lines, err := corpus.Lines()
	assert.NilError(t, err)
	assert.Assert(t, len(lines) >= 500)
	names, reasons := map[string]bool{}, map[wire.Reason]int{}
	for _, l := range lines {
		assert.Assert(t, !names[l.Name], l.Name)
		names[l.Name] = true
		reasons[l.Reason]++
		size := len(l.Text.Bytes())
		assert.Assert(t, l.Offset <= size, l.Name)
		assert.Equal(t, l.Accept, l.Reason == 0, l.Name)
		assert.Equal(t, l.Accept, len(l.Canonical) > 0, l.Name)
		assert.Assert(t, !l.Accept || len(l.Canonical.Bytes()) <= size, l.Name)
	}
	for _, r := range wire.Reasons() {
		assert.Assert(t, reasons[r] > 0, "no line is refused for %s", r.Name())
	}
}

const good = `# A comment.

case: topic/one
section: 2
line: "[" "1,"*3 "\"%d\","@8..11 "\x00\xff"
verdict: refuse
reason: control-character
offset: 30
# Another.

case: topic/two-2
section: 4.3
line: "{ }"
verdict: accept
canonical: "{}"

case: topic/three
section: 4.3
line: "{}"
verdict: accept
canonical: same
`

func TestLoad(t *testing.T) {
	lines, err := corpus.Load("topic.txt", []byte(good))
	assert.NilError(t, err)
	assert.Equal(t, len(lines), 3)
	assert.Equal(t, string(lines[0].Text.Bytes()), "[1,1,1,\"8\",\"9\",\"10\",\x00\xff")
	assert.Equal(t, lines[0].Reason, wire.ControlCharacter)
	assert.Equal(t, lines[0].Offset, 30)
	assert.Equal(t, string(lines[1].Canonical.Bytes()), "{}")
	assert.Equal(t, string(lines[2].Canonical.Bytes()), "{}")

	again, err := corpus.Load("topic.txt", corpus.Write("A comment.\nIn two lines.", lines))
	assert.NilError(t, err)
	assert.DeepEqual(t, again, lines)
}

// Each row breaks the good file in one place.
func TestLoadIsStrict(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown key", "offset: 30\n", "offset: 30\nnote: x\n", `topic.txt:9: key "note"`},
		{"unknown key first", "case: topic/one\n", "author: x\ncase: topic/one\n", `topic.txt:3: key "author"`},
		{"missing key", "section: 4.3\nline: \"{ }\"\n", "line: \"{ }\"\n", `topic.txt:12: key "line"`},
		{"missing last key", "offset: 30\n", "", "topic/one: no offset"},
		{"missing at the end", "canonical: same\n", "", "topic/three: no canonical"},
		{"repeated key", "offset: 30\n", "offset: 30\noffset: 30\n", `topic.txt:9: key "offset"`},
		{"out of order", "section: 2\nline", "line", `key "line" where "section`},
		{"reason of an accepted line", "canonical: same", "reason: depth", `key "reason" where "canonical`},
		{"canonical form of a refused line", "reason: control-character", "canonical: same", `key "canonical" where "reason`},
		{"no field", "section: 2", "section 2", "no field"},
		{"name of another topic", "case: topic/one", "case: other/one", "bad name"},
		{"name in capitals", "case: topic/one", "case: topic/One", "bad name"},
		{"name taken", "topic/three", "topic/one", "second case"},
		{"no section", "section: 2", "section: two", "bad section"},
		{"verdict", "verdict: refuse", "verdict: reject", "verdict"},
		{"reason", "control-character", "control", "unknown reason"},
		{"offset", "offset: 30", "offset: -1", "bad offset"},
		{"offset with a zero", "offset: 30", "offset: 030", "bad offset"},
		{"recipe without quotes", `"{ }"`, `{ }`, "no string literal"},
		{"recipe with open quotes", `"{ }"`, `"{ }`, "no string literal"},
		{"recipe that is empty", `line: "{ }"`, `line: `, "no string literal"},
		{"recipe with a space behind", `"{ }"`, `"{ }" `, "no string literal"},
		{"recipe with two spaces", `"[" "1,"`, `"["  "1,"`, "no string literal"},
		{"recipe with a rune", `"{ }"`, `'x'`, "no string literal"},
		{"unknown suffix", `"1,"*3`, `"1,"x3`, "unknown suffix"},
		{"count of zero", `"1,"*3`, `"1,"*0`, "no count"},
		{"count with a zero", `"1,"*3`, `"1,"*03`, "no count"},
		{"negative count", `"1,"*3`, `"1,"*-3`, "no count"},
		{"huge count", `"1,"*3`, `"1,"*99999999999`, "no count"},
		{"too much", `"1,"*3`, `"1,"*40000000`, "a recipe for more"},
		{"too much in numbers", "@8..11", "@8..40000000", "a recipe for more"},
		{"too much in terms", `"1,"*3`, `"1,"*30000000 "1,"*30000000`, "a recipe for more"},
		{"range without end", "@8..11", "@8", "unknown suffix"},
		{"range backwards", "@8..11", "@11..8", "no number"},
		{"range with a sign", "@8..11", "@+8..11", "no count"},
		{"canonical form", `canonical: "{}"`, `canonical: {}`, "no string literal"},
		{"not utf-8", "# A comment.", "# \xff", "not UTF-8"},
		{"no end of line", "canonical: same\n", "canonical: same", "has no end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, strings.Count(good, c.old) >= 1, true, "the row fits the file")
			i := strings.LastIndex(good, c.old)
			_, err := corpus.Load("topic.txt", []byte(good[:i]+c.new+good[i+len(c.old):]))
			assert.ErrorContains(t, err, c.want)
			assert.Assert(t, !strings.Contains(err.Error(), "\n"))
		})
	}
}
