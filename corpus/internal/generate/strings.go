package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/wire"
)

func itoa(n int) string { return strconv.Itoa(n) }

func utf8() *topic {
	t := &topic{name: "utf8", section: "2", about: "UTF-8, as well-formed as table 3-7 of the Unicode standard has it, in values, in keys and outside of\nstrings."}
	for _, c := range []struct{ name, text string }{
		{"delete", "\x7f"},
		{"two-bytes-first", "\u0080"},
		{"two-bytes-last", "\u07ff"},
		{"three-bytes-first", "\u0800"},
		{"before-surrogates", "\ud7ff"},
		{"after-surrogates", "\ue000"},
		{"three-bytes-last", "\uffff"},
		{"noncharacter", "\ufdd0"},
		{"replacement", "\ufffd"},
		{"four-bytes-first", "\U00010000"},
		{"four-bytes-last", "\U0010ffff"},
		{"line-separators", "\u2028\u2029"},
		{"combining", "e\u0301"},
		{"composed", "\u00e9"},
		{"card-name", "Lim-D\u00fbl's Vault"},
		{"family", "\U0001f468\u200d\U0001f469\u200d\U0001f467"},
	} {
		t.same(c.name, `["`+c.text+`"]`)
		t.same(c.name+"-in-key", `{"`+c.text+`":0}`)
	}
	for _, c := range []struct{ name, good, bad string }{
		{"lone-continuation", "", "\x80"},
		{"lone-last-continuation", "", "\xbf"},
		{"latin-1", "Lim-D", "\xfbl's"},
		{"overlong-slash-2", "", "\xc0\xaf"},
		{"overlong-nul-2", "", "\xc0\x80"},
		{"overlong-quote-2", "", "\xc0\xa2"},
		{"overlong-c1", "", "\xc1\xbf"},
		{"overlong-slash-3", "", "\xe0\x80\xaf"},
		{"overlong-3-last", "", "\xe0\x9f\xbf"},
		{"overlong-slash-4", "", "\xf0\x80\x80\xaf"},
		{"overlong-4-last", "", "\xf0\x8f\xbf\xbf"},
		{"overlong-5", "", "\xf8\x80\x80\x80\xaf"},
		{"overlong-6", "", "\xfc\x80\x80\x80\x80\xaf"},
		{"surrogate-first", "", "\xed\xa0\x80"},
		{"surrogate-high-last", "", "\xed\xaf\xbf"},
		{"surrogate-low-first", "", "\xed\xb0\x80"},
		{"surrogate-last", "", "\xed\xbf\xbf"},
		{"surrogate-pair", "", "\xed\xa0\xbd\xed\xb8\x80"},
		{"beyond-10ffff", "", "\xf4\x90\x80\x80"},
		{"f5", "", "\xf5\x80\x80\x80"},
		{"f7", "", "\xf7\xbf\xbf\xbf"},
		{"f8", "", "\xf8\x88\x80\x80\x80"},
		{"fe", "", "\xfe"},
		{"ff", "", "\xff"},
		{"cut-2", "", "\xc3"},
		{"cut-3-after-1", "", "\xe2"},
		{"cut-3-after-2", "", "\xe2\x82"},
		{"cut-4-after-1", "", "\xf0"},
		{"cut-4-after-2", "", "\xf0\x9f"},
		{"cut-4-after-3", "", "\xf0\x9f\x98"},
		{"cut-then-letter", "a", "\xe2\x82b"},
		{"cut-then-character", "", "\xe2\x82\u20ac"},
		{"one-continuation-too-many", "\u00e9", "\xa9"},
		{"after-long-text", strings.Repeat("x", 100), "\xff"},
		{"second-of-two", "\u20ac", "\xff\xfe"},
	} {
		t.refuse(c.name, wire.InvalidUTF8, `["`+c.good, c.bad+`"]`)
		t.refuse(c.name+"-in-key", wire.InvalidUTF8, `{"`+c.good, c.bad+`":0}`)
		if c.good == "" {
			t.refuse(c.name+"-outside", wire.InvalidUTF8, "[", c.bad+"]")
		}
	}
	t.refuse("cut-by-the-end", wire.Truncated, "[\"\xe2\x82", "")
	t.refuse("cut-4-by-the-end", wire.Truncated, "{\"\xf0\x9f\x98", "")
	t.refuse("hopeless-at-the-end", wire.InvalidUTF8, `["`, "\xf5")
	t.refuse("hopeless-second-byte-at-the-end", wire.InvalidUTF8, `["`, "\xe0\x9f")
	t.refuse("after-escape", wire.InvalidUTF8, `["\n`, "\xff\"]")
	t.refuse("in-two-keys", wire.InvalidUTF8, `{"a`, "\xff\":1,\"a\xff\":2}")
	t.refuse("before-another-fault", wire.InvalidUTF8, `["`, "\xff\",1.5]")
	t.refuse("behind-another-fault", wire.Fraction, `[`, "1.5,\"\xff\"]")
	t.refuse("behind-a-duplicate", wire.DuplicateKey, `{"a":1,`, "\"a\":\"\xff\"}")
	t.refuse("in-literal", wire.InvalidUTF8, `[tr`, "\xffe]")
	t.refuse("behind-number", wire.InvalidUTF8, `[1`, "\xff]")
	return t
}

