package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"
	"github.com/spellbench/sbconform/reference/wire"
	"github.com/valyala/fastjson"
)

// A report gathers rows and counts the thresholds that are missed.
type report struct {
	rounds int
	tables []table
	missed int
}

type table struct {
	title string
	rows  []string
}

func (r *report) row(title, row string) {
	if n := len(r.tables); n == 0 || r.tables[n-1].title != title {
		for i := range r.tables {
			if r.tables[i].title == title {
				r.tables[i].rows = append(r.tables[i].rows, row)
				return
			}
		}
		r.tables = append(r.tables, table{title: title})
	}
	t := &r.tables[len(r.tables)-1]
	t.rows = append(t.rows, row)
}

func (r *report) print(w io.Writer) {
	fmt.Fprintf(w, "Measured with %s on %s/%s.\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, t := range r.tables {
		head := "| input | contest | ratio | at least | ours |"
		fmt.Fprintf(w, "\n### %s\n\n%s\n|---|---|---:|---:|---:|\n", t.title, head)
		tw := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
		for _, row := range t.rows {
			fmt.Fprintln(tw, row)
		}
		tw.Flush()
	}
}

// contest races ours, the first, with the others, and adds a row for each of them: how many times as fast
// ours is, and how many times it must be at least (0: no matter).
func (r *report) contest(title string, in input, ours runner, others ...contender) {
	runners := []runner{ours}
	for _, o := range others {
		runners = append(runners, o.runner)
	}
	times := race(r.rounds, runners)
	speed := float64(len(in.line)) / median(times[0]) / 1e6
	for i, o := range others {
		got, least := ratio(times[i+1], times[0]), "-"
		if o.least > 0 {
			least = fmt.Sprintf("%.2f", o.least)
			if got < o.least {
				least += " missed"
				r.missed++
			}
		}
		r.row(title, fmt.Sprintf("| %s | %s : %s | %.2f | %s | %.0f MB/s |", in.name, ours.name, o.name, got, least, speed))
	}
}

type contender struct {
	runner
	least float64
}

func (r *report) check(in input) {
	buf := make([]byte, len(in.line))
	r.contest("Check", in,
		runner{"Check", func() { must(wire.Check(in.line)) }},
		contender{runner{"jsontext.Value.IsValid", func() { ok(jsontext.Value(in.line).IsValid()) }}, 2.5},
		contender{runner{"json.Valid", func() { ok(json.Valid(in.line)) }}, 0},
		contender{runner{"copy", func() { copy(buf, in.line) }}, 0})
}

func (r *report) parse(in input) {
	var p wire.Parser
	var fp fastjson.Parser
	r.contest("Parse, with a reused Parser", in,
		runner{"Parse", func() { _, err := p.Parse(in.line); must(err) }},
		contender{runner{"fastjson, parser reused", func() { _, err := fp.ParseBytes(in.line); must(err) }}, 1},
		contender{runner{"json into any, UseNumber", func() {
			d := json.NewDecoder(bytes.NewReader(in.line))
			d.UseNumber()
			var v any
			must(d.Decode(&v))
		}}, 8})
}

func (r *report) canonical(in input) {
	buf := make([]byte, 0, 2*len(in.line))
	var jt jsontext.Value
	r.contest("AppendCanonical, keys not in order", in,
		runner{"AppendCanonical", func() { var err error; buf, err = wire.AppendCanonical(buf[:0], in.line); must(err) }},
		contender{runner{"jsontext.Value.Canonicalize", func() { jt = append(jt[:0], in.line...); must(jt.Canonicalize()) }}, 5},
		contender{runner{"jcs.Transform", func() { _, err := jcs.Transform(in.line); must(err) }}, 15})

	canonical, err := wire.AppendCanonical(nil, in.line)
	must(err)
	r.contest("AppendCanonical, canonical already", input{in.name, canonical},
		runner{"AppendCanonical", func() { var err error; buf, err = wire.AppendCanonical(buf[:0], canonical); must(err) }},
		contender{runner{"Check", func() { must(wire.Check(canonical)) }}, 0.6})
}

// digest compares Digest with the sum of what it does: the row is that sum over Digest, at least 1/1.2.
func (r *report) digest(in input) {
	buf, err := wire.AppendCanonical(nil, in.line)
	must(err)
	hashed := bytes.Clone(buf)
	r.contest("Digest", in,
		runner{"Digest", func() { _, err := wire.Digest(in.line); must(err) }},
		contender{runner{"AppendCanonical, then SHA-256", func() {
			buf, err = wire.AppendCanonical(buf[:0], in.line)
			must(err)
			sha256.Sum256(hashed)
		}}, 1 / 1.2})
}

// floor is what no input may be slower than, in bytes a second.
const floor = 80e6

func (r *report) worst() {
	buf := make([]byte, 0, wire.MaxLine+100)
	for _, in := range worstCases(wire.MaxLine) {
		times := race(max(3, r.rounds/10), []runner{
			{"Check", func() { _ = wire.Check(in.line) }},
			{"AppendCanonical", func() { buf, _ = wire.AppendCanonical(buf[:0], in.line) }},
			{"json.Valid", func() { json.Valid(in.line) }},
		})
		speed := func(i int) float64 { return float64(len(in.line)) / median(times[i]) }
		verdict := "80 MB/s"
		if speed(0) < floor {
			verdict += " missed"
			r.missed++
		}
		r.row("Worst cases of 8 MiB", fmt.Sprintf("| %s | Check : json.Valid | %.2f | %s | %.0f MB/s, canonical %.0f MB/s |",
			in.name, ratio(times[2], times[0]), verdict, speed(0)/1e6, speed(1)/1e6))
	}
}

// linear compares each worst case with the same of twice the size: the time may grow 2.3 times.
func (r *report) linear() {
	half, whole := worstCases(wire.MaxLine/2), worstCases(wire.MaxLine)
	half = append(half, input{"200,000 keys, then 400,000", manyKeys(200_000)})
	whole = append(whole, input{"", manyKeys(400_000)})
	buf := make([]byte, 0, wire.MaxLine+100)
	for i := range half {
		times := race(max(3, r.rounds/4), []runner{
			{"", func() { _ = wire.Check(half[i].line) }},
			{"", func() { _ = wire.Check(whole[i].line) }},
			{"", func() { buf, _ = wire.AppendCanonical(buf[:0], half[i].line) }},
			{"", func() { buf, _ = wire.AppendCanonical(buf[:0], whole[i].line) }},
		})
		for j, name := range []string{"Check", "AppendCanonical"} {
			growth := ratio(times[2*j+1], times[2*j])
			verdict := "at most 2.30"
			if growth > 2.3 {
				verdict += " missed"
				r.missed++
			}
			r.row("Growth when a worst case doubles", fmt.Sprintf("| %s | %s | %.2f | %s | |", half[i].name, name, growth, verdict))
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func ok(b bool) {
	if !b {
		panic("refused")
	}
}
