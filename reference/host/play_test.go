package host_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spellbench/sbconform/reference/agent"
	"github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/host"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
	"gotest.tools/v3/assert"
)

const vectorSecret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

// match is game 0 of the specification's test secret: a mirror of the engine's first catalog deck
// between two agents that pick candidate 0, under limits that never bite.
func match(t testing.TB) *host.Match {
	t.Helper()
	e, err := host.Greet(newEngine(t), time.Second, host.Options{})
	assert.NilError(t, err)
	secret, err := protocol.ParseRunSecret(vectorSecret)
	assert.NilError(t, err)
	m := &host.Match{
		Secret: secret, Engine: e, Format: e.Hello.Formats[0],
		Rules: protocol.Rules{OpponentDecklist: "visible", Mulligan: "none", StartingPlayer: "host_assigned", StartingSeat: protocol.Ptr(protocol.P0)},
		Time: protocol.TimeControl{StartupMS: 1000, GameStartMS: 1000, BankMS: 600000, IncrementMS: 2000,
			MaxDecisionMS: 60000, EngineStepMS: 1000},
		Limits: protocol.Limits{MaxDecisions: 10000, MaxSteps: 100000, MaxSeatDecisionsPerTurn: 500,
			MaxSeatDecisionsPerGame: 4999, MaxSeatStepsPerGame: 49999},
		Clock: func() time.Duration { return 0 },
	}
	c := e.Hello.Catalog[0]
	deck := protocol.NamedDeck{DeckID: protocol.DeckID(c.Decklist), Name: c.Name, Decklist: c.Decklist}
	m.Decks = [2]protocol.NamedDeck{deck, deck}
	for _, r := range c.Decklist {
		m.Rules.CardNameDomain.Names = append(m.Rules.CardNameDomain.Names, r.Name)
	}
	m.Rules.CardNameDomain.DomainID = protocol.DomainID(m.Rules.CardNameDomain.Names)
	m.Agents = [2]host.Peer{bot(t, "first"), bot(t, "first")}
	return m
}

func newEngine(t testing.TB) host.Peer {
	e := engine.New(engine.Options{})
	t.Cleanup(e.Close)
	return host.InProcess(e.Answer)
}

func bot(t testing.TB, policy string) host.Peer {
	t.Helper()
	a, err := agent.New(agent.Options{Policy: policy})
	assert.NilError(t, err)
	return host.InProcess(a.Answer)
}

// A tamperer changes what a peer answers to requests of one type.
type tamperer struct {
	host.Peer
	request string // request_type
	skip    int    // so many of them first
	answer  func(line, answer []byte) ([]byte, error)
	killed  bool
	asked   []string // request types seen
}

func (p *tamperer) Exchange(line []byte, within time.Duration) ([]byte, error) {
	v, err := wire.Parse(line)
	if err != nil {
		return nil, err
	}
	kind := v.Get("request_type").Str()
	p.asked = append(p.asked, kind)
	answer, err := p.Peer.Exchange(line, within)
	if err != nil || kind != p.request {
		return answer, err
	}
	if p.skip--; p.skip >= 0 {
		return answer, nil
	}
	return p.answer(line, answer)
}

func (p *tamperer) Kill() { p.killed = true }

// swap replaces text in an answer.
func swap(old, new string) func(line, answer []byte) ([]byte, error) {
	return func(_, answer []byte) ([]byte, error) {
		if !strings.Contains(string(answer), old) {
			return nil, errors.New("no " + old + " in " + string(answer))
		}
		return []byte(strings.Replace(string(answer), old, new, 1)), nil
	}
}

// says answers with a text in which ID stands for the request's id.
func says(text string) func(line, answer []byte) ([]byte, error) {
	return func(line, _ []byte) ([]byte, error) {
		v, err := wire.Parse(line)
		if err != nil {
			return nil, err
		}
		return []byte(strings.ReplaceAll(text, "ID", v.Get("request_id").Str())), nil
	}
}

