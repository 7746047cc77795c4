package engine

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// mutants returns every fault that the suite is known to find.
func mutants() []mutant {
	var out []mutant
	for _, part := range [][]mutant{
		framingMutants(), jsonMutants(), envelopeMutants(), decodingMutants(), retransmissionMutants(),
		helloMutants(), resetMutants(), stepMutants(), terminalMutants(), optionalMutants(), gameMutants(), fairnessMutants(), playMutants(),
	} {
		out = append(out, part...)
	}
	return out
}

func framingMutants() []mutant {
	chatty := func(when func(line text) bool) func() filter {
		return stateless(func(line text, ask func(text) text) text {
			a := ask(line)
			if when(line) {
				a += "\nINFO answered"
			}
			return a
		})
	}
	return []mutant{
		{name: "banner", kills: []string{"framing/silent-until-asked", "hello/answer"}, serve: faulty.Banner("engine ready", serveAll)},
		{name: "log-after-hello", kills: []string{"framing/one-answer"}, make: chatty(func(line text) bool { return isType(line, "hello") })},
		{name: "log-after-step", kills: []string{"framing/silent-in-game"}, make: chatty(func(line text) bool { return isType(line, "step") })},
		{name: "carriage-return-refused", kills: []string{"framing/crlf"}, serve: faulty.KeepingCR(program, []byte(refusalText("", protocol.CodeMalformedJSON)))},
		{name: "reads-chunks", kills: []string{"framing/drip", "framing/split-character"}, serve: faulty.ReadingChunks(program)},
		{name: "decodes-chunks", kills: []string{"framing/split-character"}, serve: faulty.DecodingChunks(serveAll)},
		{name: "lines-of-64-kib", kills: []string{"framing/long-line", "framing/long-string"}, serve: limited(64<<10, false)},
		{name: "lines-without-limit", kills: []string{"framing/over-long-line"}, serve: limited(1<<30, false)},
		{name: "long-lines-in-pieces", kills: []string{"framing/after-over-long-line"}, serve: limited(wire.MaxLine, true)},
		{name: "spoils-with-age", with: []string{"envelope/type-*", "envelope/protocol-v1"}, kills: []string{"process/no-trace"}, serve: spoiled(6)},
		{name: "ignores-end-of-input", alone: true, kills: []string{"framing/end-of-input", "framing/end-of-input-at-once", "framing/end-of-input-in-game", "framing/end-of-input-in-line"},
			serve: faulty.Lingering(serveAll, faulty.Always)},
		{name: "waits-for-hello-at-end", alone: true, kills: []string{"framing/end-of-input-at-once"}, serve: faulty.Lingering(serveAll, faulty.Unasked)},
		{name: "waits-for-step-at-end", alone: true, kills: []string{"framing/end-of-input-in-game"}, serve: faulty.Lingering(serveAll, faulty.After("reset"))},
		{name: "waits-for-rest-of-line", alone: true, kills: []string{"framing/end-of-input-in-line"}, serve: faulty.Lingering(serveAll, faulty.InLine)},
		{name: "end-is-an-error", alone: true, strict: true, kills: []string{"framing/exit-status"}, serve: faulty.Failing(serveAll)},
		{name: "leaves-a-child", alone: true, kills: []string{"framing/leaves-no-process"}, serve: faulty.Parenting(serveAll)},
	}
}

func jsonMutants() []mutant {
	refuses := func(name, kill string, bad func(line text) bool) mutant {
		return mutant{name: name, kills: []string{"json/" + kill}, make: refuseIf(protocol.CodeMalformedJSON, bad)}
	}
	contains := func(s string) func(text) bool {
		return func(line text) bool { return strings.Contains(string(line), s) }
	}
	deep := func(most int) func(text) bool {
		return func(line text) bool {
			depth, deepest := 0, 0
			for _, c := range line { // no string of our requests holds a bracket
				switch c {
				case '{', '[':
					depth++
					deepest = max(deepest, depth)
				case '}', ']':
					depth--
				}
			}
			return deepest > most
		}
	}
	tooDeep := func(least int) func() filter {
		return stateless(func(line text, ask func(text) text) text {
			a := ask(line)
			if deep(wire.MaxDepth)(line) && !deep(least)(line) {
				return refusalText(anyID(line), protocol.CodeSemanticEchoMismatch)
			}
			return a
		})
	}
	return []mutant{
		{name: "takes-fractions", kills: []string{"json/fraction"}, make: tolerates(wire.Fraction)},
		{name: "takes-exponents", kills: []string{"json/exponent", "json/exponent-capital"}, make: tolerates(wire.Exponent)},
		{name: "takes-leading-zeros", kills: []string{"json/leading-zero"}, make: tolerates(wire.LeadingZero)},
		{name: "takes-great-integers", kills: []string{"json/integer-above-limit", "json/integer-below-limit", "json/integer-wraps", "json/integer-of-5000-digits"}, make: tolerates(wire.IntegerRange)},
		{name: "takes-what-is-no-json", kills: []string{"json/plus-sign", "json/minus-alone", "json/hexadecimal", "json/not-a-number", "json/infinity", "json/trailing-comma",
			"json/missing-comma", "json/single-quotes", "json/unquoted-key", "json/literal-in-capitals"}, make: tolerates(wire.Syntax)},
		{name: "takes-half-objects", kills: []string{"json/missing-brace"}, make: tolerates(wire.Truncated)},
		{name: "takes-unpaired-surrogates", kills: []string{"json/high-surrogate-alone", "json/low-surrogate-alone", "json/surrogates-swapped", "json/surrogate-before-letter",
			"json/high-surrogates-twice"}, make: tolerates(wire.UnpairedSurrogate)},
		{name: "takes-any-escape", kills: []string{"json/unknown-escape", "json/short-escape"}, make: tolerates(wire.InvalidEscape)},
		{name: "takes-control-characters", kills: []string{"json/control-character"}, make: tolerates(wire.ControlCharacter)},
		{name: "takes-bad-utf8", kills: []string{"json/invalid-utf8", "json/overlong-utf8", "json/utf8-surrogate"}, make: tolerates(wire.InvalidUTF8)},
		{name: "takes-byte-order-mark", kills: []string{"json/byte-order-mark"}, make: tolerates(wire.ByteOrderMark)},
		{name: "takes-trailing-data", kills: []string{"json/trailing-data", "json/trailing-object", "json/comment", "json/other-white-space", "json/form-feed"}, make: tolerates(wire.TrailingData)},
		{name: "answers-blank-lines", kills: []string{"json/blank-line", "json/white-line"}, make: tolerates(wire.Empty)},
		{name: "last-key-wins", kills: []string{"json/duplicate-key", "json/duplicate-key-escaped", "json/duplicate-key-nested", "decode/hello-duplicate", "decode/reset-duplicate",
			"decode/step-duplicate", "decode/validate-deck-duplicate"}, make: rewrite(careless)},
		{name: "duplicates-are-bad-requests", kills: []string{"decode/probe-resample-duplicate", "json/duplicate-key-surrogate"},
			make: onAnswer("error", func(line, a text) text {
				if wire.Check([]byte(line)) != nil {
					return a.with("/error/code", `"malformed_request"`).with("/request_id", suite.Quote(anyID(line)))
				}
				return a
			})},
		{name: "repeated-surrogate-key-is-an-echo", kills: []string{"json/duplicate-key-surrogate"}, make: refuseIf(protocol.CodeSemanticEchoMismatch, contains(`\ud800`))},
		{name: "takes-65-levels", kills: []string{"json/depth-above-limit"}, make: tooDeep(65)},
		{name: "takes-any-depth", kills: []string{"json/depth-above-limit", "json/depth-5000"}, make: tooDeep(1 << 20)},
		refuses("takes-63-levels", "depth-at-limit", deep(63)),
		refuses("takes-63-levels-in-echo", "depth-at-limit-in-echo", deep(63)),
		refuses("integers-below-2^53-1", "integer-at-limit", contains("9007199254740991")),
		refuses("no-negative-integers", "integer-at-lower-limit", contains("-9007199254740991")),
		refuses("no-negative-zero", "negative-zero", contains(":-0")),
		refuses("no-white-space", "legal-white-space", contains("\t")),
		refuses("one-order-of-keys", "legal-key-order", func(line text) bool {
			return len(line) > 0 && wire.Check([]byte(line)) == nil && strings.HasPrefix(string(line), "{") && !strings.HasPrefix(string(line), `{"game_id`) && !strings.HasPrefix(string(line), `{"format`) &&
				!strings.HasPrefix(string(line), `{"protocol"`)
		}),
		refuses("no-escapes", "legal-escaped-letters", contains(`\u00`)),
		refuses("no-surrogate-pairs", "legal-surrogate-pair", contains(`\ud83d\ude00`)),
		refuses("searches-for-surrogates", "legal-escaped-backslash", contains(`\ud800`)),
		refuses("no-escaped-slash", "legal-every-escape", contains(`\/`)),
		refuses("ascii-only", "legal-raw-characters", func(line text) bool { return strings.ContainsFunc(string(line), func(r rune) bool { return r > 126 }) }),
		{name: "non-objects-are-bad-json", kills: []string{"json/top-level-array", "json/top-level-string", "json/top-level-number", "json/top-level-null", "json/top-level-true"},
			make: onAnswer("error", func(line, a text) text {
				if wire.Check([]byte(line)) == nil && !strings.HasPrefix(string(line), "{") {
					return a.with("/error/code", `"malformed_json"`)
				}
				return a
			})},
		{name: "bad-json-has-the-last-id", kills: []string{"json/unreadable-id"}, make: func() filter {
			last := ""
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if wire.Check([]byte(line)) != nil {
					return a.with("/request_id", suite.Quote(last))
				}
				last = anyID(line)
				return a
			}
		}},
		{name: "bad-json-has-its-id", strict: true, kills: []string{"json/unreadable-id-of-object"}, make: onAnswer("error", func(line, a text) text {
			if wire.Check([]byte(line)) != nil {
				return a.with("/request_id", suite.Quote(anyID(line)))
			}
			return a
		})},
		{name: "object-before-json", strict: true, kills: []string{"json/before-object"}, make: onAnswer("error", func(line, a text) text {
			if line == "" || line[0] != '{' {
				return a.with("/error/code", `"malformed_request"`)
			}
			return a
		})},
	}
}

