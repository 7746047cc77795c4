package main

import (
	"cmp"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	agentsuite "github.com/spellbench/sbconform/conformance/agent"
	enginesuite "github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/waiver"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// suites returns the suite of each role, for a target that is run as c, in the order of lists.
func (f *suiteFlags) suites(c process.Command) []conformance.Suite {
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
				return usage("--%s needs a TARGET: the built-in reference engine is no process", name)
			}
		}
		return f.judge(w, cmd, args, enginesuite.RoleEngine)
	}
	return f.judge(w, cmd, args, "")
}

// judge puts the suite of a role to the target that args name, or to the built-in engine if there are
// none. Where no role is given, it is the target's own, as its greeting tells; one that does not greet
// is taken for an engine, unless only checks of agents are asked for: either suite's account of why
// says more than ours could.
func (f *suiteFlags) judge(w world, cmd *cobra.Command, args []string, role string) error {
	if err := f.check(); err != nil {
		return err
	}
	o := f.options()
	guess := ""
	var unchosen error
	for _, s := range f.suites(process.Command{}) {
		if role != "" && s.Name != role {
			continue
		}
		if _, err := o.Select(s); err != nil {
			unchosen = cmp.Or(unchosen, err)
		} else if guess == "" {
			guess = s.Name
		}
	}
	if guess == "" {
		return usage("%v; sbconform list shows all", unchosen)
	}
	var builtIn engine.Options
	if f.profile == enginesuite.Strict {
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
	hello, is, err := enginesuite.Hello(ctx, f.config(command))
	if err := unstarted(o.Target.Name, err); err != nil {
		a.leave()
		return err
	}
	if role == "" {
		role = guess
		if is != "" {
			role = is
		}
	}
	if err := f.fits(role, hello); err != nil {
		a.leave()
		return err
	}
	s := f.suite(role, command)
	if _, err := o.Select(s); err != nil {
		a.leave()
		return usage("%s is an %s: %v; sbconform list shows all", o.Target.Name, role, err)
	}
	o.Target.Hello = hello
	if a.artifacts != nil {
		a.artifacts.Replay = func(path string) string { return f.replayCommand(path, args) }
	}
	o.Command = func(c conformance.Check) string { return f.again(c.ID, role, args) }
	o.Excuse = func(r *conformance.Result) { waiver.Excuse(f.profile, s.Name, r) }
	if expected == nil {
		return a.judge(ctx, s, o)
	}
	has := func(id string) (suite, check bool) {
		_, check = s.Find(id)
		return strings.HasPrefix(id, s.Name+"/"), check
	}
	o.Excuse = func(r *conformance.Result) {
		waiver.Excuse(f.profile, s.Name, r)
		expected.Excuse(r)
	}
	o.Stale = func() []conformance.Stale { return expected.Stale(has, time.Now()) }
	err = a.judge(ctx, s, o)
	if err == nil && f.fix {
		return f.fixBaseline(w, expected, has, expectedOf(a.recorder.Run()))
	}
	return err
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
