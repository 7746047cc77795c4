package protocol

// The one walker: a value against its shape. It reads the parser's tree in place, visits fields in
// the specification's order whatever the order of the text, and stops at the first fault. A legal
// value of ordinary text costs no allocation; a fault's pointer is put together on the way out.

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/spellbench/sbconform/reference/wire"
)

// maxFields bounds the fields of a Struct; a test holds the table to it.
const maxFields = 16

// Check returns the first place where v departs from the shape in reading r, or nil. Pointer is
// relative to v, Offset to the line that v comes from, and Code is malformed_request.
func (s *Shape) Check(v wire.Value, r Reading) *Fault {
	w := walker{reading: r}
	return w.first(s, v)
}

// A walker goes over a value twice at most. The first time it takes members as they come and only
// asks whether there is a fault; only if there is one it goes in the table's order to find the first.
type walker struct {
	reading Reading
	inOrder bool
	buf     []byte // holds a string that has escapes
}

func (w *walker) first(s *Shape, v wire.Value) *Fault {
	w.inOrder = false
	if w.value(s, v) == nil {
		return nil
	}
	w.inOrder = true
	return w.value(s, v)
}

func (w *walker) value(s *Shape, v wire.Value) *Fault {
	kind := v.Kind()
	if kind == wire.Null && s.Nullable {
		return nil
	}
	if want := jsonKind[s.Type]; kind != want && want != wire.Absent {
		return fault(v, "want %s, got %s", describe(s), kindText[kind])
	}
	switch s.Type {
	case Integer:
		if x := v.Int(); x < s.Min || x > s.Max {
			return fault(v, "%d is outside %d to %d", x, s.Min, s.Max)
		}
	case Text:
		return w.text(s, v)
	case List:
		return w.list(s, v)
	case Struct:
		return w.fields(s, v)
	case Dict:
		return w.dict(s, v)
	case OneOf:
		return w.oneOf(s, v)
	case ByKind:
		return w.byKind(v)
	}
	return nil
}

// text checks a string: most are judged where they stand in the line, without being unescaped.
func (w *walker) text(s *Shape, v wire.Value) *Fault {
	// Neither vocabularies nor forms know a backslash, so what fits in place has no escapes.
	b := inPlace(v)
	switch {
	case s.Words != nil:
		if s.Words.index.find(b) < 0 && s.Words.index.find(w.bytes(v)) < 0 {
			return fault(v, "%s is not %s", quote(w.bytes(v)), describe(s))
		}
	case len(b) == 0 && s.NonEmpty.In(w.reading):
		return fault(v, "empty string")
	case !s.Form.plainly(b) && !s.Form.holds(w.bytes(v)):
		return fault(v, "%s is not %s", quote(w.bytes(v)), formText[s.Form])
	}
	return nil
}

// inPlace returns what is between the quotes of a string in the text.
func inPlace(v wire.Value) []byte {
	raw := v.Raw()
	return raw[1 : len(raw)-1]
}

// bytes returns what the string stands for, in place where it has no escapes; valid until the next call.
func (w *walker) bytes(v wire.Value) []byte {
	b := inPlace(v)
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	w.buf = v.AppendStr(w.buf[:0])
	return w.buf
}

func (w *walker) list(s *Shape, v wire.Value) *Fault {
	n := int64(v.Len())
	switch {
	case n < s.Min || n == 0 && s.NonEmpty.In(w.reading):
		return fault(v, "%d elements, want at least %d", n, max(s.Min, 1))
	case s.Max > 0 && n > s.Max:
		return fault(v, "%d elements, want at most %d", n, s.Max)
	}
	i, last := 0, -1
	for e := range v.Elems() {
		f := w.value(s.Elem, e)
		if f == nil && s.Ordered {
			at := s.Elem.Words.Index(w.bytes(e))
			if at <= last {
				f = fault(e, "out of order: want %s", describe(s.Elem))
			}
			last = at
		}
		if f == nil && s.BySeat && !e.Get("seat").StrIs(string(Seats[i])) {
			f = fault(e.Get("seat"), "want %s here: the list is p0, then p1", Seats[i]).under("seat")
		}
		if f != nil {
			return f.under(strconv.Itoa(i))
		}
		i++
	}
	if s.Distinct.In(w.reading) {
		if f := distinct(s, v); f != nil {
			return f
		}
	}
	return w.rules(s, v)
}