func envelopeMutants() []mutant {
	var out []mutant
	for _, b := range badEnvelopes {
		out = append(out, mutant{
			name: "takes-" + b.id, kills: []string{"envelope/" + b.id},
			make: rewrite(func(line text) text {
				if !strings.HasPrefix(string(line), "{") || wire.Check([]byte(line)) != nil {
					return line
				}
				switch v, ok := line.at(b.pointer); {
				case b.raw == "" && !ok, ok && string(v.Raw()) == b.raw:
					return line.with(b.pointer, map[string]string{"/request_id": `"h-9999"`, "/protocol": `"spellbench/v2"`, "/request_type": `"hello"`}[b.pointer])
				}
				return line
			}),
		})
	}
	return append(out,
		mutant{name: "wrong-id-for-bad-id", kills: []string{"envelope/id-missing", "envelope/id-number"}, make: onAnswer("error", func(_, a text) text {
			if a.mustAt("/request_id").StrIs("") {
				return a.with("/request_id", `"null"`)
			}
			return a
		})},
		mutant{name: "short-ids", kills: []string{"envelope/id-echo"}, make: onAnswer("", func(_, a text) text {
			if id := a.mustAt("/request_id").Str(); len(id) > 64 {
				return a.with("/request_id", suite.Quote(id[:64]))
			}
			return a
		})},
		mutant{name: "no-id-in-errors", kills: []string{"envelope/id-echo-in-errors", "step/game-id-mismatch"}, make: onAnswer("error", func(_, a text) text { return a.with("/request_id", `""`) })},
		mutant{name: "protocol-of-hello-alone", kills: []string{"envelope/protocol-in-reset"}, make: rewrite(func(line text) text {
			if isType(line, "reset") || isType(line, "step") {
				return line.with("/protocol", `"spellbench/v2"`)
			}
			return line
		})},
		mutant{name: "protocol-before-id", strict: true, kills: []string{"envelope/id-before-protocol"}, make: refuseIf(protocol.CodeProtocolMismatch, func(line text) bool {
			return strings.Contains(string(line), "spellbench/v1") && !strings.Contains(string(line), "request_id")
		})},
		mutant{name: "fields-before-protocol", strict: true, kills: []string{"envelope/protocol-before-fields"}, make: refuseIf(protocol.CodeMalformedRequest, func(line text) bool {
			return strings.Contains(string(line), "spellbench/v1") && strings.Contains(string(line), "surplus")
		})},
	)
}

func decodingMutants() []mutant {
	var out []mutant
	for _, s := range subjects {
		names := []string{"unknown-field"}
		for _, d := range defects {
			if d.name != "duplicate" {
				names = append(names, d.name)
			}
		}
		for _, d := range names {
			out = append(out, mutant{
				name: "misjudges-" + s.name + "-" + d, kills: []string{"decode/" + s.name + "-" + d},
				make: misjudges(strings.ReplaceAll(s.name, "-", "_"), d),
			})
		}
	}
	lax := func(requestType, name string, mend func(line text) text) mutant {
		return mutant{name: name, kills: []string{"decode/" + strings.TrimPrefix(name, "lax-")}, make: rewrite(func(line text) text {
			if isType(line, requestType) {
				return mend(line)
			}
			return line
		})}
	}
	return append(out,
		lax("hello", "lax-hello-missing", func(line text) text {
			if _, ok := line.at("/protocol_minor"); !ok {
				return line.with("/protocol_minor", "0")
			}
			return line
		}),
		lax("hello", "lax-hello-unknown-field", func(line text) text {
			if _, ok := line.at("/x_surplus"); ok {
				return line.without("/x_surplus")
			}
			return line
		}),
		lax("hello", "lax-hello-boolean", func(line text) text {
			if v, _ := line.at("/protocol_minor"); v.Kind() == wire.Bool {
				return line.with("/protocol_minor", "1")
			}
			return line
		}),
		lax("reset", "lax-reset-missing", func(line text) text {
			if _, ok := line.at("/rules/extensions"); !ok && strings.Contains(string(line), `"rules":{`) {
				return line.with("/rules/extensions", "[]")
			}
			return line
		}),
		lax("reset", "lax-reset-null", func(line text) text {
			if v, ok := line.at("/rules/extensions"); ok && v.IsNull() {
				return line.with("/rules/extensions", "[]")
			}
			return line
		}),
		lax("step", "lax-step-mistyped", func(line text) text {
			if v, ok := line.at("/expected_step"); ok && v.Kind() == wire.String {
				return line.with("/expected_step", v.Str())
			}
			return line
		}),
		lax("step", "lax-step-unknown-field", func(line text) text {
			if _, ok := line.at("/selection/surplus"); ok {
				return line.without("/selection/surplus")
			}
			return line
		}),
	)
}

