package engine

// Section 11.8: the same game is the same wherever, whenever and however it is played.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

func determinismChecks() []check {
	return []check{
		{
			id: "games/deterministic-elsewhere", section: "11.8", level: conformance.Should,
			doc:  "The same secret and the same answers give the same game in another time zone, language and number of processors.",
			hint: "sort by code points, format numbers without the locale, and read no clock",
			run: func(e *E) {
				e.wantSameElsewhere("in another environment", true, func(c *process.Command) {
					c.Env = slices.Concat(c.Env, []string{"TZ=Pacific/Kiritimati", "LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8", "GOMAXPROCS=1", "OMP_NUM_THREADS=1"})
					c.Wrapper = slices.Concat(oneProcessor(), c.Wrapper)
				})
			},
		},
		{
			id: "games/deterministic-in-another-directory", section: "11.8", level: conformance.Should,
			doc:  "The same secret and the same answers give the same game in another working directory.",
			hint: "nothing of a path belongs in a game",
			run: func(e *E) {
				dir, err := os.MkdirTemp("", "sbconform-")
				if err != nil {
					e.Errorf("no directory to run the target in: %v", err)
				}
				e.Cleanup(func() { os.RemoveAll(dir) })
				// One that needs its own directory does not start in this one, which says nothing of its games.
				e.wantSameElsewhere("in another directory", false, func(c *process.Command) { moveTo(c, dir) })
			},
		},
		{
			id: "games/deterministic-in-parallel", section: "11.8",
			doc:  "The same secret and the same answers give the same game in several processes that play at the same time.",
			hint: "share no file, no port and no counter between processes",
			run:  func(e *E) { e.playInParallel(3, 100) },
		},
		{
			id: "step/refusals-change-nothing", section: "9.4",
			doc:  "What is refused changes nothing: a game in which every step comes after requests that are refused is the game without them.",
			hint: "look for every fault before touching the game, its random streams or its object ids",
			run: func(e *E) {
				const steps = 40
				one := e.record(uniform, steps)
				secret := e.last.GameSecret
				var again []string
				e.watch(uniform, steps, func(a Answer, choice int) {
					again = append(again, a.anonymous())
					if d := a.Decision(); d != nil {
						e.beRefused(d, choice)
					}
				}, func(r *protocol.Reset) { r.GameSecret = secret })
				e.wantEqual("the same game with refusals between its steps", one, again)
			},
		},
		{
			id: "framing/slow-reader", section: "2",
			doc:  "An answer is one line however slowly it is read: here in pieces of 512 bytes, from a pipe that holds little.",
			hint: "write until all is written: a pipe that is full takes a part, or makes the writer wait",
			run: func(e *E) {
				const steps = 5
				one := e.record(uniform, steps)
				secret := e.last.GameSecret
				slow := newE(e.T, e.shared, true)
				slow.elsewhere = func(c *process.Command) { c.SlowReader = true }
				again := slow.record(uniform, steps, func(r *protocol.Reset) { r.GameSecret = secret })
				slow.wantEqual("the same game read slowly", one, again)
			},
		},
		{
			id: "framing/random-chunks", section: "2",
			doc:  "How a request is cut into writes changes nothing: a game whose requests arrive in pieces is the game whose requests arrive whole.",
			hint: "read until a newline, not until the buffer is empty",
			run: func(e *E) {
				const steps = 5
				one := e.record(uniform, steps)
				secret := e.last.GameSecret
				e.chunked = true
				again := e.record(uniform, steps, func(r *protocol.Reset) { r.GameSecret = secret })
				e.wantEqual("the same game in pieces", one, again)
			},
		},
	}
}

// wantSameElsewhere plays a game twice, the second time with the target run otherwise.
func (e *E) wantSameElsewhere(where string, mustStart bool, otherwise func(*process.Command)) {
	if e.shared.config.Command.InProcess != nil {
		e.Skipf("a built-in target has no environment of its own")
	}
	one := e.record(uniform, 200)
	secret := e.last.GameSecret
	var there *E
	a := e.Attempt(func(t *conformance.T) {
		there = newE(t, e.shared, true)
		there.elsewhere = otherwise
		again := there.record(uniform, 200, func(r *protocol.Reset) { r.GameSecret = secret })
		there.wantEqual("the same game "+where, one, again)
	})
	if a.Verdict == conformance.Fail && there.Profile == nil && !mustStart {
		e.Skipf("the target does not start %s", where)
	}
	e.Take(a)
}

