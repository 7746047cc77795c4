// Package selftest proves the checks: the references pass them whatever they declare, every mutant fails at
// least one that names what is wrong, every check finds at least one mutant, and programs that answer
// without looking fail nearly all. A check that finds nothing proves nothing, and a mutant that nobody finds
// is a hole.
//
// The faults of a filter in front of a reference name the checks that must find them (mutants of
// conformance/engine and conformance/agent, and those of conformance/host). Those of the reference engine itself don't: which checks find
// them is found out by a full self-test, recorded in kills.txt, and held to by every other.
package selftest

import (
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/agent"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/host"
	"github.com/spellbench/sbconform/conformance/internal/faulty"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	refagent "github.com/spellbench/sbconform/reference/agent"
	reference "github.com/spellbench/sbconform/reference/engine"
	refhost "github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A Kind says what is wanted of a subject.
type Kind string

const (
	Reference Kind = "reference" // passes every check
	Mutant    Kind = "mutant"    // fails the checks that it names
	Null      Kind = "null"      // fails nearly all
)

// A Subject is a program that is put to a suite.
type Subject struct {
	Name    string
	Role    string // engine, agent or host
	Kind    Kind
	Section string // that a mutant breaks; "" where only its checks tell
	Fault   string // in a sentence, what is wrong with it; may be ""

	// own is a fault of the reference engine itself, which names no checks: kills.txt does.
	own     bool
	command process.Command
	limits  process.Limits
	profile string
	only    []string // patterns; all checks if empty
	skip    []string
	kills   func(id string) bool // of a mutant that names checks
	passes  int                  // of a null program, how many checks it may pass
	host    host.InProcess       // of a host, in place of a command
	short   bool                 // short games show it
}

// suite returns the checks for the subject.
func (s Subject) suite() conformance.Suite {
	switch s.Role {
	case engine.RoleAgent:
		return agent.Suite(agent.Config{Command: s.command, Limits: s.limits})
	case host.Name:
		return host.Suite(host.Config{InProcess: s.host, Limits: s.limits, Short: s.short})
	}
	return engine.Suite(engine.Config{Command: s.command, Limits: s.limits, Profile: s.profile})
}

// A Row is what came of one subject.
type Row struct {
	Subject  Subject
	Counts   map[conformance.Verdict]int
	Failed   []string // ids of the checks that failed, in the suite's order
	Right    []string // those of them that name the section of the fault
	First    string   // how the first of them failed
	Errors   []string // what went wrong on our side
	Named    []string // the sections that they name
	Problem  string   // in a sentence, what is not as wanted; "" if all is
	Excuse   string   // why a mutant that nobody finds is accepted
	Duration time.Duration
}

// A Matrix says which check finds which subject.
type Matrix struct {
	Rows   []Row
	Checks []conformance.Check // of all suites
	Idle   []string            // checks that find no mutant
}

// Options say how a self-test is run.
type Options struct {
	Run  []string // globs over the names of subjects; all if empty. Then no check counts as idle
	Jobs int      // subjects at the same time; the number of CPUs if 0
	// Full puts the reference engine's own faults to all checks and not only to one that is known to find
	// them, and holds the record to what comes of it.
	Full bool
	// Kills is the record, as Recorded returns it.
	Kills Kills
	// Alone returns the command that runs a mutant as a process of its own; those that need it are left
	// out if nil.
	Alone func(role, name string) process.Command
}

// heavy names checks that play many or long games or write lines of 8 MiB. A mutant is put to them only
// where the others don't find it: it would spend most of its time on them, and mutants of their own prove
// them.
var heavy = []string{
	"engine/games/first", "engine/games/last", "engine/games/uniform", "engine/games/cover", "engine/games/non-interference",
	"engine/games/deterministic", "engine/games/deterministic-after-others", "engine/framing/long-*", "engine/framing/*over-long-line",
}

// Subjects returns every program that a self-test judges.
func Subjects(o Options) []Subject {
	const agentPrefix, hostPrefix = "agent ", "host "
	out := slices.Concat(
		engines(), faultyEngines(), o.filters(engine.RoleEngine, "", engine.Mutants()),
		agents(agentPrefix), o.filters(engine.RoleAgent, agentPrefix, agent.Mutants()),
		nulls(engine.RoleEngine, "", faulty.EngineNulls()), nulls(engine.RoleAgent, agentPrefix, faulty.AgentNulls()),
		hosts(hostPrefix), faultyHosts(hostPrefix), nullHosts(hostPrefix),
	)
	if len(o.Run) == 0 {
		return out
	}
	return slices.DeleteFunc(out, func(s Subject) bool {
		return !slices.ContainsFunc(o.Run, func(p string) bool { ok, _ := path.Match(p, s.Name); return ok })
	})
}

// engines returns the reference engine as every profile declares it.
func engines() []Subject {
	out := []Subject{{Name: "the reference", command: serving(reference.Options{})}}
	for _, p := range reference.Profiles() {
		out = append(out, Subject{Name: p.Name, Fault: p.Sentence, command: serving(reference.Options{Profile: p.Name})})
	}
	out = append(out, Subject{Name: "the strict reference", profile: engine.Strict, command: serving(reference.Options{Reading: protocol.Strict})})
	for i := range out {
		out[i].Role, out[i].Kind = engine.RoleEngine, Reference
	}
	return out
}

// excused names mutants that no check can find, with the reason.
var excused = map[string]string{
	"streams-repeated": "equal seeds of two shuffles of one library can't be told from outside: the library between them differs",
}

// faultyEngines returns the mutants of the reference engine.
func faultyEngines() []Subject {
	var out []Subject
	for _, m := range reference.Mutants() {
		out = append(out, Subject{Name: m.Name, Role: engine.RoleEngine, Kind: Mutant, Section: m.Section, Fault: m.Sentence, own: true})
	}
	return out
}

// askedOfMany is how many of the checks that are known to find a fault are put to it. A check that stops at the
// first thing that is wrong may name another section when it is the first to look; two hardly both do.
const askedOfMany = 2

// thorough are the ways to look for a fault when it is not known which checks find it: from the one that costs
// least to the one that costs most, and read as the text alone wants it before all else.
var thorough = []struct {
	strict     bool
	only, skip []string
}{
	{strict: false, skip: heavy},
	{strict: false, only: heavy},
	{strict: true, skip: heavy},
	{strict: true, only: heavy},
}

// attempts returns the ways in which s is put to its suite, one after another.
func (o Options) attempts(s Subject) []Subject {
	if !s.own {
		return []Subject{s}
	}
	known := o.Kills[s.Name]
	if all := known.all(); len(all) > 0 && !o.Full {
		s.only = all[:min(askedOfMany, len(all))]
		s.kills = func(id string) bool { return slices.Contains(s.only, id) }
		return []Subject{s.read(known.Strict)}
	}
	var out []Subject
	for _, way := range thorough {
		s.only, s.skip = way.only, way.skip
		out = append(out, s.read(way.strict))
	}
	return out
}

// read returns the mutant of the reference engine as it reads and is judged strictly, or by the text alone.
func (s Subject) read(strict bool) Subject {
	o := reference.Options{Mutant: s.Name}
	s.profile = engine.Spec
	if strict {
		s.profile, o.Reading = engine.Strict, protocol.Strict
	}
	s.command = serving(o)
	return s
}

// filters returns a reference program behind each of the filters that spoil it. prefix sets the names of the
// role apart.
func (o Options) filters(role, prefix string, mutants []suite.Mutant) []Subject {
	var out []Subject
	for _, m := range mutants {
		s := Subject{Name: prefix + m.Name, Role: role, Kind: Mutant, profile: m.Profile, limits: m.Limits, only: m.Patterns(), kills: m.Names}
		switch {
		case !m.Alone:
			s.command = process.Serving(m.Serve)
		case o.Alone == nil:
			continue
		default:
			s.command = o.Alone(role, m.Name)
		}
		out = append(out, s)
	}
	return out
}

// nulls returns the programs that answer without looking.
func nulls(role, prefix string, all []faulty.Null) []Subject {
	var out []Subject
	for _, n := range all {
		out = append(out, Subject{
			Name: prefix + n.Name, Role: role, Kind: Null, Fault: n.Fault, passes: n.Passes,
			command: process.Serving(n.Service), limits: faulty.NullLimits(),
		})
	}
	return out
}

// agents returns the reference agents. They keep to the text, and not all to what a strict host wishes.
func agents(prefix string) []Subject {
	var out []Subject
	for _, p := range refagent.Policies() {
		out = append(out, Subject{Name: prefix + p, Role: engine.RoleAgent, Kind: Reference, command: process.Serving(func(stdin io.Reader, stdout io.Writer) error {
			return refagent.Serve(stdin, stdout, refagent.Options{Policy: p})
		})})
	}
	return out
}

// hosts returns the reference host: under the terms of common use, and under all others at once.
func hosts(prefix string) []Subject {
	other := func(m *refhost.Match) {
		host.Brief(m)
		m.Rules.OpponentDecklist, m.Rules.Mulligan = "hidden", "none"
		if m.Rules.StartingSeat != nil {
			m.Rules.StartingSeat = protocol.Ptr(protocol.P1)
		}
	}
	out := []Subject{
		{Name: prefix + "the reference", host: host.Reference(2, refhost.Options{}, host.Brief)},
		{Name: prefix + "other terms", Fault: "hides decklists, has p1 begin, plays one game and reads strictly", host: host.Reference(1, refhost.Options{Reading: protocol.Strict}, other), profile: host.Strict},
	}
	for i := range out {
		out[i].Role, out[i].Kind = host.Name, Reference
		out[i].limits = process.Limits{Exit: 300 * time.Millisecond}
	}
	return out
}

// faultyHosts returns the mutants of the reference host.
func faultyHosts(prefix string) []Subject {
	var out []Subject
	for _, m := range host.Mutants() {
		out = append(out, Subject{
			Name: prefix + m.Name, Role: host.Name, Kind: Mutant, Section: m.Section, Fault: m.Fault,
			host: m.Play, short: m.Short, limits: m.Limits, only: m.Patterns(), kills: m.Names,
		})
	}
	return out
}

// nullHosts returns functions that would pass for a host.
func nullHosts(prefix string) []Subject {
	out := []Subject{
		{Name: prefix + "idle", Fault: "starts nothing", host: func(context.Context, [3]func() (host.Conn, error)) error { return nil }},
		{Name: prefix + "constant", Fault: "says {} to every program, and ends", passes: 6, host: func(_ context.Context, dial [3]func() (host.Conn, error)) error {
			for _, start := range dial {
				c, err := start()
				if err != nil {
					return err
				}
				defer c.Close()
				if _, err := io.WriteString(c, "{}\n"); err != nil {
					return err
				}
			}
			return nil
		}},
	}
	for i := range out {
		out[i].Role, out[i].Kind, out[i].limits = host.Name, Null, faulty.NullLimits()
	}
	return out
}

func serving(o reference.Options) process.Command {
	return process.Serving(func(stdin io.Reader, stdout io.Writer) error { return reference.Serve(stdin, stdout, o) })
}

// Run judges all subjects and calls progress, one at a time, with each that is done. The error is that
// of ctx; the rows are then those of the subjects that were judged.
func Run(ctx context.Context, o Options, progress func(Row)) (Matrix, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.NumCPU()
	}
	subjects := Subjects(o)
	rows := make([]*Row, len(subjects))
	m := Matrix{Checks: slices.Concat(engine.Suite(engine.Config{}).Checks, agent.Suite(agent.Config{}).Checks, host.Suite(host.Config{}).Checks)}
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range o.Jobs {
		wg.Go(func() {
			for i := range next {
				row := o.judge(ctx, subjects[i])
				if ctx.Err() != nil {
					continue
				}
				mu.Lock()
				rows[i] = &row
				progress(row)
				mu.Unlock()
			}
		})
	}
	for i := range subjects {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	for _, r := range rows {
		if r != nil {
			m.Rows = append(m.Rows, *r)
		}
	}
	if len(o.Run) == 0 && ctx.Err() == nil {
		m.Idle = m.idle()
	}
	return m, ctx.Err()
}

// judge puts its suite to one subject.
func (o Options) judge(ctx context.Context, s Subject) Row {
	begin := time.Now()
	row := o.look(ctx, s)
	switch {
	case s.own && row.Problem == "":
		row.Problem = o.recordProblem(row)
	case len(row.Failed) == 0 && len(row.Errors) == 0 && ctx.Err() == nil:
		if row.Excuse = excused[s.Name]; row.Excuse != "" {
			row.Problem = ""
		}
	}
	row.Duration = time.Since(begin)
	return row
}

// look makes attempts until a check names the section of the fault, or at least finds the fault: then other
// checks of the same reading may still name it.
func (o Options) look(ctx context.Context, s Subject) (row Row) {
	var found *Row
	for _, a := range o.attempts(s) {
		if found != nil && found.Subject.profile != a.profile {
			break
		}
		row = put(ctx, a)
		if len(row.Right) > 0 || len(row.Errors) > 0 || ctx.Err() != nil {
			return row
		}
		if len(row.Failed) > 0 && found == nil {
			found = new(row)
		}
	}
	if found != nil {
		return *found
	}
	return row
}

// put runs the checks of one subject.
func put(ctx context.Context, s Subject) Row {
	row := Row{Subject: s, Counts: map[conformance.Verdict]int{}}
	ends := map[string]conformance.Result{}
	suite := s.suite()
	o := conformance.Options{Run: s.only, Skip: s.skip, Profile: s.profile, Jobs: 1, Level: conformance.Info}
	if s.Kind == Reference && s.Role == engine.RoleAgent {
		o.Level = conformance.Must // a reference agent may be as simple as the text allows
	}
	_, err := conformance.Run(ctx, suite, o, func(e conformance.Event) {
		if e.End != nil {
			ends[e.End.ID] = *e.End
		}
	})
	if err != nil {
		row.Errors = append(row.Errors, err.Error())
	}
	var survived []string
	for _, c := range suite.Checks {
		end, ran := ends[c.ID]
		if !ran {
			continue
		}
		row.Counts[end.Verdict]++
		switch {
		case end.Verdict == conformance.Fail:
			if row.Failed = append(row.Failed, c.ID); len(row.Failed) == 1 {
				row.First = fmt.Sprintf("%s: %s: %s", c.ID, end.Failure.Cause, end.Failure.Message)
			}
			named := sections(end)
			if about(named, s.Section) {
				row.Right = append(row.Right, c.ID)
			}
			row.Named = append(row.Named, named...)
		case end.Verdict == conformance.Errored:
			row.Errors = append(row.Errors, c.ID+": "+end.Failure.Message)
		case s.kills != nil && s.kills(c.ID):
			survived = append(survived, c.ID)
		}
	}
	slices.Sort(row.Named)
	row.Named = slices.Compact(row.Named)
	row.Problem = row.problem(survived)
	return row
}

var sectionNamed = regexp.MustCompile(`Section (\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*)`)

// sections returns those that a failure names: its check's and its message's.
func sections(r conformance.Result) []string {
	out := []string{r.Section}
	for _, m := range sectionNamed.FindAllStringSubmatch(r.Failure.Message, -1) {
		out = append(out, strings.Split(m[1], ", ")...)
	}
	return out
}

// about reports whether one of the sections is the one, a part of it or what it is a part of.
func about(sections []string, section string) bool {
	within := func(a, b string) bool { return a == b || strings.HasPrefix(a, b+".") }
	return slices.ContainsFunc(sections, func(s string) bool { return within(s, section) || within(section, s) })
}

// problem says what is not as wanted of a subject.
func (r Row) problem(survived []string) string {
	switch {
	case len(r.Errors) > 0:
		return "we failed: " + strings.Join(r.Errors, "; ")
	case r.Subject.Kind == Reference && len(r.Failed) > 0:
		return fmt.Sprintf("it fails %s (%s)", strings.Join(r.Failed, ", "), r.First)
	case len(survived) > 0:
		return "it survives " + strings.Join(survived, ", ")
	case r.Subject.Kind == Mutant && len(r.Failed) == 0:
		return "no check finds it"
	case r.Subject.Kind == Null && r.Counts[conformance.Pass] > r.Subject.passes:
		return fmt.Sprintf("it passes %d checks", r.Counts[conformance.Pass])
	}
	return ""
}

// recordProblem says where the record of the reference engine's own faults does not hold.
func (o Options) recordProblem(r Row) string {
	known, ok := o.Kills[r.Subject.Name]
	switch {
	case len(r.Right) == 0:
		return fmt.Sprintf("no check that finds it names Section %s, only %s", r.Subject.Section, strings.Join(r.Named, ", "))
	case !ok:
		return "kills.txt does not have it; its first lines say how to make it again"
	case o.Full && !slices.Equal(r.Right, known.Right):
		return "kills.txt has other checks for it; its first lines say how to make it again"
	}
	return ""
}

// Killed returns the record that a full self-test gives.
func (m Matrix) Killed() Kills {
	k := Kills{}
	for _, r := range m.Rows {
		if r.Subject.own {
			other := slices.DeleteFunc(slices.Clone(r.Failed), func(id string) bool { return slices.Contains(r.Right, id) })
			k[r.Subject.Name] = Kill{r.Subject.profile == engine.Strict, r.Right, other}
		}
	}
	return k
}

// idle returns the checks that find no mutant. What is of level info judges nothing.
func (m Matrix) idle() []string {
	found := map[string]bool{}
	for _, r := range m.Rows {
		if r.Subject.Kind == Mutant {
			for _, id := range r.Failed {
				found[id] = true
			}
		}
	}
	var out []string
	for _, c := range m.Checks {
		if !found[c.ID] && c.Level != conformance.Info {
			out = append(out, c.ID)
		}
	}
	return out
}

// Problems lists, in a sentence each, all that is not as wanted.
func (m Matrix) Problems() []string {
	var out []string
	for _, r := range m.Rows {
		if r.Problem != "" {
			out = append(out, fmt.Sprintf("%s %s: %s", r.Subject.Kind, r.Subject.Name, r.Problem))
		}
	}
	for _, id := range m.Idle {
		out = append(out, fmt.Sprintf("check %s finds no mutant", id))
	}
	return out
}
