package agent

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spellbench/sbconform/reference/wire"
)

// latencies are the times that answers took, by what was asked.
type latencies map[string][]time.Duration

// add records the answer to a request.
func (l *latencies) add(request []byte, took time.Duration) {
	v, err := wire.Parse(request)
	if err != nil {
		return
	}
	if *l == nil {
		*l = latencies{}
	}
	what := v.Get("request_type").Str()
	rows := []string{what}
	if what == "choose" {
		d := v.Get("decision")
		kind := d.Get("context").Get("kind").Str()
		if kind == "choice" {
			kind = d.Get("candidates").Elem(0).Get("semantic").Get("kind").Str()
		}
		rows = []string{"choose, all", "choose, " + kind, "choose, " + crowd(d.Get("candidates").Len())}
	}
	for _, row := range rows {
		(*l)[row] = append((*l)[row], took)
	}
}

// crowd names a number of candidates by its order of magnitude.
func crowd(n int) string {
	for _, c := range []struct {
		most int
		name string
	}{{1, "1 candidate"}, {10, "2 to 10 candidates"}, {100, "11 to 100 candidates"}} {
		if n <= c.most {
			return c.name
		}
	}
	return "over 100 candidates"
}

// percentile returns the time that p of 100 answers took at most, by the nearest rank; sorted is not
// empty.
func percentile(sorted []time.Duration, p int) time.Duration {
	return sorted[max(0, (len(sorted)*p+99)/100-1)]
}

// table shows the times, a line for each kind of request, under the clock in force.
func (l latencies) table(clock TimeControl) string {
	var out strings.Builder
	fmt.Fprintf(&out, "clock: %v\n%-32s %6s %9s %9s %9s %9s", clock, fmt.Sprintf("of %v for a decision", clock.Max), "count", "p50", "p95", "p99", "max")
	var names []string
	for name := range l {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t := slices.Sorted(slices.Values(l[name]))
		fmt.Fprintf(&out, "\n%-32s %6d", name, len(t))
		for _, p := range []int{50, 95, 99, 100} {
			fmt.Fprintf(&out, " %9v", percentile(t, p).Round(10*time.Microsecond))
		}
	}
	return out.String()
}
