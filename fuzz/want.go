package fuzz

// Sections 2, 4.1, 4.2, 9 and 12: which answers to a line are right in a given state.

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A Want is what may be answered to a line: any of some errors, the service that was asked for, or
// what was answered to the same request before.
type Want struct {
	State   State
	Request string // the class of the line
	Section string // of the specification, that says so
	ID      string // the request_id of the answer; "" where it can't be read

	Codes    []protocol.Code // errors that are right
	Accepted bool            // the request may be served
	Again    *exchange       // the answer may be this one, once more

	// Unparsed says that the request breaks the form of Section 9; Open, that this is a matter of
	// reading.
	Unparsed, Open bool

	badJSON     bool
	body        any    // the decoded request
	combination string // of a reset: format, decks and rules
}

// served tells which answers serve which request.
var served = map[string][]string{
	"hello": {"hello_ok"}, "reset": {"decision", "terminal"}, "step": {"decision", "terminal"},
	"validate_deck": {"deck_ok"}, "probe_resample": {"probe_result"},
}

func (w Want) requestType() string {
	t, _, _ := strings.Cut(w.Request, ":")
	return t
}

// allows reports whether an answer that is no error serves the request.
func (w Want) allows(responseType string) bool {
	return w.Accepted && slices.Contains(served[w.requestType()], responseType)
}

