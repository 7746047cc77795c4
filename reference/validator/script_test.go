package validator_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
	"gotest.tools/v3/assert"
)

// A script is a game of several messages, one a line:
//
//	FIGURE [; EDIT]...   a decision, numbered as the game so far wants it, then edited
//	> N                  the answer: candidate N
//	end [; EDIT]...      a natural terminal with the right counts, then edited
//	truncated [; EDIT]...
//
// All but its last message are legal. With a pointer the last one breaks the check there, and nothing
// else; without one it is legal too.
type script struct {
	check, name string
	given       func(*protocol.EngineHelloOK, *protocol.Reset)
	lines       string
	pointer     string
}

// A scribe keeps the numbers of a legal game.
type scribe struct {
	t         *testing.T
	g         *validator.Game
	step      int
	seatStep  map[string]int
	group     map[string]int
	completed int
	current   map[string]any // the seat_decision that waits for an answer
}

func (s script) play(t *testing.T, o validator.Options) []validator.Violation {
	h, r := hello(), reset()
	if s.given != nil {
		s.given(h, r)
	}
	p := &scribe{t: t, g: validator.New(o), seatStep: map[string]int{}, group: map[string]int{}}
	p.g.Hello(h)
	p.g.Reset("h-2", r)
	lines := strings.Split(strings.TrimSpace(s.lines), "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		found := p.move(line)
		if i == len(lines)-1 {
			return found
		}
		assert.Equal(t, len(found), 0, "line %d, %s: %v", i+1, line, found)
	}
	return nil
}

func (p *scribe) move(line string) []validator.Violation {
	if n, ok := strings.CutPrefix(line, "> "); ok {
		p.answer(n)
		return nil
	}
	name, edits, _ := strings.Cut(line, ";")
	var message any
	switch name = strings.TrimSpace(name); name {
	case "end", "truncated":
		message = p.terminal(name)
	default:
		message = p.decision(name)
	}
	if edits != "" {
		for _, e := range strings.Split(edits, ";") {
			message = edit(p.t, message, strings.TrimSpace(e))
		}
	}
	if name == "end" || name == "truncated" {
		return p.g.Terminal(parse(p.t, message))
	}
	p.current = message.(map[string]any)["seat_decision"].(map[string]any)
	return p.g.Decision(parse(p.t, message))
}

func (p *scribe) decision(name string) any {
	m := figure(p.t, name).(map[string]any)
	sd := m["seat_decision"].(map[string]any)
	seat := sd["acting_seat"].(string)
	m["request_id"], m["step"] = "h-"+strconv.Itoa(p.step+2), p.step
	sd["seat_step"] = p.seatStep[seat]
	sd["group"].(map[string]any)["group_id"] = p.group[seat]
	return clone(p.t, m)
}

func (p *scribe) terminal(name string) any {
	m := M{
		"response_type": "terminal", "protocol": "spellbench/v2", "request_id": "h-" + strconv.Itoa(p.step+2), "game_id": "g-1",
		"outcome": "draw", "classification": "natural", "winner": nil, "reason": "both_dead",
		"step_count": p.step, "decision_count": p.completed,
		"provenance": M{"engine_name": "figure", "engine_version": "1", "rules_snapshot_id": "r", "card_pool_identity": "c"},
	}
	if name == "truncated" {
		m["outcome"], m["classification"] = name, name
	}
	return clone(p.t, m)
}

func (p *scribe) answer(n string) {
	id, err := strconv.ParseUint(n, 10, 32)
	assert.NilError(p.t, err)
	seat, group := p.current["acting_seat"].(string), p.current["group"].(map[string]any)
	p.g.Step("h-"+strconv.Itoa(p.step+3), &protocol.Step{GameID: "g-1", ExpectedStep: uint64(p.step), CandidateID: uint32(id)})
	p.step++
	p.seatStep[seat] = number(group, p.current["seat_step"]) + 1
	index, count := number(group, group["substep_index"]), number(group, group["substep_count"])
	p.group[seat] = number(group, group["group_id"])
	if index+1 == count {
		p.group[seat]++
		p.completed++
	}
}

