package engine

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

// judged plays a game, at most so many steps of it, and returns what the live validator finds first.
func judged(t *testing.T, o Options, r *protocol.Reset, steps int, pick picker) []validator.Violation {
	return judgedBy(t, validator.Options{Reading: protocol.Strict}, o, r, steps, pick)
}

// judgedBy is judged by a validator with other options; one that reports all goes on to the game's end.
func judgedBy(t *testing.T, by validator.Options, o Options, r *protocol.Reset, steps int, pick picker) (found []validator.Violation) {
	e := New(o)
	t.Cleanup(e.Close)
	v := validator.New(by)
	var decoder protocol.Decoder
	n := 0
	ask := func(body any) (string, protocol.Message) {
		n++
		id := fmt.Sprintf("h-%d", n)
		m, fault := decoder.EngineBinding(e.Answer(protocol.AppendRequest(nil, id, body)))
		if fault != nil {
			return id, protocol.Message{Body: fault}
		}
		return id, m
	}
	_, m := ask(&protocol.Hello{})
	hello, ok := m.Body.(*protocol.EngineHelloOK)
	if !ok {
		return []validator.Violation{{Rule: "malformed"}}
	}
	v.Hello(hello)
	id, m := ask(r)
	v.Reset(id, r)
	for range steps {
		switch b := m.Body.(type) {
		case *protocol.Decision:
			found = append(found, v.Decision(m.Value)...)
			if found != nil && !by.All {
				return found
			}
			// The pending decision is what was sent, mutated or not.
			d := &protocol.Decision{GameID: b.GameID, Step: b.Step, SeatDecision: *e.table.pending}
			if len(d.SeatDecision.Candidates) == 0 {
				return found
			}
			s := choose(d, pick(d)%len(d.SeatDecision.Candidates))
			s.ExpectedStep, s.GameID = e.table.game.steps, e.table.id
			id, next := ask(s)
			v.Step(id, s)
			m = next
		case *protocol.Terminal:
			return append(found, v.Terminal(m.Value)...)
		default:
			return append(found, validator.Violation{Rule: "malformed", Message: fmt.Sprint(b)})
		}
	}
	return found
}

func TestTheValidatorFindsNoFault(t *testing.T) {
	for i := range uint64(2) {
		for _, r := range []*protocol.Reset{reset(i, "Burn"), london(reset(i, "Burn")), toss(reset(i, "Skirmish")), london(reset(i, "Skirmish"))} {
			found := judged(t, Options{Reading: protocol.Strict}, r, 10_000, random(i))
			assert.Equal(t, len(found), 0, "%v", found)
		}
	}
}

// unseen are the mutants of decisions, observations and terminals that a validator, which knows nothing
// of hidden state and rules, can't tell from an honest engine.
var unseen = map[string]string{
	"known-hand":      "the entries have the shape that they should have",
	"known-library":   "likewise",
	"known-forgotten": "less knowledge than there could be breaks no rule that can be checked",
}

// games in which every mutant of a decision or terminal shows.
func mutantGames() []mutantGame {
	few, enough := []protocol.DeckRow{{Name: "Mountain", Count: 6}}, []protocol.DeckRow{{Name: "Mountain", Count: 7}}
	return []mutantGame{
		{caps(london(toss(reset(1, "Burn"))), 1000, 60), 100, mulligansThen(2)},
		{caps(reset(3, "Skirmish"), 1000, 300), 400, lasts},
		{reset(0, "Burn"), 1000, passes},
		{lists(reset(2, "Burn"), few, enough), 10, passes},
	}
}

type mutantGame struct {
	reset *protocol.Reset
	steps int
	pick  picker
}

func TestTheValidatorFindsMutants(t *testing.T) {
	for i, m := range slices.Concat(decisionMutants(), observationMutants(), answerMutants()) {
		t.Run(m.Name, func(t *testing.T) {
			if testing.Short() && i%4 != 0 {
				t.Skip("one in four is enough for a short test")
			}
			var found []validator.Violation
			for _, g := range mutantGames() {
				found = append(found, judged(t, Options{Mutant: m.Name}, g.reset, g.steps, g.pick)...)
			}
			t.Log(found)
			if _, ok := unseen[m.Name]; !ok {
				assert.Assert(t, len(found) > 0)
			}
		})
	}
}

// ruleGames are the games of its deck in which a mutant of one rule shows.
func ruleGames(m Mutant) []mutantGame {
	return []mutantGame{
		{caps(london(toss(reset(3, m.Deck()))), longest, longest), longest, mulligansFirst(1, lasts)},
		{reset(3, m.Deck()), longest, passes},
	}
}

func checksFound(t *testing.T, m Mutant, games []mutantGame) map[string]bool {
	names := map[string]bool{}
	for _, g := range games {
		for _, v := range judgedBy(t, validator.Options{Reading: protocol.Strict, All: true}, Options{Mutant: m.Name}, g.reset, g.steps, g.pick) {
			names[v.Check] = true
		}
	}
	return names
}

// Each mutant of a rule is found by the check that it names, and every check of the validator finds some
// mutant.
func TestEveryRuleHasItsMutant(t *testing.T) {
	hit := map[string]bool{}
	for _, m := range Mutants() {
		if m.Check() == "" {
			continue
		}
		found := checksFound(t, m, ruleGames(m))
		if !found[m.Check()] {
			t.Errorf("%s: want %s, found %v", m.Name, m.Check(), slices.Sorted(maps.Keys(found)))
		}
		hit[m.Check()] = true
	}
	for _, m := range slices.Concat(helloMutants(), resetMutants(), decisionMutants(), observationMutants(), answerMutants(), secretMutants()) {
		maps.Copy(hit, checksFound(t, m, []mutantGame{
			{caps(london(toss(reset(1, "Burn"))), 1000, 30), 40, mulligansThen(2)},
			{caps(reset(3, "Skirmish"), 25, 300), 50, lasts},
		}))
	}
	for _, c := range validator.Checks() {
		if !hit[c.Name] {
			t.Errorf("no mutant breaks %s: %s", c.Name, c.Says)
		}
	}
}
