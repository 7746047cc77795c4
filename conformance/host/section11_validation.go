package host

// Section 11.3: the live validator. The engines here are the reference with one fault each; which rule a
// decision breaks our own validator says.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

// A violator is a mutant of the reference engine, which breaks a rule of the validator.
type violator struct {
	rule    string
	mutants []string
}

// violators names mutants by the rule that they break: some for each rule, of every sort that the text tells apart.
func violators() []violator {
	return []violator{
		{"V1", []string{"candidates-none", "candidates-duplicate", "pass-last", "target-count-full", "chosen-purple", "name-of-no-domain"}},
		{"V2", []string{"viewer-swapped"}},
		{"V3", []string{"seat-step-gap", "seat-step-global", "group-id-constant", "group-id-global", "group-count-shrinks"}},
		{"V4", []string{"reference-stale", "reference-absent", "reference-zone"}},
		{"V5", []string{"hand-open", "hand-empty-list", "hand-count-off", "known-own-hand", "known-hand-above", "search-unordered"}},
		{"V6", []string{"face-down-named"}},
		{"V7", []string{"looks-stale", "rewind-ids-stale"}},
		{"V8", []string{"kind-undeclared-mana", "flag-off-value-keywords", "poison-missing", "extension-undeclared", "extension-not-enabled"}},
		{"V9", []string{"context-kind-swapped", "mana-without-purpose"}},
		{"V10", []string{"provenance-drift"}},
	}
}

// faultyEngine returns a mutant of the reference engine.
func faultyEngine(name string) engine.Mutant {
	all := engine.Mutants()
	return all[slices.IndexFunc(all, func(m engine.Mutant) bool { return m.Name == name })]
}

// onlyDeck leaves an engine's catalog one deck, so that it is played.
func onlyDeck(id string) func(*protocol.EngineHelloOK) {
	return func(h *protocol.EngineHelloOK) {
		if id != "" {
			h.Catalog = slices.DeleteFunc(slices.Clone(h.Catalog), func(c protocol.CatalogDeck) bool { return c.CatalogID != id })
		}
	}
}

// violating is a run with an engine that has a fault. The agents do what does most, so that it soon shows whatever
// the cards.
func violating(m engine.Mutant, games int) script {
	deck := m.Deck()
	if m.Name == "group-count-shrinks" {
		deck = "Blocks" // not every game has groups of two
	}
	return script{name: fmt.Sprintf("mutant %s, %d games", m.Name, games), games: games, policy: "greedy", length: 2 * shortGame, engine: engine.Options{Mutant: m.Name}, hello: onlyDeck(deck)}
}

func validationChecks() []check {
	var out []check
	for _, v := range violators() {
		for _, name := range v.mutants {
			m := faultyEngine(name)
			out = append(out, check{
				id: "validation/" + strings.ToLower(v.rule) + "-" + name, section: "11.3", script: violating(m, 1),
				doc: fmt.Sprintf("A decision that breaks %s is not forwarded, and halts the game with the reason host_validator:%s: here %s.",
					v.rule, v.rule, strings.TrimPrefix(m.Sentence, "if set, ")),
				hint: "judge every decision by the rules of Section 11.3 before it is forwarded",
				judge: func(h *H) {
					x, broken := h.violation()
					if x == nil {
						h.Skipf("%s", h.never("never got as far as a decision that breaks a rule"))
					}
					h.wantHalt(x, x.answeredAt(), broken...)
				},
			})
		}
	}
	return append(out, check{
		id: "validation/engine-restarted", section: "11.3", script: violating(faultyEngine("hand-count-off"), 2),
		doc:  "After a violation the engine is started again before a further game.",
		hint: "end the process, and with it the game that it still plays",
		judge: func(h *H) {
			x, _ := h.violation()
			if x == nil {
				h.Skipf("%s", h.never("never got as far as a decision that breaks a rule"))
			}
			h.judge(func(later *exchange) bool { return later.at > x.at && later.kind == "reset" }, func(later *exchange) {
				if later.talk == x.talk {
					h.Fail(conformance.Failure{Cause: conformance.WrongType, Message: h.name(later) + " begins a game with the engine process that has broken a rule", Expected: "a fresh process", Got: suite.Show(later.line)})
				}
			})
			if len(h.played()) < 2 {
				h.Skipf("%s", h.never("plays one game only"))
			}
		},
	})
}

// violation returns the first answer of an engine that breaks a rule of Section 11.3 by the text, nil if none
// does, and the reasons that the host may give: one for each rule that the answer breaks.
func (h *H) violation() (*exchange, []string) {
	for _, t := range h.talks {
		if t.role != engineRole {
			continue
		}
		game := validator.New(validator.Options{All: true})
		for _, x := range t.exchanges {
			if broken := judgeAnswer(game, x); len(broken) > 0 {
				return x, broken
			}
		}
	}
	return nil, nil
}

// judgeAnswer has the validator watch an exchange and returns the reasons to halt that it finds.
func judgeAnswer(game *validator.Game, x *exchange) (reasons []string) {
	request, fault := decode(x)
	if fault != nil || len(x.answers) == 0 {
		return nil
	}
	if _, is := request.Body.(*protocol.Hello); is {
		if m, fault := protocol.DecodeEngineResponse(x.said()); fault == nil {
			if ok, is := m.Body.(*protocol.EngineHelloOK); is {
				game.Hello(ok)
			}
		}
		return nil
	}
	binding, fault := new(protocol.Decoder).EngineBinding(x.said())
	if fault != nil {
		return nil
	}
	switch body := request.Body.(type) {
	case *protocol.Reset:
		game.Reset(x.id(), body)
	case *protocol.Step:
		game.Step(x.id(), body)
	}
	var found []validator.Violation
	switch binding.Type {
	case "decision":
		found = game.Decision(binding.Value)
	case "terminal":
		found = game.Terminal(binding.Value)
	}
	for _, v := range found {
		if reason := "host_validator:" + v.Rule; strings.HasPrefix(v.Rule, "V") && !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}