func number(_ any, v any) int {
	switch x := v.(type) {
	case json.Number:
		n, _ := x.Int64()
		return int(n)
	case int:
		return x
	}
	return -1
}

func TestScripts(t *testing.T) {
	for _, s := range scripts {
		t.Run(s.check+"/"+s.name, func(t *testing.T) {
			c := checkNamed(t, s.check)
			if s.pointer == "" {
				for _, v := range s.play(t, validator.Options{Reading: c.Reading, All: true}) {
					t.Errorf("legal, but %s", v)
				}
				return
			}
			got := s.play(t, validator.Options{Reading: c.Reading, All: true})
			assert.Equal(t, len(got), 1, "%v", got)
			assert.Equal(t, got[0].Check, s.check)
			assert.Equal(t, got[0].Pointer, long(s.pointer), "%v", got)
			if c.Reading == protocol.Strict {
				assert.Equal(t, len(s.play(t, validator.Options{All: true})), 0, "the text does not ask for it")
			}
		})
	}
}

const (
	acted = "p0 acts\n> 1\n" // p0 has used its creature
	// p0 has used its creature, p1 has answered with its own.
	bothActed = acted + "p1 acts\n> 1\n"
	// p0 is half-way through sacrificing two.
	halfway = "select 2\n> 0\n"
	second  = "select 2; G/substep_index = 1; C/0/semantic/selected_count = 1; C/1/semantic/selected_count = 1; C/2/semantic/selected_count = 1; delete C/0; C/0/candidate_id = 0; C/1/candidate_id = 1"
)

func caps(decisions, steps uint64) func(*protocol.EngineHelloOK, *protocol.Reset) {
	return func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.MaxDecisions, r.MaxSteps = decisions, steps }
}

