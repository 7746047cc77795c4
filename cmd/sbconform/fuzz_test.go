package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/fuzz"
)

// Progress is told every five seconds, however often the run tells it, and with --no-progress never.
func TestFuzzProgress(t *testing.T) {
	for _, c := range []struct {
		quiet bool
		lines int
	}{{false, 2}, {true, 0}} {
		var stderr bytes.Buffer
		teller := fuzzTeller{w: world{stderr: &stderr}, quiet: c.quiet}
		for s := range 13 {
			teller.progress(fuzz.Stats{Elapsed: time.Duration(s) * time.Second})
		}
		assert.Equal(t, strings.Count(stderr.String(), "\n"), c.lines)
		assert.Equal(t, len(teller.course), 13) // the page has its curves either way
	}
}
