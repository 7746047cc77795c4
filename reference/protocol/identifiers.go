package protocol

// Section 4.3: identifiers that are digests of canonical JSON.

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

const digestPrefix = "sha256:"

func digestID(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return digestPrefix + hex.EncodeToString(sum[:])
}

// DeckID returns the deck_id of a decklist: the digest of its rows sorted by name in code point
// order. The caller's slice stays as it is.
func DeckID(rows []DeckRow) string {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b DeckRow) int { return strings.Compare(a.Name, b.Name) })
	var w writer
	w.decklist(sorted)
	return digestID(w.b)
}

// DomainID returns the domain_id of a card name domain: the digest of its names sorted in code point
// order. The caller's slice stays as it is.
func DomainID(names []string) string {
	sorted := slices.Sorted(slices.Values(names))
	var w writer
	w.strings(sorted)
	return digestID(w.b)
}