func retransmissionMutants() []mutant {
	// forgetting answers a retransmission as a request of its own.
	forgetting := func(requestType string) func() filter {
		return func() filter {
			n := 0
			var last text
			return func(line text, ask func(text) text) text {
				if line != last || !isType(line, requestType) {
					last = line
					return ask(line)
				}
				n++
				fresh := line.with("/request_id", suite.Quote(fmt.Sprintf("again-%d", n)))
				return ask(fresh).with("/request_id", suite.Quote(anyID(line)))
			}
		}
	}
	return []mutant{
		{name: "forgets-resets", kills: []string{"retransmission/reset", "retransmission/reset-to-terminal"}, make: forgetting("reset")},
		{name: "forgets-steps", kills: []string{"retransmission/step", "retransmission/step-twice", "retransmission/terminal", "retransmission/parse-failure-forgets-nothing",
			"retransmission/reuse-forgets-nothing"}, make: forgettingAnySteps},
		{name: "greets-anew", kills: []string{"retransmission/hello"}, make: func() filter {
			n := 0
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("hello_ok") {
					n++
					return a.with("/engine/source_revision", suite.Quote(fmt.Sprint("r", n)))
				}
				return a
			}
		}},
		{name: "refuses-anew", kills: []string{"retransmission/refused-step", "retransmission/refused-reset"}, make: func() filter {
			n := 0
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("error") {
					n++
					return a.with("/error/message", suite.Quote(fmt.Sprint("refusal ", n)))
				}
				return a
			}
		}},
		{name: "compares-ids-alone", kills: []string{"retransmission/reused-id-step", "retransmission/reused-id-candidate", "retransmission/reused-id-reset", "retransmission/reused-id-hello"},
			make: func() filter {
				answers := map[string]text{}
				return func(line text, ask func(text) text) text {
					if a, ok := answers[anyID(line)]; ok && wire.Check([]byte(line)) == nil {
						return a
					}
					a := ask(line)
					if !a.mustAt("/response_type").StrIs("error") {
						answers[anyID(line)] = a
					}
					return a
				}
			}},
		{name: "keeps-parse-failures", kills: []string{"retransmission/parse-failure-is-not-kept"}, make: func() filter {
			failed := map[string]bool{}
			return func(line text, ask func(text) text) text {
				if failed[anyID(line)] {
					return refusalText(anyID(line), protocol.CodeRequestIDReuseMismatch)
				}
				a := ask(line)
				if v, ok := a.at("/error/code"); ok && v.StrIs("malformed_request") {
					failed[anyID(line)] = true
				}
				return a
			}
		}},
		{name: "keeps-protocol-mismatches", strict: true, kills: []string{"retransmission/mismatch-of-protocol-is-not-kept"}, make: func() filter {
			failed := map[string]bool{}
			return func(line text, ask func(text) text) text {
				if failed[anyID(line)] {
					return refusalText(anyID(line), protocol.CodeRequestIDReuseMismatch)
				}
				a := ask(line)
				if v, ok := a.at("/error/code"); ok && v.StrIs("protocol_mismatch") {
					failed[anyID(line)] = true
				}
				return a
			}
		}},
		{name: "other-bytes-again", strict: true, kills: []string{"retransmission/same-bytes"}, make: func() filter {
			var last text
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if line == last {
					a = a.backwards("")
				}
				last = line
				return a
			}
		}},
		{name: "layout-makes-a-request", kills: []string{"retransmission/other-layout"}, make: func() filter {
			return func(line text, ask func(text) text) text {
				if isType(line, "step") && !strings.HasPrefix(string(line), `{"expected_step`) {
					return ask(line.with("/request_id", `"layout"`)).with("/request_id", suite.Quote(anyID(line)))
				}
				return ask(line)
			}
		}},
	}
}

// forgettingAnySteps has no memory for steps at all.
func forgettingAnySteps() filter {
	n := 0
	return func(line text, ask func(text) text) text {
		if !isType(line, "step") {
			return ask(line)
		}
		n++
		return ask(line.with("/request_id", suite.Quote(fmt.Sprintf("step-%d", n)))).with("/request_id", suite.Quote(anyID(line)))
	}
}

func helloMutants() []mutant {
	hello := func(edit func(a text) text) func() filter {
		return onAnswer("hello_ok", func(_, a text) text { return edit(a) })
	}
	counting := func(edit func(n int, a text) text) func() filter {
		return func() filter {
			n := 0
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("hello_ok") {
					n++
					return edit(n, a)
				}
				return a
			}
		}
	}
	refusing := func(c protocol.Code, kills []string, name string, bad func(line text) bool) mutant {
		return mutant{name: name, kills: kills, make: refuseIf(c, bad)}
	}
	contains := func(requestType string, parts ...string) func(text) bool {
		return func(line text) bool {
			for _, p := range parts {
				if !strings.Contains(string(line), p) {
					return false
				}
			}
			return isType(line, requestType)
		}
	}
	return []mutant{
		{name: "hello-field-missing", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.without("/rewind") })},
		{name: "hello-field-surplus", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.with("/x_debug", "true") })},
		{name: "hello-flag-missing", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.without("/observation/day_night") })},
		{name: "hello-empty-name", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.with("/engine/name", `""`) })},
		{name: "hello-no-formats", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.with("/formats", `[]`) })},
		{name: "hello-unknown-kind", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.with("/decision_kinds/-", `"teleport"`) })},
		{name: "hello-reserved-kind", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.with("/decision_kinds/-", `"pay_mana"`) })},
		{name: "hello-required-kind-missing", kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.without("/decision_kinds/0") })},
		{name: "minor-is-one", kills: []string{"hello/minor-zero"}, make: hello(func(a text) text { return a.with("/protocol_minor", "1") })},
		{name: "minor-is-eight", kills: []string{"hello/minor-greater"}, make: onAnswer("hello_ok", func(line, a text) text {
			if line.mustAt("/protocol_minor").Int() > 0 {
				return a.with("/protocol_minor", "8")
			}
			return a
		})},
		refusing(protocol.CodeMalformedRequest, []string{"hello/minor-greater"}, "minor-zero-alone", func(line text) bool {
			v, ok := text(line), isType(line, "hello")
			if !ok {
				return false
			}
			m, _ := v.at("/protocol_minor")
			return m.Int() > 0
		}),
		{name: "hello-once", kills: []string{"hello/again", "hello/again-in-full"}, make: counting(func(n int, a text) text {
			if n > 1 {
				return refusalText(a.mustAt("/request_id").Str(), protocol.CodeGameAlreadyActive)
			}
			return a
		})},
		{name: "identity-drifts", kills: []string{"hello/again", "validation/v10-provenance"}, make: counting(func(n int, a text) text {
			return a.with("/engine/version", suite.Quote(fmt.Sprint("0.1.", n)))
		})},
		{name: "catalog-grows", kills: []string{"hello/again-in-full"}, make: counting(func(n int, a text) text {
			return a.with("/formats/-", suite.Quote(fmt.Sprint("f", n)))
		})},
		{name: "hello-ends-the-game", kills: []string{"hello/in-game", "framing/one-answer"}, make: func() filter {
			n := 0
			return func(line text, ask func(text) text) text {
				if isType(line, "hello") {
					n++
				}
				if isType(line, "step") && n > 1 {
					return refusalText(anyID(line), protocol.CodeStepBeforeReset)
				}
				if isType(line, "hello") && n == 3 {
					return "{}"
				}
				return ask(line)
			}
		}},
		{name: "identity-of-the-process", strict: true, kills: []string{"hello/fresh-process"}, make: func() filter {
			id := fmt.Sprintf("%p", new(int))
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("hello_ok") {
					return a.with("/engine/version", suite.Quote(id))
				}
				return a
			}
		}},
		{name: "format-only-in-name", kills: []string{"hello/formats"}, make: hello(func(a text) text { return a.with("/formats/-", `"modern-bo1"`) })},
		refusing(protocol.CodeUnsupportedDeck, []string{"hello/catalog"}, "catalog-deck-refused", contains("reset", `"catalog_id":"Skirmish"`)),
		refusing(protocol.CodeUnsupportedDeck, []string{"hello/decklists"}, "decklists-refused", contains("reset", `"decklist":[`)),
		refusing(protocol.CodeUnsupportedRule, []string{"hello/rules"}, "london-refused", contains("reset", `"mulligan":"london"`)),
		refusing(protocol.CodeUnsupportedRule, []string{"hello/rules"}, "toss-refused", contains("reset", `"starting_player":"toss`)),
		{name: "kind-listed-twice", strict: true, kills: []string{"hello/answer"}, make: hello(func(a text) text { return a.with("/decision_kinds/-", `"pass"`) })},
	}
}

