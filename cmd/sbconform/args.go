package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no arguments, and got %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// subcommandNeeded refuses a command that does nothing by itself, and a word that is no subcommand.
func subcommandNeeded(cmd *cobra.Command, args []string) error {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	list := strings.Join(names, ", ")
	if len(args) == 0 {
		return usage("%s needs one of: %s", cmd.CommandPath(), list)
	}
	return usage("%s knows no %q; it needs one of: %s", cmd.CommandPath(), args[0], list)
}
