// Package examples holds complete programs in other languages. Its tests play them as a host would,
// and break them one line at a time to see whether the suites notice.
package examples

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"gotest.tools/v3/assert"
)

const engineScript = "engine-python/engine.py"

func startEngine(t *testing.T) *program {
	return python(t, engineScript, protocol.DecodeEngineResponse)
}

func startAgent(t *testing.T) *program {
	return python(t, "agent-python/agent.py", protocol.DecodeAgentResponse)
}

func TestPythonGame(t *testing.T) {
	tests := []struct {
		name, mulligan string
		deck           int  // its place in the catalog
		list           bool // named by its cards instead
	}{
		{"catalog deck", "none", 0, false},
		{"mulligans", "london", 0, false},
		{"a list", "none", 1, true},
		{"a list and mulligans", "london", 1, true},
	}
	engine := startEngine(t)
	engine.judge = validator.New(validator.Options{Reading: protocol.Strict})
	hello := engine.ask("hello", object{"protocol_minor": 0})
	seen := map[string]int{}
	for n, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			entry := hello["catalog"].([]any)[test.deck].(object)
			rows := entry["decklist"].([]any)
			deck := object{"deck_id": deckID(rows), "catalog_id": entry["catalog_id"]}
			if test.list {
				deck = object{"deck_id": deckID(rows), "decklist": rows}
			}
			reset := resetFields(n, hello["formats"].([]any)[0], deck, rulesObject(test.mulligan))
			r := play(t, engine, startAgents(t, reset, hello), reset)
			assert.Equal(t, r.terminal["classification"], "natural")
			assert.Equal(t, fmt.Sprint(r.terminal["step_count"]), fmt.Sprint(len(r.decisions)))
			for kind, n := range r.kinds {
				seen[kind] += n
			}

			// The same secret and the same answers give the same game, whatever was played before (5.3, 11.6).
			again := startEngine(t)
			again.ask("hello", object{"protocol_minor": 0})
			second := play(t, again, startAgents(t, reset, hello), reset)
			assert.DeepEqual(t, r.decisions, second.decisions)

			// And every game has its own: another secret shuffles otherwise.
			other := again.ask("reset", resetFields(n+100, reset["format"], deck, rulesObject(test.mulligan)))
			assert.Assert(t, encode(other["seat_decision"]) != r.decisions[0])
			again.end()
		})
	}
	engine.end()
	for _, kind := range []string{"pass", "play_land", "cast_spell", "choose_target", "mulligan"} {
		assert.Assert(t, seen[kind] > 0, "no %s was ever chosen", kind)
	}
}

// startAgents starts one agent a seat, as each game of a verified run does (11.7).
func startAgents(t *testing.T, reset, hello object) map[string]*program {
	agents := map[string]*program{}
	for i, seat := range []string{"p0", "p1"} {
		p := startAgent(t)
		agents[seat] = p
		assert.Equal(t, p.ask("hello", object{"protocol_minor": 0})["response_type"], "hello_ok")
		own := object{"deck_id": reset["seats"].([]any)[i].(object)["deck"].(object)["deck_id"], "name": "x", "decklist": []any{}}
		start := object{
			"game_id": reset["game_id"], "seat": seat, "format": reset["format"], "rules": reset["rules"],
			"own_deck": own, "opponent_deck": nil, "engine": hello["engine"], "agent_seed": 8103969398531465 + i,
		}
		assert.Equal(t, p.ask("game_start", start)["response_type"], "ack")
	}
	return agents
}

// A fixture is an engine with what its hello_ok taught us.
type fixture struct {
	*program
	reset func(change func(object)) object // a good reset, changed
}

func engineFixture(t *testing.T) fixture {
	engine := startEngine(t)
	hello := engine.ask("hello", object{"protocol_minor": 7})
	assert.Equal(t, fmt.Sprint(hello["protocol_minor"]), "0")
	entry := hello["catalog"].([]any)[0].(object)
	deck := object{"deck_id": deckID(entry["decklist"].([]any)), "catalog_id": entry["catalog_id"]}
	n := 0
	return fixture{engine, func(change func(object)) object {
		n++
		r := resetFields(n, hello["formats"].([]any)[0], deck, rulesObject("none"))
		if change != nil {
			change(r)
		}
		return r
	}}
}

