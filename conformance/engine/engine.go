// Package engine holds the checks for game engines: the environment role of SpellBench v2
// (Sections 2 to 9, 12 and 14 of the specification), one file a section.
//
// No check knows a card. What an engine plays, every check learns from its hello_ok.
package engine

import (
	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
)

// Profiles. A check of no profile asks only what the text says; one of Strict asks for what the
// reference host of the protocol also wants.
const (
	Spec   = "spec"
	Strict = "strict"
)

// A Config says which engine is judged and how.
type Config struct {
	Command process.Command
	Limits  process.Limits
	Profile string // Spec if ""
	Seed    uint64 // of every game secret and every random choice
	Format  string // the format that games use; "" for the first that the engine names
	// Deck is the deck of both seats: a catalog id, or a list such as "4 Lightning Bolt; 18 Mountain".
	// "" stands for the first catalog deck that the engine plays.
	Deck  string
	Games int  // how many whole games a check of games plays; 1 if 0
	Cold  bool // every check has a process of its own
}

// A check is a row of the tables of this package.
type check struct {
	id      string // without "engine/"
	section string
	level   conformance.Level // Must if ""
	profile string
	doc     string
	hint    string
	fresh   bool // it needs a process that nobody asked anything
	last    bool // it tells of the other checks
	run     func(*E)
}

// tables returns all checks. The order is that of a reader of the specification.
func tables() []check {
	var out []check
	for _, section := range [][]check{
		framingChecks(), jsonChecks(), envelopeChecks(), decodingChecks(), retransmissionChecks(), helloChecks(),
		resetChecks(), stepChecks(), terminalChecks(), optionalChecks(), validationChecks(), gameChecks(), determinismChecks(), fairnessChecks(), processChecks(),
	} {
		out = append(out, section...)
	}
	return out
}

// Suite returns the checks of engines. They share what they learn of the target: use a fresh Suite
// for each run.
func Suite(c Config) conformance.Suite {
	if c.Profile == "" {
		c.Profile = Spec
	}
	c.Games = max(c.Games, 1)
	s := &shared{config: c, secret: suite.Secret(c.Seed), health: suite.Health{Patience: impatience}}
	out := conformance.Suite{Name: "engine", Close: s.close}
	for _, k := range tables() {
		if k.level == "" {
			k.level = conformance.Must
		}
		out.Checks = append(out.Checks, conformance.Check{
			ID: "engine/" + k.id, Section: k.section, Level: k.level, Profile: k.profile, Doc: k.doc, Hint: k.hint, Last: k.last,
			Run: func(t *conformance.T) { s.put(t, k) },
		})
	}
	return out
}
