package protocol

// The closed vocabularies: Sections 4.4, 5.1, 6, 7.4, 9 and 12.2.

import (
	"slices"
	"strings"
)

// A Vocabulary is a closed list of words for one field or a few. Words never change.
type Vocabulary struct {
	Name    string // "select_object.purpose", "zone"
	Section string
	Words   []string
	index   words
}

// Has reports whether word belongs to the vocabulary.
func (v *Vocabulary) Has(word string) bool { return v.index.find([]byte(word)) >= 0 }

// Index returns the place of word in the list, or -1, without allocating.
func (v *Vocabulary) Index(word []byte) int { return v.index.find(word) }

func vocabulary(name, section, list string) *Vocabulary {
	w := strings.Fields(list)
	return &Vocabulary{name, section, w, newWords(w)}
}

const selectionPurposes = `discard sacrifice exile destroy return_to_hand search reveal put_onto_battlefield
	put_into_hand put_into_graveyard legend_rule tap untap delve convoke attach keep vote modes other`

// To add a word, add it here.
var (
	seatWords      = vocabulary("seat", "4.4", "p0 p1")
	zoneWords      = vocabulary("zone", "5.1", "library hand battlefield graveyard stack exile command")
	phaseWords     = vocabulary("phase_step", "6.2", "pregame untap upkeep draw precombat_main beginning_of_combat declare_attackers declare_blockers combat_damage end_of_combat postcombat_main end_step cleanup")
	dayNightWords  = vocabulary("day_night", "6.2", "day night none")
	stackKindWords = vocabulary("stack_kind", "6.5", "spell activated_ability triggered_ability")
	knownZoneWords = vocabulary("known.zone", "6.7", "hand library")
	howWords       = vocabulary("known.how", "6.7", "revealed looked_at from_public_zone own_placement searching tracked")
	supertypeWords = vocabulary("supertype", "6.10", "basic legendary ongoing snow world")
	cardTypeWords  = vocabulary("card_type", "6.10", "artifact battle conspiracy creature dungeon enchantment instant kindred land phenomenon plane planeswalker scheme sorcery vanguard")
	colorWords     = vocabulary("color", "6.10", "white blue black red green")
	chosenWords    = vocabulary("chosen.kind", "6.10", "color card_name creature_type card_type land_type number player mode other")
	manaWords      = vocabulary("mana_symbol", "6.10", "W U B R G C")
	contextWords   = vocabulary("context.kind", "7.1", "priority choice")

	selectPurpose    = vocabulary("select_object.purpose", "7.4", selectionPurposes)
	finishPurpose    = vocabulary("finish_selection.purpose", "7.4", selectionPurposes)
	booleanPurpose   = vocabulary("choose_boolean.purpose", "7.4", "may_ability optional_trigger may_cast change_copy_targets optional_replacement reveal other")
	numberPurpose    = vocabulary("choose_number.purpose", "7.4", "x_value amount life_payment cost_repetitions vote other")
	optionPurpose    = vocabulary("choose_option.purpose", "7.4", "effect_option top_or_bottom odd_or_even vote other")
	colorPurpose     = vocabulary("choose_color.purpose", "7.4", "mana protection effect other")
	namePurpose      = vocabulary("choose_name.purpose", "7.4", "card_name creature_type card_type land_type basic_land_type other")
	orderPurpose     = vocabulary("order_pick.purpose", "7.4", "triggers library_top library_bottom mulligan_bottom arrangement other")
	arrangePurpose   = vocabulary("arrange_card.purpose", "7.4", "scry surveil dig look_at_top pile_split other")
	destinationWords = vocabulary("arrange_card.destination", "7.4", "top bottom graveyard exile hand battlefield pile_0 pile_1")
	dividePurpose    = vocabulary("distribute.purpose", "7.4", "damage combat_damage counters mana life other")
	pilePurpose      = vocabulary("choose_pile.purpose", "7.4", "effect other")
	methodWords      = vocabulary("method", "7.4", "normal alternative flashback escape evoke overload adventure disturb foretell plot mdfc_back split_left split_right fuse prototype morph disguise madness miracle cascade discover rebound suspend free other")
	costWords        = vocabulary("optional_cost.cost", "7.4", "kicker buyback entwine conspire casualty bargain gift offspring copy unless_payment additional other")
	costKindWords    = vocabulary("choose_cost_target.cost_kind", "7.4", "sacrifice discard exile tap untap return_to_hand reveal remove_counter other")
	actionWords      = vocabulary("special_action.action", "7.4", "turn_face_up plot foretell suspend unlock_door other")
	eventWords       = vocabulary("choose_replacement.event", "7.4", "zone_change damage draw enter_battlefield counters life other")

	deckSourceWords  = vocabulary("deck_source", "9.1", "catalog decklist")
	mulliganWords    = vocabulary("mulligan", "12.2", "london none")
	startWords       = vocabulary("starting_player", "12.2", "host_assigned toss_winner_chooses")
	visibleWords     = vocabulary("opponent_decklist", "12.2", "visible hidden")
	outcomeWords     = vocabulary("outcome", "9.5", "p0_win p1_win draw truncated halted")
	endWords         = vocabulary("classification", "9.5", "natural truncated halted")
	gameOverEndWords = vocabulary("game_over.classification", "10.4", "natural truncated halted forfeit")
	errorCodeWords   = codeVocabulary()
	kindWords        = kindVocabulary()
	flagWords        = flagVocabulary()
)

func codeVocabulary() *Vocabulary {
	v := &Vocabulary{Name: "error_code", Section: "9.8"}
	for _, c := range EngineCodes() {
		v.Words = append(v.Words, string(c))
	}
	v.index = newWords(v.Words)
	return v
}

// Vocabularies returns every closed list of words, in the order of their sections.
func Vocabularies() []*Vocabulary {
	return slices.Concat([]*Vocabulary{
		seatWords, zoneWords, phaseWords, dayNightWords, stackKindWords, knownZoneWords, howWords,
		supertypeWords, cardTypeWords, chosenWords, contextWords,
	}, kindVocabularies, []*Vocabulary{
		deckSourceWords, mulliganWords, startWords, visibleWords, outcomeWords,
		endWords, gameOverEndWords, errorCodeWords, kindWords, flagWords,
	})
}

// kindVocabularies are those that the kind table names.
var kindVocabularies = []*Vocabulary{
	colorWords, manaWords,
	selectPurpose, finishPurpose, booleanPurpose, numberPurpose, optionPurpose, colorPurpose, namePurpose,
	orderPurpose, arrangePurpose, destinationWords, dividePurpose, pilePurpose, methodWords, costWords,
	costKindWords, actionWords, eventWords,
}

// VocabularyOf returns the vocabulary of that name, or nil.
func VocabularyOf(name string) *Vocabulary {
	for _, v := range Vocabularies() {
		if v.Name == name {
			return v
		}
	}
	return nil
}
