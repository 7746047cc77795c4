package engine

import (
	"fmt"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An inspector holds every decision of a game against what must be true of all of them.
type inspector struct {
	t       *testing.T
	step    uint64
	groups  uint64
	seats   [2]struct{ step, group uint64 }
	partial *protocol.Group      // of partialSeat
	who     protocol.Seat        //
	zones   [2]map[string]string // by seat: the zone of every id ever seen
	present [2]map[string]bool   // by seat: the ids of the last decision
	kinds   map[string]int       // candidates seen by kind
	cards   [2]int               // each deck's
}

func inspect(t *testing.T, cards int) *inspector {
	return &inspector{
		t: t, cards: [2]int{cards, cards}, kinds: map[string]int{},
		zones: [2]map[string]string{{}, {}}, present: [2]map[string]bool{{}, {}},
	}
}

func (n *inspector) decision(d *protocol.Decision, text wire.Value) {
	sd := &d.SeatDecision
	assert.Equal(n.t, d.Step, n.step)
	n.step++
	n.counters(sd)
	n.candidates(sd)
	n.references(sd, text)
	n.conservation(&sd.Observation)
	assert.Equal(n.t, sd.Observation.Viewer, sd.ActingSeat)
	if sd.Context.Kind == "priority" {
		assert.Equal(n.t, *sd.Observation.PrioritySeat, sd.ActingSeat)
	}
	assert.Equal(n.t, sd.Observation.Turn == 0, sd.Observation.PhaseStep == "pregame")
}

func (n *inspector) counters(sd *protocol.SeatDecision) {
	s := &n.seats[sd.ActingSeat.Index()]
	assert.Equal(n.t, sd.SeatStep, s.step)
	s.step++
	assert.Equal(n.t, sd.Group.ID, s.group)
	if n.partial != nil {
		assert.Equal(n.t, sd.ActingSeat, n.who)
		assert.Equal(n.t, sd.Group, protocol.Group{ID: n.partial.ID, SubstepIndex: n.partial.SubstepIndex + 1, SubstepCount: n.partial.SubstepCount})
	} else {
		assert.Equal(n.t, sd.Group.SubstepIndex, uint32(0))
	}
	n.partial, n.who = protocol.Ptr(sd.Group), sd.ActingSeat
	if sd.Group.SubstepIndex+1 == sd.Group.SubstepCount {
		n.partial = nil
		s.group++
		n.groups++
	}
}

func (n *inspector) candidates(sd *protocol.SeatDecision) {
	assert.Assert(n.t, len(sd.Candidates) > 0 && len(sd.Candidates) <= maxCandidates)
	seen := map[string]bool{}
	for i, c := range sd.Candidates {
		kind, text := c.Semantic.Kind, string(c.Semantic.AppendJSON(nil))
		if seen[text] || (kind == "pass") != (sd.Context.Kind == "priority" && i == 0) {
			n.t.Fatalf("candidate %d, %s: a duplicate, or pass is not first at priority", i, text)
		}
		seen[text] = true
		n.kinds[kind]++
	}
}

// references: every object reference equals the record with its id; ids are unique, keep their zone
// and never return.
func (n *inspector) references(sd *protocol.SeatDecision, text wire.Value) {
	me, records := sd.ActingSeat.Index(), map[string]string{}
	form := func(v wire.Value) string {
		var b []byte
		for _, field := range []string{"card_name", "owner_seat", "controller_seat", "zone"} {
			b = append(b, v.Get(field).Raw()...)
		}
		return string(b)
	}
	record := func(v wire.Value) {
		id := v.Get("object_id").Str()
		zone := v.Get("zone").Str()
		if old, ok := n.zones[me][id]; records[id] != "" || ok && (old != zone || !n.present[me][id]) {
			n.t.Fatalf("%s: two records with one id, an id in two zones or an id that came back", id)
		}
		records[id] = form(v)
		n.zones[me][id] = zone
	}
	observation := text.Get("observation")
	for p := range observation.Get("players").Elems() {
		for _, zone := range []string{"hand", "battlefield", "graveyard", "exile", "command"} {
			for r := range p.Get(zone).Elems() {
				if !r.Get("zone").StrIs(zone) {
					n.t.Fatalf("%s in %s", r.Raw(), zone)
				}
				record(r)
			}
		}
	}
	for r := range observation.Get("stack").Elems() {
		record(r)
	}
	var walk func(wire.Value)
	walk = func(v wire.Value) {
		if id := v.Get("object_id"); id.Kind() == wire.String && form(v) != records[id.Str()] {
			n.t.Fatalf("%s is not its record", v.Raw())
		}
		for m := range v.Members() {
			walk(m.Value)
		}
		for e := range v.Elems() {
			walk(e)
		}
	}
	walk(text)
	n.present[me] = map[string]bool{}
	for id := range records {
		n.present[me][id] = true
	}
}

// conservation: no card of a deck is lost or doubled, and hands and knowledge are as they should.
func (n *inspector) conservation(o *protocol.Observation) {
	for s := range o.Players {
		p := &o.Players[s]
		cards := int(p.HandCount) + int(p.LibraryCount) + len(p.Graveyard) + len(p.Exile) + len(p.Command) + len(p.Battlefield)
		for _, e := range o.Stack {
			if e.Owner == p.Seat {
				cards++
			}
		}
		assert.Equal(n.t, cards, n.cards[s])
		assert.Equal(n.t, p.Hand != nil, p.Seat == o.Viewer)
		if p.Hand != nil {
			assert.Equal(n.t, len(*p.Hand), int(p.HandCount))
		}
	}
	for _, k := range o.Known {
		assert.Equal(n.t, k.OwnerSeat, o.Viewer)
		assert.Equal(n.t, k.How, "own_placement")
		assert.Assert(n.t, k.PositionFromTop == nil && *k.PositionFromBottom < o.Players[k.OwnerSeat.Index()].LibraryCount)
	}
}

// terminal: the counts are exact, and a natural game never ends inside a group.
func (n *inspector) terminal(end *protocol.Terminal) {
	assert.Equal(n.t, end.StepCount, n.step)
	assert.Equal(n.t, end.DecisionCount, n.groups)
	assert.Assert(n.t, n.partial == nil)
}

func deckSize(deck string) (n int) {
	for _, c := range Reference().Catalog {
		if c.CatalogID == deck {
			for _, r := range c.Decklist {
				n += int(r.Count)
			}
		}
	}
	return n
}

func TestWholeGames(t *testing.T) {
	for _, c := range []struct {
		deck  string
		edit  func(*protocol.Reset) *protocol.Reset
		games uint64
		kinds []string
	}{
		{"Burn", func(r *protocol.Reset) *protocol.Reset { return r }, 1, []string{"pass", "play_land", "activate_mana_ability", "cast_spell", "choose_target"}},
		{"Burn", london, 2, []string{"mulligan", "order_pick"}},
		{"Burn", toss, 1, []string{"choose_starting_player"}},
		{"Skirmish", london, 2, []string{"declare_attack", "declare_block", "order_pick"}},
	} {
		h, kinds, reasons := newHost(t, Options{}), map[string]int{}, map[string]int{}
		for i := range c.games {
			n := inspect(t, deckSize(c.deck))
			end := h.play(c.edit(reset(i, c.deck)), random(i), n.decision)
			n.terminal(end)
			assert.Equal(t, end.Classification, "natural")
			reasons[end.Reason]++
			for k, m := range n.kinds {
				kinds[k] += m
				assert.Assert(t, slices.Contains(Reference().DecisionKinds, k), k)
			}
		}
		for _, k := range c.kinds {
			assert.Assert(t, kinds[k] > 0, "%s never offered %s: %v", c.deck, k, kinds)
		}
		t.Log(c.deck, reasons, kinds)
	}
}

// Two seats passing all the time come to the end too: the first to draw from an empty library loses.
func TestPassingGame(t *testing.T) {
	n := inspect(t, 22)
	end := newHost(t, Options{}).play(reset(0, "Burn"), passes, n.decision)
	n.terminal(end)
	assert.Equal(t, end.Reason, "p1_library_empty") // p0 skipped its first draw
	assert.Equal(t, *end.Winner, protocol.P0)
	assert.Assert(t, n.kinds["select_object"] > 0)
}

// transcript is every answer of a game.
func transcript(t *testing.T, h *host, r *protocol.Reset, pick picker) string {
	var all []byte
	h.id = 0
	h.play(r, func(d *protocol.Decision) int { all = append(all, h.answer...); return pick(d) }, nil)
	return string(append(all, h.answer...))
}

// The same secret and answers give the same bytes, in a fresh process or after other games.
func TestRerun(t *testing.T) {
	for _, deck := range []string{"Burn", "Skirmish"} {
		r := func() *protocol.Reset { return caps(london(toss(reset(5, deck))), 500, 500) }
		once := transcript(t, newHost(t, Options{}), r(), random(1))
		later := newHost(t, Options{})
		later.play(caps(reset(1, "Skirmish"), 200, 200), random(2), nil)
		assert.Assert(t, once == transcript(t, later, r(), random(1)))
	}
}

// Another secret gives other hands and other ids; the order of a decklist's rows gives the same game.
func TestWhatAGameDependsOn(t *testing.T) {
	first := func(r *protocol.Reset) string {
		h := newHost(t, Options{})
		h.decision(r)
		return string(h.answer)
	}
	other := reset(0, "Burn")
	other.GameSecret = vectorSecret.GameSecret(1).String()
	assert.Assert(t, first(reset(0, "Burn")) != first(other))

	rows := Reference().Catalog[0].Decklist
	back := slices.Clone(rows)
	slices.Reverse(back)
	assert.Equal(t, first(lists(reset(0, "Burn"), rows)), first(lists(reset(0, "Burn"), back)))
	assert.Equal(t, first(lists(reset(0, "Burn"), rows)), first(reset(0, "Burn")))
}

func TestSeatsShareNoID(t *testing.T) {
	n := inspect(t, deckSize("Skirmish"))
	newHost(t, Options{}).play(caps(london(reset(3, "Skirmish")), 500, 500), random(3), n.decision)
	for id := range n.zones[0] {
		_, shared := n.zones[1][id]
		assert.Assert(t, !shared)
	}
	assert.Assert(t, len(n.zones[0]) > 50 && len(n.zones[1]) > 50)
}

func TestCaps(t *testing.T) {
	for _, c := range []struct {
		decisions, steps uint64
		want             string
		count            uint64
	}{
		{0, 0, "max_steps", 0},
		{0, 5, "max_decisions", 0},
		{5, 0, "max_steps", 0},
		{1, 5, "max_decisions", 1},
		{5, 1, "max_steps", 1},
		{7, 7, "max_steps", 7},
		{8, 9, "max_decisions", 8},
		{9, 8, "max_steps", 8},
	} {
		n := inspect(t, 22)
		end := newHost(t, Options{}).play(caps(reset(0, "Burn"), c.decisions, c.steps), passes, n.decision)
		n.terminal(end)
		assert.DeepEqual(t, end, &protocol.Terminal{
			GameID: vectorSecret.GameID(0), Outcome: "truncated", Classification: "truncated", Reason: c.want,
			StepCount: c.count, DecisionCount: c.count, Provenance: Reference().Engine.Provenance(),
		})
	}
}

// A group that does not fit under max_steps is not begun, so no cap ends a game inside a group; a game
// that ends by itself on the answer that reaches a cap ended by itself.
func TestCapsAtGroupsAndEnds(t *testing.T) {
	// Playing whatever comes last fills the board, so that attacks come in groups.
	busy := func(d *protocol.Decision) int { return len(d.SeatDecision.Candidates) - 1 }
	var groups []protocol.Decision // the first substeps of the first groups of several
	newHost(t, Options{}).play(caps(reset(0, "Skirmish"), 10_000, 400), busy, func(d *protocol.Decision, _ wire.Value) {
		if g := d.SeatDecision.Group; g.SubstepIndex == 0 && g.SubstepCount > 1 && len(groups) < 4 {
			groups = append(groups, *d)
		}
	})
	assert.Equal(t, len(groups), 4)
	for _, g := range groups {
		size := uint64(g.SeatDecision.Group.SubstepCount)
		for over := range size + 2 {
			n := inspect(t, deckSize("Skirmish"))
			end := newHost(t, Options{}).play(caps(reset(0, "Skirmish"), 10_000, g.Step+over), busy, n.decision)
			n.terminal(end)
			want := g.Step
			if over >= size {
				want += over
			}
			assert.Equal(t, end.StepCount, want)
		}
	}

	end := newHost(t, Options{}).play(reset(0, "Burn"), passes, nil)
	again := newHost(t, Options{}).play(caps(reset(0, "Burn"), end.DecisionCount, end.StepCount), passes, nil)
	assert.DeepEqual(t, again, end)
	again = newHost(t, Options{}).play(caps(reset(0, "Burn"), end.DecisionCount, end.StepCount-1), passes, nil)
	assert.Equal(t, again.Outcome, "truncated")
}

// Every flag switched off makes its field null and nothing else.
func TestFlagsOff(t *testing.T) {
	hello := Reference()
	hello.Observation = protocol.Flags{}
	h := newHost(t, Options{Hello: &hello})
	h.play(caps(london(reset(0, "Skirmish")), 500, 500), random(4), func(d *protocol.Decision, _ wire.Value) {
		o := &d.SeatDecision.Observation
		assert.Assert(t, o.PassedSeats == nil && o.DayNight == nil && o.PendingTriggers == nil && len(o.Known) == 0)
		for _, p := range o.Players {
			assert.Assert(t, p.Poison == nil && p.Counters == nil && p.Designations == nil && p.Progress == nil)
			for _, r := range p.Battlefield {
				assert.Assert(t, r.Characteristics.Keywords == nil && r.Permanent.Statuses == nil && r.Permanent.Chosen == nil)
			}
		}
		for _, e := range o.Stack {
			assert.Assert(t, e.Text == nil && e.Characteristics.Keywords == nil)
		}
	})
	assert.Equal(t, h.answer[0], byte('{'))
}

func BenchmarkSteps(b *testing.B) {
	for _, deck := range []string{"Burn", "Skirmish"} {
		b.Run(deck, func(b *testing.B) {
			var steps, size uint64
			for i := uint64(0); b.Loop(); i++ {
				e := New(Options{})
				pick := random(i)
				answer := e.Answer(protocol.AppendRequest(nil, "h-0", reset(i, deck)))
				for n := 1; ; n++ {
					d := e.table.pending
					if d == nil {
						break
					}
					size += uint64(len(answer))
					s := choose(&protocol.Decision{GameID: e.table.id, Step: e.table.game.steps, SeatDecision: *d}, pick(&protocol.Decision{SeatDecision: *d}))
					answer = e.Answer(protocol.AppendRequest(nil, fmt.Sprint("h-", n), s))
				}
				steps += e.table.game.steps
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
			b.ReportMetric(float64(size)/float64(steps), "bytes/step")
		})
	}
}
