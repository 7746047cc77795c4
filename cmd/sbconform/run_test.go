package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/engine"
)

func TestTheSuiteIsFitToBeShown(t *testing.T) {
	assert.NilError(t, engine.Suite(engine.Config{}).Validate())
}

// The reports of real runs follow the schema: one that conforms, one that does not greet.
func TestReportsOfRunsFollowTheSchema(t *testing.T) {
	text, err := os.ReadFile("../../schemas/report.schema.json")
	assert.NilError(t, err)
	schema, err := jsonschema.CompileString("report.schema.json", string(text))
	assert.NilError(t, err)
	for name, tt := range map[string]struct {
		args   []string
		status int
	}{
		"built in": {[]string{"--run", "*/hello"}, statusConforms},
		"mute":     {[]string{"--run", "engine/hello", "--startup-timeout", "300ms", "mute"}, statusFails},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "report.json")
			args := append([]string{"--report", "json=" + path}, tt.args...)
			var stdout, stderr bytes.Buffer
			assert.Equal(t, run(args, strings.NewReader(""), &stdout, &stderr), tt.status, "%s%s", &stdout, &stderr)
			text, err := os.ReadFile(path)
			assert.NilError(t, err)
			var report any
			assert.NilError(t, json.Unmarshal(text, &report))
			assert.NilError(t, schema.Validate(report))
		})
	}
}

func TestAPanicIsOurs(t *testing.T) {
	var stderr bytes.Buffer
	status := world{stderr: &stderr}.finish(protect(func() error { panic("boom\x1b") }))
	assert.Equal(t, status, statusOurs)
	assert.Check(t, strings.HasPrefix(stderr.String(), `sbconform: internal error: boom\x1b`))
	assert.Check(t, is.Contains(stderr.String(), "run_test.go"))
}

func TestEveryOutcomeHasAStatus(t *testing.T) {
	for outcome, want := range map[conformance.Outcome]int{
		conformance.Conforms: 0, conformance.DoesNotConform: 1, conformance.Undecided: 3, conformance.Interrupted: 3, conformance.StaleBaseline: 4, conformance.NothingRan: 5,
	} {
		got, ok := outcomes[outcome]
		assert.Check(t, ok && got == want, string(outcome))
	}
	assert.Equal(t, len(outcomes), 6)
}
