package main

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	agentsuite "github.com/spellbench/sbconform/conformance/agent"
	enginesuite "github.com/spellbench/sbconform/conformance/engine"
	hostsuite "github.com/spellbench/sbconform/conformance/host"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/waiver"
)

// suites returns every suite, for a target that is run as c, in the order of lists.
func (f *suiteFlags) suites(c process.Command) []conformance.Suite {
	return append(f.detected(c), f.hostSuite(c))
}

// detected returns the suites of the roles that a target can be found to have, since it answers hello.
func (f *suiteFlags) detected(c process.Command) []conformance.Suite {
	limits := process.Limits{Startup: f.startup, Answer: f.timeout}
	return []conformance.Suite{
		enginesuite.Suite(f.config(c)),
		agentsuite.Suite(agentsuite.Config{Command: c, Limits: limits, Seed: f.seed, Games: f.games, Time: f.clock}),
	}
}

// suite returns the one that a role is judged by.
func (f *suiteFlags) suite(role string, c process.Command) conformance.Suite {
	for _, s := range f.suites(c) {
		if s.Name == role {
			return s
		}
	}
	panic("no suite for the role " + role)
}

// engineOnly names the flags that say what games of engines are played with.
var engineOnly = []string{"format", "deck"}

// judgeAny is sbconform without a subcommand.
func judgeAny(w world, cmd *cobra.Command, f *suiteFlags, args []string) error {
	if len(args) == 0 {
		for _, name := range needTarget {
			if f.set.Changed(name) {
				return usage("--%s needs a TARGET: the built-in reference programs are no processes", name)
			}
		}
	}
	return f.judge(w, cmd, args, "")
}

// judge puts the suite of a role to the target that args name, or the suites of all roles to the
// built-in references if there are none. Where no role is given, it is the target's own, as its
// greeting tells; one that does not greet is taken for an engine, unless only checks of agents are
// asked for: either suite's account of why says more than ours could.
func (f *suiteFlags) judge(w world, cmd *cobra.Command, args []string, role string) error {
	if err := f.check(); err != nil {
		return err
	}
	o := f.options()
	guess, err := f.guess(o, args, role)
	if err != nil {
		return err
	}
	command := process.Command{}
	o.Target = conformance.TargetInfo{Name: "the built-in reference"}
	if len(args) > 0 {
		if command, o.Target, err = f.target(args, subcommands(cmd)); err != nil {
			return err
		}
	}
	expected, err := f.readBaseline()
	if err != nil {
		return err
	}
	a, err := newAudience(w, f)
	if err != nil {
		return err
	}
	ctx, stop := stoppable(cmd.Context(), func() {
		a.console.Note("Stopping: the reports are written next. Once more stops at once.")
	})
	defer stop()
	var s conformance.Suite
	if len(args) == 0 {
		s, err = f.builtIn(ctx)
	} else {
		s, err = f.chosen(ctx, role, guess, command, &o)
	}
	if err != nil {
		a.leave()
		return err
	}
	if a.artifacts != nil && role != hostsuite.Name { // what a host says is not the answer to anything
		a.artifacts.Replay = func(path string) string { return f.replayCommand(path, args) }
	}
	o.Command = func(c conformance.Check) string { return f.again(c.ID, s.Name, args) }
	o.Excuse = func(r *conformance.Result) { waiver.Excuse(f.profile, r) }
	if expected == nil {
		return a.judge(ctx, s, o)
	}
	has := func(id string) (suite, check bool) {
		_, check = s.Find(id)
		return slices.ContainsFunc(s.Checks, func(c conformance.Check) bool { return strings.HasPrefix(id, c.Suite()+"/") }), check
	}
	o.Excuse = func(r *conformance.Result) {
		waiver.Excuse(f.profile, r)
		expected.Excuse(r)
	}
	o.Baseline = &conformance.BaselineInfo{File: expected.Path, Entries: len(expected.Entries)}
	o.Stale = func() []conformance.Stale { return expected.Stale(has, time.Now()) }
	err = a.judge(ctx, s, o)
	if err == nil && f.fix {
		return f.fixBaseline(w, expected, has, expectedOf(a.recorder.Run()))
	}
	return err
}

// guess returns the role that a target is taken to have if it does not say: the first that the
// patterns choose checks of. It refuses patterns that choose nothing whatever the target is.
func (f *suiteFlags) guess(o conformance.Options, args []string, role string) (string, error) {
	suites := f.detected(process.Command{})
	switch {
	case len(args) == 0:
		suites = []conformance.Suite{conformance.Join(suites...)}
	case role != "":
		suites = []conformance.Suite{f.suite(role, process.Command{})}
	}
	var unchosen error
	for _, s := range suites {
		_, err := o.Select(s)
		if err == nil {
			return s.Name, nil
		}
		unchosen = cmp.Or(unchosen, err)
	}
	return "", usage("%v; sbconform list shows all", unchosen)
}

// builtIn returns the suites of all roles, each for the reference program of that role, as one.
func (f *suiteFlags) builtIn(ctx context.Context) (conformance.Suite, error) {
	reference := func(role string) process.Command {
		return process.Serving(func(stdin io.Reader, stdout io.Writer) error {
			return serveReference(role, f.profile, stdin, stdout)
		})
	}
	hello, _, _ := enginesuite.Hello(ctx, f.config(reference(enginesuite.RoleEngine)))
	return conformance.Join(
		f.suite(enginesuite.RoleEngine, reference(enginesuite.RoleEngine)),
		f.suite(enginesuite.RoleAgent, reference(enginesuite.RoleAgent)),
	), f.plays(hello)
}

// chosen greets a target and returns the suite of its role, or what makes no sense for it: that it
// can't be started, or a flag. Its greeting goes into the options.
func (f *suiteFlags) chosen(ctx context.Context, role, guess string, command process.Command, o *conformance.Options) (none conformance.Suite, err error) {
	if role == hostsuite.Name {
		return f.suite(role, command), nil
	}
	hello, is, err := enginesuite.Hello(ctx, f.config(command))
	if err := unstarted(o.Target.Name, err); err != nil {
		return none, err
	}
	o.Target.Hello = hello
	role = cmp.Or(role, is, guess)
	if err := f.fits(role, hello); err != nil {
		return none, err
	}
	s := f.suite(role, command)
	if _, err := o.Select(s); err != nil {
		return none, usage("%s is an %s: %v; sbconform list shows all", o.Target.Name, role, err)
	}
	return s, nil
}

// fits refuses flags that make no sense for a target of that role that greeted so.
func (f *suiteFlags) fits(role string, hello []byte) error {
	if role == enginesuite.RoleEngine {
		if f.set.Changed("time-control") {
			return usage("--time-control is for agents: the clocks of engines are not judged")
		}
		return f.plays(hello)
	}
	for _, name := range engineOnly {
		if f.set.Changed(name) {
			return usage("--%s is for engines: agents are told what to play", name)
		}
	}
	return nil
}

// subcommands returns the words that sbconform itself knows.
func subcommands(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Root().Commands() {
		names = append(names, c.Name())
	}
	return names
}
