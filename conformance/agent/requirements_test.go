package agent

import (
	"testing"

	"github.com/spellbench/sbconform/conformance/internal/suitetest"
)

func TestRequirementsAndChecksNameEachOther(t *testing.T) { suitetest.Requirements(t, Suite(Config{})) }

func TestCatalogueIsCurrent(t *testing.T) { suitetest.Catalogue(t, Suite(Config{}), "checks-agent.md") }
