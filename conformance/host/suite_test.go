package host

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/process"
	"github.com/spellbench/sbconform/reference/host"
)

// judged puts the checks that match the patterns, or all, to a host.
func judged(t *testing.T, f InProcess, profile string, patterns ...string) map[string]conformance.Result {
	t.Helper()
	out := map[string]conformance.Result{}
	s := Suite(Config{InProcess: f, Limits: process.Limits{Startup: 5 * time.Second, Answer: 2 * time.Second, Exit: 300 * time.Millisecond}})
	_, err := conformance.Run(context.Background(), s, conformance.Options{Run: patterns, Profile: profile}, func(e conformance.Event) {
		if e.End != nil {
			out[e.End.ID] = *e.End
		}
	})
	assert.NilError(t, err)
	return out
}

func describe(r conformance.Result) string {
	if r.Failure == nil {
		return fmt.Sprintf("%s: %s: %s", r.ID, r.Verdict, r.Detail)
	}
	return fmt.Sprintf("%s: %s: %+v", r.ID, r.Verdict, *r.Failure)
}

func TestSuiteIsFitToBeShown(t *testing.T) { assert.NilError(t, Suite(Config{}).Validate()) }

// The reference host passes every check, and skips none.
func TestReferencePasses(t *testing.T) {
	profiles, patterns := []string{"spec", Strict}, []string(nil)
	if raceDetector { // under which the whole takes minutes: one run of each sort has every goroutine in it
		profiles, patterns = profiles[:1], []string{"host/framing", "host/leak", "host/choose", "host/answers/long-line-*", "host/fault/exit*", "host/forfeit/timeout"}
	}
	for _, profile := range profiles {
		t.Run(profile, func(t *testing.T) {
			for _, r := range judged(t, Reference(2, host.Options{}, Brief), profile, patterns...) {
				t.Log(r.Duration, describe(r))
				// On a busy machine the longest lines may take longer than so short a clock.
				late := r.Verdict == conformance.Skipped && strings.HasPrefix(r.Detail, "undecided")
				assert.Check(t, r.Verdict == conformance.Pass || r.Verdict == conformance.Inform || late, describe(r))
			}
		})
	}
}

// Each engine with a fault is halted for the rule that its check is named after, whatever is dealt.
func TestViolatorsBreakTheirRules(t *testing.T) {
	shuffled := func(m *host.Match) { rand.Read(m.Secret[:]) }
	for _, v := range violators() {
		for _, name := range v.mutants {
			s := &shared{config: Config{InProcess: Reference(1, host.Options{}, shuffled)}.withDefaults(), ctx: t.Context()}
			h := &H{run: s.stage(violating(faultyEngine(name), 1))}
			_, reasons := h.violation()
			assert.Check(t, slices.Contains(reasons, "host_validator:"+v.rule), "%s: %q", name, reasons)
		}
	}
}
