package main

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestNearest(t *testing.T) {
	words := []string{"run", "skip", "report", "artifacts", "timeout", "startup-timeout", "jobs"}
	tests := []struct{ in, want string }{
		{"rnu", "run"},
		{"runs", "run"},
		{"Run", "run"},
		{"reprot", "report"},
		{"rep", "report"},
		{"art", "artifacts"},
		{"time-out", "timeout"},
		{"startup", "startup-timeout"},
		{"output", ""},
		{"zzz", ""},
		{"", ""},
	}
	for _, tt := range tests {
		assert.Equal(t, nearest(tt.in, words), tt.want, tt.in)
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"ab", "ba", 1}, {"kitten", "sitting", 3},
	}
	for _, tt := range tests {
		assert.Equal(t, distance(tt.a, tt.b), tt.want, "%s %s", tt.a, tt.b)
		assert.Equal(t, distance(tt.b, tt.a), tt.want, "%s %s", tt.b, tt.a)
	}
}
