package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/spellbench/sbconform/conformance"
	agentsuite "github.com/spellbench/sbconform/conformance/agent"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/conformance/waiver"
)

// suiteFlags are the flags of every command that puts a suite to a target.
type suiteFlags struct {
	set *pflag.FlagSet

	run, skip      []string
	level, profile string
	jobs           int
	shard          conformance.Shard
	shuffle        uint64
	cold           bool
	checkTimeout   time.Duration

	baseline string
	fix      bool // --fix-baseline

	reports   []string
	events    string
	artifacts string
	verbose   bool
	color     string
	quiet     bool // --no-progress

	timeout, startup time.Duration
	env              []string
	dir              string
	memory           int64
	wrapper          string

	seed         uint64
	format, deck string
	games        int
	clock        agentsuite.TimeControl // the zero value if not given
}

// ofTheShow names the flags that change what is told of a run and not what is done: a command that
// repeats a check leaves them out.
var ofTheShow = []string{"run", "skip", "jobs", "shard", "shuffle", "cold", "baseline", "fix-baseline", "report", "events", "artifacts", "verbose", "color", "no-progress", "help", "version"}

// needTarget names the flags that mean nothing to a built-in target.
var needTarget = []string{"env", "dir", "memory-limit", "exec-wrapper"}

// namesSomething lists the flags whose value names a file, a folder, a command or a thing.
var namesSomething = []string{"baseline", "events", "artifacts", "format", "deck", "dir", "exec-wrapper"}

// The values of flags, the default first.
var (
	levels   = []string{string(conformance.Must), string(conformance.Should), string(conformance.May)}
	profiles = []string{engine.Spec, engine.Strict, waiver.Gorge}
	colors   = []string{"auto", "always", "never"}
)

func addSuiteFlags(cmd *cobra.Command) *suiteFlags {
	set := cmd.Flags()
	set.SetInterspersed(false) // what follows the target is the target's
	set.SortFlags = false
	f := &suiteFlags{set: set}

	set.StringArrayVar(&f.run, "run", nil, "run only checks that match the `GLOB`, as engine/step or '*/json/*' (repeatable)")
	set.StringArrayVar(&f.skip, "skip", nil, "skip checks that match the `GLOB` (repeatable)")
	f.level = levels[0]
	set.Var(oneOf{&f.level, levels}, "level", "the lowest level whose failure fails the run")
	f.profile = profiles[0]
	set.Var(oneOf{&f.profile, profiles}, "profile", "spec: what the text says; strict: also what the reference host wants; gorge: the text, but for the departures that gorge documents")
	set.VarP(number{&f.jobs}, "jobs", "j", "how many checks run at the same time (default: one a CPU)")
	set.Var(shard{&f.shard}, "shard", "run part I of N of the checks, as in `I/N`, for machines that share a run")
	set.Uint64Var(&f.shuffle, "shuffle", 0, "begin the checks in an order drawn from the seed `N`")
	set.BoolVar(&f.cold, "cold", false, "start the target afresh for every check")
	set.Uint64Var(&f.seed, "seed", 1, "the seed `N` of every game secret and every random choice")

	set.StringVar(&f.baseline, "baseline", "", "the failures that `FILE` lists are expected, and do not count")
	set.BoolVar(&f.fix, "fix-baseline", false, "rewrite that file after the run: all that failed, and nothing that passed")

	set.StringArrayVar(&f.reports, "report", nil, "write a report, as in `FORMAT=PATH`; FORMAT is "+formatNames()+", PATH - is stdout (repeatable)")
	set.StringVar(&f.events, "events", "", "write events to `PATH` as they happen, as lines of JSON")
	set.StringVar(&f.artifacts, "artifacts", "", "keep transcripts, timelines and stderr of failed checks in the folder `DIR`")
	set.BoolVarP(&f.verbose, "verbose", "v", false, "tell of every check, and show texts in full")
	f.color = colors[0]
	set.Var(oneOf{&f.color, colors}, "color", "whether to use colours; auto: on a terminal, unless NO_COLOR is set")
	set.BoolVar(&f.quiet, "no-progress", false, "draw no progress line")

	f.addWaits(set)
	set.Var(positive{&f.checkTimeout}, "check-timeout", "how long one check may take (default: the start-up and twelve answers, at least 2m)")
	set.StringVar(&f.format, "format", "", "play games in the format `ID` (default: the first that the engine names)")
	set.StringVar(&f.deck, "deck", "", "play games with the deck `ID`, or with a list such as '4 Lightning Bolt; 18 Mountain' (default: the engine's first)")
	set.Var(number{&f.games}, "games", "how many games the checks of whole games play each (default 1)")
	set.Var(timeControl{&f.clock}, "time-control", "the clock of an agent's games, as in 10m,2s,60s: what a game begins with, what each answer adds, the most for one decision (default: what --timeout allows)")
	f.addProcess(set)

	completeFlags(cmd)
	return f
}

// addWaits adds the flags that say how long a target is waited for.
func (f *suiteFlags) addWaits(set *pflag.FlagSet) {
	f.timeout, f.startup = 10*time.Second, time.Minute
	set.Var(positive{&f.timeout}, "timeout", "how long to wait for one answer")
	set.Var(positive{&f.startup}, "startup-timeout", "how long to wait for a target's first answer")
}

// addProcess adds the flags that say how a target is run.
func (f *suiteFlags) addProcess(set *pflag.FlagSet) {
	set.StringArrayVar(&f.env, "env", nil, "set a variable of the target's environment, as in `K=V` (repeatable)")
	set.StringVar(&f.dir, "dir", "", "run the target in the folder `DIR`")
	set.Var(size{&f.memory}, "memory-limit", "of the target's address space, as 512M or 2G")
	set.StringVar(&f.wrapper, "exec-wrapper", "", "put `COMMAND`, split at spaces, before the target's")
}

