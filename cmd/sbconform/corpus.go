package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/fuzz"
	"github.com/spellbench/sbconform/reference/protocol"
)

func newCorpus(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpus",
		Short: "Keep what fuzzing has learnt: merge corpora, make one small",
		Long: `corpus keeps the pieces of dialogue that sbconform fuzz --artifacts writes to DIR/corpus: those of several
machines or nights become one, and what shows nothing that the others do not show is removed.`,
		Example: `  sbconform corpus merge all/corpus part-1/corpus part-2/corpus
  sbconform corpus minimize all/corpus -- ./my-engine
  sbconform fuzz --resume all --time 8h ./my-engine`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return usage("corpus needs a command: merge or minimize") },
	}
	cmd.AddCommand(newCorpusMerge(w), newCorpusMinimize(w))
	return cmd
}

func newCorpusMerge(w world) *cobra.Command {
	return &cobra.Command{
		Use:   "merge OUT DIR...",
		Short: "Copy the pieces of several corpora to one",
		Long: `merge copies the pieces of each DIR to OUT, which is made if need be and may have pieces of its own. All are
read before anything is written. Equal pieces have equal names, so that it does no harm to merge twice.

Exit status: 0, or 2 if a folder holds anything but pieces, or pieces of engines and of agents.`,
		Example: `  sbconform corpus merge all/corpus part-*/corpus`,
		Args:    cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage("corpus merge needs a folder to write to, and those to read")
			}
			all, added, err := fuzz.Merge(args[0], args[1:]...)
			if err != nil {
				return usage("%v", err)
			}
			_, err = fmt.Fprintf(w.stdout, "%d pieces, %d of them new\n", all, added)
			return written(err)
		},
	}
}

func newCorpusMinimize(w world) *cobra.Command {
	f := &suiteFlags{}
	cmd := &cobra.Command{
		Use:   "minimize [flags] DIR -- TARGET [ARG...]",
		Short: "Remove the pieces that show nothing of their own",
		Long: `minimize plays each piece in DIR to a fresh process of TARGET, and removes those without which the others
show as many states and ways between them. With equal answers the same files are left each time. If it is
stopped before all were played, nothing is removed.

Exit status: 0, 2 if DIR holds anything but pieces or TARGET can't be run, or 3 if it was stopped.`,
		Example:               `  sbconform corpus minimize fuzz-out/corpus -- ./my-engine`,
		Args:                  cobra.ArbitraryArgs,
		DisableFlagsInUseLine: true,
	}
	set := cmd.Flags()
	set.SetInterspersed(false)
	set.SortFlags = false
	f.set = set
	set.VarP(number{&f.jobs}, "jobs", "j", "how many processes of the target run at the same time (default: one a CPU)")
	set.Uint64Var(&f.seed, "seed", 1, "the seed `N` of the games")
	f.profile = profiles[0]
	set.Var(oneOf{&f.profile, profiles}, "profile", "spec: what the text says; strict: also what the reference host wants")
	f.addWaits(set)
	f.addProcess(set)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.minimize(cmd, w, args) }
	return cmd
}

func (f *suiteFlags) minimize(cmd *cobra.Command, w world, args []string) error {
	dirs, target, ok := cutTarget(args)
	if !ok || len(dirs) != 1 {
		return usage("corpus minimize needs a folder, then --, then a TARGET: %s", cmd.UseLine())
	}
	if err := f.check(); err != nil {
		return err
	}
	command, _, err := f.target(target, subcommands(cmd))
	if err != nil {
		return err
	}
	ctx, stop := stoppable(cmd.Context(), func() {})
	defer stop()
	o := fuzz.Options{Command: command, Limits: process.Limits{Startup: f.startup, Answer: f.timeout}, Seed: f.seed, Jobs: f.jobs, Corpus: dirs[0]}
	if f.profile == engine.Strict {
		o.Reading = protocol.Strict
	}
	if _, role, err := engine.Hello(ctx, f.config(command)); err == nil && role == engine.RoleAgent {
		o.Role = fuzz.Agent
	}
	m, err := fuzz.Minimize(ctx, o)
	switch {
	case ctx.Err() != nil:
		return failure{statusOurs, "stopped: nothing was removed"}
	case err != nil:
		return usage("%v", err)
	}
	_, err = fmt.Fprintf(w.stdout, "%d of %d pieces are left; they show the same %d edges\n", m.After, m.Before, m.Edges)
	return written(err)
}
