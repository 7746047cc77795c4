package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/artifact"
	"github.com/spellbench/sbconform/conformance/report"
)

// An audience is everyone who is told of a run.
type audience struct {
	w         world
	outputs   []report.Output
	artifacts *artifact.Writer // nil without --artifacts
	events    *report.Events   // nil without --events
	close     func() error     // of the file of events
	recorder  *report.Recorder
	console   *report.Console
}

// newAudience opens what the flags name, so that a path that can't be written to is known before the
// run and not after it.
func newAudience(w world, f *suiteFlags) (*audience, error) {
	a := &audience{w: w, recorder: report.NewRecorder(version), close: func() error { return nil }}
	taken := map[string]string{}
	take := func(path, flag string) error {
		if other, ok := taken[path]; ok && path != os.DevNull {
			return usage("%s and %s both write to %s", other, flag, path)
		}
		taken[path] = flag
		return nil
	}
	for _, spec := range f.reports {
		flag := "--report " + spec
		o, err := report.ParseOutput(spec)
		if err != nil {
			return nil, usage("--report: %v", err)
		}
		if err := take(o.Path, flag); err != nil {
			return nil, err
		}
		if err := o.Probe(); err != nil {
			return nil, usage("%s can't be written: %v", flag, err)
		}
		a.outputs = append(a.outputs, o)
	}
	if f.artifacts != "" {
		writer, err := artifact.New(f.artifacts)
		if err != nil {
			return nil, usage("--artifacts %s can't be written: %v", f.artifacts, err)
		}
		a.artifacts = writer
	}
	if f.events != "" {
		if err := take(f.events, "--events "+f.events); err != nil {
			return nil, err
		}
		if err := a.openEvents(f.events); err != nil {
			return nil, usage("--events %s can't be written: %v", f.events, err)
		}
	}
	out := w.stdout
	if _, ok := taken[report.Stdout]; ok {
		out = w.stderr
	}
	a.console = newConsole(out, f)
	return a, nil
}

func (a *audience) openEvents(path string) error {
	if path == report.Stdout {
		a.events = report.NewEvents(a.w.stdout)
		return nil
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	a.events, a.close = report.NewEvents(file), file.Close
	return nil
}

func newConsole(out io.Writer, f *suiteFlags) *report.Console {
	width, terminal := terminalWidth(out)
	return report.NewConsole(out, report.ConsoleOptions{
		Version:  version,
		Color:    f.color == "always" || f.color == "auto" && terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		Verbose:  f.verbose,
		Progress: terminal && !f.quiet && os.Getenv("TERM") != "dumb",
		Advice:   advice(f),
		Width:    width,
	})
}

// advice tells those who did not ask for evidence how to.
func advice(f *suiteFlags) string {
	if f.artifacts != "" {
		return ""
	}
	return "With --artifacts DIR, what was sent and received is kept for each of these."
}

// terminalWidth reports whether w is a terminal, and how to learn its width, which may change.
func terminalWidth(w io.Writer) (func() int, bool) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil, false
	}
	return func() int {
		width, _, err := term.GetSize(int(file.Fd()))
		if err != nil {
			return 0
		}
		return width
	}, true
}

// leave ends an audience that nothing was told.
func (a *audience) leave() {
	a.console.Close()
	a.close()
}

// judge runs the suite for everyone to see and returns what it came to as an error, nil if the target
// conforms. Every report is written, whatever happens to the others.
func (a *audience) judge(ctx context.Context, s conformance.Suite, o conformance.Options) error {
	fan := report.Fan{a.recorder, a.console}
	if a.events != nil {
		fan = append(report.Fan{a.events}, fan...)
	}
	if a.artifacts != nil { // first: it tells the others where the reproducers are
		fan = append(report.Fan{a.artifacts}, fan...)
	}
	_, err := conformance.Run(ctx, s, o, fan.Event)

	problems := []error{err, explain("the console", a.console.Close())}
	if a.artifacts != nil {
		problems = append(problems, explain("--artifacts", a.artifacts.Close()))
	}
	if a.events != nil {
		problems = append(problems, explain("--events", errors.Join(a.events.Close(), a.close())))
	}
	run := a.recorder.Run()
	problems = append(problems, report.Deliver(a.outputs, run, a.w.stdout))
	if err := errors.Join(problems...); err != nil {
		return failure{statusOurs, err.Error()}
	}
	if status := outcomes[run.Finish.Outcome()]; status != statusConforms {
		return failure{status: status}
	}
	return nil
}

func explain(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s could not be written: %w", what, err)
}