func resetMutants() []mutant {
	var out []mutant
	for _, r := range refusals() {
		if r.profile == "" {
			continue
		}
		out = append(out, mutant{
			name: "plays-reset-" + r.id, strict: true, kills: []string{"reset/" + r.id},
			make: onAnswer("error", func(line, a text) text {
				if isType(line, "reset") {
					return a.with("/error/code", `"unsupported_rule"`)
				}
				return a
			}),
		})
	}
	swap := func(name, kill string, from, to protocol.Code) mutant {
		return mutant{name: name, kills: []string{"reset/" + kill}, make: code(from, to)}
	}
	mend := func(name string, kills []string, edit func(line text) text) mutant {
		return mutant{name: name, kills: kills, make: rewrite(func(line text) text {
			if isType(line, "reset") {
				return edit(line)
			}
			return line
		})}
	}
	set := func(name, pointer, is, becomes string, kills ...string) mutant {
		return mend(name, kills, func(line text) text {
			if v, ok := line.at(pointer); ok && string(v.Raw()) == is {
				return line.with(pointer, becomes)
			}
			return line
		})
	}
	burn := `{"catalog_id":"Burn","deck_id":` + suite.Quote(protocol.DeckID(reference0().Catalog[0].Decklist)) + `}`
	swaps := func(bad func(deck text) bool, seats ...string) func(line text) text {
		return func(line text) text {
			for _, s := range seats {
				if v, ok := line.at("/seats/" + s + "/deck"); ok && bad(text(v.Raw())) {
					line = line.with("/seats/"+s+"/deck", burn)
				}
			}
			return line
		}
	}
	has := func(s string) func(text) bool {
		return func(deck text) bool { return strings.Contains(string(deck), s) }
	}
	secret := func(name string, kill string, bad func(s string) bool) mutant {
		return mend(name, []string{"reset/" + kill}, func(line text) text {
			if s := line.mustAt("/game_secret").Str(); bad(s) {
				return line.with("/game_secret", suite.Quote(strings.Repeat("ab", 32)))
			}
			return line
		})
	}
	return append(out, []mutant{
		swap("format-is-malformed", "unknown-format", protocol.CodeUnsupportedFormat, protocol.CodeMalformedRequest),
		swap("deck-is-malformed", "unknown-catalog-id", protocol.CodeUnsupportedDeck, protocol.CodeMalformedRequest),
		swap("rule-is-malformed", "undeclared-probe", protocol.CodeUnsupportedRule, protocol.CodeMalformedRequest),
		swap("extension-is-malformed", "undeclared-extension", protocol.CodeUnsupportedRule, protocol.CodeMalformedRequest),
		mend("plays-any-deck", []string{"reset/unknown-catalog-id", "reset/unknown-catalog-id-of-p1"}, swaps(has(unknownDeck), "0", "1")),
		mend("trusts-p1", []string{"reset/unknown-catalog-id-of-p1"}, swaps(has(unknownDeck), "1")),
		mend("plays-any-card", []string{"reset/unknown-card", "reset/unknown-card-of-p1"}, swaps(has("Unprinted"), "0", "1")),
		mend("trusts-cards-of-p1", []string{"reset/unknown-card-of-p1"}, swaps(has("Unprinted"), "1")),
		mend("both-shapes-are-fine", []string{"reset/deck-of-both-shapes"}, swaps(has(`"catalog_id":`+suite.Quote(unknownDeck)+`,"deck`), "0")),
		mend("no-shape-is-fine", []string{"reset/deck-of-neither-shape"}, swaps(func(d text) bool { return d.mustAt("").Len() == 1 }, "0")),
		mend("adds-rows-up", []string{"reset/decklist-repeated-name"}, swaps(func(d text) bool {
			rows, ok := d.at("/decklist")
			return ok && repeats(rows)
		}, "0")),
		mend("normalizes-names", []string{"reset/decklist-not-nfc"}, swaps(has("Lim-Du"), "0")),
		mend("folds-case", []string{"reset/decklist-case-of-name"}, swaps(has("LIGHTNING"), "0")),
		mend("no-copies-is-fine", []string{"reset/decklist-count-zero"}, swaps(has(`"count":0`), "0")),
		set("opponent-decklist-sometimes", "/rules/opponent_decklist", `"sometimes"`, `"hidden"`, "reset/unknown-opponent-decklist"),
		set("mulligan-of-paris", "/rules/mulligan", `"paris"`, `"none"`, "reset/unknown-mulligan"),
		set("oldest-player", "/rules/starting_player", `"oldest_player"`, `"host_assigned"`, "reset/unknown-starting-player"),
		set("third-seat", "/rules/starting_seat", `"p2"`, `"p0"`, "reset/unknown-starting-seat"),
		mend("starting-seat-defaults", []string{"reset/starting-seat-missing"}, func(line text) text {
			if line.mustAt("/rules/starting_seat").IsNull() && line.mustAt("/rules/starting_player").StrIs("host_assigned") {
				return line.with("/rules/starting_seat", `"p0"`)
			}
			return line
		}),
		mend("starting-seat-dropped", []string{"reset/starting-seat-surplus"}, func(line text) text {
			if line.mustAt("/rules/starting_player").StrIs("toss_winner_chooses") {
				return line.with("/rules/starting_seat", `null`)
			}
			return line
		}),
		mend("seats-in-any-order", []string{"reset/seats-swapped", "reset/seats-equal"}, func(line text) text {
			if line.mustAt("/seats").Len() == 2 {
				return line.with("/seats/0/seat", `"p0"`).with("/seats/1/seat", `"p1"`)
			}
			return line
		}),
		mend("seats-filled-up", []string{"reset/one-seat", "reset/no-seats"}, func(line text) text {
			for line.mustAt("/seats").Len() < 2 {
				line = line.with("/seats/-", fmt.Sprintf(`{"seat":"p%d","deck":%s}`, line.mustAt("/seats").Len(), burn))
			}
			return line
		}),
		mend("third-seat-ignored", []string{"reset/three-seats"}, func(line text) text {
			if line.mustAt("/seats").Len() == 3 {
				return line.without("/seats/2")
			}
			return line
		}),
		set("probe-ignored", "/rules/probe", "true", "false", "reset/undeclared-probe"),
		mend("extensions-ignored", []string{"reset/undeclared-extension"}, func(line text) text { return line.with("/rules/extensions", "[]") }),
		secret("secret-of-any-length", "secret-short", func(s string) bool { return len(s) == 62 }),
		secret("secret-cut", "secret-long", func(s string) bool { return len(s) > 64 }),
		secret("secret-in-capitals", "secret-capitals", func(s string) bool { return s != strings.ToLower(s) }),
		secret("secret-of-any-letters", "secret-not-hex", func(s string) bool { return strings.Contains(s, "g") }),
		secret("secret-optional", "secret-empty", func(s string) bool { return s == "" }),
		{name: "declares-one-mulligan", kills: []string{"reset/undeclared-mulligan"}, make: onAnswer("hello_ok", func(_, a text) text { return a.with("/rules_supported/mulligan", `["none"]`) })},
		{name: "declares-one-start", kills: []string{"reset/undeclared-starting-player"}, make: onAnswer("hello_ok", func(_, a text) text {
			return a.with("/rules_supported/starting_player", `["host_assigned"]`)
		})},
		{name: "declares-catalog-alone", kills: []string{"reset/undeclared-source"}, make: onAnswer("hello_ok", func(_, a text) text { return a.with("/deck_sources", `["catalog"]`) })},
		{name: "first-step-is-one", kills: []string{"reset/first-decision", "step/advances", "validation/v3-counters"}, make: onAnswer("decision", func(_, a text) text {
			return a.with("/step", fmt.Sprint(a.mustAt("/step").Int()+1))
		})},
		{name: "first-group-is-one", kills: []string{"reset/first-decision", "terminal/next-game"}, make: onAnswer("decision", func(_, a text) text {
			return a.with("/seat_decision/group/group_id", fmt.Sprint(a.mustAt("/seat_decision/group/group_id").Int()+1))
		})},
		{name: "reset-at-any-time", kills: []string{"reset/while-active"}, make: code(protocol.CodeGameAlreadyActive, protocol.CodeMalformedRequest)},
		{name: "refused-reset-is-a-game", kills: []string{"reset/after-refusal"}, make: func() filter {
			tried := false
			return func(line text, ask func(text) text) text {
				tried = tried || isType(line, "reset")
				a := ask(line)
				if v, ok := a.at("/error/code"); ok && v.StrIs("step_before_reset") && tried {
					return a.with("/error/code", `"game_already_terminal"`)
				}
				return a
			}
		}},
		{name: "refused-reset-takes-the-id", strict: true, kills: []string{"reset/refusal-keeps-id-free"}, make: func() filter {
			taken := map[string]bool{}
			return func(line text, ask func(text) text) text {
				if !isType(line, "reset") {
					return ask(line)
				}
				id, _ := line.at("/game_id")
				if taken[id.Str()] {
					return refusalText(anyID(line), protocol.CodeMalformedRequest)
				}
				a := ask(line)
				if v, ok := a.at("/error/code"); ok && v.StrIs("unsupported_format") {
					taken[id.Str()] = true
				}
				return a
			}
		}},
		{name: "game-ids-forgotten", kills: []string{"reset/reused-game-id"}, make: func() filter {
			n, real := 0, map[string]string{}
			return func(line text, ask func(text) text) text {
				id, ok := line.at0("/game_id")
				if !ok {
					return ask(line)
				}
				if isType(line, "reset") {
					n++
					real[id] = fmt.Sprintf("g-%016d", n)
				}
				if r, ok := real[id]; ok {
					line = line.with("/game_id", suite.Quote(r))
				}
				a := ask(line)
				if _, ok := a.at("/game_id"); ok {
					return a.with("/game_id", suite.Quote(id))
				}
				return a
			}
		}},
		{name: "deck-id-is-a-deck", kills: []string{"reset/deck-id-wrong"}, make: code(protocol.CodeDeckIDMismatch, protocol.CodeUnsupportedDeck)},
		{name: "hidden-refused", kills: []string{"reset/opponent-decklist-hidden"}, make: refuseIf(protocol.CodeUnsupportedRule, func(line text) bool { return strings.Contains(string(line), `"hidden"`) })},
		{name: "caps-of-32-bits", kills: []string{"reset/caps-at-limit", "json/integer-at-limit"}, make: rewrite(func(line text) text {
			return text(strings.ReplaceAll(string(line), "9007199254740991", "0"))
		})},
		{name: "one-deck-for-both", kills: []string{"reset/decks-differ"}, make: refuseIf(protocol.CodeUnsupportedDeck, func(line text) bool {
			return isType(line, "reset") && strings.Contains(string(line), `"Burn"`) && strings.Count(string(line), `"catalog_id":"Burn"`) == 1
		})},
		set("p1-begins", "/rules/starting_seat", `"p0"`, `"p1"`, "reset/starting-seat-p0"),
		set("p0-begins", "/rules/starting_seat", `"p1"`, `"p0"`, "reset/starting-seat-p1"),
		set("always-london", "/rules/mulligan", `"none"`, `"london"`, "reset/mulligan-none"),
		set("never-london", "/rules/mulligan", `"london"`, `"none"`, "reset/mulligan-london"),
	}...)
}

