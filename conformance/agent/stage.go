package agent

// Sections 7, 8 and 10: legal games for those who ask an agent other things than the checks do.

import (
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A Stage makes up the legal requests of one game between a host and an agent: game_start, decisions
// of every kind in any order, and game_over. What it makes depends on the calls alone, and whatever
// is wished for, it is a stream that an engine and the host could have produced.
type Stage struct {
	start   *protocol.GameStart
	scenery scenery
	steps   uint64
	group   uint64

	taken   uint32                 // mulligans
	kept    bool                   // the opening hand
	midgame bool                   // the first turn has begun: no pregame decision comes after it
	last    bool                   // the decision that is posed now is the last: objects have left for good
	posed   *protocol.SeatDecision // that waits for its choice
	undo    *protocol.SeatDecision // a priority decision that may be posed again
	left    []int                  // triggers that a group has yet to order
}

// A Wish says what a Stage should pose. Numbers are taken modulo what there is, and what is not legal
// now gives way to a plain priority decision.
type Wish struct {
	Scene      uint64 // a kind of decision
	Special    uint64 // what is special about a priority decision, which is posed then; 0 is nothing
	Candidates uint64 // if not 0, a choice among so many numbers instead, at most 4,096
	Rewind     bool   // the priority decision before once more, if it can have been taken back
	Group      bool   // the first of a group, the others of which follow
}

// Starts counts the games of NewStage, Scenes the kinds of decisions, Specials what may be special.
func Starts() int   { return len(starts()) }
func Scenes() int   { return len(scenes()) }
func Specials() int { return len(specials()) + 1 }

// NewStage begins a game whose game_start has some fields at their edges: kind, modulo Starts, says
// which. limit is the time for an answer in milliseconds. What requires asks for, which may be nil, the
// game has, as the host sees to (Section 11.1).
func NewStage(kind uint64, gameID string, seat protocol.Seat, agentSeed, limit uint64, requires *protocol.AgentHelloOK) *Stage {
	start := newStart(gameID, agentSeed, 60_000, limit)
	all := starts()
	all[kind%uint64(len(all))].mod(start)
	start.Seat = seat
	if start.GameID != gameID {
		start.GameID += gameID // no two games share an id
	}
	if requires != nil {
		for _, name := range requires.RequiresObservation {
			if flag := protocol.FlagNamed(name); flag != protocol.NoFlag {
				start.Profile.Observation.Set(flag, true)
			}
		}
		for _, name := range requires.RequiresExtensions {
			if isExtension(name) && !slices.Contains(start.Rules.Extensions, name) {
				start.Rules.Extensions = append(slices.Clone(start.Rules.Extensions), name)
				start.Profile.Extensions = append(slices.Clone(start.Profile.Extensions), protocol.Extension{Name: name})
			}
		}
	}
	start.Rules.CardNameDomain.DomainID = protocol.DomainID(start.Rules.CardNameDomain.Names)
	return &Stage{start: start, scenery: scenery{flags: start.Profile.Observation}}
}

// GameStart returns the body of the request that begins the game.
func (s *Stage) GameStart() *protocol.GameStart { return s.start }

// Done reports whether no other decision can be posed: game_over is due.
func (s *Stage) Done() bool {
	l := s.start.Limits
	// A hand that is kept after mulligans would first lose cards to the bottom (Section 7.5).
	return s.last && s.posed == nil || s.taken > 0 && (s.kept || s.taken > 6) || s.steps+1 >= min(l.MaxSeatDecisionsPerTurn, l.MaxSeatDecisionsPerGame, l.MaxSeatStepsPerGame)
}

// Choose poses a decision. It must not be called when the game is Done.
func (s *Stage) Choose(w Wish) *protocol.Choose {
	d := s.pose(w)
	d.Observation.Players[0].MulligansTaken = s.taken
	d.SeatStep = s.steps
	if d.Group.SubstepIndex == 0 {
		d.Group.ID = s.group
	}
	s.steps++
	if d.Group.SubstepIndex+1 == d.Group.SubstepCount {
		s.group = d.Group.ID + 1
	}
	s.posed = d
	line := protocol.AppendSeatDecision(nil, d)
	if s.start.Seat == protocol.P1 {
		line = fromP1(line)
	}
	t := s.start.TimeControl
	return &protocol.Choose{
		GameID: s.start.GameID, DecisionJSON: line,
		Clock: protocol.Clock{RemainingMS: t.BankMS, MaxDecisionMS: t.MaxDecisionMS},
	}
}

// Chosen takes the index of the candidate that was chosen.
func (s *Stage) Chosen(at int) {
	d := s.posed
	s.posed, s.undo = nil, nil
	if d != nil && d.Candidates[0].Semantic.Kind == "mulligan" {
		if s.kept = at == 0; !s.kept {
			s.taken++
		}
	}
	switch {
	case d == nil || at < 0 || at >= len(d.Candidates):
	case len(s.left) > 0:
		if s.left = slices.Delete(slices.Clone(s.left), at, at+1); len(s.left) < 2 {
			s.left = nil // what is left is ordered by itself
		}
	case at > 0 && d.Context.Kind == "priority" && !d.Context.Rewind && !s.last && s.start.Profile.Rewind:
		s.undo = d
	}
}

// GameOver ends the game. Within a group only a halt does (Section 8); otherwise ending, modulo what
// there is, says how.
func (s *Stage) GameOver(ending uint64) *protocol.GameOver {
	all := protocol.Endings()
	e := all[ending%uint64(len(all))]
	reason := reasons[e.Classification]
	if len(s.left) > 0 {
		e, reason = protocol.Ending{Classification: "halted", Outcome: "halted"}, "host_validator:V4"
	}
	over := &protocol.GameOver{GameID: s.start.GameID, Terminal: protocol.AgentTerminal{
		Outcome: e.Outcome, Classification: e.Classification, Reason: reason, SeatStepCount: s.steps,
	}}
	if e.Winner != "" {
		over.Terminal.Winner = &e.Winner
	}
	return over
}

func (s *Stage) pose(w Wish) *protocol.SeatDecision {
	if len(s.left) > 0 {
		return s.order()
	}
	if w.Rewind && s.undo != nil {
		d := *s.undo
		d.Context.Rewind = true
		d.Group = protocol.Group{SubstepCount: 1}
		return &d
	}
	if s.taken > 0 {
		w = Wish{}
	}
	all := scenes()
	pick := all[w.Scene%uint64(len(all))]
	plain := sceneOf("pass")
	special := w.Special % uint64(Specials())
	if special > 0 {
		pick = sceneOf("cast_spell")
	}
	switch {
	case s.taken > 0:
		pick = sceneOf("mulligan")
	case !pick.pregame:
	case s.midgame, s.kept, pick.kind == "mulligan" && s.start.Rules.Mulligan == "none",
		pick.kind == "choose_starting_player" && (s.steps > 0 || s.start.Rules.StartingPlayer == "host_assigned"):
		pick = plain
	}
	s.midgame = s.midgame || !pick.pregame
	switch {
	case w.Group && s.midgame && s.plays("order_pick"):
		s.left = []int{0, 1, 2}
		return s.order()
	case w.Candidates > 0 && s.midgame && s.plays("choose_number"):
		d := numbers(&s.scenery, int(w.Candidates%protocol.MaxCandidates)+1)
		return &d
	}
	d := pick.pose(&s.scenery)
	if !s.legal(&d) {
		d = plain.pose(&s.scenery)
		s.midgame = true
	}
	if pick.kind == "mulligan" && s.taken > 0 {
		s.reshuffled(&d)
	}
	if special > 0 && s.midgame {
		s.special(specials()[special-1], &d)
	}
	return &d
}

// reshuffled makes the first mulligan decision a later one, of a hand of other objects (Section 5.3).
func (s *Stage) reshuffled(d *protocol.SeatDecision) {
	hand := slices.Clone(*d.Observation.Players[0].Hand)
	for i := range hand {
		hand[i].ObjectID += fmt.Sprintf("-%d", s.taken)
	}
	d.Observation.Players[0].Hand = &hand
	for i, keep := range both {
		d.Candidates[i].Semantic = protocol.NewSemantic("mulligan", 7, int(s.taken), keep)
	}
}

// special makes a priority decision special, if the game allows it.
func (s *Stage) special(x special, d *protocol.SeatDecision) {
	was := *d
	d.Candidates = slices.Clone(d.Candidates)
	x.edit(&s.scenery, d)
	d.Observation = s.scenery.show(d.Observation)
	if !s.legal(d) {
		*d = was
		return
	}
	// What comes after such a board would have to know of it.
	s.last = s.last || slices.Contains([]string{"empty-board", "crowded-board", "turn-largest"}, x.name)
}

// order is the next decision of a group that orders three triggers.
func (s *Stage) order() *protocol.SeatDecision {
	step := 3 - len(s.left)
	d := decide(s.scenery.midgame(), "choice", "triggers", triggers(s.left, step, 3)...)
	d.Group = protocol.Group{ID: s.group, SubstepIndex: uint32(step), SubstepCount: 2}
	return &d
}

// plays reports whether the game has decisions of a kind. An engine that decides by default has but the
// required ones here.
func (s *Stage) plays(kind string) bool {
	kinds := s.start.Profile.DecisionKinds
	if s.start.Profile.Defaults != (protocol.EngineDefaults{}) {
		kinds = protocol.RequiredKinds()
	}
	return slices.Contains(kinds, kind)
}

// legal reports whether the game's terms allow a decision.
func (s *Stage) legal(d *protocol.SeatDecision) bool {
	for _, c := range d.Candidates {
		if !s.plays(c.Semantic.Kind) {
			return false
		}
		if c.Semantic.Kind == "choose_name" && !slices.Equal(s.start.Rules.CardNameDomain.Names, domain) {
			return false
		}
	}
	return len(d.Extensions) == 0 || slices.Contains(s.start.Rules.Extensions, extension)
}
