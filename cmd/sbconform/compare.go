package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/spellbench/sbconform/conformance"
)

func newCompare(w world) *cobra.Command {
	return &cobra.Command{
		Use:   "compare OLD.json NEW.json",
		Short: "Tell what two reports differ in: what broke, what was fixed, what is new",
		Long: `compare reads two reports that --report json= wrote and lists the checks whose verdicts differ.
The exit status is 1 if a check broke, or one that is new fails.`,
		Example: "  sbconform compare yesterday.json today.json",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usage("compare needs two reports, the older first")
			}
			before, err := readVerdicts(args[0])
			if err != nil {
				return err
			}
			after, err := readVerdicts(args[1])
			if err != nil {
				return err
			}
			broke := 0
			for _, d := range differences(before, after) {
				if _, err := fmt.Fprintf(w.stdout, "%-8s %s: %s, now %s\n", d.what, d.id, d.before, d.after); err != nil {
					return written(err)
				}
				if d.what == "broke" || d.what == "new" && bad(d.after) {
					broke++
				}
			}
			if broke > 0 {
				return failure{status: statusFails}
			}
			return nil
		},
	}
}

// readVerdicts returns the verdict of each check of a JSON report.
func readVerdicts(path string) (map[string]conformance.Verdict, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("%v", err)
	}
	var report struct {
		Schema string `json:"schema"`
		Checks []struct {
			ID      string              `json:"id"`
			Verdict conformance.Verdict `json:"verdict"`
		} `json:"checks"`
	}
	if err := json.Unmarshal(b, &report); err != nil || report.Schema != "sbconform-report/1" {
		return nil, usage("%s is no report of sbconform: --report json=PATH writes one", path)
	}
	out := map[string]conformance.Verdict{}
	for _, c := range report.Checks {
		out[c.ID] = c.Verdict
	}
	return out, nil
}

// A difference is a check whose verdict is another in the newer report.
type difference struct {
	what, id      string
	before, after conformance.Verdict
}

// absent stands for the verdict of a check that a report does not have.
const absent conformance.Verdict = "absent"

func bad(v conformance.Verdict) bool {
	return v == conformance.Fail || v == conformance.Warn || v == conformance.Errored
}

// differences lists what differs, what broke first, then what was fixed, is new, is gone or changed
// otherwise, each by id.
func differences(before, after map[string]conformance.Verdict) []difference {
	ids := map[string]bool{}
	for id := range before {
		ids[id] = true
	}
	for id := range after {
		ids[id] = true
	}
	order := []string{"broke", "fixed", "new", "gone", "changed"}
	var out []difference
	for id := range ids {
		b, inBefore := before[id]
		a, inAfter := after[id]
		d := difference{id: id, before: b, after: a}
		switch {
		case inBefore && inAfter && a == b:
			continue
		case !inBefore:
			d.what, d.before = "new", absent
		case !inAfter:
			d.what, d.after = "gone", absent
		case bad(a) && !bad(b):
			d.what = "broke"
		case bad(b) && a == conformance.Pass:
			d.what = "fixed"
		default:
			d.what = "changed"
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b difference) int {
		if i, j := slices.Index(order, a.what), slices.Index(order, b.what); i != j {
			return i - j
		}
		if a.id < b.id {
			return -1
		}
		return 1
	})
	return out
}
