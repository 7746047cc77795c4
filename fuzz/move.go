package fuzz

// Sections 4.1 and 9: from moves to the lines of a dialogue.

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Move is one request of a dialogue, told by what it means and not by its bytes: ids, steps and
// echoes are those of the moment at which it is made. So a move can be repeated, moved, left out or
// kept for another day, and those around it stay what they were.
type Move struct {
	Kind  string    `json:"kind"`            // a row of kinds
	Pick  uint64    `json:"pick,omitempty"`  // of a step, the candidate; of a reset, rules, format, decks and secret; of "again", how far back
	Caps  [2]uint64 `json:"caps,omitzero"`   // of a reset: max_decisions and max_steps
	Line  []byte    `json:"line,omitempty"`  // of "line"
	Edits []Edit    `json:"edits,omitempty"` // made in their order
}

// String tells of the move in a few words.
func (v Move) String() string {
	var out strings.Builder
	out.WriteString(v.Kind)
	for _, e := range v.Edits {
		fmt.Fprintf(&out, "; %s", e)
	}
	return out.String()
}

// A script turns moves into lines, for one process.
type script struct {
	model  *Model
	secret protocol.RunSecret
	format string   // that games are played in; "" for any
	deck   string   // likewise
	sent   [][]byte // the last lines, oldest first, for "again"
	ids    uint64
	games  uint64
	text   []byte // used again for each request
	lines  shelf

	domains map[[2]*protocol.CatalogDeck]protocol.CardNameDomain // of the decks that met so far

	lastID, olderID     string
	firstGame, lastGame string
	resetGame           string // that the last reset named, taken or refused
	askedGame           string // that the reset before it named
}

// remembered is how many lines "again" can reach.
const remembered = 8

func newScript(m *Model, secret protocol.RunSecret) *script {
	return &script{
		model: m, secret: secret, firstGame: noGame, lastGame: noGame, resetGame: noGame, askedGame: noGame,
		domains: map[[2]*protocol.CatalogDeck]protocol.CardNameDomain{},
	}
}

// noGame is a game_id that no reset of ours uses.
const noGame = "g-0000000000000000"

// render returns the line of a move, which never holds a line feed.
func (s *script) render(v Move) []byte {
	make, ok := kinds[v.Kind]
	if !ok {
		make = kinds["line"]
	}
	line := make(s, v)
	for _, e := range v.Edits {
		if edit := edits[e.Op]; edit != nil && len(line) <= wire.MaxLine+maxPad {
			line = edit(s, line, e)
		}
	}
	if bytes.IndexByte(line, '\n') >= 0 {
		line = bytes.ReplaceAll(line, []byte("\n"), []byte(" "))
	}
	if n := len(line); n > wire.MaxLine-16 && n < wire.MaxLine+16 {
		line = line[:wire.MaxLine-16] // whether the terminator counts, the text leaves open
	}
	s.note(line)
	return line
}

func (s *script) note(line []byte) {
	if len(s.sent) == remembered {
		s.sent = slices.Delete(s.sent, 0, 1)
	}
	s.sent = append(s.sent, line)
}

// answered takes notice of ids that were spent. It is called once the model has judged the answer.
func (s *script) answered() {
	if x := s.model.last; x != nil && x.id != s.lastID {
		s.olderID, s.lastID = s.lastID, x.id
	}
	if s.model.game != s.lastGame && s.model.state == Over {
		s.lastGame = s.model.game
		if s.firstGame == noGame {
			s.firstGame = s.lastGame
		}
	}
}

func (s *script) freshID() string {
	s.ids++
	return "h-" + strconv.FormatUint(s.ids, 10)
}

// kinds make the line of a move before its edits.
var kinds = map[string]func(s *script, v Move) []byte{
	"hello": func(s *script, _ Move) []byte { return s.request(&protocol.Hello{}) },
	"reset": func(s *script, v Move) []byte {
		r := s.reset(v)
		s.askedGame, s.resetGame = s.resetGame, r.GameID
		return s.request(r)
	},
	"step": func(s *script, v Move) []byte { return s.request(s.step(v)) },
	"validate_deck": func(s *script, v Move) []byte {
		r := s.reset(v)
		d := r.Decks[0]
		d.DeckID = ""
		return s.request(&protocol.ValidateDeck{Format: r.Format, Deck: d})
	},
	"probe_resample": func(s *script, _ Move) []byte {
		return s.request(&protocol.ProbeResample{GameID: s.gameID(), Samples: 1})
	},
	"again": func(s *script, v Move) []byte {
		if len(s.sent) == 0 {
			return s.request(&protocol.Hello{})
		}
		return s.sent[len(s.sent)-1-int(v.Pick%uint64(len(s.sent)))]
	},
	"line": func(_ *script, v Move) []byte { return v.Line },
}

