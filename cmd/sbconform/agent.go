package main

import (
	"github.com/spf13/cobra"

	suite "github.com/spellbench/sbconform/conformance/engine"
)

func newAgent(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "agent [flags] [--] TARGET [ARG...]",
		Short: "Judge an agent",
		Long: `agent puts the agent suite to TARGET without asking what it is. Say so where the target does not get
as far as its answer to hello: the checks then tell why. The agent is told that it has --timeout for
each decision, unless --time-control says otherwise: then its answers are timed, and nobody else's.`,
		Example: `  sbconform agent ./my-agent --model small
  sbconform agent --run 'agent/games/*' --games 10 -- python3 agent.py
  sbconform agent --run 'agent/games/*' --time-control 10m,2s,60s ./my-agent
  sbconform agent --startup-timeout 5m --timeout 60s ./slow-agent`,
		ValidArgsFunction: completeTarget,
		Args:              cobra.ArbitraryArgs,
	}
	f := addSuiteFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("agent needs a TARGET; sbconform agent sbconform serve agent judges the reference agent")
		}
		return f.judge(w, cmd, args, suite.RoleAgent)
	}
	return cmd
}