// at0 returns the string at pointer of a line that may be no JSON.
func (x text) at0(pointer string) (string, bool) {
	if wire.Check([]byte(x)) != nil || !strings.HasPrefix(string(x), "{") {
		return "", false
	}
	v, ok := x.at(pointer)
	return v.Str(), ok && v.Kind() == wire.String
}

func repeats(rows wire.Value) bool {
	seen := map[string]bool{}
	for r := range rows.Elems() {
		if seen[r.Get("name").Str()] {
			return true
		}
		seen[r.Get("name").Str()] = true
	}
	return false
}

func stepMutants() []mutant {
	var out []mutant
	for _, b := range badEchoes {
		out = append(out, mutant{
			name: "takes-echo-" + b.id, kills: []string{"step/echo-" + b.id},
			make: toleratesEcho(func(semantic, echo text) bool { return b.make(semantic) == echo }),
		})
	}
	marks := map[protocol.Code]string{
		protocol.CodeExpectedStepMismatch:  `"expected_step":77`,
		protocol.CodeCandidateIDOutOfRange: `"candidate_id":4096`,
		protocol.CodeSemanticEchoMismatch:  keepHand,
	}
	for i, first := range stepFaults {
		for _, second := range stepFaults[i+1:] {
			name := word(first.code) + "-after-" + word(second.code)
			out = append(out, mutant{
				name: name, kills: []string{"step/order-" + word(first.code) + "-before-" + word(second.code)},
				make: onAnswer("error", func(line, a text) text {
					if a.mustAt("/error/code").StrIs(string(first.code)) && strings.Contains(string(line), marks[second.code]) {
						return a.with("/error/code", suite.Quote(string(second.code)))
					}
					return a
				}),
			})
		}
	}
	mend := func(name, kill string, edit func(pending, line text) text) mutant {
		return mutant{name: name, kills: []string{"step/" + kill}, make: followed(func(pending, line text, ask func(text) text) text {
			if isType(line, "step") && pending != "" {
				return ask(edit(pending, line))
			}
			return ask(line)
		})}
	}
	candidates := func(pending text) int64 { return int64(pending.mustAt("/seat_decision/candidates").Len()) }
	return append(out, []mutant{
		{name: "order-reversed", kills: []string{"step/order-all"}, make: onAnswer("error", func(line, a text) text {
			if a.mustAt("/error/code").StrIs("game_id_mismatch") && strings.Contains(string(line), keepHand) {
				return a.with("/error/code", `"semantic_echo_mismatch"`)
			}
			return a
		})},
		{name: "terminal-first", kills: []string{"step/order-after-terminal", "terminal/other-game-after"}, make: func() filter {
			over := false
			return func(line text, ask func(text) text) text {
				a := ask(line)
				over = over || a.mustAt("/response_type").StrIs("terminal")
				if over && isType(line, "step") && a.mustAt("/response_type").StrIs("error") {
					return a.with("/error/code", `"game_already_terminal"`)
				}
				return a
			}
		}},
		{name: "steps-by-two", kills: []string{"step/advances"}, make: onAnswer("decision", func(_, a text) text {
			return a.with("/step", fmt.Sprint(a.mustAt("/step").Int()*2))
		})},
		{name: "no-game-is-another-game", kills: []string{"step/before-reset"}, make: code(protocol.CodeStepBeforeReset, protocol.CodeGameIDMismatch)},
		{name: "decodes-echoes", strict: true, kills: []string{"step/unknown-kind-in-echo"}, make: refuseIf(protocol.CodeMalformedRequest, func(line text) bool { return strings.Contains(string(line), "nonsense") })},
		mend("any-echo-of-the-list", "echo-of-another-candidate", func(pending, line text) text {
			echo := line.mustAt("/selection/semantic_echo")
			for c := range pending.mustAt("/seat_decision/candidates").Elems() {
				if wire.Equal(c.Get("semantic"), echo) {
					return line.with("/selection/candidate_id", fmt.Sprint(c.Get("candidate_id").Int()))
				}
			}
			return line
		}),
		{name: "compares-text", kills: []string{"step/echo-key-order", "step/echo-spelling"}, make: followed(func(pending, line text, ask func(text) text) text {
			if s := semanticOf(pending, line); s != "" && string(s) != string(line.mustAt("/selection/semantic_echo").Raw()) {
				return refusalText(anyID(line), protocol.CodeSemanticEchoMismatch)
			}
			return ask(line)
		})},
		{name: "last-candidate-refused", kills: []string{"step/last-candidate"}, make: followed(func(pending, line text, ask func(text) text) text {
			if isType(line, "step") && pending != "" && candidates(pending) > 1 && line.mustAt("/selection/candidate_id").Int() == candidates(pending)-1 {
				return refusalText(anyID(line), protocol.CodeCandidateIDOutOfRange)
			}
			return ask(line)
		})},
		{name: "any-game", kills: []string{"step/game-id-mismatch", "terminal/old-game-id"}, make: func() filter {
			var game text
			return func(line text, ask func(text) text) text {
				if isType(line, "step") && game != "" {
					line = line.with("/game_id", string(game))
				}
				a := ask(line)
				if v, ok := a.at("/game_id"); ok {
					game = text(v.Raw())
				}
				return a
			}
		}},
		mend("step-one-ahead", "expected-step-ahead", func(pending, line text) text {
			if line.mustAt("/expected_step").Int() == pending.mustAt("/step").Int()+1 {
				return line.with("/expected_step", string(pending.mustAt("/step").Raw()))
			}
			return line
		}),
		mend("step-any-before", "expected-step-stale", func(pending, line text) text {
			if line.mustAt("/expected_step").Int() < pending.mustAt("/step").Int() {
				return line.with("/expected_step", string(pending.mustAt("/step").Raw()))
			}
			return line
		}),
		mend("step-of-32-bits", "expected-step-wraps", func(pending, line text) text {
			return line.with("/expected_step", fmt.Sprint(uint32(line.mustAt("/expected_step").Int())))
		}),
		{name: "step-out-of-range", kills: []string{"step/expected-step-maximal"}, make: refuseIf(protocol.CodeMalformedRequest, func(line text) bool { return strings.Contains(string(line), "9007199254740991") })},
		mend("candidates-wrap-around", "candidate-count", func(pending, line text) text {
			n := line.mustAt("/selection/candidate_id").Int() % candidates(pending)
			return line.with("/selection/candidate_id", fmt.Sprint(n))
		}),
		mend("candidates-from-the-end", "candidate-maximal", func(pending, line text) text {
			if n := int32(line.mustAt("/selection/candidate_id").Int()); n < 0 {
				return line.with("/selection/candidate_id", "0")
			}
			return line
		}),
		mend("candidates-of-31-bits", "candidate-sign-bit", func(pending, line text) text {
			return line.with("/selection/candidate_id", fmt.Sprint(line.mustAt("/selection/candidate_id").Int()&(1<<31-1)))
		}),
	}...)
}