func formatNames() string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, " or ")
}

// check refuses values that no flag's own parser could.
func (f *suiteFlags) check() error {
	for _, name := range namesSomething {
		if flag := f.set.Lookup(name); flag != nil && flag.Changed && strings.TrimSpace(flag.Value.String()) == "" {
			return usage("--%s is empty: give it a value, or leave it out", name) // as of a variable that is not set
		}
	}
	for _, kv := range f.env {
		if name, _, ok := strings.Cut(kv, "="); !ok || name == "" {
			return usage("--env %q is not K=V", kv)
		}
	}
	if f.dir != "" {
		if info, err := os.Stat(f.dir); err != nil || !info.IsDir() {
			return usage("--dir %s is not a folder", f.dir)
		}
	}
	return nil
}

// options returns what the flags say about which checks run and how.
func (f *suiteFlags) options() conformance.Options {
	o := conformance.Options{
		Run: f.run, Skip: f.skip, Level: conformance.Level(f.level), Profile: f.profile, Jobs: f.jobs, Shard: f.shard, Shuffle: f.shuffle, Timeout: f.checkTimeout,
	}
	if o.Timeout == 0 { // a target that is slow and yet in time must not run out of it
		o.Timeout = max(2*time.Minute, f.startup+12*max(f.timeout, f.clock.Max))
	}
	return o
}

// config returns what the flags say to the engine suite; the command is the caller's.
func (f *suiteFlags) config(c process.Command) engine.Config {
	return engine.Config{Command: c, Limits: process.Limits{Startup: f.startup, Answer: f.timeout}, Profile: f.profile, Seed: f.seed, Format: f.format, Deck: f.deck, Games: f.games, Cold: f.cold}
}

// again returns the command that puts one check to the same target under the same conditions.
func (f *suiteFlags) again(id, role string, target []string) string {
	words := []string{"sbconform"}
	if len(target) > 0 {
		words = append(words, role)
	}
	words = append(words, "--run", id)
	words = append(words, f.given(func(name string) bool { return !slices.Contains(ofTheShow, name) })...)
	if len(target) > 0 && strings.HasPrefix(target[0], "-") {
		words = append(words, "--")
	}
	return report.Quote(append(words, target...))
}

// given returns the flags that were set and that are wanted, as words of a command line.
func (f *suiteFlags) given(want func(name string) bool) (words []string) {
	f.set.Visit(func(flag *pflag.Flag) {
		if !want(flag.Name) {
			return
		}
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			words = append(words, "--"+flag.Name, v)
		}
	})
	return words
}

// The values below say what they want in words of their own.

// oneOf is a word from a list.
type oneOf struct {
	to    *string
	words []string
}

func (v oneOf) Type() string   { return strings.Join(v.words, "|") }
func (v oneOf) String() string { return deref(v.to) }

func (v oneOf) Set(s string) error {
	if !slices.Contains(v.words, s) {
		return fmt.Errorf("it is one of %s", strings.Join(v.words, ", "))
	}
	*v.to = s
	return nil
}

// number is a whole number from 1 on; 0 stands for a flag not given.
type number struct{ to *int }

func (v number) Type() string   { return "N" }
func (v number) String() string { return show(v.to, strconv.Itoa) }

func (v number) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return fmt.Errorf("it is a whole number from 1 on")
	}
	*v.to = n
	return nil
}

// timeControl is the clock of an agent.
type timeControl struct{ to *agentsuite.TimeControl }

func (v timeControl) Type() string { return "bank,increment,max" }
func (v timeControl) String() string {
	if v.to == nil || *v.to == (agentsuite.TimeControl{}) {
		return ""
	}
	return v.to.Flag()
}

func (v timeControl) Set(s string) (err error) {
	*v.to, err = agentsuite.ParseTimeControl(s)
	return err
}

// shard is a part of the checks.
type shard struct{ to *conformance.Shard }

func (v shard) Type() string   { return "I/N" }
func (v shard) String() string { return show(v.to, conformance.Shard.String) }

func (v shard) Set(s string) (err error) {
	*v.to, err = conformance.ParseShard(s)
	return err
}

// positive is a time above zero.
type positive struct{ to *time.Duration }

func (v positive) Type() string   { return "DUR" }
func (v positive) String() string { return show(v.to, time.Duration.String) }

func (v positive) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return fmt.Errorf("it is a time such as 500ms, 10s or 2m")
	}
	*v.to = d
	return nil
}

// size is a number of bytes.
type size struct{ to *int64 }

func (v size) Type() string { return "SIZE" }
func (v size) String() string {
	return show(v.to, func(n int64) string { return strconv.FormatInt(n, 10) })
}

func (v size) Set(s string) error {
	digits := strings.TrimRight(s, "KMGTiB")
	shift, known := units[s[len(digits):]]
	n, err := strconv.ParseInt(digits, 10, 64)
	if !known || err != nil || n < 1 || n > math.MaxInt64>>shift {
		return fmt.Errorf("it is a size such as 512M or 2G")
	}
	*v.to = n << shift
	return nil
}

// units are powers of two. That of 512M is known from the shells' ulimit and from containers.
var units = map[string]int{
	"": 0, "B": 0, "K": 10, "KB": 10, "KiB": 10, "M": 20, "MB": 20, "MiB": 20, "G": 30, "GB": 30, "GiB": 30, "T": 40, "TB": 40, "TiB": 40,
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// show returns the text of a value, or nothing where it is zero, so that help shows no default.
func show[T comparable](v *T, text func(T) string) string {
	var zero T
	if v == nil || *v == zero {
		return ""
	}
	return text(*v)
}
