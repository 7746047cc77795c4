package report

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/conformance"
)

func TestProgress(t *testing.T) {
	at := func(d time.Duration) time.Time { return time.Unix(1000, 0).Add(d) }
	check := func(id string) *conformance.Check { return &conformance.Check{ID: id} }
	var p progress
	var out bytes.Buffer
	draw := func(d time.Duration, width int) string {
		out.Reset()
		p.draw(&out, at(d), width)
		return out.String()
	}
	assert.Equal(t, draw(time.Hour, 80), "", "nothing before the run")

	p.event(conformance.Event{Start: &conformance.RunStart{Checks: 9}}, at(0))
	p.event(conformance.Event{Begin: check("e/a/one")}, at(0))
	p.event(conformance.Event{Begin: check("e/a/two")}, at(0))
	assert.Equal(t, draw(100*time.Millisecond, 80), "", "a short run needs none")
	assert.Equal(t, draw(600*time.Millisecond, 80), "0/9: e/a/one")

	p.event(conformance.Event{End: &conformance.Result{ID: "e/a/one", Verdict: conformance.Fail}}, at(time.Second))
	assert.Equal(t, draw(61*time.Second, 80), "\r\x1b[K1/9, 1 failed: e/a/two (61s)")
	assert.Equal(t, draw(61*time.Second, 80), "", "nothing has changed")
	assert.Equal(t, draw(61*time.Second, 11), "\r\x1b[K1/9, 1 fai")
	assert.Equal(t, draw(61*time.Second, 0), "\r\x1b[K1")

	out.Reset()
	p.clear(&out)
	p.clear(&out)
	assert.Equal(t, out.String(), "\r\x1b[K", "cleared once")

	p.event(conformance.Event{Finish: &conformance.RunFinish{}}, at(time.Minute))
	assert.Equal(t, draw(time.Hour, 80), "", "nothing after the run")
}

func TestConsoleClearsItsProgressLine(t *testing.T) {
	var b bytes.Buffer
	c := &Console{w: &b, o: ConsoleOptions{Progress: true}, run: *NewRecorder("0.1.0")}
	plan := []conformance.Check{{ID: "e/a/one"}}
	c.show(conformance.Event{Start: &conformance.RunStart{Checks: 1, Total: 1, Plan: plan}})
	c.show(conformance.Event{Begin: &plan[0]})
	c.progress.draw(&c.out, time.Now().Add(time.Minute), c.width())
	c.show(note("stopping"))
	c.progress.draw(&c.out, time.Now().Add(time.Minute), c.width())
	c.show(conformance.Event{End: &conformance.Result{ID: "e/a/one", Verdict: conformance.Pass}})
	c.show(conformance.Event{Finish: &conformance.RunFinish{}})
	c.flush()
	line := "0/1: e/a/one (60s)"
	for _, want := range []string{line + "\r\x1b[Kstopping\n", line + "\r\x1b[K  pass   a "} {
		if !strings.Contains(b.String(), want) {
			// The elapsed seconds depend on the clock alone.
			t.Errorf("%q lacks %q", b.String(), want)
		}
	}
	assert.Check(t, strings.HasSuffix(b.String(), "nothing ran.\n"))
}
