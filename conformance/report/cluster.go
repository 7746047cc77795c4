package report

import (
	"fmt"
	"slices"

	"github.com/spellbench/sbconform/conformance"
)

// A Cluster is the failures of a run that have one cause, as their fingerprints tell. Its first entry
// stands for all.
type Cluster struct {
	Fingerprint string
	Entries     []Entry // of one verdict, in the order of the plan; at least one
}

// Clusters groups the entries of one verdict by fingerprint, in the order of the plan: what breaks the
// framing comes before what follows from it.
func (r Run) Clusters(v conformance.Verdict) []Cluster {
	var out []Cluster
	for _, e := range r.Entries {
		if e.Verdict != v || e.Failure == nil {
			continue
		}
		print := e.Fingerprint
		if print == "" { // an error of ours has none that a baseline could name
			print = e.Failure.Fingerprint()
		}
		i := slices.IndexFunc(out, func(c Cluster) bool { return c.Fingerprint == print })
		if i < 0 {
			i = len(out)
			out = append(out, Cluster{Fingerprint: print})
		}
		out[i].Entries = append(out[i].Entries, e)
	}
	return out
}

// causesText returns "38 failures, 3 causes", or "" if nothing failed.
func causesText(r Run) string {
	clusters, failures := r.Clusters(conformance.Fail), 0
	for _, c := range clusters {
		failures += len(c.Entries)
	}
	if failures == 0 {
		return ""
	}
	return plural(failures, "failure") + ", " + plural(len(clusters), "cause")
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// excuses returns the results of a verdict that an Excuse gave.
func (r Run) excuses(v conformance.Verdict) []Entry {
	var out []Entry
	for _, e := range r.Entries {
		if e.Verdict == v && e.Excuse != nil {
			out = append(out, e)
		}
	}
	return out
}

// waivers returns the names of the waivers that excused something, each once, in order.
func (r Run) waivers() []string {
	names := []string{}
	for _, e := range r.excuses(conformance.Waived) {
		names = append(names, legible(e.Excuse.Waiver))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// staleLine says in a line what is wrong with an entry of a baseline.
func staleLine(s conformance.Stale) string {
	return fmt.Sprintf("%s:%d: %s: %s", s.File, s.Line, s.Check, s.Why)
}