func terminalMutants() []mutant {
	cap := func(name string, kills []string, pointer string, edit func(n int64) int64) mutant {
		return mutant{name: name, kills: kills, make: rewrite(func(line text) text {
			if isType(line, "reset") {
				if v, ok := line.at(pointer); ok && v.Kind() == wire.Int {
					return line.with(pointer, fmt.Sprint(edit(v.Int())))
				}
			}
			return line
		})}
	}
	terminal := func(name string, kills []string, edit func(a text) text) mutant {
		return mutant{name: name, kills: kills, make: onAnswer("terminal", func(_, a text) text { return edit(a) })}
	}
	less := func(n int64) int64 { return max(n-1, 0) }
	more := func(n int64) int64 { return min(n+1, wire.MaxInt) }
	plus := func(pointer string, n int64) func(a text) text {
		return func(a text) text { return a.with(pointer, fmt.Sprint(a.mustAt(pointer).Int()+n)) }
	}
	return []mutant{
		cap("steps-capped-late", []string{"terminal/zero-steps", "terminal/steps-1", "terminal/steps-2", "terminal/steps-7", "validation/caps"}, "/max_steps", more),
		cap("steps-capped-early", []string{"terminal/steps-1", "terminal/steps-3", "terminal/steps-20"}, "/max_steps", less),
		cap("decisions-capped-late", []string{"terminal/decisions-1", "terminal/decisions-2", "terminal/decisions-7"}, "/max_decisions", more),
		cap("decisions-capped-early", []string{"terminal/decisions-1", "terminal/decisions-3", "terminal/decisions-20"}, "/max_decisions", less),
		cap("zero-is-no-cap", []string{"terminal/zero-steps"}, "/max_steps", func(n int64) int64 {
			if n == 0 {
				return manySteps
			}
			return n
		}),
		cap("zero-decisions-is-one", []string{"terminal/zero-decisions"}, "/max_decisions", func(n int64) int64 { return max(n, 1) }),
		{name: "zero-is-malformed", kills: []string{"terminal/zero-steps", "terminal/zero-decisions", "terminal/zero-both", "terminal/step-after-zero-caps"},
			make: refuseIf(protocol.CodeMalformedRequest, func(line text) bool {
				return strings.Contains(string(line), `"max_steps":0`) || strings.Contains(string(line), `"max_decisions":0`)
			})},
		terminal("counts-one-step-more", []string{"terminal/steps-2", "terminal/zero-both", "games/counts", "validation/terminal"}, plus("/step_count", 1)),
		terminal("counts-one-decision-more", []string{"terminal/steps-2", "terminal/zero-both", "games/counts", "validation/terminal"}, plus("/decision_count", 1)),
		terminal("caps-are-draws", []string{"terminal/steps-1", "terminal/zero-both"}, func(a text) text {
			return a.with("/outcome", `"draw"`).with("/classification", `"natural"`)
		}),
		terminal("caps-halt", []string{"terminal/steps-3", "games/first", "games/last", "games/uniform"}, func(a text) text {
			return a.with("/outcome", `"halted"`).with("/classification", `"halted"`).with("/winner", "null")
		}),
		terminal("outcome-without-winner", []string{"games/first", "games/last"}, func(a text) text { return a.with("/winner", "null").with("/outcome", `"p0_win"`) }),
		{name: "over-is-no-game", kills: []string{"terminal/step-after", "terminal/step-after-zero-caps", "terminal/hello-after"}, make: code(protocol.CodeGameAlreadyTerminal, protocol.CodeStepBeforeReset)},
		{name: "one-game-per-process", kills: []string{"terminal/next-game", "games/deterministic-after-others", "reset/reused-game-id"}, make: func() filter {
			over := false
			return func(line text, ask func(text) text) text {
				if over && isType(line, "reset") {
					return refusalText(anyID(line), protocol.CodeGameAlreadyTerminal)
				}
				a := ask(line)
				over = over || a.mustAt("/response_type").StrIs("terminal")
				return a
			}
		}},
		{name: "groups-of-the-process", kills: []string{"terminal/next-game"}, make: func() filter {
			games := 0
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if isType(line, "reset") && a.mustAt("/response_type").StrIs("decision") {
					games++
				}
				if a.mustAt("/response_type").StrIs("decision") {
					return a.with("/seat_decision/group/group_id", fmt.Sprint(a.mustAt("/seat_decision/group/group_id").Int()+int64(games-1)))
				}
				return a
			}
		}},
	}
}

