// Package host holds the checks for hosts: the program of Section 11 of SpellBench v2, which plays games
// between an engine and two agents.
//
// A host is judged by what it sends. It is told to play with an engine and agents that are ours, so that
// everything it says to any of them comes to one place, in order; at one point of a run, one of them may
// misbehave. A run costs a process and a game, so one run serves many checks: it is recorded, and then judged.
package host

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
)

// Name is that of the suite.
const Name = "host"

// Strict is the profile of checks that ask for more than the text says.
const Strict = "strict"

// A Config says which host is judged and how. Exactly one of Command and InProcess is set.
type Config struct {
	// Command runs the host. In its arguments {engine}, {p0} and {p1} stand for the paths of the programs
	// that the host is to start; see Placeholders.
	Command process.Command
	// Relay returns the command line that runs Relay as a process, given the socket and the name.
	Relay func(socket, name string) []string
	// InProcess is a host as a function.
	InProcess InProcess

	// Short has no game played to its natural end without need: it is for proving checks with many hosts, most of
	// whose faults show in the first answers.
	Short bool

	Limits process.Limits // Startup: until the host starts anything; Answer: until it does the next thing
	Format string         // the format that the engine names; "" for the reference engine's own
	Most   time.Duration  // how long one run may take before it is broken off; a minute if 0
}

// An InProcess is a host that starts no processes. Each call of dial[0] is what starting the engine would
// be, dial[1] and dial[2] the same for the agents that a command line names {p0} and {p1}: what is written is
// the program's stdin, what is read its stdout, and closing closes the former. It should return when ctx
// ends or all that it has dialled is closed.
type InProcess func(ctx context.Context, dial [3]func() (Conn, error)) error

// Placeholders returns the words that an argument of the host's command line must hold.
func Placeholders() []string { return []string{"{engine}", "{p0}", "{p1}"} }

// A check is a row of the tables of this package.
type check struct {
	id      string // without "host/"
	section string
	level   conformance.Level // Must if ""
	profile string            // Strict, or "" for all
	doc     string
	hint    string
	script  script // of the run that it judges
	judge   func(*H)
}

// tables returns all checks. The order is that of a reader of the specification.
func tables() []check {
	return slices.Concat(
		framingChecks(), answerChecks(), envelopeChecks(), helloChecks(), preflightChecks(), resetChecks(), stepChecks(), routingChecks(), leakChecks(), faultChecks(), validationChecks(), gameChecks(),
		startChecks(), clockChecks(), overChecks(), lenientChecks(), forfeitChecks(), failedStartChecks(), stallingChecks(), secretChecks(),
	)
}

// Suite returns the checks of hosts. They share their runs: use a fresh Suite for each run of the checks.
func Suite(c Config) conformance.Suite {
	ctx, cancel := context.WithCancel(context.Background())
	s := &shared{config: c.withDefaults(), ctx: ctx, runs: map[string]*performance{}, uses: map[string]int{}}
	out := conformance.Suite{Name: Name, Close: func() { cancel(); s.pending.Wait() }}
	for _, k := range tables() {
		if k.level == "" {
			k.level = conformance.Must
		}
		out.Checks = append(out.Checks, conformance.Check{
			ID: Name + "/" + k.id, Section: k.section, Level: k.level, Profile: k.profile, Doc: k.doc, Hint: k.hint,
			Run: func(t *conformance.T) { k.judge(newH(t, s, k.script)) },
		})
		s.uses[k.script.name]++
	}
	return out
}

func (c Config) withDefaults() Config {
	c.Most = cmp.Or(c.Most, time.Minute)
	c.Limits.Startup = cmp.Or(c.Limits.Startup, time.Minute)
	c.Limits.Answer = cmp.Or(c.Limits.Answer, 10*time.Second)
	c.Limits.Exit = cmp.Or(c.Limits.Exit, 2*time.Second)
	return c
}

// shared is what the checks of one suite share: the runs of the host, each made when it is first asked for.
type shared struct {
	config  Config
	ctx     context.Context // ends with the suite
	pending sync.WaitGroup

	mu   sync.Mutex
	runs map[string]*performance // by the name of the script
	uses map[string]int          // how many checks have yet to judge the run

	silent *run // the latest in which the host asked nobody anything
	times  int  // how many such there were
}

// proof is how many runs in which a host waits in silence are taken as proof that it always does. Two, since one
// may be chance.
const proof = 2

// known returns a run in which the host asked nobody anything, once there were enough.
func (s *shared) known() *run {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.times < proof {
		return nil
	}
	return s.silent
}

// remember keeps what a run tells of the next.
func (s *shared) remember(r *run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.spoke():
		s.times = 0
	case r.end == stuck:
		s.silent = r
		s.times++
	}
}

// spoke reports whether the host asked anybody anything.
func (r *run) spoke() bool {
	return slices.ContainsFunc(r.talks, func(t *talk) bool { return len(t.exchanges) > 0 })
}

// A performance is a run that goes on or is over.
type performance struct {
	done chan struct{}
	run  *run // once done is closed
}

// perform returns the run of a script, nil if ctx ends first. Whoever asks first has it made; the others wait
// for it.
func (s *shared) perform(ctx context.Context, x script) *run {
	s.mu.Lock()
	p := s.runs[x.name]
	if p == nil {
		p = &performance{done: make(chan struct{})}
		s.runs[x.name] = p
		s.pending.Go(func() {
			defer close(p.done)
			if p.run = s.known(); p.run == nil {
				p.run = s.stage(x)
				s.remember(p.run)
			}
		})
	}
	s.mu.Unlock()
	select {
	case <-p.done:
		return p.run
	case <-ctx.Done():
		return nil
	}
}

// judged tells that a check is done with the run of a script. The last that is lets go of it: some have tens of
// megabytes.
func (s *shared) judged(x script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.uses[x.name]--; s.uses[x.name] == 0 {
		delete(s.runs, x.name)
	}
}

// A role is one of the three programs that a host starts. Which seat an agent has is for the host to say: the
// program {p0} may well play as p1.
type role int

const (
	engineRole role = iota
	firstAgent
	secondAgent
)

var roleNames = [3]string{"engine", "p0", "p1"}

func (r role) String() string { return roleNames[r] }
