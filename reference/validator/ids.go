package validator

// Section 5.3: what one seat's stream has shown of object ids.

import (
	"encoding/binary"
	"hash/maphash"
)

// A print is a 128-bit fingerprint of a string or of several: two independent hashes under keys that
// are drawn anew for every Game, so that no engine can make two of them meet on purpose. The memory of
// ids keeps prints in the place of ids, since ids may be as long as a line.
type print struct{ hi, lo uint64 }

// plus and minus make the print of a set, in any order; then makes that of a sequence.
func (p print) plus(q print) print  { return print{p.hi + q.hi, p.lo + q.lo} }
func (p print) minus(q print) print { return print{p.hi - q.hi, p.lo - q.lo} }
func (p print) then(q print) print  { return print{mix(p.hi+1) + q.hi, mix(p.lo+2) + q.lo} }

type printer struct{ hi, lo maphash.Seed }

func newPrinter() printer { return printer{maphash.MakeSeed(), maphash.MakeSeed()} }

func (p *printer) of(s []byte) print {
	return print{maphash.Bytes(p.hi, s), maphash.Bytes(p.lo, s)}
}

func (p *printer) ofInt(x int64) print {
	return p.of(binary.LittleEndian.AppendUint64(make([]byte, 0, 8), uint64(x)))
}

// An idFinding is what V4 and V7 ask about one object, settled when its id is noted.
type idFinding struct {
	repeated bool // another object of this decision has the id
	returned bool // the id had left the seat's observation
	zone     zone // the other zone it was seen with, or noZone
	owner    seat // the other owner it was seen with, or noSeat
}

// idMemory is one seat's memory of ids: an open hash table that only grows. It is the one part of a
// Game whose size grows with the game.
type idMemory struct {
	slots []idSlot
	used  int
	now   uint64 // the number of the current decision of this seat, from 1
}

type idSlot struct {
	print  print
	last   uint64 // the decision that showed it last, 0 for an empty slot
	object int32  // its index in that decision
	zone   zone
	owner  seat
}

// note takes down that the current decision shows an object.
func (m *idMemory) note(p print, object int32, z zone, owner seat) (f idFinding) {
	if 2*(m.used+1) > len(m.slots) {
		m.grow()
	}
	f.owner = noSeat
	s := m.slot(p)
	switch {
	case s.last == 0:
		m.used++
		*s = idSlot{print: p, last: m.now, object: object, zone: z, owner: owner}
		return f
	case s.last == m.now:
		f.repeated = true
		return f
	}
	f.returned = s.last != m.now-1
	if s.zone != z {
		f.zone = s.zone
	}
	if s.owner != owner {
		f.owner = s.owner
	}
	s.last, s.object, s.zone, s.owner = m.now, object, z, owner
	return f
}

// find returns the index of the object of the current decision that has the id, or -1.
func (m *idMemory) find(p print) int32 {
	if m.used == 0 {
		return -1
	}
	if s := m.slot(p); s.last == m.now && s.last != 0 {
		return s.object
	}
	return -1
}

func (m *idMemory) slot(p print) *idSlot {
	mask := uint64(len(m.slots) - 1)
	for i := p.hi & mask; ; i = (i + 1) & mask {
		if s := &m.slots[i]; s.last == 0 || s.print == p {
			return s
		}
	}
}

func (m *idMemory) grow() {
	old := m.slots
	m.slots = make([]idSlot, max(256, 2*len(old)))
	for _, s := range old {
		if s.last != 0 {
			*m.slot(s.print) = s
		}
	}
}
