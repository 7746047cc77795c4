package validator

// Sections 4.4 and 5: how the validator holds what it reads. A decision is read once, from the
// parser's tree, into flat structs whose memory the next decision uses again.

import (
	"bytes"

	"github.com/spellbench/sbconform/reference/wire"
)

// text is a string without its escapes: nil stands for null, or for anything else that is no string.
// It lies in the line itself unless it has escapes.
type text []byte

func textOf(v wire.Value) text {
	if v.Kind() != wire.String {
		return nil
	}
	raw := v.Raw()
	if bytes.IndexByte(raw, '\\') < 0 {
		return text(raw[1 : len(raw)-1])
	}
	return text(v.AppendStr(make([]byte, 0, len(raw))))
}

// same reports whether a and b are equal strings, or both null.
func (a text) same(b text) bool {
	return (a == nil) == (b == nil) && string(a) == string(b)
}

// compare orders texts by code point, null first (Section 6.7). UTF-8 keeps that order.
func (a text) compare(b text) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return bytes.Compare(a, b)
}

// equal reports whether a and b are the same JSON value. Values that are spelled the same are.
func equal(a, b wire.Value) bool {
	return bytes.Equal(a.Raw(), b.Raw()) || wire.Equal(a, b)
}

// seat is 0 for p0, 1 for p1.
type seat uint8

const noSeat seat = 2

func seatOf(v wire.Value) seat {
	switch string(textOf(v)) {
	case "p0":
		return 0
	case "p1":
		return 1
	}
	return noSeat
}

func (s seat) other() seat { return 1 - s }

func (s seat) String() string { return [...]string{"p0", "p1", "no seat"}[min(s, noSeat)] }

type zone uint8

const (
	noZone zone = iota
	libraryZone
	handZone
	battlefieldZone
	graveyardZone
	stackZone
	exileZone
	commandZone
)

var zoneNames = [...]string{"no zone", "library", "hand", "battlefield", "graveyard", "stack", "exile", "command"}

func (z zone) String() string { return zoneNames[z] }

func zoneOf(v wire.Value) zone { return zoneNamed(textOf(v)) }

func zoneNamed(name text) zone {
	for z := libraryZone; z <= commandZone; z++ {
		if string(name) == zoneNames[z] {
			return z
		}
	}
	return noZone
}

// position is a library position, -1 for null.
func position(v wire.Value) int64 {
	if v.Kind() != wire.Int {
		return -1
	}
	return v.Int()
}

// A ref is an object reference (Section 5.1), or the first five fields of a record.
type ref struct {
	v                 wire.Value
	id, name          text
	owner, controller seat
	zone              zone
	object            int32 // the index in decision.objects of the object with this id, -1 when there is none
	candidate         int32 // the index of the candidate that has it, -1 outside the candidates
}

func readRef(v wire.Value) ref {
	r := ref{v: v, object: -1, candidate: -1, owner: noSeat, controller: noSeat}
	for m := range v.Members() {
		r.read(m)
	}
	return r
}

// read takes one member of a reference; it reports whether it is one.
func (r *ref) read(m wire.Member) bool {
	switch string(textOf(m.Key)) {
	case "object_id":
		r.id = textOf(m.Value)
	case "card_name":
		r.name = textOf(m.Value)
	case "owner_seat":
		r.owner = seatOf(m.Value)
	case "controller_seat":
		r.controller = seatOf(m.Value)
	case "zone":
		r.zone = zoneOf(m.Value)
	default:
		return false
	}
	return true
}

// hiddenFrom reports whether the object lies in a zone that viewer cannot see (Section 7.1).
func (r *ref) hiddenFrom(viewer seat) bool {
	return r.zone == libraryZone || r.zone == handZone && r.owner != viewer
}
