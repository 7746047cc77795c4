package goldens

// Which party a row belongs to. A row says only that an agent speaks or is spoken to, not which one;
// what it says tells.

import "github.com/spellbench/sbconform/reference/wire"

// The parties that a host talks to.
const (
	partyEngine = iota
	partyP0
	partyP1
)

// An Exchange is one request of a transcript and its answer, as places among its rows.
type Exchange struct{ Request, Answer int } // Answer is -1 where none came

// Exchanges returns what was said to and by the engine, p0 and p1, in that order. Rows of agents that
// belong to no game are p0's.
func Exchanges(rows []Row) [3][]Exchange {
	s := sorter{agent: partyP0}
	for i, row := range rows {
		switch row.Dir {
		case HostToEngine:
			s.asked(partyEngine, i)
		case HostToAgent:
			s.agent = s.seat(row.Message)
			s.asked(s.agent, i)
		case EngineToHost:
			s.answered(partyEngine, i)
		case AgentToHost:
			s.answered(s.agent, i)
		}
	}
	return s.parties
}

type sorter struct {
	parties [3][]Exchange
	agent   int // that was asked last
	hellos  int
	over    [3]bool // has been told that the game is over
}

func (s *sorter) asked(party, row int) {
	s.parties[party] = append(s.parties[party], Exchange{row, -1})
}

func (s *sorter) answered(party, row int) {
	if list := s.parties[party]; len(list) > 0 && list[len(list)-1].Answer < 0 {
		list[len(list)-1].Answer = row
	}
}

// gone reports whether an agent has left a request without an answer.
func (s *sorter) gone(party int) bool {
	list := s.parties[party]
	return len(list) > 0 && list[len(list)-1].Answer < 0
}

// seat tells which agent a request is for. The hellos go to p0 and then to p1, game_start and choose
// name the seat, and game_over goes to p0 and then to p1, but not to one that is gone. Anything else
// goes to the agent that was asked last.
func (s *sorter) seat(line []byte) int {
	v, err := wire.Parse(line)
	if err != nil {
		return s.agent
	}
	kind, named := v.Get("request_type"), v.Get("seat")
	switch {
	case kind.StrIs("hello"):
		if s.hellos++; s.hellos == 2 {
			return partyP1
		}
		return partyP0
	case kind.StrIs("choose"):
		named = v.Get("decision").Get("acting_seat")
	case kind.StrIs("game_over") && s.hellos == 2:
		party := partyP0
		if s.over[partyP0] || s.gone(partyP0) {
			party = partyP1
		}
		s.over[party] = true
		return party
	}
	switch {
	case named.StrIs("p0"):
		return partyP0
	case named.StrIs("p1"):
		return partyP1
	}
	return s.agent
}

// A Talk is what was said to one process and by it, as places among the rows of a transcript.
type Talk struct {
	Role string // RoleEngine or RoleAgent
	Rows []int
}

// Talks returns the talks of a transcript with processes of a role: one with the engine, or one with
// each agent.
func Talks(rows []Row, role string) (talks []Talk) {
	if role == RoleEngine {
		var t Talk
		for i, r := range rows {
			if r.Dir == HostToEngine || r.Dir == EngineToHost {
				t.Rows = append(t.Rows, i)
			}
		}
		if t.Rows != nil {
			t.Role = role
			talks = append(talks, t)
		}
		return talks
	}
	var all Talk
	seats := map[string]bool{}
	for i, r := range rows {
		if r.Dir != HostToAgent && r.Dir != AgentToHost {
			continue
		}
		all.Role, all.Rows = role, append(all.Rows, i)
		if v, err := wire.Parse(r.Message); err == nil && v.Get("request_type").StrIs("game_start") {
			seats[v.Get("seat").Str()] = true
		}
	}
	if !seats["p0"] || !seats["p1"] { // one process, whatever it was asked
		if all.Rows != nil {
			talks = append(talks, all)
		}
		return talks
	}
	parties := Exchanges(rows)
	for _, exchanges := range parties[partyP0:] {
		t := Talk{Role: role}
		for _, x := range exchanges {
			t.Rows = append(t.Rows, x.Request)
			if x.Answer >= 0 {
				t.Rows = append(t.Rows, x.Answer)
			}
		}
		talks = append(talks, t)
	}
	return talks
}
