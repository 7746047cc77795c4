package main

import (
	"strings"

	"github.com/spf13/cobra"

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
	cmd.AddCommand(&cobra.Command{
		Use:   "engine",
		Short: "Be the reference engine",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			return written(engine.Serve(w.stdin, w.stdout, engine.Options{}))
		},
	})
	var o agent.Options
	agentCmd := &cobra.Command{
		Use:   "agent",
		Short: "Be a reference agent",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			return written(agent.Serve(w.stdin, w.stdout, o))
		},
	}
	o.Policy = agent.Policies()[0]
	agentCmd.Flags().Var(oneOf{&o.Policy, agent.Policies()}, "policy", "how it chooses: "+strings.Join(agent.Policies(), " or "))
	agentCmd.RegisterFlagCompletionFunc("policy", words(agent.Policies()))
	cmd.AddCommand(agentCmd)
	return cmd
}
