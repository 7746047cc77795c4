package validator

// Section 11.3: the table of rules. Its order is the order in which violations are reported.

import (
	"slices"

	"github.com/spellbench/sbconform/reference/protocol"
)

// A Check is one sub-check of a rule.
type Check struct {
	Name    string // "V4-absent": the rule, then a word of ours; for X rules the rule's own name
	Rule    string
	Section string
	Reading protocol.Reading
	Says    string // what it asks of the engine, in a sentence
	run     func(*Game)
}

// Checks returns every check in the order in which a Game makes them: those of a message's envelope,
// then those of a decision, then those of a terminal.
func Checks() []Check {
	all := slices.Concat(bindingChecks, stepChecks, []Check{shapeCheck}, decisionChecks, endChecks, countChecks)
	for i := range all {
		all[i].run = nil
	}
	return all
}

const (
	spec   = protocol.Spec
	strict = protocol.Strict
)

// The host's own client checks these before the validator's rules (Section 11.2): they bind an answer
// to its request. The shape of the envelope is checked by the decoder that the message comes from.
var (
	bindingChecks = []Check{
		{"malformed-request-id", "malformed", "4.1", spec, "an answer echoes the request_id", (*Game).checkRequestID},
		{"malformed-game-id", "malformed", "9.3, 9.5", spec, "an answer names the game that was reset", (*Game).checkGameID},
	}
	stepChecks = []Check{
		{"malformed-step", "malformed", "9.3", spec, "step is 0 after reset and then rises by 1", (*Game).checkStep},
	}
)

var shapeCheck = Check{"V1-shape", "V1", "6, 7", spec, "every field, type, word and kind constraint is as Sections 6 and 7 list them", nil}

var decisionChecks = slices.Concat(observationChecks, candidateChecks, ruleChecks, provenanceChecks, furtherChecks)

var provenanceChecks = []Check{
	{"V10-provenance", "V10", "9.3, 9.5", spec, "the engine's identity has not changed", (*Game).checkProvenance},
}

