package engine

// Section 9.1: what an engine may declare, and what follows from it. The reference declares all it can;
// a profile is the reference with another declaration, which it then holds to.

import (
	"slices"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A Profile changes what the engine declares.
type Profile struct {
	Name     string // lowercase words and hyphens
	Sentence string // what is declared, beginning "declares "
	change   func(*protocol.EngineHelloOK)
}

// Profiles returns every profile that Options.Profile may name.
func Profiles() []Profile {
	const order = "engine_order"
	list := []Profile{
		{"no-flags", "declares no observation flag", func(h *protocol.EngineHelloOK) { h.Observation = protocol.Flags{} }},
		{"ordinary-kinds", "declares the kinds that ordinary games pose, and no rewind", func(h *protocol.EngineHelloOK) {
			h.DecisionKinds = append(protocol.RequiredKinds(), "activate_mana_ability", "choose_target", "select_object",
				"mulligan", "order_pick", "choose_starting_player", "distribute")
			h.Rewind = false
		}},
		{"no-rewind", "declares no rewind", func(h *protocol.EngineHelloOK) { h.Rewind = false }},
		{"probe", "declares the noninterference probe", func(h *protocol.EngineHelloOK) { h.Probe = true }},
		{"no-extension", "declares no extension", func(h *protocol.EngineHelloOK) { h.Extensions = nil }},
		{"trigger-order", "declares that triggers are ordered by the engine", func(h *protocol.EngineHelloOK) { h.Defaults.TriggerOrder = order }},
		{"replacement-order", "declares that replacement effects are ordered by the engine", func(h *protocol.EngineHelloOK) { h.Defaults.ReplacementOrder = order }},
		{"combat-damage", "declares that combat damage is assigned by the engine", func(h *protocol.EngineHelloOK) { h.Defaults.CombatDamageAssignment = order }},
		{"autopay", "declares that mana is paid by the engine", func(h *protocol.EngineHelloOK) { h.Defaults.ManaPayment = "engine_autopay" }},
		{"all-defaults", "declares every default of the engine", func(h *protocol.EngineHelloOK) {
			h.Defaults = protocol.EngineDefaults{TriggerOrder: order, ReplacementOrder: order, CombatDamageAssignment: order, ManaPayment: "engine_autopay"}
		}},
		{"no-mulligan", "declares that both seats keep their opening hands", func(h *protocol.EngineHelloOK) { h.Mulligan = []string{"none"} }},
		{"london", "declares the London mulligan alone", func(h *protocol.EngineHelloOK) { h.Mulligan = []string{"london"} }},
		{"host-assigned", "declares that the host names the starting player", func(h *protocol.EngineHelloOK) { h.StartingPlayer = []string{"host_assigned"} }},
		{"toss", "declares that the toss winner chooses the starting player", func(h *protocol.EngineHelloOK) { h.StartingPlayer = []string{"toss_winner_chooses"} }},
		{"catalog", "declares catalog decks alone", func(h *protocol.EngineHelloOK) { h.DeckSources = []string{"catalog"} }},
		{"decklist", "declares decklists alone", func(h *protocol.EngineHelloOK) { h.DeckSources, h.Catalog = []string{"decklist"}, nil }},
		{"formats", "declares two formats", func(h *protocol.EngineHelloOK) { h.Formats = append(h.Formats, "sbconform-casual") }},
	}
	for _, f := range protocol.ObservationFlags() {
		list = append(list, Profile{"no-" + strings.ReplaceAll(f.Name, "_", "-"), "declares the observation flag " + f.Name + " false",
			func(h *protocol.EngineHelloOK) { h.Observation.Set(f.Flag, false) }})
	}
	return list
}

// Declared returns what the reference declares under profiles, names joined by commas, and whether there
// are such. A deck that needs what is not declared is not in the catalog.
func Declared(profiles string) (protocol.EngineHelloOK, bool) {
	h := Reference()
	if profiles == "" {
		return h, true
	}
	list := Profiles()
	for name := range strings.SplitSeq(profiles, ",") {
		i := slices.IndexFunc(list, func(p Profile) bool { return p.Name == name })
		if i < 0 {
			return h, false
		}
		list[i].change(&h)
	}
	h.Catalog = slices.DeleteFunc(h.Catalog, func(d protocol.CatalogDeck) bool {
		t := tourOf(d.Decklist)
		return t != nil && t.missing(&h) != ""
	})
	return h, true
}
