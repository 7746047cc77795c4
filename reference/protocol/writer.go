package protocol

// Section 4.3: messages are written as canonical JSON at once, so every encoder names its members
// sorted by code point.

import "github.com/spellbench/sbconform/reference/wire"

// A writer appends canonical JSON. Whether a comma is due is told from the byte before: only an
// opened object or array ends in its bracket.
type writer struct{ b []byte }

func (w *writer) comma() {
	if n := len(w.b); n > 0 && w.b[n-1] != '{' && w.b[n-1] != '[' {
		w.b = append(w.b, ',')
	}
}

func (w *writer) open()      { w.b = append(w.b, '{') }
func (w *writer) close()     { w.b = append(w.b, '}') }
func (w *writer) openList()  { w.b = append(w.b, '[') }
func (w *writer) closeList() { w.b = append(w.b, ']') }

// key begins a member.
func (w *writer) key(name string) {
	w.comma()
	w.b = append(wire.AppendString(w.b, name), ':')
}

// raw writes JSON text.
func (w *writer) raw(text string) { w.b = append(w.b, text...) }

func (w *writer) null(name string) { w.key(name); w.raw("null") }

func (w *writer) str(name, s string) { w.key(name); w.b = wire.AppendString(w.b, s) }

func (w *writer) int(name string, x int64) { w.key(name); w.b = wire.AppendInt(w.b, x) }

func (w *writer) uint(name string, x uint64) { w.int(name, int64(x)) }

func (w *writer) bool(name string, v bool) {
	w.key(name)
	if v {
		w.raw("true")
	} else {
		w.raw("false")
	}
}

// elem begins an element of a list.
func (w *writer) elem() { w.comma() }

func (w *writer) strOrNull(name string, s *string) {
	if s == nil {
		w.null(name)
	} else {
		w.str(name, *s)
	}
}

// wordOrNull is for members whose null is the empty word in our structs.
func (w *writer) wordOrNull(name, s string) {
	if s == "" {
		w.null(name)
	} else {
		w.str(name, s)
	}
}

func (w *writer) seatOrNull(name string, s *Seat) {
	if s == nil {
		w.null(name)
	} else {
		w.str(name, string(*s))
	}
}

func (w *writer) uintOrNull(name string, x *uint32) {
	if x == nil {
		w.null(name)
	} else {
		w.uint(name, uint64(*x))
	}
}

func (w *writer) intOrNull(name string, x *int32) {
	if x == nil {
		w.null(name)
	} else {
		w.int(name, int64(*x))
	}
}

// strings writes a list of strings.
func (w *writer) strings(list []string) {
	w.openList()
	for _, s := range list {
		w.elem()
		w.b = wire.AppendString(w.b, s)
	}
	w.closeList()
}

func (w *writer) stringsOrNull(name string, list *[]string) {
	if list == nil {
		w.null(name)
		return
	}
	w.key(name)
	w.strings(*list)
}

func (w *writer) uintsOrNull(name string, list *[]uint32) {
	if list == nil {
		w.null(name)
		return
	}
	w.key(name)
	w.openList()
	for _, x := range *list {
		w.elem()
		w.b = wire.AppendInt(w.b, int64(x))
	}
	w.closeList()
}

// list writes a member that is a list, one element by one call of each.
func list[T any](w *writer, name string, elems []T, each func(*writer, *T)) {
	w.key(name)
	w.openList()
	for i := range elems {
		w.elem()
		each(w, &elems[i])
	}
	w.closeList()
}
