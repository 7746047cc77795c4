package waiver_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/waiver"
)

func TestExcuse(t *testing.T) {
	field := conformance.Failure{Cause: conformance.Malformed, Where: "/x_gorge"}
	ack := conformance.Failure{Cause: conformance.WrongType, Where: "/response_type", Got: `{"response_type": "ack"}`}
	choice, cut := ack, ack
	choice.Got, cut.Got = `{"response_type":"choice"}`, `{"response_type":"ack"`
	for _, tt := range []struct {
		name, profile, check string
		failure              conformance.Failure
		want                 string // the waiver, "" for none
	}{
		{"a documented field", "gorge", "engine/terminal/fields", field, "terminal-x-gorge"},
		{"another field", "gorge", "engine/terminal/fields", conformance.Failure{Cause: conformance.Malformed, Where: "/x_other"}, ""},
		{"another profile", "spec", "engine/terminal/fields", field, ""},
		{"another suite", "gorge", "agent/terminal/fields", field, ""},
		{"a suite that begins like it", "gorge", "engines/terminal/fields", field, ""},
		{"another cause", "gorge", "engine/terminal/fields", conformance.Failure{Cause: conformance.WrongValue, Where: "/x_gorge"}, ""},
		{"an ack of an unknown type", "gorge", "agent/refusals/unknown-request-type", ack, "agent-acks-unknown-type"},
		{"an ack of no type", "gorge", "agent/refusals/no-request-type", ack, ""},
		{"a choice for an unknown type", "gorge", "agent/refusals/unknown-request-type", choice, ""},
		{"an answer that can't be read", "gorge", "agent/refusals/unknown-request-type", cut, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, v := range []conformance.Verdict{conformance.Fail, conformance.Warn} {
				r := conformance.Result{ID: tt.check, Verdict: v, Failure: &tt.failure}
				waiver.Excuse(tt.profile, &r)
				if tt.want == "" {
					assert.Equal(t, r.Verdict, v)
					continue
				}
				assert.Equal(t, r.Verdict, conformance.Waived)
				assert.Equal(t, r.Excuse.Waiver, tt.want)
			}
		})
	}
}

// A verdict that is no failure stays.
func TestExcuseLeavesOthers(t *testing.T) {
	for _, v := range []conformance.Verdict{conformance.Pass, conformance.Inform, conformance.Skipped, conformance.Errored} {
		r := conformance.Result{ID: "engine/terminal/fields", Verdict: v, Failure: &conformance.Failure{Cause: conformance.Malformed, Where: "/x_gorge"}}
		waiver.Excuse(waiver.Gorge, &r)
		assert.Equal(t, r.Verdict, v)
	}
}
