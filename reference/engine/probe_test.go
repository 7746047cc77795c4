package engine

import (
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func probing(r *protocol.Reset) *protocol.Reset {
	r.Rules.Probe = true
	return r
}

// differs plays a game and reports at how many decisions some sampled world shows another decision.
func differs(t *testing.T, o Options, r *protocol.Reset, pick picker, steps int) (n int) {
	t.Helper()
	o.Profile = "probe"
	h := newHost(t, o)
	body := h.ask(r)
	for range steps {
		d, ok := body.(*protocol.Decision)
		if !ok {
			break
		}
		v, err := wire.Parse(h.answer)
		assert.NilError(t, err)
		real := string(v.Get("seat_decision").AppendCanonical(nil))
		result, ok := h.ask(&protocol.ProbeResample{GameID: r.GameID, Samples: 3}).(*protocol.ProbeResult)
		assert.Assert(t, ok, "%s", h.answer)
		assert.Equal(t, len(result.Worlds), 3)
		for _, w := range result.Worlds {
			c, err := wire.AppendCanonical(nil, w)
			assert.NilError(t, err)
			if string(c) != real {
				n++
				break
			}
		}
		body = h.ask(choose(d, pick(d)))
	}
	return n
}

// No decision depends on anything hidden, and probing changes nothing: the steps that follow are taken.
func TestProbeFindsNoLeak(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	uniform := func(d *protocol.Decision) int { return rng.IntN(len(d.SeatDecision.Candidates)) }
	decks := []string{"Burn", "Skirmish"}
	for _, tour := range tours() {
		decks = append(decks, tour.name)
	}
	for i, deck := range decks {
		r := probing(london(reset(uint64(i), deck)))
		if i%2 == 0 {
			r.Rules.OpponentDecklist = "hidden"
		}
		steps := 60
		if deck == "Limit" {
			steps = 2
		}
		assert.Equal(t, differs(t, Options{}, r, mulligansFirst(1, uniform), steps), 0, deck)
	}
}

func TestProbeFindsLeaks(t *testing.T) {
	for _, mutant := range []string{"known-hand", "known-library", "hand-open", "library-in-exile"} {
		assert.Assert(t, differs(t, Options{Mutant: mutant}, probing(reset(1, "Skirmish")), passes, 30) > 0, mutant)
	}
}

func TestProbeIsDrawnFromWhatIsUnseen(t *testing.T) {
	s := newScene(t)
	s.put(0, library, "Mountain", "Goblin Piker", "Hill Giant", "Raging Goblin")
	s.put(1, hand, "Lightning Bolt", "Mountain", "Raging Goblin")
	s.put(1, library, "Hill Giant", "Hill Giant")
	s.look(0, s.players[0].zones[library][:1], "looked_at")
	s.endLook(0)
	s.players[0].holds = []held{{"Lightning Bolt", "revealed"}}
	s.rules.OpponentDecklist = "visible"
	names := map[string]bool{}
	for n := range 40 {
		real := s.world
		s.game.world = real.clone()
		s.redeal(0, s.stream("shared", "probe", n))
		assert.Equal(t, s.objects[s.players[0].zones[library][0]].card.name, "Mountain")
		held := s.names(1, hand)
		assert.Equal(t, held[0], "Lightning Bolt")
		names[held[1]] = true
		s.game.world = real
	}
	assert.DeepEqual(t, names, map[string]bool{"Mountain": true, "Raging Goblin": true, "Hill Giant": true})
}

func TestProbeRefusals(t *testing.T) {
	ask := func(h *host) string {
		return code(h.ask(&protocol.ProbeResample{GameID: vectorSecret.GameID(1), Samples: 1}))
	}
	h := newHost(t, Options{})
	assert.Equal(t, ask(h), "unsupported_request")
	h = newHost(t, Options{Profile: "probe"})
	assert.Equal(t, ask(h), "step_before_reset")
	h.ask(reset(0, "Draw"))
	assert.Equal(t, ask(h), "game_id_mismatch")
	h = newHost(t, Options{Profile: "probe"})
	d := h.decision(reset(1, "Burn"))
	assert.Equal(t, ask(h), "probe_refused")
	assert.Equal(t, h.decision(choose(d, 0)).Step, uint64(1))
	h = newHost(t, Options{Profile: "probe"})
	h.decision(probing(reset(1, "Burn")))
	assert.Equal(t, code(h.ask(&protocol.ProbeResample{GameID: vectorSecret.GameID(1), Samples: 1<<32 - 1})), "malformed_request")
	h = newHost(t, Options{Profile: "probe"})
	h.play(probing(reset(1, "Draw")), passes, nil)
	assert.Equal(t, ask(h), "game_already_terminal")
}
