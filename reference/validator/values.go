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
	return unescape(v, inside(v))
}

// inside returns what stands between the quotes of a string, escapes as they are.
func inside(v wire.Value) text {
	raw := v.Raw()
	return text(raw[1 : len(raw)-1])
}

func unescape(v wire.Value, inside text) text {
	if bytes.IndexByte(inside, '\\') < 0 {
		return inside
	}
	return text(v.AppendStr(make([]byte, 0, len(inside))))
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
	switch {
	case v.StrIs("p0"):
		return 0
	case v.StrIs("p1"):
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

func zoneNamed(name text) zone {
	switch string(name) {
	case "library":
		return libraryZone
	case "hand":
		return handZone
	case "battlefield":
		return battlefieldZone
	case "graveyard":
		return graveyardZone
	case "stack":
		return stackZone
	case "exile":
		return exileZone
	case "command":
		return commandZone
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

func (d *decision) readRef(v wire.Value) ref {
	r := ref{v: v, object: -1, candidate: -1, owner: noSeat, controller: noSeat}
	for m := range v.Members() {
		d.readRefMember(&r, d.key(m), m.Value)
	}
	return r
}

func (d *decision) readRefMember(r *ref, name text, v wire.Value) {
	switch string(name) {
	case "object_id":
		r.id = d.text(v)
	case "card_name":
		r.name = d.text(v)
	case "owner_seat":
		r.owner = seatOf(v)
	case "controller_seat":
		r.controller = seatOf(v)
	case "zone":
		r.zone = zoneNamed(d.text(v))
	}
}

// hiddenFrom reports whether the object lies in a zone that viewer cannot see (Section 7.1).
func (r *ref) hiddenFrom(viewer seat) bool {
	return r.zone == libraryZone || r.zone == handZone && r.owner != viewer
}
