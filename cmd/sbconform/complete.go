package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

// completeFlags says how a shell completes the values of the flags of suites.
func completeFlags(cmd *cobra.Command) {
	dirs := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	for flag, complete := range map[string]cobra.CompletionFunc{
		"run": completeChecks, "skip": completeChecks, "report": completeReport,
		"level": words(levels), "profile": words(profiles), "color": words(colors),
		"artifacts": dirs, "dir": dirs,
	} {
		if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // the table names a flag that is not there
		}
	}
}

func words(list []string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
}

// completeChecks offers topics and, below one, its checks with what they want.
func completeChecks(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	var out []string
	topics := map[string]bool{}
	for _, c := range checks() {
		topic := topicOf(c)
		if !strings.HasPrefix(start, topic+"/") && strings.HasPrefix(topic, start) {
			if !topics[topic] {
				topics[topic] = true
				out = append(out, topic+"/")
			}
			continue
		}
		if strings.HasPrefix(c.ID, start) {
			out = append(out, c.ID+"\t"+c.Doc)
		}
	}
	directive := cobra.ShellCompDirectiveNoFileComp
	if len(topics) > 0 {
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	return out, directive
}

func topicOf(c conformance.Check) string { return c.ID[:strings.LastIndex(c.ID, "/")] }

// completeReport offers the formats, and after one the files.
func completeReport(_ *cobra.Command, _ []string, start string) ([]string, cobra.ShellCompDirective) {
	if strings.Contains(start, "=") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var out []string
	for _, f := range report.Formats() {
		out = append(out, f.Name+"=\t"+f.Doc)
	}
	return out, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// completeTarget offers files: a target, and then whatever the target takes.
func completeTarget(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}
