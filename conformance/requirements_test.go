package conformance

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const oneRequirement = `
- id: SB-9.4-1
  section: "9.4"
  level: must
  binds: [engine]
  says: A step names its game.
  checks: [engine/step/*]
`

func TestParseRequirementsIsStrict(t *testing.T) {
	got, err := parseRequirements(strings.NewReader(oneRequirement))
	assert.NilError(t, err)
	assert.Assert(t, got[0].Has("engine/step/echo") && !got[0].Has("engine/reset/echo"))
	for name, edit := range map[string]*strings.Replacer{
		"an unknown key":         strings.NewReplacer("says:", "sais:"),
		"another section's id":   strings.NewReplacer(`"9.4"`, `"9.5"`),
		"no number":              strings.NewReplacer("SB-9.4-1", "SB-9.4"),
		"an unknown level":       strings.NewReplacer("must", "shall"),
		"an unknown role":        strings.NewReplacer("[engine]", "[motor]"),
		"no role":                strings.NewReplacer("[engine]", "[]"),
		"no check and no reason": strings.NewReplacer("checks: [engine/step/*]", ""),
		"a check and a reason":   strings.NewReplacer("checks: [engine/step/*]", "checks: [engine/step/*]\n  untested: because"),
		"no sentence":            strings.NewReplacer("A step names its game.", `""`),
		"a key twice":            strings.NewReplacer("level: must", "level: must\n  level: may"),
		"an id twice":            strings.NewReplacer("\n- id", oneRequirement+"\n- id"),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseRequirements(strings.NewReader(edit.Replace(oneRequirement)))
			assert.Assert(t, err != nil)
		})
	}
}
