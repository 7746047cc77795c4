package engine

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

func TestMutantsAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Mutants() {
		assert.Assert(t, regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(m.Name), m.Name)
		assert.Assert(t, !seen[m.Name], m.Name)
		assert.Assert(t, strings.HasPrefix(m.Sentence, "if set, "), m.Name)
		assert.Assert(t, regexp.MustCompile(`^\d+(\.\d+)?$`).MatchString(m.Section), m.Name)
		seen[m.Name] = true
	}
	assert.Assert(t, len(seen) >= 150, "%d", len(seen))
	defer func() { assert.Assert(t, recover() != nil) }()
	New(Options{Mutant: "no-such-mutant"})
}

// converse is everything an engine says in a conversation that touches every request.
func converse(mutant string) []string {
	e := New(Options{Mutant: mutant})
	defer e.Close()
	var said []string
	n := 0
	ask := func(body any) {
		n++
		line := protocol.AppendRequest(nil, fmt.Sprintf("h-%d", n), body)
		said = append(said, string(e.Answer(line)), string(e.Answer(line)))
	}
	game := func(r *protocol.Reset, steps int, pick picker) {
		ask(r)
		for range steps {
			d := e.table.pending
			if d == nil || len(d.Candidates) == 0 {
				break
			}
			ask(choose(&protocol.Decision{GameID: e.table.id, Step: e.table.game.steps, SeatDecision: *d}, pick(&protocol.Decision{SeatDecision: *d})%len(d.Candidates)))
		}
	}
	busy := func(d *protocol.Decision) int { return len(d.SeatDecision.Candidates) - 1 }
	ask(&protocol.Hello{})
	bad := reset(9, "Burn")
	bad.Format = "x"
	ask(bad)
	unknown := reset(8, "Burn")
	unknown.Decks[0].CatalogID = "x"
	ask(caps(unknown, 3, 3))
	extended := caps(reset(6, "Burn"), 0, 0)
	extended.Rules.Extensions = []string{"x_a"}
	ask(extended)
	probing := caps(reset(5, "Burn"), 0, 0)
	probing.Rules.Probe = true
	ask(probing)
	game(caps(reset(10, "Burn"), 0, 5), 5, passes)
	game(caps(reset(11, "Burn"), 5, 0), 5, passes)
	game(caps(reset(12, "Burn"), 3, 9), 9, passes)
	game(caps(reset(13, "Burn"), 9, 3), 9, passes)
	ask(lists(reset(15, "Burn"), []protocol.DeckRow{{Name: "Mountain", Count: 6}}, []protocol.DeckRow{{Name: "Mountain", Count: 7}}))
	ask(reset(13, "Burn"))
	ask(reset(9, "Burn"))
	ask(&protocol.ValidateDeck{Format: "pauper-bo1", Deck: protocol.Deck{CatalogID: "Burn"}})
	ask(&protocol.Step{GameID: "g-other", EchoJSON: []byte(`{"kind":"pass"}`)})
	ask(&protocol.Step{GameID: vectorSecret.GameID(9), ExpectedStep: 7, EchoJSON: []byte(`{"kind":"pass"}`)})
	ask(&protocol.Step{GameID: vectorSecret.GameID(9), CandidateID: 1 << 20, EchoJSON: []byte(`{"kind":"pass"}`)})
	ask(reset(14, "Burn"))
	e.Close()
	p1 := london(toss(reset(1, "Burn")))
	game(p1, 40, mulligansThen(2))
	e.Close()
	second := london(reset(2, "Skirmish"))
	second.Rules.StartingSeat = protocol.Ptr(protocol.P1)
	game(second, 120, mulligansThen(1))
	e.Close()
	game(reset(3, "Skirmish"), 200, busy)
	e.Close()
	return said
}

// Every mutant that the validator need not find plays on without a panic and says something that the
// reference does not say.
func TestMutantsBite(t *testing.T) {
	honest := strings.Join(converse(""), "\n")
	for _, m := range Mutants() {
		if m.Check() != "" {
			continue // TestEveryRuleHasItsMutant
		}
		t.Run(m.Name, func(t *testing.T) {
			assert.Assert(t, strings.Join(converse(m.Name), "\n") != honest)
		})
	}
}