// distinct finds the first element that repeats an earlier one. Short lists are compared pairwise.
func distinct(s *Shape, v wire.Value) *Fault {
	const pairwise = 32
	of := func(e wire.Value) wire.Value {
		if s.DistinctBy != "" {
			return e.Get(s.DistinctBy)
		}
		return e
	}
	var seen map[string]struct{}
	if v.Len() > pairwise {
		seen = make(map[string]struct{}, v.Len())
	}
	i := 0
	for e := range v.Elems() {
		repeated := false
		if seen != nil {
			word := of(e).Str()
			_, repeated = seen[word]
			seen[word] = struct{}{}
		} else {
			j := 0
			for earlier := range v.Elems() {
				if j == i || repeated {
					break
				}
				repeated = wire.Equal(of(earlier), of(e))
				j++
			}
		}
		if repeated {
			f := fault(of(e), "%s is listed twice", quote([]byte(of(e).Str())))
			if s.DistinctBy != "" {
				f.under(s.DistinctBy)
			}
			return f.under(strconv.Itoa(i))
		}
		i++
	}
	return nil
}

// fields checks an object: no unknown member, none missing, then each in order.
func (w *walker) fields(s *Shape, v wire.Value) *Fault {
	if !w.inOrder && len(s.Constraints) == 0 {
		return w.asTheyCome(s, v)
	}
	var vals [maxFields]wire.Value
	found, last := 0, -1
	for m := range v.Members() {
		i := w.field(s, m.Key, last)
		if i < 0 {
			if s.Open {
				continue
			}
			return unknown(w, m.Key)
		}
		vals[i], last = m.Value, i
		found++
	}
	if found < len(s.Fields) {
		for i := range s.Fields {
			if !vals[i].Exists() && !s.Fields[i].Optional {
				return missing(v, s.Fields[i].Name)
			}
		}
	}
	for i := range s.Fields {
		if !vals[i].Exists() {
			continue
		}
		if f := w.value(s.Fields[i].Shape, vals[i]); f != nil {
			return f.under(s.Fields[i].Name)
		}
	}
	for _, c := range s.Constraints {
		left, right := vals[c.Left].Int(), vals[c.Right].Int()
		if left > right || left == right && !c.OrEqual {
			return fault(vals[c.Left], "%d breaks %s", left, s.ConstraintText(c)).under(s.Fields[c.Left].Name)
		}
	}
	return w.rules(s, v)
}

// asTheyCome is fields without an order among faults. Its faults only say that there is one.
func (w *walker) asTheyCome(s *Shape, v wire.Value) *Fault {
	required, last := 0, -1
	for m := range v.Members() {
		i := w.field(s, m.Key, last)
		if i < 0 {
			if s.Open {
				continue
			}
			return unknown(w, m.Key)
		}
		last = i
		f := &s.Fields[i]
		if !f.Optional {
			required++
		}
		if f := w.value(f.Shape, m.Value); f != nil {
			return f
		}
	}
	if required < s.required {
		return missing(v, "")
	}
	return w.rules(s, v)
}

func unknown(w *walker, key wire.Value) *Fault {
	name := w.bytes(key)
	return fault(key, "unknown field %s", quote(name)).underKey(name)
}

func missing(v wire.Value, name string) *Fault {
	return fault(v, "missing field %q", name).under(name)
}

