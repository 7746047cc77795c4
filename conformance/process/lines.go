// Section 2: one JSON object per line, lines up to 8 MiB, \r\n tolerated on read.

package process

import (
	"bytes"
	"time"

	"github.com/spellbench/sbconform/reference/wire"
)

// Bounds of what is kept of a target's output until somebody asks for it. One request has one answer
// of at most 8 MiB, and a check has few requests under way, so more than this is a flood.
const (
	maxQueued = 3 * (wire.MaxLine + 2) // bytes
	maxLines  = 1 << 15
	// maxOver is how far an over-long line is read through before it counts as a flood: a target that
	// writes a line a little too long still gets its next line read.
	maxOver = 64 << 20
	// keepCap is the buffer kept from one line to the next; a bigger one is given back.
	keepCap = 1 << 20
)

// A record is one received line. Its bytes begin where those of the line before it end.
type record struct {
	end  int           // in buf, terminator included
	at   time.Duration // when its last byte came
	long bool          // more than 8 MiB: buf holds the beginning only
}

// lines cuts what a target writes into lines and keeps them, within bounds, until they are asked for.
type lines struct {
	buf     []byte
	recs    []record
	head    int   // the first record not yet handed out
	pos     int   // where its bytes begin in buf
	partial int   // where the unfinished line begins in buf
	skip    bool  // the rest of an over-long line is being read through
	over    int64 // bytes of it that were not kept
	flooded bool
	sample  []byte // the beginning of the last line before it
	total   int64  // bytes that ever came
	crlf    int    // lines that ended with \r\n
	last    time.Duration
}

// take adds bytes that came at the given time and calls line with each finished line.
func (l *lines) take(b []byte, at time.Duration, line func(text []byte, at time.Duration)) {
	l.total += int64(len(b))
	l.last = at
	for len(b) > 0 && !l.flooded {
		i := bytes.IndexByte(b, '\n')
		if l.skip {
			if i < 0 {
				l.over += int64(len(b))
				l.flooded = l.over > maxOver
				return
			}
			l.over += int64(i)
			l.skip = false
			b = b[i+1:]
			continue
		}
		n := i + 1
		if i < 0 {
			n = len(b)
		}
		l.buf = append(l.buf, b[:n]...)
		b = b[n:]
		if i < 0 {
			if len(l.buf)-l.partial > wire.MaxLine+1 { // one more for a \r that may be half a terminator
				l.tooLong(at, line)
				l.skip = true
			}
			continue
		}
		text := trim(l.buf[l.partial:])
		if len(text) > wire.MaxLine {
			l.tooLong(at, line)
			continue
		}
		if len(text)+2 == len(l.buf)-l.partial {
			l.crlf++
		}
		l.finish(record{end: len(l.buf), at: at})
		line(text, at)
	}
}

// tooLong ends the unfinished line as an over-long one and keeps its beginning.
func (l *lines) tooLong(at time.Duration, line func([]byte, time.Duration)) {
	l.over = int64(len(l.buf) - l.partial - maxPending)
	l.buf = l.buf[:l.partial+maxPending]
	line(l.buf[l.partial:], at)
	l.finish(record{end: len(l.buf), at: at, long: true})
}

func (l *lines) finish(r record) {
	l.recs = append(l.recs, r)
	if len(l.recs)-l.head > maxLines || len(l.buf)-l.pos > maxQueued {
		l.flooded = true
		l.sample = pending(l.buf[l.partial:])
	}
	l.partial = len(l.buf)
}

// trim removes the terminator of a line, \n or \r\n.
func trim(b []byte) []byte {
	n := len(b)
	if n > 0 && b[n-1] == '\n' {
		n--
		if n > 0 && b[n-1] == '\r' {
			n--
		}
	}
	return b[:n]
}

// waiting reports whether a line can be handed out.
func (l *lines) waiting() bool { return l.head < len(l.recs) }

// next hands out the oldest line, without its terminator and valid until the next call.
func (l *lines) next() (text []byte, r record, ok bool) {
	if !l.waiting() {
		l.compact()
		return nil, record{}, false
	}
	l.compact()
	r = l.recs[l.head]
	text = trim(l.buf[l.pos:r.end])
	if r.long {
		text = l.buf[l.pos:r.end]
	}
	l.pos = r.end
	l.head++
	return text, r, true
}

// peek returns the oldest line or, if there is none, the beginning of the unfinished one.
func (l *lines) peek() []byte {
	if l.waiting() {
		return trim(l.buf[l.pos:l.recs[l.head].end])
	}
	return l.rest()
}

// rest returns the unfinished line.
func (l *lines) rest() []byte { return l.buf[l.partial:] }

// compact gives back the room of lines that were handed out.
func (l *lines) compact() {
	switch {
	case l.pos == len(l.buf):
		if cap(l.buf) > keepCap {
			l.buf = nil
		}
		l.buf, l.recs = l.buf[:0], l.recs[:0]
		l.head, l.pos, l.partial = 0, 0, 0
	case l.pos > keepCap:
		by := l.pos
		l.buf = l.buf[:copy(l.buf, l.buf[by:])]
		l.recs = l.recs[:copy(l.recs, l.recs[l.head:])]
		for i := range l.recs {
			l.recs[i].end -= by
		}
		l.head, l.pos, l.partial = 0, 0, l.partial-by
	}
}