func wantCode(t *testing.T, answer object, code string) {
	t.Helper()
	assert.Equal(t, answer["response_type"], "error", "%.300v", answer)
	assert.Equal(t, answer["error"].(object)["code"], code, "%.300v", answer)
}

func TestPythonEngineLines(t *testing.T) {
	const limit = 8 << 20
	e := engineFixture(t)
	hello := request("h", "hello", object{"protocol_minor": 0})
	padded := func(n int) string { return hello + strings.Repeat(" ", n-len(hello)) }
	tests := []struct{ name, line, code string }{ // code "" for a hello_ok
		{"a hello", hello, ""},
		{"with a carriage return", hello + "\r", ""},
		{"of 8 MiB", padded(limit), ""},
		{"of 8 MiB with a carriage return", padded(limit) + "\r", ""},
		{"a byte more", padded(limit + 1), "malformed_json"},
		{"much more", padded(3 * limit), "malformed_json"},
		{"blank", "", "malformed_json"},
		{"100,000 arrays", strings.Repeat("[", 100_000), "malformed_json"},
		{"100,000 objects", strings.Repeat(`{"a":`, 100_000), "malformed_json"},
		{"a million digits", `{"a":` + strings.Repeat("9", 1_000_000) + "}", "malformed_json"},
		{"a byte order mark", "\ufeff" + hello, "malformed_json"},
		{"invalid UTF-8", `{"a":"` + "\xff" + `"}`, "malformed_json"},
		{"a lone surrogate", `{"\ud800":0,"\ud800":1}`, "malformed_json"},
		{"a hello after all this", hello, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer := e.line(test.line)
			if test.code == "" {
				assert.Equal(t, answer["response_type"], "hello_ok")
				return
			}
			wantCode(t, answer, test.code)
			assert.Equal(t, answer["request_id"], "")
		})
	}
	e.end()
}

// TestPythonEngineReadsJSON puts other projects' JSON test data to the engine, where it is at hand.
func TestPythonEngineReadsJSON(t *testing.T) {
	f, err := os.Open("../../shared/vectors/json-suites.tsv")
	if err != nil {
		t.Skip("the JSON suites are not at hand")
	}
	defer f.Close()
	e := engineFixture(t)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		row := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(row[0], "#") || len(row) < 3 {
			continue
		}
		input, err := hex.DecodeString(row[2])
		assert.NilError(t, err)
		if strings.ContainsAny(string(input), "\n\r") {
			continue // it would not be one line
		}
		want := map[string]string{"y": "malformed_request", "n": "malformed_json"}[row[1]]
		answer := e.line(string(input))
		assert.Equal(t, answer["error"].(object)["code"], want, row[0])
	}
	assert.NilError(t, lines.Err())
	e.end()
}

