// Command bench races reference/wire against other implementations and prints a report in Markdown, which
// docs/performance.md keeps. It is a module of its own so that whoever uses sbconform does not download them.
//
//	go run .            the whole report, some minutes
//	go run . -rounds 5  a quick look
//
// It exits with status 1 if a ratio is worse than its threshold.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	rounds := flag.Int("rounds", 60, "rounds of each race")
	flag.Parse()
	r := report{rounds: *rounds}
	for _, d := range decisions() {
		r.check(d)
		r.parse(d)
		r.canonical(d)
		r.digest(d)
	}
	r.worst()
	r.linear()
	r.print(os.Stdout)
	if r.missed > 0 {
		fmt.Fprintf(os.Stderr, "%d ratios are worse than their thresholds\n", r.missed)
		os.Exit(1)
	}
}
