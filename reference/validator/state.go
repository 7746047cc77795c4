package validator

// Section 8: what the game so far says about the next decision. The state moves in two strokes:
// settle, when a step has been answered, and observe, when a decision has been posed.

import "github.com/spellbench/sbconform/reference/protocol"

// A seatState is one seat's part of the game so far.
type seatState struct {
	step    int64 // the seat_step of its next decision
	group   int64 // the group_id of its next group
	partial group // the last answered substep of its partial group; count 0: there is none
	action  action
	block   block
	pick    pick
	ids     idMemory

	declined  int64 // mulligans it chose to take
	bottom    int64 // cards it must put on the bottom after keeping
	mulligans int64 // the mulligans_taken last seen
}

// An action is a seat's latest answered priority decision, while a rewind can still undo it.
type action struct {
	live bool
	at   int64 // answered, when it was answered
	// groups counts the groups completed since, its own first, that still count for decision_count: a
	// rewind takes them back. They are the other seat's too (Section 8: every group since the action).
	groups int64
}

// join takes the seat's part of the game to stand where its first decision has it.
func (s *seatState) join(d *decision) {
	s.step, s.group = d.seatStep, d.group.id
	if d.group.index > 0 {
		s.partial = group{d.group.id, d.group.index - 1, d.group.count}
		s.block.unknown = true
	}
	s.action.live = d.context.rewind
}

// pending is the decision that has been posed and not answered.
type pending struct {
	shown    bool
	acting   seat
	seatStep int64
	group    group
	priority bool
	offers   []offer
}

// An offer is what the state keeps of a candidate until the answer comes.
type offer struct {
	kind    *protocol.Kind
	subject print // what it is about: an item, a card, a recipient, a creature, a target
	scope   print // the selection it belongs to
	n       int64 // selected_count, or for distribute what remains after it
	rank    int8  // arrange_card: the place of its destination in the order of Section 7.5
	keep    bool  // mulligan
}

// settle applies the step that was sent, now that its answer shows that the engine took it.
func (g *Game) settle() {
	step, p := g.step, &g.pending
	g.step = nil
	if step == nil || !p.shown || int(step.CandidateID) >= len(p.offers) {
		return
	}
	p.shown = false
	g.answered++
	g.binding = int64(step.ExpectedStep) + 1
	s, o := &g.seats[p.acting], &p.offers[step.CandidateID]
	s.step = p.seatStep + 1
	if p.priority {
		s.action = action{live: o.kind != kindPass, at: g.answered}
	}
	s.answer(p, o)
	if p.group.index+1 < p.group.count {
		s.partial = p.group
		return
	}
	s.partial, s.group = group{}, p.group.id+1
	g.counted++
	for i := range g.seats {
		if a := &g.seats[i].action; a.live {
			a.groups++
		}
	}
}

// observe takes the decision in, whether or not it broke a rule: what follows is judged by what the
// engine shows, so that one fault is not reported again and again.
func (g *Game) observe() {
	d := &g.d
	s := &g.seats[d.acting]
	if d.context.rewind {
		g.rewind(d.acting)
	}
	if d.group.index == 0 {
		s.block = block{picked: s.block.picked[:0]}
	}
	p := &g.pending
	p.shown, p.acting, p.seatStep, p.group, p.priority = true, d.acting, d.seatStep, d.group, d.context.priority
	p.offers = p.offers[:0]
	for i := range d.candidates {
		p.offers = append(p.offers, g.offer(&d.candidates[i]))
	}
	s.block.observe(d, p.offers)
	if c := d.first(kindOrder); c != nil && c.is(fPurpose, "mulligan_bottom") {
		s.bottom = 0
	}
	g.table.observe(&d.obs)
	for i := range g.seats {
		g.seats[i].mulligans = d.obs.players[i].mulligansTaken
	}
}

// rewind takes back the seat's action: its groups no longer count, nor do those that either seat
// completed since. An action of the other seat in between is gone with them; an earlier one stays, less
// the groups just taken back, so that no group is taken back twice.
func (g *Game) rewind(acting seat) {
	s, other := &g.seats[acting], &g.seats[acting.other()]
	if s.partial.count > 0 {
		s.group, s.partial = s.partial.id+1, group{}
	}
	if !s.action.live {
		return
	}
	g.counted -= s.action.groups
	if other.action.at > s.action.at {
		other.action = action{}
	} else if other.action.live {
		other.action.groups -= s.action.groups
	}
	s.action = action{}
	s.pick = pick{}
}
