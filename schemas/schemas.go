// Package schemas holds the protocol as JSON Schema, draft 2020-12, for validators in any language:
// the five files beside this one, generated from the table in package protocol.
//
// A schema sees values, not bytes, and one value at a time. What that leaves out is listed by Unsaid.
package schemas

//go:generate go run ./generate

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// Base is the address that the files' $ids share; nothing is fetched from it.
const Base = "https://github.com/spellbench/sbconform/schemas/"

//go:embed common.schema.json requests.schema.json responses.schema.json observation.schema.json semantic.schema.json
var files embed.FS

// Files returns the five schema files.
func Files() fs.FS { return files }

// Names lists the five files, each after those it refers to.
func Names() []string {
	return []string{"semantic.schema.json", "observation.schema.json", "common.schema.json", "requests.schema.json", "responses.schema.json"}
}

// A Schema judges JSON text by one definition.
type Schema struct{ s *jsonschema.Schema }

// Compile compiles a definition, such as "requests.schema.json#/$defs/engine_request" or
// "observation.schema.json". It reads nothing but the five files.
func Compile(ref string) (*Schema, error) {
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	for _, name := range Names() {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := c.AddResource(Base+name, bytes.NewReader(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	s, err := c.Compile(Base + ref)
	if err != nil {
		return nil, err
	}
	return &Schema{s}, nil
}

// Validate reports where the text departs from the schema, or nil. The error is the schema library's,
// or encoding/json's for text that is not JSON.
func (s *Schema) Validate(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // integers beyond 2^53 must not be rounded into range
	var v any
	if err := d.Decode(&v); err != nil {
		return err
	}
	return s.s.Validate(v)
}

// A Reason is a thing that the decoders refuse and the schemas can't.
type Reason struct{ What, Why string }

// Unsaid lists all that the decoders refuse, in the default reading, and the schemas let pass.
func Unsaid() []Reason {
	return []Reason{
		{"strict JSON", "duplicate keys, fractions written 1.0 and depth are gone once text has become a value"},
		{"not NFC", "there is no keyword for a Unicode normalization form"},
		{"repeated name", "uniqueItems compares whole rows, so two rows of one name with different counts pass"},
		{"constraint", "one integer can't be compared with another"},
		{"dense_candidates", "an element's index can't be compared with its content"},
	}
}