var ruleChecks = []Check{
	{"V2-viewer", "V2", "6", spec, "the observation's viewer is the acting seat", (*Game).checkViewer},
	{"V2-priority-holder", "V2", "6.2", strict, "a priority decision goes to the seat that holds priority", (*Game).checkPriorityHolder},

	{"V3-seat-step", "V3", "9.3", spec, "seat_step counts the seat's answered decisions", (*Game).checkSeatStep},
	{"V3-other-seat", "V3", "8", spec, "no decision goes to the other seat while a group is partial", (*Game).checkOtherSeat},
	{"V3-rewind", "V3", "8", spec, "a rewind re-poses the priority decision whose action is undone", (*Game).checkRewind},
	{"V3-group", "V3", "8", spec, "a group continues with its next substep, or the seat's next group begins", (*Game).checkGroup},
	{"V3-priority-size", "V3", "8", spec, "a priority decision is a group of its own", (*Game).checkPrioritySize},
	{"V3-finish-size", "V3", "8", spec, "a variable-length sequence is one group per decision", (*Game).checkFinishSize},
	{"V3-arrangement-size", "V3", "7.5", spec, "an arrangement of n cards is a group of 2n-1", (*Game).checkArrangementSize},

	{"V4-unique", "V4", "5.3", spec, "two objects never share an id", (*Game).checkUniqueIDs},
	{"V4-absent", "V4", "5.1", spec, "a reference to an object that is not in the observation is null", (*Game).checkAbsent},
	{"V4-match", "V4", "5.1", spec, "a reference equals the record with its id, field for field", (*Game).checkReferences},

	{"V5-other-hand", "V5", "6.3", spec, "the other seat's hand is null", (*Game).checkOtherHand},
	{"V5-hand-count", "V5", "6.3", spec, "the viewer's hand has hand_count records", (*Game).checkHandCount},
	{"V5-library-record", "V5", "6.3", spec, "no record has zone library", (*Game).checkLibraryRecords},
	{"V5-known-own-hand", "V5", "6.7", spec, "the viewer's own hand is not listed in known", (*Game).checkKnownOwnHand},
	{"V5-known-hand-position", "V5", "6.7", spec, "a known hand card has no position", (*Game).checkKnownHandPosition},
	{"V5-known-library-position", "V5", "6.7", spec, "a known library card has exactly one position; while searching, one or none", (*Game).checkKnownLibraryPosition},
	{"V5-known-position-range", "V5", "6.7", strict, "a known position lies within the library", (*Game).checkKnownRange},
	{"V5-known-hand-count", "V5", "6.7", spec, "no more cards of a hand are known than it has", (*Game).checkKnownHandCount},
	{"V5-known-id", "V5", "6.7", spec, "a known card has an id only while it is looked at, revealed or searched", (*Game).checkKnownID},
	{"V5-known-order", "V5", "6.7", spec, "known is sorted", (*Game).checkKnownOrder},
	{"V5-candidate-order", "V5", "7.1", spec, "candidates for hidden cards are ordered by name, then id", (*Game).checkCandidateOrder},
	{"V5-candidate-tuples", "V5", "7.1", strict, "candidates with several hidden cards are ordered by all of them", (*Game).checkCandidateTuples},

	{"V6-name", "V6", "6.8", spec, "a face-down object that the viewer does not control is nameless", (*Game).checkFaceDownName},
	{"V6-characteristics", "V6", "6.8", strict, "such an object shows the face-down 2/2, with ward at most", (*Game).checkFaceDownTraits},
	{"V6-details", "V6", "6.8", strict, "such an object shows no class level, chosen value, target, mode or X", (*Game).checkFaceDownDetails},

	{"V7-returned", "V7", "5.3", spec, "an id that left the seat's observation never returns", (*Game).checkReturned},
	{"V7-zones", "V7", "5.3", spec, "an id never appears in two zones", (*Game).checkTwoZones},
	{"V7-owners", "V7", "5.3", strict, "an id never has two owners", (*Game).checkTwoOwners},

	{"V8-flag-off", "V8", "6.9", spec, "a field whose flag is false is null", (*Game).checkFlagOff},
	{"V8-flag-on", "V8", "6.9", spec, "a field whose flag is true is null only where Section 6.9 says so", (*Game).checkFlagOn},
	{"V8-class-level", "V8", "6.4", spec, "only a Class has a class level", (*Game).checkClassLevel},
	{"V8-known", "V8", "6.7", spec, "without known_cards, known lists only what is looked at now", (*Game).checkKnownUndeclared},
	{"V8-kind", "V8", "9.1", spec, "every kind is in decision_kinds", (*Game).checkKindDeclared},
	{"V8-mulligan", "V8", "7.6", spec, "no mulligan is offered under the rule none", (*Game).checkMulliganRule},
	{"V8-starting-player", "V8", "7.5", spec, "the starting player is chosen only under toss_winner_chooses", (*Game).checkTossRule},
	{"V8-default", "V8", "7.6", strict, "what a declared default answers is not asked", (*Game).checkDefaults},
	{"V8-rewind", "V8", "8", spec, "only an engine that declares rewind rewinds", (*Game).checkRewindDeclared},
	{"V8-extension-declared", "V8", "14", spec, "every extension is declared in hello_ok", (*Game).checkExtensionDeclared},
	{"V8-extension-enabled", "V8", "14", spec, "every extension is enabled in rules.extensions", (*Game).checkExtensionEnabled},

	{"V9-family", "V9", "7.1", spec, "context.kind is the family of every candidate", (*Game).checkFamily},
	{"V9-mana", "V9", "7.1", spec, "a choice offers mana abilities only beside optional_cost, to pay mana", (*Game).checkManaChoice},
	{"V9-mana-decline", "V9", "7.1", spec, "declining to pay mana is always offered", (*Game).checkManaDecline},
	{"V9-mana-purpose", "V9", "7.1", strict, "mana_payment is the purpose of optional costs and mana abilities alone", (*Game).checkManaPurpose},
	{"V9-mana-shared", "V9", "7.1", strict, "the optional costs of a mana payment are one cost of one source", (*Game).checkManaShared},
	{"V9-purpose", "V9", "9.3", strict, "context.purpose is the purpose that the candidates share, else null", (*Game).checkPurpose},
}

// The order at a terminal is the reference host's: V3, V10, the reason, the counts.
var (
	endChecks = []Check{
		{"V3-natural", "V3", "8", spec, "a game does not end naturally within a group", (*Game).checkNatural},
		{"V3-truncated", "V3", "9.2", spec, "a game is truncated only near a cap", (*Game).checkTruncated},
		{"V3-truncated-exact", "V3", "9.2", strict, "a game is truncated only at a cap", (*Game).checkTruncatedExact},
	}
	countChecks = []Check{
		{"terminal_reason-host", "terminal_reason", "11.5", strict, "an engine does not give the host's reasons", (*Game).checkReason},
		{"terminal_counts-steps", "terminal_counts", "9.5", spec, "step_count counts the answered decisions", (*Game).checkStepCount},
		{"terminal_counts-decisions", "terminal_counts", "9.5", spec, "decision_count counts the completed groups", (*Game).checkDecisionCount},
	}
	terminalChecks = slices.Concat(bindingChecks, endChecks, provenanceChecks, countChecks)
)

