package agent

import (
	"time"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// shared is what the checks of one run share. It decides nothing about a target that works; it keeps
// a target that does not from costing its whole time limit a hundred times over.
type shared struct {
	config Config
	secret protocol.RunSecret
	health suite.Health
}

// impatience is how many answers to one kind of request may be missed, when none ever came.
const impatience = 2

// answerLimit is how long an answer may take to a request that is no decision.
func (s *shared) answerLimit() time.Duration { return s.config.Limits.WithDefaults().Answer }

// startup is how long the target may take for its first answer.
func (s *shared) startup() time.Duration { return s.config.Limits.WithDefaults().Startup }

// time is the clock of games, which the agent is told.
func (s *shared) time() TimeControl {
	if s.config.Time != (TimeControl{}) {
		return s.config.Time
	}
	limit := s.answerLimit()
	return TimeControl{Bank: 60 * limit, Increment: limit, Max: limit}
}

// limits are what is waited for. A decision may be given more time than other requests are.
func (s *shared) limits() process.Limits {
	l := s.config.Limits
	l.Answer = max(s.answerLimit(), s.config.Time.Max)
	return l
}
