package report

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestAround(t *testing.T) {
	same := strings.Repeat("x", 50)
	tests := []struct{ name, a, b, wantA, wantB string }{
		{"short", "abc", "abd", "abc", "abd"},
		{"one is empty", "", same, "", strings.Repeat("x", 20) + "… (30 more bytes)"},
		{"they differ early", "a" + same, "b" + same, "a" + strings.Repeat("x", 19) + "… (31 more bytes)", "b" + strings.Repeat("x", 19) + "… (31 more bytes)"},
		{"they differ late", same + "a", same + "b", "(45 bytes) …xxxxxa", "(45 bytes) …xxxxxb"},
		{"one ends", same, same + "b", "(45 bytes) …xxxxx", "(45 bytes) …xxxxxb"},
		{"inside a character", strings.Repeat("é", 25) + "a", strings.Repeat("é", 25) + "b", "(44 bytes) …ééé" + "a", "(44 bytes) …ééé" + "b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := around(tt.a, tt.b, 20)
			assert.Equal(t, a, tt.wantA)
			assert.Equal(t, b, tt.wantB)
		})
	}
}
