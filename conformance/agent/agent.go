// Package agent holds the checks for agents: the role of Section 10 of SpellBench v2. Agents are
// lenient readers (Section 4.2), so the checks ask what a host needs of them and little more: that
// every legal request is answered, in time, by the one line that belongs to it.
//
// All that is sent in a check of level must is legal: a test holds every conversation to the strict
// decoder and the validator.
package agent

import (
	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
)

// Strict is the profile of checks that ask for more than the text says.
const Strict = "strict"

// A Config says which agent is judged and how.
type Config struct {
	Command process.Command
	Limits  process.Limits // Answer is also the time that the agent is told it has for a decision, unless Time says otherwise
	Time    TimeControl    // of every game; the zero value is one in which every answer within Limits.Answer is in time
	Seed    uint64         // of every agent_seed and game
	Games   int            // how many whole games a check of games plays; 1 if 0
}

// A check is a row of the tables of this package.
type check struct {
	id      string // without "agent/"
	section string
	level   conformance.Level // Must if ""
	profile string            // Strict, or "" for all
	doc     string
	hint    string
	run     func(*A)
}

// tables returns all checks. The order is that of a reader of the specification.
func tables() []check {
	var out []check
	for _, section := range [][]check{
		framingChecks(), helloChecks(), startChecks(), chooseChecks(), kindChecks(), readingChecks(),
		overChecks(), refusalChecks(), gameChecks(),
	} {
		out = append(out, section...)
	}
	return out
}

// Suite returns the checks of agents. They share what they learn of the target: use a fresh Suite for
// each run.
func Suite(c Config) conformance.Suite {
	c.Games = max(c.Games, 1)
	s := &shared{config: c, secret: suite.Secret(c.Seed), health: suite.Health{Patience: impatience}}
	out := conformance.Suite{Name: "agent"}
	for _, k := range tables() {
		if k.level == "" {
			k.level = conformance.Must
		}
		out.Checks = append(out.Checks, conformance.Check{
			ID: "agent/" + k.id, Section: k.section, Level: k.level, Profile: k.profile, Doc: k.doc, Hint: k.hint,
			Run: func(t *conformance.T) { k.run(newA(t, s)) },
		})
	}
	return out
}
