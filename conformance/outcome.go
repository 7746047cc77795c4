package conformance

// An Outcome is the one word that a whole run comes to.
type Outcome string

const (
	Conforms       Outcome = "conforms"         // every check that ran is kept, or broken only below the run's level
	DoesNotConform Outcome = "does-not-conform" // at least one failed
	Undecided      Outcome = "undecided"        // at least one ended in an error of our own: the run proves nothing
	Interrupted    Outcome = "interrupted"      // the run was stopped before every check had its turn
	NothingRan     Outcome = "nothing-ran"      // no check was put to the target
	StaleBaseline  Outcome = "stale-baseline"   // it conforms, and the baseline expects a failure that is gone
)

// Outcome judges the run. What leaves the run incomplete goes before what was found, so that half a
// run is never taken for a whole one.
func (f RunFinish) Outcome() Outcome {
	switch {
	case f.Interrupted:
		return Interrupted
	case f.Summary.Counts[Errored] > 0:
		return Undecided
	case f.Summary.Counts[Fail] > 0:
		return DoesNotConform
	case f.Summary.Ran() == 0:
		return NothingRan
	case len(f.Stale) > 0:
		return StaleBaseline
	}
	return Conforms
}
