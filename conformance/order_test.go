package conformance

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
)

func manyChecks(n int) Suite {
	s := Suite{Name: "s"}
	for i := range n {
		s.Checks = append(s.Checks, Check{ID: fmt.Sprintf("s/t/c%d", i), Section: "1", Level: Must, Doc: "It asks.", Run: func(*T) {}})
	}
	return s
}

func TestShardsShareTheSuiteOut(t *testing.T) {
	s := manyChecks(100)
	seen := map[string]int{}
	for i := 1; i <= 3; i++ {
		part, err := Options{Shard: Shard{i, 3}}.Select(s)
		assert.NilError(t, err)
		assert.Assert(t, len(part) > 10)
		for _, c := range part {
			seen[c.ID]++
		}
	}
	for _, c := range s.Checks {
		assert.Equal(t, seen[c.ID], 1, c.ID)
	}
}

func TestParseShard(t *testing.T) {
	for in, want := range map[string]Shard{"1/1": {1, 1}, "2/5": {2, 5}, "0/5": {}, "6/5": {}, "1": {}, "1/0": {}, "a/b": {}, "-1/-1": {}, "1/100000": {}} {
		got, err := ParseShard(in)
		assert.Equal(t, got, want, in)
		assert.Equal(t, err == nil, want.Count > 0, in)
	}
}

func TestShuffleAndLast(t *testing.T) {
	begun := func(seed uint64) (out []string) {
		s := manyChecks(20)
		s.Checks[3].Last = true
		var mu sync.Mutex
		for i := range s.Checks {
			s.Checks[i].Run = func(t *T) {
				mu.Lock()
				defer mu.Unlock()
				out = append(out, t.Check().ID)
			}
		}
		closed := false
		s.Close = func() { closed = true }
		_, err := Run(t.Context(), s, Options{Shuffle: seed, Jobs: 1}, func(Event) {})
		assert.NilError(t, err)
		assert.Assert(t, closed)
		return out
	}
	plain, one, two := begun(0), begun(1), begun(2)
	assert.DeepEqual(t, one, begun(1))
	assert.Assert(t, !slices.Equal(one, two) && !slices.Equal(one, plain))
	for _, order := range [][]string{plain, one, two} {
		assert.Equal(t, order[19], "s/t/c3", "the last one waits for all others")
	}
	slices.Sort(one)
	slices.Sort(plain)
	assert.DeepEqual(t, one, plain)
}
