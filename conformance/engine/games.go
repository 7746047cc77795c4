package engine

// Sections 5 to 9, 11.3, 13 and 14: whole games, each decision validated, and what games of the same
// and of other secrets have in common.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// Bounds of the games that checks play, in answers.
const (
	wholeGame = 2000 // a whole game: most end long before
	longGame  = 600  // groups, of a game of a further deck: a cap on steps may fall into a group, and then hosts differ (Section 8)
	someGame  = 150  // enough to see both seats act, and cards move
)

// Bounds of the games that choose what was chosen least.
const (
	coveredDecks = 40  // of a catalog, which may be long
	coveringGame = 120 // answers
)

// A policy chooses a candidate.
type policy func(e *E, d *protocol.Decision) int

func first(*E, *protocol.Decision) int { return 0 }

func last(_ *E, d *protocol.Decision) int { return len(d.SeatDecision.Candidates) - 1 }

// uniform chooses at random by the seed of the run and the place in the game.
func uniform(e *E, d *protocol.Decision) int { return e.wander(d) }

// reluctant is uniform once each seat has taken the two mulligans after which the order of the cards
// that go to the bottom of the library is a choice (Section 7.5).
func reluctant(e *E, d *protocol.Decision) int {
	for i, c := range d.SeatDecision.Candidates {
		if c.Semantic.Kind == "mulligan" && c.Semantic.Value("keep") == false && c.Semantic.Value("mulligans_taken").(uint32) < 2 {
			return i
		}
	}
	return uniform(e, d)
}

// rarest chooses among the candidates of the kind that was chosen least, and counts what it chooses.
func rarest(chosen map[string]int) policy {
	return func(e *E, d *protocol.Decision) int {
		all := d.SeatDecision.Candidates
		begin := e.wander(d) // so that the first of a kind is not always the one
		best := begin
		for i := range all {
			if j := (begin + i) % len(all); chosen[all[j].Semantic.Kind] < chosen[all[best].Semantic.Kind] {
				best = j
			}
		}
		chosen[all[best].Semantic.Kind]++
		return best
	}
}

