package agent

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/spellbench/sbconform/conformance"
)

// Every check tests a requirement, and every pattern of a requirement names a check.
func TestRequirementsAndChecksNameEachOther(t *testing.T) {
	requirements, err := conformance.RequirementsOf("agent")
	assert.NilError(t, err)
	checks := Suite(Config{}).Checks
	for _, r := range requirements {
		for _, p := range r.Checks {
			hit := slices.ContainsFunc(checks, func(c conformance.Check) bool { ok, err := conformance.Match(p, c.ID); return ok && err == nil })
			assert.Check(t, hit, "%s: %s names no check", r.ID, p)
		}
	}
	for _, c := range checks {
		assert.Check(t, slices.ContainsFunc(requirements, func(r conformance.Requirement) bool { return r.Has(c.ID) }), "%s tests no requirement", c.ID)
	}
}

// docs/checks-agent.md is the catalogue as it is now; -update writes it.
func TestCatalogueIsCurrent(t *testing.T) {
	requirements, err := conformance.RequirementsOf("agent")
	assert.NilError(t, err)
	golden.Assert(t, string(Suite(Config{}).Catalogue(requirements)), "../../../docs/checks-agent.md")
}
