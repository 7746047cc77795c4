package engine

// The cards of the tours. Each is itself as far as an observation shows it; what it does is in the
// script that uses it, so it is playable in the deck of its tour only.

import (
	"slices"
	"strings"
)

// printed makes a card of what is printed on it: its mana cost ("2R", "X" counting 0), its type line
// ("basic land: forest", in the words of Section 6.10) and its keywords.
func printed(name, mana, line, keywords string, power, toughness int32) card {
	types, subtypes, _ := strings.Cut(line, ": ")
	c := card{
		name: name, subtypes: strings.Fields(subtypes), keywords: strings.Fields(keywords),
		power: power, toughness: toughness, staged: true,
	}
	for _, t := range strings.Fields(types) {
		if slices.Contains(words("supertype"), t) {
			c.supertypes = append(c.supertypes, t)
		} else {
			c.types = append(c.types, t)
		}
	}
	for _, m := range mana {
		switch i := strings.IndexRune("WUBRGC", m); {
		case i >= 0:
			c.cost.colored[i]++
		case m >= '0' && m <= '9':
			c.cost.generic = c.cost.generic*10 + uint32(m-'0')
		}
	}
	for i, color := range words("color") {
		if c.cost.colored[i] > 0 {
			c.colors = append(c.colors, color)
		}
	}
	return c
}

// faces gives the front face of a multi-face card its full name.
func faces(full string, front card) card {
	front.fullName = full
	return front
}

func text(c card, text string) card {
	c.text = text
	return c
}

// tourCards lists them in the order of their names.
var tourCards = [...]card{
	printed("Agony Warp", "UB", "instant", "", 0, 0),
	printed("Arc Lightning", "2R", "sorcery", "", 0, 0),
	printed("Ashnod's Altar", "3", "artifact", "", 0, 0),
	printed("Aven Mindcensor", "2W", "creature: bird wizard", "flash flying", 2, 1),
	printed("Barbarian Class", "R", "enchantment: class", "", 0, 0),
	printed("Bone Shards", "B", "sorcery", "", 0, 0),
	printed("Brainstorm", "U", "instant", "", 0, 0),
	printed("Careful Study", "U", "sorcery", "", 0, 0),
	printed("City of Brass", "", "land", "", 0, 0),
	printed("Collective Brutality", "1B", "sorcery", "escalate", 0, 0),
	printed("Colossal Dreadmaw", "4GG", "creature: dinosaur", "trample", 6, 6),
	printed("Consider", "U", "instant", "", 0, 0),
	printed("Cryptic Command", "1UUU", "instant", "", 0, 0),
	printed("Cultivate", "2G", "sorcery", "", 0, 0),
	printed("Duress", "B", "sorcery", "", 0, 0),
	printed("Emblem", "", "", "", 0, 0),
	printed("Everflowing Chalice", "0", "artifact", "multikicker", 0, 0),
	printed("Fact or Fiction", "3U", "instant", "", 0, 0),
	printed("Faithless Looting", "R", "sorcery", "flashback", 0, 0),
	printed("Fiery Temper", "1RR", "instant", "madness", 0, 0),
	faces("Fire // Ice", printed("Fire", "1R", "instant", "", 0, 0)),
	printed("Fireball", "XR", "sorcery", "", 0, 0),
	printed("Fling", "1R", "instant", "", 0, 0),
	printed("Goblin", "", "creature: goblin", "", 1, 1),
	printed("Hardened Scales", "G", "enchantment", "", 0, 0),
	printed("Impulse", "1U", "instant", "", 0, 0),
	printed("Liliana of the Veil", "1BB", "legendary planeswalker: liliana", "", 0, 0),
	printed("Mana Leak", "1U", "instant", "", 0, 0),
	printed("Memory Lapse", "1U", "instant", "", 0, 0),
	printed("Mulldrifter", "4U", "creature: elemental", "flying evoke", 2, 2),
	printed("Nahiri's Stoneblades", "1R", "instant", "", 0, 0),
	printed("Oblivion Ring", "2W", "enchantment", "", 0, 0),
	printed("Pithing Needle", "1", "artifact", "", 0, 0),
	text(printed("Preordain", "U", "sorcery", "", 0, 0), "Scry 2, then draw a card."),
	printed("Rancor", "G", "enchantment: aura", "enchant", 0, 0),
	printed("Sensei's Divining Top", "1", "artifact", "", 0, 0),
	printed("Soul Warden", "W", "creature: human cleric", "", 1, 1),
	printed("Swelter", "3R", "sorcery", "", 0, 0),
	printed("Timely Reinforcements", "2W", "sorcery", "", 0, 0),
	printed("Village Rites", "B", "instant", "", 0, 0),
	printed("Wastes", "", "basic land", "", 0, 0),
	printed("Willbender", "2U", "creature: human wizard", "morph", 1, 2),
	printed("Winding Constrictor", "BG", "creature: snake", "", 2, 3),
}

// cardOf returns the card that a decklist calls name, of a tour too, or nil.
func cardOf(name string) *card {
	if c := cardNamed(name); c != nil {
		return c
	}
	for i := range tourCards {
		if tourCards[i].listed() == name {
			return &tourCards[i]
		}
	}
	return nil
}
