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
	named := map[string]Mutant{}
	for _, m := range Mutants() {
		assert.Check(t, named[m.Name].Play == nil, "%s is there twice", m.Name)
		all, named[m.Name] = append(all, m.Mutant), m
	}
	assert.Assert(t, len(all) >= 150, "%d mutants", len(all))
	suitetest.MutantsFail(t, all, "", Suite(Config{}).Checks, func(_ process.Command, m suite.Mutant) conformance.Suite {
		return Suite(Config{InProcess: named[m.Name].Play, Short: named[m.Name].Short, Limits: m.Limits})
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
