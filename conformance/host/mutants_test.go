package host

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suite"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
)

// TestMutants runs the checks that each mutant names against it: each must fail.
func TestMutants(t *testing.T) {
	var all []suite.Mutant
	play := map[string]InProcess{}
	for _, m := range Mutants() {
		assert.Check(t, play[m.Name] == nil, "%s is there twice", m.Name)
		all, play[m.Name] = append(all, m.Mutant), m.Play
	}
	assert.Assert(t, len(all) >= 150, "%d mutants", len(all))
	suitetest.MutantsFail(t, all, "", Suite(Config{}).Checks, func(_ process.Command, m suite.Mutant) conformance.Suite {
		return Suite(Config{InProcess: play[m.Name], Limits: m.Limits})
	})
}

// Every mutant breaks a section that one of the checks it names is of, or a requirement that it tests.
func TestMutantsNameTheirSections(t *testing.T) {
	requirements, err := conformance.RequirementsOf(Name)
	assert.NilError(t, err)
	of := func(id, section string) bool {
		return slices.ContainsFunc(requirements, func(r conformance.Requirement) bool { return r.Section == section && r.Has(id) })
	}
	for _, m := range Mutants() {
		found := false
		for _, c := range Suite(Config{}).Checks {
			found = found || m.Names(c.ID) && (c.Section == m.Section || of(c.ID, m.Section))
		}
		assert.Check(t, found, "%s breaks %s, and no check that it names is of that", m.Name, m.Section)
	}
}
