package engine

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance/internal/suitetest"
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
	there := map[string]bool{}
	for _, r := range suitetest.Requirements(t, Suite(Config{})) {
		assert.Assert(t, slices.Contains(sections, r.Section), "%s: there is no section %s", r.ID, r.Section)
		there[r.Section] = true
	}
	for _, s := range sections {
		assert.Check(t, there[s], "section %s has no requirement", s)
	}
}

func TestCatalogueIsCurrent(t *testing.T) { suitetest.Catalogue(t, Suite(Config{}), "checks.md") }
