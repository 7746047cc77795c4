package agent

import (
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// mutants returns every fault that the suite is known to find.
func mutants() []mutant {
	return slices.Concat(framingMutants(), answerMutants(), startMutants(), chooseMutants(), readingMutants(), overMutants(), refusalMutants(), gameMutants())
}

func framingMutants() []mutant {
	chatty := func(requestType string) func() filter {
		return writes(requestType, func(a text) text { return a + "\nINFO answered" })
	}
	return []mutant{
		{name: "banner", kills: []string{"framing/silent-until-asked", "hello/answer"}, serve: faulty.Banner("agent ready", serveAll)},
		{name: "log-after-hello", kills: []string{"framing/silent-after-hello"}, make: chatty("hello")},
		{name: "log-after-game-start", kills: []string{"framing/silent-after-game-start"}, make: chatty("game_start")},
		{name: "log-after-choose", kills: []string{"framing/silent-after-choose", "games/*-as-p1"}, make: chatty("choose")},
		{name: "log-after-game-over", kills: []string{"framing/silent-after-game-over"}, make: chatty("game_over")},
		{name: "log-before-choice", kills: []string{"kinds/pass", "games/burn-as-p0"}, make: writes("choose", func(a text) text { return "thinking\n" + a })},
		{name: "carriage-return-refused", kills: []string{"framing/crlf"}, serve: faulty.KeepingCR(program, []byte(refused("")))},
		{name: "reads-chunks", kills: []string{"framing/drip", "framing/split-character"}, serve: faulty.ReadingChunks(program)},
		{name: "decodes-chunks", kills: []string{"framing/split-character"}, serve: faulty.DecodingChunks(serveAll)},
		{name: "lines-of-64-kib", kills: []string{"framing/long-line", "framing/long-string", "framing/line-of-100-kib", "choose/large", "choose/crowded-board", "choose/4096-candidates", "game-start/domain-large"}, serve: scanning(64 << 10)},
		{name: "lines-of-1-mib", kills: []string{"framing/long-line", "framing/long-string"}, serve: scanning(1 << 20)},
		{name: "buffers-answers", slow: true, kills: []string{"hello/answer"}, serve: faulty.Buffering(serveAll)},
		{name: "ignores-end-of-input", alone: true, slow: true, kills: []string{"framing/end-of-input*"}, serve: faulty.Lingering(serveAll, faulty.Always)},
		{name: "waits-for-hello-at-end", alone: true, slow: true, kills: []string{"framing/end-of-input-at-once"}, serve: faulty.Lingering(serveAll, faulty.Unasked)},
		{name: "waits-for-choose-at-end", alone: true, slow: true, kills: []string{"framing/end-of-input-in-game"}, serve: faulty.Lingering(serveAll, faulty.After("choose"))},
		{name: "waits-for-game-at-end", alone: true, slow: true, kills: []string{"framing/end-of-input-after-game"}, serve: faulty.Lingering(serveAll, faulty.After("game_over"))},
		{name: "waits-for-rest-of-line", alone: true, slow: true, kills: []string{"framing/end-of-input-in-line"}, serve: faulty.Lingering(serveAll, faulty.InLine)},
		{name: "end-is-an-error", alone: true, kills: []string{"framing/exit-status"}, serve: faulty.Failing(serveAll)},
		{name: "leaves-a-child", alone: true, kills: []string{"framing/leaves-no-process"}, serve: faulty.Parenting(serveAll)},
	}
}

// answerMutants are faults of answers that no host can read or use.
func answerMutants() []mutant {
	set := func(path string, value string) func(text, *protocolgen.Node) {
		return func(_ text, n *protocolgen.Node) {
			keys := strings.Split(path, "/")
			for _, k := range keys[:len(keys)-1] {
				n = n.Get(k)
			}
			n.Set(keys[len(keys)-1], text(value).node())
		}
	}
	selection := func(value string) func() filter {
		return answers("choose", func(_ text, n *protocolgen.Node) {
			if s := n.Get("selection"); s != nil {
				s.Set("candidate_id", text(value).node())
			}
		})
	}
	choosing := []string{"kinds/pass", "choose/one-candidate", "games/burn-as-p0"}
	out := []mutant{
		{name: "bot-without-name", kills: []string{"hello/answer"}, make: answers("hello", set("bot/name", `""`))},
		{name: "bot-without-version", kills: []string{"hello/answer"}, make: answers("hello", func(_ text, n *protocolgen.Node) { n.Get("bot").Drop("version") })},
		{name: "no-bot", kills: []string{"hello/answer"}, make: answers("hello", func(_ text, n *protocolgen.Node) { n.Drop("bot") })},
		{name: "requires-a-text", kills: []string{"hello/answer"}, make: answers("hello", set("requires", `"none"`))},
		{name: "extensions-null", kills: []string{"hello/answer"}, make: answers("hello", set("extensions_accepted", `null`))},
		{name: "requires-no-flag", kills: []string{"hello/requires-observation"}, make: answers("hello", set("requires", `{"observation":["everything"]}`))},
		{name: "requires-no-extension", kills: []string{"hello/requires-extensions"}, make: answers("hello", set("requires", `{"extensions":["kernel"]}`))},
		{name: "accepts-no-extension", kills: []string{"hello/requires-extensions"}, make: answers("hello", set("extensions_accepted", `["x_"]`))},
		{name: "minor-zero-only", kills: []string{"hello/later-minor", "hello/largest-minor"}, make: pinned("hello", "/protocol_minor", above(0))},
		{name: "minor-of-31-bits", kills: []string{"hello/largest-minor"}, make: pinned("hello", "/protocol_minor", above(1<<31-1))},
		{name: "hello-answered-ack", kills: []string{"hello/answer"}, make: answers("hello", set("response_type", `"ack"`))},
		{name: "game-start-answered-ok", kills: []string{"game-start/plain"}, make: answers("game_start", set("response_type", `"ok"`))},
		{name: "choose-answered-ack", kills: choosing, make: answers("choose", set("response_type", `"ack"`))},
		{name: "game-over-answered-choice", kills: []string{"game-over/natural-draw"}, make: answers("game_over", set("response_type", `"choice"`))},
		{name: "other-protocol", kills: choosing, make: answers("choose", set("protocol", `"spellbench/v1"`))},
		{name: "no-protocol", kills: choosing, make: answers("choose", func(_ text, n *protocolgen.Node) { n.Drop("protocol") })},
		{name: "no-request-id", kills: choosing, make: answers("choose", func(_ text, n *protocolgen.Node) { n.Drop("request_id") })},
		{name: "id-of-another-request", kills: choosing, make: answers("choose", set("request_id", `"r-0"`))},
		{name: "empty-id", kills: choosing, make: answers("choose", set("request_id", `""`))},
		{name: "numeric-ids", kills: []string{"envelope/request-id-number"}, make: stateless(func(line text, ask func(text) text) text {
			a := ask(line)
			if line.value().Get("request_id").StrIs("0") && isType(line, "choose") {
				return replaced(`"request_id":"0"`, `"request_id":0`)(a)
			}
			return a
		})},
		{name: "ids-unescaped", kills: []string{"envelope/request-id-escapes"}, make: writes("choose", replaced(`\"`, `"`))},
		{name: "ids-in-ascii", kills: []string{"envelope/request-id-unicode"}, make: writes("choose", replaced("é", "?"))},
		{name: "ids-of-255-characters", kills: []string{"envelope/request-id-long"}, make: writes("choose", func(a text) text {
			return text(strings.Replace(string(a), strings.Repeat("r-", 500), strings.Repeat("r-", 100), 1))
		})},
		{name: "candidate-below-range", kills: choosing, make: selection(`-1`)},
		{name: "candidate-above-range", kills: choosing, make: selection(`4294967296`)},
		{name: "candidate-is-text", kills: choosing, make: selection(`"0"`)},
		{name: "candidate-is-true", kills: choosing, make: selection(`true`)},
		{name: "candidate-is-null", kills: choosing, make: selection(`null`)},
		{name: "candidate-with-fraction", kills: choosing, make: writes("choose", replaced(`"candidate_id":`, `"candidate_id":0.0,"was":`))},
		{name: "candidate-counted-from-one", kills: []string{"choose/one-candidate"}, make: answers("choose", func(_ text, n *protocolgen.Node) {
			if s := n.Get("selection"); s != nil {
				s.Get("candidate_id").Int++
			}
		})},
		{name: "no-selection", kills: choosing, make: answers("choose", func(_ text, n *protocolgen.Node) { n.Drop("selection") })},
		{name: "seat-step-counted-from-one", kills: choosing, make: answers("choose", func(line text, n *protocolgen.Node) {
			n.Get("selection").Set("seat_step", protocolgen.Int(protocol.At(line.value(), "/decision/seat_step").Int()+1))
		})},
		{name: "seat-step-null", kills: choosing, make: answers("choose", set("selection/seat_step", `null`))},
		{name: "seat-step-false", kills: choosing, make: answers("choose", set("selection/seat_step", `false`))},
		{name: "echo-of-kind-alone", kills: []string{"kinds/mulligan"}, make: answers("choose", set("selection/semantic_echo", `{"kind":"mulligan"}`))},
		{name: "echo-null", kills: choosing, make: answers("choose", set("selection/semantic_echo", `null`))},
		{name: "fraction-in-ignored-field", kills: choosing, make: writes("choose", replaced(`{`, `{"value":0.62,`))},
		{name: "not-a-number-in-ignored-field", kills: choosing, make: writes("choose", replaced(`{`, `{"value":NaN,`))},
		{name: "duplicate-key", kills: choosing, make: writes("choose", replaced(`{`, `{"protocol":"spellbench/v2",`))},
		{name: "surrogate-alone", kills: choosing, make: writes("choose", replaced(`{`, `{"note":"\ud800",`))},
		{name: "65-levels", kills: choosing, make: writes("choose", replaced(`{`, `{"deep":`+suite.Nested(64)+`,`))},
		{name: "integer-of-5000-digits", kills: choosing, make: writes("choose", replaced(`{`, `{"big":`+strings.Repeat("9", 5000)+`,`))},
		{name: "invalid-utf8", kills: choosing, make: writes("choose", replaced(`{`, "{\"note\":\"\xff\","))},
		{name: "two-answers-on-a-line", kills: choosing, make: writes("choose", func(a text) text { return a + a })},
		{name: "answer-over-two-lines", kills: choosing, make: writes("choose", replaced(`,`, ",\n"))},
		{name: "python-repr", kills: choosing, make: writes("choose", func(a text) text { return text(strings.ReplaceAll(string(a), `"`, `'`)) })},
		{name: "crashes-at-choose", kills: choosing, make: writes("choose", func(text) text { return crash })},
		{name: "crashes-at-game-start", kills: []string{"game-start/plain", "games/burn-as-p0"}, make: writes("game_start", func(text) text { return crash })},
		{name: "hangs-at-choose", slow: true, kills: []string{"kinds/pass"}, make: writes("choose", func(text) text { return "" })},
		{name: "hangs-at-hello", slow: true, kills: []string{"hello/answer"}, make: writes("hello", func(text) text { return "" })},
		{name: "hangs-at-game-over", slow: true, kills: []string{"game-over/natural-p0-win"}, make: writes("game_over", func(text) text { return "" })},
		{name: "error-to-hello", kills: []string{"hello/answer"}, make: pinned("hello", "/protocol", isText)},
	}
	return out
}

// startMutants stumble over one thing in game_start.
func startMutants() []mutant {
	var out []mutant
	for _, m := range []struct {
		kill, pointer string
		bad           func(wire.Value) bool
	}{
		{"opponent-hidden", "/opponent_deck", null},
		{"opponent-other-deck", "/opponent_deck/name", is("Blue")},
		{"seat-p1", "/seat", is("p1")},
		{"seed-zero", "/agent_seed", func(v wire.Value) bool { return v.Int() == 0 }},
		{"seed-largest", "/agent_seed", above(wire.MaxInt - 1)},
		{"seed-above-32-bits", "/agent_seed", above(1<<32 - 1)},
		{"game-id-unicode", "/game_id", contains("é")},
		{"game-id-long", "/game_id", func(v wire.Value) bool { return len(v.Str()) > 255 }},
		{"host-assigned", "/rules/starting_seat", isText},
		{"no-mulligans", "/rules/mulligan", is("none")},
		{"names-unicode", "/own_deck/name", contains("Ü")},
		{"names-two-faces", "/own_deck", contains(" // ")},
		{"deck-name-empty", "/own_deck/name", is("")},
		{"deck-large", "/own_deck/decklist", longerThan(100)},
		{"deck-count-large", "/own_deck/decklist/0/count", above(255)},
		{"domain-empty", "/rules/card_name_domain/names", empty},
		{"domain-large", "/rules/card_name_domain/names", longerThan(10_000)},
		{"no-extensions", "/rules/extensions", empty},
		{"native-ids", "/engine_profile/extensions", contains("true")},
		{"source-revision", "/engine/source_revision", isText},
		{"engine-unicode", "/engine/name", contains("ä")},
		{"no-flags", "/engine_profile/observation/known_cards", func(v wire.Value) bool { return !v.Bool() }},
		{"five-kinds", "/engine_profile/decision_kinds", func(v wire.Value) bool { return v.Len() < 6 }},
		{"kinds-in-other-order", "/engine_profile/decision_kinds", func(v wire.Value) bool { return v.Len() == 30 && !v.Elem(0).StrIs("pass") }},
		{"engine-defaults", "/engine_profile/engine_defaults/mana_payment", isText},
		{"no-rewind", "/engine_profile/rewind", func(v wire.Value) bool { return !v.Bool() }},
		{"probe", "/rules/probe", isTrue},
		{"times-largest", "/time_control/bank_ms", above(1 << 40)},
		{"no-increment", "/time_control/increment_ms", below(1)},
		{"limits-largest", "/limits/max_steps", above(1 << 40)},
		{"limits-small", "/limits/max_steps", below(1000)},
		{"resources-large", "/resources/gpu", isTrue},
		{"format-unicode", "/format", contains("ü")},
	} {
		out = append(out, mutant{name: "stumbles-over-" + m.kill, kills: []string{"game-start/" + m.kill}, make: pinned("game_start", m.pointer, m.bad)})
	}
	return append(out, mutant{name: "stumbles-over-opponent-absent", kills: []string{"game-start/opponent-absent"}, make: refuses(func(_ text, v wire.Value) bool {
		return v.Get("request_type").StrIs("game_start") && !v.Get("opponent_deck").Exists()
	})})
}

// chooseMutants stumble over one thing in a decision.
func chooseMutants() []mutant {
	out := []mutant{}
	for _, k := range protocol.Kinds() {
		name := strings.ReplaceAll(k.Name, "_", "-")
		out = append(out, mutant{
			name: "does-not-know-" + name, kills: []string{"kinds/" + name, "choose/all-kinds", "choose/optional-fields-null"},
			make: refuses(func(_ text, v wire.Value) bool {
				for c := range v.Get("decision").Get("candidates").Elems() {
					if c.Get("semantic").Get("kind").StrIs(k.Name) {
						return true
					}
				}
				return false
			}),
		})
	}
	for _, m := range []struct {
		kill, pointer string
		bad           func(wire.Value) bool
	}{
		{"one-candidate", "/decision/candidates", func(v wire.Value) bool { return v.Len() == 1 }},
		{"two-candidates", "/decision/candidates", func(v wire.Value) bool { return v.Len() == 2 }},
		{"257-candidates", "/decision/candidates", longerThan(256)},
		{"4096-candidates", "/decision/candidates", longerThan(4095)},
		{"no-display-text", "/decision/candidates/0/display_text", null},
		{"display-texts", "/decision/candidates/0/display_text", is("")},
		{"context-text", "/decision/context/text", isText},
		{"extension-object", "/decision/extensions", contains(`"candidate_id"`)},
		{"extension-null", "/decision/extensions/" + extension, null},
		{"extension-deep", "/decision/extensions", contains(strings.Repeat(`[{"k":`, 10))},
		{"turn-largest", "/decision/observation/turn", above(1 << 31)},
		{"numbers-largest", "/decision/observation/players/0/life", below(-1 << 30)},
		{"empty-board", "/decision/observation/players/0/hand", empty},
		{"crowded-board", "/decision/observation/players/1/battlefield", longerThan(500)},
		{"large", "/decision/extensions", func(v wire.Value) bool { return len(v.Raw()) > 1<<19 }},
		{"clock-empty", "/clock/remaining_ms", below(1)},
		{"clock-tiny", "/clock/remaining_ms", below(2)},
		{"clock-huge", "/clock/remaining_ms", above(1 << 50)},
		{"rewind", "/decision/context/rewind", isTrue},
		{"group", "/decision/group/substep_index", above(0)},
		{"long-game", "/decision/seat_step", above(1500)},
		{"future-kind", "/decision/candidates/0/semantic/kind", is("x_future_kind")},
		{"optional-fields-null", "/decision/observation/day_night", null},
		{"one-optional-field", "/decision/observation/day_night", null},
	} {
		out = append(out, mutant{name: "chokes-on-" + m.kill, kills: []string{"choose/" + m.kill}, make: pinned("choose", m.pointer, m.bad)})
	}
	return append(out, mutant{name: "answers-by-content", kills: []string{"choose/same-decision-again"}, make: func() filter {
		seen := map[string]text{}
		return func(line text, ask func(text) text) text {
			d := line.value().Get("decision")
			if !d.Exists() {
				return ask(line)
			}
			key := string(d.Get("candidates").Raw()) + string(d.Get("observation").Raw())
			if _, ok := seen[key]; !ok {
				seen[key] = ask(line)
			}
			return seen[key] // its old id too
		}
	}})
}

func readingMutants() []mutant {
	out := []mutant{
		{name: "no-white-space", kills: []string{"reading/white-space"}, make: refuses(has("\t"))},
		{name: "no-escapes", kills: []string{"reading/escapes"}, make: refuses(has(`\u0067`))},
	}
	for _, s := range surpluses {
		member := suite.Quote(s.key) + ":" + s.value
		out = append(out, mutant{name: "knows-no-" + s.name, kills: []string{"reading/unknown-" + s.name}, make: refuses(has(member))})
	}
	for requestType, first := range map[string]string{"hello": "protocol", "game_start": "agent_seed", "game_over": "game_id"} {
		name := strings.ReplaceAll(requestType, "_", "-")
		out = append(out, mutant{name: "one-order-of-keys-in-" + name, kills: []string{"reading/key-order-" + name}, make: refuses(func(line text, v wire.Value) bool {
			return v.Get("request_type").StrIs(requestType) && !strings.HasPrefix(string(line), `{"`+first)
		})})
	}
	return out
}

func overMutants() []mutant {
	var out []mutant
	for _, e := range protocol.Endings() {
		name := e.Classification
		if e.Outcome != name {
			name += "-" + strings.ReplaceAll(e.Outcome, "_", "-")
		}
		out = append(out, mutant{name: "no-ending-" + name, kills: []string{"game-over/" + name}, make: pinned("game_over", "/terminal", func(v wire.Value) bool {
			return v.Get("classification").StrIs(e.Classification) && v.Get("outcome").StrIs(e.Outcome)
		})})
	}
	games := func(bad func(games int, seats []string) bool) func() filter {
		return func() filter {
			var seats []string
			return func(line text, ask func(text) text) text {
				if isType(line, "game_start") {
					seats = append(seats, line.value().Get("seat").Str())
					if bad(len(seats), seats) {
						return refused(line)
					}
				}
				return ask(line)
			}
		}
	}
	return append(out, []mutant{
		{name: "over-only-after-a-choice", kills: []string{"game-over/before-any-decision"}, make: pinned("game_over", "/terminal/seat_step_count", below(1))},
		{name: "over-only-between-groups", kills: []string{"game-over/in-group"}, make: pinned("game_over", "/terminal/reason", is("host_validator:V4"))},
		{name: "reasons-in-ascii", kills: []string{"game-over/reason-of-any-text"}, make: pinned("game_over", "/terminal/reason", contains("Ü"))},
		{name: "one-game-a-process", kills: []string{"game-over/next-game", "game-over/next-game-other-seat"}, make: games(func(n int, _ []string) bool { return n > 1 })},
		{name: "one-seat-a-process", kills: []string{"game-over/next-game-other-seat"}, make: games(func(_ int, seats []string) bool { return seats[0] != seats[len(seats)-1] })},
	}...)
}

// refusalMutants serve what they cannot, or do not go on after it.
func refusalMutants() []mutant {
	var kinds, thenOn []string
	for _, r := range refusals() {
		kinds, thenOn = append(kinds, "refusals/"+r.name), append(thenOn, "refusals/"+r.name+"-then-on")
	}
	isError := func(a text) bool { return a.value().Get("response_type").StrIs("error") }
	return []mutant{
		{name: "acks-everything", kills: append(kinds, "refusals/over-long-line", "refusals/choose-first"), make: stateless(func(line text, ask func(text) text) text {
			if a := ask(line); !isError(a) {
				return a
			}
			return text(protocol.AppendResponse(nil, cmpOr(line.value().Get("request_id").Str(), "r-9"), &protocol.Ack{}))
		})},
		{name: "errors-end-the-game", kills: append(thenOn, "refusals/over-long-line"), make: func() filter {
			failed := false
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if failed && isType(line, "choose") {
					return refused(line)
				}
				failed = failed || isError(a)
				return a
			}
		}},
		{name: "crashes-on-errors", kills: []string{"refusals/not-json", "refusals/empty-object-then-on", "refusals/over-long-line"}, make: stateless(func(line text, ask func(text) text) text {
			if a := ask(line); !isError(a) {
				return a
			}
			return crash
		})},
		{name: "silent-on-bad-json", slow: true, kills: []string{"refusals/not-json"}, make: stateless(func(line text, ask func(text) text) text {
			if !line.value().Exists() {
				return ""
			}
			return ask(line)
		})},
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// gameMutants play well for a while.
func gameMutants() []mutant {
	after := func(n int, fault func(line text) text) func() filter {
		return func() filter {
			asked := 0
			return func(line text, ask func(text) text) text {
				if isType(line, "choose") {
					if asked++; asked > n {
						return fault(line)
					}
				}
				return ask(line)
			}
		}
	}
	return []mutant{
		{name: "gives-up-after-30", kills: []string{"games/*-as-*", "games/hidden-decklists", "choose/long-game"}, make: after(30, refused)},
		{name: "gives-up-after-1", kills: []string{"tours/*"}, make: after(1, refused)},
		{name: "crashes-after-30", kills: []string{"games/creatures-as-p0"}, make: after(30, func(text) text { return crash })},
		{name: "out-of-range-after-30", kills: []string{"games/burn-as-p1"}, make: after(30, func(line text) text {
			return text(protocol.AppendResponse(nil, line.value().Get("request_id").Str(), &protocol.Choice{CandidateID: 4096}))
		})},
		{name: "hangs-after-30", slow: true, kills: []string{"games/burn-as-p0"}, make: after(30, func(text) text { return "" })},
	}
}
