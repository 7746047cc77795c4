package agent

// What an agent picks. A policy sees how many candidates there are and answers an index below that.

type policy interface{ pick(candidates int) int }

// A kind is a row of policies.
type kind struct {
	name   string
	seeded bool // it can't play a game without its agent_seed
	make   func(seed uint64) policy
}

var policies = [...]kind{
	{name: "first", make: func(uint64) policy { return first{} }},
	{name: "uniform", seeded: true, make: func(seed uint64) policy { return &uniform{seed} }},
}

// Policies returns the names of the policies: "first" always picks candidate 0, which is a pass whenever
// passing is legal; "uniform" picks uniformly at random, the same picks for the same agent_seed.
func Policies() []string {
	var names []string
	for _, p := range policies {
		names = append(names, p.name)
	}
	return names
}

type first struct{}

func (first) pick(int) int { return 0 }

// uniform draws from splitmix64, so that anyone can rerun it in a few lines of any language: the state
// begins as agent_seed; a draw adds 0x9e3779b97f4a7c15 to it and mixes the sum z by
// z = (z ^ z>>30) * 0xbf58476d1ce4e5b9, z = (z ^ z>>27) * 0x94d049bb133111eb, z = z ^ z>>31. A pick
// among n candidates is z mod n of the first draw below the largest multiple of n that fits in 64
// bits; with one candidate nothing is drawn.
type uniform struct{ state uint64 }

func (u *uniform) pick(candidates int) int {
	n := uint64(candidates)
	if n == 1 {
		return 0
	}
	excess := -n % n // 2^64 mod n
	for {
		if z := u.next(); z <= ^uint64(0)-excess {
			return int(z % n)
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