// mix is a step of SplitMix64 (public domain, Vigna): it spreads two numbers over 64 bits.
func mix(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// play begins a game with at most steps answers and plays it to its end.
func (e *E) play(p policy, steps uint64, mods ...func(*protocol.Reset)) *protocol.Terminal {
	return e.watch(p, steps, func(Answer, int) {}, mods...)
}

// watch is play that shows every answer as it comes, with the candidate that is about to be chosen;
// at the terminal that is 0.
func (e *E) watch(p policy, steps uint64, see func(Answer, int), mods ...func(*protocol.Reset)) *protocol.Terminal {
	e.Begin(append([]func(*protocol.Reset){Capped(manyDecisions, steps)}, mods...)...)
	for n := uint64(0); e.pending.Decision() != nil; n++ {
		if n >= steps {
			e.pending.fail(conformance.WrongValue, fmt.Sprintf("after %d answers a game with max_steps %d goes on", n, steps), "/response_type", "terminal")
		}
		if e.late() {
			e.Infof("the target is slow: a game was left after %d answers, with nothing wrong so far", n)
		}
		choice := p(e, e.pending.Decision())
		see(e.pending, choice)
		e.Step(choice)
	}
	see(e.pending, 0)
	return e.pending.Terminal()
}

// wantProperEnd fails unless a game ended by itself or at its cap. An engine that meets a state which it
// can't offer has taken a deck that it should have refused (Section 9.2); but where a decision would have
// too many candidates, Section 7.1 wants the halt.
func (e *E) wantProperEnd(t *protocol.Terminal) {
	if t.Reason == "engine_contract_failure:candidate_limit" {
		e.Logf("a game was halted for its number of candidates, as Section 7.1 wants")
		return
	}
	if t.Classification == "halted" {
		e.pending.fail(conformance.WrongValue, "the engine halts a game of a deck that it says it plays: "+t.Reason, "/classification", "natural or truncated")
	}
}

func gameChecks() []check {
	var out []check
	for _, p := range []struct {
		name, doc string
		choose    policy
	}{
		{"first", "the first candidate, which is to pass wherever that is legal", first},
		{"last", "the last candidate", last},
		{"uniform", "a random candidate", uniform},
	} {
		out = append(out, check{
			id: "games/" + p.name, section: "9.5",
			doc:  "A game in which both seats always choose " + p.doc + " is legal in every decision, ends by itself or at its cap, and is never halted.",
			hint: "a halted game means a state that the engine can't represent",
			run: func(e *E) {
				e.Hello()
				for i, m := range e.repertoire(recordedDecks) {
					length := func(*protocol.Reset) {}
					if i > 0 {
						length = func(r *protocol.Reset) { r.MaxDecisions = longGame }
					}
					for range e.shared.config.Games {
						judge := e.newJudge(e.Profile)
						e.wantProperEnd(e.watch(p.choose, wholeGame, judge.all, m.play, length))
					}
				}
			},
		})
	}
	return append(out, []check{
		{
			id: "games/cover", section: "9.5",
			doc:  "A game of every catalog deck in which both seats prefer what was chosen least so far is legal in every decision, and is never halted.",
			hint: "such games choose every kind of candidate that is ever offered, also those that a player seldom has a reason for",
			run: func(e *E) {
				e.Hello()
				chosen := map[string]int{}
				for _, m := range e.repertoire(coveredDecks) {
					judge := e.newJudge(e.Profile)
					e.wantProperEnd(e.watch(rarest(chosen), coveringGame, judge.all, m.play, e.richRules))
				}
			},
		},
		{
			id: "games/counts", section: "9.5",
			doc:  "step, seat_step and groups count without a gap, and the terminal's counts are those of what was answered and completed.",
			hint: "a group counts once, when its last substep is answered",
			run: func(e *E) {
				for _, g := range e.recordings() {
					var t tally
					g.watch(e, func(a Answer, choice int) {
						if end := a.Terminal(); end != nil {
							e.wantNo(t.end(end), a)
							return
						}
						e.wantNo(t.pose(a.Decision()), a)
						t.answer(a.Decision(), choice)
					})
				}
			},
		},
		{
			id: "games/ids-per-viewer", section: "5.3",
			doc:  "Ids belong to one observing seat: the same object has different ids in the two seats' decisions.",
			hint: "derive ids from the viewer too",
			run: func(e *E) {
				for _, g := range e.recordings() {
					var before Answer
					same, differ := 0, 0
					g.watch(e, func(a Answer, _ int) {
						if b, d := before.decision(), a.Decision(); b != nil && d != nil && b.SeatDecision.ActingSeat != d.SeatDecision.ActingSeat {
							s, n := sharedIDs(&b.SeatDecision.Observation, &d.SeatDecision.Observation)
							same, differ = same+s, differ+n
							// One equal id may be chance where ids are short; most of them are no chance.
							if same >= 10 && same > differ {
								a.fail(conformance.Leak, fmt.Sprintf("both seats are shown the same ids: %d of %d public objects", same, same+differ),
									"/seat_decision/observation/players", "ids of this seat alone")
							}
						}
						before = a
					})
				}
			},
		},
		{
			id: "games/ids-last", section: "5.3",
			doc:  "An id is a function of the object: it stays the same while the object stays where it is.",
			hint: "derive ids from the object and its zone changes, not from the decision",
			run: func(e *E) {
				before := map[protocol.Seat]Answer{}
				kept, lost := 0, 0
				e.review(func(a Answer) {
					d := a.Decision()
					if d == nil {
						clear(before)
						return
					}
					b := before[d.SeatDecision.ActingSeat]
					before[d.SeatDecision.ActingSeat] = a
					if b.decision() == nil || !unmoved(b.decision(), d) {
						return
					}
					same, differ := retainedIDs(&b.decision().SeatDecision.Observation, &d.SeatDecision.Observation)
					if same > 0 || differ < 3 {
						kept += same
						return
					}
					// One such pair may be an effect that moves every card to and fro. Several, and no id that
					// ever lasted, are ids made anew for each decision.
					if lost++; kept == 0 && lost >= 3 {
						a.fail(conformance.WrongValue, fmt.Sprintf("nothing has moved since this seat's last decision, but all %d ids are new, as they were each time before", differ),
							"/seat_decision/observation/players", "the ids of the decision before")
					}
				})
			},
		},
		{
			id: "games/context-repeats", section: "9.3", level: conformance.Should,
			doc:  "context.source and context.purpose repeat what all candidates share, where there is such a thing.",
			hint: "a null context leaves the reader of a decision without its reason",
			run: func(e *E) {
				e.review(func(a Answer) {
					d := a.msg.Value.Get("seat_decision")
					if !d.Exists() || d.Get("context").Get("kind").StrIs("priority") {
						return
					}
					for _, field := range []string{"source", "purpose"} {
						var shared wire.Value
						for c := range d.Get("candidates").Elems() {
							v := c.Get("semantic").Get(field)
							if !v.Exists() || shared.Exists() && !wire.Equal(shared, v) {
								shared = wire.Value{}
								break
							}
							shared = v
						}
						if got := d.Get("context").Get(field); shared.Exists() && !wire.Equal(got, shared) {
							a.fail(conformance.WrongValue, "all candidates share a "+field+" that the context does not repeat",
								"/seat_decision/context/"+field, string(shared.Raw()))
						}
					}
				})
			},
		},
		{
			id: "games/deterministic", section: "11.8",
			doc:  "The same secret and the same answers give the same game in a fresh process, to the last id.",
			hint: "no clock, no process number, no address, no order of a hash table",
			run: func(e *E) {
				one := e.record(uniform, 300)
				secret := e.last.GameSecret
				e.Restart()
				again := e.record(uniform, 300, func(r *protocol.Reset) { r.GameSecret = secret })
				e.wantEqual("the same game in a fresh process", one, again)
			},
		},
		{
			id: "games/deterministic-after-others", section: "11.8",
			doc:  "The same secret and the same answers give the same game after other games of the process.",
			hint: "counters, caches and generators of one game must not reach the next",
			run: func(e *E) {
				one := e.record(uniform, 200)
				secret := e.last.GameSecret
				e.play(last, 60)
				e.play(uniform, 60)
				again := e.record(uniform, 200, func(r *protocol.Reset) { r.GameSecret = secret })
				e.wantEqual("the same game after others", one, again)
			},
		},
		{
			id: "games/secret-matters", section: "5.3",
			doc:  "Object ids are a function of the game secret: they are neither the same in games of other secrets, nor do they tell the same card there.",
			hint: "an id is no counter, and no number of a card in its deck",
			run: func(e *E) {
				var firstIDs string
				const games = 30
				name := map[string]string{} // by id
				otherIDs, otherNames, again := 0, 0, 0
				for game := range games {
					e.watch(first, 1, func(a Answer, _ int) {
						d := a.Decision()
						if d == nil {
							return
						}
						var ids []string
						for _, o := range objects(&d.SeatDecision.Observation) {
							ids = append(ids, o.id)
							if before, ok := name[o.id]; ok && before != o.name {
								otherNames++
							} else if ok {
								again++
							}
							name[o.id] = o.name
						}
						slices.Sort(ids)
						if game == 0 {
							firstIDs = strings.Join(ids, " ")
						} else if firstIDs != strings.Join(ids, " ") {
							otherIDs++
						}
					})
				}
				switch {
				case firstIDs == "":
					e.Skipf("the first decisions show no object")
				case otherIDs == 0:
					e.Failf(conformance.Leak, "%d games of different secrets begin with the same object ids: %s", games, suite.Show(firstIDs))
				case again >= 40 && otherNames == 0:
					e.Failf(conformance.Leak, "in games of different secrets an object_id returned %d times for a card of the same name", again)
				}
			},
		},
		{
			id: "games/shuffle-matters", section: "11.6",
			doc:  "Other secrets give other opening hands.",
			hint: "every id and every shuffle comes from game_secret",
			run: func(e *E) {
				hands := map[string]bool{}
				const games = 30
				for range games {
					opening := ""
					e.watch(first, 12, func(a Answer, _ int) {
						// The first decisions may come before any hand is dealt: the toss is one (CR 103.1).
						if d := a.Decision(); d != nil && d.SeatDecision.ActingSeat == protocol.P0 && opening == "" {
							opening = hand(d)
						}
					})
					if opening == "" {
						e.Skipf("p0 is not asked anything that shows its opening hand")
					}
					hands[opening] = true
				}
				if len(hands) > 1 {
					return
				}
				// A deck that is nearly all of one card may well deal equal hands: that is no proof.
				chance := math.Pow(equalHands(e.deckRows(e.Match().deck)), games-1)
				if chance > 1e-9 {
					e.Infof("%d games deal the same hand, which this deck does by chance once in %.0f", games, 1/chance)
				}
				e.Failf(conformance.WrongValue, "%d games of different secrets deal the same opening hand", games)
			},
		},
		{
			id: "games/seats-apart", section: "11.6",
			doc:  "No single stream feeds both seats' hidden zones: in a mirror match the two seats are not always dealt the same hand.",
			hint: "derive the stream of a shuffle from the seat too",
			run: func(e *E) {
				const games = 30
				compared := 0
				for range games {
					hands := map[protocol.Seat]string{}
					e.watch(first, 12, func(a Answer, _ int) {
						if d := a.Decision(); d != nil && hands[d.SeatDecision.ActingSeat] == "" {
							hands[d.SeatDecision.ActingSeat] = hand(d)
						}
					})
					a, b := hands[protocol.P0], hands[protocol.P1]
					if strings.Count(a, "\n") != strings.Count(b, "\n") || a == "" {
						continue // one of them has drawn
					}
					if a != b {
						return
					}
					compared++
				}
				if chance := math.Pow(equalHands(e.deckRows(e.Match().deck)), float64(compared)); chance > 1e-9 {
					e.Infof("%d of %d games deal both seats the same hand, and the others can't be compared: by chance once in %.0f", compared, games, 1/chance)
				}
				e.Failf(conformance.WrongValue, "%d games of different secrets deal both seats the same hand", compared)
			},
		},
		{
			id: "games/whole-secret-matters", section: "11.6", level: conformance.Info,
			doc: "All 256 bits of game_secret count.",
			run: func(e *E) {
				one := e.record(first, 20)
				secret := e.last.GameSecret
				for i := 0; i < len(secret); i += 16 {
					flipped := secret[:i] + map[bool]string{true: "1", false: "0"}[secret[i] == '0'] + secret[i+1:]
					if slices.Equal(one, e.record(first, 20, func(r *protocol.Reset) { r.GameSecret = flipped })) {
						e.Failf(conformance.WrongValue, "bits %d to %d of game_secret change nothing", 4*i, 4*i+3)
					}
				}
			},
		},
		{
			id: "games/nothing-known-at-first", section: "6.7",
			doc:  "Before anything has happened in a game nothing is known of hidden cards.",
			hint: "the deal of opening hands reveals nothing",
			run: func(e *E) {
				for range 3 {
					d := e.Begin(Capped(manyDecisions, 1))
					if n := len(d.SeatDecision.Observation.Known); n > 0 {
						e.pending.fail(conformance.Leak, fmt.Sprintf("the first decision of a game knows %d hidden cards", n), "/seat_decision/observation/known", "[]")
					}
					e.Finish()
				}
			},
		},
		{
			id: "games/own-placement", section: "6.7",
			doc:  "An engine that declares known_cards lists the cards that its viewer put on the bottom of its library after a mulligan.",
			hint: "a card that the viewer places at a known position is known, as own_placement",
			run: func(e *E) {
				e.Hello()
				if !e.Profile.Observation.KnownCards {
					e.Skipf("the target does not declare known_cards")
				}
				e.needRule(e.Profile.Mulligan, "london")
				e.wantPlacedKnown()
			},
		},
		{
			id: "games/secret-is-never-sent", section: "11.6",
			doc:  "No message carries the game secret.",
			hint: "nothing but the ids and the shuffles may come of the secret",
			run: func(e *E) {
				e.review(func(a Answer) {
					if at := strings.Index(strings.ToLower(string(a.line)), e.last.GameSecret); at >= 0 {
						a.fail(conformance.Leak, "an answer carries the game secret", fmt.Sprintf("byte %d", at), "nothing computed from it but ids and shuffles")
					}
				})
			},
		},
	}...)
}

// An object is an object of an observation: its id, its zone, its name ("" if hidden), and where it stands.
type object struct{ id, zone, name, where string }

// objects lists the objects of an observation: records of all zones, the stack, and known cards that
// carry an id.
func objects(o *protocol.Observation) []object {
	const at = "/seat_decision/observation"
	var out []object
	for i, p := range o.Players {
		zones := []struct {
			name    string
			records []protocol.Record
		}{{"battlefield", p.Battlefield}, {"graveyard", p.Graveyard}, {"exile", p.Exile}, {"command", p.Command}}
		if p.Hand != nil {
			zones = append(zones, struct {
				name    string
				records []protocol.Record
			}{"hand", *p.Hand})
		}
		for _, z := range zones {
			for j, r := range z.records {
				out = append(out, object{r.ObjectID, r.Zone, named(r.CardName), fmt.Sprintf("%s/players/%d/%s/%d", at, i, z.name, j)})
			}
		}
	}
	for i, s := range o.Stack {
		out = append(out, object{s.ObjectID, s.Zone, named(s.CardName), fmt.Sprintf("%s/stack/%d", at, i)})
	}
	for i, k := range o.Known {
		if k.ObjectID != nil {
			out = append(out, object{*k.ObjectID, k.Zone, k.CardName, fmt.Sprintf("%s/known/%d", at, i)})
		}
	}
	return out
}

func named(name *string) string {
	if name == nil {
		return ""
	}
	return *name
}

// sharedIDs compares the objects of the public zones that stand at the same place in two observations
// and have the same name, and so are the same object as far as can be seen: how many have the same id,
// and how many another.
func sharedIDs(a, b *protocol.Observation) (same, differ int) {
	there := map[string]object{}
	for _, o := range objects(a) {
		if o.zone != "hand" && o.zone != "library" {
			there[o.where] = o
		}
	}
	for _, o := range objects(b) {
		switch other, ok := there[o.where]; {
		case !ok || other.name != o.name:
		case other.id == o.id:
			same++
		default:
			differ++
		}
	}
	return same, differ
}

// unmoved reports whether two decisions of one seat show the same cards in the same places, as far as
// names tell, in the same step of the same turn and hand.
func unmoved(a, b *protocol.Decision) bool {
	p, q := &a.SeatDecision.Observation, &b.SeatDecision.Observation
	if p.Turn != q.Turn || p.PhaseStep != q.PhaseStep {
		return false
	}
	for i := range p.Players {
		if p.Players[i].MulligansTaken != q.Players[i].MulligansTaken {
			return false
		}
	}
	there, here := objects(p), objects(q)
	return slices.EqualFunc(there, here, func(a, b object) bool { return a.where == b.where && a.name == b.name })
}

// retainedIDs counts the objects of a and b, which show the same cards in the same places, that have
// kept their ids, and those that have not. A look gives library cards ids of their own.
func retainedIDs(a, b *protocol.Observation) (same, differ int) {
	there, here := objects(a), objects(b)
	for i := range there {
		switch {
		case there[i].zone == "library":
		case there[i].id == here[i].id:
			same++
		default:
			differ++
		}
	}
	return same, differ
}

// hand names the cards of the viewer's hand.
func hand(d *protocol.Decision) string {
	var names []string
	for _, p := range d.SeatDecision.Observation.Players {
		if p.Hand == nil {
			continue
		}
		for _, r := range *p.Hand {
			if r.CardName != nil {
				names = append(names, *r.CardName)
			}
		}
	}
	slices.Sort(names)
	return strings.Join(names, "\n")
}

// equalHands bounds the chance that two opening hands of seven hold the same names: it is at most the
// chance of the likeliest number of copies of any one name (a hypergeometric distribution).
func equalHands(rows []protocol.DeckRow) float64 {
	const drawn = 7
	total := 0.0
	for _, r := range rows {
		total += float64(r.Count)
	}
	if total < drawn {
		return 1
	}
	bound := 1.0
	for _, r := range rows {
		likeliest := 0.0
		for k := 0.0; k <= drawn; k++ {
			likeliest = max(likeliest, math.Exp(choose(float64(r.Count), k)+choose(total-float64(r.Count), drawn-k)-choose(total, drawn)))
		}
		bound = min(bound, likeliest)
	}
	return bound
}

// choose is the logarithm of the number of ways to choose k of n.
func choose(n, k float64) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	a, _ := math.Lgamma(n + 1)
	b, _ := math.Lgamma(k + 1)
	c, _ := math.Lgamma(n - k + 1)
	return a - b - c
}

