package engine

// Sections 11.6 and 13: nothing that a seat receives depends on what is hidden from it.

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func fairnessChecks() []check {
	return []check{
		{
			id: "games/no-derived-secret", section: "11.6",
			doc:  "No message carries a value that the documented constructions compute from the game secret, but object ids.",
			hint: "seeds and keys stay in the engine, in texts and extensions too",
			run: func(e *E) {
				for _, g := range e.recordings() {
					derived := derivedSecrets(g.reset.GameSecret)
					g.watch(e, func(a Answer, _ int) {
						if at, what := derived.in(a.line); what != "" {
							a.fail(conformance.Leak, "an answer carries "+what, fmt.Sprintf("byte %d", at), "nothing computed from the game secret but ids and shuffles")
						}
					})
				}
			},
		},
		{
			id: "games/non-interference", section: "13",
			doc:  "Seats whose whole histories are equal in everything that they may know are sent equal candidates, in equal order, with equal texts, groups and extensions, whatever is hidden from them.",
			hint: "build candidates and texts from the acting seat's observation alone",
			run:  func(e *E) { e.compareWorlds(60, 10) },
		},
	}
}

// derived tells what the texts are that the documented constructions compute from a game secret. They
// are of one alphabet and of few lengths, so that one look at a line finds any of them.
type derived struct {
	what    map[string]string // by text
	lengths []int
}

// in returns where a line holds one of the texts, and what that is; "" if it holds none.
func (d derived) in(line []byte) (at int, what string) {
	for i := 0; i < len(line); i++ {
		from := i
		for i < len(line) && inBase64(line[i]) {
			i++
		}
		for _, n := range d.lengths {
			for at := from; at+n <= i; at++ {
				if what := d.what[string(line[at:at+n])]; what != "" {
					return at, what
				}
			}
		}
	}
	return 0, ""
}

// inBase64 reports whether c stands for six bits in base64, as the digits in hexadecimal also do.
func inBase64(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '+' || c == '/'
}

// derivedSecrets lists the values, each by its first 8 bytes in hexadecimal, which is long enough not
// to come by chance, and in full in base64.
func derivedSecrets(secret string) derived {
	s, err := protocol.ParseGameSecret(secret)
	if err != nil {
		return derived{}
	}
	inBase64 := func(b [32]byte) string { return base64.RawStdEncoding.EncodeToString(b[:]) }
	out := derived{what: map[string]string{inBase64(s): "the game secret in base64"}, lengths: []int{16, 43}}
	add := func(what string, sum [32]byte) {
		out.what[hex.EncodeToString(sum[:8])] = what
		out.what[inBase64(sum)] = what
	}
	add("the key of the game's object ids", s.IDKey())
	add("the hash of the game secret", sha256.Sum256(s[:]))
	for _, who := range []string{"p0", "p1", "shared"} {
		for _, purpose := range []string{"library_shuffle", "shuffle", "starting_player", "toss"} {
			for n := range 3 {
				add("the seed of a random stream", s.StreamSeed(who, purpose, n))
			}
		}
	}
	return out
}

// A world is what one seat was sent in one decision: all that it may know up to there, and the rest,
// which must follow from it.
type world struct {
	answer    Answer
	sent      []conformance.Row
	told      [6]string // of the decision, in the order of tellings
	hidden    string    // what the other seat was dealt: worlds that agree in it prove nothing
	lastReset *protocol.Reset
}

// tellings are the parts of a seat decision that must follow from what the seat may know.
var tellings = [6]string{"candidates", "context", "group", "extensions", "acting_seat", "seat_step"}

