package host

import (
	"testing"

	"github.com/spellbench/sbconform/conformance/internal/suitetest"
)

func TestChecksAreFitToBeShown(t *testing.T) { suitetest.WellDescribed(t, Suite(Config{}), Strict) }

// Every check tests a requirement, and every pattern of a requirement names a check.
func TestRequirementsAndChecksNameEachOther(t *testing.T) {
	suitetest.Requirements(t, Suite(Config{}))
}

// docs/checks-host.md is the catalogue as it is now; -update writes it.
func TestCatalogueIsCurrent(t *testing.T) { suitetest.Catalogue(t, Suite(Config{}), "checks-host.md") }
