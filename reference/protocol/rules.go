package protocol

// The conditions across fields that the shapes carry. Those of the validator's V1 that need the rest
// of a decision are not here.

import (
	"slices"
	"strconv"

	"github.com/spellbench/sbconform/reference/wire"
)

var (
	denseCandidates = Rule{"dense_candidates", "7.1", Always,
		"a candidate's id is its index in the list",
		func(v wire.Value) (string, bool) {
			i := int64(0)
			for c := range v.Elems() {
				if c.Get("candidate_id").Int() != i {
					return "/" + strconv.FormatInt(i, 10) + "/candidate_id", true
				}
				i++
			}
			return "", false
		}}

	domainIDHashes = Rule{"domain_id_hashes", "4.3", OnlyStrict,
		"domain_id is the digest of the names",
		func(v wire.Value) (string, bool) {
			return "/domain_id", !v.Get("domain_id").StrIs(DomainID(textsOf(v.Get("names"))))
		}}

	startingSeatPairs = Rule{"starting_seat_pairs", "12.2", Always,
		"starting_seat is a seat with host_assigned and null with toss_winner_chooses",
		func(v wire.Value) (string, bool) {
			return "/starting_seat", v.Get("starting_player").StrIs("host_assigned") == v.Get("starting_seat").IsNull()
		}}

	catalogNeedsSource = Rule{"catalog_needs_source", "9.1", Always,
		"the catalog is empty when deck_sources lacks catalog",
		func(v wire.Value) (string, bool) {
			return "/catalog", v.Get("catalog").Len() > 0 && !slices.Contains(textsOf(v.Get("deck_sources")), "catalog")
		}}

	requiredKinds = Rule{"required_kinds", "9.1", Always,
		"decision_kinds has pass, play_land, cast_spell, declare_attack and declare_block",
		func(v wire.Value) (string, bool) {
			have := textsOf(v)
			return "", slices.ContainsFunc(RequiredKinds(), func(k string) bool { return !slices.Contains(have, k) })
		}}

	endingPairs = Rule{"ending_pairs", "9.5, 11.5", Always,
		"classification, outcome and winner fit together",
		func(v wire.Value) (string, bool) {
			// Str is "" for null, as Ending.Winner is.
			got := Ending{v.Get("classification").Str(), v.Get("outcome").Str(), Seat(v.Get("winner").Str())}
			return "", !slices.Contains(endings[:], got)
		}}

	opponentDeckPairs = Rule{"opponent_deck_pairs", "10.2", Always,
		"opponent_deck is null exactly when rules.opponent_decklist is hidden",
		func(v wire.Value) (string, bool) {
			return "/opponent_deck", v.Get("rules").Get("opponent_decklist").StrIs("hidden") != v.Get("opponent_deck").IsNull()
		}}
)

// An Ending is what a terminal or game_over may say together (Sections 9.5 and 11.5).
type Ending struct {
	Classification, Outcome string
	Winner                  Seat // "" for null
}

var endings = [...]Ending{
	{"natural", "p0_win", P0}, {"natural", "p1_win", P1}, {"natural", "draw", ""},
	{"truncated", "truncated", ""},
	{"halted", "halted", ""},
	{"forfeit", "p0_win", P0}, {"forfeit", "p1_win", P1},
}

// Endings returns every legal ending; those by forfeit are the host's own, never an engine's.
func Endings() []Ending { return slices.Clone(endings[:]) }

func textsOf(list wire.Value) (out []string) {
	for e := range list.Elems() {
		out = append(out, e.Str())
	}
	return out
}
