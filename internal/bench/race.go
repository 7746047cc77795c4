package main

import (
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// A runner is one way of doing a job. It is called over and over with the same input.
type runner struct {
	name string
	run  func()
}

// slice is how long one runner runs before the next has its turn. A machine's speed may drift by a
// factor of two within seconds; within a round of such slices it hardly does.
const slice = 2 * time.Millisecond

// race lets the runners take turns for the given rounds and returns for each the seconds that one call
// took, round by round.
//
// Time is the processor time of the thread, so that other programs on the machine do not count.
func race(rounds int, runners []runner) [][]float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	times := make([][]float64, len(runners))
	batches := make([]int, len(runners))
	for i := range runners {
		batches[i] = batch(runners[i].run) // which warms up, too
	}
	for round := range rounds {
		for i := range runners {
			j := (i + round) % len(runners)
			start, calls := now(), 0
			for now()-start < slice {
				for range batches[j] {
					runners[j].run()
				}
				calls += batches[j]
			}
			times[j] = append(times[j], (now()-start).Seconds()/float64(calls))
		}
	}
	return times
}

// batch returns how many calls go between two looks at the clock. A look costs 0.3 µs, a fifth of what Check
// takes for 2 KB: after every call it would bring all ratios of short lines nearer to 1. The shortest of a few
// tries counts, for the first calls take new memory.
func batch(run func()) int {
	for n := 1; ; n *= 2 {
		shortest := slice
		for range 5 {
			start := now()
			for range n {
				run()
			}
			shortest = min(shortest, now()-start)
		}
		if shortest > slice/16 {
			return n
		}
	}
}

// ratio returns the median over the rounds of a's time divided by b's.
func ratio(a, b []float64) float64 {
	q := make([]float64, len(a))
	for i := range a {
		q[i] = a[i] / b[i]
	}
	return median(q)
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

func now() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
