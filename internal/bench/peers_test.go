package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"
	"github.com/spellbench/sbconform/corpus"
	"github.com/spellbench/sbconform/reference/wire"
	"github.com/valyala/fastjson"
	"gotest.tools/v3/assert"
)

// What jsontext takes that we refuse: rules of the protocol that RFC 8259 and RFC 7493 do not have. What we
// take it takes, and it refuses duplicate keys, bad UTF-8 and lone surrogates as we do.
var takenByJSONText = []wire.Reason{wire.Fraction, wire.Exponent, wire.IntegerRange, wire.Depth, wire.LineTooLong}

func TestAgainstJSONText(t *testing.T) {
	for _, l := range corpusLines(t) {
		text := jsontext.Value(l.Text.Bytes())
		valid := text.IsValid()
		if !l.Accept {
			assert.Assert(t, !valid || slices.Contains(takenByJSONText, l.Reason), l.Name)
			continue
		}
		assert.Assert(t, valid, l.Name)
		// It writes numbers as RFC 8785 does, from floating point; ours are integers that are exact there.
		assert.NilError(t, text.Canonicalize(), l.Name)
		assert.Equal(t, string(text), string(l.Canonical.Bytes()), l.Name)
	}
}

// jcs has its own parser, which takes only objects and arrays at the top.
func TestAgainstJCS(t *testing.T) {
	for _, l := range corpusLines(t) {
		text := l.Text.Bytes()
		if trimmed := bytes.TrimLeft(text, " \t\r\n"); !l.Accept || trimmed[0] != '[' && trimmed[0] != '{' || len(text) > 1<<20 {
			continue
		}
		got, err := jcs.Transform(text)
		assert.NilError(t, err, l.Name)
		assert.Equal(t, string(got), string(l.Canonical.Bytes()), l.Name)
	}
}

// Every input of a race is what it is meant to be: a line that all who race take, and to the same effect.
func TestDecisions(t *testing.T) {
	for _, in := range decisions() {
		assert.NilError(t, wire.Check(in.line))
		assert.Assert(t, json.Valid(in.line))
		assert.NilError(t, fastjson.ValidateBytes(in.line))
		ours, err := wire.AppendCanonical(nil, in.line)
		assert.NilError(t, err)
		assert.Assert(t, !bytes.Equal(ours, in.line), "the keys are in order")
		theirs, err := jcs.Transform(in.line)
		assert.NilError(t, err)
		assert.Equal(t, string(theirs), string(ours))
	}
}

func TestWorstCases(t *testing.T) {
	if testing.Short() {
		t.Skip("lines of 8 MiB")
	}
	refused := map[string]wire.Reason{
		"unclosed brackets":    wire.Depth,
		"bad UTF-8 at the end": wire.InvalidUTF8,
		"duplicate at the end": wire.DuplicateKey,
		"each key twice":       wire.DuplicateKey,
	}
	for _, in := range worstCases(wire.MaxLine) {
		err := wire.Check(in.line)
		assert.Assert(t, len(in.line) > wire.MaxLine-1000 && len(in.line) <= wire.MaxLine, "%s: %d", in.name, len(in.line))
		if why := refused[in.name]; why != 0 {
			assert.Equal(t, err.(*wire.Error).Reason, why, in.name)
			continue
		}
		assert.NilError(t, err, in.name)
	}
}

func corpusLines(t *testing.T) []corpus.Line {
	lines, err := corpus.Lines()
	assert.NilError(t, err)
	return lines
}

func BenchmarkCheck(b *testing.B) {
	each(b, func(line []byte) { must(wire.Check(line)) })
}

func BenchmarkParse(b *testing.B) {
	var p wire.Parser
	each(b, func(line []byte) { _, err := p.Parse(line); must(err) })
}

func BenchmarkAppendCanonical(b *testing.B) {
	var buf []byte
	each(b, func(line []byte) { var err error; buf, err = wire.AppendCanonical(buf[:0], line); must(err) })
}

func BenchmarkDigest(b *testing.B) {
	each(b, func(line []byte) { _, err := wire.Digest(line); must(err) })
}

func each(b *testing.B, run func(line []byte)) {
	for _, in := range decisions() {
		b.Run(in.name, func(b *testing.B) {
			b.SetBytes(int64(len(in.line)))
			b.ReportAllocs()
			for b.Loop() {
				run(in.line)
			}
		})
	}
}
