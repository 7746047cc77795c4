package validator

// Section 9.5: what a terminal counts.

// Counts returns what a terminal would have to say after the steps so far, the one that Step was given
// last among them: the answered decisions, and the completed groups less those that a rewind has
// abandoned.
func (g *Game) Counts() (steps, groups uint64) {
	g.settle()
	return uint64(g.answered), uint64(g.counted)
}
