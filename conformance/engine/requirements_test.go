package engine

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/spellbench/sbconform/conformance"
)

// sections are those of the specification that bind engines.
var sections = []string{
	"2", "3", "4.1", "4.2", "4.3", "4.4", "4.5", "5.1", "5.2", "5.3", "6", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9", "6.10",
	"7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "8", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7", "9.8",
	"11.6", "11.8", "12.1", "12.2", "13", "14", "16",
}

// Every check tests a requirement, every pattern of a requirement names a check, and every section has
// its sentences.
func TestRequirementsAndChecksNameEachOther(t *testing.T) {
	requirements, err := conformance.RequirementsOf("engine")
	assert.NilError(t, err)
	checks := Suite(Config{}).Checks
	there := map[string]bool{}
	for _, r := range requirements {
		assert.Assert(t, slices.Contains(sections, r.Section), "%s: there is no section %s", r.ID, r.Section)
		there[r.Section] = true
		for _, p := range r.Checks {
			hit := slices.ContainsFunc(checks, func(c conformance.Check) bool { ok, err := conformance.Match(p, c.ID); return ok && err == nil })
			assert.Check(t, hit, "%s: %s names no check", r.ID, p)
		}
	}
	for _, s := range sections {
		assert.Check(t, there[s], "section %s has no requirement", s)
	}
	for _, c := range checks {
		assert.Check(t, slices.ContainsFunc(requirements, func(r conformance.Requirement) bool { return r.Has(c.ID) }), "%s tests no requirement", c.ID)
	}
}

// docs/checks.md is the catalogue as it is now; -update writes it.
func TestCatalogueIsCurrent(t *testing.T) {
	requirements, err := conformance.RequirementsOf("engine")
	assert.NilError(t, err)
	golden.Assert(t, string(Suite(Config{}).Catalogue(requirements)), "../../../docs/checks.md")
}
