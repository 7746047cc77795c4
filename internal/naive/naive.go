// Package naive is everything of reference/wire a second time, written for clarity only: the oracle of its
// tests and fuzz targets. It is recursive, keeps objects in maps, reads one character at a time and reports
// the first fault that it meets. Nothing but tests may import it.
package naive

import (
	"math/big"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spellbench/sbconform/reference/wire"
)

type parser struct {
	line  []byte
	pos   int
	depth int
}

type (
	Array  []any
	Object map[string]any
)

// Parse checks a line by Section 2, like wire.Parse. It returns nil, a bool, a *big.Int, a string,
// an Array or an Object.
func Parse(line []byte) (v any, err error) {
	if len(line) > wire.MaxLine {
		return nil, &wire.Error{Offset: wire.MaxLine, Reason: wire.LineTooLong}
	}
	if strings.HasPrefix(string(line), "\ufeff") {
		return nil, &wire.Error{Reason: wire.ByteOrderMark}
	}
	defer func() {
		if e, ok := recover().(*wire.Error); ok {
			v, err = nil, e
		} else if e != nil {
			panic(e)
		}
	}()
	p := &parser{line: line}
	p.space()
	if p.pos == len(line) {
		p.fail(p.pos, wire.Empty)
	}
	v = p.value()
	p.space()
	if p.pos < len(line) {
		p.unexpected(wire.TrailingData)
	}
	return v, nil
}

func (p *parser) fail(at int, r wire.Reason) { panic(&wire.Error{Offset: at, Reason: r}) }

const (
	end = -1 // of the line
	cut = -2 // the line ends inside a character, which might have become a good one
)

// peek returns the next character, or end, or cut. It fails on bad UTF-8.
func (p *parser) peek() rune {
	rest := p.line[p.pos:]
	if len(rest) == 0 {
		return end
	}
	r, size := utf8.DecodeRune(rest)
	if r == utf8.RuneError && size == 1 {
		if utf8.FullRune(rest) {
			p.fail(p.pos, wire.InvalidUTF8)
		}
		return cut
	}
	return r
}

func (p *parser) next() rune {
	r := p.peek()
	p.pos += utf8.RuneLen(r)
	return r
}

func (p *parser) unexpected(r wire.Reason) {
	if p.peek() == end {
		r = wire.Truncated
	}
	p.fail(p.pos, r)
}

func (p *parser) expect(want rune) {
	if p.peek() != want {
		p.unexpected(wire.Syntax)
	}
	p.next()
}

func (p *parser) space() {
	for p.pos < len(p.line) && strings.ContainsRune(" \t\r\n", rune(p.line[p.pos])) {
		p.pos++
	}
}

func (p *parser) value() any {
	switch c := p.peek(); {
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '"':
		return p.string()
	case c == 't':
		return p.literal("true", true)
	case c == 'f':
		return p.literal("false", false)
	case c == 'n':
		return p.literal("null", nil)
	case c == '-', isDigit(c):
		return p.number()
	}
	p.unexpected(wire.Syntax)
	return nil
}

