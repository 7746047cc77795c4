package main

import (
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/reference/wire"
)

func duplicates() *topic {
	t := &topic{name: "duplicate", section: "2", about: "Duplicate keys: equal after unescaping, byte for byte; never by normalization or case."}
	for _, c := range []struct{ name, first, second string }{
		{"plain", "a", "a"},
		{"empty", "", ""},
		{"seven-bytes", "abcdefg", "abcdefg"},
		{"eight-bytes", "abcdefgh", "abcdefgh"},
		{"nine-bytes", "abcdefghi", "abcdefghi"},
		{"sixteen-bytes", "abcdefghijklmnop", "abcdefghijklmnop"},
		{"hundred-bytes", strings.Repeat("k", 100), strings.Repeat("k", 100)},
		{"space", " ", " "},
		{"through-escape", "a", `\u0061`},
		{"through-escape-first", `\u0061`, "a"},
		{"escapes-on-both-sides", `\u0061`, `\u0061`},
		{"escape-in-the-middle", "abc", `a\u0062c`},
		{"escape-behind-eight-bytes", "abcdefghi", `abcdefgh\u0069`},
		{"hex-case", `\u00e9\u00ab`, `\u00E9\u00AB`},
		{"slash", "/", `\/`},
		{"quote", `\"`, `\u0022`},
		{"backslash", `\\`, `\u005c`},
		{"line-feed", `\n`, `\u000a`},
		{"nul", `\u0000`, `\u0000`},
		{"after-nul", `a\u0000b`, `a\u0000b`},
		{"latin", "\u00e9", `\u00e9`},
		{"cjk", "\u4e00\u4e8c", `\u4e00\u4e8c`},
		{"astral", "\U0001f600", `\ud83d\ude00`},
		{"astral-raw", "\U0001f600", "\U0001f600"},
		{"private-use", "\ue000", `\uE000`},
		{"prototype", "__proto__", "__proto__"},
	} {
		t.refuse(c.name, wire.DuplicateKey, `{"`+c.first+`":1,`, `"`+c.second+`":2}`)
	}
	t.refuse("same-value", wire.DuplicateKey, `{"a":1,`, `"a":1}`)
	t.refuse("three-times", wire.DuplicateKey, `{"a":1,`, `"a":2,"a":3}`)
	t.refuse("second-pair", wire.DuplicateKey, `{"a":1,"b":2,`, `"b":3,"a":4}`)
	t.refuse("earlier-second-key-counts", wire.DuplicateKey, `{"b":1,"a":2,`, `"a":3,"b":4}`)
	t.refuse("with-space", wire.DuplicateKey, `{"a":1, `, `"a" :2}`)
	t.refuse("around-an-object", wire.DuplicateKey, `{"a":{"a":{"b":1}},`, `"a":2}`)
	t.refuse("inside", wire.DuplicateKey, `{"a":{"b":1,`, `"b":2}}`)
	t.refuse("inside-array", wire.DuplicateKey, `[[{"x":1,`, `"x":1}]]`)
	t.refuse("inside-before-outside", wire.DuplicateKey, `{"a":1,"b":{"c":1,`, `"c":2},"a":3}`)
	t.refuse("outside-before-inside", wire.DuplicateKey, `{"a":1,`, `"a":{"c":1,"c":2}}`)
	t.refuse("deep", wire.DuplicateKey, join(times("[", 63), `{"a":1,`), join(`"a":2}`, times("]", 63)))
	t.refuse("first-and-last-of-20", wire.DuplicateKey, join(`{"k0":0,`, each(`"x%d":0,`, 18)), `"k0":0}`)
	t.refuse("first-and-last-of-24", wire.DuplicateKey, join(`{"k0":0,`, each(`"x%d":0,`, 22)), `"k0":0}`)
	t.refuse("first-and-last-of-25", wire.DuplicateKey, join(`{"k0":0,`, each(`"x%d":0,`, 23)), `"k0":0}`)
	t.refuse("first-and-last-of-32", wire.DuplicateKey, join(`{"k0":0,`, each(`"x%d":0,`, 30)), `"k0":0}`)
	t.refuse("first-and-last-of-33", wire.DuplicateKey, join(`{"k0":0,`, each(`"x%d":0,`, 31)), `"k0":0}`)
	t.refuse("last-two-of-40", wire.DuplicateKey, join("{", each(`"k%d":0,`, 39)), `"k38":0}`)
	t.refuse("escaped-of-40", wire.DuplicateKey, join("{", each(`"k%d":0,`, 39)), `"\u006b7":0}`)
	t.refuse("far-apart", wire.DuplicateKey, join(`{"k":0,`, each(`"k%d":{},`, 50000)), `"k":0}`)
	t.refuse("of-200000", wire.DuplicateKey, join("{", each(`"k%d":0,`, 200000)), `"k100000":0}`)
	t.refuse("behind-an-array-of-64-kib", wire.DuplicateKey, join(`{"a":[`, times("1,", 32768), `1],`), `"a":0}`)
	t.refuse("in-open-object", wire.DuplicateKey, `{"a":1,`, `"a"`)
	t.refuse("in-open-object-after-colon", wire.DuplicateKey, `{"a":1,`, `"a":`)
	t.refuse("before-syntax-error", wire.DuplicateKey, `{"a":1,`, `"a":2,x`)
	t.refuse("before-missing-colon", wire.DuplicateKey, `{"a":1,`, `"a"}`)
	t.refuse("behind-syntax-error", wire.Syntax, `{"a":1,"b":`, `x,"a":2}`)
	t.refuse("open-second-key", wire.Truncated, `{"a":1,"a`, "")
	t.refuse("in-outer-open-object", wire.DuplicateKey, `{"a":1,"b":2,`, `"a":{"c":[1.5`)

	t.same("same-key-in-brothers", `[{"a":1},{"a":1}]`)
	t.same("same-key-in-child", `{"a":{"a":{"a":1}}}`)
	t.same("same-key-as-value", `{"a":"a","b":"a"}`)
	t.accept("same-key-after-child", `{"b":{"a":1},"a":2}`, `{"a":2,"b":{"a":1}}`)
	t.same("case", `{"A":1,"a":2}`)
	t.accept("normalization", "{\"\u00e9\":1,\"e\u0301\":2}", "{\"e\u0301\":2,\"\u00e9\":1}")
	t.same("prefix", `{"a":1,"aa":2,"aaa":3}`)
	t.same("prefix-of-eight", `{"abcdefgh":1,"abcdefghi":2}`)
	t.same("differ-behind-eight", `{"abcdefgha":1,"abcdefghb":2}`)
	t.same("differ-in-length-and-nul", `{"a":1,"a\u0000":2}`)
	t.same("empty-and-nul", `{"":1,"\u0000":2}`)
	t.same("escaped-backslash-is-no-escape", `{"\\u0061":1,"a":2}`)
	t.same("like-a-number", `{"01":1,"1":2}`)
	return t
}

