package engine

// Section 5.3: the one place where an object id is minted.

import "strconv"

// id returns what viewer calls the object h. A handle stands for one stay in one zone, so the id is
// fresh after every zone change; it is keyed by the game secret and the viewer, so neither the handle
// nor the other seat's id can be told from it.
func (w *world) id(viewer seat, h handle) string {
	o := w.objects[h]
	if o.ids[viewer] != "" {
		return o.ids[viewer]
	}
	if w.faults.id != nil {
		o.ids[viewer] = w.faults.id(w, viewer, h)
	} else {
		o.ids[viewer] = w.minter.ObjectID(string(viewer.wire()) + ":object-" + strconv.Itoa(int(h)))
	}
	return o.ids[viewer]
}
