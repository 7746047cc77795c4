package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance/report"
)

func newCompare(w world) *cobra.Command {
	markdown := false
	cmd := &cobra.Command{
		Use:   "compare OLD.json NEW.json",
		Short: "Tell what two reports differ in: what broke, what was fixed, what is new",
		Long: `compare reads two reports that --report json= wrote and tells of each check whose verdict differs, in a
line each: what it was and what it is now, with the cause and fingerprint of a failure.

  broke      it was kept or not asked, and fails now
  unexcused  its failure was expected or waived, and counts now
  differs    it fails as before, but for another cause
  undecided  it ended in an error that is not the target's
  fixed      it failed, and is kept now
  excused    it fails, but that is expected or waived now
  new, gone  only the newer or the older report has it
  changed    anything else, as a check that is not asked any more

Then come the causes that only one of the reports has, and a summary. If nothing differs, nothing is
printed.

Exit status: 0 nothing got worse, 1 a check fails and counts that did not before, 3 no verdict: the
newer run was stopped, or checks ended in errors of sbconform's own.`,
		Example: `  sbconform compare yesterday.json today.json
  sbconform compare --markdown main.json branch.json >comment.md`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage("compare needs two reports, the older first")
			}
			var sides [2]report.Saved
			for i, path := range args {
				var err error
				if sides[i], err = readSaved(path); err != nil {
					return err
				}
			}
			c := report.Compare(sides[0], sides[1])
			write := c.WriteText
			if markdown {
				write = c.WriteMarkdown
			}
			if err := write(w.stdout); err != nil {
				return written(err)
			}
			if status := outcomes[c.Outcome()]; status != statusConforms {
				return failure{status: status}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "write Markdown, for a comment on a pull request")
	return cmd
}

// readSaved reads the report at path.
func readSaved(path string) (report.Saved, error) {
	f, err := os.Open(path)
	if err != nil {
		return report.Saved{}, usage("%v", err)
	}
	defer f.Close()
	s, err := report.ReadSaved(f)
	if err != nil {
		return s, usage("%v", fmt.Errorf("%s: %w", path, err))
	}
	return s, nil
}
