package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/fuzz"
	"github.com/spellbench/sbconform/internal/atomicfile"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// fuzzFlags are the flags of fuzz.
type fuzzFlags struct {
	suiteFlags
	time      time.Duration
	execs     uint64
	stopFirst bool
	resume    string
	html      string
}

func newFuzz(w world) *cobra.Command {
	f := &fuzzFlags{}
	cmd := &cobra.Command{
		Use:   "fuzz [flags] [--] TARGET [ARG...]",
		Short: "Look for what no fixed check asks of an engine or an agent",
		Long: `fuzz sends an engine requests that are made up from the protocol and from the engine's own traffic, right
and wrong ones, in every state. An agent is sent legal games with decisions of every kind and with wild
values wherever a value is free, and sometimes what no host sends: how it bears that is told as advice, and
only --level should makes a failure of it. fuzz knows which answers are right, reports each other one once,
and reduces it to the few requests that show it.

Without --time and --execs it goes on until it is stopped; what was found by then is told. With --artifacts
each finding is a transcript, its account and its moves in DIR, and the pieces of dialogue that showed
something new are in DIR/corpus; --resume DIR begins with those of an earlier run, and adds to them.
--html FILE writes a page that draws the states of the target and the ways between them, and tells the findings.
Machines that share a campaign run the same command, each with its own --shard I/N: no two make the same
choices, whatever their -j. sbconform corpus merges what they kept.

Exit status: 0 if nothing was found, 1 if anything was, 2 for wrong usage, 3 if the run was stopped before
its end and nothing was found.`,
		Example: `  sbconform fuzz --time 60s ./my-engine
  sbconform fuzz --artifacts fuzz-out --seed 7 -j 2 -- python3 engine.py
  sbconform fuzz --resume fuzz-out --stop-on-first ./my-engine
  sbconform fuzz --time 60s --html fuzz.html ./my-engine
  sbconform fuzz --level should --time 10m -- python3 agent.py
  sbconform fuzz --shard 3/8 --time 8h --artifacts part-3 ./my-engine`,
		ValidArgsFunction: completeTarget,
		Args:              cobra.ArbitraryArgs,
	}
	set := cmd.Flags()
	set.SetInterspersed(false)
	set.SortFlags = false
	f.set = set
	set.Var(positive{&f.time}, "time", "stop after this long")
	set.Uint64Var(&f.execs, "execs", 0, "stop each job after `N` requests")
	set.BoolVar(&f.stopFirst, "stop-on-first", false, "stop at the first finding")
	set.VarP(number{&f.jobs}, "jobs", "j", "how many processes of the target run at the same time (default: one a CPU)")
	set.Uint64Var(&f.seed, "seed", 1, "the seed `N` of every secret and every choice: with equal answers, the same run again")
	set.Var(shard{&f.shard}, "shard", "be machine I of N in a campaign, as in `I/N`")
	f.level = levels[0]
	set.Var(oneOf{&f.level, levels[:2]}, "level", "must: what the text only recommends is told and fails nothing; should: it fails the run")
	f.profile = profiles[0]
	set.Var(oneOf{&f.profile, profiles}, "profile", "spec: what the text says; strict: also what the reference host wants")
	set.StringVar(&f.artifacts, "artifacts", "", "keep findings and the corpus in the folder `DIR`")
	set.StringVar(&f.resume, "resume", "", "the same, and begin with the corpus that is there, in the folder `DIR`")
	set.StringVar(&f.html, "html", "", "write findings, states and ways as one page to `FILE` (with --artifacts or --resume also to DIR/report.html)")
	set.StringVar(&f.format, "format", "", "play games in the format `ID` alone (default: every one that the engine names)")
	set.StringVar(&f.deck, "deck", "", "play games with the catalog deck `ID` alone (default: every one of the engine's)")
	set.BoolVar(&f.quiet, "no-progress", false, "print no lines of progress")
	f.addWaits(set)
	f.addProcess(set)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.fuzz(cmd, w, args) }
	return cmd
}

func (f *fuzzFlags) fuzz(cmd *cobra.Command, w world, args []string) error {
	if len(args) == 0 {
		return usage("fuzz needs a TARGET, as in sbconform fuzz ./my-engine")
	}
	if f.artifacts != "" && f.resume != "" {
		return usage("--artifacts and --resume name the same folder; give one of them")
	}
	if err := f.check(); err != nil {
		return err
	}
	command, info, err := f.target(args, subcommands(cmd))
	if err != nil {
		return err
	}
	o := fuzz.Options{
		Command: command, Limits: process.Limits{Startup: f.startup, Answer: f.timeout}, Seed: f.seed, Jobs: f.jobs,
		Time: f.time, Execs: f.execs, StopOnFirst: f.stopFirst, Resume: f.resume != "", Format: f.format, Deck: f.deck,
		Advised: f.level == string(conformance.Should),
	}
	if f.shard.Count > 0 {
		o.Part = uint32(f.shard.Index - 1)
	}
	if f.profile == engine.Strict {
		o.Reading = protocol.Strict
	}
	dir := f.artifacts + f.resume
	if dir != "" {
		o.Corpus = filepath.Join(dir, "corpus")
		if err := os.MkdirAll(o.Corpus, 0o777); err != nil {
			return usage("%s: %v", dir, err)
		}
	}
	pages := f.pages(dir)
	for _, path := range pages {
		if err := atomicfile.Probe(path); err != nil {
			return usage("the page can't be written: %v", err)
		}
	}
	if len(pages) > 0 {
		o.Graph = new(fuzz.Graph)
	}
	ctx, stop := stoppable(cmd.Context(), func() { fmt.Fprintln(w.stderr, "Stopping. Once more stops at once.") })
	defer stop()
	hello, role, err := engine.Hello(ctx, f.config(command))
	switch {
	case err != nil: // what is wrong with its greeting, the run itself tells
	case role == engine.RoleAgent:
		o.Role = fuzz.Agent
		if f.format != "" || f.deck != "" {
			return usage("--format and --deck are for engines, and %s is an agent", info.Name)
		}
	default:
		if err := declared(hello, f.format, f.deck); err != nil {
			return err
		}
	}
	t := fuzzTeller{w: w, dir: dir, target: args, quiet: f.quiet}
	o.Progress, o.Found = t.progress, t.found
	began := time.Now()
	found, stats, err := fuzz.Run(ctx, o)
	fmt.Fprintf(w.stdout, "%d requests in %s (%.0f a second), %d processes, %d states, %d edges, %d findings\n",
		stats.Execs, stats.Elapsed.Round(100*time.Millisecond), stats.Rate, stats.Sessions, stats.States, stats.Edges, stats.Findings)
	for _, path := range pages {
		page := fuzz.Page{
			Target: info.Name, Version: version, Began: began, Seed: f.seed,
			Stats: stats, Course: t.course, Ways: o.Graph.Ways(), Findings: t.told,
		}
		if err := atomicfile.Write(path, page.WriteHTML); err != nil && t.err == nil {
			t.err = err
		}
	}
	failing := 0
	for _, x := range found {
		if !x.Advisory || o.Advised {
			failing++
		}
	}
	return fuzzStatus(ctx, t.err, err, failing)
}

