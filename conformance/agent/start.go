package agent

import (
	"github.com/spellbench/sbconform/reference/protocol"
)

// extension is the one that games of ours enable. No agent knows it.
const extension = "x_sbconform"

// domain are the names that a card_name choice offers, in code point order.
var domain = []string{"Fire // Ice", "Forest", "Jötun Grunt", "Lightning Bolt", "Lim-Dûl's Vault", "Ætherling"}

// newGame returns the game_start of a game with rich rules, with an id and a seed that no other game of
// the check has.
func (a *A) newGame() *protocol.GameStart {
	index := a.games
	a.games++
	startup := milliseconds(a.shared.startup())
	// An answer in the time that we wait for is one in the time that the agent is told it has.
	start := newStart(a.shared.secret.GameID(index), a.shared.secret.AgentSeed(index, protocol.P0), startup, milliseconds(a.shared.answerLimit()))
	clock, t := a.shared.time(), &start.TimeControl
	t.BankMS, t.IncrementMS, t.MaxDecisionMS = milliseconds(clock.Bank), milliseconds(clock.Increment), milliseconds(clock.Max)
	return start
}

// newStart returns a game_start of a host whose engine declares all there is. Times are in
// milliseconds.
func newStart(gameID string, seed, startup, limit uint64) *protocol.GameStart {
	rows := []protocol.DeckRow{{Name: "Forest", Count: 24}, {Name: "Lightning Bolt", Count: 4}, {Name: "Lim-Dûl's Vault", Count: 4}}
	deck := protocol.NamedDeck{DeckID: protocol.DeckID(rows), Name: "Conformance", Decklist: rows}
	start := &protocol.GameStart{
		GameID: gameID, Seat: protocol.P0, Format: "pauper-bo1", OwnDeck: deck, OpponentDeck: &deck,
		Rules: protocol.Rules{
			OpponentDecklist: "visible", Mulligan: "london", StartingPlayer: "toss_winner_chooses",
			CardNameDomain: protocol.CardNameDomain{Names: domain}, Extensions: []string{extension},
		},
		Engine: protocol.EngineIdentity{Name: "sbconform", Version: "1", RulesSnapshotID: "sbconform-rules", CardPoolIdentity: "sbconform-cards"},
		Profile: protocol.Profile{
			Mulligan: []string{"london", "none"}, StartingPlayer: []string{"host_assigned", "toss_winner_chooses"},
			Observation: allFlags(), Rewind: true, Extensions: []protocol.Extension{{Name: extension}},
		},
		TimeControl: protocol.TimeControl{
			StartupMS: startup, GameStartMS: limit, BankMS: 60 * limit, IncrementMS: limit,
			MaxDecisionMS: limit, EngineStepMS: 120000,
		},
		Limits: protocol.Limits{
			MaxDecisions: 10000, MaxSteps: 100000, MaxSeatDecisionsPerTurn: 500, MaxSeatDecisionsPerGame: 4999, MaxSeatStepsPerGame: 49999,
		},
		Resources: protocol.Resources{CPUs: 1, MemoryMB: 4096, EngineCPUs: 1},
		AgentSeed: seed,
	}
	for _, k := range protocol.Kinds() {
		start.Profile.DecisionKinds = append(start.Profile.DecisionKinds, k.Name)
	}
	return start
}
