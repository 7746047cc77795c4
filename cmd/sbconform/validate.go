package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance/engine"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/validator"
)

func newValidate(w world) *cobra.Command {
	var schema bool
	profile := profiles[0]
	cmd := &cobra.Command{
		Use:   "validate [flags] FILE...",
		Short: "Name every rule that an engine breaks in recorded games",
		Long: `validate reads transcripts, plain or gzipped rows {"dir","message"} of the talk with one engine process,
and holds its decisions and terminals to the rules of Section 11.3 of the specification and to what the
text says beyond them. For each broken rule it prints file and row, the rule, a JSON pointer into the
row's message, and what is wrong.

Exit status: 0 if no rule is broken, 1 if any is, 2 if a file cannot be read to its end.`,
		Example: `  sbconform validate artifacts/*.transcript.jsonl.gz
  sbconform validate --profile strict --schema game.jsonl`,
		Args: func(cmd *cobra.Command, files []string) error {
			if len(files) == 0 {
				return usage("%s needs at least one file", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, files []string) error { return validateFiles(w, files, profile, schema) },
	}
	cmd.Flags().Var(oneOf{&profile, profiles}, "profile", "spec: what the text says; strict: also what the reference host wants")
	cmd.Flags().BoolVar(&schema, "schema", false, "also count the lines that the JSON Schemas accept and reject")
	return cmd
}

func validateFiles(w world, files []string, profile string, schema bool) error {
	out := bufio.NewWriter(w.stdout)
	status := statusConforms
	for _, name := range files {
		broken, err := validateFile(out, name, profile)
		if err == nil && schema {
			err = countSchemas(out, name)
		}
		switch {
		case err != nil:
			fmt.Fprintf(w.stderr, "sbconform: %s\n", report.Visible(err.Error()))
			status = statusUsage
		case broken && status == statusConforms:
			status = statusFails
		}
	}
	if err := out.Flush(); err != nil {
		return written(err)
	}
	if status != statusConforms {
		return failure{status: status}
	}
	return nil
}

func validateFile(out *bufio.Writer, name, profile string) (broken bool, err error) {
	r, file, err := goldens.Open(name, goldens.Limits{})
	if err != nil {
		return false, err
	}
	defer file.Close()
	o := validator.Options{All: true}
	if profile == engine.Strict {
		o.Reading = protocol.Strict
	}
	shown := report.Visible(name)
	sum, err := goldens.Validate(r, o, func(f goldens.Finding) {
		fmt.Fprintf(out, "%s:%d: %s at %s: %s (section %s)\n", shown, f.Row, f.Check, report.Visible(f.Pointer), report.Visible(f.Message), f.Section)
	})
	if err != nil {
		return sum.Findings > 0, err
	}
	fmt.Fprintf(out, "%s: %d rows, %d games, %d decisions, %d rules broken\n", shown, sum.Rows, sum.Games, sum.Decisions, sum.Findings)
	return sum.Findings > 0, nil
}

func countSchemas(out *bufio.Writer, name string) error {
	r, file, err := goldens.Open(name, goldens.Limits{})
	if err != nil {
		return err
	}
	defer file.Close()
	tallies, err := goldens.Schemas(r)
	if err != nil {
		return err
	}
	for _, t := range tallies {
		fmt.Fprintf(out, "%s: schemas: %s: %d accepted, %d rejected\n", report.Visible(name), t.Dir, t.Accepted, t.Rejected)
	}
	return nil
}
