package waiver_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/waiver"
)

func TestExcuse(t *testing.T) {
	for _, tt := range []struct {
		name, profile, suite string
		failure              conformance.Failure
		want                 conformance.Verdict
	}{
		{"a documented field", "gorge", "engine", conformance.Failure{Cause: conformance.Malformed, Where: "/x_gorge"}, conformance.Waived},
		{"another field", "gorge", "engine", conformance.Failure{Cause: conformance.Malformed, Where: "/x_other"}, conformance.Fail},
		{"another profile", "spec", "engine", conformance.Failure{Cause: conformance.Malformed, Where: "/x_gorge"}, conformance.Fail},
		{"another suite", "gorge", "agent", conformance.Failure{Cause: conformance.Malformed, Where: "/x_gorge"}, conformance.Fail},
		{"another cause", "gorge", "engine", conformance.Failure{Cause: conformance.WrongValue, Where: "/x_gorge"}, conformance.Fail},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := conformance.Result{ID: tt.suite + "/a/b", Verdict: conformance.Fail, Failure: &tt.failure}
			waiver.Excuse(tt.profile, &r)
			assert.Equal(t, r.Verdict, tt.want)
			if tt.want == conformance.Waived {
				assert.Equal(t, r.Excuse.Waiver, "terminal-x-gorge")
			}
		})
	}
}
