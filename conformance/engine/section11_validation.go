package engine

// Section 11.3: the live validation of every decision, one check for each rule.

import (
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

// A ruling is a check that holds recorded games to some of the validator's rules.
type ruling struct {
	id, section, doc, hint string
	rules                  []string // of the validator; one that ends in "-" stands for all that begin so
}

var rulings = []ruling{
	{"v1-schema", "6", "Every seat_decision has the fields, types, words and constraints of Sections 6 and 7.", "the pointer shows the field", []string{"V1"}},
	{"v2-seat", "6", "The observation is that of the seat that decides.", "make the observation for the seat that acts, not for the one whose turn it is", []string{"V2"}},
	{"v3-counters", "8", "seat_step counts the decisions of its seat, and groups continue or advance by one.", "count the decisions of each seat apart, and begin a new group only when the last one is complete", []string{"V3", "malformed"}},
	{"v4-references", "5.1", "Every reference equals the observation's record of its object, and ids are unique.", "make references from the same data as records", []string{"V4"}},
	{"v5-hidden-zones", "6.7", "Hidden zones show what the viewer may know, in the order that the text gives.", "make the observation from what the viewer knows, and not from the whole game with parts left out", []string{"V5"}},
	{"v6-face-down", "6.8", "A face-down object that the viewer does not control is nameless.", "show a face-down object by what everybody can see of it", []string{"V6"}},
	{"v7-fresh-ids", "5.3", "An object_id that has left a seat's observation never returns to it, and none appears in two zones.", "an object that changes zones is a new object", []string{"V7"}},
	{"v8-declarations", "6.9", "Kinds, optional fields and extensions are used as hello_ok and the rules of the game declare them.", "look at the rules of the game and not only at what the engine can do", []string{"V8"}},
	{"v9-context", "9.3", "The context is of the candidates' family, which do not mix.", "the kind of the context follows from the kinds of the candidates", []string{"V9"}},
	{"v10-provenance", "9.3", "Every decision and terminal repeats the identity of hello_ok.", "hosts take a drift for an engine failure", []string{"V10"}},
	{"terminal", "9.5", "A terminal has the counts of its game, and a reason that only engines give.", "count a decision when it is answered, and a group when it is complete", []string{"terminal_counts", "terminal_reason"}},
	{"groups", "7.5", "Orders, arrangements, selections, distributions and declarations take the decisions that the text gives them.", "take back nothing that the group has chosen, and pose what is left", []string{
		"X-order-", "X-mulligan-bottom", "X-arrange-", "X-finish-", "X-selected-", "X-fixed-", "X-picked-", "X-distribute-", "X-declare-", "X-pay-"}},
	{"progress", "6.2", "Turns, players and cards follow from one decision to the next.", "show the state as it is when the decision is posed", []string{
		"X-turn", "X-active-seat", "X-lands-played", "X-mulligans-", "X-cards"}},
	{"caps", "9.2", "A game that has reached a cap ends.", "look at both caps after every answer", []string{"X-max-"}},
}

func (r ruling) has(rule string) bool {
	for _, x := range r.rules {
		if rule == x || strings.HasSuffix(x, "-") && strings.HasPrefix(rule, x) {
			return true
		}
	}
	return false
}

func validationChecks() []check {
	var out []check
	for _, r := range rulings {
		out = append(out, check{
			id: "validation/" + r.id, section: r.section, doc: r.doc, hint: r.hint,
			run: func(e *E) {
				for _, g := range e.recordings() {
					judge := e.newJudge(g.profile)
					g.watch(e, func(a Answer, _ int) { judge.see(a, r.has) })
				}
			},
		})
	}
	return out
}

// A judge validates games as they are played.
type judge struct {
	e    *E
	game *validator.Game
}

func (e *E) newJudge(hello *protocol.EngineHelloOK) *judge {
	g := validator.New(validator.Options{Reading: e.shared.reading(), All: true})
	g.Hello(hello)
	return &judge{e, g}
}

// all validates one answer and fails with the first violation of any rule.
func (j *judge) all(a Answer, _ int) { j.see(a, func(string) bool { return true }) }

// see validates one answer and fails with the first violation of a rule that is asked about.
func (j *judge) see(a Answer, asked func(rule string) bool) {
	request, fault := protocol.DecodeEngineRequest([]byte(a.sent))
	if fault != nil {
		j.e.Errorf("a request of ours is not legal: %v", fault)
	}
	switch body := request.Body.(type) {
	case *protocol.Reset:
		j.game.Reset(request.ID, body)
	case *protocol.Step:
		j.game.Step(request.ID, body)
	}
	var found []validator.Violation
	switch a.msg.Type {
	case "decision":
		found = j.game.Decision(a.msg.Value)
	case "terminal":
		found = j.game.Terminal(a.msg.Value)
	}
	for _, v := range found {
		if asked(v.Rule) {
			j.e.Fail(conformance.Failure{
				Cause: conformance.Cause("validator:" + v.Rule), Message: fmt.Sprintf("%s (Section %s)", v.Message, v.Section),
				Where: v.Pointer, Got: suite.Show(a.line), Expected: says(v.Check),
			})
		}
	}
}

// says returns what a sub-check of the validator asks of engines.
func says(name string) string {
	for _, c := range validator.Checks() {
		if c.Name == name {
			return c.Says
		}
	}
	return ""
}
