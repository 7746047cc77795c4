package engine

// Mutants of the checks that look at how a game is played: at the same time, elsewhere, read slowly,
// between refusals.

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spellbench/sbconform/conformance/internal/suite"
	reference "github.com/spellbench/sbconform/reference/engine"
	"github.com/spellbench/sbconform/reference/protocol"
)

func playMutants() []mutant {
	firstText := func(a text, says string) text {
		if !a.mustAt("/response_type").StrIs("decision") {
			return a
		}
		return a.with("/seat_decision/candidates/0/display_text", suite.Quote(says))
	}
	return []mutant{
		{name: "counts-processes", kills: []string{"games/deterministic-in-parallel"}, serve: countingProcesses(firstText)},
		{name: "knows-its-directory", alone: true, kills: []string{"games/deterministic-in-another-directory"}, serve: func(stdin io.Reader, stdout io.Writer) error {
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			return serveLines(stdin, stdout, func(ask func(text) text, line text) text { return firstText(ask(line), dir) })
		}},
		{name: "drops-what-does-not-fit", kills: []string{"framing/slow-reader"}, serve: func(stdin io.Reader, stdout io.Writer) error {
			return serveLines(stdin, impatientWriter{stdout}, func(ask func(text) text, line text) text { return ask(line) })
		}},
		{name: "remembers-refusals", kills: []string{"step/refusals-change-nothing"}, make: func() filter {
			refused := 0
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("error") {
					refused++
				}
				return firstText(a, fmt.Sprint("after ", refused))
			}
		}},
		{name: "compares-before-any-reset", kills: []string{"step/order-before-reset"}, make: func() filter {
			return func(line text, ask func(text) text) text {
				a := ask(line)
				if a.mustAt("/response_type").StrIs("error") && a.mustAt("/error/code").StrIs(string(protocol.CodeStepBeforeReset)) {
					if v, ok := line.at("/selection/candidate_id"); ok && v.Int() > 4000 {
						return refusalText(anyID(line), protocol.CodeCandidateIDOutOfRange)
					}
				}
				return a
			}
		}},
		{name: "stumbles-over-the-last-deck", kills: []string{"games/cover"}, make: func() filter {
			decks := reference.Reference().Catalog
			last, there := decks[len(decks)-1].CatalogID, false
			return func(line text, ask func(text) text) text {
				if isType(line, "reset") {
					there = strings.Contains(string(line), suite.Quote(last))
				}
				a := ask(line)
				if there && a.mustAt("/response_type").StrIs("decision") {
					return a.with("/seat_decision/observation/phase_step", `"sunrise"`)
				}
				return a
			}
		}},
		{name: "refuses-its-own-extensions", kills: []string{"hello/extensions"}, make: refuseIf(protocol.CodeUnsupportedRule, func(line text) bool {
			return isType(line, "reset") && !strings.Contains(string(line), `"extensions":[]`) && !strings.Contains(string(line), unknownExtName)
		})},
		{name: "names-no-card", kills: []string{"validate-deck/names-cards"}, make: onAnswer("error", func(_, a text) text { return a.with("/error/message", `"no"`) })},
		{name: "probes-one-world-too-few", kills: []string{"probe/worlds"}, serve: probing(func(a text) text { return a.without("/worlds/0") })},
		{name: "probes-the-wrong-world", kills: []string{"probe/worlds"}, serve: probing(func(a text) text {
			return a.with("/worlds/1/candidates/0/display_text", `"in another world"`)
		})},
	}
}

// countingProcesses is an engine whose second process at the same time is not as the first.
func countingProcesses(says func(a text, what string) text) func(stdin io.Reader, stdout io.Writer) error {
	var running atomic.Int64
	return func(stdin io.Reader, stdout io.Writer) error {
		n := running.Add(1)
		defer running.Add(-1)
		return serveLines(stdin, stdout, func(ask func(text) text, line text) text { return says(ask(line), fmt.Sprint("process ", n)) })
	}
}

// An impatientWriter drops the rest of what it was to write once it had to wait, as a program does that
// writes to a pipe without blocking and does not look how much was taken.
type impatientWriter struct{ w io.Writer }

func (i impatientWriter) Write(b []byte) (int, error) {
	line, written := b, 0
	for len(b) > 1 {
		n := min(256, len(b)-1)
		begin := time.Now()
		if _, err := i.w.Write(b[:n]); err != nil {
			return written, err
		}
		b, written = b[n:], written+n
		if time.Since(begin) > time.Millisecond {
			break
		}
	}
	_, err := i.w.Write(line[len(line)-1:]) // the newline is a write of its own
	return len(line), err
}

// probing is the reference with the probe, whose results are edited.
func probing(edit func(result text) text) func(stdin io.Reader, stdout io.Writer) error {
	return func(stdin io.Reader, stdout io.Writer) error {
		hello := reference.Reference()
		hello.Probe = true
		e := strictReference{reference.New(reference.Options{Hello: &hello, Reading: protocol.Strict})}
		return serveReference(e, stdin, stdout, func(ask func(text) text, line text) text {
			a := ask(line)
			if a.mustAt("/response_type").StrIs("probe_result") && a.mustAt("/worlds").Len() > 1 {
				return edit(a)
			}
			return a
		})
	}
}
