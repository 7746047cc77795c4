package fuzz

// The graph as a picture: states on a ring, the ways between two of them as one ribbon.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spellbench/sbconform/conformance"
	"github.com/spellbench/sbconform/conformance/report"
)

// Bounds of the picture. A target may word its states in endless ways, and nobody can read a hundred.
const (
	mostDots    = 36
	manyRibbons = 250 // from so many on they are drawn fainter
	ribbonLines = 10  // kinds of exchange that a ribbon's title names
	labelLength = 46  // characters of a state's name beside its dot
	nameLength  = 300 // bytes of a text of the target's anywhere in the picture
)

// Measures of the picture, in its own units.
const (
	drawingWidth = 1100.0
	drawingRow   = 27.0 // between two labels of a side, which never overlap
	drawingHalf  = 215.0
	leastHalf    = 150.0 // of its height
	margin       = 26.0
	leastRibbon  = 1.4
	moreRibbon   = 9.0
)

// A drawing is what the page shows of a graph. Texts have passed through report.Visible.
type drawing struct {
	Width, Height float64
	Dots          []dot
	Ribbons       []ribbon
	Dense         bool
	Merged        string // what was done to have few states; "" for nothing
	index         map[string]int
	merge         func(state string) string
}

type dot struct {
	Class, Label, Title string
	X, Y, R             float64
	LabelX              float64
	Anchor              string
	Times               uint64

	name   string
	faults []string
}

type ribbon struct {
	Class, Title, Path string
	From, To           int
	Loop               bool
	X, Y, Wide         float64 // of a loop

	ways   []Way
	times  uint64
	faults []string
}

// draw lays the ways out. advice tells the fingerprints that are no more than that.
func draw(ways []Way, advice func(print string) bool) drawing {
	d := merged(ways)
	between := map[[2]int]*ribbon{}
	for _, w := range ways {
		from, to := d.at(w.From), d.at(w.To)
		d.Dots[to].Times += w.Times
		if len(w.Faults) > 0 {
			d.Dots[from].faults = append(d.Dots[from].faults, w.Faults...)
		}
		r := between[[2]int{from, to}]
		if r == nil {
			r = &ribbon{From: from, To: to, Loop: from == to}
			between[[2]int{from, to}] = r
		}
		r.ways = append(r.ways, w)
		r.times += w.Times
		r.faults = append(r.faults, w.Faults...)
	}
	d.place()
	most := uint64(1)
	for _, r := range between {
		most = max(most, r.times)
	}
	for _, r := range between {
		d.lay(r, math.Log1p(float64(r.times))/math.Log1p(float64(most)))
		r.Class = "ribbon " + blamed(r.faults, advice)
		d.Ribbons = append(d.Ribbons, *r)
	}
	d.Dense = len(d.Ribbons) >= manyRibbons
	// What is wrong is drawn last, and so lies on top.
	slices.SortFunc(d.Ribbons, func(a, b ribbon) int {
		return cmp.Or(cmp.Compare(len(a.faults), len(b.faults)), cmp.Compare(b.times, a.times), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	for i := range d.Dots {
		v := &d.Dots[i]
		v.Class = "dot " + phase(v.name) + " " + blamed(v.faults, advice)
		v.Title = fmt.Sprintf("%s\ncame here %s", visible(cmp.Or(v.name, ended)), times(v.Times))
		v.R = 5 + 6*math.Log1p(float64(v.Times))/math.Log1p(float64(most))
	}
	return d
}

// blamed is a class for what is wrong: bad, advice or good.
func blamed(faults []string, advice func(string) bool) string {
	switch {
	case len(faults) == 0:
		return "good"
	case slices.ContainsFunc(faults, func(print string) bool { return !advice(print) }):
		return "bad"
	}
	return "advice"
}

// ended is the label of the state that has no name.
const ended = "the process is gone"

// phases are the first words of states, in the order in which they stand on the ring.
var phases = []string{InGame.String(), Over.String(), gone, Idle.String()}

// gone is the phase of a process of which nothing more can come.
const gone = "gone"

func phase(name string) string {
	word, _, _ := strings.Cut(name, " ")
	if !slices.Contains(phases, word) {
		return gone
	}
	return word
}

// merged makes the dots of a drawing. Where there are too many states, those that differ in how many games
// were played become one, and if that isn't enough, the rarest of each phase.
func merged(ways []Way) drawing {
	d := drawing{merge: func(s string) string { return s }}
	count := func() map[string]uint64 {
		out := map[string]uint64{}
		for _, w := range ways {
			out[d.merge(w.From)] += 0
			out[d.merge(w.To)] += w.Times
		}
		return out
	}
	all := count()
	before := len(all)
	if len(all) > mostDots {
		d.merge = uncounted
		all = count()
		d.Merged = "States that differ in the number of games alone are one here."
	}
	if len(all) > mostDots {
		names := make([]string, 0, len(all))
		for s := range all {
			names = append(names, s)
		}
		slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(all[b], all[a]), strings.Compare(a, b)) })
		kept := map[string]bool{"": true}
		for _, s := range names[:mostDots-len(phases)] {
			kept[s] = true
		}
		d.merge = func(s string) string {
			if s = uncounted(s); kept[s] {
				return s
			}
			return phase(s) + " (all others)"
		}
		all = count()
		d.Merged = fmt.Sprintf("The %d states are too many for a picture: those that differ in the number of games alone are one here, and the rarest are drawn together.", before)
	}
	for s := range all {
		d.Dots = append(d.Dots, dot{name: s})
	}
	slices.SortFunc(d.Dots, func(a, b dot) int {
		rank := func(s string) int { return slices.Index(phases, phase(s)) }
		return cmp.Or(cmp.Compare(rank(a.name), rank(b.name)), strings.Compare(a.name, b.name))
	})
	d.index = map[string]int{}
	for i, v := range d.Dots {
		d.index[v.name] = i
	}
	return d
}

