package wire

import (
	"math/big"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The naive implementation: everything in this package a second time, written for clarity only. It is
// recursive, keeps objects in maps, reads one character at a time and reports the first fault that it
// meets. The tests compare the two on every input they have.

type naive struct {
	line  []byte
	pos   int
	depth int
}

type (
	naiveArray  []any
	naiveObject map[string]any
)

// naiveParse returns nil, a bool, a *big.Int, a string, a naiveArray or a naiveObject.
func naiveParse(line []byte) (v any, err error) {
	if len(line) > MaxLine {
		return nil, &Error{MaxLine, LineTooLong}
	}
	if strings.HasPrefix(string(line), "\ufeff") {
		return nil, &Error{0, ByteOrderMark}
	}
	defer func() {
		if e, ok := recover().(*Error); ok {
			v, err = nil, e
		} else if e != nil {
			panic(e)
		}
	}()
	p := &naive{line: line}
	p.space()
	if p.pos == len(line) {
		p.fail(p.pos, Empty)
	}
	v = p.value()
	p.space()
	if p.pos < len(line) {
		p.unexpected(TrailingData)
	}
	return v, nil
}

func (p *naive) fail(at int, r Reason) { panic(&Error{at, r}) }

const (
	end = -1 // of the line
	cut = -2 // the line ends inside a character, which might have become a good one
)

// peek returns the next character, or end, or cut. It fails on bad UTF-8.
func (p *naive) peek() rune {
	rest := p.line[p.pos:]
	if len(rest) == 0 {
		return end
	}
	r, size := utf8.DecodeRune(rest)
	if r == utf8.RuneError && size == 1 {
		if utf8.FullRune(rest) {
			p.fail(p.pos, InvalidUTF8)
		}
		return cut
	}
	return r
}

func (p *naive) next() rune {
	r := p.peek()
	p.pos += utf8.RuneLen(r)
	return r
}

func (p *naive) unexpected(r Reason) {
	if p.peek() == end {
		r = Truncated
	}
	p.fail(p.pos, r)
}

func (p *naive) expect(want rune) {
	if p.peek() != want {
		p.unexpected(Syntax)
	}
	p.next()
}

func (p *naive) space() {
	for p.pos < len(p.line) && strings.ContainsRune(" \t\r\n", rune(p.line[p.pos])) {
		p.pos++
	}
}

func (p *naive) value() any {
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
	p.unexpected(Syntax)
	return nil
}

func (p *naive) literal(word string, v any) any {
	for _, c := range word {
		p.expect(c)
	}
	return v
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

func (p *naive) number() any {
	start := p.pos
	if p.peek() == '-' {
		p.next()
	}
	if !isDigit(p.peek()) {
		p.unexpected(Syntax)
	}
	first := p.pos
	for p.pos < len(p.line) && isDigit(rune(p.line[p.pos])) {
		p.pos++
		if p.line[first] == '0' && p.pos-first > 1 {
			p.fail(start, LeadingZero)
		}
	}
	n, _ := new(big.Int).SetString(string(p.line[start:p.pos]), 10)
	if n.CmpAbs(big.NewInt(MaxInt)) > 0 {
		p.fail(start, IntegerRange)
	}
	switch p.peek() {
	case '.':
		p.fail(start, Fraction)
	case 'e', 'E':
		p.fail(start, Exponent)
	}
	return n
}

func (p *naive) string() string {
	p.expect('"')
	var units []uint16 // as RFC 8259 defines \u escapes
	for {
		at := p.pos
		switch c := p.peek(); {
		case c == '"':
			p.next()
			return string(utf16.Decode(units))
		case c == end || c == cut:
			p.fail(len(p.line), Truncated)
		case c < ' ':
			p.fail(p.pos, ControlCharacter)
		case c != '\\':
			units = utf16.AppendRune(units, p.next())
		default:
			u := p.escape(at, "")
			units = append(units, u)
			if u >= 0xdc00 && u <= 0xdfff {
				p.fail(at, UnpairedSurrogate)
			}
			if u >= 0xd800 && u <= 0xdbff {
				units = append(units, p.escape(at, `\uDC00 to \uDFFF`))
			}
		}
	}
}

// escape reads one escape. With partner it must be the second half of a pair that began at at.
func (p *naive) escape(at int, partner string) uint16 {
	bad := InvalidEscape
	allowed := []string{`\`, `"\/bfnrtu`, "0123456789abcdefABCDEF", "0123456789abcdefABCDEF", "0123456789abcdefABCDEF", "0123456789abcdefABCDEF"}
	if partner != "" {
		bad = UnpairedSurrogate
		allowed[1], allowed[2], allowed[3] = "u", "dD", "cdefCDEF"
	}
	var text string
	for _, set := range allowed {
		if p.pos == len(p.line) {
			p.fail(p.pos, Truncated)
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

func (p *naive) open(c rune) {
	if p.depth == MaxDepth {
		p.fail(p.pos, Depth)
	}
	p.depth++
	p.expect(c)
	p.space()
}

func (p *naive) array() any {
	p.open('[')
	a := naiveArray{}
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

func (p *naive) object() any {
	p.open('{')
	o := naiveObject{}
	if p.peek() != '}' {
		for {
			at := p.pos
			key := p.string()
			if _, ok := o[key]; ok {
				p.fail(at, DuplicateKey)
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

// naiveCanonical returns the canonical form of a value of naiveParse.
func naiveCanonical(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return map[bool]string{true: "true", false: "false"}[v]
	case *big.Int:
		return v.String()
	case string:
		return naiveQuote(v)
	case naiveArray:
		var parts []string
		for _, e := range v {
			parts = append(parts, naiveCanonical(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case naiveObject:
		var keys, parts []string
		for k := range v {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool { return naiveUTF16(keys[i]) < naiveUTF16(keys[j]) })
		for _, k := range keys {
			parts = append(parts, naiveQuote(k)+":"+naiveCanonical(v[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	panic(v)
}

// naiveUTF16 returns s in UTF-16BE, whose order of bytes is that of its code units.
func naiveUTF16(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u>>8), byte(u))
	}
	return string(b)
}

func naiveQuote(s string) string {
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
