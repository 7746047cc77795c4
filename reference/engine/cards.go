package engine

// The cards this engine knows. Everything the rules ask of a card is data here, save what a spell
// does when it resolves.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A card is what is printed on it. Cards are shared by all games and never changed.
type card struct {
	name             string // the Oracle name of the front face, in NFC
	fullName         string // of a multi-face card
	types            []string
	supertypes       []string
	subtypes         []string
	colors           []string
	keywords         []string
	text             string // the spell's text on the stack
	cost             cost
	power, toughness int32 // of a creature
	taps             mana  // the one mana its mana ability makes, or noMana
	targets          bool  // one "any target" (CR 115.4)
	effect           func(g *game, spell *object)
	staged           bool // what it does is in the script of a tour: in other games it is not played
}

// A mana is a symbol of mana, "" for none.
type mana string

const (
	noMana mana = ""
	red    mana = "R"
	green  mana = "G"
)

// index is the symbol's place in a pool.
func (m mana) index() int { return strings.Index("WUBRGC", string(m)) }

// A cost is a mana cost.
type cost struct {
	generic uint32
	colored protocol.ManaPool
}

func redCost(generic, n uint32) cost {
	var c protocol.ManaPool
	c[red.index()] = n
	return cost{generic, c}
}

func (c cost) value() uint32 {
	n := c.generic
	for _, x := range c.colored {
		n += x
	}
	return n
}

// covers reports whether pool pays for c.
func (c cost) covers(pool protocol.ManaPool) bool {
	var left uint32
	for i, x := range c.colored {
		if pool[i] < x {
			return false
		}
		left += pool[i] - x
	}
	return left >= c.generic
}

// pay takes c from pool, which covers it. The decks here make mana of one color, so there is one way to
// pay the generic part and the seat has nothing to choose; whoever mixes lands has it paid in the order
// of the symbols.
func (c cost) pay(pool *protocol.ManaPool) {
	generic := c.generic
	for i, x := range c.colored {
		pool[i] -= x
	}
	for i := range pool {
		x := min(pool[i], generic)
		pool[i] -= x
		generic -= x
	}
}

func (c *card) is(cardType string) bool { return slices.Contains(c.types, cardType) }

func (c *card) has(keyword string) bool { return slices.Contains(c.keywords, keyword) }

// listed is the name that decklists call the card by (Section 12.1).
func (c *card) listed() string { return cmp.Or(c.fullName, c.name) }

var mountain = card{
	name: "Mountain", supertypes: []string{"basic"}, types: []string{"land"}, subtypes: []string{"mountain"},
	taps: red,
}

var forest = card{
	name: "Forest", supertypes: []string{"basic"}, types: []string{"land"}, subtypes: []string{"forest"},
	taps: green,
}

var lightningBolt = card{
	name: "Lightning Bolt", types: []string{"instant"}, colors: []string{"red"}, cost: redCost(0, 1),
	text: "Lightning Bolt deals 3 damage to any target.", targets: true,
	effect: func(g *game, spell *object) { g.damage(spell.targets[0], 3) },
}

func creature(name string, c cost, power, toughness int32, keywords []string, subtypes ...string) card {
	return card{
		name: name, types: []string{"creature"}, subtypes: subtypes, colors: []string{"red"},
		keywords: keywords, cost: c, power: power, toughness: toughness,
	}
}

var grizzlyBears = card{
	name: "Grizzly Bears", types: []string{"creature"}, subtypes: []string{"bear"}, colors: []string{"green"},
	cost: cost{1, protocol.ManaPool{4: 1}}, power: 2, toughness: 2,
}

// cards lists every card of the ordinary games in the order of their names.
var cards = [...]card{
	forest,
	creature("Goblin Piker", redCost(1, 1), 2, 1, nil, "goblin", "warrior"),
	grizzlyBears,
	creature("Hill Giant", redCost(3, 1), 3, 3, nil, "giant"),
	lightningBolt,
	creature("Mons's Goblin Raiders", redCost(0, 1), 1, 1, nil, "goblin"),
	mountain,
	creature("Raging Goblin", redCost(0, 1), 1, 1, []string{"haste"}, "goblin", "berserker"),
}

func cardNamed(name string) *card {
	for i := range cards {
		if cards[i].name == name {
			return &cards[i]
		}
	}
	return nil
}
