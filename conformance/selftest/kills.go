package selftest

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

// A Kill lists the checks that find one fault of the reference engine, in the suite's order.
type Kill struct {
	Strict bool     // only in the strict profile: the text leaves the fault open
	Right  []string // those whose section, or whose failure, names the section that the fault breaks
	Other  []string
}

// all returns the checks, those that name the section first.
func (k Kill) all() []string { return slices.Concat(k.Right, k.Other) }

// Kills is the record of a full self-test: the checks that find each fault of the reference engine. The
// usual self-test asks only two of them for each fault, and so takes a small part of the time.
type Kills map[string]Kill

//go:embed kills.txt
var recorded []byte

// Recorded returns the record of the last full self-test. The error is a mistake in kills.txt.
func Recorded() (Kills, error) { return readKills(recorded) }

const killsHeader = `# Which checks find which fault of the reference engine: a line each, "fault: checks; checks", or "fault strict:"
# where only the strict profile finds it. The checks before the semicolon name the section that the fault breaks.
# Made by
#
#	sbconform selftest --full --kills conformance/selftest/kills.txt
`

// readKills reads what Append has written.
func readKills(text []byte) (Kills, error) {
	k := Kills{}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		name, checks, ok := strings.Cut(line, ":")
		right, other, both := strings.Cut(checks, ";")
		name, strict := strings.CutSuffix(name, " strict")
		switch _, twice := k[name]; {
		case !ok || !both || name == "" || strings.ContainsAny(name, " \t"):
			return nil, fmt.Errorf("kills.txt:%d: want \"fault: checks; checks\"", n)
		case twice:
			return nil, fmt.Errorf("kills.txt:%d: %s is there already", n, name)
		}
		k[name] = Kill{strict, strings.Fields(right), strings.Fields(other)}
	}
	return k, nil
}

// Append writes the record, in the order of the faults' names.
func (k Kills) Append(dst []byte) []byte {
	names := make([]string, 0, len(k))
	for name := range k {
		names = append(names, name)
	}
	slices.Sort(names)
	b := bytes.NewBuffer(dst)
	b.WriteString(killsHeader)
	words := func(ids []string) {
		for _, id := range ids {
			b.WriteByte(' ')
			b.WriteString(id)
		}
	}
	for _, name := range names {
		b.WriteString(name)
		if k[name].Strict {
			b.WriteString(" strict")
		}
		b.WriteByte(':')
		words(k[name].Right)
		b.WriteByte(';')
		words(k[name].Other)
		b.WriteByte('\n')
	}
	return b.Bytes()
}
