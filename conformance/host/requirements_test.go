package host

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
)

func TestChecksAreFitToBeShown(t *testing.T) {
	s := Suite(Config{})
	suitetest.WellDescribed(t, s, Strict)
	for _, c := range s.Checks {
		assert.Check(t, c.Hint != "" || c.Level == conformance.Info, "%s has no hint", c.ID)
	}
}

// Every check tests a requirement, and every pattern of a requirement names a check.
func TestRequirementsAndChecksNameEachOther(t *testing.T) {
	suitetest.Requirements(t, Suite(Config{}))
}

// docs/checks-host.md is the catalogue as it is now; -update writes it.
func TestCatalogueIsCurrent(t *testing.T) { suitetest.Catalogue(t, Suite(Config{}), "checks-host.md") }