// The rules of the text that the list of Section 11.3 leaves to the engine. Where the text gives an
// engine room, the check leaves it that room, and the comment at the check says which.
var furtherChecks = []Check{
	{"X-max-steps", "X-max-steps", "9.2", spec, "a game that has reached max_steps ends", (*Game).checkMaxSteps},
	{"X-max-decisions", "X-max-decisions", "9.2", strict, "a game that has reached max_decisions ends", (*Game).checkMaxDecisions},

	{"X-order-candidates", "X-order-candidates", "7.5", spec, "one position is filled per decision, by an item of the block", (*Game).checkOrderCandidates},
	{"X-order-position", "X-order-position", "7.5", spec, "positions run from 0, one per substep", (*Game).checkOrderPosition},
	{"X-order-size", "X-order-size", "7.5", spec, "a block is a group of its count, less the position that is implied", (*Game).checkOrderSize},
	{"X-order-split", "X-order-split", "8", strict, "a block is one group", (*Game).checkOrderSplit},
	{"X-order-items", "X-order-items", "7.5", spec, "the items offered are those not yet placed", (*Game).checkOrderItems},
	{"X-mulligan-bottom", "X-mulligan-bottom", "7.5", spec, "a mulligan bottom block takes one card per mulligan from the whole hand", (*Game).checkMulliganBottom},

	{"X-arrange-substep", "X-arrange-substep", "7.5", spec, "an arrangement sends the card of each substep, then orders", (*Game).checkArrangeSubstep},
	{"X-arrange-card", "X-arrange-card", "7.5", spec, "an arrangement sends each card once", (*Game).checkArrangeCard},
	{"X-arrange-order", "X-arrange-order", "7.5", spec, "an arrangement's picks are the unplaced cards of the current destination", (*Game).checkArrangeOrder},

	{"X-finish-offered", "X-finish-offered", "7.5", spec, "a variable-count requirement offers its finish once the minimum is met", (*Game).checkFinishOffered},
	{"X-finish-early", "X-finish-early", "7.5", spec, "no finish is offered before the minimum is met", (*Game).checkFinishEarly},
	{"X-selected-count", "X-selected-count", "7.5", spec, "selected_count counts the picks made", (*Game).checkSelectedCount},
	{"X-selected-start", "X-selected-start", "7.5", strict, "selected_count begins at 0", (*Game).checkSelectedStart},
	{"X-fixed-size", "X-fixed-size", "7.5", spec, "a fixed-count requirement is a group of maximum decisions", (*Game).checkFixedSize},
	{"X-fixed-split", "X-fixed-split", "7.5", strict, "a fixed-count requirement is one group", (*Game).checkFixedSplit},
	{"X-picked-again", "X-picked-again", "7.5", strict, "a pick is not offered again", (*Game).checkPickedAgain},

	{"X-distribute-recipient", "X-distribute-recipient", "7.5", spec, "a distribution asks once for each recipient", (*Game).checkDistributeRecipient},
	{"X-distribute-remaining", "X-distribute-remaining", "7.5", spec, "remaining falls by what was assigned", (*Game).checkDistributeRemaining},
	{"X-distribute-rest", "X-distribute-rest", "7.5", strict, "the last recipient takes what remains", (*Game).checkDistributeRest},
	{"X-declare-creature", "X-declare-creature", "7.5", spec, "each decision of a declaration is about one creature", (*Game).checkDeclareCreature},
	{"X-declare-again", "X-declare-again", "7.5", spec, "a creature's attack is asked for once", (*Game).checkDeclareAgain},
	{"X-pay-covered", "X-pay-covered", "7.1", strict, "paying mana is offered only once the pool covers it", (*Game).checkPayCovered},

	{"X-turn", "X-turn", "6.2", spec, "turn never steps back", (*Game).checkTurn},
	{"X-active-seat", "X-active-seat", "6.2", spec, "a turn has one active player", (*Game).checkActiveSeat},
	{"X-lands-played", "X-lands-played", "6.3", spec, "lands_played_this_turn never steps back within a turn", (*Game).checkLandsPlayed},
	{"X-mulligans-back", "X-mulligans-back", "6.3", spec, "mulligans_taken never steps back", (*Game).checkMulligansBack},
	{"X-mulligans-taken", "X-mulligans-taken", "6.3", spec, "mulligans_taken counts the mulligans chosen", (*Game).checkMulligansTaken},
	{"X-cards", "X-cards", "6.3", spec, "a seat has no more cards in all zones than its deck", (*Game).checkCards},
}
