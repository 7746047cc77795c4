package engine

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A variant is the opposite of a mutant: the reference engine with a habit that the text allows. No
// check may fail it.
type variant struct {
	name   string
	hello  func(h *protocol.EngineHelloOK) // what it declares
	filter func() filter                   // what it does
	run    []string                        // the checks that the habit touches; all if nil
	skips  int                             // how many checks it may leave unasked
}

// What some habits touch.
var (
	onTheWire     = []string{"framing", "envelope", "step", "retransmission", "validation", "games/deterministic", "games/first", "process"}
	decksAndRules = []string{"decode", "hello", "reset", "terminal", "validate-deck", "probe", "validation", "games", "process"}
)

// usualSkips is more than the reference itself skips.
const usualSkips = 8

func variants() []variant {
	edit := func(f func(text) text) func() filter {
		return stateless(func(line text, ask func(text) text) text { return f(ask(line)) })
	}
	// refused turns one refusal into another that the text allows as well.
	refused := func(when func(line text, code protocol.Code) bool, to protocol.Code) func() filter {
		return onAnswer("error", func(line, a text) text {
			if when(line, protocol.Code(a.mustAt("/error/code").Str())) {
				return a.with("/error/code", suite.Quote(string(to)))
			}
			return a
		})
	}
	long := strings.Repeat("A very long name, ", 3000)
	return []variant{
		// The wire (2, 4.3)
		{name: "escaped characters", run: onTheWire, filter: edit(func(a text) text { return a.escaped() })},
		{name: "white space around every token", run: onTheWire, filter: edit(func(a text) text { return a.spaced() })},
		{name: "keys in another order", run: onTheWire, filter: edit(func(a text) text { return a.backwards("") })},
		{name: "carriage returns", run: onTheWire, filter: edit(func(a text) text { return a + "\r" })},
		{name: "spaces around the line", run: onTheWire, filter: edit(func(a text) text { return " \t" + a + "  " })},

		// The identity and the catalog (9.1)
		{name: "long names", run: []string{"hello", "reset", "validation", "process"}, hello: func(h *protocol.EngineHelloOK) {
			h.Engine = protocol.EngineIdentity{Name: long, Version: "\u0000\n", SourceRevision: protocol.Ptr(""), RulesSnapshotID: "😀", CardPoolIdentity: " "}
		}},
		{name: "lists alone", hello: func(h *protocol.EngineHelloOK) { h.DeckSources, h.Catalog = []string{"decklist"}, nil }, skips: 14},
		{name: "catalog decks alone", run: decksAndRules, hello: func(h *protocol.EngineHelloOK) { h.DeckSources = []string{"catalog"} }, skips: 14},
		{name: "both sources, and an empty catalog", run: decksAndRules, hello: func(h *protocol.EngineHelloOK) { h.Catalog = nil }, skips: 14},
		{name: "one deck", run: decksAndRules, hello: func(h *protocol.EngineHelloOK) { h.Catalog = h.Catalog[:1] }, skips: 10},
		{name: "five hundred decks", run: []string{"hello", "reset", "validate-deck", "games/first", "validation/v1-schema"}, hello: func(h *protocol.EngineHelloOK) {
			for i := range 500 {
				d := h.Catalog[i%2]
				d.CatalogID = fmt.Sprintf("%s, printing %d", d.CatalogID, i)
				h.Catalog = append(h.Catalog, d)
			}
		}, filter: resolving(func(id string) string { name, _, _ := strings.Cut(id, ", printing "); return name })},
		{name: "decks that need their own format", run: decksAndRules, hello: func(h *protocol.EngineHelloOK) { h.Formats = []string{"first", "second", "third", "third"} }, filter: formats(
			func(format string, deck int) bool {
				return format == "first" && deck > 2 || format == "third" && deck <= 2
			})},
		{name: "a format without decks", run: decksAndRules, hello: func(h *protocol.EngineHelloOK) { h.Formats = []string{"empty", "full"} }, filter: formats(
			func(format string, _ int) bool { return format == "full" })},

		// Rules (7.6, 12.2)
		{name: "the toss and London alone", run: decksAndRules, hello: func(h *protocol.EngineHelloOK) {
			h.Mulligan, h.StartingPlayer = []string{"london"}, []string{"toss_winner_chooses"}
		}, skips: 14},
		{name: "no optional rules", run: decksAndRules, hello: func(h *protocol.EngineHelloOK) {
			h.Mulligan, h.StartingPlayer = []string{"none"}, []string{"host_assigned"}
			h.Observation, h.Extensions = protocol.Flags{}, nil
		}, skips: 14},

		// Texts are for people (7.1, 9.3, 9.8)
		{name: "no texts", run: []string{"games/first", "games/non-interference", "validation/v1-schema", "step", "process"}, filter: withTexts("null")},
		{name: "empty texts", run: []string{"games/first", "games/non-interference", "validation/v1-schema", "step", "process"}, filter: withTexts(`""`)},
		{name: "texts that name ids", run: []string{"games/first", "games/non-interference", "validation/v1-schema", "step", "process"}, filter: withTexts("")},
		{name: "empty messages", run: []string{"games/first", "games/non-interference", "validation/v1-schema", "step", "process"}, filter: onAnswer("error", func(_, a text) text { return a.with("/error/message", `""`) })},
		{name: "long messages", run: []string{"reset", "step", "json", "process"}, filter: onAnswer("error", func(_, a text) text { return a.with("/error/message", suite.Quote(long)) })},

		// Object ids (5.3)
		{name: "ids of one letter and a number", filter: naming("x%020d"), run: []string{"games", "validation", "step/echo-*"}},
		{name: "ids of other alphabets", filter: naming("\"ид\\\u2028 %016x"), run: []string{"games", "validation", "step/echo-*"}},
		{name: "long ids", filter: naming("%0200d"), run: []string{"games/first", "validation", "step/echo-*"}},

		// Refusals that the text leaves open (9.2, 9.4, 9.6, 9.7)
		{name: "no validate_deck", run: []string{"decode", "validate-deck", "process"}, filter: stateless(func(line text, ask func(text) text) text {
			if isType(line, "validate_deck") {
				return refusalText(anyID(line), protocol.CodeUnsupportedRequest)
			}
			return ask(line)
		}), skips: 14},
		{name: "unknown words are unsupported rules", run: []string{"reset"}, filter: refused(func(line text, c protocol.Code) bool {
			v, ok := find(line, "/rules/mulligan")
			return ok && c == protocol.CodeMalformedRequest && (v.StrIs("paris") || strings.Contains(string(line), "oldest_player") || strings.Contains(string(line), "sometimes"))
		}, protocol.CodeUnsupportedRule)},
		{name: "echoes are decoded", run: []string{"step", "json"}, filter: refused(func(line text, c protocol.Code) bool {
			v, ok := find(line, "/selection/semantic_echo")
			return ok && c == protocol.CodeSemanticEchoMismatch && (v.Len() == 0 || v.Get("surplus").Exists())
		}, protocol.CodeMalformedRequest)},
		{name: "the id of a broken line is read", run: []string{"json", "framing", "process"}, filter: onAnswer("error", func(line, a text) text {
			if a.mustAt("/request_id").StrIs("") && wire.Check([]byte(line)) != nil && anyID(line) != "" && utf8.ValidString(anyID(line)) && !strings.ContainsAny(anyID(line), "\\\t") {
				return a.with("/request_id", suite.Quote(anyID(line)))
			}
			return a
		})},
		{name: "every minor version is 0", filter: onAnswer("hello_ok", func(_, a text) text { return a.with("/protocol_minor", "0") }), run: []string{"hello", "envelope"}},
		{name: "retransmissions of another layout are other requests", run: []string{"retransmission", "process"}, filter: byBytes},
	}
}

