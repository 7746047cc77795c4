package main

import (
	"github.com/spf13/cobra"

	suite "github.com/spellbench/sbconform/conformance/engine"
)

func newEngine(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "engine [flags] [--] TARGET [ARG...]",
		Short: "Judge an engine",
		Long: `engine puts the engine suite to TARGET without asking what it is. Say so where the target does not
get as far as its answer to hello: the checks then tell why.`,
		Example: `  sbconform engine ./my-engine --quiet
  sbconform engine --run engine/framing --timeout 2s -- python3 engine.py
  sbconform engine --exec-wrapper 'docker run --rm -i my-image' /engine`,
		ValidArgsFunction: completeTarget,
		Args:              cobra.ArbitraryArgs,
	}
	f := addSuiteFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("engine needs a TARGET; sbconform alone judges the built-in references")
		}
		return f.judge(w, cmd, args, suite.RoleEngine)
	}
	return cmd
}
