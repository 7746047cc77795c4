// Package selftest proves the checks of engines: the reference passes them whatever it declares, every
// mutant fails at least one, every check finds at least one mutant, and programs that answer without
// looking fail nearly all. A check that finds nothing proves nothing, and a mutant that nobody finds is
// a hole.
package selftest

import (
	"context"
	"fmt"
	"io"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

// A Kind says what is wanted of a subject.
type Kind string

const (
	Reference Kind = "reference" // passes every check
	Mutant    Kind = "mutant"    // fails at least one check
	Filter    Kind = "filter"    // a mutant that names the checks which it must fail
	Null      Kind = "null"      // fails nearly all
)

// A Subject is a program that is put to the suite.
type Subject struct {
	Name    string
	Kind    Kind
	Section string // that a mutant breaks; may be ""
	Fault   string // in a sentence, what is wrong with it; may be ""

	command process.Command
	limits  process.Limits
	profile string
	only    []string // patterns; all checks if empty
	skip    []string
	kills   func(id string) bool // of a filter
}

// A Row is what came of one subject.
type Row struct {
	Subject  Subject
	Counts   map[conformance.Verdict]int
	Failed   []string // ids of the checks that failed, in the suite's order
	Errors   []string // what went wrong on our side
	Problem  string   // in a sentence, what is not as wanted; "" if all is
	Excuse   string   // why that is accepted
	Duration time.Duration
}

// A Matrix says which check finds which subject.
type Matrix struct {
	Rows   []Row
	Checks []conformance.Check
	Idle   []string // checks that find no mutant and have no excuse
}

// Options say how a self-test is run.
type Options struct {
	Run  []string // globs over the names of subjects; all if empty. Then no check counts as idle
	Jobs int      // subjects at the same time; the number of CPUs if 0
	// Alone returns the command that runs a mutant as a process of its own; those that need it are left
	// out if nil.
	Alone func(name string) process.Command
}

// heavy names checks that play many or long games or write lines of 8 MiB. A mutant is put to them only
// where the others don't find it: it would spend most of its time on them, and filters prove them.
var heavy = []string{
	"engine/games/first", "engine/games/last", "engine/games/uniform", "engine/games/non-interference", "engine/games/deterministic",
	"engine/games/deterministic-after-others", "engine/framing/long-*", "engine/framing/*over-long-line",
}

// excused names mutants that no check can find, with the reason.
var excused = map[string]string{
	"streams-repeated": "equal seeds of two shuffles of one library can't be told from outside: the library between them differs",
}

// Subjects returns every program that a self-test judges.
func Subjects(o Options) []Subject {
	out := []Subject{{Name: "the reference", Kind: Reference, command: serving(reference.Options{})}}
	for _, p := range reference.Profiles() {
		out = append(out, Subject{Name: p.Name, Kind: Reference, Fault: p.Sentence, command: serving(reference.Options{Profile: p.Name})})
	}
	out = append(out, Subject{Name: "the strict reference", Kind: Reference, profile: engine.Strict, command: serving(reference.Options{Reading: protocol.Strict})})
	for _, m := range reference.Mutants() {
		out = append(out, Subject{Name: m.Name, Kind: Mutant, Section: m.Section, Fault: m.Sentence, command: serving(reference.Options{Mutant: m.Name}), skip: heavy})
	}
	for _, m := range engine.Mutants() {
		s := Subject{Name: m.Name, Kind: Filter, profile: m.Profile, only: slices.Concat(m.Kills, m.With), kills: m.Names}
		switch {
		case !m.Alone:
			s.command = process.Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error { return m.Serve(stdin, stdout) }}
		case o.Alone == nil:
			continue
		default:
			s.command = o.Alone(m.Name)
			s.limits = process.Limits{Exit: 200 * time.Millisecond, Answer: time.Second}
		}
		out = append(out, s)
	}
	out = append(out, nulls()...)
	if len(o.Run) == 0 {
		return out
	}
	return slices.DeleteFunc(out, func(s Subject) bool {
		return !slices.ContainsFunc(o.Run, func(p string) bool { ok, _ := path.Match(p, s.Name); return ok })
	})
}

func serving(o reference.Options) process.Command {
	return process.Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error { return reference.Serve(stdin, stdout, o) }}
}

// Run judges all subjects and calls progress, one at a time, with each that is done. The error is that
// of ctx.
func Run(ctx context.Context, o Options, progress func(Row)) (Matrix, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.NumCPU()
	}
	subjects := Subjects(o)
	m := Matrix{Rows: make([]Row, len(subjects)), Checks: engine.Suite(engine.Config{}).Checks}
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range o.Jobs {
		wg.Go(func() {
			for i := range next {
				row := judge(ctx, subjects[i])
				mu.Lock()
				m.Rows[i] = row
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
	if len(o.Run) == 0 {
		m.Idle = m.idle()
	}
	return m, ctx.Err()
}

// judge puts the suite to one subject.
func judge(ctx context.Context, s Subject) Row {
	begin := time.Now()
	row := put(ctx, s)
	if row.Problem != "" && len(row.Failed) == 0 && s.skip != nil {
		s.only, s.skip = s.skip, nil
		row = put(ctx, s)
	}
	row.Duration = time.Since(begin)
	if row.Problem != "" && len(row.Failed) == 0 && len(row.Errors) == 0 {
		row.Excuse = excused[s.Name]
	}
	return row
}

// put runs the checks of one subject.
func put(ctx context.Context, s Subject) Row {
	row := Row{Subject: s, Counts: map[conformance.Verdict]int{}}
	ends := map[string]conformance.Result{}
	suite := engine.Suite(engine.Config{Command: s.command, Limits: s.limits, Profile: s.profile})
	o := conformance.Options{Run: s.only, Skip: s.skip, Profile: s.profile, Jobs: 1, Level: conformance.Info}
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
			row.Failed = append(row.Failed, c.ID)
		case end.Verdict == conformance.Errored:
			row.Errors = append(row.Errors, c.ID+": "+end.Failure.Message)
		case s.kills != nil && s.kills(c.ID):
			survived = append(survived, c.ID)
		}
	}
	row.Problem = row.problem(survived)
	return row
}

// mostPassed is how many checks a null program may pass. One that always says hello_ok passes those
// that ask hello in many ways.
const mostPassed = 45

// problem says what is not as wanted of a subject.
func (r Row) problem(survived []string) string {
	switch {
	case len(r.Errors) > 0:
		return "we failed: " + strings.Join(r.Errors, "; ")
	case r.Subject.Kind == Reference && len(r.Failed) > 0:
		return "it fails " + strings.Join(r.Failed, ", ")
	case r.Subject.Kind == Mutant && len(r.Failed) == 0:
		return "no check finds it"
	case len(survived) > 0:
		return "it survives " + strings.Join(survived, ", ")
	case r.Subject.Kind == Null && r.Counts[conformance.Pass] > mostPassed:
		return fmt.Sprintf("it passes %d checks", r.Counts[conformance.Pass])
	}
	return ""
}

// idle returns the checks that find no mutant. What is of level info judges nothing.
func (m Matrix) idle() []string {
	found := map[string]bool{}
	for _, r := range m.Rows {
		if r.Subject.Kind == Mutant || r.Subject.Kind == Filter {
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
		if r.Problem != "" && r.Excuse == "" {
			out = append(out, fmt.Sprintf("%s %s: %s", r.Subject.Kind, r.Subject.Name, r.Problem))
		}
	}
	for _, id := range m.Idle {
		out = append(out, fmt.Sprintf("check %s finds no mutant", id))
	}
	return out
}
