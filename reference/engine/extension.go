package engine

// Section 14: the one extension that a host may enable. Its payload echoes what the seat can read in the
// observation anyway, so it hides nothing and has no native ids.

import (
	"fmt"
	"slices"
)

const echo = "x_sbconform_echo"

// extensions returns the payloads of a decision of s.
func (g *game) extensions(s seat) map[string]string {
	if !slices.Contains(g.rules.Extensions, echo) {
		return nil
	}
	return map[string]string{echo: fmt.Sprintf(`{"phase_step":%q,"turn":%d,"viewer":%q}`, g.phase, g.turn, s.wire())}
}