// wantPlacedKnown takes one mulligan with the first seat that is asked, and looks for the card that it
// puts on the bottom at that seat's next decision.
func (e *E) wantPlacedKnown() {
	e.Begin(func(r *protocol.Reset) { r.Rules.Mulligan = "london" })
	var seat protocol.Seat // that took the mulligan
	placed := ""
	for range 40 {
		d := e.pending.Decision()
		if d == nil {
			break
		}
		me := d.SeatDecision.ActingSeat
		switch i := e.kind(d, "order_pick"); {
		case placed != "" && me == seat:
			for _, k := range d.SeatDecision.Observation.Known {
				if k.OwnerSeat == seat && k.Zone == "library" && k.CardName == placed {
					return
				}
			}
			e.pending.fail(conformance.WrongValue, "the viewer put "+suite.Quote(placed)+" on the bottom of its library and is not told so", "/seat_decision/observation/known", "an entry for it")
		case seat == "" && e.kind(d, "mulligan") >= 0:
			seat = me
			e.Step(e.taking(d))
		case me == seat && i >= 0:
			item := d.SeatDecision.Candidates[i].Semantic.Values[2].(*protocol.OrderItem)
			if item == nil || item.Object == nil {
				e.Skipf("the card to put on the bottom is not shown")
			}
			placed = named(item.Object.CardName)
			e.Step(i)
		default:
			e.Step(keeping(e, d))
		}
	}
	e.Skipf("no card was put on the bottom after a mulligan")
}

