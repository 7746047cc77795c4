package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/selftest"
)

func newSelfTest(w world) *cobra.Command {
	var o selftest.Options
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "Prove the checks: the reference passes, and every known fault is found",
		Long: `selftest judges sbconform itself. The reference engine must pass every check whatever it declares,
each of a few hundred engines with one known fault must fail at least one, every check must find at
least one of them, and programs that answer without looking must fail nearly all. It prints which
checks find which fault.`,
		Example: `  sbconform selftest
  sbconform selftest --run 'ids-*'      only some of the programs`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, p := range o.Run {
				if _, err := path.Match(p, ""); err != nil {
					return usage("--run %q is malformed", p)
				}
			}
			self, err := os.Executable()
			if err != nil {
				return written(err)
			}
			o.Alone = func(name string) process.Command {
				return process.Command{Argv: []string{self, "selftest", "serve", name}}
			}
			if len(selftest.Subjects(o)) == 0 {
				return usage("--run matches no program")
			}
			return selfTest(w, cmd, o)
		},
	}
	cmd.Flags().StringArrayVar(&o.Run, "run", nil, "judge only programs whose names match the `GLOB` (repeatable)")
	cmd.Flags().VarP(number{&o.Jobs}, "jobs", "j", "how many programs are judged at the same time (default: one a CPU)")
	cmd.AddCommand(&cobra.Command{
		Use:    "serve NAME",
		Short:  "Be an engine with a known fault, on stdin and stdout",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, m := range engine.Mutants() {
				if m.Name == args[0] {
					return written(m.Serve(w.stdin, w.stdout))
				}
			}
			return usage("no fault %q", args[0])
		},
	})
	return cmd
}

// selfTest judges all programs and tells of each as it is done.
func selfTest(w world, cmd *cobra.Command, o selftest.Options) error {
	var lost error
	m, err := selftest.Run(cmd.Context(), o, func(r selftest.Row) {
		end := "as wanted"
		switch {
		case r.Excuse != "":
			end = "excused: " + r.Excuse
		case r.Problem != "":
			end = "PROBLEM: " + r.Problem
		}
		_, err := fmt.Fprintf(w.stdout, "%-10s %-36s %3d pass %3d fail  %s\n", r.Subject.Kind, r.Subject.Name, r.Counts[conformance.Pass], len(r.Failed), end)
		lost = errors.Join(lost, err)
	})
	if err := errors.Join(err, lost); err != nil {
		return failure{statusOurs, err.Error()}
	}
	fmt.Fprintf(w.stdout, "\nWhich checks find which fault:\n\n")
	out := tabwriter.NewWriter(w.stdout, 0, 0, 2, ' ', 0)
	for _, r := range m.Rows {
		if r.Subject.Kind == selftest.Mutant || r.Subject.Kind == selftest.Filter {
			fmt.Fprintf(out, "%s\t%s\t%s\n", r.Subject.Name, r.Subject.Section, some(r.Failed))
		}
	}
	if err := out.Flush(); err != nil {
		return written(err)
	}
	problems := m.Problems()
	for _, p := range problems {
		fmt.Fprintf(w.stdout, "\n%s", p)
	}
	fmt.Fprintf(w.stdout, "\n%d programs were judged; %d problems.\n", len(m.Rows), len(problems))
	if len(problems) > 0 {
		return failure{status: statusFails}
	}
	return nil
}

// some lists the first few of many ids.
func some(ids []string) string {
	const most = 3
	if len(ids) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], " "), len(ids)-most)
	}
	return strings.Join(ids, " ")
}
