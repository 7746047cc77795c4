// Package waiver holds the departures from the specification that a profile accepts, each by name and
// with its reason. It is a table: a departure that is not in it counts.
package waiver

import (
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/wire"
)

// Gorge is the profile that waives what the documentation of gorge says of its engine and its agent. Most
// of what it says is no departure, or breaks no check, and has no row: that the agent reads JSON leniently,
// for one. What it says of its host has none either, since no target is a host; an agent's checks send some
// of it, as agent/game-start/opponent-absent does.
const Gorge = "gorge"

// A Waiver is one documented departure.
type Waiver struct {
	Name    string
	Profile string
	Section string   // of the specification that it departs from
	Why     string   // in a sentence
	Checks  []string // that it can excuse: ids, or a suite
	Cause   conformance.Cause
	Where   string // the JSON pointer that a failure it excuses has
	Type    string // the response_type of the answer that it excuses; "" for any
}

// Waivers returns the table.
func Waivers() []Waiver {
	return []Waiver{{
		Name: "terminal-x-gorge", Profile: Gorge, Section: "9.5", Checks: []string{"engine"}, Cause: conformance.Malformed, Where: "/x_gorge",
		Why: "under auto-pay its terminal carries x_gorge, how many payments it made itself, where the text allows no further field",
	}, {
		// The second check sends a type that is not UTF-8, which encoding/json reads as U+FFFD.
		Name: "agent-acks-unknown-type", Profile: Gorge, Section: "10.5", Checks: []string{"agent/refusals/unknown-request-type", "agent/refusals/invalid-utf8"},
		Cause: conformance.WrongType, Where: "/response_type", Type: "ack",
		Why: "its agent reads lines with Go's encoding/json and answers a request type that it does not know with ack, where an agent should answer with an error",
	}}
}

// Excuse makes a failure that the profile waives a waived one.
func Excuse(profile string, r *conformance.Result) {
	if r.Verdict != conformance.Fail && r.Verdict != conformance.Warn {
		return
	}
	for _, w := range Waivers() {
		if w.Profile == profile && w.covers(r) {
			r.Verdict, r.Excuse = conformance.Waived, &conformance.Excuse{Waiver: w.Name, Reason: w.Why + " (Section " + w.Section + ")"}
			return
		}
	}
}

// covers reports whether the failure of r is the departure, and no other.
func (w Waiver) covers(r *conformance.Result) bool {
	if !slices.ContainsFunc(w.Checks, func(c string) bool { return r.ID == c || strings.HasPrefix(r.ID, c+"/") }) || w.Cause != r.Failure.Cause || w.Where != r.Failure.Where {
		return false
	}
	if w.Type == "" {
		return true
	}
	got, err := wire.Parse([]byte(r.Failure.Got))
	return err == nil && got.Get("response_type").StrIs(w.Type)
}
