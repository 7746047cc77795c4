package engine

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
)

func TestProfilesAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	reference := Reference()
	honest := string(protocol.AppendResponse(nil, "h", &reference))
	for _, p := range Profiles() {
		assert.Assert(t, regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(p.Name) && !seen[p.Name], p.Name)
		assert.Assert(t, strings.HasPrefix(p.Sentence, "declares "), p.Name)
		seen[p.Name] = true
		h, ok := Declared(p.Name)
		assert.Assert(t, ok)
		answer := protocol.AppendResponse(nil, "h", &h)
		assert.Assert(t, string(answer) != honest, p.Name)
		_, fault := protocol.DecodeEngineResponse(answer)
		assert.Assert(t, fault == nil, "%v", fault)
	}
	_, ok := Declared("probe,no-such-profile")
	assert.Assert(t, !ok)
	both, _ := Declared("probe,no-rewind")
	assert.Assert(t, both.Probe && !both.Rewind)
}

// What an engine declares it holds to: the validator knows no more than hello and the rules.
func TestProfilesAreKept(t *testing.T) {
	for _, p := range Profiles() {
		t.Run(p.Name, func(t *testing.T) {
			h, _ := Declared(p.Name)
			for _, deck := range []string{"Skirmish", "Board", "Knowledge", "Triggers", "Replacements", "Divisions", "Payment"} {
				r := reset(4, deck)
				if len(h.Mulligan) == 1 && h.Mulligan[0] == "london" || p.Name == "no-flags" {
					london(r)
				}
				if h.StartingPlayer[0] != "host_assigned" {
					toss(r)
				}
				if h.Catalog == nil {
					for s, d := range r.Decks {
						for _, c := range Reference().Catalog {
							if c.CatalogID == d.CatalogID {
								r.Decks[s] = protocol.Deck{DeckID: d.DeckID, Decklist: c.Decklist}
							}
						}
					}
				} else if !strings.Contains(string(protocol.AppendResponse(nil, "h", &h)), `"`+deck+`"`) {
					continue // needs what is not declared
				}
				found := judged(t, Options{Profile: p.Name, Reading: protocol.Strict}, r, 120, mulligansFirst(1, lasts))
				assert.Equal(t, len(found), 0, "%s: %v", deck, found)
			}
		})
	}
}

func TestUndeclaredTourIsRefused(t *testing.T) {
	for profile, deck := range map[string]string{"no-rewind": "Rewinds", "ordinary-kinds": "Scry"} {
		h := newHost(t, Options{Profile: profile})
		assert.Equal(t, code(h.ask(reset(0, deck))), "unsupported_deck")
		for _, c := range Reference().Catalog {
			if c.CatalogID == deck {
				assert.Equal(t, code(h.ask(lists(reset(0, deck), c.Decklist))), "unsupported_deck")
			}
		}
	}
}