func order() *topic {
	t := &topic{name: "order", section: "4.3", about: "The order of keys in canonical JSON: by UTF-16 code units."}
	t.accept("two", `{"b":1,"a":2}`, `{"a":2,"b":1}`)
	t.accept("three", `{"c":1,"a":2,"b":3}`, `{"a":2,"b":3,"c":1}`)
	t.same("ascending", `{"a":1,"b":2,"c":3}`)
	t.accept("descending", `{"e":5,"d":4,"c":3,"b":2,"a":1}`, `{"a":1,"b":2,"c":3,"d":4,"e":5}`)
	t.accept("upper-before-lower", `{"a":1,"B":2}`, `{"B":2,"a":1}`)
	t.accept("digits-before-letters", `{"a":1,"1":2}`, `{"1":2,"a":1}`)
	t.accept("numbers-as-text", `{"2":1,"10":2}`, `{"10":2,"2":1}`)
	t.accept("underscore-between", `{"a_b":1,"aB":2,"ab":3}`, `{"aB":2,"a_b":1,"ab":3}`)
	t.accept("prefix-first", `{"ab":1,"a":2,"":3}`, `{"":3,"a":2,"ab":1}`)
	t.accept("equal-eight-bytes", `{"ability_text":1,"ability_index":2}`, `{"ability_index":2,"ability_text":1}`)
	t.accept("equal-eight-bytes-and-end", `{"abcdefgh1":1,"abcdefgh":2}`, `{"abcdefgh":2,"abcdefgh1":1}`)
	t.accept("three-with-equal-eight-bytes", `{"abcdefghz":1,"abcdefgh":2,"abcdefghc":3}`, `{"abcdefgh":2,"abcdefghc":3,"abcdefghz":1}`)
	t.accept("nul-after-end", `{"a\u0000":1,"a":2}`, `{"a":2,"a\u0000":1}`)
	t.accept("control-first", `{" ":1,"\u001f":2}`, `{"\u001f":2," ":1}`)
	t.accept("latin-after-ascii", "{\"\u00e9\":1,\"z\":2}", "{\"z\":2,\"\u00e9\":1}")
	t.accept("astral-before-private-use", "{\"\ue000\":1,\"\U00010000\":2}", "{\"\U00010000\":2,\"\ue000\":1}")
	t.accept("astral-before-ffff", "{\"\uffff\":1,\"\U0010ffff\":2}", "{\"\U0010ffff\":2,\"\uffff\":1}")
	t.accept("astral-before-fullwidth", "{\"\uff21\":1,\"\U0001f600\":2}", "{\"\U0001f600\":2,\"\uff21\":1}")
	t.accept("astral-after-d7ff", "{\"\U0001f600\":1,\"\ud7ff\":2}", "{\"\ud7ff\":2,\"\U0001f600\":1}")
	t.accept("astral-behind-common-text", "{\"abc\ue000\":1,\"abc\U0001f600\":2}", "{\"abc\U0001f600\":2,\"abc\ue000\":1}")
	t.accept("astral-behind-eight-bytes", "{\"abcdefgh\ue000\":1,\"abcdefgh\U0001f600\":2}", "{\"abcdefgh\U0001f600\":2,\"abcdefgh\ue000\":1}")
	t.accept("astral-across-eight-bytes", "{\"abcdef\ue000\":1,\"abcdef\U0001f600\":2}", "{\"abcdef\U0001f600\":2,\"abcdef\ue000\":1}")
	t.accept("private-use-by-last-byte", "{\"\ue001\":1,\"\ue000\":2}", "{\"\ue000\":2,\"\ue001\":1}")
	t.accept("ee-and-ef", "{\"\uf000\":1,\"\ue000\":2}", "{\"\ue000\":2,\"\uf000\":1}")
	t.accept("continuation-bytes-are-not-ranked", "{\"\u00ef\":1,\"\u00ee\":2}", "{\"\u00ee\":2,\"\u00ef\":1}")
	t.accept("through-escapes", `{"\u0062":1,"\u0061":2}`, `{"a":2,"b":1}`)
	t.accept("escaped-astral", `{"\ue000":1,"\ud83d\ude00":2}`, "{\"\U0001f600\":2,\"\ue000\":1}")
	t.accept("escape-sorts-as-its-character", `{"\n":1,"\t":2,"A":3}`, `{"\t":2,"\n":1,"A":3}`)
	t.accept("rfc-8785-set", "{\"\\u20ac\":\"Euro\",\"\\r\":\"CR\",\"\\ufb33\":\"Dalet\",\"1\":\"One\",\"\\ud83d\\ude00\":\"Smiley\",\"\\u0080\":\"Control\",\"\\u00f6\":\"Latin\"}",
		"{\"\\r\":\"CR\",\"1\":\"One\",\"\u0080\":\"Control\",\"\u00f6\":\"Latin\",\"\u20ac\":\"Euro\",\"\U0001f600\":\"Smiley\",\"\ufb33\":\"Dalet\"}")
	t.accept("inner", `{"b":{"d":1,"c":2},"a":[{"f":3,"e":4}]}`, `{"a":[{"e":4,"f":3}],"b":{"c":2,"d":1}}`)
	t.accept("inner-only", `{"a":{"c":1,"b":2}}`, `{"a":{"b":2,"c":1}}`)
	t.accept("outer-only", `{"b":{"c":1},"a":{"d":2}}`, `{"a":{"d":2},"b":{"c":1}}`)
	t.accept("with-space-inside", `{"b":[ 1 ],"a": 2}`, `{"a":2,"b":[1]}`)
	t.accept("array-order-stays", `[3,1,2,"b","a"]`, `[3,1,2,"b","a"]`)
	t.accept("reference", `{"object_id":"o-1","card_name":null,"owner_seat":"p0","controller_seat":"p1","zone":"hand"}`,
		`{"card_name":null,"controller_seat":"p1","object_id":"o-1","owner_seat":"p0","zone":"hand"}`)
	t.accept("mana", `{"W":0,"U":1,"B":2,"R":3,"G":4,"C":5}`, `{"B":2,"C":5,"G":4,"R":3,"U":1,"W":0}`)
	t.accept("shape-and-other-keys", `[{"b":1,"a":2},{"b":3,"a":4},{"c":5,"a":6}]`, `[{"a":2,"b":1},{"a":4,"b":3},{"a":6,"c":5}]`)
	t.accept("shape-with-equal-eight-bytes", `[{"abcdefghb":1,"abcdefgha":2},{"abcdefgha":3,"abcdefghb":4},{"abcdefghb":5,"abcdefgha":6}]`,
		`[{"abcdefgha":2,"abcdefghb":1},{"abcdefgha":3,"abcdefghb":4},{"abcdefgha":6,"abcdefghb":5}]`)
	for _, n := range []int{23, 24, 25, 32, 33, 100} {
		var line, canonical []string
		for i := range n {
			line = append(line, fmt.Sprintf(`"k%03d":%d`, (i*37+5)%n, (i*37+5)%n))
			canonical = append(canonical, fmt.Sprintf(`"k%03d":%d`, i, i))
		}
		t.accept("shuffled-"+itoa(n), "{"+strings.Join(line, ",")+"}", "{"+strings.Join(canonical, ",")+"}")
	}
	return t
}

