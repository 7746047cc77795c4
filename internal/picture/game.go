// Package picture tells a recorded game to people: as an account in lines, and as a page for a browser.
// Transcripts are hostile: whatever is missing or of another type is left out, and every text is
// escaped for where it is shown.
package picture

// Section 9: the decisions of a game, in what of them is drawn.

import (
	"strconv"
	"strings"

	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/wire"
)

// A step is one decision and its answer.
type step struct {
	Seat       string   `json:"seat"`
	Turn       int64    `json:"turn"`
	Phase      string   `json:"phase"`
	Active     string   `json:"active"`
	Priority   string   `json:"priority"`
	Context    string   `json:"context"` // its kind, purpose and source
	Group      string   `json:"group"`   // "2 of 3"; "" for a group of one
	Rewind     bool     `json:"rewind"`
	Players    []player `json:"players"`
	Stack      []card   `json:"stack"`
	Triggers   []string `json:"triggers"`
	Known      []string `json:"known"`
	Candidates []string `json:"candidates"`
	Pick       int      `json:"pick"` // -1: it was not answered
}

// A player is one side of the table, as the acting seat sees it.
type player struct {
	Seat        string   `json:"seat"`
	Life        int64    `json:"life"`
	Notes       []string `json:"notes"` // poison, counters, designations, mana
	HandCount   int64    `json:"handCount"`
	Library     int64    `json:"library"`
	Hand        []card   `json:"hand"`
	Battlefield []card   `json:"battlefield"`
	Graveyard   []card   `json:"graveyard"`
	Exile       []card   `json:"exile"`
	Command     []card   `json:"command"`
}

// A card is an object record or a stack entry.
type card struct {
	Name  string   `json:"name"`
	Type  string   `json:"type"` // its card types
	Size  string   `json:"size"` // power and toughness
	Tap   bool     `json:"tap"`
	Notes []string `json:"notes"`
}

// An ending is the engine's terminal, or the one that the host told the agents.
type ending struct {
	Outcome        string `json:"outcome"`
	Classification string `json:"classification"`
	Reason         string `json:"reason"`
}

// read returns the decisions that a transcript's engine posed, and how the game ended if it did.
func read(rows []goldens.Row) (steps []step, end ending) {
	var p wire.Parser
	for _, row := range rows {
		v, err := p.Parse(row.Message)
		if err != nil {
			continue
		}
		kind := v.Get("request_type").Str() + v.Get("response_type").Str()
		switch row.Dir + " " + kind {
		case "engine_to_host decision":
			steps = append(steps, readStep(v.Get("seat_decision")))
		case "host_to_engine step":
			pick := v.Get("selection").Get("candidate_id").Int()
			if n := len(steps); n > 0 && pick >= 0 && pick < int64(len(steps[n-1].Candidates)) {
				steps[n-1].Pick = int(pick)
			}
		case "engine_to_host terminal":
			end = readEnding(v)
		case "host_to_agent game_over":
			end = readEnding(v.Get("terminal"))
		}
	}
	return steps, end
}

func readEnding(v wire.Value) ending {
	return ending{v.Get("outcome").Str(), v.Get("classification").Str(), v.Get("reason").Str()}
}

func readStep(d wire.Value) step {
	o, c, g := d.Get("observation"), d.Get("context"), d.Get("group")
	s := step{
		Seat: d.Get("acting_seat").Str(), Turn: o.Get("turn").Int(), Phase: o.Get("phase_step").Str(),
		Active: o.Get("active_seat").Str(), Priority: o.Get("priority_seat").Str(),
		Context: words(c.Get("kind").Str(), c.Get("purpose").Str(), name(c.Get("source")), c.Get("text").Str()),
		Rewind:  c.Get("rewind").Bool(), Stack: []card{}, Triggers: []string{}, Known: []string{}, Candidates: []string{}, Players: []player{}, Pick: -1,
	}
	if n := g.Get("substep_count").Int(); n > 1 {
		s.Group = strconv.FormatInt(g.Get("substep_index").Int()+1, 10) + " of " + strconv.FormatInt(n, 10)
	}
	for p := range o.Get("players").Elems() {
		s.Players = append(s.Players, readPlayer(p))
	}
	s.Stack = cards(o.Get("stack"))
	for t := range o.Get("pending_triggers").Elems() {
		s.Triggers = append(s.Triggers, words(t.Get("controller_seat").Str(), t.Get("source_name").Str(), t.Get("label").Str()))
	}
	for k := range o.Get("known").Elems() {
		s.Known = append(s.Known, readKnown(k))
	}
	for e := range d.Get("candidates").Elems() {
		s.Candidates = append(s.Candidates, describe(e))
	}
	return s
}

func readKnown(k wire.Value) string {
	where := words(k.Get("owner_seat").Str(), k.Get("zone").Str())
	if top := k.Get("position_from_top"); top.Kind() == wire.Int {
		where += ", " + strconv.FormatInt(top.Int(), 10) + " from the top"
	}
	if bottom := k.Get("position_from_bottom"); bottom.Kind() == wire.Int {
		where += ", " + strconv.FormatInt(bottom.Int(), 10) + " from the bottom"
	}
	return k.Get("card_name").Str() + " (" + where + ": " + k.Get("how").Str() + ")"
}

