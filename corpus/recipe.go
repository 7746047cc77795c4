package corpus

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// A Recipe describes bytes, so that a case of 8 MiB takes one line.
type Recipe []Term

// A Term is a string: Count times if Count is not 0; if To is not 0, once for each number from From to To-1,
// which takes the place of each %d; once otherwise.
type Term struct {
	Text     string
	Count    int
	From, To int
}

// maxRecipe bounds what a recipe may describe, in bytes.
const maxRecipe = 64 << 20

// Bytes returns what the recipe describes.
func (r Recipe) Bytes() []byte {
	var b []byte
	for _, t := range r {
		switch {
		case t.To > 0:
			for n := t.From; n < t.To; n++ {
				b = append(b, strings.ReplaceAll(t.Text, "%d", strconv.Itoa(n))...)
			}
		case t.Count > 0:
			b = append(b, bytes.Repeat([]byte(t.Text), t.Count)...)
		default:
			b = append(b, t.Text...)
		}
	}
	return b
}

// String returns the recipe in the format of the corpus.
func (r Recipe) String() string {
	var terms []string
	for _, t := range r {
		s := strconv.QuoteToASCII(t.Text)
		switch {
		case t.To > 0:
			s += fmt.Sprintf("@%d..%d", t.From, t.To)
		case t.Count > 0:
			s += fmt.Sprintf("*%d", t.Count)
		}
		terms = append(terms, s)
	}
	return strings.Join(terms, " ")
}

// ParseRecipe reads a recipe in the format of the corpus.
func ParseRecipe(s string) (Recipe, error) {
	var r Recipe
	size := 0
	for rest := s; ; {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil || quoted[0] != '"' {
			return nil, fmt.Errorf("no string literal at %q", rest)
		}
		text, _ := strconv.Unquote(quoted) // QuotedPrefix has seen to it
		suffix, next, more := strings.Cut(rest[len(quoted):], " ")
		t, err := parseTerm(text, suffix)
		if err != nil {
			return nil, err
		}
		size += t.bound()
		if size > maxRecipe {
			return nil, fmt.Errorf("a recipe for more than %d bytes", maxRecipe)
		}
		if r = append(r, t); !more {
			return r, nil
		}
		rest = next
	}
}

// bound returns how many bytes t describes, or some more.
func (t Term) bound() int {
	digits := len(strconv.Itoa(t.To)) * strings.Count(t.Text, "%d")
	return max(len(t.Text)*max(1, t.Count), (len(t.Text)+digits)*(t.To-t.From))
}

func parseTerm(text, suffix string) (Term, error) {
	t := Term{Text: text}
	if suffix == "" {
		return t, nil
	}
	var err error
	switch from, to, isRange := strings.Cut(suffix[1:], ".."); {
	case suffix[0] == '*' && !isRange:
		t.Count, err = parseCount(suffix[1:])
	case suffix[0] == '@' && isRange:
		if t.To, err = parseCount(to); err == nil && from != "0" {
			t.From, err = parseCount(from)
		}
		if err == nil && t.From >= t.To {
			err = fmt.Errorf("no number in the range %q", suffix)
		}
	default:
		err = fmt.Errorf("unknown suffix %q", suffix)
	}
	return t, err
}

// parseCount reads a positive number that can count something in a recipe.
func parseCount(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || n == 0 || n > maxRecipe || s[0] == '0' {
		return 0, fmt.Errorf("%q is no count", s)
	}
	return int(n), nil
}
