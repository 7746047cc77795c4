package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
)

func newExplain(w world) *cobra.Command {
	return &cobra.Command{
		Use:               "explain CHECK",
		Short:             "Tell what a check wants, and how to run it alone",
		Example:           "  sbconform explain engine/step/echo-empty",
		ValidArgsFunction: completeChecks,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("explain needs the id of one check; sbconform list shows all")
			}
			for _, c := range checks() {
				if c.ID == args[0] {
					_, err := fmt.Fprint(w.stdout, explanation(c))
					return written(err)
				}
			}
			if near := nearest(args[0], ids(checks())); near != "" {
				return usage("no check %q; did you mean %s?", args[0], near)
			}
			return usage("no check %q; sbconform list shows all", args[0])
		},
	}
}

// explanation tells all that a check says of itself.
func explanation(c conformance.Check) string {
	suite, _, _ := strings.Cut(c.ID, "/")
	alone := []string{"sbconform", suite, "--run", c.ID}
	profile := "every profile"
	if c.Profile != "" {
		profile = "profile " + c.Profile + " only"
		alone = append(alone, "--profile", c.Profile)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", c.ID)
	for _, row := range [][2]string{
		{"section", c.Section},
		{"level", string(c.Level)},
		{"asked in", profile},
		{"wanted", c.Doc},
		{"hint", c.Hint},
		{"alone", strings.Join(append(alone, "TARGET"), " ")},
	} {
		if row[1] != "" {
			fmt.Fprintf(&b, "  %-10s%s\n", row[0], row[1])
		}
	}
	return b.String()
}
