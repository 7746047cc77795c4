package report_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/reference/wire"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("../../schemas/report.schema.json")
	assert.NilError(t, err)
	s, err := jsonschema.CompileString("report.schema.json", string(text))
	assert.NilError(t, err)
	return s
}

func TestJSONFollowsItsSchema(t *testing.T) {
	interrupted := stream()
	interrupted[len(interrupted)-1].Finish.Interrupted = true
	builtIn := stream()
	builtIn[0].Start.Target = conformance.TargetInfo{Name: "the built-in reference engine"}
	s := schema(t)
	for name, events := range map[string][]conformance.Event{
		"all verdicts": stream(),
		"interrupted":  interrupted,
		"built in":     builtIn,
		"nothing ran":  {{Start: &conformance.RunStart{}}, {Finish: &conformance.RunFinish{}}},
		"cut short":    stream()[:5],
		"excused":      excused(),
	} {
		t.Run(name, func(t *testing.T) {
			var v any
			assert.NilError(t, json.Unmarshal([]byte(document(t, "json", record(events))), &v))
			assert.NilError(t, s.Validate(v))
		})
	}
}

func TestSchemaRefuses(t *testing.T) {
	s := schema(t)
	good := document(t, "json", record(stream()))
	tests := []struct{ name, old, new string }{
		{"another schema", `"sbconform-report/1"`, `"sbconform-report/2"`},
		{"an unknown verdict", `"verdict":"fail"`, `"verdict":"bad"`},
		{"a failure without a cause", `"cause":"framing",`, ``},
		{"a cause of a skip", `"verdict":"skip",`, `"verdict":"skip","cause":"crash",`},
		{"an unknown member", `"profile":`, `"x":1,"profile":`},
		{"a missing count", `"warn":1,`, ``},
		{"an id of two words", `{"id":"engine/step/slow"`, `{"id":"engine/slow"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := strings.Replace(good, tt.old, tt.new, 1)
			assert.Assert(t, bad != good)
			var v any
			assert.NilError(t, json.Unmarshal([]byte(bad), &v))
			assert.Check(t, s.Validate(v) != nil)
		})
	}
}

// Reports and events stand up to our own strict parser, and show nothing that can't be seen.
func TestJSONIsStrictAndSafe(t *testing.T) {
	for _, s := range []string{hostile, "\U000e0041\U0001f600", "\ufffd", "\xff\xfe", "\x80", strings.Repeat("\xf0\x9f", 3)} {
		text := document(t, "json", record(everywhere(s)))
		assert.NilError(t, wire.Check([]byte(text)))
		for _, r := range text {
			assert.Assert(t, unicode.IsPrint(r) || r == '\n', "%q", r)
		}
		var v struct{ Checks []struct{ Got string } }
		assert.NilError(t, json.Unmarshal([]byte(text), &v))
		if utf8.ValidString(s) {
			assert.Equal(t, v.Checks[0].Got, s, "nothing is lost")
		}
	}
	var events strings.Builder
	v := report.NewEvents(&events)
	for _, e := range everywhere(hostile) {
		v.Event(e)
	}
	for line := range strings.Lines(events.String()) {
		assert.NilError(t, wire.Check([]byte(line)))
	}
}

func TestBadHelloIsNotPassedOn(t *testing.T) {
	run := report.Run{Start: conformance.RunStart{Target: conformance.TargetInfo{Hello: []byte(`{"x":`)}}}
	assert.Check(t, strings.Contains(document(t, "json", run), `"hello":null`))
}
