package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestPlays(t *testing.T) {
	const hello = `{"formats":["a","b\u001b"],"catalog":[{"catalog_id":"Burn"},{"catalog_id":7},3],"deck_sources":["catalog"]}`
	lists := strings.Replace(hello, `"catalog"]`, `"catalog","decklist"]`, 1)
	tests := []struct{ name, hello, format, deck, want string }{
		{"nothing asked", hello, "", "", ""},
		{"a format", hello, "a", "", ""},
		{"another", hello, "c", "", `--format c: the target plays a, b\x1b`},
		{"a deck", hello, "", "Burn", ""},
		{"another", hello, "", "Elves", "the target's catalog has Burn"},
		{"a list", lists, "", "4 Elf; 9 Forest", ""},
		{"a list where none is taken", hello, "", "4 Elf; 9 Forest", "the target takes no lists"},
		{"no greeting", "", "c", "Elves", ""},
		{"a greeting of another shape", `{"formats":"a","catalog":{}}`, "a", "", "the target plays none"},
		{"not even an object", `[]`, "a", "", "the target plays none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := (&suiteFlags{format: tt.format, deck: tt.deck}).plays([]byte(tt.hello))
			if tt.want == "" {
				assert.NilError(t, err)
			} else {
				assert.ErrorContains(t, err, tt.want)
			}
		})
	}
}
