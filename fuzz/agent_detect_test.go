package fuzz

// What the fuzzer finds of agents when no fixed check is asked: the measure behind the second table in
// fuzz/README.md.
//
//	go test ./fuzz -run TestAgentDetection                                        a handful, with few requests
//	SBCONFORM_FUZZ_DETECT=60s go test ./fuzz -run TestAgentDetection -v -timeout 0    three seeds, up to a minute for each mutant

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	suite "github.com/spellbench/sbconform/conformance/agent"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// unsaid are the suite's mutants that no section blames: what they do not bear, no host of version 2.0 sends.
var unsaid = map[string]string{
	"stumbles-over-opponent-absent": "where it is hidden opponent_deck is null, and there (Section 10.2)",
	"chokes-on-future-kind":         "kinds of a later minor version come only after it was negotiated (Section 4.2)",
}

// agentHunts are the suite's mutants, those whose fault is in how they end as processes of their own.
func agentHunts(pick func(name string) bool) (out []hunt) {
	for _, m := range suite.Mutants() {
		if _, ok := unsaid[m.Name]; ok || !pick(m.Name) {
			continue
		}
		h := hunt{name: m.Name, limits: m.Limits}
		h.command.InProcess = func(stdin io.Reader, stdout, _ io.Writer) error { return m.Serve(stdin, stdout) }
		if m.Alone {
			h.command = ourselves("agent mutant", mutantName+"="+m.Name)
			h.limits.Startup, h.limits.Exit = 10*time.Second, 200*time.Millisecond // a machine may be busy
		}
		out = append(out, h)
	}
	return out
}

// mutantName is the environment variable that says which one the target "agent mutant" is.
const mutantName = "SBCONFORM_FUZZ_MUTANT"

func serveMutant() error {
	all := suite.Mutants()
	i := slices.IndexFunc(all, func(m suite.Mutant) bool { return m.Name == os.Getenv(mutantName) })
	if i < 0 {
		return errors.New("no such mutant")
	}
	return all[i].Serve(os.Stdin, os.Stdout)
}

// handful are mutants of each sort that few requests show.
var handful = []string{
	"log-before-choice", "decodes-chunks", "bot-without-name", "no-request-id", "empty-id", "candidate-counted-from-one", "seat-step-null", "duplicate-key", "65-levels",
	"stumbles-over-opponent-hidden", "does-not-know-choose-number", "one-game-a-process", "waits-for-choose-at-end",
}

// TestAgentDetection wants all of a handful of mutants found, and of every one and of those that were made for the
// fuzzer nine of ten with each seed, in dialogues of which the middle one has at most five requests.
func TestAgentDetection(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of requests")
	}
	seeds, bound := []uint64{1}, Options{Execs: 2000}
	own, made := agentHunts(func(name string) bool { return slices.Contains(handful, name) }), rareHunts()[:2]
	spare, spareRare := 0, 0 // may be missed
	if full, ok := fullDetection(t); ok {
		seeds, bound = []uint64{1, 2, 3}, full
		own, made = agentHunts(func(string) bool { return true }), rareHunts()
		spare, spareRare = len(own)/10, len(made)/10
	}
	bound.Role, bound.Advised, bound.Reading = Agent, true, protocol.Strict
	for _, seed := range seeds {
		bound.Seed = seed
		own, made := slices.Clone(own), slices.Clone(made)
		hunts(t, bound, own)
		hunts(t, bound, made)
		missed, lost := survivors(own), survivors(made)
		t.Logf("seed %d: of %d mutants %d found, not %s; of %d rare ones %d found; the median dialogue has %d requests",
			seed, len(own), len(own)-len(missed), strings.Join(missed, " "), len(made), len(made)-len(lost), middle(slices.Concat(own, made)))
		assert.Check(t, len(missed) <= spare, "seed %d: survive: %v", seed, missed)
		assert.Check(t, len(lost) <= spareRare, "seed %d: survive: %v", seed, lost)
		assert.Check(t, middle(slices.Concat(own, made)) <= 5)
	}
}

// An agentFilter stands before the reference agent.
type agentFilter func(line []byte, ask func([]byte) []byte) []byte

