package agent

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestPercentilesAreOfTheNearestRank(t *testing.T) {
	times := func(n int) (out []time.Duration) {
		for i := range n {
			out = append(out, time.Duration(i+1))
		}
		return out
	}
	for _, c := range []struct {
		n, p int
		want time.Duration
	}{{1, 50, 1}, {1, 100, 1}, {2, 50, 1}, {100, 50, 50}, {100, 95, 95}, {100, 99, 99}, {100, 100, 100}, {10, 95, 10}, {3, 50, 2}} {
		assert.Equal(t, percentile(times(c.n), c.p), c.want, "%d of %d", c.p, c.n)
	}
}

func TestTimesAreToldByKindAndCandidates(t *testing.T) {
	var l latencies
	l.add([]byte(`{"request_type":"choose","decision":{"context":{"kind":"priority"},"candidates":[{}]}}`), time.Millisecond)
	l.add([]byte(`{"request_type":"choose","decision":{"context":{"kind":"choice"},"candidates":[{"semantic":{"kind":"mulligan"}},{}]}}`), 3*time.Millisecond)
	l.add([]byte(`{"request_type":"hello"}`), time.Second)
	assert.Equal(t, l.table(TimeControl{Bank: 10 * time.Minute, Increment: 2 * time.Second, Max: 10 * time.Second}), ""+
		"clock: a bank of 10m0s, 2s for each answer, at most 10s for a decision\n"+
		"of 10s for a decision             count       p50       p95       p99       max\n"+
		"choose, 1 candidate                   1       1ms       1ms       1ms       1ms\n"+
		"choose, 2 to 10 candidates            1       3ms       3ms       3ms       3ms\n"+
		"choose, all                           2       1ms       3ms       3ms       3ms\n"+
		"choose, mulligan                      1       3ms       3ms       3ms       3ms\n"+
		"choose, priority                      1       1ms       1ms       1ms       1ms\n"+
		"hello                                 1        1s        1s        1s        1s")
}
