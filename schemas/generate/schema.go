package main

import (
	"slices"
	"strings"

	"github.com/spellbench/sbconform/reference/protocol"
)

const (
	base        = "https://github.com/spellbench/sbconform/schemas/"
	dialect     = "https://json-schema.org/draft/2020-12/schema"
	common      = "common.schema.json"
	requests    = "requests.schema.json"
	responses   = "responses.schema.json"
	observation = "observation.schema.json"
	semantic    = "semantic.schema.json"
)

// files returns the text of every schema file by name.
func files() map[string][]byte {
	g := generator{defs: map[string][]member{}}
	for _, s := range protocol.Shapes() {
		if (s.Words == nil || s.Words.Name == "") && !inline(s) {
			g.define(s.Name, s)
		}
	}
	for _, v := range protocol.Vocabularies() {
		g.add(semantic, vocabDef(v), object{{"enum", v.Words}})
	}
	var role [3][2][]string // the messages of a role's responses and requests
	for _, m := range protocol.Messages() {
		i := 0
		if m.Request {
			i = 1
		}
		role[m.Role][i] = append(role[m.Role][i], m.Shape.Name)
	}
	engine, agent := role[protocol.EngineRole], role[protocol.AgentRole]
	g.add(requests, "engine_request", oneOf(g.refs(requests, engine[1])))
	g.add(requests, "agent_request", oneOf(g.refs(requests, agent[1])))
	g.add(responses, "engine_response", oneOf(g.refs(responses, engine[0])))
	g.add(responses, "agent_response", oneOf(g.refs(responses, agent[0])))

	var kinds []string
	for _, k := range protocol.Kinds() {
		kinds = append(kinds, k.Shape().Name)
	}
	return map[string][]byte{
		common:      g.file(common, "What SpellBench v2 messages share", nil),
		requests:    g.file(requests, "SpellBench v2 requests", object{{"anyOf", g.refs(requests, []string{"engine_request", "agent_request"})}}),
		responses:   g.file(responses, "SpellBench v2 responses", object{{"anyOf", g.refs(responses, []string{"engine_response", "agent_response"})}}),
		observation: g.file(observation, "The SpellBench v2 observation", object{{"$ref", "#/$defs/observation"}}),
		semantic:    g.file(semantic, "The SpellBench v2 candidate semantics", oneOf(g.refs(semantic, kinds))),
	}
}

// A generator gathers the definitions of each file in the order of the table.
type generator struct{ defs map[string][]member }

func (g *generator) add(file, name string, schema object) {
	doc, ok := docs[name]
	if !ok {
		panic("generate: docs.go has no sentence for " + name)
	}
	g.defs[file] = append(g.defs[file], member{name, append(object{{"description", doc}}, schema...)})
}

func (g *generator) define(name string, s *protocol.Shape) {
	file := home(name, s)
	if s.Type == protocol.ByKind {
		return // the whole of its file
	}
	g.add(file, name, g.schema(file, s))
}

func (g *generator) file(name, title string, root object) []byte {
	o := object{{"$schema", dialect}, {"$id", base + name}, {"title", title}, {"description", docs[name]}}
	o = append(o, root...)
	return indented(append(o, member{"$defs", object(g.defs[name])}))
}

// inline tells shapes that say no more than a JSON type.
func inline(s *protocol.Shape) bool {
	return s.Type == protocol.Boolean || s.Type == protocol.AnyValue ||
		s.Type == protocol.Text && s.Words == nil && s.Form == protocol.FormAny && s.NonEmpty != protocol.Always && s.Name == "text"
}

// home returns the file that a definition lives in.
func home(name string, s *protocol.Shape) string {
	switch {
	case strings.HasPrefix(name, "kind_"), name == "order_item", name == "trigger_item", name == "piles", name == "semantic":
		return semantic
	case strings.HasPrefix(s.Section, "6.") && s.Type != protocol.Text && name != "observation_flags":
		return observation
	}
	for _, m := range protocol.Messages() {
		if m.Shape.Name == name {
			if m.Request {
				return requests
			}
			return responses
		}
	}
	return common
}

func vocabDef(v *protocol.Vocabulary) string { return "vocab_" + strings.ReplaceAll(v.Name, ".", "_") }

func ref(from, file, def string) object {
	if file == from {
		file = ""
	}
	return object{{"$ref", file + "#/$defs/" + def}}
}

func (g *generator) refs(file string, names []string) (out []any) {
	for _, n := range names {
		out = append(out, ref(file, file, n))
	}
	return out
}

func oneOf(list []any) object { return object{{"oneOf", list}} }

