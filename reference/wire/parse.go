package wire

import (
	"unicode/utf8"
)

// Check reports the first rule of strict JSON (Section 2) that line breaks, as an *Error, or nil.
// The line is taken without its terminator.
func Check(line []byte) error {
	_, err := Parse(line)
	return err
}

// Parse checks line as Check does and returns its value.
func Parse(line []byte) (Value, error) {
	var p Parser
	return p.Parse(line)
}

// A Parser parses one line after another into the same arena: the Values of one line are valid until
// the next call of Parse.
type Parser struct{ t tree }

// Parse is like the function Parse.
func (p *Parser) Parse(line []byte) (Value, error) {
	p.t = tree{line: line, nodes: p.t.nodes[:0]}
	d := decoder{t: &p.t}
	if err := d.document(); err != nil {
		return Value{}, err
	}
	return Value{&p.t, 0}, nil
}

type decoder struct {
	t     *tree
	pos   int
	depth int
}

func (d *decoder) fail(at int, r Reason) error { return &Error{at, r} }

func (d *decoder) space() {
	for d.pos < len(d.t.line) {
		switch d.t.line[d.pos] {
		case ' ', '\t', '\n', '\r':
			d.pos++
		default:
			return
		}
	}
}

func (d *decoder) document() error {
	line := d.t.line
	if len(line) > MaxLine {
		return d.fail(MaxLine, LineTooLong)
	}
	if !utf8.Valid(line) {
		for i := 0; i < len(line); {
			r, n := utf8.DecodeRune(line[i:])
			if r == utf8.RuneError && n == 1 {
				return d.fail(i, InvalidUTF8)
			}
			i += n
		}
	}
	if len(line) >= 3 && string(line[:3]) == "\ufeff" {
		return d.fail(0, ByteOrderMark)
	}
	d.space()
	if d.pos == len(line) {
		return d.fail(d.pos, Empty)
	}
	if err := d.value(); err != nil {
		return err
	}
	d.space()
	if d.pos < len(line) {
		return d.fail(d.pos, TrailingData)
	}
	return nil
}

// unexpected is the error at the current byte where the grammar wants something else.
func (d *decoder) unexpected() error {
	if d.pos >= len(d.t.line) {
		return d.fail(len(d.t.line), Truncated)
	}
	return d.fail(d.pos, Syntax)
}

func (d *decoder) add(k Kind) int {
	d.t.nodes = append(d.t.nodes, node{kind: k, start: uint32(d.pos)})
	return len(d.t.nodes) - 1
}

func (d *decoder) value() error {
	if d.pos >= len(d.t.line) {
		return d.unexpected()
	}
	switch c := d.t.line[d.pos]; {
	case c == '{':
		return d.object()
	case c == '[':
		return d.array()
	case c == '"':
		return d.str()
	case c == '-' || '0' <= c && c <= '9':
		return d.number()
	case c == 't':
		return d.literal("true", Bool, true)
	case c == 'f':
		return d.literal("false", Bool, false)
	case c == 'n':
		return d.literal("null", Null, false)
	}
	return d.unexpected()
}

func (d *decoder) literal(word string, k Kind, flag bool) error {
	i := d.add(k)
	for j := range word {
		if d.pos >= len(d.t.line) || d.t.line[d.pos] != word[j] {
			return d.unexpected()
		}
		d.pos++
	}
	d.t.nodes[i].flag, d.t.nodes[i].end = flag, uint32(d.pos)
	return nil
}

