package agent

// Section 11.4: what a long game costs the agent's machine. Nothing forbids an agent to grow, so the
// figures are told and nobody is blamed for them.

import (
	"fmt"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/protocol"
)

// longGame starts a game and poses n decisions of it, each on a turn of its own. answered is called
// after each with the number of those before it.
func (a *A) longGame(n int, answered func(i int)) {
	a.Begin(func(s *protocol.GameStart) { s.TimeControl.IncrementMS = 1 })
	for i := range n {
		d := decide(a.game.pregame(), "priority", "", protocol.NewSemantic("pass"))
		d.Observation.Turn, d.Observation.PhaseStep = uint64(i)+1, "upkeep"
		d.Observation.ActiveSeat, d.Observation.PrioritySeat = protocol.Ptr(protocol.P0), protocol.Ptr(protocol.P0)
		a.Decide(d)
		answered(i)
	}
}

// longest is how many decisions the game has whose costs are told, and settled after how many an agent
// has what it keeps for a game, so that what it takes from then on is growth.
const longest, settled = 5_000, 1_000

func resourcesCheck() check {
	return check{
		id: "choose/resources", section: "11.4", level: conformance.Info,
		doc: "What memory and processor time a game of 5,000 decisions takes, and how much memory the last 4,000 of them add (on Linux).",
		run: func(a *A) {
			a.Hello()
			if _, known := a.Target.Usage(); !known {
				a.Skipf("what a process uses is not known here: it is on Linux, of a target that is a process")
			}
			var early process.Usage
			a.longGame(longest, func(i int) {
				if i+1 == settled {
					early, _ = a.Target.Usage()
				}
			})
			late, known := a.Target.Usage()
			if !known {
				a.Skipf("the target was gone before its use could be told")
			}
			a.Infof("%s", costs(early, late))
		},
	}
}

// costs tells people what the long game took.
func costs(early, late process.Usage) string {
	cpu := late.CPU - early.CPU
	growth := late.Resident - early.Resident
	return fmt.Sprintf("after %d decisions %s resident, after %d %s: %+.1f KiB a decision; %v of processor time for those between, %v each",
		settled, mebibytes(early.Resident), longest, mebibytes(late.Resident), float64(growth)/(longest-settled)/1024,
		cpu.Round(10*time.Millisecond), (cpu / (longest - settled)).Round(time.Microsecond))
}

func mebibytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
