package fuzz_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"testing"

	"github.com/spellbench/sbconform/corpus"
	"github.com/spellbench/sbconform/internal/naive"
	"github.com/spellbench/sbconform/reference/wire"
)

// seeds adds the lines of the corpus that are short enough to be worth changing.
func seeds(f *testing.F, add func(line []byte)) {
	f.Helper()
	lines, err := corpus.Lines()
	if err != nil {
		f.Fatal(err)
	}
	for _, l := range lines {
		if text := l.Text.Bytes(); len(text) < 4096 {
			add(text)
		}
	}
}

// FuzzStrictParse compares Check and Parse with the naive implementation: the verdict, the reason and the
// offset of every line.
func FuzzStrictParse(f *testing.F) {
	seeds(f, func(line []byte) { f.Add(line) })
	f.Fuzz(func(t *testing.T, line []byte) {
		_, want := naive.Parse(line)
		_, err := wire.Parse(line)
		for _, got := range []error{wire.Check(line), err} {
			var g, w *wire.Error
			if errors.As(got, &g) != errors.As(want, &w) || g != nil && *g != *w {
				t.Fatalf("%q: %v, want %v", line, got, want)
			}
		}
	})
}

// FuzzCanonical compares the canonical form with the naive implementation's, and checks that it is its own
// canonical form, is no longer than the line, has the digest that Digest gives and renders from every part of a
// tree.
func FuzzCanonical(f *testing.F) {
	seeds(f, func(line []byte) { f.Add(line) })
	f.Fuzz(func(t *testing.T, line []byte) {
		v, err := naive.Parse(line)
		got, gotErr := wire.AppendCanonical(nil, line)
		if err != nil {
			if gotErr == nil || len(got) != 0 {
				t.Fatalf("%q: %q, want %v", line, got, err)
			}
			return
		}
		if want := naive.Canonical(v); gotErr != nil || string(got) != want {
			t.Fatalf("%q: %q, %v, want %q", line, got, gotErr, want)
		}
		if again, err := wire.AppendCanonical(nil, got); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%q: first %q, then %q, %v", line, got, again, err)
		}
		if len(got) > len(line) {
			t.Fatalf("%q: %q is longer", line, got)
		}
		if sum, err := wire.Digest(line); err != nil || sum != sha256.Sum256(got) {
			t.Fatalf("%q: digest %x, %v", line, sum, err)
		}
		tree, err := wire.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		for e := range tree.Elems() {
			part, err := wire.AppendCanonical(nil, e.Raw())
			if err != nil || !bytes.Equal(part, e.AppendCanonical(nil)) {
				t.Fatalf("%q: part %q renders as %q, %v", line, e.Raw(), part, err)
			}
		}
	})
}

// FuzzReader compares the lines of a stream that arrives in pieces with those that come of splitting it.
func FuzzReader(f *testing.F) {
	for _, stream := range []string{"", "a\n", "a\r\nb", "\n\r\n\r\r\n", "{}\n{}\n", "\r", "x\ry\n"} {
		f.Add([]byte(stream), uint64(1))
		f.Add(bytes.Repeat([]byte(stream), 30), uint64(7))
	}
	seeds(f, func(line []byte) { f.Add(append(line, '\n'), uint64(3)) })
	f.Fuzz(func(t *testing.T, stream []byte, cuts uint64) {
		r := wire.NewReader(&pieces{rest: stream, cuts: cuts | 1})
		for rest := stream; ; {
			line, err := r.ReadLine()
			want, after, whole := bytes.Cut(rest, []byte("\n"))
			switch {
			case whole:
				want = bytes.TrimSuffix(want, []byte("\r"))
				if err != nil || !bytes.Equal(line, want) {
					t.Fatalf("%q, %v, want %q", line, err, want)
				}
			case len(want) > 0:
				if err != io.ErrUnexpectedEOF || !bytes.Equal(line, want) {
					t.Fatalf("%q, %v, want %q and no terminator", line, err, want)
				}
			default:
				if err != io.EOF {
					t.Fatalf("%q, %v, want the end", line, err)
				}
				return
			}
			rest = after
		}
	})
}

// pieces gives its bytes in pieces whose sizes follow from cuts.
type pieces struct {
	rest []byte
	cuts uint64
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	p.cuts = p.cuts*6364136223846793005 + 1442695040888963407
	n := copy(b, p.rest[:min(int(p.cuts>>60), len(p.rest))])
	p.rest = p.rest[n:]
	return n, nil
}