func readPlayer(v wire.Value) player {
	p := player{
		Seat: v.Get("seat").Str(), Life: v.Get("life").Int(), HandCount: v.Get("hand_count").Int(), Library: v.Get("library_count").Int(),
		Hand: cards(v.Get("hand")), Battlefield: cards(v.Get("battlefield")), Graveyard: cards(v.Get("graveyard")),
		Exile: cards(v.Get("exile")), Command: cards(v.Get("command")), Notes: []string{},
	}
	if n := v.Get("poison").Int(); n > 0 {
		p.Notes = append(p.Notes, "poison "+strconv.FormatInt(n, 10))
	}
	p.Notes = append(p.Notes, counters(v.Get("counters"))...)
	for d := range v.Get("designations").Elems() {
		p.Notes = append(p.Notes, d.Str())
	}
	var mana strings.Builder
	for m := range v.Get("mana_pool").Members() {
		mana.WriteString(strings.Repeat(m.Key.Str(), int(min(max(m.Value.Int(), 0), 20))))
	}
	if mana.Len() > 0 {
		p.Notes = append(p.Notes, "mana "+mana.String())
	}
	return p
}

func counters(v wire.Value) (out []string) {
	for m := range v.Members() {
		out = append(out, m.Key.Str()+" "+strconv.FormatInt(m.Value.Int(), 10))
	}
	return out
}

func cards(list wire.Value) []card {
	out := []card{}
	for e := range list.Elems() {
		out = append(out, readCard(e))
	}
	return out
}

func readCard(v wire.Value) card {
	traits, p := v.Get("characteristics"), v.Get("permanent")
	c := card{Name: name(v), Tap: p.Get("tapped").Bool(), Notes: []string{}}
	var types []string
	for t := range traits.Get("types").Elems() {
		types = append(types, t.Str())
	}
	c.Type = strings.Join(types, " ")
	if kind := v.Get("stack_kind"); kind.Exists() && c.Type == "" {
		c.Type = strings.ReplaceAll(kind.Str(), "_", " ")
		if c.Name == hidden {
			c.Name = name(v.Get("source"))
		}
	}
	if power := traits.Get("power"); power.Kind() == wire.Int {
		c.Size = strconv.FormatInt(power.Int(), 10) + "/" + strconv.FormatInt(traits.Get("toughness").Int(), 10)
	}
	for _, flag := range []struct {
		v    wire.Value
		says string
	}{
		{v.Get("face_down"), "face down"}, {v.Get("token"), "token"}, {v.Get("copy"), "copy"}, {p.Get("summoning_sick"), "sick"},
		{p.Get("attacking"), "attacks"}, {p.Get("blocking"), "blocks"}, {p.Get("phased_out"), "phased out"},
	} {
		if flag.v.Bool() {
			c.Notes = append(c.Notes, flag.says)
		}
	}
	if n := p.Get("damage").Int(); n > 0 {
		c.Notes = append(c.Notes, "damage "+strconv.FormatInt(n, 10))
	}
	c.Notes = append(c.Notes, counters(p.Get("counters"))...)
	for t := range v.Get("targets").Elems() {
		c.Notes = append(c.Notes, "→ "+value(t))
	}
	if to := p.Get("attached_to"); to.Kind() == wire.Object {
		c.Notes = append(c.Notes, "on "+value(to))
	}
	return c
}

// hidden is the name of what the acting seat may not know.
const hidden = "a hidden card"

// name returns the card name of a record or reference.
func name(v wire.Value) string {
	switch n := v.Get("card_name"); {
	case n.Kind() == wire.String:
		return n.Str()
	case v.Kind() == wire.Object:
		return hidden
	}
	return ""
}

// describe says what a candidate does: what the engine says, else its semantic.
func describe(candidate wire.Value) string {
	semantic := candidate.Get("semantic")
	if text := candidate.Get("display_text"); text.Kind() == wire.String && text.Str() != "" {
		return text.Str()
	}
	parts := []string{semantic.Get("kind").Str()}
	for m := range semantic.Members() {
		if key := m.Key.Str(); key != "kind" && !m.Value.IsNull() {
			parts = append(parts, key+" "+value(m.Value))
		}
	}
	return strings.Join(parts, ", ")
}

// value says in a word or two what a field of a semantic holds.
func value(v wire.Value) string {
	switch v.Kind() {
	case wire.Object:
		for _, key := range []string{"player", "object", "trigger"} {
			if inner := v.Get(key); inner.Exists() {
				return value(inner)
			}
		}
		if s := v.Get("source_name").Str(); s != "" {
			return s
		}
		return name(v)
	case wire.Array:
		var parts []string
		for e := range v.Elems() {
			parts = append(parts, value(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case wire.String:
		return v.Str()
	}
	return string(v.Raw())
}

// words joins those that are not empty.
func words(list ...string) string {
	var out []string
	for _, w := range list {
		if w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " · ")
}
