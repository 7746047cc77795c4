package engine

// Sections 9.2, 9.6 and 12.1: which decks the engine plays.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
)

// maxDeck bounds a deck's cards, so that a decklist of a few bytes can't ask for a world of billions
// of objects and no answer comes near the line limit.
const maxDeck = 500

// decklist returns the rows of d, or why the engine can't play it.
func (e *Engine) decklist(d protocol.Deck) ([]protocol.DeckRow, *protocol.ErrorBody) {
	source := "decklist"
	if d.CatalogID != "" || d.Decklist == nil {
		source = "catalog"
	}
	if !slices.Contains(e.hello.DeckSources, source) {
		return nil, refuse(protocol.CodeUnsupportedDeck, "decks come from %s here", strings.Join(e.hello.DeckSources, " or "))
	}
	rows := d.Decklist
	if source == "catalog" {
		i := slices.IndexFunc(e.hello.Catalog, func(c protocol.CatalogDeck) bool { return c.CatalogID == d.CatalogID })
		if i < 0 {
			return nil, refuse(protocol.CodeUnsupportedDeck, "no catalog deck %s", quote(d.CatalogID))
		}
		rows = e.hello.Catalog[i].Decklist
	}
	return rows, e.playable(rows)
}

// playable says which cards the engine can't play; it never substitutes them.
func (e *Engine) playable(rows []protocol.DeckRow) *protocol.ErrorBody {
	if t := tourOf(rows); t != nil {
		if need := t.missing(e.hello); need != "" {
			return refuse(protocol.CodeUnsupportedDeck, "this deck needs %s, which is not declared", need)
		}
		return nil
	}
	var total uint64
	var unknown []string
	for _, r := range rows {
		total += uint64(r.Count)
		if cardNamed(r.Name) == nil {
			unknown = append(unknown, r.Name)
		}
	}
	const shown = 5
	switch {
	case len(unknown) > shown:
		return refuse(protocol.CodeUnsupportedDeck, "unsupported cards: %s and %d more", quoteAll(unknown[:shown]), len(unknown)-shown)
	case len(unknown) > 0:
		return refuse(protocol.CodeUnsupportedDeck, "unsupported cards: %s", quoteAll(unknown))
	case total == 0:
		return refuse(protocol.CodeUnsupportedDeck, "a deck of no cards")
	case total > maxDeck:
		return refuse(protocol.CodeUnsupportedDeck, "a deck of %d cards; at most %d are supported", total, maxDeck)
	}
	return nil
}

// scriptOf returns the script of a game between two copies of a tour's deck, or nil. Against another
// deck a tour has nothing to stage: that game is an ordinary one, in which cards whose doing is in a
// script are not played.
func scriptOf(rows [2][]protocol.DeckRow) func(*game) {
	t, other := tourOf(rows[0]), tourOf(rows[1])
	if t == nil || other == nil || t.name != other.name {
		return nil
	}
	return t.script
}

// refuse makes an error answer.
func refuse(code protocol.Code, format string, args ...any) *protocol.ErrorBody {
	return &protocol.ErrorBody{Code: string(code), Message: fmt.Sprintf(format, args...)}
}

// quote shows a text of the other side in a message, however long it is.
func quote(s string) string {
	const limit = 64
	r := []rune(s)
	if len(r) > limit {
		return fmt.Sprintf("%q...", string(r[:limit]))
	}
	return fmt.Sprintf("%q", s)
}

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quote(n)
	}
	return strings.Join(quoted, ", ")
}

// cardsOf lists a deck's cards one by one, sorted by name: the order of a decklist's rows has no
// meaning, so it must not change the game.
func cardsOf(rows []protocol.DeckRow) []*card {
	sorted := slices.SortedFunc(slices.Values(rows), func(a, b protocol.DeckRow) int { return strings.Compare(a.Name, b.Name) })
	var out []*card
	for _, r := range sorted {
		for range r.Count {
			out = append(out, cardOf(r.Name))
		}
	}
	return out
}
