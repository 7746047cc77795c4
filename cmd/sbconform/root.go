package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootLong = `sbconform starts a program that speaks SpellBench v2 on its stdin and stdout, puts a few hundred
named questions to it, and tells which it answers wrongly, what the specification wants instead, and
how to reproduce it.

TARGET is the program, everything after it its arguments; sbconform's own flags come before it. Whether
the program is an engine or an agent is learnt from its answer to hello; a host, which starts engines
and agents itself, is judged by sbconform host. Without a TARGET the built-in
reference engine and agent are judged, which shows what a run looks like.`

const rootExample = `  sbconform ./my-engine --quiet              judge an engine
  sbconform ./my-agent                       judge an agent
  sbconform -- python3 engine.py             the same for a script
  sbconform --run engine/step ./my-engine    only the checks of one topic
  sbconform --artifacts out --report junit=out/junit.xml ./my-engine
                                             in CI: a report and the evidence of failures
  sbconform list                             what is asked
  sbconform explain engine/step/echo-empty

Exit status: 0 conforms, 1 does not conform, 2 wrong usage, 3 a failure of sbconform's own or a run
that was stopped, 4 it conforms and the baseline is stale, 5 nothing ran.`

func newRoot(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "sbconform [flags] [TARGET [ARG...]]",
		Short:             "Tell whether an engine, an agent or a host speaks SpellBench v2",
		Long:              rootLong,
		Example:           rootExample,
		Version:           version,
		Args:              cobra.ArbitraryArgs,
		SilenceErrors:     true, // finish tells of them, in one line
		SilenceUsage:      true,
		ValidArgsFunction: completeTarget,
	}
	cmd.SetVersionTemplate(versionText())
	cmd.SetFlagErrorFunc(flagError)
	f := addSuiteFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return judgeAny(w, cmd, f, args) }
	cmd.SetHelpCommand(newHelp())
	cmd.AddCommand(
		newEngine(w), newAgent(w), newHost(w), newRelay(w), newPlay(w), newRecord(w), newReplay(w), newFuzz(w), newCorpus(w), newValidate(w), newGoldens(w), newServe(w),
		newList(w), newCompare(w), newSelfTest(w), newExplain(w), newJSON(w), newVersion(w),
	)
	return cmd
}

// newHelp is cobra's help command, except that it does not help with a command that is not there.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND...]",
		Short: "Tell how a command is used",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage("no command %q; %s help lists all", strings.Join(args, " "), cmd.Root().Name())
			}
			return about.Help()
		},
	}
}

// flagError says in a line what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return usage("unknown flag -%s; %s", unknown.GetSpecifiedName(), seeHelp(cmd))
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest(unknown.GetSpecifiedName(), names); near != "" {
			return usage("unknown flag --%s; did you mean --%s?", unknown.GetSpecifiedName(), near)
		}
		return usage("unknown flag --%s; %s", unknown.GetSpecifiedName(), seeHelp(cmd))
	case errors.As(err, &bare):
		return usage("--%s needs a value: %s", bare.GetFlag().Name, bare.GetFlag().Usage)
	case errors.As(err, &invalid):
		says := invalid.Unwrap().Error()
		if wanted, ok := plainValues[invalid.GetFlag().Value.Type()]; ok { // else it is that of a parser of Go's
			says = wanted
		}
		return usage("--%s %q: %s", invalid.GetFlag().Name, invalid.GetValue(), says)
	}
	return usage("%v", err)
}

// plainValues says what flags take whose type is one of pflag's own.
var plainValues = map[string]string{
	"uint64": "it is a whole number from 0 to 18446744073709551615",
	"int":    "it is a whole number",
	"bool":   "it is true or false",
}

func seeHelp(cmd *cobra.Command) string {
	return fmt.Sprintf("%s --help lists the flags", cmd.CommandPath())
}