func optionalMutants() []mutant {
	validate := func(name, kill string, to string, when func(line text) bool) mutant {
		return mutant{name: name, kills: []string{"validate-deck/" + kill}, make: stateless(func(line text, ask func(text) text) text {
			a := ask(line)
			if !isType(line, "validate_deck") || !when(line) {
				return a
			}
			if to == "deck_ok" {
				return text(protocol.AppendResponse(nil, anyID(line), &protocol.DeckOK{}))
			}
			return refusalText(anyID(line), protocol.Code(to))
		})}
	}
	has := func(s string) func(text) bool {
		return func(line text) bool { return strings.Contains(string(line), s) }
	}
	always := func(text) bool { return true }
	return []mutant{
		validate("validates-no-catalog", "catalog", "unsupported_deck", has("Skirmish")),
		validate("validates-less", "agrees-with-reset", "unsupported_deck", has("Burn")),
		validate("validates-any-format", "unknown-format", "deck_ok", has(unknownFormat)),
		validate("validates-any-name", "unknown-catalog-id", "deck_ok", has(unknownDeck)),
		validate("validates-any-card", "unknown-card", "deck_ok", has("Unprinted")),
		validate("validates-both-shapes", "deck-of-both-shapes", "deck_ok", func(line text) bool { return has("decklist")(line) && has("catalog_id")(line) }),
		validate("validates-no-shape", "deck-of-neither-shape", "unsupported_deck", has(`"deck":{}`)),
		validate("validates-deck-ids", "deck-with-deck-id", "deck_ok", has("deck_id")),
		validate("validates-in-games-alone", "before-reset", "step_before_reset", always),
		{name: "validation-ends-the-game", kills: []string{"validate-deck/in-game"}, make: func() filter {
			ended := false
			return func(line text, ask func(text) text) text {
				ended = ended || isType(line, "validate_deck")
				if ended && isType(line, "step") {
					return refusalText(anyID(line), protocol.CodeStepBeforeReset)
				}
				return ask(line)
			}
		}},
		{name: "probe-is-unknown", kills: []string{"probe/without-probe", "probe/before-reset"}, make: code(protocol.CodeUnsupportedRequest, protocol.CodeMalformedRequest)},
		{name: "probe-only-declared", kills: []string{"probe/refused"}, make: onAnswer("hello_ok", func(_, a text) text {
			return a.with("/fairness/noninterference_probe", "true")
		})},
	}
}

// other returns the seat that does not stand at pointer, as JSON.
func other(a text, pointer string) string {
	if a.mustAt(pointer).StrIs("p0") {
		return `"p1"`
	}
	return `"p0"`
}

func fairnessMutants() []mutant {
	// spoken replaces the display texts of decisions by what say returns.
	spoken := func(say func(secret, otherHand string) string) func() filter {
		return func() filter {
			secret, hands := "", map[string]string{}
			return func(line text, ask func(text) text) text {
				if isType(line, "reset") {
					if v, ok := line.at("/game_secret"); ok {
						secret, hands = v.Str(), map[string]string{}
					}
				}
				a := ask(line)
				if !a.mustAt("/response_type").StrIs("decision") {
					return a
				}
				seat := a.mustAt("/seat_decision/acting_seat").Str()
				index := strings.TrimPrefix(seat, "p")
				hands[seat] = fmt.Sprint(strings.Count(string(a.mustAt("/seat_decision/observation/players/"+index+"/hand").Raw()), "Lightning Bolt"))
				other := hands[map[string]string{"p0": "p1", "p1": "p0"}[seat]]
				return a.with("/seat_decision/candidates/0/display_text", suite.Quote(say(secret, other)))
			}
		}
	}
	return []mutant{
		{name: "tells-the-key-of-ids", kills: []string{"games/no-derived-secret"}, make: spoken(func(secret, _ string) string {
			s, err := protocol.ParseGameSecret(secret)
			if err != nil {
				return ""
			}
			key := s.IDKey()
			return fmt.Sprintf("pass %x", key[:])
		})},
		{name: "tells-the-other-hand", kills: []string{"games/non-interference"}, make: spoken(func(_, hand string) string { return hand })},
		{name: "knows-where-it-is", alone: true, kills: []string{"games/deterministic-elsewhere"}, serve: func(stdin io.Reader, stdout io.Writer) error {
			say := spoken(func(string, string) string { return os.Getenv("TZ") })()
			return serveLines(stdin, stdout, func(ask func(text) text, line text) text { return say(line, ask) })
		}},
		{name: "takes-pieces-for-lines", kills: []string{"framing/random-chunks"}, serve: faulty.ReadingChunks(program)},
	}
}

