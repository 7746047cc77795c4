package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/goldens"
)

func newGoldens(w world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "goldens",
		Short: "Verify or rebuild the recorded behaviour of the reference",
		Long: `goldens are transcripts of the reference engine, agents and host: every error code, every forfeit, every
way in which a host ends a game, and whole games. They freeze what the reference does, byte for byte.`,
		Args:                  subcommandNeeded,
		RunE:                  func(*cobra.Command, []string) error { return nil }, // cobra asks Args only of commands that run
		DisableFlagsInUseLine: true,
	}
	cmd.AddCommand(newGoldensVerify(w), newGoldensRegenerate(w))
	return cmd
}

func newGoldensVerify(w world) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "verify [--dir DIR]",
		Short: "Replay every golden in every role and count what they show",
		Long: `verify lets the host play each golden's game again with the answers that stand in it, asks the engine and
the agents every request again, and holds every byte and the game digest to the golden. Then it prints
what the goldens show, counted from the goldens themselves.

Exit status: 0 if all is as recorded and nothing that the goldens must show is missing, 1 if not, 2 if
the goldens can't be read.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return verifyGoldens(w, dir) },
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the folder of the goldens (default: those that are built in)")
	return cmd
}

func verifyGoldens(w world, dir string) error {
	var files fs.FS = goldens.Files
	if dir != "" {
		files = os.DirFS(dir)
	}
	index, err := goldens.ReadIndex(files)
	if err != nil {
		return usage("%v", err)
	}
	out := bufio.NewWriter(w.stdout)
	var coverage goldens.Coverage
	replays, bad := map[string]int{}, 0
	for _, e := range index.Transcripts {
		t, err := goldens.Load(files, e)
		if err != nil {
			return usage("%v", err)
		}
		coverage.Add(t)
		for _, role := range e.Roles {
			replays[role]++
		}
		if err := t.Verify(); err != nil {
			bad++
			fmt.Fprintf(out, "%s: %s\n", report.Visible(e.Name), report.Visible(err.Error()))
		}
	}
	if err := coverage.WriteTable(out); err != nil {
		return written(err)
	}
	missing := coverage.Missing()
	for _, c := range missing {
		fmt.Fprintf(out, "missing: no golden shows the %s %s\n", c.Group, c.Name)
	}
	fmt.Fprintf(out, "%d goldens, replayed by the host %d times, the engine %d, agents %d: %d diverge, %d cells missing\n",
		len(index.Transcripts), replays[goldens.RoleHost], replays[goldens.RoleEngine], replays[goldens.RoleAgent], bad, len(missing))
	if err := out.Flush(); err != nil {
		return written(err)
	}
	if bad+len(missing) > 0 {
		return failure{status: statusFails}
	}
	return nil
}

func newGoldensRegenerate(w world) *cobra.Command {
	var check bool
	dir := "goldens"
	cmd := &cobra.Command{
		Use:   "regenerate [--check] [--dir DIR]",
		Short: "Write the goldens again",
		Long: `regenerate records every golden again: the same bytes on every machine, unless the reference has changed.
With --check it writes nothing and tells where the recorded goldens and the reference first part: the
row, the byte, the JSON pointer, and whether it is the order of keys, an escape, white space, the form
of a number, a value or a missing row.

Exit status: 0 if they are the same (or were written), 1 if not, 2 if the folder can't be used.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if check {
				return checkGoldens(w, dir)
			}
			index, err := goldens.Regenerate(dir)
			if err != nil {
				return usage("%v", err)
			}
			fmt.Fprintf(w.stdout, "%d goldens written to %s\n", len(index.Transcripts), report.Visible(dir))
			return nil
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "compare instead of writing")
	cmd.Flags().StringVar(&dir, "dir", dir, "the folder of the goldens")
	return cmd
}

func checkGoldens(w world, dir string) error {
	var told []string
	err := goldens.Check(os.DirFS(dir), func(name string, err error) {
		told = append(told, report.Visible(name)+": "+report.Visible(err.Error()))
	})
	if err != nil {
		return usage("%v", err)
	}
	slices.Sort(told)
	for _, line := range told {
		fmt.Fprintln(w.stdout, line)
	}
	if len(told) > 0 {
		return failure{status: statusFails}
	}
	fmt.Fprintln(w.stdout, "the goldens are what the reference does")
	return nil
}
