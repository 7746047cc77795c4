package conformance

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Match reports whether id matches the glob pattern: path.Match on the whole id, where a pattern
// also matches all ids below it ("engine/step" and "engine/step/" match "engine/step/echo"). The error
// is that of a malformed pattern.
func Match(pattern, id string) (bool, error) {
	pattern = strings.TrimSuffix(pattern, "/")
	ok, err := path.Match(pattern, id)
	for dir := id; err == nil && !ok && dir != "."; {
		dir = path.Dir(dir)
		ok, err = path.Match(pattern, dir)
	}
	return ok, err
}

func matchAny(patterns []string, id string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := Match(p, id)
		return ok
	})
}

// Select returns the checks of s that the options choose, in order. It fails on a pattern that is
// malformed or matches no check: a misspelt one would otherwise hide every failure it was meant to show.
func (o Options) Select(s Suite) ([]Check, error) {
	for _, p := range slices.Concat(o.Run, o.Skip) {
		if _, err := path.Match(p, ""); err != nil {
			return nil, fmt.Errorf("pattern %q is malformed", p)
		}
		if !slices.ContainsFunc(s.Checks, func(c Check) bool { return matchAny([]string{p}, c.ID) }) {
			return nil, fmt.Errorf("pattern %q matches no check of suite %s", p, s.Name)
		}
	}
	var out []Check
	for _, c := range s.Checks {
		if o.has(c) && (c.Last || o.Shard.has(c.ID)) && (len(o.Run) == 0 || matchAny(o.Run, c.ID)) && !matchAny(o.Skip, c.ID) {
			out = append(out, c)
		}
	}
	return out, nil
}

// has reports whether c belongs to the profile.
func (o Options) has(c Check) bool { return c.Profile == "" || c.Profile == o.profile() }

// total counts the checks that s has in the profile.
func (o Options) total(s Suite) (n int) {
	for _, c := range s.Checks {
		if o.has(c) {
			n++
		}
	}
	return n
}

func (o Options) profile() string {
	if o.Profile == "" {
		return "spec"
	}
	return o.Profile
}
