// Command sbconform tells the author of a Magic engine, agent or host whether it speaks SpellBench v2,
// where it does not, and how to reproduce that.
package main

import (
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the command as a function: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	w := world{stdin, stdout, stderr}
	cmd := newRoot(w)
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	return w.finish(protect(cmd.Execute))
}

// A world is what one invocation reads and writes.
type world struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}