// oneProcessor returns the words that run a command on one processor, where there are such.
func oneProcessor() []string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return nil
	}
	_, allowed, _ := bytes.Cut(status, []byte("Cpus_allowed_list:"))
	first := strings.FieldsFunc(string(allowed), func(r rune) bool { return r < '0' || r > '9' })
	if len(first) == 0 || exec.Command("taskset", "-c", first[0], "true").Run() != nil {
		return nil
	}
	return []string{"taskset", "-c", first[0]}
}

// moveTo makes the command run in dir. What it names relative to the directory where it runs now keeps
// its meaning.
func moveTo(c *process.Command, dir string) {
	c.Argv = slices.Clone(c.Argv)
	for i, word := range c.Argv {
		path := filepath.Join(c.Dir, word)
		if i == 0 && !strings.ContainsRune(word, filepath.Separator) || filepath.IsAbs(word) {
			continue // found on PATH, or wherever we are
		}
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if full, err := filepath.Abs(path); err == nil {
			c.Argv[i] = full
		}
	}
	c.Dir = dir
}

// playInParallel plays one game in n processes at once: every request is on its way to all of them
// before the answer of any is read.
func (e *E) playInParallel(n, steps int) {
	all := make([]*E, n)
	for i := range all {
		all[i] = newE(e.T, e.shared, true)
		all[i].Start()
	}
	for _, each := range all {
		each.Hello()
	}
	one := all[0]
	reset := one.NewGame(Capped(manyDecisions, uint64(steps)))
	requests := make([]text, n)
	for i, each := range all {
		requests[i] = each.ResetRequest(reset)
		each.game, each.last = reset.GameID, reset
		each.session.games = one.session.games // whose ids are used up in all of them now
	}
	for {
		for i, each := range all {
			each.Send(requests[i])
		}
		for i, each := range all {
			each.Witness()
			each.pending = each.Read(requests[i])
			each.wantEqual("the same game in another process at the same time", []string{one.pending.anonymous()}, []string{each.pending.anonymous()})
		}
		d := one.pending.Decision()
		switch {
		case d == nil:
			one.Witness()
			one.pending.WantTerminal("a game that was begun")
			return
		case one.late():
			one.Infof("the target is slow: a game was left after %d answers, with nothing wrong so far", d.Step)
		}
		choice := uniform(one, d)
		for i, each := range all {
			requests[i] = each.StepRequest(choice)
		}
	}
}

// beRefused sends what is to be refused while d waits for its step: one request after another, in turns.
// Whether they are refused, and how, is asked by other checks.
func (e *E) beRefused(d *protocol.Decision, choice int) {
	step := e.StepRequest(choice)
	refused := []func() text{
		func() text { return step.with("/expected_step", "77777") },
		func() text { return step.with("/selection/candidate_id", "4294967295") },
		func() text { return step.with("/selection/semantic_echo", "{}") },
		func() text { return step.with("/game_id", suite.Quote(otherGame)) },
		func() text { return step.without("/selection/candidate_id") },
		func() text { return e.resetText() },
		func() text { return e.resetText(func(r *protocol.Reset) { r.Format = unknownFormat }) },
		func() text { return e.HelloRequest().with("/request_type", `"teleport"`) },
		func() text { return e.HelloRequest().with("/protocol", `"spellbench/v1"`) },
		func() text { return e.validate(unknownFormat, protocol.Deck{CatalogID: unknownDeck}) },
		func() text { return e.probeText() },
	}
	for i := range 3 {
		x := refused[(int(d.Step)*3+i)%len(refused)]()
		e.Ask(x.with("/request_id", suite.Quote(e.id())))
	}
}

// writeChunks writes a line in two to five pieces, each in a write of its own and with time to be read.
func (e *E) writeChunks(line string) {
	line += "\n"
	var pieces []string
	for n := uint64(0); n < 4 && len(line) > 1; n++ {
		cut := 1 + int(mix(e.shared.config.Seed+uint64(e.session.ids), n)%uint64(len(line)-1))
		pieces = append(pieces, line[:cut])
		line = line[cut:]
	}
	e.Pieces(append(pieces, line)...)
}
