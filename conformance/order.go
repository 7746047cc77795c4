package conformance

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Shard is one of several parts of a suite that are run by different machines. Which part a check
// belongs to is a hash of its id, so that it stays there when other checks come and go. A check that tells of the others is in every part. The zero Shard
// is the whole.
type Shard struct {
	Index int // from 1 to Count
	Count int
}

// maxShards bounds Count: more parts than checks are a mistake.
const maxShards = 1000

// ParseShard reads "2/5", the second part of five.
func ParseShard(s string) (Shard, error) {
	i, n, ok := strings.Cut(s, "/")
	index, err1 := strconv.Atoi(i)
	count, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || index < 1 || index > count || count > maxShards {
		return Shard{}, fmt.Errorf("it is I/N, as in 1/3: part I of N, where N is at most %d", maxShards)
	}
	return Shard{index, count}, nil
}

func (s Shard) String() string {
	if s.Count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

func (s Shard) has(id string) bool {
	if s.Count == 0 {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()%uint32(s.Count) == uint32(s.Index-1)
}

// order returns the checks in the order in which they begin: those that wait for no other, then the rest.
func (o Options) order(checks []Check) (first, last []Check) {
	for _, c := range checks {
		if c.Last {
			last = append(last, c)
		} else {
			first = append(first, c)
		}
	}
	if o.Shuffle != 0 {
		r := rand.New(rand.NewPCG(o.Shuffle, 0))
		for _, part := range [][]Check{first, last} {
			r.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
		}
	}
	return first, last
}
