package agent

// Section 11: whole games against the reference agent uniform, on the reference engine, through the
// reference host and with real clocks.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/peer"
	reference "github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A seated is the target as a host sees it. The host may call it from another goroutine than the
// check's, so that it fails nothing: what went wrong is kept for the check to tell.
type seated struct {
	a     *A
	peer  *peer.Peer
	fault error
	short bool // the game was broken off, since the check has no more time for it
	times latencies
	took  time.Duration // by all answers so far
}

var errShort = errors.New("the check has no more time")

// Exchange implements host.Peer.
func (s *seated) Exchange(line []byte, within time.Duration) ([]byte, error) {
	if s.a.short() {
		s.short = true
		return nil, errShort
	}
	line = bytes.Clone(line)
	s.a.Row(host.HostToAgent, line)
	if s.fault = s.a.Target.Quiet(0); s.fault != nil {
		return nil, s.fault
	}
	answer, err := s.peer.Exchange(line, within)
	if s.fault = s.peer.Fault(); s.fault != nil {
		return answer, err
	}
	answer = bytes.Clone(answer)
	s.a.Row(host.AgentToHost, answer)
	took := s.a.Target.AnswerTime()
	s.took += took
	s.times.add(line, took)
	return answer, nil
}

// Kill implements host.Peer. The process is ended with its check, which still has questions to it.
func (s *seated) Kill() {}

// A pairing says which game is played.
type pairing struct {
	name, what string
	deck       string        // its catalog_id with the reference engine
	seat       protocol.Seat // the target's
	hidden     bool          // whether decklists are
}

func pairings() []pairing {
	return []pairing{
		{"burn-as-p0", "of burn decks as p0", "Burn", protocol.P0, false},
		{"burn-as-p1", "of burn decks as p1", "Burn", protocol.P1, false},
		{"creatures-as-p0", "of creature decks as p0", "Skirmish", protocol.P0, false},
		{"creatures-as-p1", "of creature decks as p1", "Skirmish", protocol.P1, false},
		{"hidden-decklists", "with hidden decklists", "Skirmish", protocol.P0, true},
	}
}

// Play starts the target again and plays a game with it: the index-th of the run.
func (a *A) Play(p pairing, index uint64) (host.Result, *seated) {
	if a.Target == nil {
		a.Start()
	} else {
		a.Restart()
	}
	s := &seated{a: a, peer: peer.Of(a.Target)}
	e, err := host.Greet(host.InProcess(engine.New(engine.Options{}).Answer), time.Minute, host.Options{})
	if err != nil {
		a.Errorf("the reference engine: %v", err)
	}
	uniform, err := reference.New(reference.Options{Policy: "uniform"})
	if err != nil {
		a.Errorf("the reference agent: %v", err)
	}
	named, known := e.CatalogDeck(p.deck)
	if !known {
		a.Errorf("the reference engine has no deck %s", p.deck)
	}
	like := a.newGame()
	m := &host.Match{
		Secret: a.shared.secret, Index: index, Engine: e, Format: e.Hello.Formats[0], Decks: [2]protocol.NamedDeck{named, named},
		Rules: protocol.Rules{OpponentDecklist: "visible", Mulligan: "london", StartingPlayer: "toss_winner_chooses"},
		Time:  like.TimeControl, Limits: like.Limits, Resources: like.Resources,
	}
	if p.hidden {
		m.Rules.OpponentDecklist = "hidden"
	}
	for _, row := range named.Decklist {
		m.Rules.CardNameDomain.Names = append(m.Rules.CardNameDomain.Names, row.Name)
	}
	m.Rules.CardNameDomain.DomainID = protocol.DomainID(m.Rules.CardNameDomain.Names)
	m.Agents[p.seat.Index()], m.Agents[p.seat.Other().Index()] = s, host.InProcess(uniform.Answer)
	m.Clock = s.clock
	r, err := m.Play()
	switch {
	case s.short:
		a.Skipf("undecided: %d decisions took all the time that the check has; --check-timeout gives more", r.SeatSteps[p.seat.Index()])
	case err != nil && strings.Contains(err.Error(), "requires"):
		a.Skipf("%v", err) // a configuration error, no fault (Section 11.1)
	case err != nil:
		a.Errorf("the game could not be played: %v", err)
	case r.Classification == "halted" && !strings.HasPrefix(r.Reason, "engine_contract_failure"): // with which a tour ends on purpose
		a.Errorf("the reference engine's game was halted: %s: %s", r.Reason, r.Detail)
	}
	return r, s
}

