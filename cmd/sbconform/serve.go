package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	faulty "github.com/spellbench/sbconform/conformance/agent"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
)

func newServe(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Be the reference engine or agent, on stdin and stdout",
		Long: `serve runs a reference program: it reads requests, a line each, and answers them until its input ends.
It shows what right answers look like, and stands in for the half of a game that you have not written.`,
		Example: `  echo '{"protocol":"spellbench/v2","request_id":"1","request_type":"hello","protocol_minor":0}' | sbconform serve engine
  sbconform serve agent --policy uniform
  sbconform engine sbconform serve engine      judge the reference over real pipes`,
		Args:                  subcommandNeeded,
		RunE:                  func(*cobra.Command, []string) error { return nil }, // cobra asks Args only of commands that run
		DisableFlagsInUseLine: true,
	}
	cmd.AddCommand(newServeEngine(w), newServeAgent(w))
	return cmd
}

func newServeEngine(w world) *cobra.Command {
	var o engine.Options
	var listProfiles, listMutants bool
	cmd := &cobra.Command{
		Use:   "engine",
		Short: "Be the reference engine",
		Example: `  sbconform serve engine --profile no-flags,decklist
  sbconform engine -- sbconform serve engine --mutant seat-step-gap      a fault that the suite finds`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			switch {
			case listProfiles:
				for _, p := range engine.Profiles() {
					fmt.Fprintf(w.stdout, "%-28s %s\n", p.Name, p.Sentence)
				}
				return nil
			case listMutants:
				for _, m := range engine.Mutants() {
					fmt.Fprintf(w.stdout, "%-28s %-5s %s\n", m.Name, m.Section, m.Sentence)
				}
				return nil
			}
			if _, ok := engine.Declared(o.Profile); !ok {
				return usage("--profile %q: sbconform serve engine --list-profiles lists them", o.Profile)
			}
			if o.Mutant != "" && !slices.ContainsFunc(engine.Mutants(), func(m engine.Mutant) bool { return m.Name == o.Mutant }) {
				return usage("--mutant %q: sbconform serve engine --list-mutants lists them", o.Mutant)
			}
			return written(engine.Serve(w.stdin, w.stdout, o))
		},
	}
	cmd.Flags().StringVar(&o.Profile, "profile", "", "what hello declares: `NAMES` joined by commas")
	cmd.Flags().StringVar(&o.Mutant, "mutant", "", "have the fault `NAME`")
	cmd.Flags().BoolVar(&listProfiles, "list-profiles", false, "print what --profile takes, and end")
	cmd.Flags().BoolVar(&listMutants, "list-mutants", false, "print what --mutant takes, and end")
	return cmd
}

func newServeAgent(w world) *cobra.Command {
	var o agent.Options
	var mutant string
	var listMutants bool
	cmd := &cobra.Command{
		Use:   "agent",
		Short: "Be a reference agent",
		Example: `  sbconform serve agent --policy greedy
  sbconform agent -- sbconform serve agent --mutant log-after-choose      a fault that the suite finds`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			mutants := faulty.Mutants()
			switch i := slices.IndexFunc(mutants, func(m faulty.Mutant) bool { return m.Name == mutant }); {
			case listMutants:
				for _, m := range mutants {
					fmt.Fprintf(w.stdout, "%-28s found by %s\n", m.Name, strings.Join(m.Kills, " "))
				}
				return nil
			case mutant == "":
			case i < 0:
				return usage("--mutant %q: sbconform serve agent --list-mutants lists them", mutant)
			case cmd.Flags().Changed("policy"):
				return usage("--mutant and --policy exclude each other: the agents with a fault choose as uniform does")
			default:
				return written(mutants[i].Serve(w.stdin, w.stdout))
			}
			return written(agent.Serve(w.stdin, w.stdout, o))
		},
	}
	o.Policy = agent.Policies()[0]
	cmd.Flags().Var(oneOf{&o.Policy, agent.Policies()}, "policy", "how it chooses: "+strings.Join(agent.Policies(), " or "))
	cmd.Flags().StringVar(&mutant, "mutant", "", "have the fault `NAME`")
	cmd.Flags().BoolVar(&listMutants, "list-mutants", false, "print what --mutant takes, and end")
	cmd.RegisterFlagCompletionFunc("policy", words(agent.Policies()))
	return cmd
}
