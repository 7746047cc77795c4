package process

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestDiagnose(t *testing.T) {
	const hello = `{"response_type":"hello_ok"}`
	for _, c := range []struct {
		name string
		text string // the line and those after it
		want FaultKind
		hint string // that the hint holds
	}{
		{"an answer", hello, "", ""},
		{"an answer with spaces around", " \t" + hello + " ", "", ""},
		{"an answer and another", hello + "\n" + hello, "", ""},
		{"a legal line of another kind", `[1,2]`, "", ""},
		{"a broken answer", `{"a":1.5}`, "", ""},
		{"a duplicate key", `{"a":1,"a":2}`, "", ""},
		{"an answer cut short, and nothing after it", `{"a":`, "", ""},
		{"an answer cut short, and another one", `{"a":` + "\n" + hello + "\n" + `x`, "", ""},
		{"an answer and rubbish", hello + " ok", "", ""},
		{"an answer and a closing brace", hello + "}", "", ""},
		{"UTF-8 mark", "\ufeff" + hello, ByteOrderMark, "UTF-8"},
		{"UTF-16 mark", "\xff\xfe{\x00}\x00", ByteOrderMark, "UTF-8"},
		{"UTF-16 mark, other end first", "\xfe\xff\x00{\x00}", ByteOrderMark, "UTF-8"},
		{"two objects", hello + hello, TwoObjects, "newline"},
		{"two objects and a space", hello + " " + hello, TwoObjects, "newline"},
		{"an object and half of one", hello + `{"a":`, TwoObjects, "newline"},
		{"three objects", hello + hello + hello, TwoObjects, "newline"},
		{"indented", "{\n  \"a\": 1\n}", SplitAnswer, "indentation"},
		{"indented, nested, and the next answer", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n" + hello, SplitAnswer, "indentation"},
		{"indented, and text after it", "{\n \"a\": 1\n}\nbye", SplitAnswer, "indentation"},
		{"a raw newline in a string", "{\"a\":\"x\ny\"}", SplitAnswer, `\n`},
		{"a banner, and the answer", "Forge 1.6 ready\n" + hello, TextBeforeHello, "stderr"},
		{"a banner alone", "Loading cards...", TextBeforeHello, "stderr"},
		{"a number as banner", "42\n" + hello, TextBeforeHello, "stderr"},
		{"a string as answer", `"ready"`, "", ""},
		{"an empty line first", "\n" + hello, TextBeforeHello, "stderr"},
		{"terminal control", "\x1b[2J\x1b[1;1H", TextBeforeHello, "stderr"},
		{"a log line that looks like an array", "[INFO] started", TextBeforeHello, "stderr"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rest := strings.Split(c.text, "\n")
			next := func() ([]byte, bool) {
				if len(rest) == 0 {
					return nil, false
				}
				line := rest[0]
				rest = rest[1:]
				return []byte(line), true
			}
			line, _ := next()
			f := Diagnose(line, true, next)
			if c.want == "" {
				assert.Assert(t, f == nil, "%v", f)
				return
			}
			assert.Assert(t, f != nil)
			assert.Equal(t, f.Kind, c.want, f.Message)
			assert.Assert(t, strings.Contains(f.Hint, c.hint), f.Hint)
			assert.Equal(t, string(f.Pending), string(line))
		})
	}
}

// A log line in the middle of a game is no greeting.
func TestDiagnoseLater(t *testing.T) {
	none := func() ([]byte, bool) { return nil, false }
	for line, want := range map[string]FaultKind{
		"DEBUG: turn 3": StrayText,
		"":              StrayText,
		"\r":            StrayText,
	} {
		f := Diagnose([]byte(line), false, none)
		assert.Assert(t, f != nil)
		assert.Equal(t, f.Kind, want)
	}
	for _, line := range []string{"17", "null", "{}"} {
		assert.Assert(t, Diagnose([]byte(line), false, none) == nil, line)
	}
}

// An endless answer is joined up to the bound only.
func TestDiagnoseBounded(t *testing.T) {
	piece := []byte(`"` + strings.Repeat("x", 1<<20) + `",`)
	asked := 0
	Diagnose([]byte(`{"a":[`), false, func() ([]byte, bool) { asked++; return piece, true })
	assert.Assert(t, asked <= 9, asked)
}
