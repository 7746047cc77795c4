package protocolgen

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A ruleEdit changes a value that fits its shape so that it keeps one of the table's rules, or so
// that it breaks that rule and nothing else.
type ruleEdit struct {
	keep func(*generator, *Node)
	// breaks returns the pointer below the value at which the fault is reported, and whether this
	// value could be broken so.
	breaks func(*Node) (string, bool)
}

// rules has an edit for each rule of the table; a test holds it to that.
var rules = map[string]ruleEdit{
	"dense_candidates": {
		keep: func(_ *generator, n *Node) {
			for i, c := range n.Kids {
				c.Set("candidate_id", Int(int64(i)))
			}
		},
		breaks: func(n *Node) (string, bool) {
			n.Kids[0].Set("candidate_id", Int(1))
			return "/0/candidate_id", true
		},
	},
	"domain_id_hashes": {
		keep: func(_ *generator, n *Node) {
			var list []string
			for _, e := range n.Get("names").Kids {
				list = append(list, e.Str)
			}
			n.Set("domain_id", Str(protocol.DomainID(list)))
		},
		breaks: func(n *Node) (string, bool) {
			n.Set("domain_id", Str(protocol.DomainID([]string{"another name"})))
			return "/domain_id", true
		},
	},
	"starting_seat_pairs": {
		keep: func(g *generator, n *Node) {
			n.Set("starting_seat", Null())
			if n.Get("starting_player").Str == "host_assigned" {
				n.Set("starting_seat", Str(string(pick(g, protocol.Seats[:]))))
			}
		},
		breaks: func(n *Node) (string, bool) {
			if n.Get("starting_seat").Kind == wire.Null {
				n.Set("starting_seat", Str("p0"))
			} else {
				n.Set("starting_seat", Null())
			}
			return "/starting_seat", true
		},
	},
	"catalog_needs_source": {
		keep: func(_ *generator, n *Node) {
			if !lists(n.Get("deck_sources"), "catalog") {
				n.Set("catalog", List())
			}
		},
		breaks: func(n *Node) (string, bool) {
			n.Set("deck_sources", List(Str("decklist")))
			return "/catalog", len(n.Get("catalog").Kids) > 0
		},
	},
	"required_kinds": {
		keep: func(_ *generator, n *Node) {
			for _, k := range protocol.RequiredKinds() {
				if !lists(n, k) {
					n.Kids = append(n.Kids, Str(k))
				}
			}
		},
		breaks: func(n *Node) (string, bool) {
			for i, e := range n.Kids {
				if e.Str == "declare_block" {
					n.Kids = append(n.Kids[:i:i], n.Kids[i+1:]...)
					break
				}
			}
			return "", true
		},
	},
	"ending_pairs": {
		keep: func(g *generator, n *Node) {
			ends := protocol.Endings()
			if n.Get("provenance") != nil { // an engine's terminal
				ends = slices.DeleteFunc(ends, func(e protocol.Ending) bool { return e.Classification == "forfeit" })
			}
			e := pick(g, ends)
			n.Set("classification", Str(e.Classification)).Set("outcome", Str(e.Outcome)).Set("winner", Null())
			if e.Winner != "" {
				n.Set("winner", Str(string(e.Winner)))
			}
		},
		breaks: func(n *Node) (string, bool) {
			if n.Get("winner").Kind == wire.Null {
				n.Set("winner", Str("p1"))
			} else {
				n.Set("outcome", Str("draw"))
			}
			return "", true
		},
	},
	"opponent_deck_pairs": {
		keep: func(g *generator, n *Node) {
			if n.Get("rules").Get("opponent_decklist").Str == "hidden" {
				n.Set("opponent_deck", Null())
			} else {
				n.Set("opponent_deck", n.Get("own_deck").Clone())
			}
		},
		breaks: func(n *Node) (string, bool) {
			if n.Get("opponent_deck").Kind == wire.Null {
				n.Set("opponent_deck", n.Get("own_deck").Clone())
			} else {
				n.Set("opponent_deck", Null())
			}
			return "/opponent_deck", true
		},
	},
}

func lists(n *Node, word string) bool {
	for _, e := range n.Kids {
		if e.Str == word {
			return true
		}
	}
	return false
}