// use is a schema for a field or an element: a reference where the shape has a name.
func (g *generator) use(from string, s *protocol.Shape) object {
	if s.Nullable {
		bare := *s
		bare.Nullable = false
		return object{{"anyOf", []any{g.use(from, &bare), object{{"type", "null"}}}}}
	}
	switch {
	case s.Type == protocol.ByKind:
		if from == semantic {
			return object{{"$ref", "#"}}
		}
		return object{{"$ref", semantic}}
	case s.Words != nil && s.Words.Name == "":
		if s.Name == "protocol" {
			return ref(from, common, "protocol")
		}
		return object{{"const", s.Words.Words[0]}}
	case s.Words != nil:
		return ref(from, semantic, vocabDef(s.Words))
	case s.Name != "" && !inline(s):
		return ref(from, home(s.Name, s), s.Name)
	}
	return g.schema(from, s)
}

// schema spells a shape out.
func (g *generator) schema(from string, s *protocol.Shape) object {
	var o object
	switch s.Type {
	case protocol.Boolean:
		o = object{{"type", "boolean"}}
	case protocol.Integer:
		o = object{{"type", "integer"}, {"minimum", s.Min}, {"maximum", s.Max}}
	case protocol.Text:
		o = g.text(s)
	case protocol.List:
		o = g.list(from, s)
	case protocol.Struct:
		o = g.fields(from, s)
	case protocol.Dict:
		o = object{{"type", "object"}, {"propertyNames", object{{"pattern", patterns[s.Form]}}}}
		if s.Elem.Type != protocol.AnyValue {
			o = append(o, member{"additionalProperties", g.use(from, s.Elem)})
		}
	case protocol.OneOf:
		var arms []any
		for _, a := range s.Arms {
			arms = append(arms, g.schema(from, a))
		}
		o = oneOf(arms)
	case protocol.AnyObject:
		o = object{{"type", "object"}}
	}
	for _, r := range s.Rules {
		if say := ruleSchemas[r.Name]; say != nil && r.When == protocol.Always {
			o = append(o, say(s)...)
		}
	}
	return o
}

var patterns = map[protocol.Form]string{
	protocol.FormSnake:     "^[a-z][a-z0-9_]*$",
	protocol.FormExtension: "^x_[a-z0-9_]+$",
	protocol.FormHex64:     "^[0-9a-f]{64}$",
	protocol.FormSha256ID:  "^sha256:[0-9a-f]{64}$",
}

func (g *generator) text(s *protocol.Shape) object {
	if s.Words != nil {
		return object{{"const", s.Words.Words[0]}}
	}
	o := object{{"type", "string"}}
	if p := patterns[s.Form]; p != "" {
		o = append(o, member{"pattern", p})
	}
	if s.NonEmpty == protocol.Always {
		o = append(o, member{"minLength", 1})
	}
	return o
}

func (g *generator) list(from string, s *protocol.Shape) object {
	if s.Ordered {
		return object{{"enum", subsets(s.Elem.Words.Words)}}
	}
	o := object{{"type", "array"}}
	elem := g.use(from, s.Elem)
	if s.BySeat {
		var entries []any
		for _, seat := range protocol.Seats {
			entries = append(entries, object{{"allOf", []any{elem, object{{"properties", object{{"seat", object{{"const", seat}}}}}}}}})
		}
		o = append(o, member{"prefixItems", entries})
	} else {
		o = append(o, member{"items", elem})
	}
	if s.Min > 0 || s.NonEmpty == protocol.Always {
		o = append(o, member{"minItems", max(s.Min, 1)})
	}
	if s.Max > 0 {
		o = append(o, member{"maxItems", s.Max})
	}
	if s.Distinct == protocol.Always {
		o = append(o, member{"uniqueItems", true})
	}
	return o
}

// subsets returns every sublist of words that keeps their order, the shortest first.
func subsets(words []string) [][]string {
	out := [][]string{}
	for bits := range 1 << len(words) {
		sub := []string{}
		for i, w := range words {
			if bits>>i&1 == 1 {
				sub = append(sub, w)
			}
		}
		out = append(out, sub)
	}
	slices.SortStableFunc(out, func(a, b []string) int { return len(a) - len(b) })
	return out
}

func (g *generator) fields(from string, s *protocol.Shape) object {
	properties, required := object{}, []string{}
	for _, f := range s.Fields {
		value := g.use(from, f.Shape)
		if f.Flag != protocol.NoFlag {
			value = append(object{{"description", "Section 6.9: null when the observation flag " + f.Flag.String() + " is false."}}, value...)
		}
		properties = append(properties, member{f.Name, value})
		if !f.Optional {
			required = append(required, f.Name)
		}
	}
	o := object{{"type", "object"}, {"properties", properties}, {"required", required}}
	if !s.Open {
		o = append(o, member{"additionalProperties", false})
	}
	return o
}
