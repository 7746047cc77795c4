package validator

// Section 9.3: a decision as the checks see it.

import (
	"bytes"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A decision holds what was read from one message. Its slices are used again for the next one.
type decision struct {
	message wire.Value
	plain   bool       // no string of the message has escapes
	v       wire.Value // seat_decision

	acting                         seat
	actingValue, seatStepValue     wire.Value
	seatStep                       int64
	group                          group
	idValue, indexValue, sizeValue wire.Value
	context                        context

	memory                      *recordMemory // nil for a decision that lacks its shape
	records                     int32         // read so far
	obs                         observation
	objects                     []object
	refs                        []ref
	candidates                  []candidate
	candidatesValue, extensions wire.Value
}

// A group is where a decision stands among the substeps of its group (Section 8).
type group struct{ id, index, count int64 }

type context struct {
	source, purpose, rewindValue wire.Value
	priority                     bool
	rewind                       bool
}

func (d *decision) begin(message wire.Value) {
	*d = decision{
		message: message, plain: bytes.IndexByte(message.Raw(), '\\') < 0, v: message.Get("seat_decision"), acting: noSeat,
		obs:     observation{triggers: d.obs.triggers[:0], known: d.obs.known[:0]},
		objects: d.objects[:0], refs: d.refs[:0], candidates: d.candidates[:0],
	}
}

// key and text return what a key and a string say: nil for what is no string. They look for escapes
// only in a message that has some.
func (d *decision) key(m wire.Member) text {
	if d.plain {
		return inside(m.Key)
	}
	return textOf(m.Key)
}

func (d *decision) text(v wire.Value) text {
	if d.plain && v.Kind() == wire.String {
		return inside(v)
	}
	return textOf(v)
}

// viewer returns the acting seat's own part of the observation.
func (d *decision) viewer() *player { return &d.obs.players[d.acting] }

// readDecision reads the seat_decision, noting every object's id in the acting seat's memory. It
// reports false, with V1 reported, when the parts do not have their shapes.
func (g *Game) readDecision() bool {
	d := &g.d
	var fault *protocol.Fault
	if !g.fits(&decisionForm, d.v) {
		fault = decisionForm.shape.Check(d.v, g.opts.Reading)
	}
	var obs, candidates wire.Value
	for m := range d.v.Members() {
		switch string(d.key(m)) {
		case "acting_seat":
			d.acting, d.actingValue = seatOf(m.Value), m.Value
		case "seat_step":
			d.seatStep, d.seatStepValue = m.Value.Int(), m.Value
		case "group":
			d.readGroup(m.Value)
		case "context":
			d.readContext(m.Value)
		case "observation":
			obs = m.Value
		case "candidates":
			candidates = m.Value
		case "extensions":
			d.extensions = m.Value
		}
	}
	if fault == nil {
		d.memory = &g.records
		d.readObservation(obs)
		d.readCandidates(candidates)
		g.noteIDs()
		return true
	}
	// V1 looks at the observation wholly before it looks at the candidates.
	if strings.HasPrefix(fault.Pointer, "/candidates") && protocol.ObservationShape().Check(obs, g.opts.Reading) == nil {
		d.readObservation(obs)
		g.run(observationChecks)
	}
	g.current = &shapeCheck
	g.failAt("/seat_decision"+fault.Pointer, "%s", fault.Message)
	return false
}

func (d *decision) readGroup(v wire.Value) {
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "group_id":
			d.group.id, d.idValue = m.Value.Int(), m.Value
		case "substep_index":
			d.group.index, d.indexValue = m.Value.Int(), m.Value
		case "substep_count":
			d.group.count, d.sizeValue = m.Value.Int(), m.Value
		}
	}
}

func (d *decision) readContext(v wire.Value) {
	c := &d.context
	for m := range v.Members() {
		switch string(d.key(m)) {
		case "kind":
			c.priority = m.Value.StrIs("priority")
		case "source":
			c.source = m.Value
			d.addRef(m.Value)
		case "purpose":
			c.purpose = m.Value
		case "rewind":
			c.rewindValue, c.rewind = m.Value, m.Value.Bool()
		}
	}
}

// noteIDs takes every id down in the acting seat's memory and resolves the references.
func (g *Game) noteIDs() {
	d, ids := &g.d, &g.seats[g.d.acting].ids
	ids.now++
	for i := range d.objects {
		o := &d.objects[i]
		o.ids = ids.note(g.printer.of(o.id), int32(i), o.zone, o.owner)
	}
	for i := range d.refs {
		r := &d.refs[i]
		r.object = ids.find(g.printer.of(r.id))
	}
}
