package agent

// Sections 7, 8 and 10.3: decisions of every kind, size and shape.

import (
	"fmt"
	"math"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/protocol/protocolgen"
	"github.com/spellbench/sbconform/reference/wire"
)

// maxPayload is how deep an extension may be: in a choose it begins at the fourth of 64 levels.
const maxPayload = wire.MaxDepth - 3

// kindChecks has a check for each kind of candidate.
func kindChecks() []check {
	var out []check
	for _, k := range protocol.Kinds() {
		out = append(out, check{
			id: "kinds/" + strings.ReplaceAll(k.Name, "_", "-"), section: k.Shape().Section,
			doc:  "A decision with candidates of kind " + k.Name + " is answered with one of its candidates.",
			hint: "an agent that does not know a kind can still choose candidate 0",
			run: func(a *A) {
				a.Begin()
				for range 2 {
					a.Pose(sceneOf(k.Name))
				}
			},
		})
	}
	return out
}

// numbers is a decision among n numbers.
func numbers(s *scenery, n int) protocol.SeatDecision {
	d := decide(s.midgame(), "choice", "x_value", same("choose_number", make([]struct{}, n), func(struct{}) []any { return []any{strike, "x_value", 0, 0, n - 1} })...)
	for i := range d.Candidates {
		d.Candidates[i].Semantic = protocol.NewSemantic("choose_number", strike, "x_value", i, 0, n-1)
	}
	return d
}

// A special is a row: one decision that is special in some way.
type special struct {
	name, section, what, hint string
	edit                      func(s *scenery, d *protocol.SeatDecision)
}

// extended gives a decision an extension.
func extended(payload string) func(*scenery, *protocol.SeatDecision) {
	return func(_ *scenery, d *protocol.SeatDecision) { d.Extensions = map[string]string{extension: payload} }
}

func specials() []special {
	unread := "an agent need not look at what it does not use"
	count := "candidate_id is an index into the list: choose below its length"
	candidates := func(n int) func(*scenery, *protocol.SeatDecision) {
		return func(s *scenery, d *protocol.SeatDecision) { *d = numbers(s, n) }
	}
	return []special{
		{"one-candidate", "7.1", "with a single candidate", count, candidates(1)},
		{"two-candidates", "7.1", "with two candidates", count, candidates(2)},
		{"257-candidates", "7.1", "with 257 candidates", "an id does not fit in one byte", candidates(257)},
		{"4096-candidates", "7.1", "with 4,096 candidates, the most there are", count, candidates(protocol.MaxCandidates)},
		{"no-display-text", "7.1", "whose candidates have no display_text", "display_text may be null", func(_ *scenery, d *protocol.SeatDecision) {
			for i := range d.Candidates {
				d.Candidates[i].DisplayText = nil
			}
		}},
		{"display-texts", "7.1", "whose candidates have texts of every sort", unread, func(_ *scenery, d *protocol.SeatDecision) {
			d.Candidates[0].DisplayText = protocol.Ptr("")
			d.Candidates[len(d.Candidates)-1].DisplayText = protocol.Ptr("\x00\x01\x1f \u2028 \u202e </script> \U0001f600 " + strings.Repeat("long ", 2_000))
		}},
		{"context-text", "9.3", "whose context has a text", unread, func(_ *scenery, d *protocol.SeatDecision) {
			d.Context.Text = protocol.Ptr("Ünïcödé\nof two lines")
		}},
		{"extension-object", "14", "with an extension", unread, extended(`{"a":[1,-9007199254740991,null,true,"é"],"candidates":[],"candidate_id":7}`)},
		{"extension-null", "14", "with an extension that is null", unread, extended(`null`)},
		{"extension-deep", "2", "of 64 levels, by its extension", "JSON libraries have limits of depth: 64 levels are legal", extended(suite.Nested(maxPayload))},
		{"turn-largest", "4.4", "in turn 2^53-1", "integers reach 2^53-1", func(_ *scenery, d *protocol.SeatDecision) { d.Observation.Turn = uint64(wire.MaxInt) }},
		{"numbers-largest", "4.4", "on a board with numbers at the ends of their ranges", "counts are unsigned, life is signed, both of 32 bits", func(_ *scenery, d *protocol.SeatDecision) {
			for i := range d.Observation.Players {
				p := &d.Observation.Players[i]
				p.Life, p.Poison = []int32{math.MinInt32, math.MaxInt32}[i], protocol.Ptr(uint32(math.MaxUint32))
				p.ManaPool = protocol.ManaPool{0, 1, math.MaxUint32, 0, 0, 0}
			}
		}},
		{"empty-board", "6.3", "on a board without a card", "every zone may be empty", func(_ *scenery, d *protocol.SeatDecision) {
			o := &d.Observation
			o.Stack, o.Known, o.PendingTriggers = nil, nil, &[]protocol.PendingTrigger{}
			for i := range o.Players {
				p := &o.Players[i]
				p.HandCount, p.Hand, p.Battlefield, p.Graveyard, p.Exile = 0, nil, nil, nil, nil
			}
			o.Players[0].Hand = &[]protocol.Record{}
			d.Candidates = d.Candidates[:1] // the pass
		}},
		{"crowded-board", "6.3", "on a board of 1,000 creatures", "a late board is long", func(_ *scenery, d *protocol.SeatDecision) {
			p := &d.Observation.Players[1]
			for i := range 1_000 {
				token := creature(fmt.Sprintf("o-crowd-%04d", i), "Saproling", protocol.P1)
				token.Token = true
				p.Battlefield = append(p.Battlefield, token)
			}
		}},
		{"large", "2", "of a million bytes", "raise the line reader's buffer to 8 MiB; many libraries stop at 64 KiB", func(_ *scenery, d *protocol.SeatDecision) {
			d.Extensions = map[string]string{extension: "[" + strings.Repeat(`{"k":"Lim-Dûl's Vault"},`, 40_000) + "0]"}
		}},
	}
}

