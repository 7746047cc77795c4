package engine

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

func world0() *world { return newWorld(vectorSecret.GameSecret(0), &faults{}) }

func TestBelowIsUniform(t *testing.T) {
	s, counts := world0().stream("shared", "test", 0), make([]int, 7)
	const draws = 70_000
	for range draws {
		counts[s.below(len(counts))]++
	}
	for _, n := range counts {
		assert.Assert(t, n > draws/7*9/10 && n < draws/7*11/10, "%v", counts)
	}
}

func TestShuffleReachesEveryOrder(t *testing.T) {
	s, orders := world0().stream("shared", "test", 0), map[string]int{}
	for range 24_000 {
		hs := []handle{1, 2, 3, 4}
		s.shuffle(hs)
		orders[fmt.Sprint(hs)]++
	}
	assert.Equal(t, len(orders), 24)
	for order, n := range orders {
		assert.Assert(t, n > 800 && n < 1200, "%s: %d", order, n)
	}
}

// Seat, purpose and number each give another stream, and the same ones give the same.
func TestStreamsDiffer(t *testing.T) {
	seen := map[string]bool{}
	order := func(who, purpose string, n int) string {
		hs := make([]handle, 30)
		for i := range hs {
			hs[i] = handle(i)
		}
		world0().stream(who, purpose, n).shuffle(hs)
		return fmt.Sprint(hs)
	}
	for _, who := range []string{"p0", "p1", "shared"} {
		for _, purpose := range []string{"library_shuffle", "starting_player_toss"} {
			for n := range 3 {
				o := order(who, purpose, n)
				assert.Assert(t, !seen[o])
				assert.Equal(t, o, order(who, purpose, n))
				seen[o] = true
			}
		}
	}
}

// The order of a shuffle is part of every recorded game: it must be the same on every machine and with
// every release of Go.
func TestShuffleIsPinned(t *testing.T) {
	hs := []handle{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	world0().stream("p1", "library_shuffle", 0).shuffle(hs)
	assert.Equal(t, fmt.Sprint(hs), "[1 2 9 3 5 10 7 8 6 4]")
}
