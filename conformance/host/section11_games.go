package host

// Section 11.3, the other way round: a decision that breaks no rule is put to its agent.

import (
	"fmt"
	"strings"

	"github.com/spellbench/sbconform/reference/engine"
)

// touring is a run in which the engine has one deck, the game of which shows something.
func touring(t engine.Tour) script {
	return script{name: "tour of " + t.CatalogID, games: 1, whole: true, hello: onlyDeck(t.CatalogID)}
}

func gameChecks() []check {
	out := []check{{
		id: "games/ordinary", section: "11.3", script: healthy(),
		doc: "A legal game is played to its natural end.",
		judge: func(h *H) {
			h.played()
			h.wantPlayed("everybody does as they should")
		},
	}}
	for _, t := range engine.Tours() {
		if t.CatalogID == "Loop" || t.CatalogID == "Stall" {
			continue // they go on until a seat reaches a cap, which the host is right to end
		}
		out = append(out, check{
			id: "games/" + strings.ToLower(t.CatalogID), section: "11.3", script: touring(t),
			doc: fmt.Sprintf("A legal game is played to its end: %s.", t.Sentence),
			judge: func(h *H) {
				if len(h.begun()) == 0 {
					h.Skipf("%s", h.never("begins no game with the deck "+t.CatalogID+", the only one"))
				}
				h.wantPlayed("every decision is legal")
			},
		})
	}
	for i := range out {
		out[i].hint = "the game_over of the failure says what the host took for a fault; the transcript ends with it"
	}
	return out
}
