package validator

// Sections 8, 9.2 and 9.5: the end of a game.

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// partial reports whether either seat's group is partial.
func (g *Game) partial() bool { return g.seats[0].partial.count > 0 || g.seats[1].partial.count > 0 }

func (g *Game) checkNatural() {
	if c := g.d.message.Get("classification"); c.StrIs("natural") && g.partial() {
		g.fail(c, "a natural end within a group")
	}
}

// hugeGroup is more substeps than any group has: its decisions are about objects that one observation
// shows, at some 600 bytes each, and a line holds 8 MiB.
const hugeGroup = 1 << 14

// By the text a cap ends the game when it is reached, and nothing but a halt interrupts a group. The
// two together leave an engine three ends: within the group in which max_steps is reached, after it, or
// before a group that would pass max_steps. The last one's size is not on the wire, so this check only
// asks that some group could be that long. An engine that cannot count groups may hold its steps
// against either cap (Section 9.2).
func (g *Game) checkTruncated() {
	c := g.d.message.Get("classification")
	if g.rules == nil || !c.StrIs("truncated") || g.answered >= min(g.rules.maxSteps, g.rules.maxDecisions) {
		return
	}
	switch {
	case g.partial():
		g.fail(c, "truncated within a group, after %d steps of %d", g.answered, g.rules.maxSteps)
	case g.rules.maxSteps-g.answered >= hugeGroup:
		g.fail(c, "truncated after %d steps of %d and %d groups of %d", g.answered, g.rules.maxSteps, g.counted, g.rules.maxDecisions)
	}
}

func (g *Game) checkTruncatedExact() {
	c := g.d.message.Get("classification")
	if g.rules == nil || !c.StrIs("truncated") || g.answered >= g.rules.maxSteps {
		return
	}
	if g.partial() || g.counted < g.rules.maxDecisions {
		g.fail(c, "truncated after %d steps of %d and %d groups of %d", g.answered, g.rules.maxSteps, g.counted, g.rules.maxDecisions)
	}
}

var hostReasons = [...]string{"host_validator:", "host_engine_fault:", "forfeit:"}

// The reference host compares without regard to case, width and white space.
func (g *Game) checkReason() {
	v := g.d.message.Get("reason")
	bare := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToLower(norm.NFKC.String(v.Str())))
	for _, p := range hostReasons {
		if strings.HasPrefix(bare, p) {
			g.fail(v, "the reason %s is the host's", quote(v))
			return
		}
	}
}

func (g *Game) checkStepCount() {
	if v := g.d.message.Get("step_count"); v.Int() != g.answered && !g.underWay {
		g.fail(v, "step_count %d, want %d", v.Int(), g.answered)
	}
}

func (g *Game) checkDecisionCount() {
	if v := g.d.message.Get("decision_count"); v.Int() != g.counted && !g.underWay {
		g.fail(v, "decision_count %d, want %d", v.Int(), g.counted)
	}
}
