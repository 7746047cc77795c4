package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// checks returns every check of every suite, for commands that tell of checks and run none.
func checks() (all []conformance.Check) {
	for _, s := range new(suiteFlags).suites(process.Command{}) {
		all = append(all, s.Checks...)
	}
	return all
}

func newList(w world) *cobra.Command {
	return &cobra.Command{
		Use:   "list [PATTERN...]",
		Short: "List the checks",
		Long: `list prints the checks that match any PATTERN, or all of them: id, section of the specification, level,
and what the specification wants. Patterns are those of --run. A profile after the level means that
only this profile has the check.`,
		Example: `  sbconform list
  sbconform list engine/step '*/json/*'`,
		ValidArgsFunction: completeChecks,
		RunE: func(_ *cobra.Command, patterns []string) error {
			chosen, err := matching(checks(), patterns)
			if err != nil {
				return err
			}
			out := tabwriter.NewWriter(w.stdout, 0, 0, 2, ' ', 0)
			for _, c := range chosen {
				level := string(c.Level)
				if c.Profile != "" {
					level += " " + c.Profile
				}
				fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", c.ID, c.Section, level, c.Doc)
			}
			return written(out.Flush())
		},
	}
}

// matching returns the checks that match any of the patterns, or all if there are none. Each pattern
// must match something.
func matching(all []conformance.Check, patterns []string) ([]conformance.Check, error) {
	chosen := make([]bool, len(all))
	for _, p := range patterns {
		hit := false
		for i, c := range all {
			ok, err := conformance.Match(p, c.ID)
			if err != nil {
				return nil, usage("pattern %q is malformed", p)
			}
			chosen[i] = chosen[i] || ok
			hit = hit || ok
		}
		if !hit {
			return nil, usage("pattern %q matches no check; sbconform list shows all", p)
		}
	}
	var out []conformance.Check
	for i, c := range all {
		if chosen[i] || len(patterns) == 0 {
			out = append(out, c)
		}
	}
	return out, nil
}

// ids returns the ids of checks.
func ids(checks []conformance.Check) []string {
	var out []string
	for _, c := range checks {
		out = append(out, c.ID)
	}
	return out
}
