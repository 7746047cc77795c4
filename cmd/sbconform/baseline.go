package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/baseline"
	"github.com/spellbench/sbconform/conformance/report"
	"github.com/spellbench/sbconform/internal/atomicfile"
)

// readBaseline reads the file that --baseline names, nil if there is none.
func (f *suiteFlags) readBaseline() (*baseline.Baseline, error) {
	if f.baseline == "" {
		if f.fix {
			return nil, usage("--fix-baseline needs --baseline FILE, the file to write")
		}
		return nil, nil
	}
	if f.fix {
		for _, name := range []string{"run", "skip", "shard"} {
			if f.set.Changed(name) {
				return nil, usage("--fix-baseline needs a whole run: --%s leaves checks out, whose entries nobody could judge", name)
			}
		}
		if err := atomicfile.Probe(f.baseline); err != nil {
			return nil, usage("--baseline %s can't be written: %v", f.baseline, err)
		}
	}
	text, err := os.ReadFile(f.baseline)
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.fix:
	case errors.Is(err, fs.ErrNotExist):
		return nil, usage("--baseline %s: there is no such file; --fix-baseline makes one", f.baseline)
	case err != nil:
		return nil, usage("--baseline: %v", err)
	}
	b, err := baseline.Read(bytes.NewReader(text), f.baseline, f.fix)
	if err != nil {
		return nil, usage("%v", err)
	}
	return b, nil
}

// fixBaseline writes the file anew after a whole run that came to a verdict.
func (f *suiteFlags) fixBaseline(w world, b *baseline.Baseline, has func(string) (bool, bool), failed []conformance.Result) error {
	added, removed := 0, 0
	err := atomicfile.Write(f.baseline, func(out io.Writer) (err error) {
		added, removed, err = b.Fix(out, has, failed)
		return err
	})
	if err != nil {
		return failure{statusOurs, fmt.Sprintf("--baseline is not written: %v", err)}
	}
	_, err = fmt.Fprintf(w.stderr, "%s: %d added, %d removed\n", f.baseline, added, removed)
	return written(err)
}

// expectedOf returns the failures of a run that its baseline is to list.
func expectedOf(run report.Run) (out []conformance.Result) {
	for _, e := range run.Entries {
		if e.Verdict == conformance.Expected {
			out = append(out, e.Result)
		}
	}
	return out
}