func chooseChecks() []check {
	out := []check{
		{
			id: "choose/all-kinds", section: "7",
			doc:  "A game that poses decisions of all thirty kinds, from before the first turn on, is played to its end.",
			hint: "an agent that does not know a kind can still choose candidate 0",
			run: func(a *A) {
				a.Begin()
				for _, s := range scenes() {
					a.Pose(s)
				}
				a.End(protocol.Endings()[0])
			},
		},
		{
			id: "choose/optional-fields-null", section: "6.9",
			doc:  "An engine that declares no optional observation field sends null for each: decisions of all kinds are answered.",
			hint: "game_start tells which fields are there, in engine_profile.observation",
			run: func(a *A) {
				a.Begin(func(s *protocol.GameStart) { s.Profile.Observation = protocol.Flags{} })
				for _, s := range scenes() {
					a.Pose(s)
				}
			},
		},
		{
			id: "choose/one-optional-field", section: "6.9",
			doc:  "Engines declare any of the thirteen optional observation fields: with one at a time, decisions are answered.",
			hint: "game_start tells which fields are there, in engine_profile.observation",
			run: func(a *A) {
				for _, info := range protocol.ObservationFlags() {
					if a.game != nil {
						a.Restart() // one game a process: whether there may be two is another check's question
					}
					a.Begin(func(s *protocol.GameStart) {
						s.Profile.Observation = protocol.Flags{}
						s.Profile.Observation.Set(info.Flag, true)
					})
					a.Pose(sceneOf("pass"))
				}
			},
		},
		{
			id: "choose/group", section: "8",
			doc:  "A group asks several decisions in turn, each of which depends on the answer before: here an order of three triggers.",
			hint: "each substep is a decision of its own; choose among its candidates",
			run: func(a *A) {
				a.Begin()
				left := []int{0, 1, 2}
				for step := range 2 {
					d := decide(a.game.midgame(), "choice", "triggers", triggers(left, step, 3)...)
					d.Group = protocol.Group{ID: a.game.group, SubstepIndex: uint32(step), SubstepCount: 2}
					at := a.Decide(d)
					left = append(left[:at:at], left[at+1:]...)
				}
			},
		},
		{
			id: "choose/rewind", section: "8",
			doc:  "A priority decision may be posed again with context.rewind true, after an action that could not be completed, and is answered.",
			hint: "after a rewind the same action may fail again: another candidate is wiser",
			run: func(a *A) {
				a.Begin()
				for range 40 {
					if a.Pose(sceneOf("cast_spell")) == 0 {
						continue
					}
					d := sceneOf("cast_spell").posed(a)
					d.Context.Rewind = true
					d.Observation.Turn-- // the same turn
					a.Decide(*d)
					return
				}
				a.Skipf("the agent passed 40 times in a row, so there was nothing to take back")
			},
		},
		{
			id: "choose/same-decision-again", section: "10.3",
			doc:  "Two decisions may be alike but for their counters: each is answered.",
			hint: "keep no answers by content",
			run: func(a *A) {
				a.Begin()
				for range 5 {
					d := sceneOf("pass").posed(a)
					d.Observation.Turn = 3
					a.Decide(*d)
				}
			},
		},
		{
			id: "choose/long-game", section: "11.4",
			doc:  "A game may have thousands of decisions: here 2,000, each answered.",
			hint: "does something grow with every decision?",
			run: func(a *A) {
				a.longGame(2_000, func(int) {})
				a.End(protocol.Endings()[2])
			},
		},
		resourcesCheck(),
	}
	for _, s := range specials() {
		out = append(out, check{
			id: "choose/" + s.name, section: s.section, hint: s.hint,
			doc: "A decision " + s.what + " is answered with one of its candidates, and so is the next.",
			run: func(a *A) {
				a.Begin()
				d := sceneOf("cast_spell").posed(a)
				s.edit(&a.game.scenery, d)
				a.Decide(*d)
				if s.name != "empty-board" && s.name != "crowded-board" && s.name != "turn-largest" { // ids that have left never return
					a.Pose(sceneOf("pass"))
				}
			},
		})
	}
	for _, row := range []struct {
		name, what, hint string
		remaining        uint64
		level            conformance.Level
	}{
		// With an empty clock every answer is too late, so that nobody gains by it.
		{"clock-empty", "with an empty clock", "do not divide by the time that remains", 0, conformance.Should},
		{"clock-tiny", "with a millisecond left", "do not divide by the time that remains", 1, conformance.Must},
		{"clock-huge", "with 2^53-1 ms left", "max_decision_ms caps each decision, whatever remains", uint64(wire.MaxInt), conformance.Must},
	} {
		out = append(out, check{
			id: "choose/" + row.name, section: "10.3", level: row.level, hint: row.hint,
			doc: "A choose " + row.what + " is answered with one of its candidates.",
			run: func(a *A) {
				a.Begin()
				a.game.clock.RemainingMS = row.remaining
				a.Pose(sceneOf("cast_spell"))
			},
		})
	}
	return append(out, check{
		id: "choose/future-kind", section: "4.2", level: conformance.May,
		doc:  "A later minor version may add kinds and words, once negotiated: an agent may well choose among candidates of a kind that it does not know.",
		hint: "an agent that does not know a kind can still choose candidate 0",
		run: func(a *A) {
			a.Begin()
			x := a.chooseRequest(sceneOf("pass").posed(a)).edited(func(n *protocolgen.Node) {
				for _, c := range n.Get("decision").Get("candidates").Kids {
					c.Get("semantic").Set("kind", protocolgen.Str("x_future_kind")).Set("future", protocolgen.Str("word"))
				}
				n.Get("decision").Get("observation").Set("phase_step", protocolgen.Str("future_step"))
			})
			a.Ask(x).WantChoice()
		},
	})
}

// triggers are the candidates of an order of count triggers of which some are left.
func triggers(left []int, position, count int) []protocol.Semantic {
	return same("order_pick", left, func(i int) []any {
		return []any{nil, "triggers", protocol.OrderItem{Trigger: &protocol.TriggerItem{Source: &grunt.Ref, SourceName: grunt.CardName,
			EventObjects: []protocol.Ref{shock.Ref}, Instance: uint32(i)}}, position, count}
	})
}