func escapes() *topic {
	t := &topic{name: "escape", section: "2", about: "Escapes: the eight letters, \\u with four hexadecimal digits, and surrogates in pairs."}
	t.same("quote", `["\""]`)
	t.same("backslash", `["\\"]`)
	t.accept("slash", `["\/"]`, `["/"]`)
	t.same("b", `["\b"]`)
	t.same("f", `["\f"]`)
	t.same("n", `["\n"]`)
	t.same("r", `["\r"]`)
	t.same("t", `["\t"]`)
	t.accept("all-letters", `["\"\\\/\b\f\n\r\t"]`, `["\"\\/\b\f\n\r\t"]`)
	t.accept("u-letter", `["\u0041"]`, `["A"]`)
	t.accept("u-quote", `["\u0022"]`, `["\""]`)
	t.accept("u-backslash", `["\u005c"]`, `["\\"]`)
	t.accept("u-backslash-upper", `["\u005C"]`, `["\\"]`)
	t.same("u-nul", `["\u0000"]`)
	t.accept("u-delete", `["\u007f"]`, "[\"\x7f\"]")
	t.accept("u-latin", `["\u00e9"]`, "[\"\u00e9\"]")
	t.accept("u-euro", `["\u20AC"]`, "[\"\u20ac\"]")
	t.accept("u-bom", `["\ufeff"]`, "[\"\ufeff\"]")
	t.accept("u-ffff", `["\uFFFF"]`, "[\"\uffff\"]")
	t.accept("u-before-surrogates", `["\ud7ff"]`, "[\"\ud7ff\"]")
	t.accept("u-after-surrogates", `["\ue000"]`, "[\"\ue000\"]")
	t.accept("u-mixed-case", `["\uAbCd\uaBcD"]`, "[\"\uabcd\uabcd\"]")
	t.accept("u-digit-after", `["\u00411"]`, `["A1"]`)
	t.accept("pair", `["\ud83d\ude00"]`, "[\"\U0001f600\"]")
	t.accept("pair-upper", `["\uD83D\uDE00"]`, "[\"\U0001f600\"]")
	t.accept("pair-first", `["\ud800\udc00"]`, "[\"\U00010000\"]")
	t.accept("pair-last", `["\udbff\udfff"]`, "[\"\U0010ffff\"]")
	t.accept("two-pairs", `["\ud83d\ude00\ud83d\ude01"]`, "[\"\U0001f600\U0001f601\"]")
	t.same("escaped-backslash-before-u", `["\\ud800"]`)
	t.same("escaped-backslashes", `["\\\\"]`)
	t.same("escaped-backslash-before-quote", `["\\","x"]`)
	t.same("hundred-backslashes", join(`["`, times(`\\`, 100), `"]`))
	t.same("in-key", `{"\"":1,"\\":2}`)
	t.accept("u-in-key", `{"\u0061":1}`, `{"a":1}`)
	t.accept("in-long-string", join(`["`, times("x", 60), `\/`, times("y", 70), `\u0041"]`), join(`["`, times("x", 60), `/`, times("y", 70), `A"]`))

	for c := byte(' '); c < 0x7f; c++ {
		if strings.IndexByte(`"\/bfnrtu`, c) < 0 {
			t.refuse(fmt.Sprintf("letter-%02x", c), wire.InvalidEscape, `["`, `\`+string(c)+`"]`)
		}
	}
	t.refuse("raw-line-feed", wire.InvalidEscape, `["`, "\\\n\"]")
	t.refuse("raw-nul", wire.InvalidEscape, `["`, "\\\x00\"]")
	t.refuse("raw-character", wire.InvalidEscape, `["`, "\\\u00e9\"]")
	t.refuse("raw-bad-utf8", wire.InvalidEscape, `["`, "\\\xff\"]")
	t.refuse("in-key-bad", wire.InvalidEscape, `{"a`, `\x":1}`)
	t.refuse("u-no-digit", wire.InvalidEscape, `["`, `\u"]`)
	t.refuse("u-one-digit", wire.InvalidEscape, `["`, `\u0"]`)
	t.refuse("u-two-digits", wire.InvalidEscape, `["`, `\u00"]`)
	t.refuse("u-three-digits", wire.InvalidEscape, `["`, `\u004"]`)
	t.refuse("u-letter-g", wire.InvalidEscape, `["`, `\u004g"]`)
	t.refuse("u-space", wire.InvalidEscape, `["`, `\u 041"]`)
	t.refuse("u-plus", wire.InvalidEscape, `["`, `\u+041"]`)
	t.refuse("u-minus", wire.InvalidEscape, `["`, `\u-041"]`)
	t.refuse("u-at-sign", wire.InvalidEscape, `["`, `\u004@"]`)
	t.refuse("u-colon", wire.InvalidEscape, `["`, `\u004:"]`)
	t.refuse("u-slash", wire.InvalidEscape, `["`, `\u004/"]`)
	t.refuse("u-backquote", wire.InvalidEscape, `["`, "\\u004`\"]")
	t.refuse("u-braces", wire.InvalidEscape, `["`, `\u{41}"]`)
	t.refuse("u-fullwidth-digit", wire.InvalidEscape, `["`, "\\u004\uff11\"]")
	t.refuse("u-bad-utf8-digit", wire.InvalidEscape, `["`, "\\u004\xff\"]")
	t.refuse("upper-u", wire.InvalidEscape, `["`, `\U0041"]`)
	t.refuse("open-after-backslash", wire.Truncated, `["\`, "")
	t.refuse("open-after-escaped-quote", wire.Truncated, `["\"`, "")
	t.refuse("quote-escaped-away", wire.Truncated, `["\"]`, "")
	for n, digits := range []string{"", "0", "00", "004"} {
		t.refuse("open-after-u-and-"+itoa(n), wire.Truncated, `["\u`+digits, "")
	}
	t.refuse("open-after-u-and-bad-digit", wire.InvalidEscape, `["`, `\u0x`)

	for _, c := range []struct{ name, bad string }{
		{"high", `\ud800`},
		{"high-upper", `\uDBFF`},
		{"low", `\udc00`},
		{"low-upper", `\uDFFF`},
		{"high-then-letter", `\ud800a`},
		{"high-then-escape", `\ud800\n`},
		{"high-then-backslash", `\ud800\\`},
		{"high-then-u-letter", `\ud83d\u0041`},
		{"high-then-high", `\ud800\ud800`},
		{"high-then-high-and-low", `\ud800\ud800\udc00`},
		{"high-then-bad-escape", `\ud800\x`},
		{"high-then-bad-digits", `\ud800\uzzzz`},
		{"high-then-raw-character", "\\ud83d\U0001f600"},
		{"high-then-after-surrogates", `\ud83d\ue000`},
		{"high-then-upper-u", `\ud83d\UDE00`},
		{"low-then-high", `\ude00\ud83d`},
	} {
		t.refuse("lone-"+c.name, wire.UnpairedSurrogate, `["`, c.bad+`"]`)
		t.refuse("lone-"+c.name+"-in-key", wire.UnpairedSurrogate, `{"`, c.bad+`":0}`)
	}
	t.refuse("lone-low-after-pair", wire.UnpairedSurrogate, `["\ud83d\ude00`, `\ude00"]`)
	t.refuse("lone-high-after-pair", wire.UnpairedSurrogate, `["\ud83d\ude00`, `\ud83d"]`)
	t.refuse("lone-high-after-backslashes", wire.UnpairedSurrogate, `["\\\\`, `\ud83d"]`)
	t.refuse("lone-high-twice-as-key", wire.UnpairedSurrogate, `{"`, `\ud800":0,"\ud800":0}`)
	for n, rest := range []string{``, `\`, `\u`, `\ud`, `\udc`, `\udc0`} {
		t.refuse("open-after-high-and-"+itoa(n), wire.Truncated, `["\ud800`+rest, "")
	}
	t.refuse("open-after-high-and-wrong-digit", wire.UnpairedSurrogate, `["`, `\ud800\u0`)
	t.refuse("open-after-high-and-wrong-second-digit", wire.UnpairedSurrogate, `["`, `\ud800\ud8`)
	return t
}

func controls() *topic {
	t := &topic{name: "control", section: "2", about: "Control characters: never raw in a string, always as escapes. Delete and the controls above it are no\ncontrol characters to JSON."}
	short := map[int]string{8: "b", 9: "t", 10: "n", 12: "f", 13: "r"}
	for c := range 0x20 {
		t.refuse(fmt.Sprintf("raw-%02x", c), wire.ControlCharacter, `["a`, string(rune(c))+`"]`)
		escaped := fmt.Sprintf(`["\u%04x"]`, c)
		if s := short[c]; s != "" {
			t.accept(fmt.Sprintf("escaped-%02x", c), escaped, `["\`+s+`"]`)
		} else {
			t.same(fmt.Sprintf("escaped-%02x", c), escaped)
		}
	}
	for _, c := range []int{0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f} {
		canonical := fmt.Sprintf(`["\u%04x"]`, c)
		if s := short[c]; s != "" {
			canonical = `["\` + s + `"]`
		}
		t.accept(fmt.Sprintf("escaped-upper-%02x", c), fmt.Sprintf(`["\u%04X"]`, c), canonical)
	}
	t.refuse("raw-in-key", wire.ControlCharacter, `{"a`, "\t\":1}")
	t.refuse("raw-nul-in-key", wire.ControlCharacter, `{"`, "\x00\":1}")
	t.refuse("raw-lf-first", wire.ControlCharacter, `"`, "\n\"")
	t.refuse("raw-after-long-text", wire.ControlCharacter, join(`["`, times("x", 100)), "\x01\"]")
	t.refuse("raw-at-the-end", wire.ControlCharacter, `["a`, "\x1f")
	t.refuse("raw-after-escape", wire.ControlCharacter, `["\n`, "\n\"]")
	t.same("c1", "\"\u0080\u0085\u009f\"")
	return t
}
