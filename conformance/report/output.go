package report

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spellbench/sbconform/internal/atomicfile"
)

// A Format is a kind of document.
type Format struct {
	Name  string // as in --report NAME=PATH
	Doc   string // what it is for, in a few words
	Write func(io.Writer, Run) error
}

// Formats lists the formats.
func Formats() []Format {
	return []Format{
		{"json", "sbconform-report/1, for programs", writeJSON},
		{"junit", "JUnit XML, for CI servers", writeJUnit},
		{"html", "one page for people, which needs no network", writeHTML},
		{"markdown", "for a comment or the summary of a CI job", writeMarkdown},
		{"badge", "an SVG of one line", writeBadge},
		{"annotations", "workflow commands, as GitHub's runners read them from a step's output", writeAnnotations},
	}
}

// Stdout is the path that stands for standard output.
const Stdout = "-"

// An Output is a document and where it goes.
type Output struct {
	Format Format
	Path   string
}

// ParseOutput reads "FORMAT=PATH".
func ParseOutput(s string) (Output, error) {
	name, path, ok := strings.Cut(s, "=")
	var names []string
	for _, f := range Formats() {
		if f.Name == name && path != "" {
			return Output{f, path}, nil
		}
		names = append(names, f.Name)
	}
	switch {
	case !ok:
		return Output{}, fmt.Errorf("%q is not FORMAT=PATH, as in %s=report", s, names[0])
	case path == "":
		return Output{}, fmt.Errorf("%q names no path; %s stands for standard output", s, Stdout)
	}
	return Output{}, fmt.Errorf("unknown format %q; there are %s", name, strings.Join(names, ", "))
}

// Probe tells before a run whether the document could be written after it.
func (o Output) Probe() error {
	if o.Path == Stdout {
		return nil
	}
	return atomicfile.Probe(o.Path)
}

// Deliver writes the document of run to its path, or to stdout. A file is there as a whole or not at
// all.
func (o Output) Deliver(run Run, stdout io.Writer) error {
	write := func(w io.Writer) error { return o.Format.Write(w, run) }
	if o.Path == Stdout {
		return write(stdout)
	}
	return atomicfile.Write(o.Path, write)
}

// Deliver writes all outputs, also after one of them failed.
func Deliver(outputs []Output, run Run, stdout io.Writer) error {
	var errs []error
	for _, o := range outputs {
		if err := o.Deliver(run, stdout); err != nil {
			errs = append(errs, fmt.Errorf("the %s report is not written: %w", o.Format.Name, err))
		}
	}
	return errors.Join(errs...)
}
