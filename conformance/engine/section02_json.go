package engine

// Section 2, strict JSON: one check for each rule, and for each limit one on either side of it.
//
// A line that breaks a rule breaks it in a place where nothing else is wrong with the request, so
// that there is one right answer whatever an engine looks at first.

import (
	"cmp"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A spelling makes a line from a legal hello. It must not change anything but the spelling.
type spelling struct {
	id, doc, hint string
	line          func(hello text) text
}

// requestID puts a string, spelled as raw between its quotes, into the request id.
func requestID(raw string) func(text) text {
	return func(hello text) text { return hello.with("/request_id", `"h-`+raw+`"`) }
}

// minor puts raw in the place of the number 0.
func minor(raw string) func(text) text {
	return func(hello text) text { return hello.with("/protocol_minor", raw) }
}

// after puts raw after the object.
func after(raw string) func(text) text { return func(hello text) text { return hello + text(raw) } }

func before(raw string) func(text) text { return func(hello text) text { return text(raw) + hello } }

func whole(raw string) func(text) text { return func(text) text { return text(raw) } }

// illegalSpellings are refused as malformed_json.
var illegalSpellings = []spelling{
	{id: "fraction", doc: "A number with a fraction is malformed_json, even where its value is an integer.", line: minor("0.0")},
	{id: "exponent", doc: "A number with an exponent is malformed_json, even where its value is an integer.", line: minor("0e0")},
	{id: "exponent-capital", doc: "A number with an exponent is malformed_json, whatever the case of its letter and its sign.", line: minor("0E+0")},
	{id: "leading-zero", doc: "A number has no leading zero.", line: minor("00")},
	{id: "plus-sign", doc: "A number has no plus sign.", line: minor("+0")},
	{id: "minus-alone", doc: "A minus sign is followed by a digit.", line: minor("-")},
	{id: "hexadecimal", doc: "A number is written in decimal digits.", line: minor("0x0")},
	{id: "not-a-number", doc: "NaN is no number of JSON.", hint: "some JSON libraries take NaN unless told otherwise", line: minor("NaN")},
	{id: "infinity", doc: "Infinity is no number of JSON.", hint: "some JSON libraries take Infinity unless told otherwise", line: minor("-Infinity")},
	{id: "integer-above-limit", doc: "2^53 is outside the bound of integers.", hint: "judge the digits before the number becomes a double", line: minor("9007199254740992")},
	{id: "integer-below-limit", doc: "-2^53 is outside the bound of integers.", hint: "judge the digits before the number becomes a double", line: minor("-9007199254740992")},
	{id: "integer-wraps", doc: "2^64 is outside the bound of integers, and is not 0.", hint: "arithmetic of 64 bits wraps around", line: minor("18446744073709551616")},
	{id: "integer-of-5000-digits", doc: "An integer of 5000 digits is refused like any outside the bound.", hint: "some libraries raise an error of their own for long digit strings", line: minor("1" + strings.Repeat("0", 4999))},
	{id: "duplicate-key", doc: "An object that repeats a key is malformed_json, even with equal values.", hint: "most JSON libraries keep the last value silently", line: func(hello text) text {
		return hello.twice("/protocol_minor", `"protocol_minor"`)
	}},
	{id: "duplicate-key-escaped", doc: "Keys are compared as the strings they spell: an escape in one does not make it another.", hint: "unescape keys before comparing them", line: func(hello text) text {
		return hello.twice("/protocol_minor", `"protocol\u005fminor"`)
	}},
	{id: "high-surrogate-alone", doc: "An unpaired high surrogate escape is malformed_json.", line: requestID(`\ud800`)},
	{id: "low-surrogate-alone", doc: "An unpaired low surrogate escape is malformed_json.", line: requestID(`\udc00`)},
	{id: "surrogates-swapped", doc: "A low surrogate escape before a high one is no pair.", line: requestID(`\ude00\ud83d`)},
	{id: "surrogate-before-letter", doc: "A high surrogate escape is followed by the escape of a low one, not by a letter.", line: requestID(`\ud83dx`)},
	{id: "high-surrogates-twice", doc: "A high surrogate escape followed by another is no pair.", line: requestID(`\ud83d\ud83d`)},
	{id: "unknown-escape", doc: "A backslash is followed by one of the escapes that JSON knows.", line: requestID(`\x41`)},
	{id: "short-escape", doc: "The escape \\u has four hexadecimal digits.", line: requestID(`\u12g4`)},
	{id: "control-character", doc: "A control character inside a string is escaped.", hint: "some JSON libraries take a raw tab unless told otherwise", line: requestID("\t")},
	{id: "invalid-utf8", doc: "A line is UTF-8: the byte 0xFF is in none.", hint: "decode strictly, without replacement characters", line: requestID("\xff")},
	{id: "overlong-utf8", doc: "A line is UTF-8: a slash in two bytes is none.", hint: "decode strictly, without replacement characters", line: requestID("\xc0\xaf")},
	{id: "utf8-surrogate", doc: "A line is UTF-8: a surrogate in three bytes is none.", hint: "decode strictly, without surrogatepass or WTF-8", line: requestID("\xed\xa0\x80")},
	{id: "byte-order-mark", doc: "A line does not begin with a byte order mark.", line: before("\ufeff")},
	{id: "trailing-data", doc: "A line holds one JSON text and nothing after it.", hint: "ask the parser whether it read the whole line", line: after("x")},
	{id: "trailing-object", doc: "A line holds exactly one object.", hint: "ask the parser whether it read the whole line", line: after("{}")},
	{id: "trailing-comma", doc: "No comma stands before a closing brace.", line: func(hello text) text { return hello[:len(hello)-1] + ",}" }},
	{id: "missing-comma", doc: "Members are separated by commas.", line: func(hello text) text { return text(strings.Replace(string(hello), ",", " ", 1)) }},
	{id: "missing-brace", doc: "An object ends with a brace.", line: func(hello text) text { return hello[:len(hello)-1] }},
	{id: "single-quotes", doc: "Strings stand in double quotes.", line: func(hello text) text {
		return text(strings.ReplaceAll(string(hello), `"`, `'`))
	}},
	{id: "unquoted-key", doc: "Keys stand in double quotes.", line: func(hello text) text {
		return text(strings.Replace(string(hello), `"protocol_minor"`, `protocol_minor`, 1))
	}},
	{id: "comment", doc: "A comment is no JSON.", line: after(" /* x */")},
	{id: "literal-in-capitals", doc: "The literals are true, false and null, in lower case.", line: minor("None")},
	{id: "other-white-space", doc: "White space is space, tab, newline and carriage return: a no-break space is none.", line: after("\u00a0")},
	{id: "form-feed", doc: "White space is space, tab, newline and carriage return: a form feed is none.", line: after("\f")},
	{id: "blank-line", doc: "A blank line is a line, and no JSON: it has its answer.", hint: "do not skip blank lines", line: whole("")},
	{id: "white-line", doc: "A line of spaces is a line, and no JSON: it has its answer.", hint: "do not skip blank lines", line: whole("  ")},
}

// legalSpellings are answered hello_ok.
var legalSpellings = []spelling{
	{id: "white-space", doc: "White space may stand around every token.", line: func(hello text) text { return hello.spaced() }},
	{id: "key-order", doc: "The order of keys means nothing.", line: func(hello text) text { return hello.backwards("") }},
	{id: "escaped-letters", doc: "A key or string may be spelled with escapes.", hint: "unescape keys and strings before comparing them", line: func(hello text) text { return hello.escaped() }},
	{id: "surrogate-pair", doc: "An escaped surrogate pair is a character.", line: requestID(`\ud83d\ude00`)},
	{id: "escaped-backslash", doc: "A backslash that is itself escaped begins no surrogate escape.", hint: "read escapes left to right instead of searching for \\ud800", line: requestID(`\\ud800`)},
	{id: "every-escape", doc: "Each of the escapes that JSON knows is read.", line: requestID(`\"\\\/\b\f\n\r\t\u00e9`)},
	{id: "raw-characters", doc: "Characters beyond ASCII, and delete, may be written as they are.", line: requestID("é–\u2028😀\x7f")},
}

// nonObjects are JSON, but no request.
var nonObjects = []spelling{
	{id: "array", doc: "A top-level array is malformed_request.", line: whole(`[1,2]`)},
	{id: "string", doc: "A top-level string is malformed_request.", line: whole(`"hello"`)},
	{id: "number", doc: "A top-level number is malformed_request.", line: whole(`42`)},
	{id: "null", doc: "A top-level null is malformed_request.", line: whole(`null`)},
	{id: "true", doc: "A top-level true is malformed_request.", line: whole(`true`)},
}

func jsonChecks() []check {
	var out []check
	for _, s := range illegalSpellings {
		out = append(out, check{
			id: "json/" + s.id, section: "2", doc: s.doc, hint: cmp.Or(s.hint, "many JSON libraries take more than JSON: look for a strict mode, or check the line before"),
			run: func(e *E) {
				e.Hello()
				e.AskBad(s.line(e.HelloRequest())).WantError("a line with this fault", protocol.CodeMalformedJSON)
				e.Ask(e.HelloRequest()).WantType("hello after it", "hello_ok")
			},
		})
	}
	for _, s := range legalSpellings {
		out = append(out, check{
			id: "json/legal-" + s.id, section: "2", doc: s.doc, hint: cmp.Or(s.hint, "read lines with a JSON parser, not by comparing text"),
			run: func(e *E) {
				e.Hello()
				e.Ask(s.line(e.HelloRequest())).WantType("a hello spelled so", "hello_ok")
			},
		})
	}
	for _, s := range nonObjects {
		out = append(out, check{
			id: "json/top-level-" + s.id, section: "2", doc: s.doc, hint: "the line is JSON, so malformed_json is the wrong code",
			run: func(e *E) {
				e.Hello()
				e.Ask(s.line("")).WantUnreadable("a line that is no object", protocol.CodeMalformedRequest)
				e.Ask(e.HelloRequest()).WantType("hello after it", "hello_ok")
			},
		})
	}
	return append(out, []check{
		{
			id: "json/unreadable-id", section: "4.1",
			doc:  "The answer to a line that can't be parsed carries the empty request_id.",
			hint: "do not fill in the previous request's id, null, or a default",
			run: func(e *E) {
				e.Hello()
				e.AskBad(`{"request_`).WantUnreadable("half a line", protocol.CodeMalformedJSON)
			},
		},
		{
			id: "json/unreadable-id-of-object", section: "4.1", profile: Strict,
			doc:  "The answer to a line that is not strict JSON carries the empty request_id, even where an id could be fished out of it.",
			hint: "parse the whole line before reading anything of it",
			run: func(e *E) {
				e.Hello()
				e.AskBad(minor("0.0")(e.HelloRequest())).WantUnreadable("a line with a fraction", protocol.CodeMalformedJSON)
			},
		},
		{
			id: "json/before-object", section: "2", profile: Strict,
			doc:  "Whether a line is strict JSON is judged before whether it is an object.",
			hint: "parse the whole line before looking at what it is",
			run: func(e *E) {
				e.Hello()
				for _, x := range []text{`[1.5]`, `9007199254740992`, `"\ud800"`} {
					e.AskBad(x).WantError(string(x), protocol.CodeMalformedJSON)
				}
			},
		},
		{
			id: "json/negative-zero", section: "4.4",
			doc:  "-0 is an integer literal, and 0.",
			hint: "-0 has no fraction and no exponent",
			run: func(e *E) {
				e.Hello()
				a := e.Ask(minor("-0")(e.HelloRequest()))
				if a.Code() == protocol.CodeMalformedRequest {
					e.Infof("-0 is taken as JSON, but not as an unsigned integer")
				}
				a.WantType("a hello with protocol_minor -0", "hello_ok")
			},
		},
		{
			id: "json/integer-at-limit", section: "4.4",
			doc:  "2^53-1 is within the bound of integers: a game may have that many steps.",
			hint: "the bound is inclusive, and does not fit 32 bits",
			run: func(e *E) {
				e.Begin(Capped(1<<53-1, 1<<53-1))
			},
		},
		{
			id: "json/integer-at-lower-limit", section: "2",
			doc:  "-(2^53-1) is within the bound of integers: an echo that holds it is JSON.",
			hint: "the bound is inclusive on both sides",
			run: func(e *E) {
				e.Begin()
				e.wantJSON("an echo with -(2^53-1)", e.StepRequest(0).with("/selection/semantic_echo/surplus", "-9007199254740991"))
			},
		},
		{
			id: "json/depth-at-limit", section: "2",
			doc:  "A line nested 64 levels deep is JSON: here by an unknown field of hello.",
			hint: "the object of the request is level 1",
			run: func(e *E) {
				e.Hello()
				e.Ask(e.HelloRequest().with("/surplus", suite.Nested(63))).WantError("a hello with an unknown field, 64 levels deep in all,", protocol.CodeMalformedRequest)
			},
		},
		{
			id: "json/depth-at-limit-in-echo", section: "2",
			doc:  "A line nested 64 levels deep is JSON: here by the echo of a step.",
			hint: "the object of the request is level 1",
			run: func(e *E) {
				e.Begin()
				e.wantJSON("an echo 64 levels deep in all", e.StepRequest(0).with("/selection/semantic_echo/surplus", suite.Nested(61)))
			},
		},
		{
			id: "json/depth-above-limit", section: "2",
			doc:  "A line nested 65 levels deep is malformed_json: here by the echo of a step.",
			hint: "the object of the request is level 1",
			run: func(e *E) {
				e.Begin()
				e.AskBad(e.StepRequest(0).with("/selection/semantic_echo/surplus", suite.Nested(62))).WantError("an echo 65 levels deep in all", protocol.CodeMalformedJSON)
				e.StillAnswerable("it")
			},
		},
		{
			id: "json/depth-5000", section: "2",
			doc:  "A value nested 5000 levels deep is refused, and overflows nothing.",
			hint: "count the levels while parsing, and stop at 64",
			run: func(e *E) {
				e.Begin()
				e.AskBad(e.StepRequest(0).with("/selection/semantic_echo/surplus", suite.Nested(5000))).WantError("an echo 5000 levels deep", protocol.CodeMalformedJSON)
				e.StillAnswerable("it")
			},
		},
		{
			id: "json/duplicate-key-surrogate", section: "2",
			doc:  "A repeated key that is an unpaired surrogate escape is refused, and breaks nothing.",
			hint: "an error text that quotes the key must itself be encodable",
			run: func(e *E) {
				e.Begin()
				e.AskBad(e.StepRequest(0).with("/selection/semantic_echo", `{"\ud800":0,"\ud800":0}`)).WantError("an echo with such keys", protocol.CodeMalformedJSON)
				e.StillAnswerable("it")
			},
		},
		{
			id: "json/duplicate-key-nested", section: "2",
			doc:  "An object that repeats a key is malformed_json at every level.",
			hint: "hook into the parser instead of looking at the top level alone",
			run: func(e *E) {
				e.Hello()
				x := e.resetText()
				e.AskBad(x.twice("/rules/probe", `"probe"`)).WantError("a reset that repeats /rules/probe", protocol.CodeMalformedJSON)
				e.AskBad(x.twice("/seats/1/deck/deck_id", `"deck_id"`)).WantError("a reset that repeats /seats/1/deck/deck_id", protocol.CodeMalformedJSON)
				e.Begin()
				step := e.StepRequest(0)
				e.AskBad(step.twice("/selection/semantic_echo/kind", `"kind"`)).WantError("a step that repeats the echo's kind", protocol.CodeMalformedJSON)
				e.StillAnswerable("it")
			},
		},
	}...)
}

// wantJSON sends a step whose echo fits no candidate, spelled at a limit of JSON. It is refused as an
// echo that differs or as one that is no semantic, but not as bad JSON.
func (e *E) wantJSON(what string, x text) {
	e.Ask(x).WantError(what, protocol.CodeSemanticEchoMismatch, protocol.CodeMalformedRequest)
	e.StillAnswerable(what)
}