func gameMutants() []mutant {
	disguise := func(name, kill string, edit func(a text) text) mutant {
		return mutant{name: name, kills: []string{"validation/" + kill}, make: disguised(edit)}
	}
	decision := func(name string, kills []string, edit func(a text) text) mutant {
		return mutant{name: name, kills: kills, make: onAnswer("decision", func(_, a text) text { return edit(a) })}
	}
	return []mutant{
		decision("seat-step-of-both", []string{"games/counts", "validation/v3-counters", "step/advances"}, func(a text) text {
			return a.with("/seat_decision/seat_step", string(a.mustAt("/step").Raw()))
		}),
		{name: "ids-of-the-decision", kills: []string{"games/ids-last"}, make: func() filter {
			const plain = `"o-`
			spelled := plain
			return func(line text, ask func(text) text) text {
				a := ask(text(strings.ReplaceAll(string(line), spelled, plain)))
				if a.mustAt("/response_type").StrIs("decision") {
					spelled = fmt.Sprintf("%s%s-", plain, a.mustAt("/step").Raw())
					return text(strings.ReplaceAll(string(a), plain, spelled))
				}
				return a
			}
		}},
		decision("context-without-purpose", []string{"games/context-repeats"}, func(a text) text {
			return a.with("/seat_decision/context/purpose", "null")
		}),
		decision("context-without-source", []string{"games/context-repeats"}, func(a text) text {
			return a.with("/seat_decision/context/source", "null")
		}),
		{name: "clock-in-ids", kills: []string{"games/deterministic"}, make: func() filter {
			salt := fmt.Sprintf("%p", new(int))
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("decision") {
					return a.with("/seat_decision/context/text", suite.Quote(salt))
				}
				return a
			}
		}},
		{name: "counter-of-the-process", kills: []string{"games/deterministic-after-others"}, make: func() filter {
			n := 0
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("decision") {
					n++
					return a.with("/seat_decision/context/text", suite.Quote(fmt.Sprint(n)))
				}
				return a
			}
		}},
		{name: "groups-uncapped", reference: "max-decisions-ignored", kills: []string{"terminal/decisions-in-groups"}},
		{name: "groups-capped-late", reference: "max-decisions-late", kills: []string{"terminal/decisions-in-groups"}},
		{name: "half-a-secret", reference: "secret-half", kills: []string{"games/whole-secret-matters"}},
		{name: "one-stream", reference: "streams-shared", kills: []string{"games/seats-apart"}},
		{name: "other-hand-known", reference: "known-hand", kills: []string{"games/nothing-known-at-first"}},
		{name: "top-card-known", reference: "known-library", kills: []string{"games/nothing-known-at-first"}},
		{name: "nothing-known", reference: "known-forgotten", kills: []string{"games/own-placement"}},
		{name: "ids-of-no-secret", reference: "ids-without-secret", kills: []string{"games/secret-matters"}},
		{name: "secret-ignored", kills: []string{"games/secret-matters", "games/shuffle-matters"}, make: rewrite(func(line text) text {
			if isType(line, "reset") {
				if s, ok := line.at0("/game_secret"); ok && len(s) == 64 {
					return line.with("/game_secret", suite.Quote(strings.Repeat("5a", 32)))
				}
			}
			return line
		})},
		{name: "secret-sent", kills: []string{"games/secret-is-never-sent"}, make: func() filter {
			secret := ""
			return func(line text, ask func(text) text) text {
				if s, ok := line.at0("/game_secret"); ok {
					secret = s
				}
				a := ask(line)
				if a.mustAt("/response_type").StrIs("decision") {
					return a.with("/seat_decision/context/text", suite.Quote("seed "+secret))
				}
				return a
			}
		}},
		disguise("unknown-phase", "v1-schema", func(a text) text { return a.with("/seat_decision/observation/phase_step", `"second_main"`) }),
		disguise("field-missing", "v1-schema", func(a text) text { return a.without("/seat_decision/observation/stack") }),
		disguise("viewer-is-the-other", "v2-seat", func(a text) text {
			return a.with("/seat_decision/observation/viewer", other(a, "/seat_decision/acting_seat"))
		}),
		disguise("renames-candidates", "v4-references", func(a text) text {
			const before = `"semantic":`
			i := strings.Index(string(a), before)
			if j := strings.Index(string(a[i:]), `"card_name":"`); j >= 0 {
				return a[:i+j] + text(strings.Replace(string(a[i+j:]), `"card_name":"`, `"card_name":"Storm `, 1))
			}
			return a
		}),
		disguise("counts-one-card-more", "v5-hidden-zones", func(a text) text {
			p := "/seat_decision/observation/players/0/hand_count"
			return a.with(p, fmt.Sprint(a.mustAt(p).Int()+1))
		}),
		disguise("shows-empty-hand", "v5-hidden-zones", func(a text) text {
			for _, p := range []string{"0", "1"} {
				if p = "/seat_decision/observation/players/" + p + "/hand"; a.mustAt(p).IsNull() {
					return a.with(p, "[]")
				}
			}
			return a
		}),
		disguise("names-face-down-permanents", "v6-face-down", func(a text) text {
			for _, p := range []string{"0", "1"} {
				p = "/seat_decision/observation/players/" + p
				if _, ok := a.at(p + "/battlefield/0"); ok && a.mustAt(p+"/hand").IsNull() {
					return a.with(p+"/battlefield/0/face_down", "true")
				}
			}
			return a
		}),
		disguise("ids-flicker", "v7-fresh-ids", func(a text) text {
			for _, p := range a.fields() {
				if strings.Contains(p, "/battlefield/") && strings.HasSuffix(p, "/object_id") {
					id := a.mustAt(p).Str()
					return text(strings.ReplaceAll(string(a), id, id[:len(id)-1]+fmt.Sprint(a.mustAt("/seat_decision/seat_step").Int()/2%2)))
				}
			}
			return a
		}),
		disguise("declared-flag-is-null", "v8-declarations", func(a text) text { return a.with("/seat_decision/observation/players/0/poison", "null") }),
		disguise("undeclared-extension-sent", "v8-declarations", func(a text) text { return a.with("/seat_decision/extensions", `{"x_leak":0}`) }),
		{name: "kind-undeclared", kills: []string{"validation/v8-declarations"}, make: onAnswer("hello_ok", func(_, a text) text {
			return text(strings.Replace(string(a), `"choose_target",`, "", 1))
		})},
		disguise("priority-is-a-choice", "v9-context", func(a text) text { return a.with("/seat_decision/context/kind", `"choice"`) }),
		disguise("positions-stand-still", "groups", func(a text) text { return text(strings.ReplaceAll(string(a), `"position":1`, `"position":0`)) }),
		disguise("turns-go-back", "progress", func(a text) text {
			p := "/seat_decision/observation/turn"
			if turn := a.mustAt(p).Int(); turn > 2 { // back to turn 1 an effect may take a game
				return a.with(p, fmt.Sprint(2+turn%2))
			}
			return a
		}),
		{name: "ids-of-both", kills: []string{"games/ids-per-viewer"}, make: disguised(func(a text) text {
			for _, p := range a.fields() {
				if strings.HasSuffix(p, "/object_id") && strings.Contains(p, "/observation/players/") && !strings.Contains(p, "/hand/") && strings.Count(p, "/") == 7 {
					a = text(strings.ReplaceAll(string(a), a.mustAt(p).Str(), "o"+strings.ReplaceAll(p, "/", "-")))
				}
			}
			return a
		})},
		{name: "ids-are-card-numbers", kills: []string{"games/secret-matters"}, make: disguised(func(a text) text {
			copies := map[string]int{}
			for _, p := range a.fields() {
				if strings.HasSuffix(p, "/object_id") && strings.Contains(p, "/hand/") && strings.Contains(p, "/players/") {
					name := a.mustAt(strings.TrimSuffix(p, "object_id") + "card_name").Str()
					copies[name]++
					a = text(strings.ReplaceAll(string(a), a.mustAt(p).Str(), fmt.Sprintf("o-%x-%d", name, copies[name])))
				}
			}
			return a
		})},
	}
}