// taking returns the first candidate that takes a mulligan.
func (e *E) taking(d *protocol.Decision) int {
	for i, c := range d.SeatDecision.Candidates {
		if c.Semantic.Kind == "mulligan" && c.Semantic.Values[2] == false {
			return i
		}
	}
	return 0
}

// record plays a game and returns its answers in canonical form, without request ids and game ids.
func (e *E) record(p policy, steps uint64, mods ...func(*protocol.Reset)) []string {
	var out []string
	e.watch(p, steps, func(a Answer, _ int) {
		out = append(out, a.anonymous())
	}, mods...)
	return out
}

// anonymous is the answer in canonical form, without the ids of its request and its game.
func (a Answer) anonymous() string {
	c := text(a.msg.Value.AppendCanonical(nil))
	for _, id := range []string{"/request_id", "/game_id"} {
		if _, ok := c.at(id); ok {
			c = c.without(id)
		}
	}
	return string(c)
}

// wantEqual fails at the first answer that differs.
func (e *E) wantEqual(what string, one, two []string) {
	for i := range min(len(one), len(two)) {
		if one[i] == two[i] {
			continue
		}
		a, _ := wire.Parse([]byte(one[i]))
		b, _ := wire.Parse([]byte(two[i]))
		where, was, is := difference(a, b)
		e.Fail(conformance.Failure{
			Cause: conformance.Nondeterminism, Message: fmt.Sprintf("%s takes another course at answer %d", what, i),
			Where: where, Expected: suite.Show(was), Got: suite.Show(is),
		})
	}
	if len(one) != len(two) {
		e.Failf(conformance.Nondeterminism, "%s has %d answers instead of %d", what, len(two), len(one))
	}
}
