package goldens

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/spellbench/sbconform/reference/wire"
)

// parseRow parses one line of a transcript; at is the offset of the first wrong byte. The row itself
// is cut by hand, since a message at the limits of depth and length that Section 2 sets, once it
// is wrapped in a row, is beyond the limits of the strict parser. The message goes through that parser.
func parseRow(line []byte) (row Row, at int, err error) {
	c := cutter{line: line}
	var dir, message, encoded span
	for key, value := range c.members {
		var to *span
		switch string(key.of(line)) {
		case `"dir"`:
			to = &dir
		case `"message"`:
			to = &message
		case `"base64"`:
			to = &encoded
		default:
			return Row{}, key.start, fmt.Errorf("unknown key %.40s", key.of(line))
		}
		if to.end > 0 {
			return Row{}, key.start, fmt.Errorf("key %s twice", key.of(line))
		}
		*to = value
	}
	switch {
	case c.bad:
		return Row{}, c.pos, errors.New(`not a row {"dir","message"}`)
	case dir.end == 0:
		return Row{}, len(line), errors.New(`no key "dir"`)
	case (message.end == 0) == (encoded.end == 0):
		return Row{}, len(line), errors.New(`neither "message" nor "base64", or both`)
	}
	row.Dir = string(bytes.Trim(dir.of(line), `"`))
	if !isDir(row.Dir) {
		return Row{}, dir.start, fmt.Errorf("unknown direction %.40s", dir.of(line))
	}
	if encoded.end > 0 {
		row.Exact = true
		row.Message, err = decodeBase64(encoded.of(line))
		return row, encoded.start, err
	}
	v, err := wire.Parse(message.of(line))
	if err != nil {
		at = message.start
		if e, ok := errors.AsType[*wire.Error](err); ok {
			at += e.Offset
		}
		return Row{}, at, err
	}
	switch v.Kind() {
	case wire.Object:
		row.Message = message.of(line)
	case wire.String:
		row.Message, row.Exact = v.AppendStr(nil), true
	default:
		return Row{}, message.start, errors.New("message is neither an object nor a string")
	}
	return row, 0, nil
}

func decodeBase64(quoted []byte) ([]byte, error) {
	if len(quoted) < 2 || quoted[0] != '"' {
		return nil, errors.New("base64 is not a string")
	}
	b, err := base64.StdEncoding.Strict().AppendDecode(nil, quoted[1:len(quoted)-1])
	return b, err
}

type span struct{ start, end int }

func (s span) of(line []byte) []byte { return line[s.start:s.end] }

// A cutter finds where the members of a flat object begin and end without judging their values.
type cutter struct {
	line []byte
	pos  int
	bad  bool // the line is not an object, from pos on
}

func (c *cutter) members(yield func(key, value span) bool) {
	c.bad = true
	if !c.take('{') {
		return
	}
	for {
		key := c.value()
		if !c.take(':') {
			return
		}
		value := c.value()
		if key.end == key.start || value.end == value.start || !yield(key, value) {
			return
		}
		if c.take(',') {
			continue
		}
		c.bad = !c.take('}') || c.space() < len(c.line)
		return
	}
}

func (c *cutter) space() int {
	for c.pos < len(c.line) && (c.line[c.pos] == ' ' || c.line[c.pos] == '\t') {
		c.pos++
	}
	return c.pos
}

func (c *cutter) take(b byte) bool {
	if c.space() == len(c.line) || c.line[c.pos] != b {
		return false
	}
	c.pos++
	return true
}

// value skips one value: a string, something in brackets, or a word.
func (c *cutter) value() span {
	start, depth, quoted := c.space(), 0, false
	for ; c.pos < len(c.line); c.pos++ {
		switch b := c.line[c.pos]; {
		case quoted:
			if b == '\\' {
				c.pos++
			} else if b == '"' {
				quoted = false
				if depth == 0 {
					c.pos++
					return span{start, c.pos}
				}
			}
		case b == '"':
			quoted = true
		case b == '{' || b == '[':
			depth++
		case (b == '}' || b == ']') && depth > 0:
			if depth--; depth == 0 {
				c.pos++
				return span{start, c.pos}
			}
		case depth == 0 && (b == ',' || b == ':' || b == '}' || b == ']'):
			return span{start, c.pos}
		}
	}
	c.pos = min(c.pos, len(c.line)) // a backslash may end the line
	return span{start, c.pos}
}