// uncounted is the name of a state without numbers.
func uncounted(s string) string {
	words := strings.Split(s, " ")
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }), " ")
}

func (d *drawing) at(state string) int { return d.index[d.merge(state)] }

// place puts the dots on a ring, clockwise from the top: the first half right, the second left. They stand
// in rows, so that no label lies on another.
func (d *drawing) place() {
	n := len(d.Dots)
	right := (n + 1) / 2
	half := max(leastHalf, float64(right)*drawingRow/2)
	d.Width, d.Height = drawingWidth, 2*(half+margin)
	for i := range d.Dots {
		v := &d.Dots[i]
		row, rows, side := i, right, 1.0
		if i >= right {
			row, rows, side = n-1-i, n-right, -1
		}
		t := (float64(row)+0.5)/float64(rows)*2 - 1
		v.Y = round(d.Height/2 + t*half)
		v.X = round(d.Width/2 + side*drawingHalf*math.Cbrt(1-math.Abs(t*t*t)))
		v.LabelX, v.Anchor = v.X+side*16, "start"
		if side < 0 {
			v.Anchor = "end"
		}
		v.Label = shortened(visible(strings.TrimPrefix(v.name, InGame.String()+" ")))
		if v.name == "" {
			v.Label = ended
		}
	}
}

// lay gives a ribbon its path: wide where it begins and thin where it leads to. share is between 0 and 1.
func (d *drawing) lay(r *ribbon, share float64) {
	a, b := d.Dots[r.From], d.Dots[r.To]
	wide := leastRibbon + moreRibbon*share*share
	cx, cy := d.Width/2, d.Height/2
	var out strings.Builder
	fmt.Fprintf(&out, "%s to %s, %s", visible(cmp.Or(a.name, ended)), visible(cmp.Or(b.name, ended)), times(r.times))
	for i, w := range r.ways {
		if i == ribbonLines {
			fmt.Fprintf(&out, "\nand %d kinds of exchange more", len(r.ways)-i)
			break
		}
		fmt.Fprintf(&out, "\n%s: %s, %s", visible(w.Request), visible(cmp.Or(w.Answer, "no answer")), times(w.Times))
		if len(w.Faults) > 0 {
			fmt.Fprintf(&out, " – %s", visible(w.Faults[0]))
		}
	}
	r.Title = out.String()
	if r.Loop {
		dx, dy := unit(cx-a.X, cy-a.Y)
		r.X, r.Y, r.Wide = round(a.X+11*dx), round(a.Y+11*dy), round(1+wide/3)
		return
	}
	// The bow is towards the middle, and to the right of who goes along it: there and back are two ribbons.
	dx, dy := unit(b.X-a.X, b.Y-a.Y)
	far := math.Hypot(b.X-a.X, b.Y-a.Y)
	mx, my := (a.X+b.X)/2, (a.Y+b.Y)/2
	mx, my = mx+0.4*(cx-mx)-dy*min(26, far/7), my+0.4*(cy-my)+dx*min(26, far/7)
	nx, ny := unit(-(my - a.Y), mx-a.X)
	h, q := wide/2, wide/3
	r.Path = fmt.Sprintf("M%.1f %.1fQ%.1f %.1f %.1f %.1fQ%.1f %.1f %.1f %.1fZ",
		a.X+nx*h, a.Y+ny*h, mx-dy*q, my+dx*q, b.X, b.Y, mx+dy*q, my-dx*q, a.X-nx*h, a.Y-ny*h)
}

func unit(x, y float64) (float64, float64) {
	if n := math.Hypot(x, y); n > 0 {
		return x / n, y / n
	}
	return 0, 0
}

func round(x float64) float64 { return math.Round(x*10) / 10 }

// visible is a text of the target's, bounded.
func visible(s string) string { return report.Visible(conformance.Clip(s, nameLength)) }

// shortened leaves of a label what has a place.
func shortened(s string) string {
	if all := []rune(s); len(all) > labelLength {
		return string(all[:labelLength-1]) + "…"
	}
	return s
}

func times(n uint64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