// pages are the files that tell of the run.
func (f *fuzzFlags) pages(dir string) (out []string) {
	if f.html != "" {
		out = append(out, f.html)
	}
	if dir != "" {
		out = append(out, filepath.Join(dir, "report.html"))
	}
	return out
}

// declared refuses a format or a deck that the engine does not name.
func declared(hello []byte, format, deck string) error {
	v, err := wire.Parse(hello)
	if err != nil {
		return nil
	}
	if format != "" {
		var known bool
		for x := range v.Get("formats").Elems() {
			known = known || x.StrIs(format)
		}
		if !known {
			return usage("--format %q is none that the engine names", format)
		}
	}
	if deck != "" {
		var known bool
		for x := range v.Get("catalog").Elems() {
			known = known || x.Get("catalog_id").StrIs(deck)
		}
		if !known {
			return usage("--deck %q is no catalog deck of the engine's", deck)
		}
	}
	return nil
}

// fuzzStatus says how a run ends; write is what went wrong with its files.
func fuzzStatus(ctx context.Context, write, err error, found int) error {
	switch {
	case write != nil:
		return written(write)
	case found > 0:
		return failure{status: statusFails}
	case err != nil:
		return failure{statusUsage, err.Error()}
	case ctx.Err() != nil:
		return failure{status: statusOurs}
	}
	return nil
}

// A fuzzTeller tells of a run as it goes, and writes its findings.
type fuzzTeller struct {
	w      world
	dir    string
	target []string
	quiet  bool
	count  int
	last   time.Duration // when progress was told last
	course []fuzz.Stats  // for the page
	every  time.Duration // between two of these
	told   []fuzz.Told   // likewise
	err    error         // the first that a file met with
}

// progressEvery is how often a line of progress is printed: a log should stay readable.
const progressEvery = 5 * time.Second

// mostCourse is how many points a curve of the page has. When there are more, every second one is left out.
const mostCourse = 400

func (t *fuzzTeller) follow(s fuzz.Stats) {
	if n := len(t.course); n > 0 && s.Elapsed-t.course[n-1].Elapsed < t.every {
		return
	}
	if t.course = append(t.course, s); len(t.course) < mostCourse {
		return
	}
	for i := range mostCourse / 2 {
		t.course[i] = t.course[2*i+1]
	}
	t.course = t.course[:mostCourse/2]
	t.every = t.course[len(t.course)-1].Elapsed / (mostCourse / 2)
}

func (t *fuzzTeller) progress(s fuzz.Stats) {
	t.follow(s)
	if t.quiet || s.Elapsed-t.last < progressEvery {
		return
	}
	t.last = s.Elapsed
	fmt.Fprintf(t.w.stderr, "%s: %d requests, %.0f a second, %d states, %d edges, %d pieces kept, %d findings\n",
		s.Elapsed.Round(time.Second), s.Execs, s.Rate, s.States, s.Edges, s.Kept, s.Findings)
}

// mostMoves is how many moves are printed: a fault that nothing less shows may have hundreds.
const mostMoves = 30

func (t *fuzzTeller) found(f fuzz.Finding) {
	t.count++
	what := "finding"
	if f.Advisory {
		what = "advice"
	}
	fmt.Fprintf(t.w.stdout, "%s %d: %s\n  %s\n", what, t.count, report.Visible(f.Fingerprint()), report.Visible(f.Account()))
	if t.dir == "" {
		t.told = append(t.told, fuzz.Told{Finding: f})
		for i, v := range f.Moves[:min(len(f.Moves), mostMoves)] {
			fmt.Fprintf(t.w.stdout, "  %d. %s\n", i+1, report.Visible(v.String()))
		}
		if n := len(f.Moves) - mostMoves; n > 0 {
			fmt.Fprintf(t.w.stdout, "  and %d more; --artifacts DIR keeps them all\n", n)
		}
		return
	}
	path, err := f.Save(t.dir)
	if err != nil {
		t.told = append(t.told, fuzz.Told{Finding: f})
		if t.err == nil {
			t.err = err
		}
		return
	}
	again := report.Quote(append([]string{"sbconform", "replay", path, "--"}, t.target...))
	t.told = append(t.told, fuzz.Told{Finding: f, Again: again})
	fmt.Fprintf(t.w.stdout, "  again: %s\n", again)
}
