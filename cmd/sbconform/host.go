package main

import (
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	suite "github.com/spellbench/sbconform/conformance/host"
	"github.com/spellbench/sbconform/conformance/process"
)

func newHost(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "host [flags] [--] COMMAND [ARG...]",
		Short: "Judge a host",
		Long: `host puts the host suite to COMMAND, a program that plays a game, or a few, between an engine and two
agents. In its arguments {engine}, {p0} and {p1} stand for programs of ours that it is to start: their
paths, without arguments. Everything they are sent, in every run, is judged; in most runs one of them
misbehaves at one point, and what the host makes of that is judged too.

The engine has catalog decks, Burn the first of them, in the format pauper-bo1; --format gives that another
name. A check that waits for a clock of the host's to run out is skipped where the host's budget is longer
than --timeout: give the host a short clock.`,
		Example: `  sbconform host ./my-arena --engine {engine} --agents {p0} {p1}
  sbconform host --run host/framing -- python3 arena.py {engine} {p0} {p1}
  sbconform host sbconform play --timeout 1s --engine {engine} --p0 {p0} --p1 {p1}`,
		ValidArgsFunction: completeTarget,
		Args:              cobra.ArbitraryArgs,
	}
	f := addSuiteFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("host needs a COMMAND that plays a game, such as ./my-arena %s", strings.Join(suite.Placeholders(), " "))
		}
		line := strings.Join(args[1:], " ")
		for _, word := range suite.Placeholders() {
			if !strings.Contains(line, word) {
				return usage("no argument of %s holds %s, for which the path of a program is put", args[0], word)
			}
		}
		for _, name := range []string{"deck", "games", "seed", "time-control"} {
			if f.set.Changed(name) {
				return usage("--%s is not for hosts: what is played is for them to say", name)
			}
		}
		return f.judge(w, cmd, args, suite.Name)
	}
	return cmd
}

// hostSuite returns the checks of a host that is run as c.
func (f *suiteFlags) hostSuite(c process.Command) conformance.Suite {
	return suite.Suite(suite.Config{
		Command: c, Relay: relayed, Format: f.format,
		Limits: process.Limits{Startup: f.startup, Answer: f.timeout},
		Most:   max(time.Minute, f.startup+4*f.timeout),
	})
}

// relayed is the command line of a program that a host is given.
func relayed(socket, name string) []string {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	return []string{self, "relay", socket, name}
}

// newRelay is what a program that a host is given runs.
func newRelay(w world) *cobra.Command {
	return &cobra.Command{
		Use:    "relay SOCKET NAME",
		Short:  "Be a program that a host under test has started",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if status := suite.Relay(args[0], args[1], w.stdin, os.Stdout, w.stderr); status != 0 {
				return failure{status: status}
			}
			return nil
		},
	}
}
