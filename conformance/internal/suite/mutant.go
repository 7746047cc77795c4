package suite

import (
	"io"
	"slices"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// A Mutant is a reference program with one named fault, for proving checks.
type Mutant struct {
	Name    string
	Kills   []string       // patterns of the checks that must fail
	With    []string       // patterns of checks that run beside them and may pass
	Profile string         // in which they run
	Limits  process.Limits // that suffice to find it; zero fields stand for the defaults
	// Alone says that it must run as a process of its own, since its fault is in how it ends.
	Alone bool
	// Serve is the mutant, until its input ends. Its error stands for an exit status that is not 0.
	Serve func(stdin io.Reader, stdout io.Writer) error
}

// Names reports whether the mutant names the check.
func (m Mutant) Names(id string) bool {
	return slices.ContainsFunc(m.Kills, func(p string) bool { ok, _ := conformance.Match(p, id); return ok })
}

// Patterns returns those of all checks that are put to the mutant.
func (m Mutant) Patterns() []string { return slices.Concat(m.Kills, m.With) }

// Within returns patterns of a suite's checks that are written without its name.
func Within(name string, patterns []string) []string {
	var out []string
	for _, p := range patterns {
		out = append(out, name+"/"+p)
	}
	return out
}
