package agent

import (
	"io"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/internal/suitetest"
	"github.com/spellbench/sbconform/conformance/process"
)

func TestTimeControlsAreThreeTimes(t *testing.T) {
	want := TimeControl{Bank: 10 * time.Minute, Increment: 2 * time.Second, Max: time.Minute}
	for _, s := range []string{"10m,2s,60s", "600s,2000ms,1m", "10m0s,2s,1m0s"} {
		got, err := ParseTimeControl(s)
		assert.NilError(t, err, s)
		assert.Equal(t, got, want)
		again, err := ParseTimeControl(got.Flag())
		assert.NilError(t, err)
		assert.Equal(t, again, want)
	}
	for _, s := range []string{"", "10m", "10m,2s", "10m,2s,60s,", "10m,2s,60s,1s", "0s,2s,60s", "10m,2s,0s", "-1s,0s,1s", "1s,-1s,1s",
		"1,2,3", "10m, 2s,60s", "1.5ms,0s,1s", "1s,1us,1s", "10m,,60s"} {
		_, err := ParseTimeControl(s)
		assert.Assert(t, err != nil, s)
	}
}

// An agent that takes 30 ms for each answer is in time for each decision, and runs out of its bank in a
// game whose answers add nothing.
func TestBanksRunOut(t *testing.T) {
	slow := process.Serving(func(stdin io.Reader, stdout io.Writer) error {
		return serveLines(stdin, stdout, func(line text, ask func(text) text) text {
			if isType(line, "choose") {
				time.Sleep(30 * time.Millisecond)
			}
			return ask(line)
		})
	})
	for _, row := range []struct {
		name string
		time TimeControl
		id   string
		want conformance.Verdict
	}{
		{"no increment", TimeControl{Bank: 200 * time.Millisecond, Max: time.Minute}, "agent/games/burn-as-p0", conformance.Fail},
		{"enough of a bank", TimeControl{Bank: time.Hour, Max: time.Minute}, "agent/games/burn-as-p0", conformance.Pass},
		{"no time for a decision", TimeControl{Bank: time.Hour, Max: 10 * time.Millisecond}, "agent/kinds/pass", conformance.Fail},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, r := range run(t, Config{Command: slow, Time: row.time}, row.id) {
				assert.Equal(t, r.Verdict, row.want, suitetest.Describe(r))
				if r.Verdict == conformance.Fail {
					assert.Equal(t, r.Failure.Cause, conformance.Timeout, suitetest.Describe(r))
				}
			}
		})
	}
}