// String lists the right answers.
func (w Want) String() string {
	var out []string
	if w.Again != nil {
		out = append(out, "the answer to the same request, once more")
	}
	if w.Accepted {
		out = append(out, served[w.requestType()]...)
	}
	for _, c := range w.Codes {
		out = append(out, "error "+string(c))
	}
	return strings.Join(out, " or ")
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// carries reports whether an answer to line may carry id. A line that is no JSON is answered with "",
// or with any string that it spells: Section 4.1 wants "" where the id "cannot be read", and a reader
// may well have read it before it met the fault.
func (w Want) carries(line []byte, id string) bool {
	if id == w.ID || !w.badJSON {
		return id == w.ID
	}
	for _, s := range quoted.FindAll(line, -1) {
		var read string
		if string(s[1:len(s)-1]) == id || json.Unmarshal(s, &read) == nil && read == id {
			return true
		}
	}
	return false
}

// Want returns what may be answered to line now. It is valid until the next call.
func (m *Model) Want(line []byte) Want {
	w := Want{State: m.state, Section: "4.1"}
	m.requests.Reading = protocol.Strict
	msg, strict := m.requests.EngineRequest(line)
	spec := strict
	if strict != nil && strict.Code == protocol.CodeMalformedRequest && m.reading != protocol.Strict {
		m.requests.Reading = protocol.Spec
		msg, spec = m.requests.EngineRequestAgain()
	}
	if strict != nil && strict.Code == protocol.CodeMalformedJSON {
		w.Request, w.Section, w.badJSON, w.Unparsed = "bad JSON: "+reason(line), "2", true, true
		w.Codes = []protocol.Code{protocol.CodeMalformedJSON}
		return w
	}
	w.ID, w.body, w.Open = msg.ID, msg.Body, strict != nil && spec == nil
	if w.ID == "" {
		m.wantUnreadable(&w, line)
		return w
	}
	if spec == nil && m.last != nil && m.last.id == w.ID {
		w.Request = msg.Type
		if bytes.Equal(m.last.request, line) {
			w.Request += ": retransmitted"
			w.Again = m.last
			return w
		}
		w.Codes = []protocol.Code{protocol.CodeRequestIDReuseMismatch}
		if w.Open { // a reader that finds such a value while it parses never comes to the cache
			w.Codes = append(w.Codes, protocol.CodeMalformedRequest)
		}
		w.Request += ": reused id"
		// Whether another layout is another payload, the text leaves open.
		if was, err := wire.Parse(m.last.request); err == nil && wire.Equal(was, msg.Value) {
			w.Again = m.last
		}
		return w
	}
	m.fresh(&w, line, msg, spec)
	if x := m.older[w.ID]; x != nil {
		// How far back an engine remembers, the text leaves open.
		if was, err := wire.Parse(x.request); x.vague || err == nil && wire.Equal(was, msg.Value) {
			w.Again = x
		}
		w.Codes = append(w.Codes, protocol.CodeRequestIDReuseMismatch)
		w.Request += ": older id"
	} else if m.last != nil && m.last.id == w.ID {
		w.Codes = append(w.Codes, protocol.CodeRequestIDReuseMismatch) // which is judged first, the text does not say
	}
	return w
}

// reason names the rule of strict JSON that line breaks.
func reason(line []byte) string {
	var e *wire.Error
	if errors.As(wire.Check(line), &e) {
		return e.Reason.Name()
	}
	return ""
}

// wantUnreadable is for a line of JSON that has no request_id that can be read.
func (m *Model) wantUnreadable(w *Want, line []byte) {
	w.Request, w.Unparsed = "no readable id", true
	w.Codes = []protocol.Code{protocol.CodeMalformedRequest}
	// Of several faults, the text does not say which is judged first.
	v, _ := wire.Parse(line)
	if p := v.Get("protocol"); p.Kind() == wire.String && !p.StrIs(protocol.Version) {
		w.Codes = append(w.Codes, protocol.CodeProtocolMismatch)
	}
}

// fresh is for a request whose id the engine has not seen, or may have forgotten.
func (m *Model) fresh(w *Want, line []byte, msg protocol.Message, fault *protocol.Fault) {
	if fault != nil && fault.Code == protocol.CodeProtocolMismatch {
		// Whatever else may be wrong with it, of several faults any may be judged first.
		mended := splice(line, msg.Value.Get("protocol"), `"`+protocol.Version+`"`)
		other, spec := protocol.DecodeEngineRequest(mended)
		m.fresh(w, mended, other, spec)
		w.Request, w.Section, w.Accepted, w.Unparsed, w.body = "protocol mismatch", "4.1", false, true, nil
		w.Codes = append(w.Codes, protocol.CodeProtocolMismatch)
		return
	}
	name := msg.Value.Get("request_type").Str()
	r := requests[name]
	w.Request = name
	if fault != nil {
		w.Unparsed = true
		w.Codes = append(w.Codes, protocol.CodeMalformedRequest)
	}
	if r.judge == nil {
		w.Request, w.Section = "unknown request", "9.8"
		return
	}
	w.Section = r.section
	r.judge(m, w, msg.Value, fault)
	w.Accepted = w.Accepted && fault == nil
	switch {
	case fault != nil:
		var what string
		what, w.Open = malformed(msg.Value, fault)
		w.Request += ": " + what
	case !w.Accepted && len(w.Codes) > 0:
		w.Request += ": " + string(w.Codes[0])
	}
	if fault == nil && w.Open {
		w.Codes = append(w.Codes, protocol.CodeMalformedRequest)
	}
}

// fieldNames are those that some request knows.
var fieldNames = func() map[string]bool {
	out := map[string]bool{}
	var walk func(s *protocol.Shape)
	walk = func(s *protocol.Shape) {
		if s == nil {
			return
		}
		for _, f := range s.Fields {
			out[f.Name] = true
			walk(f.Shape)
		}
		for _, arm := range s.Arms {
			walk(arm)
		}
		walk(s.Elem)
	}
	for _, m := range protocol.Messages() {
		if m.Role == protocol.EngineRole && m.Request {
			walk(m.Shape)
		}
	}
	return out
}()

// malformed names what is wrong with the form of a request. A field that is missing or unknown, every
// reader finds while it parses; of a bad value, when it is found is open, and so is whether the refusal
// is cached.
func malformed(v wire.Value, f *protocol.Fault) (what string, open bool) {
	steps := strings.Split(f.Pointer, "/")
	switch last := steps[len(steps)-1]; {
	case !protocol.At(v, f.Pointer).Exists():
		what = "missing field"
	case last != "" && strings.Trim(last, "0123456789") != "" && !fieldNames[last]:
		return "unknown field", false // one name is as good as another
	default:
		what, open = "bad value", true
	}
	return what + " at " + general(f.Pointer), open
}

// general is a pointer with # in the place of each index.
func general(pointer string) string {
	steps := strings.Split(pointer, "/")
	for i, s := range steps {
		if s != "" && strings.Trim(s, "0123456789") == "" {
			steps[i] = "#"
		}
	}
	return strings.Join(steps, "/")
}

// requests tells of each request what may be answered to it, form aside.
var requests = map[string]struct {
	section string
	judge   func(m *Model, w *Want, v wire.Value, fault *protocol.Fault)
}{
	"hello":          {"9.1", func(_ *Model, w *Want, _ wire.Value, _ *protocol.Fault) { w.Accepted = true }},
	"reset":          {"9.2", (*Model).wantReset},
	"step":           {"9.4", (*Model).wantStep},
	"validate_deck":  {"9.6", (*Model).wantValidateDeck},
	"probe_resample": {"9.7", (*Model).wantProbe},
}

// wantReset collects everything that is wrong with a reset: in which order an engine looks, the text
// leaves open.
func (m *Model) wantReset(w *Want, v wire.Value, fault *protocol.Fault) {
	must := w.Codes
	var may []protocol.Code
	if m.hello == nil { // before it has said what it plays, the engine may play everything or nothing
		may = append(may, protocol.CodeUnsupportedFormat, protocol.CodeUnsupportedDeck, protocol.CodeUnsupportedRule)
	}
	if id := v.Get("game_id"); id.Kind() == wire.String {
		if _, ok := m.games[id.Str()]; ok {
			must = append(must, protocol.CodeMalformedRequest)
		}
	}
	if m.state == InGame {
		must = append(must, protocol.CodeGameAlreadyActive)
	}
	if f := v.Get("format"); f.Kind() == wire.String && !m.plays(f) {
		must = append(must, protocol.CodeUnsupportedFormat)
	}
	for s := range v.Get("seats").Elems() {
		d := s.Get("deck")
		if m.noDeck(d) {
			must = append(must, protocol.CodeUnsupportedDeck)
		}
		if id := d.Get("deck_id"); id.Kind() == wire.String && !id.StrIs(m.deckID(d)) {
			may = append(may, protocol.CodeDeckIDMismatch)
		}
	}
	rules := v.Get("rules")
	if m.noRules(rules) {
		must = append(must, protocol.CodeUnsupportedRule)
	}
	if fault != nil && strings.HasPrefix(fault.Pointer, "/rules") {
		may = append(may, protocol.CodeUnsupportedRule) // "a rules value the engine does not support"
	}
	w.combination = string(bytes.Join([][]byte{v.Get("format").Raw(), v.Get("seats").Raw(), rules.Get("mulligan").Raw(), rules.Get("starting_player").Raw()}, nil))
	if _, ok := m.playable[w.combination]; !ok {
		may = append(may, protocol.CodeUnsupportedDeck) // which deck is played in which format, hello_ok does not tell
	}
	w.Accepted = len(must) == 0
	w.Codes = append(must, may...)
}

// plays reports whether the engine may play the format.
func (m *Model) plays(format wire.Value) bool {
	return m.hello == nil || slices.ContainsFunc(m.hello.Formats, format.StrIs)
}

// noDeck reports whether a deck is certain not to be one that the engine plays (Section 9.2).
func (m *Model) noDeck(d wire.Value) bool {
	if m.hello == nil {
		return false
	}
	if id := d.Get("catalog_id"); id.Kind() == wire.String && m.catalog(id) == nil {
		return true
	}
	list := d.Get("decklist")
	if list.Kind() != wire.Array {
		return false
	}
	if !slices.Contains(m.hello.DeckSources, "decklist") {
		return true
	}
	for row := range list.Elems() {
		if strings.Contains(row.Get("name").Str(), noCard) {
			return true
		}
	}
	return false
}

// noCard is part of no card's name.
const noCard = "Sbconform's Unprinted"

// catalog returns the deck of that name if the engine plays catalog decks.
func (m *Model) catalog(id wire.Value) *protocol.CatalogDeck {
	if m.hello == nil || !slices.Contains(m.hello.DeckSources, "catalog") {
		return nil
	}
	for i := range m.hello.Catalog {
		if id.StrIs(m.hello.Catalog[i].CatalogID) {
			return &m.hello.Catalog[i]
		}
	}
	return nil
}

// deckID returns the deck_id that a deck should have, "" if that can't be told.
func (m *Model) deckID(d wire.Value) string {
	if c := m.catalog(d.Get("catalog_id")); c != nil {
		return m.deckIDs[c.CatalogID]
	}
	var rows []protocol.DeckRow
	for row := range d.Get("decklist").Elems() {
		rows = append(rows, protocol.DeckRow{Name: row.Get("name").Str(), Count: uint32(row.Get("count").Int())})
	}
	return protocol.DeckID(rows)
}

// noRules reports whether the rules ask for what the engine did not declare.
func (m *Model) noRules(rules wire.Value) bool {
	if m.hello == nil {
		return false
	}
	undeclared := func(name string, declared []string) bool {
		v := rules.Get(name)
		return v.Kind() == wire.String && !slices.ContainsFunc(declared, v.StrIs)
	}
	for x := range rules.Get("extensions").Elems() {
		known := func(d protocol.Extension) bool { return x.StrIs(d.Name) }
		if x.Kind() == wire.String && !slices.ContainsFunc(m.hello.Extensions, known) {
			return true
		}
	}
	return undeclared("mulligan", m.hello.Mulligan) || undeclared("starting_player", m.hello.StartingPlayer) ||
		rules.Get("probe").Bool() && !m.hello.Probe
}

// wantStep goes by the order of Section 9.4 over what can be read of the step.
func (m *Model) wantStep(w *Want, v wire.Value, _ *protocol.Fault) {
	echo := v.Get("selection").Get("semantic_echo")
	// An engine that decodes an echo before it compares it may call it malformed.
	if m.reading == protocol.Spec && echo.Kind() == wire.Object && protocol.SemanticShape().Check(echo, protocol.Spec) != nil {
		defer func() {
			if !w.Accepted {
				w.Codes = append(w.Codes, protocol.CodeMalformedRequest)
			}
		}()
	}
	if code := m.stepFault(v, echo); code != "" {
		w.Codes = append(w.Codes, code)
		return
	}
	w.Accepted = len(w.Codes) == 0
}

func (m *Model) stepFault(v, echo wire.Value) protocol.Code {
	id, step, candidate := v.Get("game_id"), v.Get("expected_step"), v.Get("selection").Get("candidate_id")
	if m.state == Idle {
		return protocol.CodeStepBeforeReset
	}
	if id.Kind() == wire.String && !id.StrIs(m.game) {
		return protocol.CodeGameIDMismatch
	}
	if m.state == Over {
		return protocol.CodeGameAlreadyTerminal
	}
	if step.Kind() == wire.Int && step.Int() >= 0 && uint64(step.Int()) != m.step {
		return protocol.CodeExpectedStepMismatch
	}
	if candidate.Kind() != wire.Int || candidate.Int() < 0 || candidate.Int() >= 1<<32 {
		return ""
	}
	all := m.choices
	if candidate.Int() >= int64(all.Len()) {
		return protocol.CodeCandidateIDOutOfRange
	}
	if echo.Kind() == wire.Object && !wire.Equal(echo, nth(all, int(candidate.Int())).Get("semantic")) {
		return protocol.CodeSemanticEchoMismatch
	}
	return ""
}

// nth returns an element of an array, or Absent.
func nth(list wire.Value, n int) wire.Value {
	for e := range list.Elems() {
		if n == 0 {
			return e
		}
		n--
	}
	return wire.Value{}
}

// wantValidateDeck: an engine that does not implement the request need not look inside.
func (m *Model) wantValidateDeck(w *Want, v wire.Value, _ *protocol.Fault) {
	must := w.Codes
	if f := v.Get("format"); f.Kind() == wire.String && !m.plays(f) {
		must = append(must, protocol.CodeUnsupportedFormat)
	}
	if m.noDeck(v.Get("deck")) {
		must = append(must, protocol.CodeUnsupportedDeck)
	}
	w.Accepted = len(must) == 0
	w.Codes = append(must, protocol.CodeUnsupportedRequest)
	if m.hello == nil {
		w.Codes = append(w.Codes, protocol.CodeUnsupportedFormat)
	}
	if w.Accepted {
		w.Codes = append(w.Codes, protocol.CodeUnsupportedDeck)
	}
}

// wantProbe: which is judged first, the state or whether there is a probe at all, the text leaves open.
func (m *Model) wantProbe(w *Want, v wire.Value, fault *protocol.Fault) {
	id := v.Get("game_id")
	var state protocol.Code
	switch {
	case m.state == Idle:
		state = protocol.CodeStepBeforeReset
	case id.Kind() == wire.String && !id.StrIs(m.game):
		state = protocol.CodeGameIDMismatch
	case m.state == Over:
		state = protocol.CodeGameAlreadyTerminal
	}
	if state != "" {
		w.Codes = append(w.Codes, state)
	}
	if m.hello == nil || !m.hello.Probe {
		w.Codes = append(w.Codes, protocol.CodeUnsupportedRequest)
	}
	switch {
	case m.hello != nil && !m.hello.Probe:
	case !m.probed:
		w.Codes = append(w.Codes, protocol.CodeProbeRefused)
	default:
		w.Accepted = state == "" && fault == nil
	}
}

// splice returns line with raw in the place of a value of it.
func splice(line []byte, v wire.Value, raw string) []byte {
	at := v.Offset()
	return slices.Concat(line[:at], []byte(raw), line[at+len(v.Raw()):])
}