func (p *parser) literal(word string, v any) any {
	for _, c := range word {
		p.expect(c)
	}
	return v
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

func (p *parser) number() any {
	start := p.pos
	if p.peek() == '-' {
		p.next()
	}
	if !isDigit(p.peek()) {
		p.unexpected(wire.Syntax)
	}
	first := p.pos
	for p.pos < len(p.line) && isDigit(rune(p.line[p.pos])) {
		p.pos++
		if p.line[first] == '0' && p.pos-first > 1 {
			p.fail(start, wire.LeadingZero)
		}
	}
	n, _ := new(big.Int).SetString(string(p.line[start:p.pos]), 10)
	if n.CmpAbs(big.NewInt(wire.MaxInt)) > 0 {
		p.fail(start, wire.IntegerRange)
	}
	switch p.peek() {
	case '.':
		p.fail(start, wire.Fraction)
	case 'e', 'E':
		p.fail(start, wire.Exponent)
	}
	return n
}

func (p *parser) string() string {
	p.expect('"')
	var units []uint16 // as RFC 8259 defines \u escapes
	for {
		at := p.pos
		switch c := p.peek(); {
		case c == '"':
			p.next()
			return string(utf16.Decode(units))
		case c == end || c == cut:
			p.fail(len(p.line), wire.Truncated)
		case c < ' ':
			p.fail(p.pos, wire.ControlCharacter)
		case c != '\\':
			units = utf16.AppendRune(units, p.next())
		default:
			u := p.escape(at, "")
			units = append(units, u)
			if u >= 0xdc00 && u <= 0xdfff {
				p.fail(at, wire.UnpairedSurrogate)
			}
			if u >= 0xd800 && u <= 0xdbff {
				units = append(units, p.escape(at, `\uDC00 to \uDFFF`))
			}
		}
	}
}

// escape reads one escape. With partner it must be the second half of a pair that began at at.
func (p *parser) escape(at int, partner string) uint16 {
	bad := wire.InvalidEscape
	allowed := []string{`\`, `"\/bfnrtu`, "0123456789abcdefABCDEF", "0123456789abcdefABCDEF", "0123456789abcdefABCDEF", "0123456789abcdefABCDEF"}
	if partner != "" {
		bad = wire.UnpairedSurrogate
		allowed[1], allowed[2], allowed[3] = "u", "dD", "cdefCDEF"
	}
	var text string
	for _, set := range allowed {
		if p.pos == len(p.line) {
			p.fail(p.pos, wire.Truncated)
		}
		c := p.line[p.pos]
		if c >= utf8.RuneSelf || !strings.ContainsRune(set, rune(c)) {
			p.fail(at, bad)
		}
		text += string(c)
		p.pos++
		if len(text) == 2 && c != 'u' {
			return map[byte]uint16{'"': '"', '\\': '\\', '/': '/', 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9}[c]
		}
	}
	n, _ := new(big.Int).SetString(text[2:], 16)
	return uint16(n.Uint64())
}

func (p *parser) open(c rune) {
	if p.depth == wire.MaxDepth {
		p.fail(p.pos, wire.Depth)
	}
	p.depth++
	p.expect(c)
	p.space()
}

func (p *parser) array() any {
	p.open('[')
	a := Array{}
	if p.peek() != ']' {
		for {
			a = append(a, p.value())
			p.space()
			if p.peek() != ',' {
				break
			}
			p.next()
			p.space()
		}
	}
	p.expect(']')
	p.depth--
	return a
}

func (p *parser) object() any {
	p.open('{')
	o := Object{}
	if p.peek() != '}' {
		for {
			at := p.pos
			key := p.string()
			if _, ok := o[key]; ok {
				p.fail(at, wire.DuplicateKey)
			}
			p.space()
			p.expect(':')
			p.space()
			o[key] = p.value()
			p.space()
			if p.peek() != ',' {
				break
			}
			p.next()
			p.space()
		}
	}
	p.expect('}')
	p.depth--
	return o
}

// Canonical returns the canonical form (Section 4.3) of a value of Parse.
func Canonical(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return map[bool]string{true: "true", false: "false"}[v]
	case *big.Int:
		return v.String()
	case string:
		return quote(v)
	case Array:
		var parts []string
		for _, e := range v {
			parts = append(parts, Canonical(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case Object:
		var keys, parts []string
		for k := range v {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool { return UTF16(keys[i]) < UTF16(keys[j]) })
		for _, k := range keys {
			parts = append(parts, quote(k)+":"+Canonical(v[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	panic(v)
}

// UTF16 returns s in UTF-16BE, whose order of bytes is that of its code units.
func UTF16(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u>>8), byte(u))
	}
	return string(b)
}

func quote(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '"':
			b.WriteString(`\"`)
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ':
			b.WriteString(`\u00` + string("01"[r>>4]) + string("0123456789abcdef"[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}
