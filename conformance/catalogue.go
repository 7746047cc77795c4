package conformance

import (
	"bytes"
	"fmt"
	"strings"
)

// Catalogue returns the checks of s in Markdown: each sentence of the specification that binds the
// role of the suite, with the checks that test it or the reason why none can.
func (s Suite) Catalogue(requirements []Requirement) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "<!-- Generated from conformance/requirements.yaml and the checks; go test ./conformance/%s -run Catalogue -update -->\n\n", s.Name)
	fmt.Fprintf(&out, "# The checks of the suite %s\n\n", s.Name)
	tested := 0
	for _, r := range requirements {
		if r.Untested == "" {
			tested++
		}
	}
	fmt.Fprintf(&out, "%d checks test %d of the %d sentences of the specification that bind %ss. The sentences are in our own\nwords; where they differ from the specification's, the specification governs.\n",
		len(s.Checks), tested, len(requirements), s.Name)
	section := ""
	for _, r := range requirements {
		if r.Section != section {
			section = r.Section
			fmt.Fprintf(&out, "\n## Section %s\n", section)
		}
		fmt.Fprintf(&out, "\n**%s** (%s) %s\n\n", r.ID, r.Level, cell(r.Says))
		if r.Untested != "" {
			fmt.Fprintf(&out, "- Not tested: %s.\n", cell(r.Untested))
		}
		for _, c := range s.Checks {
			if !r.Has(c.ID) {
				continue
			}
			fmt.Fprintf(&out, "- `%s`", c.ID)
			var notes []string
			if c.Level != r.Level {
				notes = append(notes, string(c.Level))
			}
			if c.Profile != "" {
				notes = append(notes, "profile "+c.Profile)
			}
			if len(notes) > 0 {
				fmt.Fprintf(&out, " (%s)", strings.Join(notes, ", "))
			}
			fmt.Fprintf(&out, ": %s\n", cell(c.Doc))
		}
	}
	return out.Bytes()
}

// cell escapes what Markdown would take for markup in a sentence of ours.
func cell(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;", "|", `\|`).Replace(s)
}
