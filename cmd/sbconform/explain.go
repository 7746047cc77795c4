package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/engine"
	hostsuite "github.com/spellbench/sbconform/conformance/host"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/conformance/selftest"
	"github.com/spellbench/sbconform/reference/agent"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
	"github.com/spellbench/sbconform/reference/wire"
)

func newExplain(w world) *cobra.Command {
	return &cobra.Command{
		Use:   "explain CHECK",
		Short: "Tell what a check wants and why, what it sends, what it finds, and how to run it alone",
		Long: `explain tells what the specification says, what a check sends to find out whether a target keeps it,
and what is accepted. What is sent is taken from a run of the check against the built-in reference, and
so are the answers: another target's may differ wherever the text leaves it free.`,
		Example:           "  sbconform explain engine/step/echo-empty",
		ValidArgsFunction: completeChecks,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("explain needs the id of one check; sbconform list shows all")
			}
			for _, c := range checks() {
				if c.ID == args[0] {
					text, err := explanation(cmd.Context(), c)
					if err != nil {
						return err
					}
					_, err = io.WriteString(w.stdout, text)
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

// explanation tells all that is known of a check.
func explanation(ctx context.Context, c conformance.Check) (string, error) {
	suite, _, _ := strings.Cut(c.ID, "/")
	alone := []string{"sbconform", suite, "--run", c.ID}
	profile := "every profile"
	if c.Profile != "" {
		profile = "profile " + c.Profile + " only"
		alone = append(alone, "--profile", c.Profile)
	}
	requirements, err := conformance.Requirements()
	if err != nil {
		return "", failure{statusOurs, err.Error()}
	}
	rows := [][2]string{{"section", c.Section}, {"level", string(c.Level)}, {"asked in", profile}}
	for _, r := range requirements {
		if r.Has(c.ID) {
			rows = append(rows, [2]string{"text", r.ID + ": " + r.Says})
		}
	}
	rows = append(rows, [2]string{"wanted", c.Doc}, [2]string{"hint", c.Hint}, [2]string{"alone", strings.Join(append(alone, targetOf(suite)), " ")})
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", c.ID)
	for _, row := range rows {
		if row[1] != "" {
			fmt.Fprintf(&b, "  %-10s%s\n", row[0], row[1])
		}
	}
	b.WriteString(exchanges(ctx, c))
	faults, err := selftest.FoundBy(c)
	if err != nil {
		return "", failure{statusOurs, err.Error()}
	}
	b.WriteString(found(faults))
	return b.String(), nil
}

// targetOf stands for what a suite is put to.
func targetOf(suite string) string {
	if suite == hostsuite.Name {
		return "-- COMMAND " + strings.Join(hostsuite.Placeholders(), " ")
	}
	return "TARGET"
}

// found lists the known faults that a check finds, as the self-test proves.
func found(faults []selftest.Subject) string {
	if len(faults) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nIt finds these programs with a known fault:\n\n")
	for _, f := range faults {
		b.WriteString(strings.TrimRight(fmt.Sprintf("  %-28s %s", f.Name, strings.TrimPrefix(f.Fault, "if set, ")), " ") + "\n")
	}
	return b.String()
}

// Bounds of what explain shows of a check's conversation.
const (
	shownLines = 16
	shownBytes = 300
)

// exchanges shows what the check says to the reference, and what that answers.
func exchanges(ctx context.Context, c conformance.Check) string {
	var mu sync.Mutex
	var lines []string
	total := 0
	hear := func(mark string) io.Writer {
		return &lineWriter{func(line []byte) {
			mu.Lock()
			defer mu.Unlock()
			if total++; total <= shownLines {
				lines = append(lines, mark+conformance.Clip(report.Visible(string(line)), shownBytes))
			}
		}, nil}
	}
	role := c.Suite()
	if role == hostsuite.Name {
		return "" // a host is not asked but watched, for as long as a game takes
	}
	target := process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return serveReference(role, c.Profile, io.TeeReader(stdin, hear("  > ")), io.MultiWriter(hear("  < "), stdout))
	})
	deck := "" // one is named to the suite for engines, which else begins by looking for one that is played
	if role == engine.RoleEngine {
		deck = reference.Reference().Catalog[0].CatalogID
	}
	s := (&suiteFlags{profile: c.Profile, cold: true, deck: deck}).suite(role, target)
	var end conformance.Result
	_, err := conformance.Run(ctx, s, conformance.Options{Run: []string{c.ID}, Profile: cmp.Or(c.Profile, engine.Spec)}, func(e conformance.Event) {
		if e.End != nil {
			end = *e.End
		}
	})
	if err != nil || len(lines) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nSent (>) and answered (<) with the reference %s, which comes to %s:\n\n", role, end.Verdict)
	for _, l := range lines {
		fmt.Fprintln(&b, l)
	}
	if total > shownLines {
		fmt.Fprintf(&b, "  … (%d more lines)\n", total-shownLines)
	}
	return b.String()
}

// serveReference is the reference of a role.
func serveReference(role, profile string, stdin io.Reader, stdout io.Writer) error {
	if role == engine.RoleAgent {
		return agent.Serve(stdin, stdout, agent.Options{Policy: "uniform"})
	}
	reading := protocol.Spec
	if profile == engine.Strict {
		reading = protocol.Strict
	}
	return reference.Serve(stdin, stdout, reference.Options{Reading: reading})
}

// A lineWriter calls line with each line written to it, or the first part of one that is too long.
type lineWriter struct {
	line func([]byte)
	part []byte
}

func (w *lineWriter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		i := bytes.IndexByte(rest, '\n')
		n := i
		if i < 0 {
			n = len(rest)
		}
		if len(w.part) < wire.MaxLine {
			w.part = append(w.part, rest[:n]...)
		}
		if i < 0 {
			break
		}
		w.line(w.part)
		w.part, rest = w.part[:0], rest[i+1:]
	}
	return len(p), nil
}