// field returns the index of the field that key names, or -1. last is the index of the field before
// it, -1 for the first: members mostly come in the table's order or in the canonical one, so those two
// successors are tried first.
func (w *walker) field(s *Shape, key wire.Value, last int) int {
	name := inPlace(key)
	if next := last + 1; next < len(s.Fields) && string(name) == s.Fields[next].Name {
		return next
	}
	if next := s.canonical[last+1]; string(name) == s.Fields[next].Name {
		return int(next)
	}
	i := s.fieldNamed(name)
	if i < 0 && bytes.IndexByte(name, '\\') >= 0 {
		i = s.fieldNamed(w.bytes(key))
	}
	return i
}

func (s *Shape) fieldNamed(name []byte) int {
	for i := range s.Fields {
		if string(name) == s.Fields[i].Name {
			return i
		}
	}
	return -1
}

// ConstraintText spells a constraint of the shape: "minimum <= maximum".
func (s *Shape) ConstraintText(c Constraint) string {
	op := " < "
	if c.OrEqual {
		op = " <= "
	}
	return s.Fields[c.Left].Name + op + s.Fields[c.Right].Name
}

func (w *walker) dict(s *Shape, v wire.Value) *Fault {
	for m := range v.Members() {
		if name := w.bytes(m.Key); !s.Form.holds(name) {
			return fault(m.Key, "the key %s is not %s", quote(name), formText[s.Form]).underKey(name)
		}
		if f := w.value(s.Elem, m.Value); f != nil {
			return f.underKey(w.bytes(m.Key))
		}
	}
	return nil
}

// tells returns the field whose presence tells an arm from its siblings: its last.
func (s *Shape) tells() string { return s.Fields[len(s.Fields)-1].Name }

// oneOf takes the first arm whose telling field is there; a second arm's field is then unknown to it.
func (w *walker) oneOf(s *Shape, v wire.Value) *Fault {
	for _, arm := range s.Arms {
		if v.Get(arm.tells()).Exists() {
			return w.fields(arm, v)
		}
	}
	return fault(v, "want %s", describe(s))
}

func (w *walker) byKind(v wire.Value) *Fault {
	tag := v.Get("kind")
	switch tag.Kind() {
	case wire.Absent:
		return missing(v, "kind")
	case wire.String:
	default:
		return fault(tag, "want a decision kind, got %s", kindText[tag.Kind()]).under("kind")
	}
	name := w.bytes(tag)
	k := kindOf(name)
	switch {
	case k == nil:
		return fault(tag, "%s is not a decision kind", quote(name)).under("kind")
	case k.Reserved:
		return fault(tag, "%s is a reserved kind", quote(name)).under("kind")
	}
	return w.fields(k.shape, v)
}

func (w *walker) rules(s *Shape, v wire.Value) *Fault {
	for i := range s.Rules {
		r := &s.Rules[i]
		if !r.When.In(w.reading) {
			continue
		}
		if pointer, broken := r.Broken(v); broken {
			f := fault(At(v, pointer), "must hold: %s", r.Says)
			f.Pointer = pointer
			return f
		}
	}
	return nil
}

// At returns the value at an RFC 6901 pointer below v, or an Absent Value.
func At(v wire.Value, pointer string) wire.Value {
	for pointer != "" {
		var part string
		part, pointer, _ = strings.Cut(pointer[1:], "/")
		if pointer != "" {
			pointer = "/" + pointer
		}
		v = child(v, fromPointer.Replace(part))
	}
	return v
}

// The escapes of a JSON pointer's steps (RFC 6901, section 3). A Replacer is costly to make and safe to share.
var (
	toPointer   = strings.NewReplacer("~", "~0", "/", "~1")
	fromPointer = strings.NewReplacer("~1", "/", "~0", "~")
)

func child(v wire.Value, part string) wire.Value {
	if v.Kind() != wire.Array {
		return v.Get(part)
	}
	i, err := strconv.Atoi(part)
	if err != nil {
		return wire.Value{}
	}
	return v.Elem(i)
}