// rareAgents are faults of agents that no fixed list of questions is likely to show.
var rareAgents = []struct {
	name string
	make func() agentFilter
}{
	{"a request_id that looks like a number is answered with one", always(func(line, answer []byte) []byte {
		id := at(line, "/request_id").Str()
		if v, err := wire.Parse([]byte(id)); err == nil && v.Kind() == wire.Int && id != "-0" {
			return set(answer, "/request_id", id)
		}
		return answer
	})},
	{"an id of more than 255 bytes is cut", always(func(line, answer []byte) []byte {
		if id := at(line, "/request_id").Str(); len(id) > 255 {
			return set(answer, "/request_id", quote(strings.ToValidUTF8(id[:255], "")))
		}
		return answer
	})},
	{"a candidate_id has eight bits", always(func(line, answer []byte) []byte {
		if v := at(answer, "/selection/candidate_id"); v.Int() > 255 {
			echo := nth(at(line, "/decision/candidates"), int(v.Int())).Get("semantic")
			return set(answer, "/selection", fmt.Sprintf(`{"candidate_id":%d,"semantic_echo":%s}`, v.Int()&255, echo.Raw()))
		}
		return answer
	})},
	{"chance is not that of agent_seed", func() agentFilter {
		rng := rand.New(rand.NewPCG(rand.Uint64(), 0))
		return always(func(line, answer []byte) []byte {
			if n := at(line, "/decision/candidates").Len(); n > 0 && at(answer, "/selection").Exists() {
				return set(answer, "/selection", `{"candidate_id":`+string(wire.AppendInt(nil, int64(rng.IntN(n))))+`}`)
			}
			return answer
		})()
	}},
	{"an echo leaves out what is null", always(func(line, answer []byte) []byte {
		v := at(answer, "/selection/candidate_id")
		if !v.Exists() {
			return answer
		}
		echo := nth(at(line, "/decision/candidates"), int(v.Int())).Get("semantic")
		var members []string
		for m := range echo.Members() {
			if !m.Value.IsNull() {
				members = append(members, string(m.Key.Raw())+":"+string(m.Value.Raw()))
			}
		}
		return set(answer, "/selection/semantic_echo", "{"+strings.Join(members, ",")+"}")
	})},
	{"the thirteenth game is refused", func() agentFilter {
		games := 0
		return func(line []byte, ask func([]byte) []byte) []byte {
			if is(parsed(line), "game_start") {
				if games++; games > 12 {
					return refusal(line)
				}
			}
			return ask(line)
		}
	}},
	{"the thousandth decision of a game is none", stumbles(func(v wire.Value) bool { return v.Get("decision").Get("seat_step").Int() >= 1000 })},
	{"a time of more than 32 bits ends the process", func() agentFilter {
		return func(line []byte, ask func([]byte) []byte) []byte {
			if at(line, "/clock/remaining_ms").Int() > 1<<32 {
				return nil
			}
			return ask(line)
		}
	}},
	{"a rewind in another seat is refused", stumbles(func(v wire.Value) bool {
		return v.Get("decision").Get("acting_seat").StrIs("p1") && v.Get("decision").Get("context").Get("rewind").Bool()
	})},
	{"a seed of 2^53-1 is none", stumbles(func(v wire.Value) bool { return v.Get("agent_seed").Int() == wire.MaxInt })},
	{"a name in an unknown field is taken for the format", stumbles(func(v wire.Value) bool { return v.Get("rules").Get("x_surplus").Exists() })},
}

func rareHunts() (out []hunt) {
	for _, m := range rareAgents {
		out = append(out, hunt{name: m.name, command: rareAgent(m.make)})
	}
	return out
}

// rareAgent is the reference agent behind a filter, which is made anew for each process.
func rareAgent(make func() agentFilter) process.Command {
	return process.Command{InProcess: func(stdin io.Reader, stdout, _ io.Writer) error {
		a, err := agent.New(agent.Options{Policy: "uniform"})
		if err != nil {
			return err
		}
		in, f := wire.NewReader(stdin), make()
		for {
			line, err := in.ReadLine()
			switch {
			case errors.Is(err, wire.ErrLineTooLong):
				line = nil
			case err != nil:
				return nil
			}
			answer := f(bytes.Clone(line), func(line []byte) []byte { return bytes.Clone(a.Answer(line)) })
			if answer == nil {
				return errors.New("crashed")
			}
			if _, err := stdout.Write(append(answer, '\n')); err != nil {
				return err
			}
		}
	}}
}

// always edits every answer.
func always(edit func(line, answer []byte) []byte) func() agentFilter {
	return func() agentFilter {
		return func(line []byte, ask func([]byte) []byte) []byte { return edit(line, ask(line)) }
	}
}

// stumbles refuses some requests.
func stumbles(over func(v wire.Value) bool) func() agentFilter {
	return func() agentFilter {
		return func(line []byte, ask func([]byte) []byte) []byte {
			if v := parsed(line); v.Exists() && over(v) {
				return refusal(line)
			}
			return ask(line)
		}
	}
}

func refusal(line []byte) []byte {
	return protocol.AppendResponse(nil, at(line, "/request_id").Str(), &protocol.ErrorBody{Code: string(protocol.CodeMalformedRequest), Message: "a mutant's"})
}
