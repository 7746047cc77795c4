package agent

// What an agent picks. A policy sees the decision as the host sent it and how many candidates there are,
// and answers an index below that; a policy that can't play answers an error.

import (
	"errors"
	"slices"

	"github.com/spellbench/sbconform/reference/wire"
)

type policy interface {
	pick(decision wire.Value, candidates int) (int, error)
}

// A kind is a row of policies.
type kind struct {
	name      string
	seeded    bool // it can't play a game without its agent_seed
	forgets   bool // it keeps no account of the game
	withholds bool // it never answers a choose
	make      func(seed uint64) policy
}

var policies = [...]kind{
	{name: "first", make: func(uint64) policy { return first{} }},
	{name: "uniform", seeded: true, make: func(seed uint64) policy { return &uniform{seed} }},
	{name: "last", make: func(uint64) policy { return last{} }},
	{name: "minimal", forgets: true, make: func(uint64) policy { return first{} }},
	{name: "greedy", make: func(uint64) policy { return greedy{} }},
}

var faultyPolicies = [...]kind{
	{name: "failing", make: func(uint64) policy { return failing{} }},
	{name: "withholding", withholds: true, make: func(uint64) policy { return first{} }},
}

// Policies returns the names of the policies: "first" always picks candidate 0, which is a pass whenever
// passing is legal; "uniform" picks uniformly at random, the same picks for the same agent_seed; "last"
// picks the last candidate; "minimal" picks like first and is the agent of Section 10.6: it reads the
// envelope and the candidate ids, and answers any choose, in any game or none; "greedy" picks what does
// most (see greedy).
func Policies() []string { return names(policies[:]) }

// FaultyPolicies returns the names of policies that no agent should have, for seeing the two error codes
// of Section 10.5 that the others have no use for: "failing" fails at every choose and answers
// internal_error; "withholding" never answers a choose, and answers decision_pending to every request
// that follows one.
func FaultyPolicies() []string { return names(faultyPolicies[:]) }

func names(kinds []kind) (out []string) {
	for _, k := range kinds {
		out = append(out, k.name)
	}
	return out
}

func kindNamed(name string) (kind, bool) {
	all := slices.Concat(policies[:], faultyPolicies[:])
	i := slices.IndexFunc(all, func(k kind) bool { return k.name == name })
	if i < 0 {
		return kind{}, false
	}
	return all[i], true
}

type first struct{}

func (first) pick(wire.Value, int) (int, error) { return 0, nil }

type last struct{}

func (last) pick(_ wire.Value, candidates int) (int, error) { return candidates - 1, nil }

type failing struct{}

func (failing) pick(wire.Value, int) (int, error) { return 0, errors.New("this policy always fails") }

// uniform draws from splitmix64, so that anyone can rerun it in a few lines of any language: the state
// begins as agent_seed; a draw adds 0x9e3779b97f4a7c15 to it and mixes the sum z by
// z = (z ^ z>>30) * 0xbf58476d1ce4e5b9, z = (z ^ z>>27) * 0x94d049bb133111eb, z = z ^ z>>31. A pick
// among n candidates is z mod n of the first draw below the largest multiple of n that fits in 64
// bits; with one candidate nothing is drawn.
type uniform struct{ state uint64 }

func (u *uniform) pick(_ wire.Value, candidates int) (int, error) {
	n := uint64(candidates)
	if n == 1 {
		return 0, nil
	}
	excess := -n % n // 2^64 mod n
	for {
		if z := u.next(); z <= ^uint64(0)-excess {
			return int(z % n), nil
		}
	}
}

func (u *uniform) next() uint64 {
	u.state += 0x9e3779b97f4a7c15
	z := u.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