func TestPythonEngineRefusals(t *testing.T) {
	rule := func(name string, value any) func(object) {
		return func(r object) { r["rules"].(object)[name] = value }
	}
	seat := func(i int, deck object) func(object) {
		return func(r object) { r["seats"].([]any)[i].(object)["deck"] = deck }
	}
	list := func(rows ...object) object {
		all := make([]any, len(rows))
		for i, row := range rows {
			all[i] = row
		}
		return object{"deck_id": digest(all), "decklist": all}
	}
	none := "sha256:" + strings.Repeat("0", 64)
	tests := []struct {
		name, code string
		change     func(object)
	}{
		{"unknown field", "malformed_request", func(r object) { r["x_more"] = 1 }},
		{"no format", "malformed_request", func(r object) { delete(r, "format") }},
		{"unknown type", "malformed_request", func(r object) { r["request_type"] = "quit" }},
		{"another protocol", "protocol_mismatch", func(r object) { r["protocol"] = "spellbench/v1" }},
		{"another format", "unsupported_format", func(r object) { r["format"] = "no-such-format" }},
		{"a short secret", "malformed_request", func(r object) { r["game_secret"] = strings.Repeat("0", 63) }},
		{"an upper-case secret", "malformed_request", func(r object) { r["game_secret"] = strings.Repeat("A", 64) }},
		{"a negative cap", "malformed_request", func(r object) { r["max_steps"] = -1 }},
		{"a boolean cap", "malformed_request", func(r object) { r["max_steps"] = true }},
		{"seats turned round", "malformed_request", func(r object) { slices.Reverse(r["seats"].([]any)) }},
		{"an unknown catalog deck", "unsupported_deck", seat(1, object{"deck_id": none, "catalog_id": "no-such-deck"})},
		{"an unknown card", "unsupported_deck", seat(1, list(object{"name": "No Such Card", "count": 4}))},
		{"too many cards", "unsupported_deck", seat(1, list(object{"name": "Island", "count": 1<<32 - 1}))},
		{"a row twice", "malformed_request", seat(1, list(object{"name": "Island", "count": 1}, object{"name": "Island", "count": 2}))},
		{"a count of 0", "malformed_request", seat(1, list(object{"name": "Island", "count": 0}))},
		{"a name not in NFC", "malformed_request", seat(1, list(object{"name": "De\u0301ja\u0300 Vu", "count": 1}))},
		{"another list's id", "deck_id_mismatch", seat(1, object{"deck_id": none, "decklist": []any{object{"name": "Island", "count": 1}}})},
		{"a deck by both", "malformed_request", seat(0, object{"deck_id": none, "catalog_id": "mill", "decklist": []any{}})},
		{"a toss", "unsupported_rule", func(r object) {
			rule("starting_player", "toss_winner_chooses")(r)
			rule("starting_seat", nil)(r)
		}},
		{"a toss with a seat", "malformed_request", rule("starting_player", "toss_winner_chooses")},
		{"an extension", "unsupported_rule", rule("extensions", []any{"x_other"})},
		{"a probe", "unsupported_rule", rule("probe", true)},
		{"an unknown mulligan", "malformed_request", rule("mulligan", "vancouver")},
	}
	e := engineFixture(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := e.reset(nil)
			test.change(r)
			wantCode(t, e.ask("reset", r), test.code)
			// None of them reset a game or used up its id.
			wantCode(t, e.ask("step", object{"game_id": r["game_id"], "expected_step": 0,
				"selection": object{"candidate_id": 0, "semantic_echo": object{}}}), "step_before_reset")
		})
	}
	e.end()
}

// TestPythonEngineDecodesStrictly puts a value of every other type into every place of a request.
func TestPythonEngineDecodesStrictly(t *testing.T) {
	e := engineFixture(t)
	step := object{"game_id": "g", "expected_step": 0, "selection": object{"candidate_id": 0, "semantic_echo": object{}}}
	for kind, fields := range map[string]object{
		"hello": {"protocol_minor": 0}, "reset": e.reset(nil), "step": step,
		"validate_deck":  {"format": "f", "deck": object{"decklist": []any{object{"name": "Island", "count": 1}}}},
		"probe_resample": {"game_id": "g", "samples": 1},
	} {
		places(fields, func(path string, right any, put func(any)) {
			for _, wrong := range []any{nil, true, -1, []any{}, object{}, []any{[]any{}}, "\x00"} {
				if encode(wrong) == encode(right) || fmt.Sprintf("%T %T", wrong, right) == "string string" {
					continue // it may well be right
				}
				put(wrong)
				answer := e.ask(kind, fields)
				assert.Equal(t, answer["response_type"], "error", "%s%s = %v", kind, path, wrong)
				assert.Assert(t, answer["error"].(object)["code"] != "malformed_json")
			}
		})
	}
	e.end()
}

// places calls visit for every member and element of v, at every depth, with a function that
// replaces it; it is put back afterwards.
func places(v any, visit func(path string, old any, put func(any))) {
	switch v := v.(type) {
	case object:
		for k, old := range v {
			visit("/"+k, old, func(x any) { v[k] = x })
			v[k] = old
			places(old, func(path string, old any, put func(any)) { visit("/"+k+path, old, put) })
		}
	case []any:
		for i, old := range v {
			visit(fmt.Sprint("/", i), old, func(x any) { v[i] = x })
			v[i] = old
			places(old, func(path string, old any, put func(any)) { visit(fmt.Sprint("/", i, path), old, put) })
		}
	}
}

