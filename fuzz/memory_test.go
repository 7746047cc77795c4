package fuzz

import (
	"bytes"
	"io"
	"testing"

	"gotest.tools/v3/assert"
)

// A keeper takes some memory for each read, and keeps all of it, or the last alone.
type keeper struct {
	in   io.Reader
	all  bool
	kept [][]byte
}

func (k *keeper) Read(p []byte) (int, error) {
	if !k.all {
		k.kept = k.kept[:0]
	}
	k.kept = append(k.kept, bytes.Repeat([]byte{1}, 16<<10))
	return k.in.Read(p)
}

// What the memory after each round says, in MiB, where 100 are the least to be told of.
func TestGrown(t *testing.T) {
	for _, tt := range []struct {
		name  string
		after []int64
		want  int
	}{
		{"nothing is known yet", nil, 0},
		{"warm rounds prove nothing", []int64{10, 500}, 0},
		{"much, but not often yet", []int64{10, 500, 1000, 1500}, 0},
		{"a little each time, for now", []int64{10, 12, 14, 16, 18, 20, 22, 24}, 0},
		{"much each time", []int64{10, 50, 90, 130, 170, 210, 250, 290}, 1},
		{"a little each time, at last", []int64{10, 30, 50, 70, 90, 110, 130, 150}, 1},
		{"by leaps, as with a collector", []int64{10, 30, 60, 61, 90, 91, 120, 121, 150, 151}, 1},
		{"a collector that has just begun", []int64{10, 50, 90, 130, 170, 170, 170, 170}, 0},
		{"a collector at work", []int64{10, 50, 90, 130, 170, 170, 170, 170, 170, 170, 170, 170, 170, 170}, -1},
		{"the same each time", []int64{10, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50}, -1},
		{"less than can be judged", []int64{10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16}, -1},
		{"up and down", []int64{10, 50, 90, 60, 90, 50, 80, 90, 50, 60, 90, 50, 90, 50}, -1},
		{"a table that doubles", []int64{10, 12, 14, 18, 26, 42, 74, 138, 266}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for i := range tt.after {
				tt.after[i] <<= 20
			}
			assert.Equal(t, grown(tt.after, 100<<20), tt.want)
		})
	}
}
