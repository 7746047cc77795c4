package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	suite "github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/internal/atomicfile"
	"github.com/spellbench/sbconform/internal/picture"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
)

// playFlags are the flags of play.
type playFlags struct {
	engine, p0, p1    string
	games             int
	secret, format    string
	terms             terms
	verbose           bool
	html, out         string
	decision, startup time.Duration
	profile           string
	secretValue       protocol.RunSecret
	engineSide        player
	agents            [2]player
}

func newPlay(w world) *cobra.Command {
	f := playFlags{engine: "reference", p0: "uniform", p1: "uniform", games: 1, decision: time.Minute, startup: time.Minute, profile: profiles[0]}
	cmd := &cobra.Command{
		Use:   "play [flags]",
		Short: "Play games between an engine and two agents",
		Long: `play is the reference host: it starts the engine and, for each game, two agents, checks every decision by
the rules of Section 11.3 of the specification, keeps the clocks, and prints how each game ended and its
digest. Engine and agents are commands, split at spaces, or built in: the engine "reference", the agents
` + strings.Join(agent.Policies(), " and ") + `.

Exit status: 0 if every game was played to its end, 1 if one ended in a forfeit or a halt, 2 if the
games can't be played: wrong usage, or an engine and agents that do not fit.`,
		Example: `  sbconform play --engine ./my-engine --games 10
  sbconform play --p0 'python3 agent.py' --html game.html
  sbconform play --p0 first --mulligan none --start p1 --decklists hidden
  sbconform play -v --deck Skirmish --secret ` + strings.Repeat("00", 32),
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.play(cmd, w) },
	}
	set := cmd.Flags()
	set.SortFlags = false
	set.StringVar(&f.engine, "engine", f.engine, "the engine's `COMMAND`")
	set.StringVar(&f.p0, "p0", f.p0, "p0's agent: a `COMMAND`, or one of "+strings.Join(agent.Policies(), ", "))
	set.StringVar(&f.p1, "p1", f.p1, "p1's agent: a `COMMAND`, or one of "+strings.Join(agent.Policies(), ", "))
	set.Var(number{&f.games}, "games", "how many games (default 1)")
	set.StringVar(&f.secret, "secret", "", "the run secret, 64 `HEX` digits, from which games, ids and seeds follow (default: a fresh one)")
	set.StringVar(&f.format, "format", "", "the format `ID` (default: the first that the engine names)")
	set.StringVar(&f.terms.deck, "deck", "", "the catalog `ID` of both seats' deck (default: the engine's first)")
	set.StringVar(&f.terms.deck1, "p1-deck", "", "the catalog `ID` of p1's deck, where it has another than p0")
	set.Var(oneOf{&f.terms.mulligan, mulligans}, "mulligan", "the rule for mulligans (default: london where the engine has it)")
	set.Var(oneOf{&f.terms.start, starts}, "start", "who begins, or that the toss's winner says (default: p0 where the engine lets the host say)")
	set.Var(oneOf{&f.terms.decklists, decklists}, "decklists", "whether a seat is shown its opponent's deck (default visible)")
	set.Var(oneOf{&f.profile, profiles}, "profile", "spec: what the text says; strict: also what the reference host wants")
	set.Var(positive{&f.decision}, "timeout", "how long one decision of an agent, or one answer of the engine, may take")
	set.Var(positive{&f.startup}, "startup-timeout", "how long to wait for a first answer")
	set.BoolVarP(&f.verbose, "verbose", "v", false, "tell of every decision")
	set.StringVar(&f.html, "html", "", "draw the game, step by step, in the `FILE`, for a browser")
	set.StringVar(&f.out, "out", "", "keep each game's transcript in the folder `DIR`")
	for _, flag := range []string{"p0", "p1"} {
		cmd.RegisterFlagCompletionFunc(flag, words(agent.Policies()))
	}
	cmd.RegisterFlagCompletionFunc("profile", words(profiles))
	cmd.RegisterFlagCompletionFunc("mulligan", words(mulligans))
	cmd.RegisterFlagCompletionFunc("start", words(starts))
	cmd.RegisterFlagCompletionFunc("decklists", words(decklists))
	return cmd
}

