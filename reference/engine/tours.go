package engine

// The tours, a line each.

import "strings"

func tours() []tour {
	kinds := strings.Fields
	return []tour{
		{"Targets", "spells choose two targets, up to two, and targets for two requirements", deck("Agony Warp", "Arc Lightning", "Nahiri's Stoneblades", "Swelter"), kinds("choose_target finish_target_selection"), false, targetsTour},
		{"Selections", "selections of every purpose, of a fixed number and of a variable one, and a search", deck("Careful Study", "Cultivate"), kinds("select_object finish_selection"), false, selectionsTour},
		{"Modes", "two of four modes, and one or more of three", deck("Collective Brutality", "Cryptic Command"), kinds("choose_spell_mode finish_selection"), false, modesTour},
		{"Divisions", "divided damage, divisions of every purpose, and combat damage", deck("Arc Lightning", "Colossal Dreadmaw"), kinds("choose_target finish_target_selection distribute"), false, divisionsTour},
		{"Costs", "costs of every kind, optional and alternative ones", deck("Bone Shards", "Everflowing Chalice", "Fling"), kinds("choose_cost_target optional_cost choose_number choose_cost_option"), false, costsTour},
		{"Casts", "everything that priority allows, and every way of casting", deck("Ashnod's Altar", "City of Brass", "Faithless Looting", "Fiery Temper", "Sensei's Divining Top", "Wastes"), kinds("activate_mana_ability activate_ability special_action choose_cast_method optional_cast"), false, castsTour},
		{"Payment", "mana is floated and paid while a spell resolves", deck("Mana Leak"), kinds("activate_mana_ability choose_target optional_cost"), false, paymentTour},
		{"Names", "names of every purpose", deck("Pithing Needle"), kinds("choose_name"), false, namesTour},
		{"Numbers", "X, and numbers of every purpose", deck("Fireball"), kinds("choose_number"), false, numbersTour},
		{"Words", "options, colors and yes or no of every purpose", deck("Timely Reinforcements"), kinds("choose_option choose_color choose_boolean"), false, wordsTour},
		{"Piles", "five revealed cards are split into two piles, and one is chosen", deck("Fact or Fiction"), kinds("arrange_card order_pick choose_pile"), false, pilesTour},
		{"Replacements", "two and three effects replace one event", deck("Hardened Scales", "Winding Constrictor"), kinds("choose_replacement choose_boolean"), false, replacementsTour},
		{"Triggers", "identical triggers are put on the stack in an order", deck("Soul Warden"), kinds("order_pick choose_boolean"), false, triggersTour},
		{"Scry", "scry 1 to 4", deck("Preordain"), kinds("arrange_card order_pick"), false, lookingTour("Preordain", "scry", 0, "top", "bottom")},
		{"Surveil", "surveil 1 to 4", deck("Consider"), kinds("arrange_card order_pick"), false, lookingTour("Consider", "surveil", 0, "top", "graveyard")},
		{"Dig", "one of 1 to 4 cards goes to the hand", deck("Impulse"), kinds("arrange_card order_pick"), false, lookingTour("Impulse", "dig", 1, "hand", "bottom")},
		{"Destinations", "every destination in one arrangement, and none but the top", deck("Impulse", "Mulldrifter"), kinds("arrange_card order_pick"), false, destinationsTour},
		{"Blocks", "cards are put on either end of a library in an order", deck("Brainstorm"), kinds("order_pick"), false, blocksTour},
		{"Rewinds", "actions fail and are undone: one, within a group, after an answer, one in another", deck("Village Rites"), kinds("choose_cost_target optional_cost choose_boolean"), true, rewindsTour},
		{"Board", "every field of an observation, and every kind of stack entry", deck("Aven Mindcensor", "Barbarian Class", "Fire // Ice", "Fireball", "Liliana of the Veil", "Oblivion Ring", "Pithing Needle", "Preordain", "Rancor", "Soul Warden", "Willbender"), kinds("choose_spell_mode"), false, boardTour},
		{"Phases", "a decision in every step of a turn", deck("Timely Reinforcements", "Willbender"), kinds("choose_boolean"), false, phasesTour},
		{"Knowledge", "every event that changes what a seat knows of hidden cards", deck("Duress", "Preordain"), kinds("choose_boolean select_object order_pick arrange_card"), false, knowledgeTour},
		{"Limit", "4096 candidates", deck("Fireball", "Willbender"), kinds("choose_number"), false, limitTour},
		{"Beyond", "one candidate too many: the engine halts the game", deck("Fireball", "Mulldrifter"), kinds("choose_number"), false, beyondTour},
		{"Loop", "a loop in which nobody has a choice", deck("Memory Lapse"), kinds("choose_option"), false, loopTour},
		{"Stall", "a player acts for ever", deck("Sensei's Divining Top"), kinds("activate_ability"), false, stallTour},
		{"Draw", "both players lose at once", deck("Village Rites", "Willbender"), nil, false, drawTour},
	}
}
