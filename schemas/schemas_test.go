package schemas_test

import (
	"encoding/json"
	"io/fs"
	"math/rand"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/schemas"
	"github.com/spellbench/sbconform/schemas/internal/cases"
)

func compile(t testing.TB, ref string) *schemas.Schema {
	t.Helper()
	s, err := schemas.Compile(ref)
	assert.NilError(t, err)
	return s
}

// One broken place, one verdict: what the decoders take the schemas take, and what the decoders
// refuse for its value the schemas refuse, but for the listed reasons.
func TestSchemasAndDecodersAgree(t *testing.T) {
	compiled := map[string]*schemas.Schema{}
	for _, m := range protocol.Messages() {
		ref := cases.Schema(m)
		if compiled[ref] == nil {
			compiled[ref] = compile(t, ref)
		}
		for c := range cases.Of(m, rand.New(rand.NewSource(3)), 3, 60) {
			err := compiled[ref].Validate(c.JSON)
			assert.Equal(t, err == nil, c.Valid, "%s: %s: %v", m.Type, c.What, err)
		}
	}
}

// defs is a schema file as a reader without a schema library sees it.
type defs struct {
	Defs map[string]struct {
		Enum                 []string
		Required             []string
		Properties           json.RawMessage
		AdditionalProperties *bool `json:"additionalProperties"`
		MaxItems             int
	} `json:"$defs"`
	OneOf []struct {
		Ref string `json:"$ref"`
	}
}

func read(t *testing.T, name string) (d defs) {
	t.Helper()
	text, err := fs.ReadFile(schemas.Files(), name)
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(text, &d))
	return d
}

// keys returns an object's keys in the order of the text.
func keys(t *testing.T, object json.RawMessage) (out []string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(object)))
	_, err := d.Token()
	assert.NilError(t, err)
	for d.More() {
		k, err := d.Token()
		assert.NilError(t, err)
		out = append(out, k.(string))
		var skip json.RawMessage
		assert.NilError(t, d.Decode(&skip))
	}
	return out
}

// The table's kinds are the schema's and the other way round: names, fields, their order.
func TestKindsOfTableAndSchemaAreTheSame(t *testing.T) {
	d := read(t, "semantic.schema.json")
	var offered []string
	for _, o := range d.OneOf {
		offered = append(offered, strings.TrimPrefix(o.Ref, "#/$defs/kind_"))
	}
	var want []string
	for _, k := range protocol.Kinds() {
		want = append(want, k.Name)
	}
	assert.DeepEqual(t, offered, want)
	inSchema := 0
	for name := range d.Defs {
		if strings.HasPrefix(name, "kind_") {
			inSchema++
		}
	}
	all := append(protocol.Kinds(), protocol.ReservedKinds()...)
	assert.Equal(t, inSchema, len(all))
	for _, k := range all {
		def := d.Defs["kind_"+k.Name]
		fields := []string{"kind"}
		for _, f := range k.Fields {
			fields = append(fields, f.Name)
		}
		assert.DeepEqual(t, keys(t, def.Properties), fields)
		assert.DeepEqual(t, def.Required, fields)
		assert.Assert(t, def.AdditionalProperties != nil && !*def.AdditionalProperties)
	}
}

func TestVocabulariesOfTableAndSchemaAreTheSame(t *testing.T) {
	d := read(t, "semantic.schema.json")
	inSchema := 0
	for name := range d.Defs {
		if strings.HasPrefix(name, "vocab_") {
			inSchema++
		}
	}
	assert.Equal(t, inSchema, len(protocol.Vocabularies()))
	for _, v := range protocol.Vocabularies() {
		assert.DeepEqual(t, d.Defs["vocab_"+strings.ReplaceAll(v.Name, ".", "_")].Enum, v.Words)
	}
	var codes []string
	for _, c := range protocol.EngineCodes() {
		codes = append(codes, string(c))
	}
	assert.DeepEqual(t, d.Defs["vocab_error_code"].Enum, codes)
}

// Thousands of candidates take the schema library seconds, so their number is looked up instead.
func TestCandidatesAreBounded(t *testing.T) {
	assert.Equal(t, read(t, "common.schema.json").Defs["candidates"].MaxItems, protocol.MaxCandidates)
}

// A reserved kind has a definition for those who want it, and no message may carry it.
func TestReservedKindIsNoSemantic(t *testing.T) {
	pay := []byte(`{"kind":"narrow_name","source":null,"purpose":"card_name","prefix":"Li"}`)
	assert.NilError(t, compile(t, "semantic.schema.json#/$defs/kind_narrow_name").Validate(pay))
	assert.Assert(t, compile(t, "semantic.schema.json").Validate(pay) != nil)
}

// Every file compiles alone, whichever is asked for.
func TestEveryFileCompiles(t *testing.T) {
	for _, name := range schemas.Names() {
		compile(t, name)
	}
	_, err := schemas.Compile("common.schema.json#/$defs/nothing")
	assert.Assert(t, err != nil)
}