// check reads what the flags name.
func (f *playFlags) check(cmd *cobra.Command) error {
	if f.html != "" && f.games > 1 {
		return usage("--html draws one game, and --games asks for %d", f.games)
	}
	var err error
	switch f.secret {
	case "":
		rand.Read(f.secretValue[:])
	default:
		if f.secretValue, err = protocol.ParseRunSecret(f.secret); err != nil {
			return usage("--secret: %v", err)
		}
	}
	commands := subcommands(cmd)
	if f.engineSide, err = engineNamed(f.engine, commands); err != nil {
		return err
	}
	if f.agents[0], err = agentNamed("--p0", f.p0, commands); err != nil {
		return err
	}
	if f.agents[1], err = agentNamed("--p1", f.p1, commands); err != nil {
		return err
	}
	limits := process.Limits{Startup: f.startup, Answer: f.decision}
	f.engineSide.limits, f.agents[0].limits, f.agents[1].limits = limits, limits, limits
	if f.html != "" {
		if err := atomicfile.Probe(f.html); err != nil {
			return usage("--html: %v", err)
		}
	}
	if f.out != "" {
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return usage("--out: %v", err)
		}
	}
	return nil
}

func (f *playFlags) play(cmd *cobra.Command, w world) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	ctx, stop := stoppable(cmd.Context(), func() {})
	defer stop()
	t := table{f: f, out: bufio.NewWriter(w.stdout)}
	defer t.stop()
	fmt.Fprintf(t.out, "%s: %s against %s\ncommitment %s\n", report.Visible(f.engineSide.name),
		report.Visible(f.agents[0].name), report.Visible(f.agents[1].name), f.secretValue.Commitment())
	t.head()
	for i := range uint64(f.games) {
		if err := t.game(ctx, i); err != nil {
			t.out.Flush()
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	t.foot()
	if err := t.out.Flush(); err != nil {
		return written(err)
	}
	switch {
	case ctx.Err() != nil:
		return failure{statusOurs, "stopped"}
	case t.broken > 0:
		return failure{status: statusFails}
	}
	return nil
}

// A table plays games and prints a line for each.
type table struct {
	f      *playFlags
	out    *bufio.Writer
	engine *host.Engine
	end    func() // of the engine
	greet  []goldens.Row
	rows   []goldens.Row // of the game that is being played
	wins   [2]int
	draws  int
	others int // neither won nor drawn
	broken int // forfeits and halts
}

func (t *table) stop() {
	if t.end != nil {
		t.end()
	}
}

const tableRow = "%4s  %-18s  %-9s %-34s %6s %6s  %s\n"

func (t *table) head() {
	fmt.Fprintf(t.out, tableRow, "game", "game_id", "outcome", "reason", "p0", "p1", "game_digest")
}

func (t *table) foot() {
	fmt.Fprintf(t.out, "p0 won %d, p1 won %d, drawn %d, neither %d\nrun secret %s\n", t.wins[0], t.wins[1], t.draws, t.others, t.f.secretValue)
}

// seat starts the engine if there is none that could play on.
func (t *table) seat(ctx context.Context) error {
	if t.engine != nil && !t.engine.Spent() {
		t.rows = append(t.rows[:0], t.greet...)
		return nil
	}
	t.stop()
	t.rows, t.engine, t.end = nil, nil, nil
	peer, end, err := t.f.engineSide.start(ctx)
	if err != nil {
		return usage("%v", err)
	}
	t.end = end
	o := host.Options{Record: func(dir string, line []byte) {
		if t.f.verbose || t.f.html != "" || t.f.out != "" {
			t.rows = append(t.rows, goldens.NewRow(dir, line))
		}
	}}
	if t.f.profile == suite.Strict {
		o.Reading = protocol.Strict
	}
	if t.engine, err = host.Greet(peer, t.f.startup, o); err != nil {
		return usage("%v", err)
	}
	t.greet = append([]goldens.Row(nil), t.rows...)
	return nil
}

// terms are those of a game's rules (Section 12.2) and decks that a flag may choose; "" leaves one to the engine.
type terms struct{ deck, deck1, mulligan, start, decklists string }

var (
	mulligans = []string{"london", "none"}
	starts    = []string{"p0", "p1", "toss"}
	decklists = []string{"visible", "hidden"}
)

// match sets a game of the engine up, in its first format where none is named.
func (x terms) match(e *host.Engine, format string) (*host.Match, error) {
	if format == "" {
		format = e.Hello.Formats[0]
	}
	deck, err := catalogDeck(e, "--deck", x.deck)
	if err != nil {
		return nil, err
	}
	decks := [2]protocol.NamedDeck{deck, deck}
	if x.deck1 != "" {
		if decks[1], err = catalogDeck(e, "--p1-deck", x.deck1); err != nil {
			return nil, err
		}
	}
	m := e.NewMatch(format, decks)
	if x.mulligan != "" {
		m.Rules.Mulligan = x.mulligan
	}
	if x.decklists != "" {
		m.Rules.OpponentDecklist = x.decklists
	}
	switch x.start {
	case "":
	case "toss":
		m.Rules.StartingPlayer, m.Rules.StartingSeat = "toss_winner_chooses", nil
	default:
		seat := protocol.Seat(x.start)
		m.Rules.StartingPlayer, m.Rules.StartingSeat = "host_assigned", &seat
	}
	return m, nil
}

// catalogDeck is a deck of the engine's catalog, its first where none is named.
func catalogDeck(e *host.Engine, flag, id string) (protocol.NamedDeck, error) {
	if id == "" && len(e.Hello.Catalog) > 0 {
		id = e.Hello.Catalog[0].CatalogID
	}
	deck, ok := e.CatalogDeck(id)
	if !ok {
		var ids []string
		for _, c := range e.Hello.Catalog {
			ids = append(ids, c.CatalogID)
		}
		return deck, usage("%s %q: the engine's catalog has %s", flag, id, listed(ids))
	}
	return deck, nil
}

// match sets the game up.
func (t *table) match() (*host.Match, error) {
	m, err := t.f.terms.match(t.engine, t.f.format)
	if err != nil {
		return nil, err
	}
	m.Secret, m.Clock = t.f.secretValue, sinceStart()
	m.Time.MaxDecisionMS = uint64(max(t.f.decision.Milliseconds(), 1))
	m.Time.EngineStepMS = m.Time.MaxDecisionMS
	m.Time.StartupMS = uint64(max(t.f.startup.Milliseconds(), 1))
	m.Time.GameStartMS = m.Time.StartupMS
	return m, nil
}

// game plays game i and tells of it.
func (t *table) game(ctx context.Context, i uint64) error {
	if err := t.seat(ctx); err != nil {
		return err
	}
	m, err := t.match()
	if err != nil {
		return err
	}
	m.Index = i
	for s, p := range t.f.agents {
		peer, end, err := p.start(ctx)
		if err != nil {
			return usage("%v", err)
		}
		defer end()
		m.Agents[s] = peer
	}
	r, err := m.Play()
	if err != nil {
		return usage("%v", err)
	}
	t.count(r)
	if t.f.verbose {
		if err := picture.Account(t.out, t.rows); err != nil {
			return written(err)
		}
	}
	fmt.Fprintf(t.out, tableRow, fmt.Sprint(i), r.GameID, r.Outcome, report.Visible(r.Reason),
		fmt.Sprint(r.SeatSteps[0]), fmt.Sprint(r.SeatSteps[1]), r.Digest)
	if r.Detail != "" {
		fmt.Fprintf(t.out, "      %s\n", report.Visible(r.Detail))
	}
	if err := t.out.Flush(); err != nil { // a game may take long, and each is told of when it is over
		return written(err)
	}
	return t.keep(i)
}

func (t *table) count(r host.Result) {
	switch {
	case r.Winner != nil:
		t.wins[r.Winner.Index()]++
	case r.Outcome == "draw":
		t.draws++
	default:
		t.others++
	}
	if r.Classification == "forfeit" || r.Classification == "halted" {
		t.broken++
	}
}

// keep writes what the flags ask for.
func (t *table) keep(i uint64) error {
	if t.f.out != "" {
		x := goldens.Transcript{Entry: goldens.Entry{Name: fmt.Sprintf("game-%04d", i)}, Rows: t.rows}
		if err := x.WriteFile(t.f.out); err != nil {
			return written(err)
		}
	}
	if t.f.html == "" {
		return nil
	}
	title := fmt.Sprintf("%s against %s, on %s", t.f.agents[0].name, t.f.agents[1].name, t.f.engineSide.name)
	return written(atomicfile.Write(t.f.html, func(w io.Writer) error { return picture.HTML(w, title, t.rows) }))
}