func spelling() *topic {
	t := &topic{name: "spelling", section: "4.3", about: "How canonical JSON spells strings and integers."}
	t.accept("letters", `"\u0061\u007a\u0041"`, `"azA"`)
	t.accept("solidus", `"a\/b"`, `"a/b"`)
	t.same("solidus-raw", `"a/b"`)
	t.accept("controls-with-letters", `"\u0008\u0009\u000a\u000c\u000d"`, `"\b\t\n\f\r"`)
	t.same("controls-without-letters", `"\u0000\u0001\u000b\u000e\u001f"`)
	t.accept("upper-hex", `"\u001F\u000B"`, `"\u001f\u000b"`)
	t.accept("delete", `"\u007F"`, "\"\x7f\"")
	t.accept("html", `"\u003cscript\u003e\u0026"`, `"<script>&"`)
	t.same("html-raw", `"<script>&"`)
	t.accept("line-separators", `"\u2028\u2029"`, "\"\u2028\u2029\"")
	t.same("line-separators-raw", "\"\u2028\u2029\"")
	t.accept("emoji", `"\uD83D\uDE00"`, "\"\U0001f600\"")
	t.accept("not-normalized", `"e\u0301\u00e9"`, "\"e\u0301\u00e9\"")
	t.accept("key", `{"\u0061\/":"\u0062"}`, `{"a/":"b"}`)
	t.accept("first-of-many", `["\u0061","b","c"]`, `["a","b","c"]`)
	t.accept("last-of-many", `["a","b","\u0063"]`, `["a","b","c"]`)
	t.accept("escapes-and-text", `"abc\u0064efg\nhij\"k\\l\u006d"`, `"abcdefg\nhij\"k\\lm"`)
	t.accept("thirty-two-bytes", join(`["\u0041`, times("b", 31), `"]`), join(`["A`, times("b", 31), `"]`))
	t.accept("thirty-three-bytes", join(`["\u0041`, times("b", 33), `"]`), join(`["A`, times("b", 33), `"]`))
	t.accept("megabyte-of-escapes", join(`"`, times(`\u0041`, 174762), `"`), join(`"`, times("A", 174762), `"`))
	t.accept("megabyte-of-line-feeds", join(`"`, times(`\u000a`, 174762), `"`), join(`"`, times(`\n`, 174762), `"`))
	t.accept("minus-zero", `{"a":[-0,{"b":-0}]}`, `{"a":[0,{"b":0}]}`)
	t.same("vector", "{\"a\":\"Lim-D\u00fbl's Vault\",\"b\":\"Chainer's Edict\",\"c\":\"tab\\there\"}")
	return t
}

