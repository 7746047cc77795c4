package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	suite "github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
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
			return usage("engine needs a TARGET; sbconform alone judges the built-in reference engine")
		}
		return f.judge(w, cmd, args, true)
	}
	return cmd
}

// judgeAny is sbconform without a subcommand.
func judgeAny(w world, cmd *cobra.Command, f *suiteFlags, args []string) error {
	if len(args) == 0 {
		for _, name := range needTarget {
			if f.set.Changed(name) {
				return usage("--%s needs a TARGET: the built-in reference engine is no process", name)
			}
		}
	}
	return f.judge(w, cmd, args, false)
}

// judge puts the engine suite to the target that args name, or to the built-in engine if there are
// none. Unless the role is given, a target that proves to be something else is left alone; one that
// does not greet is taken for an engine, for the suite's account of why says more than ours could.
func (f *suiteFlags) judge(w world, cmd *cobra.Command, args []string, given bool) error {
	if err := f.check(); err != nil {
		return err
	}
	o := f.options()
	if _, err := o.Select(suite.Suite(suite.Config{})); err != nil {
		return usage("%v; sbconform list shows all", err)
	}
	var builtIn engine.Options
	if f.profile == suite.Strict {
		builtIn.Reading = protocol.Strict
	}
	command := process.Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error {
		return engine.Serve(stdin, stdout, builtIn)
	}}
	o.Target = conformance.TargetInfo{Name: "the built-in reference engine"}
	if len(args) > 0 {
		var err error
		if command, o.Target, err = f.target(args, subcommands(cmd)); err != nil {
			return err
		}
	}
	a, err := newAudience(w, f)
	if err != nil {
		return err
	}
	ctx, stop := stoppable(cmd.Context(), func() {
		a.console.Note("Stopping: the reports are written next. Once more stops at once.")
	})
	defer stop()
	config := f.config(command)
	hello, role, err := suite.Hello(ctx, config)
	if err == nil && role != suite.RoleEngine && !given {
		a.leave()
		return failure{statusNothingRan, o.Target.Name + " is an " + role + ": this version of sbconform judges engines only"}
	}
	if err := f.plays(hello); err != nil {
		a.leave()
		return err
	}
	o.Target.Hello = hello
	o.Command = func(c conformance.Check) string { return f.again(c.ID, suite.RoleEngine, args) }
	return a.judge(ctx, suite.Suite(config), o)
}

// subcommands returns the words that sbconform itself knows.
func subcommands(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Root().Commands() {
		names = append(names, c.Name())
	}
	return names
}
