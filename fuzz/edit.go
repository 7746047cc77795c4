package fuzz

// Sections 2 and 4.2: what can be done to a line on its way out.

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// An Edit changes one line. It is data, so that it can be kept in a file, left out, and put to another
// line. An edit that has nothing to bite on changes nothing.
type Edit struct {
	Op  string `json:"op"`            // a row of edits
	At  string `json:"at,omitempty"`  // a JSON pointer
	Raw []byte `json:"raw,omitempty"` // the text to put there; of "state", a row of sources
	Pos uint64 `json:"pos,omitempty"` // a byte offset, modulo the length
	N   int    `json:"n,omitempty"`   // how many
}

// String tells of the edit in a few words.
func (e Edit) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s", e.Op, e.At, show(e.Raw)))
}

// edits are the operations, at the level of bytes and at that of structure. The latter leave a line
// that is no JSON as it is.
var edits = map[string]func(s *script, line []byte, e Edit) []byte{
	"put": func(_ *script, line []byte, e Edit) []byte {
		from := int(e.Pos % uint64(len(line)+1))
		to := from + min(max(e.N, 0), len(line)-from)
		return concat(line[:from], e.Raw, line[to:])
	},
	"flip": func(_ *script, line []byte, e Edit) []byte {
		if len(line) == 0 {
			return line
		}
		out := bytes.Clone(line)
		out[e.Pos%uint64(len(line))] ^= 1 << (e.N & 7)
		return out
	},
	"cut": func(_ *script, line []byte, e Edit) []byte { return line[:e.Pos%uint64(len(line)+1)] },
	"pad": func(_ *script, line []byte, e Edit) []byte {
		n := min(max(e.N, 0), maxPad)
		out := append(make([]byte, 0, len(line)+n), line...)
		for len(out) < len(line)+n {
			out = append(out, spaces[:min(len(spaces), len(line)+n-len(out))]...)
		}
		return out
	},
	"set": func(_ *script, line []byte, e Edit) []byte { return set(line, e.At, string(e.Raw)) },
	"state": func(s *script, line []byte, e Edit) []byte {
		if source := sources[string(e.Raw)]; source != nil {
			if raw := source(s); raw != "" {
				return set(line, e.At, raw)
			}
		}
		return line
	},
	"drop": func(_ *script, line []byte, e Edit) []byte {
		from, to, ok := member(line, e.At)
		switch {
		case !ok:
			return line
		case to < len(line) && line[to] == ',':
			to++
		case from > 0 && line[from-1] == ',':
			from--
		}
		return concat(line[:from], line[to:])
	},
	"twice": func(_ *script, line []byte, e Edit) []byte {
		from, to, ok := member(line, e.At)
		if !ok {
			return line
		}
		again := line[from:to]
		if v := at(line, e.At); len(e.Raw) > 0 && from < v.Offset() { // the key in another spelling
			again = concat(e.Raw, []byte(":"), v.Raw())
		}
		return concat(line[:to], []byte(","), again, line[to:])
	},
	"rename": func(_ *script, line []byte, e Edit) []byte {
		from, _, ok := member(line, e.At)
		v := at(line, e.At)
		if !ok || from == v.Offset() {
			return line
		}
		return concat(line[:from], e.Raw, []byte(":"), line[v.Offset():])
	},
	"swap": func(_ *script, line []byte, e Edit) []byte {
		whole := parsed(line)
		a, b := protocol.At(whole, e.At), protocol.At(whole, string(e.Raw))
		if a.Offset() > b.Offset() {
			a, b = b, a
		}
		if !a.Exists() || a.Offset()+len(a.Raw()) > b.Offset() {
			return line
		}
		return concat(line[:a.Offset()], b.Raw(), line[a.Offset()+len(a.Raw()):b.Offset()], a.Raw(), line[b.Offset()+len(b.Raw()):])
	},
	"nest": func(_ *script, line []byte, e Edit) []byte {
		v, n := at(line, e.At), min(max(e.N, 1), 100)
		if !v.Exists() {
			return line
		}
		return set(line, e.At, strings.Repeat("[", n)+string(v.Raw())+strings.Repeat("]", n))
	},
	"confuse": func(_ *script, line []byte, e Edit) []byte {
		v := at(line, e.At)
		if raw := confused(v, e.N); raw != "" {
			return splice(line, v, raw)
		}
		return line
	},
	"backwards": func(_ *script, line []byte, e Edit) []byte {
		v := at(line, e.At)
		if v.Kind() != wire.Object {
			return line
		}
		var out []string
		for m := range v.Members() {
			out = append([]string{string(m.Key.Raw()) + ":" + string(m.Value.Raw())}, out...)
		}
		return splice(line, v, "{"+strings.Join(out, ",")+"}")
	},
	"escape": func(_ *script, line []byte, e Edit) []byte {
		v := at(line, e.At)
		if v.Kind() != wire.String {
			return line
		}
		var out strings.Builder
		out.WriteByte('"')
		for _, r := range v.Str() {
			if r > 0xffff {
				fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
			} else {
				fmt.Fprintf(&out, `\u%04x`, r)
			}
		}
		return splice(line, v, out.String()+`"`)
	},
	"space": func(_ *script, line []byte, _ Edit) []byte {
		var out []byte
		quoted, escaped := false, false
		for _, c := range line {
			token := !quoted && strings.IndexByte("{}[]:,", c) >= 0
			if token {
				out = append(out, " \t"...)
			}
			out = append(out, c)
			if token {
				out = append(out, " \r"...)
			}
			quoted = quoted != (c == '"' && !escaped)
			escaped = c == '\\' && !escaped
		}
		return out
	},
}

