package validator

// V1, Section 7: what the candidates of a decision say about each other and about the observation.

import "github.com/spellbench/sbconform/reference/protocol"

var candidateChecks = []Check{
	{"V1-distinct", "V1", "7.1", spec, "no two candidates have the same semantic", (*Game).checkDistinct},
	{"V1-pass-first", "V1", "7.1", spec, "pass is candidate 0", (*Game).checkPassFirst},
	{"V1-name-domain", "V1", "7.5", spec, "a name is of its public domain", eachCandidate(kindName, checkNameDomain)},
	{"V1-name-empty", "V1", "7.3", strict, "a name is not empty", eachCandidate(kindName, checkNameEmpty)},
	{"V1-search-minimum", "V1", "7.5", spec, "a search may find nothing", eachCandidate(kindSelect, checkSearchMinimum)},
	{"V1-attack-self", "V1", "7.5", strict, "a creature does not attack its controller", eachCandidate(kindAttack, checkAttackSelf)},
	{"V1-starting-player", "V1", "7.5", spec, "the choice of the starting player has one candidate per seat", (*Game).checkStartingPlayer},
	{"V1-mulligan-keep", "V1", "7.5", spec, "keeping is always offered", (*Game).checkMulliganKeep},
	{"V1-mulligan-facts", "V1", "7.5", spec, "a mulligan candidate repeats the viewer's hand and mulligans", eachCandidate(kindMulligan, checkMulliganFacts)},
	{"V1-only-kind", "V1", "7.5", strict, "mulligan, starting player and arrangement stand alone", (*Game).checkOnlyKind},
	{"V1-arrange-shared", "V1", "7.5", strict, "the destinations offered are of one card", (*Game).checkArrangeShared},
	{"V1-search-finish", "V1", "7.5", spec, "a search can always be ended", (*Game).checkSearchFinish},
	{"V1-priority-pass", "V1", "7.1", strict, "pass is always legal with priority", (*Game).checkPriorityPass},
}

func eachCandidate(k *protocol.Kind, check func(*Game, *candidate)) func(*Game) {
	return func(g *Game) {
		for i := range g.d.candidates {
			if c := &g.d.candidates[i]; c.kind == k {
				check(g, c)
			}
		}
	}
}

// first returns the first candidate of the kind, or nil.
func (d *decision) first(k *protocol.Kind) *candidate {
	for i := range d.candidates {
		if d.candidates[i].kind == k {
			return &d.candidates[i]
		}
	}
	return nil
}

func (g *Game) checkDistinct() { g.dup.find(g) }

func (g *Game) checkPassFirst() {
	for i := range g.d.candidates {
		if c := &g.d.candidates[i]; c.kind == kindPass && i > 0 {
			g.fail(c.v, "pass is candidate %d", i)
		}
	}
}

var basicLandTypes = [...]string{"plains", "island", "swamp", "mountain", "forest"} // CR 305.6

func checkNameDomain(g *Game, c *candidate) {
	value := c.f[fValue]
	word := textOf(value)
	var good bool
	switch purpose := c.f[fPurpose]; string(textOf(purpose)) {
	case "card_name":
		good = nfc(word) && (g.rules == nil || g.rules.names[string(word)])
	case "creature_type", "land_type":
		good = snake(word)
	case "basic_land_type":
		for _, t := range basicLandTypes {
			good = good || string(word) == t
		}
	case "card_type":
		good = chosenCardTypes.Index(word) >= 0
	default:
		good = true
	}
	if !good {
		g.fail(value, "%s is outside the domain of %s", quote(value), quote(c.f[fPurpose]))
	}
}

func checkNameEmpty(g *Game, c *candidate) {
	if len(textOf(c.f[fValue])) == 0 {
		g.fail(c.f[fValue], "an empty name")
	}
}

func checkSearchMinimum(g *Game, c *candidate) {
	if c.is(fPurpose, "search") && c.int(fMinimum) != 0 {
		g.fail(c.f[fMinimum], "a search with minimum %d", c.int(fMinimum))
	}
}

func checkAttackSelf(g *Game, c *candidate) {
	attacker, defender := c.f[fAttacker].Get("controller_seat"), c.f[fDefender]
	player := defender.Get("player")
	if !player.Exists() {
		player = defender.Get("object").Get("controller_seat")
	}
	if player.Exists() && equal(attacker, player) {
		g.fail(defender, "an attack on its own controller %s", quote(player))
	}
}

func (g *Game) checkStartingPlayer() {
	d := &g.d
	if d.first(kindStartingPlayer) == nil {
		return
	}
	var n [2]int
	for i := range d.candidates {
		if c := &d.candidates[i]; c.kind == kindStartingPlayer {
			if s := seatOf(c.f[fPlayer]); s != noSeat {
				n[s]++
			}
		}
	}
	if n != [2]int{1, 1} {
		g.fail(d.candidatesValue, "%d candidates for p0 and %d for p1", n[0], n[1])
	}
}

func (g *Game) checkMulliganKeep() {
	d := &g.d
	if d.first(kindMulligan) == nil {
		return
	}
	for i := range d.candidates {
		if c := &d.candidates[i]; c.kind == kindMulligan && c.f[fKeep].Bool() {
			return
		}
	}
	g.fail(d.candidatesValue, "no candidate keeps the hand")
}

func checkMulliganFacts(g *Game, c *candidate) {
	p := g.d.viewer()
	if c.int(fHandSize) != p.handCount {
		g.fail(c.f[fHandSize], "hand_size %d of a hand of %d", c.int(fHandSize), p.handCount)
	}
	if c.int(fMulligansTaken) != p.mulligansTaken {
		g.fail(c.f[fMulligansTaken], "mulligans_taken %d of a player who took %d", c.int(fMulligansTaken), p.mulligansTaken)
	}
}

func (g *Game) checkOnlyKind() {
	d := &g.d
	for _, k := range [...]*protocol.Kind{kindMulligan, kindStartingPlayer, kindArrange} {
		if d.first(k) == nil {
			continue
		}
		for i := range d.candidates {
			if c := &d.candidates[i]; c.kind != k {
				g.fail(c.kindValue, "%s beside %s", quote(c.kindValue), k.Name)
				return
			}
		}
	}
}

func (g *Game) checkArrangeShared() {
	first := g.d.first(kindArrange)
	if first == nil {
		return
	}
	for i := range g.d.candidates {
		c := &g.d.candidates[i]
		if c.kind != kindArrange {
			continue
		}
		for _, f := range [...]field{fSource, fPurpose, fCard, fCardIndex, fCardCount} {
			if !equal(c.f[f], first.f[f]) {
				g.fail(c.f[f], "%s, and %s in the first candidate", quote(c.f[f]), quote(first.f[f]))
				return
			}
		}
	}
}

// A search may find nothing: its minimum is 0, and so its finish is offered from the first pick on.
func (g *Game) checkSearchFinish() {
	search := false
	for i := range g.d.candidates {
		c := &g.d.candidates[i]
		if c.kind == kindFinish && c.is(fPurpose, "search") {
			return
		}
		search = search || c.kind == kindSelect && c.is(fPurpose, "search")
	}
	if search {
		g.fail(g.d.candidatesValue, "a search without finish_selection")
	}
}

// By the text pass comes first whenever it is legal; that it always is, is the reference host's reading.
func (g *Game) checkPriorityPass() {
	d := &g.d
	if d.context.priority && len(d.candidates) > 0 && d.candidates[0].kind != kindPass {
		g.fail(d.candidates[0].v, "the first candidate of a priority decision is %s", quote(d.candidates[0].kindValue))
	}
}
