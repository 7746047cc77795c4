package host

// Section 11.1: what is checked before any game. A failure is a configuration error, never a forfeit.

import (
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// Preflight checks a match against what its engine declares. The agents' requirements can be checked
// only once they have been greeted: see Requires.
func (m *Match) Preflight() error {
	h, l, t := &m.Engine.Hello, m.Limits, m.Time
	if !slices.Contains(h.Formats, m.Format) {
		return fmt.Errorf("the engine does not play format %q, only %q", m.Format, h.Formats)
	}
	for _, c := range []struct {
		field, value string
		supported    []string
	}{
		{"mulligan", m.Rules.Mulligan, h.Mulligan},
		{"starting_player", m.Rules.StartingPlayer, h.StartingPlayer},
	} {
		if !slices.Contains(c.supported, c.value) {
			return fmt.Errorf("the engine does not support rules.%s %q, only %q", c.field, c.value, c.supported)
		}
	}
	for _, x := range m.Rules.Extensions {
		if !slices.ContainsFunc(h.Extensions, func(e protocol.Extension) bool { return e.Name == x }) {
			return fmt.Errorf("the engine does not declare extension %q", x)
		}
	}
	if m.Rules.Probe && !h.Probe {
		return fmt.Errorf("the engine has no probe")
	}
	// Two seats within their caps then never jointly reach the game's (Section 11.4).
	for _, c := range []struct {
		seatCap, gameCap string
		seat, game       uint64
	}{
		{"max_seat_decisions_per_game", "max_decisions", l.MaxSeatDecisionsPerGame, l.MaxDecisions},
		{"max_seat_steps_per_game", "max_steps", l.MaxSeatStepsPerGame, l.MaxSteps},
	} {
		if 2*c.seat >= c.game {
			return fmt.Errorf("%s %d is not below half of %s %d", c.seatCap, c.seat, c.gameCap, c.game)
		}
	}
	for _, c := range []struct {
		name string
		ms   uint64
	}{
		{"startup_ms", t.StartupMS}, {"game_start_ms", t.GameStartMS}, {"bank_ms", t.BankMS},
		{"max_decision_ms", t.MaxDecisionMS}, {"engine_step_ms", t.EngineStepMS},
	} {
		if c.ms == 0 {
			return fmt.Errorf("%s is 0", c.name)
		}
	}
	return nil
}

// Requires reports which of an agent's requirements the match does not meet (Section 11.1), or nil.
func (m *Match) Requires(a *protocol.AgentHelloOK) error {
	flags := m.Engine.Hello.Observation
	for _, f := range a.RequiresObservation {
		if !flags.Has(protocol.FlagNamed(f)) {
			return fmt.Errorf("the agent requires observation flag %q, which the engine does not set", f)
		}
	}
	for _, x := range a.RequiresExtensions {
		if !slices.Contains(m.Rules.Extensions, x) {
			return fmt.Errorf("the agent requires extension %q, which the match does not enable", x)
		}
	}
	return nil
}
