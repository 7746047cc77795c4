package fuzz

// Memory that a target never gives back. No section bounds it: what is told of it is advice, and only where
// the same requests, over and over in one process, take more of it each time for longer than any runtime puts
// off its collector. A target that is to end for it is run with a memory limit, and crashes.

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/protocol"
)

const (
	memoryGrowth conformance.Cause = "memory-growth"

	memoryExchanges = 100              // of a dialogue, from which on it may tell something
	memoryShare     = 32               // growth must exceed this part of the machine's memory: a JVM's first heap is a 64th
	memoryLeast     = 64 << 20         // and so many bytes
	memoryHint      = 128              // a process that takes this part of that in one session is looked into
	memoryChecks    = 3                // processes of a run that are looked into
	memoryTime      = 30 * time.Second // for one
	memoryPart      = 6                // of a run, which that may take: short ones have better things to do
	memoryWarm      = 2                // rounds that prove nothing
	memoryRounds    = 6                // and so many more, at least, are what growth is seen in
	memoryPatience  = 12               // rounds before growth is said to have an end
)

// memory is the growth from which on a target is told that it grows; 0 if memory is not watched, as where the
// machine's is not known.
func (o *Options) memory() int64 {
	if o.Memory > 0 {
		return o.Memory
	}
	if all := machineMemory(); all > 0 {
		return max(memoryLeast, all/memoryShare)
	}
	return 0
}

// resident is the memory of the target and of what it has started; 0 if that is not known.
func (x *session) resident() int64 {
	u, _ := x.p.Usage()
	return u.Resident
}

// grows looks into the memory of a process that has ended well: if it took much since the first quarter of
// its exchanges, another one is asked the same again and again.
func (r *run) grows(ctx context.Context, x *session, secret protocol.RunSecret, moves []Move) {
	limit := r.o.memory()
	if limit == 0 || x.settled == 0 || x.resident()-x.settled < limit/memoryHint {
		return
	}
	r.mu.Lock()
	due := r.o.Memory > 0 || time.Since(r.begin) >= time.Duration(r.soaked+1)*memoryPart*memoryTime
	look := due && r.soaked < memoryChecks
	if look {
		r.soaked++
	}
	r.mu.Unlock()
	if !look {
		return
	}
	if f := r.o.soak(ctx, secret, moves, limit); f != nil {
		r.finding(ctx, secret, moves, f, x.rows)
	}
}

// soak plays a dialogue over and over to one process, until it is clear that its memory grows each time, or
// that it does not, or time is up.
func (o *Options) soak(ctx context.Context, secret protocol.RunSecret, moves []Move, limit int64) *Fault {
	ctx, cancel := context.WithTimeout(ctx, memoryTime)
	defer cancel()
	x, err := o.open(ctx, secret)
	if err != nil {
		return nil
	}
	defer x.close()
	var after []int64 // each round
	for {
		for _, v := range moves {
			a, err := x.ask(v)
			if err != nil || a.fault != nil && a.fault.Lasting {
				return nil // that is another finding
			}
			x.rows = x.rows[:0] // there is no end of them
		}
		now := x.resident()
		if now == 0 {
			return nil
		}
		after = append(after, now)
		switch verdict := grown(after, limit); {
		case verdict < 0:
			return nil
		case verdict > 0:
			first := after[memoryWarm-1]
			return &Fault{State: Over, Request: "the same dialogue again", Answer: "memory that grows", Advisory: true, Failure: conformance.Failure{
				Cause:    memoryGrowth,
				Message:  fmt.Sprintf("each time that one process is sent the same %d requests it takes more memory, and keeps it", len(moves)),
				Expected: "memory that at some time is used again",
				Got:      fmt.Sprintf("%s after %d rounds, %s after %d", mebibytes(first), memoryWarm, mebibytes(now), len(after)),
				Hint:     "No section bounds memory; --memory-limit makes a failure of it",
			}, rounds: len(after)}
		}
	}
}

// grown judges the memory after each round: 1 for growth without end, -1 for none, 0 while that is open. A
// collector makes memory grow by leaps, so single rounds say little: growth without end is about as much in
// each third of the rounds, and where there is an end, the second half adds next to nothing.
func grown(after []int64, limit int64) int {
	n := len(after) - memoryWarm
	if n < memoryRounds {
		return 0
	}
	added := func(from, to int) int64 { return after[memoryWarm-1+to] - after[memoryWarm-1+from] }
	third, total := n/3, added(0, n)
	thirds := []int64{added(0, third), added(third, 2*third), added(n-third, n)}
	least, most := slices.Min(thirds), slices.Max(thirds)
	switch {
	case total >= limit && least > 0 && least >= most/4:
		return 1
	case n >= memoryPatience && (added(n/2, n) <= total/8 || total < limit/8): // at an end, or too slow to be told from one
		return -1
	}
	return 0
}

func mebibytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }

// weigh remembers what a process takes after the first quarter of its exchanges: by then it has what it keeps
// for itself.
func (x *session) weigh(execs, most uint64) {
	if most >= memoryExchanges && execs == most/4 {
		x.settled = x.resident()
	}
}