func (d *decoder) number() error {
	i, start := d.add(Int), d.pos
	if d.t.line[d.pos] == '-' {
		d.t.nodes[i].flag = true
		d.pos++
	}
	digits := d.pos
	for d.pos < len(d.t.line) && '0' <= d.t.line[d.pos] && d.t.line[d.pos] <= '9' {
		d.pos++
	}
	n := d.pos - digits
	switch {
	case n == 0:
		return d.unexpected()
	case n > 1 && d.t.line[digits] == '0':
		return d.fail(start, LeadingZero)
	}
	if d.pos < len(d.t.line) {
		switch d.t.line[d.pos] {
		case '.':
			return d.fail(start, Fraction)
		case 'e', 'E':
			return d.fail(start, Exponent)
		}
	}
	if n > 16 || n == 16 && string(d.t.line[digits:d.pos]) > "9007199254740991" {
		return d.fail(start, IntegerRange)
	}
	d.t.nodes[i].end = uint32(d.pos)
	return nil
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

func (d *decoder) str() error {
	i, line := d.add(String), d.t.line
	d.pos++
	for {
		if d.pos >= len(line) {
			return d.unexpected()
		}
		switch c := line[d.pos]; {
		case c == '"':
			d.pos++
			d.t.nodes[i].end = uint32(d.pos)
			return nil
		case c < 0x20:
			return d.fail(d.pos, ControlCharacter)
		case c != '\\':
			d.pos++
		default:
			d.t.nodes[i].flag = true
			at := d.pos
			if d.pos+1 >= len(line) {
				return d.fail(len(line), Truncated)
			}
			switch line[d.pos+1] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				d.pos += 2
			case 'u':
				r, ok := hex4(line[d.pos+2:])
				if !ok {
					if len(line) < d.pos+6 {
						return d.fail(len(line), Truncated)
					}
					return d.fail(at, InvalidEscape)
				}
				d.pos += 6
				if r >= 0xdc00 && r < 0xe000 {
					return d.fail(at, UnpairedSurrogate)
				}
				if r >= 0xd800 && r < 0xdc00 {
					if len(line) < d.pos+2 || line[d.pos] != '\\' || line[d.pos+1] != 'u' {
						return d.fail(at, UnpairedSurrogate)
					}
					low, ok := hex4(line[d.pos+2:])
					if !ok || low < 0xdc00 || low > 0xdfff {
						return d.fail(at, UnpairedSurrogate)
					}
					d.pos += 6
				}
			default:
				return d.fail(at, InvalidEscape)
			}
		}
	}
}

// open enters an array or object.
func (d *decoder) open(k Kind) (int, error) {
	if d.depth == MaxDepth {
		return 0, d.fail(d.pos, Depth)
	}
	i := d.add(k)
	d.depth++
	d.pos++
	d.space()
	return i, nil
}

// close leaves it.
func (d *decoder) close(i, n int) error {
	d.pos++
	d.depth--
	d.t.nodes[i].end, d.t.nodes[i].n = uint32(d.pos), uint32(n)
	return nil
}

func (d *decoder) at(c byte) bool { return d.pos < len(d.t.line) && d.t.line[d.pos] == c }

func (d *decoder) array() error {
	i, err := d.open(Array)
	if err != nil {
		return err
	}
	if d.at(']') {
		return d.close(i, 0)
	}
	for n, prev := 1, -1; ; n++ {
		d.link(&prev)
		if err := d.value(); err != nil {
			return err
		}
		d.space()
		switch {
		case d.at(']'):
			return d.close(i, n)
		case !d.at(','):
			return d.unexpected()
		}
		d.pos++
		d.space()
	}
}

// link makes the node to come the next sibling of *prev.
func (d *decoder) link(prev *int) {
	if *prev >= 0 {
		d.t.nodes[*prev].next = uint32(len(d.t.nodes))
	}
	*prev = len(d.t.nodes)
}

func (d *decoder) object() error {
	i, err := d.open(Object)
	if err != nil {
		return err
	}
	if d.at('}') {
		return d.close(i, 0)
	}
	seen := map[string]bool{}
	for n, prev := 1, -1; ; n++ {
		if !d.at('"') {
			return d.unexpected()
		}
		d.link(&prev)
		if err := d.str(); err != nil {
			return err
		}
		key := Value{d.t, uint32(prev)}
		if s := key.Str(); seen[s] {
			return d.fail(key.Offset(), DuplicateKey)
		} else {
			seen[s] = true
		}
		d.space()
		if !d.at(':') {
			return d.unexpected()
		}
		d.pos++
		d.space()
		if err := d.value(); err != nil {
			return err
		}
		d.space()
		switch {
		case d.at('}'):
			return d.close(i, n)
		case !d.at(','):
			return d.unexpected()
		}
		d.pos++
		d.space()
	}
}