func TestPythonEngineSteps(t *testing.T) {
	e := engineFixture(t)
	reset := e.reset(func(r object) { r["max_decisions"] = 2 })
	e.ask("reset", reset)
	step := func(id string, expected, candidate int, kind string) object {
		return object{"game_id": id, "expected_step": expected,
			"selection": object{"candidate_id": candidate, "semantic_echo": object{"kind": kind}}}
	}
	game := reset["game_id"].(string)
	for _, test := range []struct {
		name, code string
		step       object
	}{ // each has every fault of those below it
		{"another game", "game_id_mismatch", step("g-other", 1, 99, "x")},
		{"another step", "expected_step_mismatch", step(game, 1, 99, "x")},
		{"a candidate too high", "candidate_id_out_of_range", step(game, 0, 1<<32-1, "x")},
		{"another echo", "semantic_echo_mismatch", step(game, 0, 0, "x")},
	} {
		t.Run(test.name, func(t *testing.T) { wantCode(t, e.ask("step", test.step), test.code) })
	}
	wantCode(t, e.ask("reset", e.reset(nil)), "game_already_active")

	// The same request again gets the same answer and is played once (4.1).
	line := request("again", "step", step(game, 0, 0, "pass"))
	first := e.line(line)
	assert.Equal(t, fmt.Sprint(first["step"]), "1")
	assert.DeepEqual(t, e.line(line), first)
	wantCode(t, e.line(request("again", "step", step(game, 1, 0, "pass"))), "request_id_reuse_mismatch")

	end := e.ask("step", step(game, 1, 0, "pass"))
	assert.Equal(t, end["classification"], "truncated")
	assert.Equal(t, fmt.Sprintf("%v %v %v", end["step_count"], end["decision_count"], end["winner"]), "2 2 <nil>")
	wantCode(t, e.ask("step", step(game, 9, 0, "pass")), "game_already_terminal")
	wantCode(t, e.ask("reset", reset), "malformed_request") // its id was used

	end = e.ask("reset", e.reset(func(r object) { r["max_steps"] = 0 }))
	assert.Equal(t, fmt.Sprintf("%v %v", end["classification"], end["step_count"]), "truncated 0")
	assert.Equal(t, e.ask("reset", e.reset(nil))["response_type"], "decision")
	wantCode(t, e.ask("probe_resample", object{"game_id": "g", "samples": 1}), "unsupported_request")
	e.end()
}

func TestPythonAgent(t *testing.T) {
	a := startAgent(t)
	decision := object{"candidates": []any{object{"candidate_id": 0}, object{"candidate_id": 1}}, "acting_seat": "p0"}
	choose := object{"game_id": "g", "decision": decision}
	start := object{"game_id": "g", "agent_seed": 1, "x_unknown": object{}}
	tests := []struct{ name, line, want string }{ // a response_type, or an error code
		{"hello", request("1", "hello", object{"protocol_minor": 3}), "hello_ok"},
		{"choose without a game", request("2", "choose", choose), "unknown_game"},
		{"a start without a seed", request("3", "game_start", object{"game_id": "g"}), "malformed_request"},
		{"a start", request("4", "game_start", start) + "\r", "ack"},
		{"another start", request("5", "game_start", start), "game_already_active"},
		{"choose", request("6", "choose", choose), "choice"},
		{"choose among none", request("7", "choose", object{"game_id": "g", "decision": object{"candidates": []any{}}}), "malformed_request"},
		{"another game", request("8", "choose", object{"game_id": "h", "decision": decision}), "unknown_game"},
		{"no JSON", "choose!", "malformed_json"},
		{"100,000 arrays", strings.Repeat("[", 100_000), "malformed_json"},
		{"a list", "[]", "malformed_request"},
		{"another protocol", `{"request_id":"9","request_type":"hello","protocol":"spellbench/v1"}`, "protocol_mismatch"},
		{"the end", request("10", "game_over", object{"game_id": "g", "terminal": object{}}), "ack"},
		{"choose after the end", request("11", "choose", choose), "unknown_game"},
		{"a second game", request("12", "game_start", start), "ack"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer := a.line(test.line)
			got := answer["response_type"]
			if got == "error" {
				got = answer["error"].(object)["code"]
			}
			assert.Equal(t, got, test.want, "%v", answer)
			var sent struct {
				RequestID string `json:"request_id"`
			}
			json.Unmarshal([]byte(test.line), &sent)
			assert.Equal(t, answer["request_id"], sent.RequestID)
		})
	}
	a.end()
}
