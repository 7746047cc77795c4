package report_test

import (
	"os/exec"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

func TestVisible(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Jötun Grunt {2}{W} — 龍", "Jötun Grunt {2}{W} — 龍"},
		{"an escape sequence", "\x1b[31mred", `\x1b[31mred`},
		{"its 8-bit form", "\u009b31m", `\u009b31m`},
		{"a raw byte", "a\xffb", `a\xffb`},
		{"half a character", "\xe2\x82", `\xe2\x82`},
		{"the replacement character itself", "\ufffd", "\ufffd"},
		{"lines", "a\r\n\tb", `a\r\n\tb`},
		{"NUL and DEL", "\x00\x7f", `\x00\x7f`},
		{"bidirectional", "\u202e\u2066\u200f", `\u202e\u2066\u200f`},
		{"zero width", "\u200b\ufeff\u00ad", `\u200b\ufeff\u00ad`},
		{"other spaces", "\u00a0\u2028\u3000", `\u00a0\u2028\u3000`},
		{"no characters", "\ufffe\uffff", `\ufffe\uffff`},
		{"private", "\ue000\U000f0000", `\ue000\U000f0000`},
		{"tags", "\U000e0041", `\U000e0041`},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, report.Visible(tt.in), tt.want) })
	}
	assert.Equal(t, report.VisibleLines("a\r\n\tb\x1b"), "a\\r\n\tb\\x1b")
}

func TestVisibleIsVisible(t *testing.T) {
	printable := func(s string) bool {
		return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
	}
	properties := gopter.NewProperties(nil)
	bytes := gen.SliceOf(gen.UInt8()).Map(func(b []uint8) string { return string(b) })
	for name, g := range map[string]gopter.Gen{"bytes": bytes, "characters": gen.SliceOf(gen.Rune()).Map(func(r []rune) string { return string(r) })} {
		properties.Property(name, prop.ForAll(func(s string) bool {
			once := report.Visible(s)
			return printable(once) && report.Visible(once) == once
		}, g))
	}
	properties.TestingRun(t)
}

func TestMomentLine(t *testing.T) {
	got := report.MomentLine(conformance.Moment{At: 12345 * time.Microsecond, What: "recv", Text: "{}\n\x1b"})
	assert.Equal(t, got, `    0.012s  recv    {}\n\x1b`)
}

func TestQuote(t *testing.T) {
	tests := []struct {
		words []string
		want  string
	}{
		{[]string{"./engine", "--port=80", "a/b_c.d:e,f@g%h+i"}, "./engine --port=80 a/b_c.d:e,f@g%h+i"},
		{[]string{"", "a b", "$HOME", "*", "~", "=x", "#c"}, `'' 'a b' '$HOME' '*' '~' '=x' '#c'`},
		{[]string{"it's"}, `'it'\''s'`},
		{[]string{"龍"}, `'龍'`},
		{[]string{"\x1b7'\\\n\u202e\xff"}, `$'\0337\'\\\012\342\200\256\377'`},
	}
	for _, tt := range tests {
		assert.Equal(t, report.Quote(tt.words), tt.want)
	}
}

// A shell reads a quoted command as the very words.
func TestQuoteIsUndoneByAShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here")
	}
	noNUL := strings.ReplaceAll(hostile, "\x00", "") // no argument can have it
	words := []string{noNUL, "", "a b", "it's", "$(touch x)", "`id`", "!!", "\\", "a\nb", "-n", "*", "~", "\u009b", "\xff\xfe7"}
	out, err := exec.Command(bash, "-c", `printf '%s\0' `+report.Quote(words)).Output()
	assert.NilError(t, err)
	assert.DeepEqual(t, strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), words)
}