func fails(err error) func(line, answer []byte) ([]byte, error) {
	return func(_, _ []byte) ([]byte, error) { return nil, err }
}

func TestAGameEndsNaturally(t *testing.T) {
	for _, policy := range []string{"first", "uniform"} {
		t.Run(policy, func(t *testing.T) {
			play := func() host.Result {
				m := match(t)
				m.Agents = [2]host.Peer{bot(t, policy), bot(t, policy)}
				r, err := m.Play()
				assert.NilError(t, err)
				return r
			}
			r := play()
			assert.Equal(t, r.GameID, "g-f67d7fe78c792984")
			assert.Equal(t, r.Classification, "natural", "%+v", r)
			assert.Equal(t, r.SeatSteps[0]+r.SeatSteps[1], r.StepCount)
			assert.DeepEqual(t, r, play()) // the digest too
		})
	}
}

func TestForfeits(t *testing.T) {
	const choice = `{"response_type":"choice","protocol":"spellbench/v2","request_id":"ID","selection":`
	for _, tc := range []struct {
		name, request string
		answer        func(line, answer []byte) ([]byte, error)
		cause         host.Cause // "" when the game goes on
		told          bool       // the seat still gets game_over
	}{
		{"no answer to hello", "hello", fails(host.ErrTimeout), host.Timeout, false},
		{"gone at hello", "hello", fails(errors.New("exit status 1")), host.TransportError, false},
		{"no name", "hello", swap(`"name":"`, `"nom":"`), host.MalformedResponse, true},
		{"an error answers game_start", "game_start", says(`{"response_type":"error","protocol":"spellbench/v2","request_id":"ID","error":{"code":"internal_error","message":""}}`), host.AgentError, true},
		{"another type answers game_start", "game_start", says(choice + `{"candidate_id":0}}`), host.MalformedResponse, true},
		{"no answer to choose", "choose", fails(host.ErrTimeout), host.Timeout, false},
		{"gone at choose", "choose", fails(errors.New("EOF")), host.TransportError, false},
		{"not JSON", "choose", says(`choice 0`), host.MalformedResponse, true},
		{"a fraction in a field that is ignored", "choose", says(choice + `{"candidate_id":0},"score":0.62}`), host.MalformedResponse, true},
		{"another protocol", "choose", swap("spellbench/v2", "spellbench/v1"), host.MalformedResponse, true},
		{"another request", "choose", swap(`"r-`, `"q-`), host.MalformedResponse, true},
		{"an ack", "choose", says(`{"response_type":"ack","protocol":"spellbench/v2","request_id":"ID"}`), host.MalformedResponse, true},
		{"a choice by name", "choose", says(choice + `{"candidate_id":"0"}}`), host.MalformedResponse, true},
		{"true for an index", "choose", says(choice + `{"candidate_id":true}}`), host.MalformedResponse, true},
		{"an error", "choose", says(`{"response_type":"error","protocol":"spellbench/v2","request_id":"ID","error":{"code":"nonsense","message":""}}`), host.AgentError, true},
		{"an error without an id", "choose", says(`{"response_type":"error","protocol":"spellbench/v2","request_id":"","error":{"code":"malformed_json","message":""}}`), host.AgentError, true},
		{"a negative index", "choose", says(choice + `{"candidate_id":-1}}`), host.InvalidSelection, true},
		{"an index beyond u32", "choose", says(choice + `{"candidate_id":1099511627776}}`), host.InvalidSelection, true},
		{"false for a step of 0", "choose", says(choice + `{"candidate_id":0,"seat_step":false}}`), host.InvalidSelection, true},
		{"null for an echo", "choose", says(choice + `{"candidate_id":0,"semantic_echo":null}}`), host.InvalidSelection, true},
		{"another candidate's echo", "choose", says(choice + `{"candidate_id":0,"semantic_echo":{"kind":"nonsense"}}}`), host.InvalidSelection, true},
		{"right echoes and fields of its own", "choose", says(choice + `{"candidate_id":0,"seat_step":0,"semantic_echo":{"kind":"pass"},"x_note":[]},"why":"because"}`), "", true},
		{"gone at game_over", "game_over", fails(errors.New("EOF")), "", true},
	} {
		for _, s := range protocol.Seats {
			t.Run(tc.name+" by "+string(s), func(t *testing.T) {
				m := match(t)
				bad := &tamperer{Peer: m.Agents[s.Index()], request: tc.request, answer: func(line, answer []byte) ([]byte, error) {
					out, err := tc.answer(line, answer)
					return out, err
				}}
				if tc.cause == "" {
					first := true
					bad.answer = func(line, answer []byte) ([]byte, error) {
						if !first {
							return answer, nil
						}
						first = false
						return tc.answer(line, answer)
					}
				}
				other := &tamperer{Peer: m.Agents[s.Other().Index()]}
				m.Agents[s.Index()], m.Agents[s.Other().Index()] = bad, other
				r, err := m.Play()
				assert.NilError(t, err)
				if tc.cause == "" {
					assert.Equal(t, r.Classification, "natural", r.Detail)
				} else {
					assert.Equal(t, r.Reason, "forfeit:"+string(tc.cause), r.Detail)
					assert.Equal(t, *r.Winner, s.Other())
					assert.Equal(t, r.Outcome, string(s.Other())+"_win")
				}
				last := func(p *tamperer) string { return p.asked[len(p.asked)-1] }
				assert.Equal(t, last(bad) == "game_over", tc.told)
				assert.Equal(t, last(other), "game_over")
			})
		}
	}
}

