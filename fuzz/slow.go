package fuzz

// Answers that take far longer than this target's answers do. No section bounds the time of an answer: what
// is told of it is advice, and only after the target was asked again with nothing else going on.

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"time"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/reference/protocol"
)

const (
	slowAnswer = time.Second // Options.Slow, where that is 0
	slowTimes  = 100         // an answer is slow that takes so many times the median
	slowKnown  = 50          // and only once so many like it are known: the first may well have much to load
	slowShows  = 3           // times in a row that it must be slow again, alone
	slowChecks = 20          // answers of a run that are looked into: a busy machine has many
	slowLine   = 64 << 10    // bytes of a request that may take its time
)

// A pace is how long answers of each kind took: how many took up to 2^i ns.
type pace map[paced]*[64]uint32

// A paced is a kind of answer: to a type of request, of a class.
type paced struct{ request, answer string }

// slow takes notice of an answer, and returns from how long on it would be slow; 0 while that is unknown.
func (p pace) slow(kind paced, took, least time.Duration) time.Duration {
	all := p[kind]
	if all == nil {
		if len(p) >= mostPaces {
			return 0
		}
		all = new([64]uint32)
		p[kind] = all
	}
	all[bits.Len64(uint64(max(took, 0)))]++
	if took < least {
		return 0
	}
	total, sum := uint32(0), uint32(0)
	for _, n := range all {
		total += n
	}
	if total <= slowKnown {
		return 0
	}
	for i, n := range all {
		if sum += n; 2*sum >= total {
			return max(least, slowTimes<<i)
		}
	}
	return 0
}

// mostPaces bounds the kinds of answers that are told apart.
const mostPaces = 1000

// slow looks into an answer that took long. The error of judgment to fear is a machine that was busy with
// something else: the whole dialogue is played again while no other is going on, and again, and the last
// answer must be slow each time where the others of the same dialogue are not.
func (r *run) slow(ctx context.Context, x *session, secret protocol.RunSecret, moves []Move, a answered) {
	took := x.p.AnswerTime()
	if a.fault != nil || took > time.Hour {
		return
	}
	request, _, _ := strings.Cut(a.request, ":")
	r.mu.Lock()
	limit := r.pace.slow(paced{request, a.class}, took, r.o.slow())
	look := limit > 0 && took >= limit && r.looked < slowChecks && len(x.rows[len(x.rows)-2].Message) <= slowLine
	if look {
		r.looked++
	}
	r.mu.Unlock()
	if !look {
		return
	}
	r.alone.Lock()
	defer r.alone.Unlock()
	reduce := reducer{o: &r.o, secret: secret, slow: limit}
	if _, f := reduce.play(ctx, moves, slowly(a, took, 0).Fingerprint()); f != nil {
		f.slow = limit
		r.finding(ctx, secret, moves, f, x.rows)
	}
}

func (o *Options) slow() time.Duration {
	if o.Slow > 0 {
		return o.Slow
	}
	return slowAnswer
}

// slowly is the advice on a slow answer.
func slowly(a answered, took, usual time.Duration) *Fault {
	f := &Fault{Request: a.request, Answer: "slow " + a.class, Advisory: true, Failure: conformance.Failure{
		Cause: conformance.Timeout, Message: fmt.Sprintf("an answer took %s where one like it took %s", took.Round(time.Millisecond), usual.Round(time.Microsecond)),
		Expected: fmt.Sprintf("an answer in less than %d times the usual time", slowTimes), Got: show(a.line),
	}}
	f.State = stateOf(a.state)
	return f
}

// drags judges the last answer of a dialogue that is played again: it is slow if it takes as long, and one
// like it took no tenth of that.
func (r reducer) drags(s *session, a answered, usual map[string]time.Duration, last bool) *Fault {
	if r.slow == 0 {
		return nil
	}
	took, kind := s.p.AnswerTime(), a.request+"|"+a.class
	before, known := usual[kind]
	if !known || took < before {
		usual[kind] = took
	}
	if !last || !known || took < r.slow || before > r.slow/10 {
		return nil
	}
	return slowly(a, took, before)
}