// KindOf returns the kind of a semantic, a reserved one too, or nil, without allocating.
func KindOf(semantic wire.Value) *Kind {
	tag := semantic.Get("kind")
	if tag.Kind() != wire.String {
		return nil
	}
	var w walker
	return kindOf(w.bytes(tag))
}

func fault(at wire.Value, format string, args ...any) *Fault {
	return &Fault{Code: CodeMalformedRequest, Offset: at.Offset(), Message: fmt.Sprintf(format, args...)}
}

// under puts a step of the path before the fault's pointer.
func (f *Fault) under(step string) *Fault {
	f.Pointer = "/" + toPointer.Replace(step) + f.Pointer
	return f
}

// underKey is under for a key of the line's own choosing. One that is too long to be shown is left
// out, so that the pointer is to the object that has it.
func (f *Fault) underKey(key []byte) *Fault {
	const limit = 256
	if len(key) > limit {
		return f
	}
	return f.under(string(key))
}

var jsonKind = [...]wire.Kind{
	AnyObject: wire.Object, Boolean: wire.Bool, Integer: wire.Int, Text: wire.String, List: wire.Array,
	Struct: wire.Object, Dict: wire.Object, OneOf: wire.Object, ByKind: wire.Object,
}

var kindText = [...]string{
	wire.Absent: "nothing", wire.Null: "null", wire.Bool: "a boolean", wire.Int: "an integer",
	wire.String: "a string", wire.Array: "an array", wire.Object: "an object",
}

// describe says in a few words what a shape wants.
func describe(s *Shape) string {
	switch s.Type {
	case Text:
		if s.Words != nil {
			if len(s.Words.Words) <= 6 {
				return "one of " + strings.Join(s.Words.Words, ", ")
			}
			return "a word of " + s.Words.Name
		}
		return formText[s.Form]
	case OneOf:
		var names []string
		for _, arm := range s.Arms {
			names = append(names, strconv.Quote(arm.tells()))
		}
		return "an object with one of " + strings.Join(names, " and ")
	}
	return kindText[jsonKind[s.Type]]
}

// quote shows text from the line: on one line, in ASCII, of at most 64 bytes.
func quote(b []byte) string {
	const limit = 64
	more := ""
	if len(b) > limit {
		n := limit
		for n > 0 && !utf8.RuneStart(b[n]) {
			n--
		}
		b, more = b[:n], "…"
	}
	return strconv.QuoteToASCII(string(b)) + more
}

var formText = [...]string{
	FormAny: "a string", FormNFC: "in Unicode NFC", FormSnake: "snake_case",
	FormSha256ID: "sha256: and 64 lowercase hexadecimal digits", FormHex64: "64 lowercase hexadecimal digits",
	FormExtension: "an extension name (x_[a-z0-9_]+)",
}

// plainly reports whether text in place is so spelled for certain.
func (f Form) plainly(b []byte) bool {
	if f != FormNFC {
		return f.holds(b)
	}
	for _, c := range b {
		if c >= utf8.RuneSelf || c == '\\' {
			return false
		}
	}
	return true
}

// holds reports whether b is spelled so.
func (f Form) holds(b []byte) bool {
	switch f {
	case FormNFC:
		return norm.NFC.IsNormal(b)
	case FormSnake:
		return len(b) > 0 && 'a' <= b[0] && b[0] <= 'z' && all(b, snakeByte)
	case FormSha256ID:
		return bytes.HasPrefix(b, []byte(digestPrefix)) && FormHex64.holds(b[len(digestPrefix):])
	case FormHex64:
		return len(b) == 64 && all(b, hexByte)
	case FormExtension:
		return len(b) > 2 && b[0] == 'x' && b[1] == '_' && all(b, snakeByte)
	}
	return true
}

func all(b []byte, is func(byte) bool) bool {
	for _, c := range b {
		if !is(c) {
			return false
		}
	}
	return true
}

func snakeByte(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' }

func hexByte(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }
