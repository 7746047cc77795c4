package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spellbench/sbconform/conformance"
)

// A field is a named text about a failure.
type field struct{ name, text string }

// failureFields returns what is to be told about a result that has a Failure, in the order in which
// its reader needs it. None is empty.
func failureFields(e Entry) []field {
	r, f := e.Result, *e.Failure
	// The hint quotes what it takes for the reason. What is told below in full need not be told twice.
	if hint, quoted, ok := strings.Cut(f.Hint, "stderr ends with "); ok {
		if last, err := strconv.Unquote(quoted); err == nil && strings.Contains(e.Stderr, last) {
			f.Hint = strings.TrimSuffix(hint, "; ")
		}
	}
	all := []field{
		{"wanted", r.Doc},
		{"but", f.Message},
		{"expected", f.Expected},
		{"got", f.Got},
		{"where", f.Where},
		{"log", strings.TrimSuffix(r.Detail, "\n")},
		{"stderr", e.Stderr},
		{"hint", f.Hint},
		{"transcript", r.Reproducer},
		{"replay", r.Replay},
		{"rerun", r.Command},
	}
	var out []field
	for _, f := range all {
		if f.text != "" {
			out = append(out, f)
		}
	}
	return out
}

// around shortens two long texts to the place where they begin to differ. Two of at most n bytes
// stay as they are.
func around(a, b string, n int) (string, string) {
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	from := 0
	if (len(a) > n || len(b) > n) && same > n/4 {
		from = same - n/4
	}
	return window(a, from, n), window(b, from, n)
}

// window returns about n bytes of s, from the character at or before byte from on.
func window(s string, from, n int) string {
	from = min(from, len(s))
	for i := 0; from > 0 && from < len(s) && !utf8.RuneStart(s[from]) && i < utf8.UTFMax; i++ {
		from--
	}
	s = conformance.Clip(s[from:], n)
	if from > 0 {
		s = fmt.Sprintf("(%d bytes) …%s", from, s)
	}
	return s
}