// withTexts puts a value in the place of every text for people; of "", one that names the candidate's
// objects.
func withTexts(raw string) func() filter {
	return onAnswer("decision", func(_, a text) text {
		edited := a
		if raw != "" {
			edited = edited.with("/seat_decision/context/text", raw)
		}
		candidates := a.mustAt("/seat_decision/candidates")
		for i := range candidates.Len() {
			to := raw
			if to == "" {
				to = suite.Quote("choose " + string(candidates.Elem(i).Get("semantic").Raw()))
			}
			edited = edited.with(fmt.Sprintf("/seat_decision/candidates/%d/display_text", i), to)
		}
		return edited
	})
}

// resolving renames catalog decks for the engine.
func resolving(name func(string) string) func() filter {
	return rewrite(func(line text) text {
		for _, p := range catalogIDs {
			if v, ok := find(line, p); ok && v.Kind() == wire.String {
				line = line.with(p, suite.Quote(name(v.Str())))
			}
		}
		return line
	})
}

// find is at for a line that may be broken.
func find(line text, pointer string) (wire.Value, bool) {
	if wire.Check([]byte(line)) != nil {
		return wire.Value{}, false
	}
	return line.at(pointer)
}

// catalogIDs are where requests name catalog decks.
var catalogIDs = []string{"/seats/0/deck/catalog_id", "/seats/1/deck/catalog_id", "/deck/catalog_id"}