func (s *script) request(body any) []byte {
	s.text = protocol.AppendRequest(s.text[:0], s.freshID(), body)
	return s.lines.keep(s.text)
}

func (s *script) gameID() string {
	if s.model.state == Idle {
		return noGame
	}
	return s.model.game
}

// step chooses a candidate of the pending decision. Where there is none it is a step all the same.
func (s *script) step(v Move) *protocol.Step {
	out := &protocol.Step{GameID: s.gameID(), ExpectedStep: s.model.step, EchoJSON: []byte(`{"kind":"pass"}`)}
	if all := s.model.choices; all.Len() > 0 {
		out.CandidateID = uint32(v.Pick % uint64(all.Len()))
		out.EchoJSON = nth(all, int(out.CandidateID)).Get("semantic").Raw()
	}
	return out
}

// reset begins a game by what the engine declares; Pick chooses among that.
func (s *script) reset(v Move) *protocol.Reset {
	pick := v.Pick
	choose := func(n int) int {
		i := pick % uint64(max(n, 1))
		pick /= uint64(max(n, 1))
		return int(i)
	}
	r := &protocol.Reset{
		GameID: s.secret.GameID(s.games), GameSecret: s.secret.GameSecret(v.Pick).String(), MaxDecisions: v.Caps[0], MaxSteps: v.Caps[1],
		Rules: protocol.Rules{OpponentDecklist: []string{"visible", "hidden"}[choose(2)], Mulligan: "none", StartingPlayer: "host_assigned"},
	}
	s.games++
	h := s.model.hello
	if h == nil {
		h = &protocol.EngineHelloOK{}
	}
	if len(h.Mulligan) > 0 {
		r.Rules.Mulligan = h.Mulligan[choose(len(h.Mulligan))]
	}
	if len(h.StartingPlayer) > 0 {
		r.Rules.StartingPlayer = h.StartingPlayer[choose(len(h.StartingPlayer))]
	}
	if r.Rules.StartingPlayer == "host_assigned" {
		r.Rules.StartingSeat = protocol.Ptr(protocol.Seats[choose(2)])
	}
	if len(h.Formats) > 0 {
		r.Format = cmp.Or(s.format, h.Formats[choose(len(h.Formats))])
	}
	if i := slices.IndexFunc(h.Catalog, func(c protocol.CatalogDeck) bool { return c.CatalogID == s.deck }); i >= 0 {
		h = &protocol.EngineHelloOK{Catalog: h.Catalog[i : i+1], DeckSources: h.DeckSources}
	}
	known, listed := h.Catalog, !slices.Contains(h.DeckSources, "catalog") && slices.Contains(h.DeckSources, "decklist")
	if len(known) == 0 && listed {
		known = lands
	}
	var decks [2]*protocol.CatalogDeck
	for i := range r.Decks {
		if len(known) == 0 {
			r.Decks[i] = protocol.Deck{DeckID: protocol.DeckID(nil), CatalogID: noCard}
			continue
		}
		c := &known[choose(len(known))]
		r.Decks[i] = protocol.Deck{DeckID: s.model.deckIDs[c.CatalogID], CatalogID: c.CatalogID}
		if listed {
			r.Decks[i] = protocol.Deck{DeckID: protocol.DeckID(c.Decklist), Decklist: c.Decklist}
		}
		decks[i] = c
	}
	r.Rules.CardNameDomain = s.domain(decks)
	return r
}

// lands are decks for an engine that takes lists and publishes no deck: every format of constructed decks
// allows basic lands in any number.
var lands = func() (out []protocol.CatalogDeck) {
	for _, name := range []string{"Plains", "Island", "Swamp", "Mountain", "Forest"} {
		out = append(out, protocol.CatalogDeck{Decklist: []protocol.DeckRow{{Name: name, Count: 60}}})
	}
	return out
}()

// domain names the cards of two decks, of which the last may be missing, or both.
func (s *script) domain(decks [2]*protocol.CatalogDeck) protocol.CardNameDomain {
	d, ok := s.domains[decks]
	if ok {
		return d
	}
	for _, c := range decks {
		if c != nil {
			for _, row := range c.Decklist {
				d.Names = append(d.Names, row.Name)
			}
		}
	}
	slices.Sort(d.Names)
	d.Names = slices.Compact(d.Names)
	d.DomainID = protocol.DomainID(d.Names)
	if len(s.domains) < mostDomains {
		s.domains[decks] = d
	}
	return d
}

// mostDomains bounds what is kept of an engine with many decks.
const mostDomains = 100
