package validator_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"github.com/spellbench/sbconform/reference/validator"
)

// A plainGame counts groups as Section 8 is written: it keeps every group and every action.
type plainGame struct {
	groups []plainGroup // completed, in order
	last   [2]int       // the index in groups of the seat's latest priority decision, -1 for none to rewind
}

type plainGroup struct{ abandoned bool }

func (g *plainGame) complete(seat int, priority, pass bool) {
	g.groups = append(g.groups, plainGroup{})
	if priority {
		g.last[seat] = len(g.groups) - 1
		if pass {
			g.last[seat] = -1
		}
	}
}

func (g *plainGame) mayRewind(seat int) bool { return g.last[seat] >= 0 }

// rewind abandons everything since the seat's action.
func (g *plainGame) rewind(seat int) {
	from := g.last[seat]
	for i := from; i < len(g.groups); i++ {
		g.groups[i].abandoned = true
	}
	g.last[seat] = -1
	if g.last[1-seat] > from { // undone with it
		g.last[1-seat] = -1
	}
}

func (g *plainGame) count() (n int) {
	for _, x := range g.groups {
		if !x.abandoned {
			n++
		}
	}
	return n
}

// Random games of passes, actions, groups and rewinds, legal and illegal: the validator allows the
// rewinds that the plain game allows, and counts what it counts.
func TestGroupsAgainstAPlainGame(t *testing.T) {
	act := map[int]map[bool]string{}
	for seat, name := range []string{"p0 acts", "p1 acts"} {
		act[seat] = map[bool]string{false: name, true: name + "; X/rewind = true"}
	}
	params := gopter.DefaultTestParameters()
	params.MinSuccessfulTests = 60
	properties := gopter.NewProperties(params)
	properties.Property("the same rewinds and the same count", prop.ForAll(func(seed int64) string {
		rng := rand.New(rand.NewSource(seed))
		plain := plainGame{last: [2]int{-1, -1}}
		g := validator.New(validator.Options{All: true})
		g.Hello(hello())
		g.Reset("h-2", reset())
		p := &scribe{t: t, g: g, seatStep: map[string]int{}, group: map[string]int{}}
		for range 5 + rng.Intn(30) {
			seat := rng.Intn(2)
			if seat == 0 && rng.Intn(4) == 0 {
				if found := p.move("p0 blocks"); len(found) > 0 {
					return fmt.Sprint(found)
				}
				p.move("> 0")
				if rng.Intn(3) > 0 || !plain.mayRewind(0) {
					if found := p.move("p0 blocks; G/substep_index = 1"); len(found) > 0 {
						return fmt.Sprint(found)
					}
					p.move("> 0")
					plain.complete(0, false, false)
					continue
				}
				p.group["p0"]++ // the partial group's id is not used again
				if found := p.move(act[0][true]); len(found) > 0 {
					return fmt.Sprint(found)
				}
				plain.rewind(0)
			} else {
				rewind := rng.Intn(3) == 0
				found := p.move(act[seat][rewind])
				switch {
				case rewind && !plain.mayRewind(seat):
					if len(found) != 1 || found[0].Check != "V3-rewind" {
						return fmt.Sprintf("an illegal rewind: %v", found)
					}
					return "" // what follows is not defined
				case len(found) > 0:
					return fmt.Sprint(found)
				case rewind:
					plain.rewind(seat)
				}
			}
			choice := rng.Intn(2)
			p.move(fmt.Sprintf("> %d", choice))
			plain.complete(seat, true, choice == 0)
		}
		p.completed = plain.count()
		wrong := rng.Intn(3) - 1
		found := p.move(fmt.Sprintf("end; /decision_count = %d", p.completed+wrong))
		if (len(found) == 1 && found[0].Check == "terminal_counts-decisions") != (wrong != 0) {
			return fmt.Sprintf("%d groups, off by %d: %v", p.completed, wrong, found)
		}
		return ""
	}, gen.Int64()))
	properties.TestingRun(t)
}
