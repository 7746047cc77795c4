package conformance

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Requirement is one normative sentence of the specification in our own words, with what tests it.
type Requirement struct {
	ID       string   `yaml:"id"`      // as SB-9.4-3: the third sentence of Section 9.4
	Section  string   `yaml:"section"` // of the specification, as "9.4"
	Level    Level    `yaml:"level"`
	Binds    []string `yaml:"binds"` // the roles that it binds
	Says     string   `yaml:"says"`
	Checks   []string `yaml:"checks,omitempty"`   // patterns of Match
	Untested string   `yaml:"untested,omitempty"` // why no check can test it; set exactly if Checks is empty
}

// Has reports whether the check with this id tests r.
func (r Requirement) Has(id string) bool { return matchAny(r.Checks, id) }

//go:embed requirements.yaml
var requirementsYAML string

// Requirements returns every sentence in the order of the specification. The error is a mistake in the
// list, which our tests exclude.
func Requirements() ([]Requirement, error) {
	return parseRequirements(strings.NewReader(requirementsYAML))
}

// RequirementsOf returns the sentences of Requirements that bind a role.
func RequirementsOf(role string) ([]Requirement, error) {
	all, err := Requirements()
	return slices.DeleteFunc(all, func(r Requirement) bool { return !slices.Contains(r.Binds, role) }), err
}

var requirementID = regexp.MustCompile(`^SB-([1-9][0-9]?(?:\.[1-9][0-9]?)?)-[1-9][0-9]*$`)

// Roles are those of the specification's Section 3, and the host between them.
var roles = []string{"engine", "agent", "host"}

// parseRequirements is strict: a key that it does not know is a mistake, and so is a field left out.
func parseRequirements(r io.Reader) ([]Requirement, error) {
	d := yaml.NewDecoder(r)
	d.KnownFields(true)
	var out []Requirement
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("requirements: %w", err)
	}
	var errs []error
	seen := map[string]bool{}
	for _, q := range out {
		fail := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("requirement %q: "+format, append([]any{q.ID}, args...)...))
		}
		if m := requirementID.FindStringSubmatch(q.ID); m == nil || m[1] != q.Section {
			fail("its id is not SB-SECTION-N for section %q", q.Section)
		}
		if seen[q.ID] {
			fail("its id is taken")
		}
		seen[q.ID] = true
		if !slices.Contains(Levels, q.Level) {
			fail("unknown level %q", q.Level)
		}
		if len(q.Binds) == 0 || slices.ContainsFunc(q.Binds, func(b string) bool { return !slices.Contains(roles, b) }) {
			fail("it binds %q; known are %s", q.Binds, strings.Join(roles, ", "))
		}
		if q.Says == "" {
			fail("it says nothing")
		}
		if (len(q.Checks) == 0) == (q.Untested == "") {
			fail("it has either checks or a reason why none can test it")
		}
	}
	return out, errors.Join(errs...)
}