var scripts = []script{
	// V3: the counters.
	{"V3-seat-step", "counts one seat only", nil, "p0 acts\n> 0\np1 acts\n> 0\np0 acts", ""},
	{"V3-seat-step", "counts both seats", nil, "p0 acts\n> 0\np1 acts\n> 0\np0 acts; S/seat_step = 2", "S/seat_step"},
	{"V3-seat-step", "stands still", nil, "p0 acts\n> 0\np0 acts; S/seat_step = 0", "S/seat_step"},
	{"V3-other-seat", "within a group", nil, halfway + "p1 acts", "S/acting_seat"},
	{"V3-other-seat", "after it", nil, halfway + second + "\n> 0\np1 acts", ""},
	{"V3-group", "skips an id", nil, "p0 acts\n> 0\np0 acts; G/group_id = 2", "G/group_id"},
	{"V3-group", "uses an id again", nil, "p0 acts\n> 0\np0 acts; G/group_id = 0", "G/group_id"},
	{"V3-group", "skips a substep", nil, "order some; G/substep_count = 3; C/0/semantic/count = 3; C/1/semantic/count = 3; C/2/semantic/count = 3; C/- = {\"candidate_id\":3,\"semantic\":{\"kind\":\"order_pick\",\"source\":null,\"purpose\":\"library_top\",\"item\":{\"object\":{\"object_id\":\"o-DURESS\",\"card_name\":\"Duress\",\"owner_seat\":\"p1\",\"controller_seat\":\"p1\",\"zone\":\"graveyard\"}},\"position\":0,\"count\":3},\"display_text\":null}\n> 3\norder some; G/substep_count = 3; G/substep_index = 2; C/0/semantic/count = 3; C/1/semantic/count = 3; C/2/semantic/count = 3; C/0/semantic/position = 2; C/1/semantic/position = 2; C/2/semantic/position = 2", "G/substep_index"},
	{"V3-group", "changes its count", nil, halfway + second + "; G/substep_count = 3", "G/substep_count"},
	{"V3-group", "begins anew within a group", nil, halfway + "p0 acts; G/group_id = 1", "G/group_id"},
	{"V3-group", "continues", nil, halfway + second, ""},
	{"V3-group", "ids count one seat only", nil, "p0 acts\n> 0\np1 acts\n> 0\np1 acts\n> 0\np0 acts", ""},

	// V3: rewinds.
	{"V3-rewind", "after an action", nil, acted + "p0 acts; X/rewind = true", ""},
	{"V3-rewind", "after a pass", nil, "p0 acts\n> 0\np0 acts; X/rewind = true", "X/rewind"},
	{"V3-rewind", "after a pass that follows an action", nil, acted + "p0 acts\n> 0\np0 acts; X/rewind = true", "X/rewind"},
	{"V3-rewind", "of the other seat's action", nil, acted + "p1 acts; X/rewind = true", "X/rewind"},
	{"V3-rewind", "twice", nil, acted + "p0 acts; X/rewind = true\n> 0\np0 acts; X/rewind = true", "X/rewind"},
	{"V3-rewind", "twice, with an action between", nil, acted + "p0 acts; X/rewind = true\n> 1\np0 acts; X/rewind = true", ""},
	{"V3-rewind", "on a choice", nil, acted + "boolean; X/rewind = true", "X/rewind"},
	{"V3-rewind", "within a group", nil, acted + halfway + "p0 acts; X/rewind = true; G/group_id = 2", ""},
	{"V3-group", "a rewound id is not used again", nil, acted + halfway + "p0 acts; X/rewind = true; G/group_id = 1", "G/group_id"},
	{"V3-rewind", "after the other seat's answer", nil, bothActed + "p0 acts; X/rewind = true", ""},
	{"V8-rewind", "undeclared", func(h *protocol.EngineHelloOK, _ *protocol.Reset) { h.Rewind = false }, acted + "p0 acts; X/rewind = true", "X/rewind"},
	{"V8-rewind", "declared", nil, acted + "p0 acts; X/rewind = true", ""},

	// decision_count and step_count.
	{"terminal_counts-decisions", "groups count once", nil, halfway + second + "\n> 0\nend; /decision_count = 1", ""},
	{"terminal_counts-decisions", "a decision too many", nil, "p0 acts\n> 0\nend; /decision_count = 2", "/decision_count"},
	{"terminal_counts-decisions", "a rewound action does not count", nil, acted + "p0 acts; X/rewind = true\n> 0\nend; /decision_count = 1", ""},
	{"terminal_counts-decisions", "a rewound action counts", nil, acted + "p0 acts; X/rewind = true\n> 0\nend", "/decision_count"},
	{"terminal_counts-decisions", "nor does what the other seat did since", nil, bothActed + "p0 acts; X/rewind = true\n> 0\nend; /decision_count = 1", ""},
	{"terminal_counts-decisions", "nothing is taken back twice", nil, bothActed + "p1 acts; X/rewind = true\n> 0\np0 acts; X/rewind = true\n> 0\nend; /decision_count = 1", ""},
	{"terminal_counts-decisions", "an earlier action of the other seat stays", nil, bothActed + "p1 acts; X/rewind = true\n> 0\nend; /decision_count = 2", ""},
	{"terminal_counts-decisions", "two rewinds of one seat", nil, acted + "p0 acts; X/rewind = true\n> 1\np0 acts; X/rewind = true\n> 0\nend; /decision_count = 1", ""},
	{"terminal_counts-decisions", "a rewind that is not answered", nil, acted + "p0 acts; X/rewind = true\nend; /decision_count = 0", ""},
	{"terminal_counts-decisions", "an interrupted group does not count", nil, halfway + "end; /outcome = \"halted\"; /classification = \"halted\"; /decision_count = 0", ""},
	{"terminal_counts-steps", "all answers count", nil, acted + "p0 acts; X/rewind = true\n> 0\nend; /decision_count = 1; /step_count = 2", ""},
	{"terminal_counts-steps", "one too many", nil, acted + "end; /step_count = 2", "/step_count"},
	{"terminal_counts-steps", "one too few", nil, acted + "end; /step_count = 0", "/step_count"},
	{"malformed-request-id", "terminal", nil, acted + "end; /request_id = \"h-2\"", "/request_id"},
	{"malformed-game-id", "terminal", nil, acted + "end; /game_id = \"g-2\"", "/game_id"},
	{"V10-provenance", "terminal", nil, acted + "end; /provenance/engine_version = \"1.1\"", "/provenance/engine_version"},
	{"malformed-step", "stands still", nil, acted + "p0 acts; /step = 0", "/step"},

	// The end.
	{"V3-natural", "within a group", nil, halfway + "end", "/classification"},
	{"V3-natural", "after a group", nil, halfway + second + "\n> 1\nend", ""},
	{"V3-truncated", "within a group, below the cap", nil, halfway + "truncated", "/classification"},
	{"V3-truncated", "within a group, at max_steps", caps(100, 1), halfway + "truncated", ""},
	{"V3-truncated", "far below both caps", caps(100000, 100000), acted + "truncated", "/classification"},
	{"V3-truncated", "at max_decisions", caps(1, 100000), acted + "truncated", ""},
	{"V3-truncated", "before a group that may not fit", caps(100000, 16384), acted + "truncated", ""},
	{"V3-truncated-exact", "before a group that may not fit", caps(100000, 3), acted + "truncated", "/classification"},
	{"V3-truncated-exact", "at max_steps", caps(100000, 1), acted + "truncated", ""},
	{"terminal_reason-host", "forfeit", nil, acted + "end; /reason = \" Forfeit:timeout\"", "/reason"},
	{"terminal_reason-host", "full width", nil, acted + "end; /reason = \"ｈost_validator: V1\"", "/reason"},
	{"terminal_reason-host", "the engine's own", nil, acted + "end; /reason = \"engine_contract_failure:candidate_limit\"", ""},
	{"X-max-steps", "another decision at the cap", caps(100, 1), "p0 acts\n> 0\np0 acts", "/step"},
	{"X-max-steps", "the rest of the group", caps(100, 1), halfway + second, ""},
	{"X-max-decisions", "another decision at the cap", caps(1, 100), "p0 acts\n> 0\np0 acts", "/step"},

	// V7.
	{"V7-returned", "gone for a decision", nil, "p0 acts\n> 0\np0 acts; P1/battlefield = []\n> 0\np0 acts", "P1/battlefield/0/object_id"},
	{"V7-returned", "gone from the other seat's stream", nil, "p0 acts\n> 0\np1 acts; P0/battlefield = []; delete C/1\n> 0\np0 acts", ""},
	{"V7-returned", "new id", nil, "p0 acts\n> 0\np0 acts; P1/battlefield = []\n> 0\np0 acts; P1/battlefield/0/object_id = \"o-new\"", ""},
	{"V7-returned", "look id", nil, "scry; G/substep_count = 1; C/0/semantic/card_count = 1; C/1/semantic/card_count = 1\n> 0\npriority\n> 0\nscry; G/substep_count = 1; C/0/semantic/card_count = 1; C/1/semantic/card_count = 1; delete O/known/2", "O/known/0/object_id"},
	{"V7-returned", "look id stays while looked at", nil, "scry; G/substep_count = 1; C/0/semantic/card_count = 1; C/1/semantic/card_count = 1\n> 0\nscry; G/substep_count = 1; C/0/semantic/card_count = 1; C/1/semantic/card_count = 1", ""},
	{"V7-returned", "a rewind does not bring it back", nil, acted + "p0 acts; P1/battlefield = []\n> 1\np0 acts; X/rewind = true", "P1/battlefield/0/object_id"},
	{"V7-zones", "dies with its id", nil, "p0 acts\n> 0\np0 acts; P1/graveyard/- = @P1/battlefield/0; P1/battlefield = []; P1/graveyard/0/zone = \"graveyard\"; P1/graveyard/0/permanent = null", "P1/graveyard/0/object_id"},
	{"V7-zones", "dies with a new id", nil, "p0 acts\n> 0\np0 acts; P1/graveyard/- = @P1/battlefield/0; P1/battlefield = []; P1/graveyard/0/zone = \"graveyard\"; P1/graveyard/0/permanent = null; P1/graveyard/0/object_id = \"o-new\"", ""},
	{"V7-owners", "changes its owner", nil, "p0 acts\n> 0\np0 acts; P1/battlefield/0/owner_seat = \"p0\"", "P1/battlefield/0/object_id"},
	{"V7-owners", "changes its controller", nil, "p0 acts\n> 0\np0 acts; P0/battlefield/- = @P1/battlefield/0; P1/battlefield = []; P0/battlefield/1/controller_seat = \"p0\"", ""},
	{"V7-zones", "changes its name", nil, "p0 acts\n> 0\np0 acts; P1/battlefield/0/card_name = \"Wall\"", ""},

	// Order blocks.
	{"X-order-position", "stands still", nil, "order\n> 0\norder; G/substep_index = 1; delete C/0; C/0/candidate_id = 0; C/1/candidate_id = 1", "C/0/semantic/position"},
	{"X-order-items", "the rest", nil, "order\n> 0\norder; G/substep_index = 1; delete C/0; C/0/candidate_id = 0; C/1/candidate_id = 1; C/0/semantic/position = 1; C/1/semantic/position = 1", ""},
	{"X-order-items", "a placed item", nil, "order\n> 0\norder; G/substep_index = 1; delete C/1; C/1/candidate_id = 1; C/0/semantic/position = 1; C/1/semantic/position = 1", "C/0/semantic/item"},
	{"X-order-items", "an item is missing", nil, "order\n> 0\norder; G/substep_index = 1; delete C/0; delete C/0; C/0/candidate_id = 0; C/0/semantic/position = 1", "S/candidates"},
	{"X-order-items", "a new item", nil, "order\n> 0\norder; G/substep_index = 1; C/0/semantic/item/trigger/instance = 7; delete C/1; C/1/candidate_id = 1; C/0/semantic/position = 1; C/1/semantic/position = 1", "S/candidates"},

	// Mulligans.
	{"X-mulligans-taken", "one was chosen", nil, "mulligan\n> 1\nmulligan; P0/mulligans_taken = 1; C/0/semantic/mulligans_taken = 1; C/1/semantic/mulligans_taken = 1", ""},
	{"X-mulligans-taken", "lags behind while the other chooses", nil, "mulligan\n> 1\np1 mulligan", ""},
	{"X-mulligans-taken", "lags behind when the seat chooses again", nil, "mulligan\n> 1\nmulligan", "P0/mulligans_taken"},
	{"X-mulligans-taken", "rule none", func(_ *protocol.EngineHelloOK, r *protocol.Reset) { r.Rules.Mulligan = "none" }, "p0 acts; P0/mulligans_taken = 1", "P0/mulligans_taken"},
	{"X-mulligans-back", "forgotten", nil, "mulligan\n> 1\np1 mulligan; P0/mulligans_taken = 1\n> 0\np1 mulligan", "P0/mulligans_taken"},
	{"X-mulligans-back", "kept", nil, "mulligan\n> 1\np1 mulligan; P0/mulligans_taken = 1\n> 0\np1 mulligan; P0/mulligans_taken = 1", ""},
	{"X-mulligan-bottom", "one card after one", nil, "mulligan\n> 1\nmulligan; P0/mulligans_taken = 1; C/0/semantic/mulligans_taken = 1; C/1/semantic/mulligans_taken = 1\n> 0\nbottom", ""},
	{"X-mulligan-bottom", "two cards after one", nil, "mulligan\n> 1\nmulligan; P0/mulligans_taken = 1; C/0/semantic/mulligans_taken = 1; C/1/semantic/mulligans_taken = 1\n> 0\nbottom; G/substep_count = 2; C/0/semantic/count = 2; C/1/semantic/count = 2; C/2/semantic/count = 2; C/3/semantic/count = 2; C/4/semantic/count = 2; C/5/semantic/count = 2; C/6/semantic/count = 2", "C/0/semantic/count"},
	{"X-mulligan-bottom", "a card is held back", nil, "mulligan\n> 1\nmulligan; P0/mulligans_taken = 1; C/0/semantic/mulligans_taken = 1; C/1/semantic/mulligans_taken = 1\n> 0\nbottom; delete C/6", "S/candidates"},
	{"X-mulligan-bottom", "no card", nil, "mulligan\n> 1\nmulligan; P0/mulligans_taken = 1; C/0/semantic/mulligans_taken = 1; C/1/semantic/mulligans_taken = 1\n> 0\npriority; P0/mulligans_taken = 1", "O/turn"},
	{"X-mulligan-bottom", "done", nil, "mulligan\n> 1\nmulligan; P0/mulligans_taken = 1; C/0/semantic/mulligans_taken = 1; C/1/semantic/mulligans_taken = 1\n> 0\nbottom\n> 0\npriority; P0/mulligans_taken = 1", ""},

	// Arrangements.
	{"X-arrange-substep", "second card", nil, "scry\n> 0\nscry; G/substep_index = 1; C/0/semantic/card = @O/known/2; C/0/semantic/card = {\"object_id\":\"o-look2\",\"card_name\":\"Opt\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"library\"}; C/0/semantic/card_index = 1; delete C/1", ""},
	{"X-arrange-substep", "card_index stands still", nil, "scry\n> 0\nscry; G/substep_index = 1; C/0/semantic/card = {\"object_id\":\"o-look2\",\"card_name\":\"Opt\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"library\"}; delete C/1", "C/0/semantic/card_index"},
	{"X-arrange-substep", "card_count changes", nil, "scry\n> 0\nscry; G/substep_index = 1; C/0/semantic/card = {\"object_id\":\"o-look2\",\"card_name\":\"Opt\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"library\"}; C/0/semantic/card_index = 1; C/0/semantic/card_count = 3; delete C/1", "C/0/semantic/card_count"},
	{"X-arrange-substep", "another kind", nil, "scry\n> 0\nboolean; G/substep_index = 1; G/substep_count = 3; O/known = []", "C/0/semantic/kind"},
	{"X-arrange-card", "twice", nil, "scry\n> 0\nscry; G/substep_index = 1; C/0/semantic/card_index = 1; delete C/1", "C/0/semantic/card"},
	{"X-arrange-card", "once", nil, "scry\n> 0\n" + scry2, ""},
	{"X-arrange-order", "both on top", nil, "scry\n> 0\n" + scry2 + "\n> 0\narranged", ""},
	{"X-arrange-order", "one on top, one at the bottom", nil, "scry\n> 1\n" + scry2 + "\n> 0\narranged; delete C/0; C/0/candidate_id = 0", ""},
	{"X-arrange-order", "the bottom before the top", nil, "scry\n> 1\n" + scry2 + "\n> 0\narranged; delete C/1", "C/0/semantic/item"},
	{"X-arrange-order", "a card is missing", nil, "scry\n> 0\n" + scry2 + "\n> 0\narranged; delete C/1", "S/candidates"},
	{"X-arrange-order", "position", nil, "scry\n> 0\n" + scry2 + "\n> 0\narranged; C/0/semantic/position = 1; C/1/semantic/position = 1", "C/0/semantic/position"},
	{"X-arrange-order", "count", nil, "scry\n> 0\n" + scry2 + "\n> 0\narranged; C/0/semantic/count = 3; C/1/semantic/count = 3", "C/0/semantic/count"},
	{"X-arrange-order", "another kind", nil, "scry\n> 0\n" + scry2 + "\n> 0\nboolean; G/substep_index = 2; G/substep_count = 3; O/known = []", "C/0"},
	{"X-arrange-order", "outside an arrangement", nil, "arranged; G/substep_index = 0", "C/0/semantic/purpose"},

	// Selections.
	{"X-selected-count", "second pick", nil, "select 1 to 2\n> 0\n" + tap2, ""},
	{"X-selected-count", "another selection", nil, "select 1 to 2\n> 0\nselect 1 to 2", ""},
	{"X-selected-count", "one too many", nil, "select 1 to 2; C/0/semantic/maximum = 4; C/1/semantic/maximum = 4\n> 0\nselect 1 to 2; C/0/semantic/maximum = 4; C/1/semantic/maximum = 4; C/0/semantic/selected_count = 2; C/1/semantic/selected_count = 2; C/- = {\"candidate_id\":2,\"semantic\":{\"kind\":\"finish_selection\",\"source\":null,\"purpose\":\"tap\",\"selected_count\":2},\"display_text\":null}", "C/0/semantic/selected_count"},
	{"X-selected-count", "of a fixed group", nil, halfway + strings.ReplaceAll(second, "selected_count = 1", "selected_count = 0"), "C/0/semantic/selected_count"},
	{"X-picked-again", "in a fixed group", nil, halfway + "select 2; G/substep_index = 1; C/0/semantic/selected_count = 1; C/1/semantic/selected_count = 1; C/2/semantic/selected_count = 1", "C/0/semantic"},
	{"X-picked-again", "not in a fixed group", nil, halfway + second, ""},

	// Distributions and declarations.
	{"X-distribute-rest", "less than what remains", nil, "distribute\n> 0\ndistribute; G/substep_index = 1; C/0/semantic/remaining = 2; C/1/semantic/remaining = 2; C/0/semantic/recipient = {\"player\":\"p1\"}; C/1/semantic/recipient = {\"player\":\"p1\"}", "C/0/semantic/amount"},
	{"X-distribute-rest", "what remains", nil, "distribute\n> 0\ndistribute; G/substep_index = 1; C/1/semantic/remaining = 2; C/1/semantic/recipient = {\"player\":\"p1\"}; delete C/0; C/0/candidate_id = 0", ""},
	{"X-distribute-remaining", "the rest", nil, "distribute\n> 0\ndistribute; G/substep_index = 1; C/0/semantic/remaining = 2; C/1/semantic/remaining = 2; C/0/semantic/recipient = {\"player\":\"p1\"}; C/1/semantic/recipient = {\"player\":\"p1\"}", ""},
	{"X-distribute-remaining", "did not fall", nil, "distribute\n> 0\ndistribute; G/substep_index = 1; C/0/semantic/recipient = {\"player\":\"p1\"}; C/1/semantic/recipient = {\"player\":\"p1\"}", "C/0/semantic/remaining"},
	{"X-distribute-recipient", "again", nil, "distribute\n> 0\ndistribute; G/substep_index = 1; C/0/semantic/remaining = 2; C/1/semantic/remaining = 2", "C/0/semantic/recipient"},
	{"X-declare-again", "the same attacker", nil, "attack\n> 0\nattack; G/substep_index = 1", "C/0/semantic/attacker"},
	{"X-declare-again", "another attacker", nil, "attack\n> 0\nattack; G/substep_index = 1; C/0/semantic/attacker = {\"object_id\":\"o-ogre\",\"card_name\":\"Gray Ogre\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"battlefield\"}; delete C/1", ""},
	{"X-declare-again", "a blocker of two", nil, "block\n> 0\nblock; G/substep_index = 1; delete C/0; C/0/candidate_id = 0; C/1/candidate_id = 1", ""},

	// Counts.
	{"X-turn", "back", nil, "p0 acts\n> 0\np1 acts; O/turn = 2; O/active_seat = \"p1\"", "O/turn"},
	{"X-turn", "on", nil, "p0 acts\n> 0\np1 acts; O/turn = 5; O/active_seat = \"p1\"", ""},
	{"X-turn", "the game restarts", nil, "p0 acts\n> 0\np1 acts; O/turn = 1", ""},
	{"X-active-seat", "changes within a turn", nil, "p0 acts\n> 0\np1 acts; O/active_seat = \"p1\"", "O/active_seat"},
	{"X-active-seat", "changes with the turn", nil, "p0 acts\n> 0\np1 acts; O/active_seat = \"p1\"; O/turn = 4", ""},
	{"X-lands-played", "back", nil, "p0 acts\n> 0\np1 acts; P0/lands_played_this_turn = 0", "P0/lands_played_this_turn"},
	{"X-lands-played", "back by a rewind", nil, acted + "p0 acts; P0/lands_played_this_turn = 2\n> 1\np0 acts; X/rewind = true", ""},
	{"X-lands-played", "in the next turn", nil, "p0 acts\n> 0\np1 acts; P0/lands_played_this_turn = 0; O/turn = 4; O/active_seat = \"p1\"", ""},
}

const (
	scry2 = "scry; G/substep_index = 1; C/0/semantic/card = {\"object_id\":\"o-look2\",\"card_name\":\"Opt\",\"owner_seat\":\"p0\",\"controller_seat\":\"p0\",\"zone\":\"library\"}; C/0/semantic/card_index = 1; delete C/1"
	tap2  = "select 1 to 2; C/0/semantic/selected_count = 1; delete C/1; C/- = {\"candidate_id\":1,\"semantic\":{\"kind\":\"finish_selection\",\"source\":null,\"purpose\":\"tap\",\"selected_count\":1},\"display_text\":null}"
)
