package report

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// locate returns the bytes of text that where points to: the value at a JSON pointer, or the byte of
// "byte 17". The text may be cut short behind them. Nothing is found where from equals to.
func locate(text, where string) (from, to int) {
	if offset, ok := strings.CutPrefix(where, "byte "); ok {
		n, err := strconv.Atoi(offset)
		if err != nil || n < 0 || n >= len(text) {
			return 0, 0
		}
		return n, n + 1
	}
	if !strings.HasPrefix(where, "/") {
		return 0, 0
	}
	var words []string
	for word := range strings.SplitSeq(where[1:], "/") {
		words = append(words, strings.NewReplacer("~1", "/", "~0", "~").Replace(word))
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return find(d, text, words)
}

// find looks for the value at a path below the one that d reads next.
func find(d *json.Decoder, text string, path []string) (from, to int) {
	for _, word := range path {
		open, err := d.Token()
		if err != nil {
			return 0, 0
		}
		switch open {
		case json.Delim('{'):
			for more := false; !more; {
				key, err := d.Token()
				if err != nil || key == json.Delim('}') {
					return 0, 0
				}
				if more = key == word; !more && skip(d) != nil {
					return 0, 0
				}
			}
		case json.Delim('['):
			n, err := strconv.Atoi(word)
			if err != nil {
				return 0, 0
			}
			for range n {
				if skip(d) != nil {
					return 0, 0
				}
			}
		default:
			return 0, 0
		}
	}
	from = int(d.InputOffset())
	from += len(text[from:]) - len(strings.TrimLeft(text[from:], " \t\r\n:,"))
	if err := skip(d); err != nil {
		if err == io.ErrUnexpectedEOF && from < len(text) { // cut short within the value
			return from, len(text)
		}
		return 0, 0
	}
	return from, int(d.InputOffset())
}

// skip reads one value. The error is that of a text that ends or breaks within it.
func skip(d *json.Decoder) error {
	var v json.RawMessage
	return d.Decode(&v)
}
