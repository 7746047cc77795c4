package engine

// Section 5.3: the one place where an object id is minted.

import "strconv"

// id returns what viewer calls the object h. A handle stands for one stay in one zone, so the id is
// fresh after every zone change, and after each look and each rewind it is fresh too; it is keyed by the game secret and the viewer, so neither the handle
// nor the other seat's id can be told from it.
func (w *world) id(viewer seat, h handle) string {
	o := w.objects[h]
	if o.ids[viewer] != "" {
		return o.ids[viewer]
	}
	if w.faults.id != nil {
		o.ids[viewer] = w.faults.id(w, viewer, h)
	} else {
		key := string(viewer.wire()) + ":object-" + strconv.Itoa(int(h))
		if o.undone > 0 {
			key += ":r" + strconv.Itoa(o.undone)
		}
		if o.looks[viewer] > 0 {
			key += ":look:" + strconv.Itoa(o.looks[viewer]-1)
		}
		o.ids[viewer] = w.minter.ObjectID(key)
	}
	return o.ids[viewer]
}
