package fuzz

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"
	"gotest.tools/v3/assert"

	"github.com/spellbench/sbconform/reference/engine"
)

// A run's graph counts each exchange once, and what is found stands on the way that it went.
func TestGraphOfARun(t *testing.T) {
	for _, tt := range []struct{ mutant, where string }{
		{"", ""},
		{"step-any-step", "step: expected_step_mismatch"}, // told by the answer itself
		{"seat-step-gap", "step"},                         // told by the validator, once the next request is on its way
	} {
		t.Run(tt.mutant, func(t *testing.T) {
			g := new(Graph)
			found, stats, err := Run(context.Background(), Options{Command: reference(engine.Options{Mutant: tt.mutant}), Seed: 1, Jobs: 1, Execs: 300, Repeat: 1, Graph: g})
			assert.NilError(t, err)
			var times uint64
			blamed := map[string]bool{}
			for _, w := range g.Ways() {
				times += w.Times
				for _, print := range w.Faults {
					blamed[print] = true
					assert.Assert(t, strings.Contains(print, tt.where), "%+v", w)
				}
			}
			assert.Equal(t, times, stats.Execs)
			assert.Equal(t, len(blamed), len(found))
			assert.Equal(t, len(found) > 0, tt.mutant != "")
			for _, f := range found {
				assert.Assert(t, blamed[f.Fingerprint()], "%s", f.Fingerprint())
			}
		})
	}
}

// ring is the ways of a process that goes through n states.
func ring(n int, name func(i int) string) (out []Way) {
	for i := range n {
		out = append(out, Way{From: name(i), Request: "step", Answer: "decision", To: name((i + 1) % n), Times: uint64(n - i)})
	}
	return out
}

func TestManyStatesAreMerged(t *testing.T) {
	games := func(i int) string { return fmt.Sprintf("in-game %d choice %s", i%20, strings.Repeat("x", i/20+1)) }
	kinds := func(i int) string { return "in-game choice " + strings.Repeat("x", i+1) }
	for _, tt := range []struct {
		name string
		ways []Way
		dots int
		said string
	}{
		{"none", nil, 0, ""},
		{"few", ring(5, kinds), 5, ""},
		{"as many as can be read", ring(mostDots, kinds), mostDots, ""},
		{"many that differ in the number of games", ring(100, games), 5, "alone are one here."},
		{"many that differ", ring(100, kinds), mostDots - len(phases) + 1, "the rarest are drawn together."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := draw(tt.ways, func(string) bool { return false })
			assert.Equal(t, len(d.Dots), tt.dots)
			assert.Assert(t, strings.HasSuffix(d.Merged, tt.said), "%s", d.Merged)
			for _, w := range tt.ways {
				assert.Assert(t, d.at(w.To) < tt.dots)
			}
		})
	}
}

// Whatever the states are, their dots stand in the picture, and no label lies on another.
func TestPlaces(t *testing.T) {
	properties := gopter.NewProperties(nil)
	properties.Property("labels are apart", prop.ForAll(func(n int) bool {
		d := draw(ring(n, func(i int) string { return fmt.Sprintf("in-game kind %c", 'A'+i) }), func(string) bool { return false })
		for i, a := range d.Dots {
			if a.X < margin || a.X > d.Width-margin || a.Y < margin || a.Y > d.Height-margin {
				return false
			}
			for _, b := range d.Dots[:i] {
				if a.Anchor == b.Anchor && math.Abs(a.Y-b.Y) < 16 {
					return false
				}
			}
		}
		return len(d.Ribbons) == n
	}, gen.IntRange(1, mostDots)))
	properties.TestingRun(t)
}

// hostile is text that would be markup, script or another direction of writing.
const hostile = "</title></svg></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'`&amp;\u202e\x00\x1b[31m\xff{{.}}"

// Nothing that a target says is more than text in the page, and the page's size has a bound.
func TestPageOfAHostileTarget(t *testing.T) {
	f := Fault{State: InGame, Request: hostile, Answer: hostile, Section: hostile}
	f.Message, f.Got, f.Expected, f.Where, f.Hint = hostile, hostile, hostile, hostile, hostile
	page := Page{Target: hostile, Version: hostile}
	row := row("host->engine", []byte(hostile))
	for i := range mostFindings {
		f := f
		f.Request = fmt.Sprint(hostile, i)
		f.Got = strings.Repeat(hostile, 1000)
		page.Findings = append(page.Findings, Told{
			Finding: Finding{Fault: f, Moves: []Move{{Kind: hostile, Line: []byte(hostile)}}, Rows: append(exact(nil), row, row), Stderr: []byte(strings.Repeat(hostile, 1000))},
			Again:   hostile,
		})
	}
	for i := range 5000 {
		name := fmt.Sprint("in-game ", strings.Repeat(hostile, 50), "k", i)
		page.Ways = append(page.Ways, Way{From: name, Request: hostile, Answer: strings.Repeat(hostile, 100), To: hostile, Times: math.MaxUint32, Faults: []string{f.Fingerprint()}})
	}
	for i := range 10 {
		page.Course = append(page.Course, Stats{Execs: uint64(i)})
	}
	var b strings.Builder
	assert.NilError(t, page.WriteHTML(&b))
	text := b.String()
	assert.Assert(t, len(text) < 12<<20, "%d bytes", len(text))
	assert.Equal(t, strings.Count(text, "<script"), 1, "ours")
	assert.Equal(t, strings.Count(text, "<style"), 1, "ours")
	assert.Equal(t, strings.Count(text, "</title>"), 1+strings.Count(text, "<g "), "ours")
	for _, never := range []string{"<img", "<!--", "href=\"http", "url("} {
		assert.Assert(t, !strings.Contains(text, never), never)
	}
	for _, c := range text {
		assert.Assert(t, c == '\n' || c == '\t' || unicode.IsPrint(c), "%q", c)
	}
	policy := regexp.MustCompile(`content="(default-src[^"]*)"`).FindStringSubmatch(text)
	assert.Assert(t, policy != nil && strings.HasPrefix(policy[1], "default-src &#39;none&#39;") && !strings.Contains(policy[1], "unsafe"))
}

// The page says in its first line what came of the run, and numbers the last moves of a long dialogue as they
// were made.
func TestPage(t *testing.T) {
	fault, advice := Told{}, Told{Finding: Finding{Fault: Fault{Advisory: true}}}
	long := Told{Finding: Finding{Moves: make([]Move, 100)}}
	for _, tt := range []struct {
		name     string
		findings []Told
		want     []string
	}{
		{"nothing", nil, []string{"Nothing was found wrong with ./engine</title>", `<header class="verdict conforms">`}},
		{"one finding", []Told{fault}, []string{"One finding with ./engine</title>", `<header class="verdict does-not-conform">`}},
		{"advice alone", []Told{advice}, []string{"Nothing was found wrong with ./engine, and one piece of advice</title>", `<header class="verdict conforms">`}},
		{"both", []Told{fault, advice, fault, advice}, []string{"2 findings with ./engine, and 2 pieces of advice</title>"}},
		{"a long dialogue", []Told{long}, []string{fmt.Sprintf(`start="%d"`, 100-pageRows+1)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			assert.NilError(t, Page{Target: "./engine", Findings: tt.findings}.WriteHTML(&b))
			for _, want := range tt.want {
				assert.Assert(t, strings.Contains(b.String(), want), want)
			}
		})
	}
}
