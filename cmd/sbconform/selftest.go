package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/agent"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/selftest"
	"github.com/spellbench/sbconform/internal/atomicfile"
)

func newSelfTest(w world) *cobra.Command {
	var o selftest.Options
	var kills, html string
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "Prove the checks: the references pass, and every known fault is found",
		Long: `selftest judges sbconform itself. The reference engine must pass every check whatever it declares, and so
must the reference agents and hosts; each of some nine hundred programs with one known fault must fail the
checks that name it; every check must find at least one of them; and programs that answer without looking must
fail nearly all. It prints which checks find which fault.

Which checks find a fault of the reference engine's own is found out by --full, and recorded. Without it,
each of these is put to the first two checks of the record, which must fail.`,
		Example: `  sbconform selftest
  sbconform selftest --run 'ids-*'           only some of the programs
  sbconform selftest --html matrix.html      which check finds what, to look at`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, p := range o.Run {
				if _, err := path.Match(p, ""); err != nil {
					return usage("--run %q is malformed", p)
				}
			}
			if kills != "" && (!o.Full || len(o.Run) > 0) {
				return usage("--kills writes the record of a whole self-test: it goes with --full and without --run")
			}
			for flag, file := range map[string]string{"--kills": kills, "--html": html} {
				if file == "" {
					continue
				}
				if err := atomicfile.Probe(file); err != nil {
					return usage("%s: %v", flag, err)
				}
			}
			self, err := os.Executable()
			if err != nil {
				return written(err)
			}
			o.Alone = func(role, name string) process.Command {
				return process.Command{Argv: []string{self, "selftest", "serve", role, name}}
			}
			if o.Kills, err = selftest.Recorded(); err != nil {
				return failure{statusOurs, err.Error()}
			}
			if len(selftest.Subjects(o)) == 0 {
				return usage("--run matches no program")
			}
			return selfTest(w, cmd, o, kills, html)
		},
	}
	cmd.Flags().StringArrayVar(&o.Run, "run", nil, "judge only programs whose names match the `GLOB` (repeatable)")
	cmd.Flags().VarP(number{&o.Jobs}, "jobs", "j", "how many programs are judged at the same time (default: one a CPU)")
	cmd.Flags().BoolVar(&o.Full, "full", false, "put every fault to all checks, which takes several times as long")
	cmd.Flags().StringVar(&kills, "kills", "", "with --full, write which checks find which fault of the reference engine to the `FILE`")
	cmd.Flags().StringVar(&html, "html", "", "draw which checks find which fault in the `FILE`, for a browser")
	cmd.AddCommand(&cobra.Command{
		Use:    "serve ROLE NAME",
		Short:  "Be a program with a known fault, on stdin and stdout",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			serve := map[string]func(stdin io.Reader, stdout io.Writer) error{}
			for _, m := range engine.Mutants() {
				serve[engine.RoleEngine+" "+m.Name] = m.Serve
			}
			for _, m := range agent.Mutants() {
				serve[engine.RoleAgent+" "+m.Name] = m.Serve
			}
			m := serve[strings.Join(args, " ")]
			if m == nil {
				return usage("no fault %q of an %s", args[1], args[0])
			}
			return written(m(w.stdin, w.stdout))
		},
	})
	return cmd
}

// selfTest judges all programs and tells of each as it is done.
func selfTest(w world, cmd *cobra.Command, o selftest.Options, kills, html string) error {
	ctx, stop := stoppable(cmd.Context(), func() {})
	defer stop()
	var lost error
	m, err := selftest.Run(ctx, o, func(r selftest.Row) {
		end := "as wanted"
		switch {
		case r.Problem != "":
			end = "PROBLEM: " + r.Problem
		case r.Excuse != "":
			end = "excused: " + r.Excuse
		}
		_, err := fmt.Fprintf(w.stdout, "%-10s %-36s %3d pass %3d fail  %s\n", r.Subject.Kind, r.Subject.Name, r.Counts[conformance.Pass], len(r.Failed), end)
		lost = errors.Join(lost, err)
	})
	if lost != nil {
		return written(lost)
	}
	fmt.Fprintf(w.stdout, "\nWhich checks find which fault:\n\n")
	for _, r := range m.Rows {
		if r.Subject.Kind == selftest.Mutant {
			fmt.Fprintf(w.stdout, "%-36s %s\n", r.Subject.Name, some(r.Failed))
		}
	}
	if html != "" {
		if err := atomicfile.Write(html, func(out io.Writer) error { return m.HTML(out, o.Kills) }); err != nil {
			return written(err)
		}
	}
	if err != nil {
		return failure{statusOurs, fmt.Sprintf("stopped after %d programs", len(m.Rows))}
	}
	if kills != "" {
		if err := atomicfile.Write(kills, func(out io.Writer) error { _, err := out.Write(m.Killed().Append(nil)); return err }); err != nil {
			return written(err)
		}
	}
	problems := m.Problems()
	for _, p := range problems {
		fmt.Fprintf(w.stdout, "\n%s", p)
	}
	fmt.Fprintf(w.stdout, "\n%s; %d problems.\n", m.Summary(), len(problems))
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
