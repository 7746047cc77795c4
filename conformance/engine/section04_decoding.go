package engine

// Section 4.2: engines are strict. For each request and each kind of defect there is one check, which
// tries the defect on every field in turn and names the field that got by.

import (
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

// A subject is a request whose fields are tried.
type subject struct {
	name    string
	section string
	// legal returns a legal request of this type; it is called before each defect, so that each has
	// an id of its own. It may start the game that the request needs.
	legal func(*E) text
	// except are pointers whose inside is not decoded (Section 9.4: an echo is compared, not decoded).
	except []string
	// optional requests may be unknown to the target, which then need not look inside (Section 9.6).
	optional bool
}

var subjects = []subject{
	{name: "hello", section: "9.1", legal: func(e *E) text { return e.HelloRequest() }},
	{name: "reset", section: "9.2", legal: func(e *E) text { return e.resetText(e.bothShapes) }},
	{name: "step", section: "9.4", legal: func(e *E) text {
		if e.game == "" {
			e.Begin()
		}
		return e.StepRequest(0)
	}, except: []string{"/selection/semantic_echo"}},
	{name: "validate-deck", section: "9.6", legal: func(e *E) text { return e.validateText() }, optional: true},
	{name: "probe-resample", section: "9.7", legal: func(e *E) text {
		if e.game == "" {
			e.Begin()
		}
		return e.probeText()
	}, optional: true},
}

// bothShapes names p1's deck by its list, so that a request has both shapes of decks, if the target
// takes lists.
func (e *E) bothShapes(r *protocol.Reset) {
	if e.has(e.Profile.DeckSources, "decklist") {
		r.Decks[1] = e.asList()
	}
}

// envelopeFields are tried by the checks of the envelope.
var envelopeFields = map[string]bool{"/protocol": true, "/request_id": true, "/request_type": true}

// A defect makes bad requests of a good one: for a field, the variants to try.
type defect struct {
	name, doc, hint string
	// make returns the request with the defect at pointer, and words for it; "" where the field
	// can't have the defect.
	make func(x text, pointer string) (bad text, words string)
}

var defects = []defect{
	{
		name: "missing", doc: "Every field listed for a message or object is required.", hint: "a default value for a missing field hides the mistakes of hosts",
		make: func(x text, p string) (text, string) {
			if isElement(p) {
				return "", ""
			}
			return x.without(p), "without " + p
		},
	},
	{
		name: "null", doc: "A field that is not nullable is not null.", hint: "null is neither a missing field nor an empty value",
		make: func(x text, p string) (text, string) {
			if p == "/rules/starting_seat" { // nullable; whether null goes with the rule is a check of its own
				return "", ""
			}
			return x.with(p, "null"), "with null at " + p
		},
	},
	{
		name: "mistyped", doc: "A field has the type that is listed for it.", hint: "do not convert between numbers, strings and booleans, and take no string for an array",
		make: func(x text, p string) (text, string) {
			raw := mistyped(x.mustAt(p))
			return x.with(p, raw), "with " + raw + " at " + p
		},
	},
	{
		name: "boolean", doc: "true is no integer, and 1 is no boolean.", hint: "in some languages a boolean is a number: ask for the exact type",
		make: func(x text, p string) (text, string) {
			raw := map[wire.Kind]string{wire.Int: "true", wire.Bool: "0"}[x.mustAt(p).Kind()]
			if raw == "" {
				return "", ""
			}
			return x.with(p, raw), "with " + raw + " at " + p
		},
	},
	{
		name: "negative", doc: "No integer of a request is negative.", hint: "compare before converting to an unsigned type",
		make: func(x text, p string) (text, string) {
			if x.mustAt(p).Kind() != wire.Int {
				return "", ""
			}
			return x.with(p, "-1"), "with -1 at " + p
		},
	},
	{
		name: "beyond-u32", doc: "Counts and indices are integers of 32 bits without sign.", hint: "2^32 must not wrap to 0",
		make: func(x text, p string) (text, string) {
			if _, name := split(p); !u32Fields[name] {
				return "", ""
			}
			return x.with(p, "4294967296"), "with 2^32 at " + p
		},
	},
	{
		name: "duplicate", doc: "No object repeats a key.", hint: "most JSON libraries keep the last value silently",
		make: func(x text, p string) (text, string) {
			if isElement(p) {
				return "", ""
			}
			_, name := split(p)
			return x.twice(p, suite.Quote(name)), "that repeats " + p
		},
	},
}

// u32Fields are the fields of requests that Section 4.4 calls indices, counts or amounts.
var u32Fields = map[string]bool{"protocol_minor": true, "candidate_id": true, "count": true, "samples": true}

// mistyped returns a value of another type that reads like v to a careless reader.
func mistyped(v wire.Value) string {
	switch v.Kind() {
	case wire.Int:
		return `"` + string(v.Raw()) + `"`
	case wire.Bool:
		return `"` + string(v.Raw()) + `"`
	case wire.Array:
		return "{}"
	case wire.Object:
		return "[]"
	}
	return "0"
}

func isElement(pointer string) bool {
	_, name := split(pointer)
	return strings.Trim(name, "0123456789") == ""
}

func decodingChecks() []check {
	var out []check
	for _, s := range subjects {
		for _, d := range defects {
			out = append(out, s.check(d))
		}
		out = append(out, s.unknownField())
	}
	return out
}

func (s subject) check(d defect) check {
	return check{
		id: "decode/" + s.name + "-" + d.name, section: s.section, doc: d.doc, hint: d.hint,
		run: func(e *E) {
			e.Hello()
			tried := 0
			for _, p := range s.legal(e).fields(s.except...) {
				if envelopeFields[p] {
					continue
				}
				bad, words := d.make(s.legal(e), p)
				if bad == "" {
					continue
				}
				tried++
				code := protocol.CodeMalformedRequest
				if d.name == "duplicate" {
					code = protocol.CodeMalformedJSON
				}
				e.AskBad(bad).WantError(article(s.name)+" "+words, s.codes(code)...)
			}
			if tried == 0 {
				e.Skipf("no field of the request can have this defect")
			}
			s.stillServed(e)
		},
	}
}

func (s subject) unknownField() check {
	return check{
		id: "decode/" + s.name + "-unknown-field", section: s.section,
		doc:  "An unknown field is malformed_request, in every object of the request and even if its name begins with x_.",
		hint: "most JSON libraries ignore unknown fields unless told otherwise",
		run: func(e *E) {
			e.Hello()
			for _, p := range s.legal(e).objects(s.except...) {
				for _, name := range []string{"surplus", "x_surplus"} {
					bad := s.legal(e).with(p+"/"+name, "0")
					e.Ask(bad).WantError(article(s.name)+" with the unknown field "+p+"/"+name, s.codes(protocol.CodeMalformedRequest)...)
				}
			}
			s.stillServed(e)
		},
	}
}

// codes returns what a bad request may be answered: an optional one that the target does not
// implement, it need not read.
func (s subject) codes(code protocol.Code) []protocol.Code {
	if s.optional {
		return []protocol.Code{code, protocol.CodeUnsupportedRequest}
	}
	return []protocol.Code{code}
}

// stillServed fails unless the good request is served after all the bad ones.
func (s subject) stillServed(e *E) {
	what := "after requests that were refused, a legal one"
	a := e.Ask(s.legal(e))
	if !s.optional && a.Code() != "" && a.Code() != protocol.CodeUnsupportedDeck {
		a.fail(conformance.WrongType, what+" is answered "+a.String(), "/response_type", "no error")
	}
}

func article(request string) string { return "a " + strings.ReplaceAll(request, "-", "_") }
