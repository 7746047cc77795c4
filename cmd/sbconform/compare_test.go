package main

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

func TestDifferences(t *testing.T) {
	type verdicts = map[string]conformance.Verdict
	got := differences(
		verdicts{"s/same": "pass", "s/breaks": "pass", "s/fixed": "fail", "s/gone": "pass", "s/skipped": "fail", "s/warns": "skip"},
		verdicts{"s/same": "pass", "s/breaks": "fail", "s/fixed": "pass", "s/added": "fail", "s/skipped": "skip", "s/warns": "warn"},
	)
	var lines []string
	for _, d := range got {
		lines = append(lines, d.what+" "+d.id+" "+string(d.before)+" "+string(d.after))
	}
	assert.DeepEqual(t, lines, []string{
		"broke s/breaks pass fail",
		"broke s/warns skip warn",
		"fixed s/fixed fail pass",
		"new s/added absent fail",
		"gone s/gone pass absent",
		"changed s/skipped fail skip",
	})
}
