package main

import "strings"

// nearest returns the word most like name, or "" if none is like it: one that begins with it, or that
// differs in at most a third of its letters.
func nearest(name string, words []string) string {
	best, least := "", 2+len(name)/3
	for _, w := range words {
		d := distance(name, w)
		if name != "" && strings.HasPrefix(w, name) {
			d = 1
		}
		if d < least {
			best, least = w, d
		}
	}
	return best
}

// distance is that of Damerau and Levenshtein, restricted: how many letters must be inserted, removed,
// replaced or swapped with their neighbour.
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