func TestLateAnswers(t *testing.T) {
	for _, tc := range []struct {
		name   string
		took   time.Duration
		answer func(line, answer []byte) ([]byte, error)
		reason string
	}{
		{"at the budget", 800 * time.Millisecond, nil, ""},
		{"over it", 801 * time.Millisecond, nil, "forfeit:timeout"},
		{"late and wrong", 801 * time.Millisecond, says("nonsense"), "forfeit:timeout"},
		{"late and an error", 801 * time.Millisecond, says(`{"response_type":"error","protocol":"spellbench/v2","request_id":"ID","error":{"code":"internal_error","message":""}}`), "forfeit:timeout"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := match(t)
			m.Time.MaxDecisionMS = 800
			var now time.Duration
			m.Clock = func() time.Duration { return now }
			once := false
			m.Agents[1] = &tamperer{Peer: m.Agents[1], request: "choose", answer: func(line, answer []byte) ([]byte, error) {
				if once {
					return answer, nil
				}
				once = true
				now += tc.took
				if tc.answer == nil {
					return answer, nil
				}
				return tc.answer(line, answer)
			}}
			r, err := m.Play()
			assert.NilError(t, err)
			if tc.reason == "" {
				assert.Equal(t, r.Classification, "natural", r.Detail)
			} else {
				assert.Equal(t, r.Reason, tc.reason, r.Detail)
			}
		})
	}
}

