package protocol_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/golden"

	"github.com/spellbench/sbconform/reference/protocol"
)

// The whole table in words, to be read beside the specification: a change of the table shows here as
// a line to be checked against its section. (`go test ./reference/protocol -update` writes it.)
func TestTableInWords(t *testing.T) {
	var b strings.Builder
	for _, s := range protocol.Shapes() {
		fmt.Fprintf(&b, "%s (%s): %s\n", s.Name, s.Section, inWords(s, false))
		for _, f := range s.Fields {
			fmt.Fprintf(&b, "\t%s: %s", f.Name, inWords(f.Shape, true))
			if f.Optional {
				b.WriteString(", optional")
			}
			if f.Flag != protocol.NoFlag {
				fmt.Fprintf(&b, ", flag %s", f.Flag)
			}
			b.WriteByte('\n')
		}
	}
	for _, v := range protocol.Vocabularies() {
		fmt.Fprintf(&b, "words of %s (%s): %s\n", v.Name, v.Section, strings.Join(v.Words, " "))
	}
	for _, e := range protocol.Endings() {
		fmt.Fprintf(&b, "ending (9.5, 11.5): %s %s, winner %q\n", e.Classification, e.Outcome, e.Winner)
	}
	golden.Assert(t, b.String(), "table.golden")
}

// inWords describes a shape; one that has a name only by it where byName.
func inWords(s *protocol.Shape, byName bool) string {
	var w []string
	add := func(yes bool, format string, args ...any) {
		if yes {
			w = append(w, fmt.Sprintf(format, args...))
		}
	}
	when := func(a protocol.Applies, what string) {
		add(a == protocol.Always, "%s", what)
		add(a == protocol.OnlyStrict, "%s in the strict reading", what)
	}
	if byName && s.Name != "" {
		add(true, "%s", s.Name)
	} else {
		types := [...]string{"any value", "any object", "boolean", "integer", "text", "list", "struct", "dict", "one of", "by kind"}
		forms := [...]string{"", "NFC", "snake", "sha256 id", "hex64", "extension"}
		add(true, "%s", types[s.Type])
		add(s.Type == protocol.Integer, "%d to %d", s.Min, s.Max)
		add(s.Form != protocol.FormAny, "%s", forms[s.Form])
		if s.Words != nil {
			if s.Words.Name == "" {
				add(true, "%q", s.Words.Words[0])
			} else {
				add(true, "a word of %s", s.Words.Name)
			}
		}
		when(s.NonEmpty, "not empty")
		when(s.Distinct, strings.TrimSpace("distinct "+s.DistinctBy))
		add(s.Ordered, "in order")
		add(s.BySeat, "p0 then p1")
		add(s.Open, "open")
		add(s.Type == protocol.List && s.Min > 0, "at least %d", s.Min)
		add(s.Type == protocol.List && s.Max > 0, "at most %d", s.Max)
		if s.Elem != nil {
			add(true, "of (%s)", inWords(s.Elem, true))
		}
		if s.Name == "" || s.Type == protocol.OneOf {
			for _, f := range s.Fields {
				add(true, "%s (%s)", f.Name, inWords(f.Shape, true))
			}
		}
		for _, a := range s.Arms {
			add(true, "{%s}", inWords(a, true))
		}
		for _, c := range s.Constraints {
			add(true, "%s", s.ConstraintText(c))
		}
		for _, r := range s.Rules {
			when(r.When, r.Name)
		}
	}
	add(s.Nullable, "or null")
	return strings.Join(w, ", ")
}