var spaces = bytes.Repeat([]byte{' '}, 4096)

// maxPad lets a line be padded beyond the limit of Section 2.
const maxPad = wire.MaxLine + 64

func concat(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// at returns the value at pointer; Absent if there is none or the line is no JSON.
func at(line []byte, pointer string) wire.Value {
	return protocol.At(parsed(line), pointer)
}

// parsed returns the value of a line; Absent if it is no JSON.
func parsed(line []byte) wire.Value {
	v, err := wire.Parse(line)
	if err != nil {
		return wire.Value{}
	}
	return v
}

// set puts raw in the place of the value at pointer, or adds a member.
func set(line []byte, pointer, raw string) []byte {
	whole := parsed(line)
	if v := protocol.At(whole, pointer); v.Exists() {
		return splice(line, v, raw)
	}
	parent, name := split(pointer)
	v := protocol.At(whole, parent)
	if v.Kind() != wire.Object || pointer == "" {
		return line
	}
	comma := ","
	if v.Len() == 0 {
		comma = ""
	}
	return concat(line[:v.Offset()+1], wire.AppendString(nil, unescape.Replace(name)), []byte(":"+raw+comma), line[v.Offset()+1:])
}

// RFC 6901 escapes of a name in a pointer.
var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

func split(pointer string) (parent, name string) {
	i := strings.LastIndexByte(pointer, '/')
	return pointer[:max(i, 0)], pointer[i+1:]
}

// member returns where the member or element at pointer stands, its key included.
func member(line []byte, pointer string) (from, to int, ok bool) {
	whole := parsed(line)
	v := protocol.At(whole, pointer)
	if !v.Exists() || pointer == "" {
		return 0, 0, false
	}
	from, to = v.Offset(), v.Offset()+len(v.Raw())
	parent, _ := split(pointer)
	for m := range protocol.At(whole, parent).Members() {
		if m.Value.Offset() == from {
			from = m.Key.Offset()
			break
		}
	}
	return from, to, true
}

// A spot is a value below the top of a line.
type spot struct {
	parent int        // among the spots; -1 for the top
	depth  int        // 1 below the top
	key    wire.Value // of a member
	index  int        // of an element
}

// appendSpots lists every value below v, in the order of the text.
func appendSpots(all []spot, parent, depth int, v wire.Value) []spot {
	i := 0
	for e := range v.Elems() {
		all = append(all, spot{parent: parent, depth: depth, index: i})
		all = appendSpots(all, len(all)-1, depth+1, e)
		i++
	}
	for m := range v.Members() {
		all = append(all, spot{parent: parent, depth: depth, key: m.Key})
		all = appendSpots(all, len(all)-1, depth+1, m.Value)
	}
	return all
}

// pointer is that of the i-th spot.
func pointer(all []spot, i int) string {
	s := all[i]
	step := escape.Replace(s.key.Str())
	if !s.key.Exists() {
		step = strconv.Itoa(s.index)
	}
	if s.parent < 0 {
		return "/" + step
	}
	return pointer(all, s.parent) + "/" + step
}

// A memo remembers the spots of the line that was asked about last: an edit asks several times.
type memo struct {
	line   []byte
	parser wire.Parser
	all    []spot
}

func (p *memo) of(line []byte) []spot {
	if p.line == nil || !bytes.Equal(p.line, line) {
		p.line, p.all = line, p.all[:0]
		if v, err := p.parser.Parse(line); err == nil {
			p.all = appendSpots(p.all, -1, 1, v)
		}
	}
	return p.all
}

// sources make values out of the state that the dialogue is in; "" where there is none. What they
// make stays right or wrong in the same way when the dialogue around it is made shorter.
var sources = map[string]func(s *script) string{
	"fresh-id":      func(s *script) string { return quote(s.freshID()) },
	"last-id":       func(s *script) string { return quote(s.lastID) },
	"older-id":      func(s *script) string { return quote(cmp.Or(s.olderID, s.lastID)) },
	"this-game":     func(s *script) string { return quote(s.model.game) },
	"first-game":    func(s *script) string { return quote(s.firstGame) },
	"asked-game":    func(s *script) string { return quote(s.askedGame) },
	"last-game":     func(s *script) string { return quote(s.lastGame) },
	"this-step":     func(s *script) string { return fmt.Sprint(s.model.step) },
	"next-step":     func(s *script) string { return fmt.Sprint(s.model.step + 1) },
	"previous-step": func(s *script) string { return fmt.Sprint(s.model.step - min(s.model.step, 1)) },
	"wrapped-step":  func(s *script) string { return fmt.Sprint(s.model.step + 1<<32) },
	"past-the-list": func(s *script) string { return fmt.Sprint(s.model.choices.Len()) },
	"first-echo":    func(s *script) string { return string(nth(s.model.choices, 0).Get("semantic").Raw()) },
	"last-echo": func(s *script) string {
		return string(nth(s.model.choices, s.model.choices.Len()-1).Get("semantic").Raw())
	},
	"echo-as-text": func(s *script) string { return quote(string(nth(s.model.choices, 0).Get("semantic").Raw())) },
	"a-list":       func(s *script) string { return s.list() },
	"a-long-list":  func(s *script) string { return s.list(protocol.DeckRow{Name: noCard + " Card", Count: 1}) },
}

// confused is an object with one of its numbers, booleans and nulls as another type spells it: 0 as
// false, true as 1, null as "null". n says which one.
func confused(v wire.Value, n int) string {
	var out []string
	for m := range v.Members() {
		raw := string(m.Value.Raw())
		other := ""
		switch m.Value.Kind() {
		case wire.Int:
			other = map[int64]string{0: "false", 1: "true"}[m.Value.Int()]
			if other == "" {
				other = quote(raw)
			}
		case wire.Bool:
			other = map[bool]string{false: "0", true: "1"}[m.Value.Bool()]
		case wire.Null:
			other = `"null"`
		}
		if other != "" {
			out = append(out, strings.Replace(string(v.Raw()), string(m.Key.Raw())+":"+raw, string(m.Key.Raw())+":"+other, 1))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return out[uint(n)%uint(len(out))]
}

func quote(s string) string { return string(wire.AppendString(nil, s)) }

// list spells a catalog deck as a list, with more rows.
func (s *script) list(more ...protocol.DeckRow) string {
	h := s.model.hello
	if h == nil || len(h.Catalog) == 0 {
		return ""
	}
	rows := slices.Concat(h.Catalog[0].Decklist, more)
	type row struct {
		Count uint32 `json:"count"`
		Name  string `json:"name"`
	}
	type deck struct {
		DeckID   string `json:"deck_id"`
		Decklist []row  `json:"decklist"`
	}
	d := deck{DeckID: protocol.DeckID(rows)}
	for _, r := range rows {
		d.Decklist = append(d.Decklist, row{r.Count, r.Name})
	}
	out, err := json.Marshal(d)
	if err != nil {
		return ""
	}
	return string(out)
}