func TestEngineFaults(t *testing.T) {
	for _, tc := range []struct {
		name, request string
		skip          int
		answer        func(line, answer []byte) ([]byte, error)
		reason        string
	}{
		{"an error answers reset", "reset", 0, says(`{"response_type":"error","protocol":"spellbench/v2","request_id":"ID","error":{"code":"unsupported_deck","message":"no"}}`), "host_engine_fault:error"},
		{"no answer", "step", 3, fails(host.ErrTimeout), "host_engine_fault:timeout"},
		{"gone", "step", 3, fails(errors.New("EOF")), "host_engine_fault:transport"},
		{"not JSON", "step", 3, says("{"), "host_engine_fault:malformed"},
		{"another request's id", "step", 3, swap(`"request_id":"h-`, `"request_id":"i-`), "host_engine_fault:malformed"},
		{"another game", "step", 3, swap(`"game_id":"g-`, `"game_id":"q-`), "host_engine_fault:malformed"},
		{"a step too far", "step", 3, swap(`"step":4`, `"step":5`), "host_engine_fault:malformed"},
		{"a field too many", "step", 3, swap(`"protocol"`, `"x_debug":1,"protocol"`), "host_engine_fault:malformed"},
		{"a terminal with the host's reason", "step", 3, says(`{"response_type":"terminal","protocol":"spellbench/v2","request_id":"ID","game_id":"g-f67d7fe78c792984","outcome":"draw","classification":"natural","winner":null,"reason":" Forfeit:timeout","step_count":4,"decision_count":4,"provenance":{"engine_name":"sbconform-reference","engine_version":"0.1.0","rules_snapshot_id":"sbconform-rules-1","card_pool_identity":"sbconform-cards-1"}}`), "host_engine_fault:terminal_reason"},
		{"a terminal that counts wrong", "step", 3, says(`{"response_type":"terminal","protocol":"spellbench/v2","request_id":"ID","game_id":"g-f67d7fe78c792984","outcome":"draw","classification":"natural","winner":null,"reason":"draw","step_count":5,"decision_count":4,"provenance":{"engine_name":"sbconform-reference","engine_version":"0.1.0","rules_snapshot_id":"sbconform-rules-1","card_pool_identity":"sbconform-cards-1"}}`), "host_engine_fault:terminal_counts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := match(t)
			e, err := host.Greet(&tamperer{Peer: newEngine(t), request: tc.request, skip: tc.skip, answer: tc.answer}, time.Second, host.Options{Reading: protocol.Strict})
			assert.NilError(t, err)
			m.Engine = e
			r, err := m.Play()
			assert.NilError(t, err)
			assert.Equal(t, r.Classification, "halted", r.Detail)
			assert.Equal(t, r.Outcome, "halted")
			assert.Equal(t, r.Reason, tc.reason, r.Detail)
			_, err = m.Play()
			assert.ErrorContains(t, err, "start it again") // its word is worth nothing any more
		})
	}
}

func TestCapsEndInBlame(t *testing.T) {
	m := match(t)
	m.Limits.MaxSeatDecisionsPerTurn = 3 // "first" only ever passes: a loop of mandatory actions
	r, err := m.Play()
	assert.NilError(t, err)
	assert.Equal(t, r.Reason, "mandatory_loop", r.Detail)
	assert.Equal(t, r.Classification, "natural")
	assert.Equal(t, r.Outcome, "draw")
}

func TestPreflightRefuses(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(*host.Match)
		want  string
	}{
		{"a format the engine lacks", func(m *host.Match) { m.Format = "vintage" }, "vintage"},
		{"a rule it lacks", func(m *host.Match) { m.Rules.Mulligan = "paris" }, "mulligan"},
		{"an extension it lacks", func(m *host.Match) { m.Rules.Extensions = []string{"x_a"} }, "x_a"},
		{"the probe it lacks", func(m *host.Match) { m.Rules.Probe = true }, "probe"},
		{"a seat's cap at half of the game's", func(m *host.Match) { m.Limits.MaxSeatDecisionsPerGame = 5000 }, "max_decisions"},
		{"no time at all", func(m *host.Match) { m.Time.MaxDecisionMS = 0 }, "max_decision_ms"},
		{"an agent that requires a flag", func(m *host.Match) {
			m.Agents[1] = &tamperer{Peer: m.Agents[1], request: "hello", answer: swap(`"bot":`, `"requires":{"extensions":["x_b"]},"bot":`)}
		}, "x_b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := match(t)
			tc.spoil(m)
			_, err := m.Play()
			assert.ErrorContains(t, err, tc.want)
		})
	}
}