// formats refuses catalog decks, by their place in the catalog, in formats where they are not played.
func formats(plays func(format string, deck int) bool) func() filter {
	place := map[string]int{}
	for i, d := range reference.Reference().Catalog {
		place[d.CatalogID] = i
	}
	return rewrite(func(line text) text {
		format, _ := find(line, "/format")
		for _, p := range catalogIDs {
			if v, ok := find(line, p); ok && !plays(format.Str(), place[v.Str()]) {
				return line.with(p, suite.Quote(unknownDeck))
			}
		}
		return line
	})
}

// naming gives objects ids of another form: the same for the same object, in the answers and back in
// the echoes. They sort as the reference's own do, for candidates stand in the order of their ids (Section 7.1).
func naming(form string) func() filter {
	return func() filter {
		var there, back []string // pairs of strings and what stands for them, as strings.NewReplacer takes them
		known := map[string]bool{}
		var learn func(wire.Value)
		learn = func(v wire.Value) {
			for m := range v.Members() {
				if id := m.Value.Str(); m.Key.StrIs("object_id") && m.Value.Kind() == wire.String && !known[id] {
					known[id] = true
					n, err := strconv.ParseUint(strings.TrimPrefix(id, "o-"), 16, 64)
					if err != nil {
						panic(err) // the reference's ids are numbers
					}
					other := fmt.Sprintf(form, n)
					there, back = append(there, suite.Quote(id), suite.Quote(other)), append(back, suite.Quote(other), suite.Quote(id))
				}
				learn(m.Value)
			}
			for x := range v.Elems() {
				learn(x)
			}
		}
		return func(line text, ask func(text) text) text {
			const echo = "/selection/semantic_echo"
			if v, ok := find(line, echo); ok {
				line = line.with(echo, strings.NewReplacer(back...).Replace(string(v.AppendCanonical(nil))))
			}
			a := ask(line)
			learn(a.mustAt(""))
			return text(strings.NewReplacer(there...).Replace(string(a)))
		}
	}
}

// byBytes compares payloads as bytes.
func byBytes() filter {
	lines := map[string]text{}
	return func(line text, ask func(text) text) text {
		id := anyID(line)
		if before, ok := lines[id]; ok && id != "" && before != line && wire.Check([]byte(line)) == nil && wire.Check([]byte(before)) == nil {
			if x, _ := wire.Parse([]byte(before)); wire.Equal(x, line.mustAt("")) {
				return refusalText(id, protocol.CodeRequestIDReuseMismatch)
			}
		}
		lines[id] = line
		return ask(line)
	}
}

// serve runs the variant.
func (v variant) serve(stdin io.Reader, stdout io.Writer) error {
	hello := reference.Reference()
	if v.hello != nil {
		v.hello(&hello)
	}
	e := reference.New(reference.Options{Hello: &hello})
	defer e.Close()
	answer := filter(func(line text, ask func(text) text) text { return ask(line) })
	if v.filter != nil {
		answer = v.filter()
	}
	ask := func(line text) text { return text(e.Answer([]byte(line))) }
	return wire.Serve(stdin, stdout, func(line []byte, tooLong bool) ([]byte, error) {
		if tooLong {
			return e.AnswerTooLong(), nil
		}
		return []byte(answer(text(line), ask)), nil
	})
}

// TestVariantsPass puts to every legal habit the checks that it touches.
func TestVariantsPass(t *testing.T) {
	for i, v := range variants() {
		t.Run(v.name, func(t *testing.T) {
			if testing.Short() && i%3 != 0 {
				t.Skip("one in three is enough for a short test")
			}
			t.Parallel()
			var patterns []string
			for _, p := range v.run {
				patterns = append(patterns, "engine/"+p)
			}
			target := process.Serving(v.serve)
			skipped := 0
			for _, r := range run(t, Config{Command: target}, patterns...) {
				switch r.Verdict {
				case conformance.Pass, conformance.Inform:
				case conformance.Skipped:
					skipped++
					t.Log(suitetest.Describe(r))
				default:
					t.Error(suitetest.Describe(r))
				}
			}
			assert.Assert(t, skipped <= max(v.skips, usualSkips), "%d checks are skipped", skipped)
		})
	}
}
