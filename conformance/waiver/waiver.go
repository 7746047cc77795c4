// Package waiver holds the departures from the specification that a profile accepts, each by name and
// with its reason. It is a table: a departure that is not in it counts.
package waiver

import "github.com/spellbench/sbconform/conformance"

// Gorge is the profile that waives what the documentation of the engine gorge says of itself.
const Gorge = "gorge"

// A Waiver is one documented departure.
type Waiver struct {
	Name    string
	Profile string
	Section string // of the specification that it departs from
	Why     string // in a sentence
	Suite   string // of the checks that it can excuse
	Cause   conformance.Cause
	Where   string // the JSON pointer that a failure it excuses has
}

// Waivers returns the table.
func Waivers() []Waiver {
	return []Waiver{{
		Name: "terminal-x-gorge", Profile: Gorge, Section: "9.5", Suite: "engine", Cause: conformance.Malformed, Where: "/x_gorge",
		Why: "under auto-pay its terminal carries x_gorge, how many payments it made itself, where the text allows no further field",
	}}
}

// Excuse makes a failure that the profile waives a waived one.
func Excuse(profile string, r *conformance.Result) {
	suite := conformance.Check{ID: r.ID}.Suite()
	if r.Verdict != conformance.Fail && r.Verdict != conformance.Warn {
		return
	}
	for _, w := range Waivers() {
		if w.Profile == profile && w.Suite == suite && w.Cause == r.Failure.Cause && w.Where == r.Failure.Where {
			r.Verdict, r.Excuse = conformance.Waived, &conformance.Excuse{Waiver: w.Name, Reason: w.Why + " (Section " + w.Section + ")"}
			return
		}
	}
}
