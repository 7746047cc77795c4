package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	suite "github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
)

// recordFlags are the flags of record.
type recordFlags struct {
	suiteFlags
	out string
}

func newRecord(w world) *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "record --out DIR [flags] [--] TARGET [ARG...]",
		Short: "Record a target's games, to be replayed after every change",
		Long: `record lets TARGET play games with fixed secrets against built-in players and keeps what it was asked and
what it answered, with an index, in a folder. In the author's CI, sbconform replay then tells where the
target no longer answers as it did. An engine plays with two random agents; an agent plays against a
random one on the built-in engine. The clock that an agent is told of stands still.

Exit status: 0 if all was recorded, 1 if the target fell out of its role in a game (which is recorded all
the same), 2 if it can't be run or the folder can't be written.`,
		Example: `  sbconform record --out goldens --games 3 ./my-engine
  sbconform replay goldens -- ./my-engine`,
		ValidArgsFunction: completeTarget,
		Args:              cobra.ArbitraryArgs,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.record(cmd, w, args) },
	}
	set := cmd.Flags()
	set.SetInterspersed(false)
	set.SortFlags = false
	f.set = set
	set.StringVar(&f.out, "out", "", "the folder `DIR` to write to")
	set.Uint64Var(&f.seed, "seed", 1, "the seed `N` of the run secret")
	set.StringVar(&f.format, "format", "", "play games in the format `ID` (default: the first that the engine names)")
	set.StringVar(&f.deck, "deck", "", "play games with the catalog deck `ID` (default: the engine's first)")
	f.games = 1
	set.Var(number{&f.games}, "games", "how many games (default 1)")
	f.addWaits(set)
	f.addProcess(set)
	return cmd
}

func (f *recordFlags) record(cmd *cobra.Command, w world, args []string) error {
	switch {
	case len(args) == 0:
		return usage("record needs a TARGET")
	case f.out == "":
		return usage("record needs --out DIR")
	}
	if err := f.check(); err != nil {
		return err
	}
	command, info, err := f.target(args, subcommands(cmd))
	if err != nil {
		return err
	}
	ctx, stop := stoppable(cmd.Context(), func() {})
	defer stop()
	_, role, err := suite.Hello(ctx, f.config(command))
	if err != nil {
		return processError(err)
	}
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return usage("--out: %v", err)
	}
	r := recorder{f: f, role: role, target: player{name: info.Name, command: command, limits: process.Limits{Startup: f.startup, Answer: f.timeout}}}
	out := bufio.NewWriter(w.stdout)
	defer out.Flush()
	index := goldens.Index{Schema: goldens.IndexSchema}
	broken := false
	for i := range uint64(f.games) {
		t, result, err := r.game(ctx, i)
		if ctx.Err() != nil {
			return failure{statusOurs, "stopped"}
		}
		if err != nil {
			return err
		}
		if err := t.WriteFile(f.out); err != nil {
			return usage("--out: %v", err)
		}
		index.Transcripts = append(index.Transcripts, t.Entry)
		fmt.Fprintf(out, "%s: %d rows, %s, %s\n", report.Visible(t.Name), len(t.Rows), result.Outcome, report.Visible(result.Reason))
		if result.Classification == "forfeit" || strings.HasPrefix(result.Reason, "host_") {
			broken = true
			fmt.Fprintf(out, "  %s\n", report.Visible(result.Detail))
		}
	}
	if err := index.WriteFile(f.out); err != nil {
		return usage("--out: %v", err)
	}
	if broken {
		return failure{status: statusFails}
	}
	return nil
}

// A recorder plays a target's games.
type recorder struct {
	f      *recordFlags
	role   string
	target player
}

// game plays and records game i.
func (r recorder) game(ctx context.Context, i uint64) (goldens.Transcript, host.Result, error) {
	var t goldens.Transcript
	engine, agents, seat := r.players(i)
	peer, end, err := engine.start(ctx)
	if err != nil {
		return t, host.Result{}, usage("%v", err)
	}
	defer end()
	var rows []goldens.Row
	e, err := host.Greet(peer, r.f.startup, host.Options{Record: func(dir string, line []byte) { rows = append(rows, goldens.NewRow(dir, line)) }})
	if err != nil {
		return t, host.Result{}, usage("%v", err)
	}
	m, err := terms{deck: r.f.deck}.match(e, r.f.format)
	if err != nil {
		return t, host.Result{}, err
	}
	// A fixed secret, and nothing that depends on how fast anybody is: games must come out the same.
	m.Secret, m.Index = protocol.RunSecret(sha256.Sum256(fmt.Appendf(nil, "sbconform record %d", r.f.seed))), i
	for s, p := range agents {
		peer, end, err := p.start(ctx)
		if err != nil {
			return t, host.Result{}, usage("%v", err)
		}
		defer end()
		m.Agents[s] = peer
	}
	result, err := m.Play()
	if err != nil {
		return t, result, usage("%v", err)
	}
	t.Name, t.Roles, t.Digest = fmt.Sprintf("game-%04d", i), []string{r.role}, &result.Digest
	for _, at := range r.rows(rows, seat) {
		t.Rows = append(t.Rows, rows[at])
	}
	t.Sum()
	return t, result, nil
}

// players returns the engine and the agents of game i, and the seat that the target has if it is an
// agent: it takes turns.
func (r recorder) players(i uint64) (engine player, agents [2]player, seat int) {
	reference, err := engineNamed("reference", nil)
	uniform, uerr := agentNamed("", "uniform", nil)
	if err := errors.Join(err, uerr); err != nil {
		panic(err) // both are built in
	}
	if r.role == goldens.RoleEngine {
		return r.target, [2]player{uniform, uniform}, 0
	}
	seat = int(i % 2)
	agents = [2]player{uniform, uniform}
	agents[seat] = r.target
	return reference, agents, seat
}

// rows returns the places of the target's own rows.
func (r recorder) rows(rows []goldens.Row, seat int) []int {
	talks := goldens.Talks(rows, r.role)
	if len(talks) == 2 {
		return talks[seat].Rows
	}
	return talks[0].Rows
}
