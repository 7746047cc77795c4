package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/reference/wire"
)

// deckRow is the beginning of a decklist, as --deck takes it.
var deckRow = regexp.MustCompile(`^\s*[0-9]+ \S`)

// plays refuses a --format or --deck that the target, by its greeting, does not play. The suite would
// ask for it all the same, and an engine is right to refuse what it never named.
func (f *suiteFlags) plays(hello []byte) error {
	v, err := wire.Parse(hello)
	if err != nil {
		return nil // there is no greeting; the suite tells why
	}
	formats := texts(v.Get("formats"), "")
	if f.format != "" && !slices.Contains(formats, f.format) {
		return usage("--format %s: the target plays %s", f.format, listed(formats))
	}
	decks := texts(v.Get("catalog"), "catalog_id")
	switch {
	case f.deck == "" || slices.Contains(decks, f.deck):
	case !deckRow.MatchString(f.deck):
		return usage("--deck %s: it is no list, as '4 Lightning Bolt; 18 Mountain' is, and the target's catalog has %s", f.deck, listed(decks))
	case !slices.Contains(texts(v.Get("deck_sources"), ""), "decklist"):
		return usage("--deck: the target takes no lists; its catalog has %s", listed(decks))
	}
	return nil
}

// texts returns the strings of an array, or those that its objects have under a key.
func texts(array wire.Value, key string) (out []string) {
	if array.Kind() != wire.Array {
		return nil
	}
	for v := range array.Elems() {
		if key != "" {
			v = v.Get(key)
		}
		if v.Kind() == wire.String {
			out = append(out, v.Str())
		}
	}
	return out
}

// listed shows what a target wrote, a few words of it.
func listed(words []string) string {
	const few = 8
	if len(words) == 0 {
		return "none"
	}
	more := ""
	if len(words) > few {
		words, more = words[:few], fmt.Sprintf(" and %d more", len(words)-few)
	}
	return report.Visible(strings.Join(words, ", ")) + more
}
