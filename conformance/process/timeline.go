package process

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spellbench/sbconform/conformance"
)

// Bounds of a timeline. The beginning tells how the target started, the end what went wrong.
const (
	firstMoments = 64
	lastMoments  = 192
	textHead     = 140 // bytes kept of the beginning of a text
	textTail     = 60  // and of its end
)

// A moment is a conformance.Moment whose text is kept in two reused pieces, so that a long game
// costs no allocation once the timeline is full.
type moment struct {
	at   time.Duration
	what string
	head []byte
	tail []byte
	size int
}

func (m *moment) set(at time.Duration, what string, text []byte) {
	m.at, m.what, m.size = at, what, 0
	m.head, m.tail = m.head[:0], m.tail[:0]
	m.add(text)
}

func (m *moment) add(text []byte) {
	m.size += len(text)
	n := min(len(text), textHead-len(m.head))
	m.head = append(m.head, text[:n]...)
	text = text[n:]
	if len(text) > textTail {
		text = text[len(text)-textTail:]
	}
	if over := len(m.tail) + len(text) - textTail; over > 0 {
		m.tail = m.tail[:copy(m.tail, m.tail[over:])]
	}
	m.tail = append(m.tail, text...)
}

func (m *moment) text() string {
	if left := m.size - len(m.head) - len(m.tail); left > 0 {
		return fmt.Sprintf("%s… %d bytes …%s", m.head, left, m.tail)
	}
	return string(m.head) + string(m.tail)
}

// A timeline keeps the first and the last moments of a target's life.
type timeline struct {
	mu    sync.Mutex
	start time.Time
	first []moment
	last  []moment // a ring once it is full
	next  int      // in last
	lost  int
}

// slot returns the moment to fill.
func (l *timeline) slot() *moment {
	if len(l.first) < firstMoments {
		l.first = append(l.first, moment{})
		return &l.first[len(l.first)-1]
	}
	if len(l.last) < lastMoments {
		l.last = append(l.last, moment{})
		return &l.last[len(l.last)-1]
	}
	m := &l.last[l.next]
	l.next = (l.next + 1) % lastMoments
	l.lost++
	return m
}

func (l *timeline) newest() *moment {
	switch {
	case len(l.last) == lastMoments:
		return &l.last[(l.next+lastMoments-1)%lastMoments]
	case len(l.last) > 0:
		return &l.last[len(l.last)-1]
	case len(l.first) > 0:
		return &l.first[len(l.first)-1]
	}
	return nil
}

// add records text at the given time.
func (l *timeline) add(at time.Duration, what string, text []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	// Pieces of stderr with nothing between them are one moment, so that a flood of stderr can't
	// push the wire out of the timeline.
	if m := l.newest(); what == "stderr" && m != nil && m.what == "stderr" {
		m.add(text)
		return
	}
	l.slot().set(at, what, text)
}

func (l *timeline) now() time.Duration { return time.Since(l.start) }

func (l *timeline) note(format string, args ...any) {
	l.add(l.now(), "note", fmt.Appendf(nil, format, args...))
}

func (l *timeline) moments() []conformance.Moment {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]conformance.Moment, 0, len(l.first)+len(l.last)+1)
	put := func(ms []moment) {
		for i := range ms {
			out = append(out, conformance.Moment{At: ms[i].at, What: ms[i].what, Text: ms[i].text()})
		}
	}
	put(l.first)
	if l.lost > 0 {
		out = append(out, conformance.Moment{At: l.last[l.next].at, What: "note", Text: fmt.Sprintf("%d moments left out", l.lost)})
	}
	put(l.last[l.next:])
	put(l.last[:l.next])
	// Moments are stamped before they are recorded, by goroutines of their own.
	slices.SortStableFunc(out, func(a, b conformance.Moment) int { return cmp.Compare(a.At, b.At) })
	return out
}