// compareWorlds plays games of different secrets with the same answers, and holds those decisions to
// equality whose seats can't tell their games apart: the seat's own history is equal, and so is
// everything public that happened, the other seat's decisions at priority included.
func (e *E) compareWorlds(games int, steps uint64) {
	e.Hello()
	m := e.plainest()
	plain, uneven := e.plainDeck(m)
	groups := map[[32]byte][]world{}
	for game := range games {
		decks := m.play
		if uneven { // one seat's hands are all equal, so that its games differ in nothing but the other's
			decks = func(r *protocol.Reset) { m.play(r); r.Decks[game%2] = plain }
		}
		var public, hands [2]string
		var history [2]string
		begin := len(e.Rows)
		e.watch(keeping, steps, func(a Answer, choice int) {
			d := a.Decision()
			if d == nil {
				return
			}
			me := d.SeatDecision.ActingSeat.Index()
			v := a.msg.Value.Get("seat_decision")
			rename := renamer(v.Get("observation"))
			observation := rename(v.Get("observation").AppendCanonical(nil))
			w := world{answer: a, sent: slices.Clip(e.Rows[begin:]), hidden: hands[1-me], lastReset: e.last}
			known := fmt.Sprint(uneven && game%2 == me) + history[me] + public[1-me] + observation
			for i, name := range tellings {
				w.told[i] = rename(v.Get(name).AppendCanonical(nil))
			}
			key := sha256.Sum256([]byte(known))
			groups[key] = append(groups[key], w)

			hands[me] = hand(d)
			history[me] += observation + strings.Join(w.told[:], "\n") + fmt.Sprint(choice)
			public[me] += publicPart(d, choice)
		}, decks)
	}
	compared, largest := 0, 0
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b world) int { return cmp.Compare(a.hidden, b.hidden) })
		largest = max(largest, len(g))
		for i := 1; i < len(g); i++ {
			a, b := g[0], g[i]
			if b.hidden != a.hidden {
				compared++
			}
			for j, name := range tellings {
				if a.told[j] == b.told[j] {
					continue
				}
				x, _ := wire.Parse([]byte(a.told[j]))
				y, _ := wire.Parse([]byte(b.told[j]))
				where, was, is := difference(x, y)
				e.Rows = slices.Concat(a.sent, b.sent)
				b.answer.e.last = b.lastReset
				e.Fail(conformance.Failure{
					Cause:   conformance.Leak,
					Message: "two games that the acting seat can't tell apart differ in what it is sent: something hidden shows",
					Where:   "/seat_decision/" + name + where, Expected: suite.Show(was), Got: suite.Show(is),
				})
			}
		}
	}
	const least = 10
	if compared < least {
		e.Infof("%d games have only %d pairs of decisions that can be compared, the largest group has %d: this proves little", games, compared, largest)
	}
	e.Logf("%d pairs of decisions compared, the largest group has %d", compared, largest)
}

// plainest returns the match whose deck deals equal hands most often.
func (e *E) plainest() match {
	all := e.repertoire(recordedDecks)
	return slices.MaxFunc(all, func(a, b match) int {
		return cmp.Compare(equalHands(e.deckRows(a.deck)), equalHands(e.deckRows(b.deck)))
	})
}

// plainDeck returns a deck of as many cards as that of m, all of the one that it has most of, and
// reports whether the target plays it against the other.
func (e *E) plainDeck(m match) (protocol.Deck, bool) {
	if !e.has(e.Profile.DeckSources, "decklist") {
		return protocol.Deck{}, false
	}
	rows := e.deckRows(m.deck)
	most := slices.MaxFunc(rows, func(a, b protocol.DeckRow) int { return cmp.Compare(a.Count, b.Count) })
	most.Count = 0
	for _, r := range rows {
		most.Count += r.Count
	}
	all := []protocol.DeckRow{most}
	d := protocol.Deck{DeckID: protocol.DeckID(all), Decklist: all}
	return d, len(rows) > 1 && e.Try(m.play, func(r *protocol.Reset) { r.Decks[0] = d }).Decision() != nil
}

// publicPart is what everybody at the table sees of a decision: the public zones and counts, and at
// priority what was done.
func publicPart(d *protocol.Decision, choice int) string {
	var out strings.Builder
	o := &d.SeatDecision.Observation
	fmt.Fprint(&out, d.SeatDecision.ActingSeat, o.Turn, o.PhaseStep, len(o.Stack))
	for _, p := range o.Players {
		fmt.Fprint(&out, p.Life, p.HandCount, p.LibraryCount, p.MulligansTaken)
	}
	for _, x := range objects(o) {
		if x.zone != "hand" && x.zone != "library" {
			fmt.Fprint(&out, x.where, x.name)
		}
	}
	if s := d.SeatDecision.Candidates[choice].Semantic; d.SeatDecision.Context.Kind == "priority" {
		fmt.Fprint(&out, s.Kind)
		if r, ok := s.Value("source").(*protocol.Ref); ok && r.CardName != nil {
			fmt.Fprint(&out, *r.CardName)
		}
	}
	return out.String()
}

// renamer returns a function that gives the object ids of a decision names by the order in which they
// appear in its observation.
func renamer(observation wire.Value) func([]byte) string {
	var pairs []string
	seen := map[string]bool{}
	var walk func(wire.Value)
	walk = func(v wire.Value) {
		for m := range v.Members() {
			if m.Key.StrIs("object_id") && m.Value.Kind() == wire.String && !seen[m.Value.Str()] {
				seen[m.Value.Str()] = true
				pairs = append(pairs, suite.Quote(m.Value.Str()), fmt.Sprintf(`"#%d"`, len(seen)))
				if len(m.Value.Str()) >= 8 { // texts may name it too, and no word is so long by chance
					pairs = append(pairs, m.Value.Str(), fmt.Sprintf("#%d", len(seen)))
				}
			}
			walk(m.Value)
		}
		for x := range v.Elems() {
			walk(x)
		}
	}
	walk(observation)
	r := strings.NewReplacer(pairs...)
	return func(b []byte) string { return r.Replace(string(b)) }
}