func messages() *topic {
	t := &topic{name: "message", section: "4.1", about: "Lines of the protocol's own kind."}
	t.accept("hello", `{"request_type":"hello","protocol":"spellbench/v2","request_id":"h-1","protocol_minor":0}`,
		`{"protocol":"spellbench/v2","protocol_minor":0,"request_id":"h-1","request_type":"hello"}`)
	t.accept("step", `{"request_type": "step", "protocol": "spellbench/v2", "request_id": "h-3", "game_id": "g-1", "expected_step": 0, "selection": {"candidate_id": 0}}`,
		`{"expected_step":0,"game_id":"g-1","protocol":"spellbench/v2","request_id":"h-3","request_type":"step","selection":{"candidate_id":0}}`)
	t.accept("ack", `{"response_type":"ack","protocol":"spellbench/v2","request_id":"r-1"}`,
		`{"protocol":"spellbench/v2","request_id":"r-1","response_type":"ack"}`)
	t.same("error", `{"error":{"code":"malformed_json","message":"duplicate key"},"protocol":"spellbench/v2","request_id":"","response_type":"error"}`)
	record := `{"object_id":"o-%d","card_name":"Mountain","owner_seat":"p0","controller_seat":"p0","zone":"battlefield","tapped":false},`
	sorted := `{"card_name":"Mountain","controller_seat":"p0","object_id":"o-%d","owner_seat":"p0","tapped":false,"zone":"battlefield"},`
	t.accept("thousand-records", join(`{"battlefield":[`, each(record, 1000), `{}]}`), join(`{"battlefield":[`, each(sorted, 1000), `{}]}`))
	t.refuse("depth-65-in-extension", wire.Depth, join(`{"response_type":"decision","extensions":{"x_a":`, times("[", 62)), join("[", times("]", 63), "}}"))
	t.refuse("two-on-a-line", wire.TrailingData, `{"response_type":"ack","protocol":"spellbench/v2","request_id":"r-1"}`, `{"response_type":"ack","protocol":"spellbench/v2","request_id":"r-1"}`)
	return t
}