// clock counts the time that the target took, and nobody else's: what our own machine is busy with while
// the engine or the opponent is asked must not cost the target a game. The host reads it before and after
// each request to the target, from the goroutine that makes the request.
func (s *seated) clock() time.Duration { return s.took }

// forfeitCauses are the causes of Section 11.5 in the words of reports.
var forfeitCauses = map[host.Cause]conformance.Cause{
	host.Timeout: conformance.Timeout, host.TransportError: conformance.Crash, host.MalformedResponse: conformance.Malformed,
	host.InvalidSelection: conformance.WrongValue, host.AgentError: conformance.WrongType, host.Stalling: "stalling",
}

// wantNoForfeit fails if the target, on that seat, has lost a game by forfeit.
func (s *seated) wantNoForfeit(seat protocol.Seat, r host.Result) {
	if r.Classification != "forfeit" || r.Winner == nil || *r.Winner == seat {
		return
	}
	cause := host.Cause(strings.TrimPrefix(r.Reason, "forfeit:"))
	f := conformance.Failure{Cause: forfeitCauses[cause], Message: r.Detail}
	if s.fault != nil {
		f = s.a.Failure(s.fault, "a host would take this for "+string(cause))
	}
	f.Message = fmt.Sprintf("the game is lost by forfeit (%s) at decision %d: %s", cause, r.SeatSteps[seat.Index()], f.Message)
	f.Expected = cmp.Or(f.Expected, fmt.Sprintf("a choice of one of the candidates, in time: the clock was %v", s.a.shared.time()))
	if last := s.a.Rows; f.Got == "" && len(last) > 0 {
		f.Got = suite.Show(lastFrom(last, host.AgentToHost))
	}
	s.a.Fail(f)
}

// lastFrom returns the last line in one direction.
func lastFrom(rows []conformance.Row, dir string) []byte {
	for i := len(rows) - 1; i >= 0; i-- {
		if rows[i].Dir == dir {
			return rows[i].Message
		}
	}
	return nil
}

// answers returns what the target chose in a game, as it wrote it, decision by decision.
func (s *seated) answers() (out []int64) {
	for _, r := range s.a.Rows {
		if r.Dir != host.AgentToHost {
			continue
		}
		if v, err := wire.Parse(r.Message); err == nil && v.Get("response_type").StrIs("choice") {
			out = append(out, v.Get("selection").Get("candidate_id").Int())
		}
	}
	return out
}

func gameChecks() []check {
	var out []check
	for _, p := range pairings() {
		out = append(out, check{
			id: "games/" + p.name, section: "11.5",
			doc:  "A whole game " + p.what + " against a random agent is played without a forfeit.",
			hint: "the transcript of the failure ends with the decision",
			run: func(a *A) {
				for i := range a.shared.config.Games {
					r, s := a.Play(p, uint64(i))
					s.wantNoForfeit(p.seat, r)
				}
			},
		})
	}
	for _, t := range engine.Tours() {
		p := pairing{deck: t.CatalogID, seat: protocol.P0}
		out = append(out, check{
			id: "tours/" + strings.ToLower(t.CatalogID), section: "11.5",
			doc:  "A scripted game is played without a forfeit: " + t.Sentence + ".",
			hint: "the transcript of the failure ends with the decision",
			run: func(a *A) {
				r, s := a.Play(p, 0)
				if r.Reason == "forfeit:"+string(host.Stalling) {
					return // as who acts where a tour lets them act for ever: that is a lost game, no fault
				}
				s.wantNoForfeit(p.seat, r)
			},
		})
	}
	return append(out, check{
		id: "games/determinism", section: "11.4", level: conformance.Info,
		doc: "Whether the agent plays the same game twice under one agent_seed, as it should where reruns are to be compared.",
		run: func(a *A) {
			p := pairings()[2]
			_, s := a.Play(p, 0)
			before := s.answers()
			a.Rows = nil
			_, s = a.Play(p, 0)
			after := s.answers()
			if len(after) == 0 {
				a.Skipf("the agent answered no decision")
			}
			for i := range min(len(before), len(after)) {
				if before[i] != after[i] {
					a.Infof("under one agent_seed decision %d was answered %d and then %d", i, before[i], after[i])
				}
			}
			a.Infof("under one agent_seed the same %d decisions were answered the same", len(after))
		},
	}, check{
		id: "games/latency", section: "11.4", level: conformance.Info,
		doc: "How long the agent takes for an answer, by the kind of decision and the number of candidates.",
		run: func(a *A) {
			_, s := a.Play(pairings()[2], 0)
			if len(s.answers()) == 0 {
				a.Skipf("the agent answered no decision")
			}
			a.Infof("%s", s.times.table(a.shared.time()))
		},
	})
}
